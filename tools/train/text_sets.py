"""The sets of texts with true answers that come with the program: resources/texts/NAME.jsonl.

    python3 tools/train/text_sets.py               writes them again, the same bytes each time

A line is {"text", "answer", "wrong"}: the answer is the right next token, `wrong` one of the same sort that is not. Texts of
agreement, brackets, pronouns and copying are documents of the corpus that no training of the bundled models has seen (corpus.py);
capitals ask for facts that the corpus tells; repeats are random words, twice.
"""
import json
import os
import random

import corpus
import grammar
import tokenizer
import words

FOLDER = os.path.join(os.path.dirname(__file__), "../../resources/texts")
COUNT = 40
MARKED = {"agreement": "agreement", "bracket": "brackets", "pronoun": "pronouns"}


def text(ids):
    return tokenizer.text_of(ids)


def of_documents():
    """Rows of every set that is cut out of held-out English documents."""
    sets = {name: [] for name in [*MARKED.values(), "copying"]}
    seen = set()
    for writer, name in corpus.documents(7, held_out=True):
        if all(len(rows) >= COUNT for rows in sets.values()):
            return {name: rows[:COUNT] for name, rows in sets.items()}
        if not text(writer.ids).isascii():
            continue
        rows = [(MARKED[test], at, text(wrong[:1])) for test, at, right, wrong in writer.marks if test in MARKED]
        if name == "copying":
            again = len(writer.ids) // 2 + 1
            at = again + 2 + len(seen) % (len(writer.ids) - again - 4)
            rows.append(("copying", at, text([writer.ids[at + 1]])))
        for of, at, wrong in rows[-1:]:
            before = text(writer.ids[:at])
            if at > 3 and before not in seen and writer.ids[at] >= tokenizer.FIRST_WORD and wrong != text(writer.ids[at:at + 1]):
                seen.add(before)
                sets[of].append({"text": before, "answer": text(writer.ids[at:at + 1]), "wrong": wrong})


def capitals():
    generator = random.Random(3)
    rows = []
    while len(rows) < COUNT:
        first, asked = generator.sample(words.CAPITALS, 2)
        row = {"text": f"The capital of {first[0]} is {first[1]}. The capital of {asked[0]} is", "answer": " " + asked[1],
               "wrong": " " + first[1]}
        if row not in rows:
            rows.append(row)
    return rows


def repeats():
    generator = random.Random(4)
    pool = [word for word in grammar.COPIED_EN if " " + word in tokenizer.IDS]
    rows = []
    for index in range(COUNT):
        sequence = generator.sample(pool, 8 + index % 5)
        at = 2 + index % 6
        line = " ".join(sequence + sequence[:at])
        rows.append({"text": " " + line, "answer": " " + sequence[at], "wrong": " " + sequence[at + 1 if at + 1 < len(sequence) else 0]})
    return rows


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for name, rows in {**of_documents(), "capitals": capitals(), "repeats": repeats()}.items():
        with open(os.path.join(FOLDER, name + ".jsonl"), "w", encoding="utf-8") as file:
            for row in rows:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
