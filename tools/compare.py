"""Compares a trace of Cutaway with what transformers computes from the same (dequantised) weights.

    python3 tools/compare.py --model smollm2 --text "The capital of France is"
    python3 tools/compare.py --model minilm --text "The capital of France is"
    python3 tools/compare.py --model tests/data/golden/llama --ids 3,17,0,58
    python3 tools/compare.py --model smollm2 --text "The capital of France is" --gradient loss
    python3 tools/compare.py --model smollm2 --text "The capital of France is" --intervene "The capital of Spain is"

Prints, for each tensor, the largest difference divided by the largest value of that tensor; exit 1 when one is above
--tolerance, is missing, or when the ids of the two tokenizers differ (needs torch, transformers, gguf, safetensors).
The names compared are hidden_states (blocks.N.resid_pre, .resid_post, ln_final.out), attentions (blocks.N.attn.pattern)
and logits, as far as the model has them; with --all, everything that both record; with --gradient METRIC the gradients of
these and of all weights, with those of transformers computed in float64 throughout (tokens of the metric as ids, #123); where transformers'
own float32 is farther from these than --tolerance, half as much again is allowed. With --intervene OTHER, of a Llama-shaped model, the logits under
two dozen interventions, of which four add a direction, and a causal trace: log p of the likeliest token after the text, with the stream of the text put into the run of
OTHER (of as many tokens) at each layer and position.
"""
import argparse
import fnmatch
import glob
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
from safetensors import safe_open

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import record  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
RECORDED = ["embed", "blocks.*.resid_pre", "blocks.*.resid_post", "blocks.*.attn.pattern", "ln_final.out", "logits"]


