"""The bundled corpus as the program prints it (`cutaway corpus`), for scripts that look at more than a training does.

The program is build/release/bin/cutaway, or what CUTAWAY names.
"""
import json
import os
import subprocess

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
MAIN = os.path.join(ROOT, "resources", "models", "main")


def printed(*words):
    """Every line of `cutaway corpus …`, read as JSON."""
    program = os.environ.get("CUTAWAY", os.path.join(ROOT, "build", "release", "bin", "cutaway"))
    out = subprocess.run([program, "corpus", *map(str, words)], check=True, capture_output=True, text=True, encoding="utf-8").stdout
    return [json.loads(line) for line in out.splitlines()]


def documents(seed, count, held_out):
    """Documents with "kind", "text", "ids", "nats" and "questions": [{"test", "at", "right", "wrong"}]."""
    return printed("--documents", count, "--seed", seed, "--json", *["--held-out"] * held_out)


def rows(count, length):
    """Held-out rows of `length` + 1 ids: those of the page Positions."""
    return printed("--batch", f"{count}x{length}", "--held-out")


def pairs(count):
    """(source, target) of held-out sentences as ids; the target ends with END."""
    return [(pair["ids"], pair["answer_ids"]) for pair in printed("--pairs", count, "--held-out", "--json")]


def token_texts():
    """The text of every id of the tokenizer that all bundled models have."""
    with open(os.path.join(MAIN, "tokenizer.json"), encoding="utf-8") as file:
        return [piece for piece, _ in json.load(file)["model"]["vocab"]]


# Ids: special ones, the bytes, then the ordinary tokens without a gap.
UNKNOWN, START, END, MASK = range(4)
FIRST_WORD = 260
