"""Compares the program with the reference model over random legal combinations of choices: every tensor of each.

    ./dev parity                                         all 400, and the table build/parity.md
    python3 tools/reference/parity.py -j 2 --only position.kind=shaw --count 40
    python3 tools/reference/parity.py --case 17 --keep some/folder
    ./dev parity --gradients                             every gradient of each, against PyTorch's autograd in float64

A tensor passes when its largest difference is at most 1e-4 of its largest value and infinities stand at the same places; a
case passes when both sides also have the same names and shapes. The combinations come from draw.py: the same seed gives
the same ones. Exit 1 when a case fails. Needs torch, numpy, safetensors.
"""
import argparse
import collections
import json
import math
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time

import torch
from safetensors.torch import load_file, save_file

import draw
import drawn
import gradients
import model as reference

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
TOLERANCE = 1e-4
FAMILIES = ("topology", "norm.kind", "norm.placement", "position.kind", "rope.pairing", "rope.scaling", "attention.kind", "mask.kind", "score.qk_norm",
            "activation.kind", "feed_forward.kind", "mixture.routing", "mixer.kind", "block.layout", "output.head")
UNKNOWN = ("not in this version yet", "not a legal value", "unknown key", "--decoder-ids: unknown option")


def write_folder(folder, case, dtype=torch.float32, choices=None):
    """The native folder of a case; `choices` may leave out what is at its default."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "config.json"), "w", encoding="utf-8") as file:
        json.dump({"model_type": "cutaway", "choices": drawn.nested(choices or case.choices)}, file, indent=1)
        file.write("\n")
    save_file({name: value.to(dtype).contiguous() for name, value in case.model.state_dict().items()}, os.path.join(folder, "model.safetensors"))


def run_program(program, folder, case, more=()):
    """(tensors, None) of the program's trace, or (None, its complaint)."""
    target = os.path.join(folder, "run.safetensors")
    command = [program, "trace", "--model", folder, "--ids", ",".join(map(str, case.ids)), "--record", "*", *more, "-o", target]
    if case.decoder_ids is not None:
        command += ["--decoder-ids", ",".join(map(str, case.decoder_ids))]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None, "no end within 120 s"
    if done.returncode:
        return None, f"exit {done.returncode}: {done.stderr.strip().replace(folder, 'FOLDER')}"
    return load_file(target), None


class Result:
    """What came out of one case: status ok, failed, skipped (the program does not know a word yet) or not drawn."""

    def __init__(self, number, choices, status, problems=(), differences=None, redrawn=0):
        self.number, self.choices, self.status = number, choices, status
        self.problems, self.differences, self.redrawn = list(problems), differences or {}, redrawn


def check(task):
    """Runs one case; called in a process of its own."""
    options, number, choices, prompt = task
    torch.set_num_threads(1)
    of = []  # the gradients of the case that is taken

    def is_wanted(case):
        if options.gradients:
            of[:] = [gradients.Expected(case)]
        return not of or of[0].is_good

    try:
        case = drawn.Case(options.seed, number, choices, prompt, is_wanted)
    except draw.Illegal as problem:
        return Result(number, choices, "not drawn", [str(problem)])
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.join(options.keep, str(number)) if options.keep else scratch
        # Half of the cases leave out what is at its default, so that the defaults are compared too.
        short = {key: value for key, value in choices.items() if value != reference.DEFAULTS.get(key, ...)}
        write_folder(folder, case, torch.float16 if number % 2 else torch.float32, short if options.known_only or number % 4 < 2 else None)
        if options.keep:
            reference.save_trace(os.path.join(folder, "reference.safetensors"), case.trace,
                                 {"model": str(number), "choices": drawn.nested(choices), "ids": case.ids, "decoder_ids": case.decoder_ids})
        found, complaint = run_program(options.program, folder, case, ["--gradient", of[0].metric.words()] if of else [])
    if complaint:
        unknown = options.known_only and any(words in complaint for words in UNKNOWN)
        return Result(number, choices, "skipped" if unknown else "failed", [complaint], redrawn=case.redrawn)

    expected = of[0].tensors if of else case.trace
    if of:
        found = {name: value for name, value in found.items() if name.startswith("grad.") and not name.endswith(".state")}
    problems = []
    for words, names in (("missing", set(expected) - set(found)), ("not expected", set(found) - set(expected))):
        if names:
            problems.append(f"{words}: {', '.join(sorted(names)[:8])}{' …' if len(names) > 8 else ''} ({len(names)})")
    differences = of[0].differences(found) if of else drawn.compare(found, case.trace)
    above = [name for name in expected if name in differences and not differences[name] <= TOLERANCE]
    for name in (above[::-1] if of else above)[:6]:  # in the order of the pass, or of the way back: the first is where it begins
        shapes = "" if found[name].shape == expected[name].shape else f" shape {list(found[name].shape)}, expected {list(expected[name].shape)}"
        problems.append(f"{name}: {differences[name]:.1e}{shapes}")
    if len(above) > 6:
        problems.append(f"and {len(above) - 6} more tensors")
    return Result(number, choices, "failed" if problems else "ok", problems, differences, case.redrawn)


