"""What the small models have learned, from their committed weights alone, as one table in Markdown.

    python3 tools/train/evidence.py                       all models of resources/models
    python3 tools/train/evidence.py --models FOLDER --only main --json

The questions are those of `cutaway corpus`; the answers are computed by the reference model of tools/reference, not by the program.

Columns: loss on held-out documents in nats per token and its distance to the generator's exact entropy of the same documents;
best induction and best previous-token score over all heads, on held-out random sequences of 24 to 40 ordinary ids given
twice, after <s> and without it, and the loss on the second copy as a share of ln V; how often the model prefers the right
number (agreement), pronoun, closing bracket and tense; loss by position, far beyond the 128 tokens of training; the
smallest and largest load of an expert, 1 = fair. An encoder is asked with <mask>, a translator word by word.
"""
import argparse
import json
import math
import os
import sys

import numpy as np
import torch
import torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "reference"))
import corpus  # noqa: E402
import fast  # noqa: E402
import measures  # noqa: E402
import model as reference  # noqa: E402
import zoo  # noqa: E402

SEED = 77
DOCUMENTS, LONG_ROWS, LONG = 1500, 12, 512
MARKS = ("<!-- evidence -->", "<!-- end of evidence -->")
BANDS = [(0, 32), (32, 64), (64, 128), (128, 256), (256, 512)]


class Exam:
    """The questions, the same for every model."""

    def __init__(self):
        self.documents = sorted(corpus.documents(SEED, DOCUMENTS, True), key=lambda document: len(document["ids"]))
        tokens = sum(len(document["ids"]) + 1 for document in self.documents)
        self.entropy = sum(document["nats"] for document in self.documents) / tokens
        self.long, self.short = (torch.tensor(corpus.rows(*shape)) for shape in ((LONG_ROWS, LONG), (16, 128)))
        self.pairs = corpus.pairs(400)
        self.tokens = len(corpus.token_texts())


def padded(rows):
    out = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
    for n, row in enumerate(rows):
        out[n, :len(row)] = row
    return torch.from_numpy(out)


@torch.no_grad()
def on_documents(model, exam):
    """(loss a token, share of right answers by test) of a decoder; each document after <s>, its end counts."""
    nats, tokens, right, asked = 0.0, 0, {}, {}
    for at in range(0, DOCUMENTS, 50):
        part = exam.documents[at:at + 50]
        ids = padded([[corpus.START] + document["ids"] + [corpus.END] for document in part])
        logits = model(ids[:, :-1])
        counts = torch.arange(ids.shape[1] - 1)[None] < torch.tensor([len(document["ids"]) + 1 for document in part])[:, None]
        nats += F.cross_entropy(logits[counts], ids[:, 1:][counts], reduction="sum").item()
        tokens += counts.sum().item()
        for row, document in enumerate(part):
            answer(logits[row], document, right, asked)
    return nats / tokens, {test: right[test] / asked[test] for test in sorted(asked)}


def answer(logits, document, right, asked):
    """logits [t, vocabulary] of one document after <s>: position n is of token n."""
    for question in document["questions"]:
        count(question, logits[question["at"]], right, asked)


def count(question, logits, right, asked):
    """logits [vocabulary] of the token that is asked for."""
    test, good, bad = (question[key] for key in ("test", "right", "wrong"))
    asked[test] = asked.get(test, 0) + 1
    right[test] = right.get(test, 0) + bool(torch.logsumexp(logits[good], 0) > torch.logsumexp(logits[bad], 0))


