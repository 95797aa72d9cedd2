"""Held-out rows of text for the loss at each position (page Positions), as ids.

    python3 tools/train/held_out_rows.py                  resources/models/held_out_rows.u16, the same bytes every time
    python3 tools/train/held_out_rows.py --check          compares the file with what the corpus gives

96 rows of 513 ids, so that 512 tokens of each are predicted: unsigned 16-bit numbers, little-endian, row after row. The first
twelve are the rows of evidence.py. Needed: numpy.
"""
import argparse
import os
import sys

import numpy as np

import corpus

HERE = os.path.dirname(os.path.abspath(__file__))
PATH = os.path.join(HERE, "..", "..", "resources", "models", "held_out_rows.u16")
SEED, FIRST, MORE, TOKENS = 77, 12, 84, 512


def rows():
    stories = corpus.Stories(SEED + 1, 60_000, True)
    first, _ = stories.rows(np.random.default_rng(SEED), FIRST, TOKENS)
    more, _ = stories.rows(np.random.default_rng(SEED + 1), MORE, TOKENS)
    return np.concatenate([first, more]).astype("<u2")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    found = rows().tobytes()
    if arguments.check:
        with open(PATH, "rb") as file:
            sys.exit(0 if file.read() == found else f"{PATH} is not what the corpus gives")
    with open(PATH, "wb") as file:
        file.write(found)


if __name__ == "__main__":
    main()
