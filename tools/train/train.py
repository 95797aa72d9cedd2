"""Trains one model of the zoo on the CPU: seeded, resumable, one thread.

    python3 tools/train/train.py main --out FOLDER            (stops and goes on where it was: run it again)
    python3 tools/train/train.py main --out FOLDER --set lr=3e-3 --set sizes.d_model=80 --name other

writes FOLDER/NAME/: config.json, model.safetensors (float16), tokenizer.json, history.json, snapshots/STEP.safetensors, and
checkpoint.pt while it runs. Products run in bfloat16, everything else and all weights in float32. Training waits while
FOLDER/PAUSE exists. The format of history.json is described in resources/models/README.md.
"""
import argparse
import json
import math
import os
import signal
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import save_file

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "reference"))
import corpus  # noqa: E402
import fast  # noqa: E402
import measures  # noqa: E402
import model as reference  # noqa: E402
import tokenizer  # noqa: E402
import zoo  # noqa: E402

STORY_TOKENS = 4_000_000
CHECKPOINT_SECONDS = 120


# ---------------------------------------------------------------------------------------------------------------- start

def build(choices, seed):
    """A model as training starts: matrices 1/√fan_in, embeddings 1/√d_model (times the embedding scale), the outputs of branches
    smaller by √(2·layers) where no norm follows them."""
    torch.manual_seed(seed)
    model = reference.Model(choices)
    c = model.c
    with torch.no_grad():
        for stack in [model] + ([model.encoder] if hasattr(model, "encoder") else []):
            depth = math.sqrt(2 * max(1, len(stack.blocks)))
            if stack.c["norm.placement"] in ("pre", "none"):
                for block in stack.blocks:
                    for branch in [block.attn.o] + [part.down for part in block.mlp.modules() if hasattr(part, "down")]:
                        branch.weight /= depth
            if hasattr(stack, "pos_embed"):
                stack.pos_embed.weight.normal_(0, 0.5)
        for name, value in model.named_parameters():
            if name.endswith("rel_bias.weight"):
                value.zero_()
            if name.endswith(("attn.q.bias", "attn.k.bias")):
                value.normal_(0, 0.5)
    return model, c


def optimizer_of(model, settings):
    decayed = [value for name, value in model.named_parameters() if value.dim() == 2 and "embed" not in name]
    others = [value for name, value in model.named_parameters() if not (value.dim() == 2 and "embed" not in name)]
    return torch.optim.AdamW([{"params": decayed, "weight_decay": settings["weight_decay"]}, {"params": others, "weight_decay": 0.0}],
                             lr=settings["lr"], betas=(0.9, settings["beta2"]), eps=1e-9, fused=True)


def learning_rate(settings, step):
    """Linear warm-up, then a cosine down to a twentieth."""
    warm = min(1.0, (step + 1) / settings["warmup"]) if settings["warmup"] else 1.0
    return settings["lr"] * warm * (0.05 + 0.475 * (1 + math.cos(math.pi * min(1.0, step / settings["steps"]))))


def add_dropout(model, chance):
    """On what each branch adds and on the embedding, as in arXiv 1706.03762 §5.4."""
    def drop(module, inputs, output):
        return F.dropout(output, chance, module.training)
    for block in model.blocks:
        block.attn.register_forward_hook(drop)
        block.mlp.register_forward_hook(drop)


# ---------------------------------------------------------------------------------------------------------------- tasks

def unseen_ids(*seen):
    """All other ids."""
    return sorted(set(range(tokenizer.SIZE)) - set(np.concatenate([np.asarray(part, dtype=np.int64) for part in seen]).tolist()))