def locate(model):
    """A name, folder or file as (path of the HF folder or None, path of the GGUF file or None)."""
    path = model
    if not os.path.exists(path):
        data = os.environ.get("CUTAWAY_DATA_DIR") or os.path.join(
            os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share"), "cutaway")
        path = os.path.join(data, "models", model)
    if not os.path.exists(path):
        raise SystemExit(f"{model}: neither a path nor a fetched model")
    if os.path.isfile(path):
        return (None, path) if path.endswith(".gguf") else (os.path.dirname(path) or ".", None)
    if os.path.exists(os.path.join(path, "config.json")):
        return path, None
    files = glob.glob(os.path.join(path, "*.gguf"))
    if len(files) != 1:
        raise SystemExit(f"{path}: expected config.json or one .gguf file, found {len(files)} .gguf files")
    return None, files[0]


def run(command):
    """What a program prints; ends this one when it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{command[0]} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def cutaway_ids(arguments):
    if arguments.ids:
        return [int(part) for part in arguments.ids.split(",")]
    return json.loads(run([arguments.cutaway, "tokenize", "--model", arguments.model, "--text", arguments.text, "--json"]))


def run_cutaway(arguments, patterns, target, more=()):
    """Runs `cutaway trace`; the tensors of its file(s) and its metadata."""
    command = [arguments.cutaway, "trace", "--model", arguments.model, "-o", target, *more]
    command += ["--ids", arguments.ids] if arguments.ids else ["--text", arguments.text]
    for name in patterns:
        command += ["--record", name]
    run(command)
    files = [target]
    if not os.path.exists(target):
        with open(target + ".index.json", encoding="utf-8") as file:
            files = sorted({os.path.join(os.path.dirname(target), part) for part in json.load(file)["weight_map"].values()})
    tensors, metadata = {}, {}
    for name in files:
        with safe_open(name, "np") as file:
            metadata |= file.metadata() or {}
            tensors |= {key: file.get_tensor(key) for key in file.keys()}
    return tensors, metadata


def reference_ids(folder, gguf, text):
    """The ids which transformers' tokenizer gives; None when it has none for this model."""
    from transformers import AutoTokenizer
    try:
        if gguf:
            tokenizer = AutoTokenizer.from_pretrained(os.path.dirname(gguf) or ".", gguf_file=os.path.basename(gguf))
        else:
            tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    except Exception as error:  # whatever its cause, the tensors can still be compared
        print(f"no tokenizer to compare with ({type(error).__name__})")
        return None
    return tokenizer(text)["input_ids"]


def mask_of(folder):
    """The id of the token that hides others from an encoder; None where its tokenizer has none."""
    from transformers import AutoTokenizer
    return AutoTokenizer.from_pretrained(folder, local_files_only=True).mask_token_id


def is_required(name):
    return name.endswith(("resid_pre", "resid_post", "pattern", "ln_final.out", "logits"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True, help="as for cutaway: a name, a folder, a .gguf file")
    prompt = parser.add_mutually_exclusive_group(required=True)
    prompt.add_argument("--text")
    prompt.add_argument("--ids", help="token ids, separated by commas")
    parser.add_argument("--all", action="store_true", help="compare everything that both record")
    parser.add_argument("--gradient", metavar="METRIC", help="compare gradients: loss, logit:#123@-1, …")
    parser.add_argument("--intervene", metavar="OTHER", help="compare runs under interventions: another text of as many tokens")
    parser.add_argument("--tolerance", type=float, default=1e-4)
    parser.add_argument("--cutaway", default=os.path.join(HERE, "..", "build", "release", "bin", "cutaway"), metavar="PATH")
    arguments = parser.parse_args()
    folder, gguf = locate(arguments.model)

    ids = cutaway_ids(arguments)
    failures = []
    if arguments.text:
        expected_ids = reference_ids(folder, gguf, arguments.text)
        if expected_ids is not None and expected_ids != ids:
            failures.append("ids")
            print(f"ids differ: cutaway {ids}, transformers {expected_ids}")

    if arguments.gradient or arguments.intervene:
        failures += (compare_gradients if arguments.gradient else compare_interventions)(arguments, folder, gguf, ids)
        print("all agree" if not failures else f"above {arguments.tolerance:g}: {', '.join(failures)}")
        return 1 if failures else 0
    model = load(folder, gguf)
    expected = record.run_once(model, ids).tensors
    if gguf:
        # The file's rows of q and k stand in another order than transformers'; the pattern proves them.
        expected = {name: value for name, value in expected.items() if not name.endswith((".attn.q", ".attn.k"))}
    patterns = ["*"] if arguments.all else [each for each in RECORDED if fnmatch.filter(expected, each)]
    with tempfile.TemporaryDirectory() as scratch:
        tensors, metadata = run_cutaway(arguments, patterns, os.path.join(scratch, "run.safetensors"))
    if json.loads(metadata["ids"]) != ids:
        failures.append("ids of the trace")
    failures += compare(tensors, expected, arguments.tolerance)
    print(f"{len(ids)} tokens: " + (f"above {arguments.tolerance:g}: {', '.join(failures)}" if failures else "all agree"))
    return 1 if failures else 0


def load(folder, gguf):
    if not gguf:
        return record.load_model(folder)
    import gguf_llama
    return gguf_llama.load(gguf)


def compare_gradients(arguments, folder, gguf, ids):
    """The names of the gradients that differ."""
    import gradients
    has_head = gguf or not any("Model" in word for word in json.load(open(os.path.join(folder, "config.json"), encoding="utf-8")).get("architectures", []))
    model = load(folder, gguf) if has_head else gradients.masked_language(arguments.cutaway, arguments.model, folder)
    mask = mask_of(folder) if "MaskedLM" in type(model).__name__ else None
    _, single = gradients.of(model, ids, arguments.gradient, mask)
    with gradients.in_float64():
        value, expected = gradients.of(model.double(), ids, arguments.gradient, mask)
    if gguf:  # rows of q and k stand in another order
        expected = {name: each for name, each in expected.items() if not name.endswith((".attn.q.weight", ".attn.k.weight"))}
    more = ["--gradient", arguments.gradient] + ([] if has_head else gradients.HEAD)
    with tempfile.TemporaryDirectory() as scratch:
        tensors, metadata = run_cutaway(arguments, list(expected), os.path.join(scratch, "run.safetensors"), more)
    print(f"{arguments.gradient}: {float(metadata['metric_value']):.7g}, expected {value:.7g}")
    own = {name: relative(single[name].numpy(), each.numpy()) for name, each in expected.items() if name in single}
    print(f"transformers itself differs in float32 from float64 by up to {max(own.values()):.2e}: no float32 can be asked for more")
    return compare(tensors, expected, arguments.tolerance, own)


def compare_interventions(arguments, folder, gguf, ids):
    """The names of the runs whose logits differ."""
    import interventions
    import torch
    model = load(folder, gguf)
    model.config._attn_implementation = interventions.KIND
    other = json.loads(run([arguments.cutaway, "tokenize", "--model", arguments.model, "--text", arguments.intervene, "--json"]))
    if len(other) != len(ids):
        raise SystemExit(f"the other text has {len(other)} tokens, expected {len(ids)}")
    found, expected = {}, {"untouched": interventions.logits(model, ids)}
    with tempfile.TemporaryDirectory() as scratch:
        path = lambda name: os.path.join(scratch, name)  # noqa: E731
        found["untouched"] = run_cutaway(arguments, ["logits"], path("untouched.safetensors"))[0]["logits"]
        run([arguments.cutaway, "trace", "--model", arguments.model, "--text", arguments.intervene, "--record", "blocks.*.resid_pre", "-o", path("other.safetensors")])
        with safe_open(path("other.safetensors"), "pt") as file:
            sources = {name: file.get_tensor(name) for name in file.keys()}
        directions = interventions.directions(model, [arguments.text, arguments.intervene], [ids, other], scratch)
        words_of = {"other": path("other.safetensors")} | {name: source for name, (source, _) in directions.items()}
        sources |= {name: vector for name, (_, vector) in directions.items()}
        for number, (words, changes) in enumerate(interventions.cases(model.config, len(ids))):
            with open(path("list.json"), "w", encoding="utf-8") as file:
                json.dump([each | {"source": words_of[each["source"]]} if "source" in each else each for each in changes], file)
            found[words] = run_cutaway(arguments, ["logits"], path(f"{number}.safetensors"), ["--intervene", path("list.json")])[0]["logits"]
            expected[words] = interventions.logits(model, ids, changes, sources)
    untouched = expected["untouched"]
    for words, value in expected.items():
        print(f"{words:64} moves the logits by {float((value - untouched).abs().max()):.3g}")
    token = int(untouched[-1].argmax())
    rows = json.loads(run([arguments.cutaway, "patch", "--model", arguments.model, "--text", arguments.text, "--b-text", arguments.intervene,
                           "--metric", f"log_prob:#{token}@-1", "--over", "stream", "--json"]))["rows"]
    expected["causal trace"] = interventions.causal_trace(model, ids, other, token)
    layers = len(expected["causal trace"])
    trace = np.full((layers, len(ids)), np.nan)
    for row in rows:
        if row["layer"] < layers and row["branch"] == "resid_pre":
            trace[row["layer"], row["token"]] = row["value"]
    found["causal trace"] = trace
    return compare(found, {name: torch.as_tensor(value) for name, value in expected.items()}, arguments.tolerance)


def relative(found, wanted):
    """The largest difference as a share of the largest number."""
    return float(np.abs(found.astype(np.float64) - wanted).max() / max(float(np.abs(wanted).max()), 1e-30))


def compare(tensors, expected, tolerance, own=None):
    """Prints one line a tensor; the names of those that are missing, or that differ by more than the tolerance and, where `own` says
    by how much the reference's float32 differs, by more than half as much again."""
    failures, worst = [], 0.0
    for name, value in expected.items():
        wanted = value.numpy()
        found = tensors.get(name)
        if found is None:
            if is_required(name):
                failures.append(name)
                print(f"{name:32} missing")
            continue
        if found.shape != wanted.shape:
            failures.append(name)
            print(f"{name:32} shape {list(found.shape)}, expected {list(wanted.shape)}")
            continue
        difference = relative(found, wanted)
        if not difference <= max(tolerance, 1.5 * (own or {}).get(name, 0.0)):  # NaN too
            failures.append(name)
        worst = max(worst, difference)
        print(f"{name:32} {str(list(wanted.shape)):>20} {difference:.2e}{'  <-- above' if name in failures else ''}")
    print(f"largest relative difference {worst:.2e}")
    return failures


if __name__ == "__main__":
    sys.exit(main())