def table(results, header, families_only=False):
    """Markdown: the worst tensor of each value of each key, then of each name; or of each kind of each family only."""
    worst, counts = {}, collections.Counter()
    for result in results:
        if not result.differences:
            continue
        name, value = max(result.differences.items(), key=lambda pair: pair[1])
        for words in draw.values(result.choices):
            counts[words] += 1
            if words not in worst or value > worst[words][0]:
                worst[words] = (value, name, result.number)
    lines = header + ["", "| choice | cases | largest difference | tensor | case |", "|---|---:|---:|---|---:|"]
    for words in sorted(worst):
        value, name, number = worst[words]
        key, setting = words.split("=")
        if key in FAMILIES or not families_only:
            lines.append(f"| `{key}` = `{setting}` | {counts[words]} | {value:.1e} | `{name}` | {number} |")
    if families_only:
        return "\n".join(lines) + "\n"
    by_tensor = {}
    for result in results:
        for name, value in result.differences.items():
            short = re.sub(r"\b\d+\b", "N", name)
            by_tensor[short] = max(by_tensor.get(short, (0.0, -1)), (value, result.number))
    lines += ["", "| tensor | largest difference | case |", "|---|---:|---:|"]
    lines += [f"| `{name}` | {value:.1e} | {number if number >= 0 else '–'} |" for name, (value, number) in sorted(by_tensor.items())]
    return "\n".join(lines) + "\n"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=os.path.join(ROOT, "build", "release", "bin", "cutaway"), metavar="PATH")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=400, help="how many combinations (default 400)")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", action="append", default=[], metavar="KEY=VALUE", help="draw only combinations with this, or one of KEY=A|B; repeatable")
    parser.add_argument("--case", type=int, help="run one of them and print its choices")
    parser.add_argument("--keep", metavar="FOLDER", help="leave the folders and both traces there")
    parser.add_argument("--gradients", action="store_true", help="compare gradients of a metric, of all tensors and weights")
    parser.add_argument("--known-only", action="store_true", help="pass over combinations that the program says it does not know yet")
    parser.add_argument("--families", action="store_true", help="a short table: the kinds of the families (docs/fidelity.md)")
    parser.add_argument("-o", "--output", default=os.path.join(ROOT, "build", "parity.md"), metavar="FILE", help="the table (default build/parity.md)")
    return parser.parse_args()


def main():
    options = parse_arguments()
    if not os.access(options.program, os.X_OK):
        raise SystemExit(f"{options.program}: no program there (./dev build)")
    forced = dict(words.split("=", 1) for words in options.only)
    if options.gradients:
        forced.setdefault("output.head", "linear|masked_language")  # a gradient begins at the logits
    cases, (met, reachable) = draw.combinations(options.seed, options.count, forced)
    tasks = [(options, number, *case) for number, case in enumerate(cases) if options.case in (None, number)]
    start, results = time.monotonic(), []
    with multiprocessing.get_context("spawn").Pool(min(options.jobs, len(tasks))) as pool:
        while tasks:
            for result in pool.imap_unordered(check, tasks):
                results.append(result)
                if result.status in ("failed", "not drawn") or options.case is not None:
                    print(f"case {result.number}: {result.status}", *result.problems, sep="\n    ", flush=True)
            # As many as were asked for are compared: further combinations for those without well-conditioned numbers.
            is_enough = options.case is not None or len(results) >= 2 * options.count
            missing = 0 if is_enough else options.count - sum(result.status != "not drawn" for result in results)
            further = draw.combinations(options.seed, len(results) + missing, forced)[0][len(results):] if missing else []
            tasks = [(options, number, *case) for number, case in enumerate(further, len(results))]
    results.sort(key=lambda result: result.number)

    if options.case is not None:
        print(json.dumps(dict(sorted(results[0].choices.items()))))
    count = collections.Counter(result.status for result in results)
    redrawn = sum(result.redrawn > 0 for result in results)
    worst = max((value for result in results for value in result.differences.values() if math.isfinite(value)), default=0.0)
    tensors = sum(len(result.differences) for result in results)
    header = [f"{len(results)} combinations (seed {options.seed}{''.join(', ' + words for words in options.only)}): "
              + ", ".join(f"{number} {status}" for status, number in sorted(count.items())) + ".",
              f"{tensors} tensors compared, largest difference {worst:.1e} of a tensor's largest value (allowed {TOLERANCE:g}).",
              f"Pairs of values met: {met}" + (f" of {reachable} that 4000 random draws show." if not forced else "."),
              f"Numbers drawn again in {redrawn} cases (routing margin below {drawn.Case.MARGIN:g}, or float32 itself not within {drawn.Case.CONDITION:g})."]
    print(*header, f"{time.monotonic() - start:.0f} s", sep="\n")
    if options.case is None:
        os.makedirs(os.path.dirname(os.path.abspath(options.output)), exist_ok=True)
        with open(options.output, "w", encoding="utf-8") as file:
            file.write(table(results, header, options.families))
        print(f"table: {options.output}")
    return 1 if count["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