class NextToken:
    """Stories and repeats, each token told from those before it."""

    def __init__(self, settings, cache):
        self.settings = settings
        self.stories = corpus.Stories(1, STORY_TOKENS, False, cache)
        self.held_out = corpus.Stories(2, 60_000, True, cache)

    def unseen(self):
        """Ids that no row of the training holds."""
        extra = [tokenizer.MASK] if self.settings["task"] == "masked" else []
        return unseen_ids(self.stories.ids, corpus.ORDER, [tokenizer.START], extra)

    def curriculum(self, step):
        """(share of stories, pool size, tokens a row, range of lengths)"""
        s = self.settings
        grown = max(0, step - s["first"])
        pool = min(len(corpus.ORDER), int(s["pool"] * 2 ** (grown / s["double"])))
        full = s["first"] + s["double"] * math.log2(len(corpus.ORDER) / s["pool"])
        stories = s["stories"] * min(1.0, max(0.0, (step - full) / s["blend"]))
        return (stories, pool, 64, (3, 30)) if step < s["first"] else (stories, pool, 128, (4, 62))

    def rows(self, step):
        """Batch of one step: ids [b, t + 1] and the mask of what counts [b, t]; depends on seed and step alone."""
        rng = np.random.default_rng([self.settings["seed"], step])
        share, pool, tokens, lengths = self.curriculum(step)
        count = self.settings["batch_tokens"] // tokens
        stories = int(share * count + rng.random())
        parts = []
        if stories:
            parts.append(self.stories.rows(rng, stories, tokens))
        if stories < count:
            parts.append(corpus.repeat_rows(rng, count - stories, tokens, pool, lengths))
        return (torch.from_numpy(np.concatenate([part[n] for part in parts])) for n in range(2))

    def loss(self, model, step):
        ids, mask = self.rows(step)
        inputs, targets = ids[:, :-1], ids[:, 1:]
        return lossy(model, inputs, targets, mask, self.settings)

    def probe(self):
        """A fixed held-out batch for the sizes."""
        rows, _ = self.held_out.rows(np.random.default_rng(3), 4, 128)
        return {"ids": torch.from_numpy(rows[:, :-1])}

    def evaluate(self, model):
        """Held-out stories in nats a token, from beginnings of documents."""
        rows, _ = self.held_out.rows(np.random.default_rng(4), 8, 128)
        rows = torch.from_numpy(rows)
        return F.cross_entropy(model(rows[:, :-1]).flatten(0, 1), rows[:, 1:].flatten()).item()


def lossy(model, inputs, targets, mask, settings):
    """Mean cross-entropy where the mask is 1, computed only there; with z-loss and balancing."""
    picked = mask.flatten().nonzero()[:, 0]
    real = torch.ones_like(inputs, dtype=torch.bool)
    hidden = model.run(inputs, real, reference.Record(), model.embed.weight)
    hidden = hidden.flatten(0, 1).index_select(0, picked)
    return loss_of(model, hidden, targets.flatten().index_select(0, picked), settings)


def loss_of(model, hidden, targets, settings):
    logits = model.output(hidden[None], None, reference.Record())[0].float()
    plain = F.cross_entropy(logits, targets)
    loss = plain
    if settings["z_loss"]:
        loss = loss + settings["z_loss"] * torch.logsumexp(logits, -1).square().mean()
    if settings["balance"]:
        loss = loss + settings["balance"] * sum(module.balance for module in model.modules() if isinstance(module, reference.Mixture))
    return loss, plain


class Masked(NextToken):
    """An encoder: 15 % of the tokens are to be told from all the others (arXiv 1810.04805 §3.1)."""

    def hidden_rows(self, rng, ids):
        chance = rng.random(ids.shape)
        asked, draw = chance < 0.15, rng.random(ids.shape)
        seen = np.where(asked & (draw < 0.8), tokenizer.MASK, ids)
        strange = rng.integers(tokenizer.FIRST_WORD, tokenizer.SIZE, ids.shape)
        return np.where(asked & (draw >= 0.9), strange, seen), asked

    def loss(self, model, step):
        ids, _ = self.rows(step)
        ids = ids[:, :-1].numpy()
        seen, asked = self.hidden_rows(np.random.default_rng([self.settings["seed"], step, 1]), ids)
        return lossy(model, torch.from_numpy(seen), torch.from_numpy(ids), torch.from_numpy(asked.astype(np.float32)), self.settings)

    def evaluate(self, model):
        rows, _ = self.held_out.rows(np.random.default_rng(4), 16, 128)
        seen, asked = self.hidden_rows(np.random.default_rng(6), rows[:, :-1])
        logits, asked = model(torch.from_numpy(seen)), torch.from_numpy(asked)
        return F.cross_entropy(logits[asked], torch.from_numpy(rows[:, :-1])[asked]).item()


