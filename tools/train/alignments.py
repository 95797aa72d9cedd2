"""Writes resources/models/translator/alignments.json: which words of its two languages translate each other, and sentences that
it was not trained on, so that what its heads look at can be compared with the word that they should look at.
"""

import json
import os

import corpus
import grammar
import tokenizer
import words

SENTENCES = 16  # pairs of each direction
PATH = os.path.join(os.path.dirname(__file__), "..", "..", "resources", "models", "translator", "alignments.json")
OTHERS = [["on", "在"], ["on", "上"], ["in", "在"], ["meets", "遇到"], ["very", "非常"], [".", "。"]]


def word_pairs():
    """[English, Chinese] of every word that a sentence of grammar.sentence() may have; articles and 的 have no twin."""
    pairs = [[row[0], row[1]] for row in words.NAMES + words.COLORS + words.QUALITIES + words.STATES + words.PLACES]
    pairs += [[row[0], row[2]] for row in grammar.LIVING + words.THINGS + words.SEATS]
    pairs += [[row[0], row[3]] for row in words.VERBS + words.ACTS]
    return OTHERS + [pair for number, pair in enumerate(pairs) if pair not in OTHERS + pairs[:number]]


def main():
    generator = corpus.translation_pairs(3, True)
    sentences = [[tokenizer.text_of(side).strip() for side in next(generator)] for _ in range(2 * SENTENCES)]
    with open(PATH, "w", encoding="utf-8") as file:
        json.dump({"format": 1, "words": word_pairs(), "sentences": sentences}, file, ensure_ascii=False, separators=(",", ":"))
        file.write("\n")


if __name__ == "__main__":
    main()