@torch.no_grad()
def on_masked_documents(model, exam):
    """The same of an encoder: 15 % of the tokens hidden; and each marked token hidden alone."""
    rng, nats, tokens, right, asked = np.random.default_rng(SEED), 0.0, 0, {}, {}
    for document in exam.documents[::3]:
        ids = torch.tensor([document["ids"] + [corpus.END]])
        hidden = torch.from_numpy(rng.random(ids.shape) < 0.15)
        questions = document["questions"][:3]
        hide = torch.cat([hidden] + [torch.arange(ids.shape[1])[None] == question["at"] for question in questions])
        logits = model(torch.where(hide, corpus.MASK, ids))
        if hidden.any():
            nats += F.cross_entropy(logits[0][hidden[0]], ids[0][hidden[0]], reduction="sum").item()
            tokens += hidden.sum().item()
        for row, question in enumerate(questions):
            count(question, logits[row + 1, question["at"]], right, asked)
    return nats / tokens, {test: right[test] / asked[test] for test in sorted(asked)}


def batch_of(pairs):
    """(inputs of the model, targets, which of them count) of pairs of ids."""
    sources, rows = padded([a for a, _ in pairs]), padded([[corpus.START] + b for _, b in pairs])
    source_real = torch.arange(sources.shape[1])[None] < torch.tensor([[len(a)] for a, _ in pairs])
    real = torch.arange(rows.shape[1])[None] < torch.tensor([[len(b) + 1] for _, b in pairs])
    return {"ids": sources, "real": source_real, "decoder_ids": rows[:, :-1], "decoder_real": real[:, :-1]}, rows[:, 1:], real[:, 1:]


@torch.no_grad()
def on_pairs(model, exam):
    """(loss a token, share of sentences in which every token is the most probable one) of a translator."""
    inputs, targets, counts = batch_of(exam.pairs)
    logits = model(**inputs)
    whole = ((logits.argmax(-1) == targets) | ~counts).all(1).float().mean().item()
    return F.cross_entropy(logits[counts], targets[counts]).item(), {"translation": whole}


def on_repeats(model, causal):
    """Best scores over the heads and the loss of the second copy, after <s> and without."""
    found = {}
    for with_start in (True, False):
        sums = [measures.repeat_scores(model, np.random.default_rng(SEED + length), 12, length, with_start) for length in (24, 32, 40)]
        suffix = "" if with_start else "_without_start"
        for name in ("induction", "previous"):
            scores = sum(part[name] for part in sums) / len(sums)
            best = int(scores.argmax())
            found[name + suffix] = scores.flatten()[best].item()
            found[name + "_head" + suffix] = f"L{best // scores.shape[1]} H{best % scores.shape[1]}"
        if causal:
            found["second_copy" + suffix] = sum(part["second"] for part in sums) / len(sums)
    return found


@torch.no_grad()
def by_position(model, exam, choices):
    """Loss in bands of positions; a learned table ends the row."""
    limit = choices["sizes"]["context"] if choices["position"]["kind"] == "learned" else LONG
    rows = exam.long[:, :limit + 1]
    nats = torch.cat([F.cross_entropy(model(part[:, :-1]).transpose(1, 2), part[:, 1:], reduction="none") for part in rows.split(4)])
    return {f"{low}-{high}": nats[:, low:high].mean().item() for low, high in BANDS if low < limit}


@torch.no_grad()
def loads(model, exam):
    """(smallest, largest) load of an expert over the layers."""
    counts = {}

    def count(module, name):
        plain = module.route

        def route(x, run, record):
            gates, chosen = plain(x, run, record)
            counts[name] = counts.get(name, 0) + chosen.sum((0, 1)).float()
            return gates, chosen
        module.route = route
    for name, module in model.named_modules():
        if isinstance(module, reference.Mixture):
            count(module, name)
    model(exam.short)
    shares = [value / value.mean() for value in counts.values()]
    return [min(s.min().item() for s in shares), max(s.max().item() for s in shares)]