class Translate:
    """An encoder–decoder: a sentence, and its twin in the other language between <s> and </s>."""

    def __init__(self, settings, cache):
        self.settings = settings
        source, held = corpus.translation_pairs(1, False), corpus.translation_pairs(2, True)
        self.pairs = [next(source) for _ in range(150_000)]
        self.held_out = [next(held) for _ in range(256)]

    def unseen(self):
        return unseen_ids([tokenizer.START, tokenizer.END], *(side for pair in self.pairs for side in pair))

    def batch(self, pairs):
        width, height = max(len(p[0]) for p in pairs), max(len(p[1]) for p in pairs) + 1
        source, source_real = torch.zeros(len(pairs), width, dtype=torch.long), torch.zeros(len(pairs), width, dtype=torch.bool)
        target, target_real = torch.zeros(len(pairs), height + 1, dtype=torch.long), torch.zeros(len(pairs), height + 1, dtype=torch.bool)
        for row, (a, b) in enumerate(pairs):
            b = [tokenizer.START] + b + [tokenizer.END]
            source[row, :len(a)], source_real[row, :len(a)] = torch.tensor(a), True
            target[row, :len(b)], target_real[row, :len(b)] = torch.tensor(b), True
        return {"ids": source, "real": source_real, "decoder_ids": target[:, :-1], "decoder_real": target_real[:, :-1]}, target[:, 1:], target_real[:, 1:]

    def loss(self, model, step):
        rng = np.random.default_rng([self.settings["seed"], step])
        inputs, targets, counts = self.batch([self.pairs[n] for n in rng.integers(0, len(self.pairs), self.settings["batch_tokens"] // 16)])
        plain = F.cross_entropy(model(**inputs)[counts].float(), targets[counts])
        return plain, plain

    def probe(self):
        return self.batch(self.held_out[:32])[0]

    def evaluate(self, model):
        inputs, targets, counts = self.batch(self.held_out)
        return F.cross_entropy(model(**inputs)[counts], targets[counts]).item()


TASKS = {"next": NextToken, "masked": Masked, "translate": Translate}


# -------------------------------------------------------------------------------------------------------------- history

def history_steps(steps):
    """Every step at first, then ever wider apart: about 220 points."""
    wanted = set(range(0, 24)) | set(range(24, 100, 4)) | {steps}
    return wanted | {int(n) for n in np.linspace(100, steps, 180)}


def gradient_norms(model):
    """(whole, of each layer)"""
    norm = {name: value.grad.norm().item() for name, value in model.named_parameters() if value.grad is not None}
    layers = [math.sqrt(sum(v * v for k, v in norm.items() if k.startswith(f"blocks.{n}."))) for n in range(len(model.blocks))]
    return math.sqrt(sum(v * v for v in norm.values())), layers


def rounded(value):
    if isinstance(value, (list, tuple)):
        return [rounded(part) for part in value]
    if isinstance(value, torch.Tensor):
        return rounded(value.tolist())
    if isinstance(value, float):
        return float(f"{value:.4g}") if math.isfinite(value) else None
    return value


class History:
    """Columns by name, one value a point."""

    def __init__(self, columns=None):
        self.columns = columns or {}

    def add(self, **values):
        for name, value in values.items():
            self.columns.setdefault(name, []).append(rounded(value))


@torch.no_grad()
def measured(model, task, settings):
    """What the history holds beside the step itself."""
    model.eval()
    found = measures.sizes(model, **task.probe())
    found["held_out"] = task.evaluate(model)
    if settings["task"] != "translate":
        # Two lengths, so that a head that always looks back by the same distance does not count.
        scores = [measures.repeat_scores(model, np.random.default_rng(length), 4, length, True) for length in (25, 38)]
        found |= {name: (scores[0][name] + scores[1][name]) / 2 for name in ("induction", "previous")}
        if settings["task"] == "next":
            found["second_copy"] = (scores[0]["second"] + scores[1]["second"]) / 2
    loads = [block.mlp.load for block in model.blocks if hasattr(block, "mlp") and hasattr(block.mlp, "load")]
    if loads:
        found["expert_load"] = loads  # [layer][expert], 1 = fair, of the last pass of the training
    model.train()
    return found


# ---------------------------------------------------------------------------------------------------------------- files

def nested(flat):
    out = {}
    for key, value in flat.items():
        at = out
        *path, last = key.split(".")
        for part in path:
            at = at.setdefault(part, {})
        at[last] = value
    return out


def save_weights(model, path):
    save_file({name: value.detach().half().contiguous() for name, value in model.state_dict().items()}, path + ".part")
    os.replace(path + ".part", path)


def save_json(value, path):
    with open(path + ".part", "w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False, separators=(",", ":"))
        file.write("\n")
    os.replace(path + ".part", path)


# ------------------------------------------------------------------------------------------------------------- training

class Training:
    def __init__(self, entry, out, cache):
        self.entry, self.folder = entry, os.path.join(out, entry["name"])
        self.pause = os.path.join(out, "PAUSE")
        self.settings, self.choices = zoo.training_of(entry), zoo.choices_of(entry)
        os.makedirs(os.path.join(self.folder, "snapshots"), exist_ok=True)
        self.task = TASKS[self.settings["task"]](self.settings, cache)
        self.model, _ = build(self.choices, self.settings["seed"])
        fast.speed_up(self.model)
        probe = self.task.probe()
        gap = fast.difference(self.model.eval(), lambda model, record: model(**probe, record=record))
        if not gap < 1e-3:
            raise SystemExit(f"{entry['name']}: fast and slow path differ by {gap}")
        self.model.train()
        if self.settings["dropout"]:
            add_dropout(self.model, self.settings["dropout"])
        self.optimizer = optimizer_of(self.model, self.settings)
        self.history, self.step, self.seconds = History(), 0, 0.0
        self.checkpoint = os.path.join(self.folder, "checkpoint.pt")
        if os.path.exists(self.checkpoint):
            stored = torch.load(self.checkpoint, weights_only=False)
            self.model.load_state_dict(stored["model"])
            self.optimizer.load_state_dict(stored["optimizer"])
            self.history, self.step, self.seconds = History(stored["history"]), stored["step"], stored["seconds"]
        self.points = history_steps(self.settings["steps"])
        self.stopped = False

    def save_checkpoint(self):
        torch.save({"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "history": self.history.columns,
                    "step": self.step, "seconds": self.seconds}, self.checkpoint + ".part")
        os.replace(self.checkpoint + ".part", self.checkpoint)
        self.save_history()

    def save_history(self):
        parameters = sum(value.numel() for value in self.model.parameters())
        save_json({"format": 1, "model": self.entry["name"], "purpose": self.entry["purpose"], "purpose_zh": self.entry["purpose_zh"],
                   "parameters": parameters,
                   "choices": self.choices, "training": self.settings, "seconds": round(self.seconds), "unseen_ids": self.task.unseen(),
                   "points": self.history.columns}, os.path.join(self.folder, "history.json"))

    def one_step(self):
        """One step; True unless the loss is no number any more."""
        settings, step = self.settings, self.step
        torch.manual_seed(settings["seed"] * 1_000_003 + step)  # dropout
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate(settings, step)
        self.optimizer.zero_grad()
        with torch.autocast("cpu", torch.bfloat16):
            loss, plain = self.task.loss(self.model, step)
        loss.backward()
        if step in self.points:
            whole, layers = gradient_norms(self.model)
            self.history.add(step=step, loss=plain.item(), learning_rate=learning_rate(settings, step), gradient=whole, gradient_layers=layers,
                             **measured(self.model, self.task, settings))
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), settings["clip"], foreach=True)
        self.optimizer.step()
        return math.isfinite(plain.item())

    def run(self):
        settings = self.settings
        last_time, last_checkpoint = time.process_time(), time.monotonic()
        while self.step <= settings["steps"] and not self.stopped:
            while os.path.exists(self.pause) and not self.stopped:
                time.sleep(1)
            if self.step in settings["snapshots"]:
                save_weights(self.model, os.path.join(self.folder, "snapshots", f"{self.step}.safetensors"))
            is_fine = self.one_step()
            self.step += 1
            now = time.process_time()
            self.seconds += now - last_time
            last_time = now
            if (self.step - 1) in self.points and (self.step - 1) % 50 < 20:
                self.say()
            if not is_fine:
                print(f"{self.entry['name']}: the loss is no number at step {self.step - 1}", flush=True)
                break
            if time.monotonic() - last_checkpoint > CHECKPOINT_SECONDS:
                self.save_checkpoint()
                last_checkpoint = time.monotonic()
        if self.stopped:
            self.save_checkpoint()
            return
        self.finish()

    def finish(self):
        if not self.settings["only_history"]:
            self.save_folder()
        self.save_history()
        if os.path.exists(self.checkpoint):
            os.remove(self.checkpoint)
        with open(os.path.join(self.folder, "done"), "w", encoding="utf-8"):
            pass
        self.say()

    def save_folder(self):
        save_weights(self.model, os.path.join(self.folder, "model.safetensors"))
        save_json({"model_type": "cutaway", "choices": nested(self.choices)}, os.path.join(self.folder, "config.json"))
        tokenizer.write(os.path.join(self.folder, "tokenizer.json"))

    def say(self):
        last = {name: column[-1] for name, column in self.history.columns.items()}
        best = {name: max(max(row) for row in last[name]) for name in ("induction", "previous") if last.get(name)}
        print(f"{self.entry['name']} step {last['step']} cpu {self.seconds:.0f}s loss {last['loss']} held-out {last['held_out']} "
              f"second {last.get('second_copy')} gradient {last['gradient']} {best}", flush=True)


def set_value(entry, words):
    key, value = words.split("=", 1)
    try:
        value = json.loads(value)
    except json.JSONDecodeError:
        pass
    entry["training" if key in zoo.TRAINING else "choices"][key] = value


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", choices=sorted(zoo.BY_NAME))
    parser.add_argument("--out", required=True)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="another choice or training setting")
    parser.add_argument("--name", help="another name for what comes out")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    entry = json.loads(json.dumps(zoo.BY_NAME[arguments.model]))
    entry["name"] = arguments.name or entry["name"]
    for words in arguments.set:
        set_value(entry, words)
    training = Training(entry, arguments.out, arguments.out)
    if os.path.exists(os.path.join(training.folder, "done")):
        print(f"{entry['name']}: there already")
        return
    signal.signal(signal.SIGTERM, lambda *_: setattr(training, "stopped", True))
    training.run()


if __name__ == "__main__":
    main()
