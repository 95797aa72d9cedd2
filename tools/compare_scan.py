"""Compares the scan that record.py makes of many texts in several processes with that of one process and that of Cutaway.

    python3 tools/compare_scan.py --model smollm2 --texts texts.txt --at blocks.3.mlp.post
    python3 tools/compare_scan.py --model smollm2 --texts texts.txt --at 'blocks.3.attn.z[2]' --processes 3 --top 5

Starts `record.py --texts` with torchrun, which merges the files of its processes; then in one process; then `cutaway scan`. Prints
the largest differences of each tensor of the three files, and draws the merged file with `cutaway export --figure scan`, which
opens it as the window does. Exit 1 when values differ by more than --tolerance of the largest value, or places in the texts differ
where values do not (needs torch, transformers, safetensors; gguf for a GGUF file). Tokens are those of Cutaway: compare.py compares
tokenizers. --keep FILE keeps the merged file.
"""
import argparse
import json
import os
import shutil
import sys
import tempfile

import numpy as np

import compare
import record_scan

HERE = os.path.dirname(os.path.abspath(__file__))


def write_ids(arguments, target):
    """The texts as the ids of Cutaway's tokenizer, each in its line."""
    with open(arguments.texts, encoding="utf-8") as file:
        count = sum(1 for _ in file)
    texts = dict(record_scan.texts_of(arguments.texts))
    with open(target, "w", encoding="utf-8") as file:
        for line in range(1, count + 1):
            if line in texts:
                ids = json.loads(compare.run([arguments.cutaway, "tokenize", "--model", arguments.model, "--text", texts[line], "--json"]))
                file.write(json.dumps({"ids": ids}))
            file.write("\n")


def folder_of(model, scratch):
    """A folder of transformers with the weights of a model."""
    folder, gguf = compare.locate(model)
    if not gguf:
        return folder
    import gguf_llama
    from transformers.utils import logging
    logging.disable_progress_bar()
    folder = os.path.join(scratch, "model")
    gguf_llama.load(gguf).save_pretrained(folder)
    return folder


def along(arguments):
    return ["--along", arguments.along] if arguments.along else []


def recorded(arguments, folder, ids, target, processes):
    """A scan of record.py."""
    start = [sys.executable] + (["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", str(processes)] if processes > 1 else [])
    compare.run(start + [os.path.join(HERE, "record.py"), folder, "--texts", ids, "--at", arguments.at, "--top", str(arguments.top), *along(arguments), "-o", target])
    return record_scan.load(target)


def relative(found, wanted):
    """The largest difference as a share of the largest value; the same places may be NaN."""
    found, wanted = np.asarray(found, np.float64), np.asarray(wanted, np.float64)
    if found.shape != wanted.shape or (np.isnan(found) != np.isnan(wanted)).any():
        return float("inf")
    return float(np.nanmax(np.abs(found - wanted), initial=0) / max(float(np.nanmax(np.abs(wanted), initial=0)), 1e-30))


def compare_hits(found, wanted, name, tolerance):
    """(largest difference of the values, hits at other places): places may differ where values are as good as equal."""
    def rows(scan):
        return [sorted(hits, key=lambda hit: hit[:3], reverse=True) for hits in scan.hits[name]]
    worst, others, size = 0.0, 0, max(float(np.nanmax(np.abs(wanted.ends))), 1e-30)
    for ours, theirs in zip(rows(found), rows(wanted), strict=True):
        if len(ours) != len(theirs):
            return float("inf"), 0
        for a, b in zip(ours, theirs):
            difference = abs(float(a[3]) - float(b[3])) / size
            worst = max(worst, difference)
            others += a[1:3] != b[1:3] and (name == "sample" or difference > tolerance)
    return worst, others


def compare_scans(words, found, wanted, tolerance):
    """Prints a line a tensor; the names of those that differ."""
    failures = []

    def say(name, difference, remark=""):
        is_above = not difference <= tolerance or bool(remark)
        failures.extend([f"{words}: {name}"] * is_above)
        print(f"{words:32} {name:12} {difference:.2e} {remark}{'  <-- above' if is_above else ''}")
    for name in record_scan.LISTS:
        difference, others = compare_hits(found, wanted, name, tolerance)
        say(name, difference, f"{others} at other places" if others else "")
    tokens = max(1, wanted.tokens)
    say("sum", relative(found.sums / tokens, wanted.sums / tokens))
    say("least_most", relative(found.ends, wanted.ends))
    say("range", max(relative(found.low, wanted.low), relative(found.high, wanted.high)))
    if found.written is not None or wanted.written is not None:
        say("written", relative(found.written, wanted.written) if found.written is not None and wanted.written is not None else float("inf"))
    # A value at the edge of a bin may be counted in the next one.
    moved = int(np.abs(np.cumsum(found.bins - wanted.bins, axis=1)).max()) if found.bins.shape == wanted.bins.shape else tokens
    say("counts", moved / tokens if moved > 1 else 0)
    counted = [[scan.tokens, scan.text_count, scan.lines] for scan in (found, wanted)]
    say("tokens", relative(*counted), "" if counted[0] == counted[1] else f"{counted[0]}, expected {counted[1]}")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True, help="as for cutaway: a name, a folder, a .gguf file; with a tokenizer")
    parser.add_argument("--texts", required=True, help="a text a line, or a .jsonl")
    parser.add_argument("--at", required=True, help="the tensor, blocks.3.mlp.post")
    parser.add_argument("--along", help="norm, or a direction whose tokens are ids: '{\"towards\": \"#12\"}'")
    parser.add_argument("--top", type=int, default=10)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--tolerance", type=float, default=1e-4)
    parser.add_argument("--keep", metavar="FILE", help="where the merged file is kept")
    parser.add_argument("--cutaway", default=os.path.join(HERE, "..", "build", "release", "bin", "cutaway"), metavar="PATH")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        def path(name):
            return os.path.join(scratch, name)
        write_ids(arguments, path("ids.jsonl"))
        folder = folder_of(arguments.model, scratch)
        merged = recorded(arguments, folder, path("ids.jsonl"), path("merged.safetensors"), arguments.processes)
        left = [name for name in os.listdir(scratch) if name.startswith("merged.safetensors.")]
        alone = recorded(arguments, folder, path("ids.jsonl"), path("alone.safetensors"), 1)
        compare.run([arguments.cutaway, "scan", "--model", arguments.model, "--texts", arguments.texts, "--at", arguments.at, "--top", str(arguments.top),
                     *along(arguments), "-o", path("engine.safetensors")])
        engine = record_scan.load(path("engine.safetensors"))
        compare.run([arguments.cutaway, "export", "--figure", "scan", "--model", path("merged.safetensors"), "-o", path("scan.csv")])
        with open(path("scan.csv"), encoding="utf-8") as file:
            lines = sum(1 for _ in file)
        failures = compare_scans(f"{arguments.processes} processes, one process", merged, alone, arguments.tolerance)
        failures += compare_scans(f"{arguments.processes} processes, cutaway", merged, engine, arguments.tolerance)
        failures += [f"{name} is left" for name in left] + (["export --figure scan"] if lines < 2 else [])
        print(f"{merged.channels} channels, {merged.text_count} texts, {merged.tokens} tokens; opened: {lines} lines of numbers")
        if arguments.keep:
            shutil.copy(path("merged.safetensors"), arguments.keep)
    print("all agree" if not failures else f"above {arguments.tolerance:g}: {', '.join(failures)}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