def examine(folder, exam):
    model, choices = reference.load(folder, torch.float32)
    fast.speed_up(model)
    topology = choices.get("topology", "causal_decoder")
    found = {"model": os.path.basename(folder), "tokens": exam.tokens, "parameters": sum(value.numel() for value in model.parameters())}
    if topology == "encoder_decoder":
        found["loss"], found["tests"] = on_pairs(model, exam)
        return found
    causal = topology == "causal_decoder"
    found["loss"], found["tests"] = (on_documents if causal else on_masked_documents)(model, exam)
    if causal:
        found["excess"] = found["loss"] - exam.entropy
        found["by_position"] = by_position(model, exam, choices)
    found |= on_repeats(model, causal)
    if any(isinstance(module, reference.Mixture) for module in model.modules()):
        found["expert_load"] = loads(model, exam)
    return found


def number(value, digits=2):
    return "–" if value is None or not math.isfinite(value) else f"{value:.{digits}f}"


def percent(value):
    return "–" if value is None else f"{100 * value:.0f} %"


HEADINGS = ["model", "parameters", "seed, steps, CPU", "held-out loss", "above the entropy", "induction", "head", "previous token", "head",
            "second copy / ln V", "agreement", "pronoun", "bracket", "tense", "loss at " + " · ".join(f"{a}–{b}" for a, b in BANDS), "load of experts, or whole sentences"]


def training_words(folder):
    """seed, steps and time as the history tells them."""
    try:
        with open(os.path.join(folder, "history.json"), encoding="utf-8") as file:
            history = json.load(file)
    except FileNotFoundError:
        return "–"
    return f"{history['training']['seed']}, {history['points']['step'][-1]}, {history['seconds'] / 60:.0f} min"


def line(found, folder):
    tests, bands, second, spread = found["tests"], found.get("by_position", {}), found.get("second_copy"), found.get("expert_load")
    last = "–".join(map(number, spread)) if spread else percent(tests["translation"]) if "translation" in tests else ""

    def both(name):
        return f"{number(found.get(name))} / {number(found.get(name + '_without_start'))}"
    return row([found["model"], f"{found['parameters'] / 1000:.0f} k", training_words(folder), number(found["loss"], 3), number(found.get("excess"), 3),
                both("induction"), found.get("induction_head", "–"), both("previous"), found.get("previous_head", "–"),
                number(None if second is None else second / math.log(found["tokens"])),
                *(percent(tests.get(test)) for test in ("agreement", "pronoun", "bracket", "tense")), " · ".join(map(number, bands.values())) or "–", last])


def row(cells):
    return "| " + " | ".join(cells) + " |"


def put(table, path):
    """The table between the two marks of a Markdown file."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split(MARKS[0], 1)
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + MARKS[0] + "\n" + table + MARKS[1] + rest.split(MARKS[1], 1)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", default=os.path.join(HERE, "..", "..", "resources", "models"), metavar="FOLDER")
    parser.add_argument("--only", action="append", metavar="NAME")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--readme", metavar="FILE", help="puts the table into this file, too")
    arguments = parser.parse_args()
    torch.set_num_threads(max(1, (os.cpu_count() or 1) // 2))
    exam, lines = Exam(), []

    def say(text):
        lines.append(text)
        if not arguments.json:
            print(text, flush=True)
    names = arguments.only or sorted((name for name in os.listdir(arguments.models)
                                      if os.path.exists(os.path.join(arguments.models, name, "model.safetensors"))), key=place)
    say(f"Entropy of the generator on the same documents: {exam.entropy:.3f} nats per token; ln V = {math.log(exam.tokens):.2f}. "
        "Two numbers: after `<s>` / without.\n")
    say(row(HEADINGS))
    say("|" + "---|" * len(HEADINGS))
    for name in names:
        folder = os.path.join(arguments.models, name)
        found = examine(folder, exam)
        say(line(found, folder))
        if arguments.json:
            print(json.dumps(found), flush=True)
    if arguments.readme:
        put("\n".join(lines) + "\n", arguments.readme)


def place(name):
    """Models in the order of the zoo."""
    names = [entry["name"] for entry in zoo.QUEUE]
    return names.index(name) if name in names else len(names)


if __name__ == "__main__":
    main()
