"""The sets of texts with true answers that come with the program: resources/texts/NAME.jsonl.

    python3 tools/train/text_sets.py               writes them again, the same bytes each time

A line is {"text", "answer", "wrong"}: the answer is the right next token, `wrong` one of the same sort that is not. Texts of
agreement, brackets, pronouns and copying are documents of the corpus that no training of the bundled models has seen
(`cutaway corpus --held-out`); capitals ask for facts that the corpus tells; repeats are random words, twice.
"""
import json
import os
import random
import re

import corpus

FOLDER = os.path.join(corpus.ROOT, "resources", "texts")
COUNT, HELD_OUT, TOLD = 40, 3000, 20000  # of texts in a set, of documents that they are cut out of, and that tell facts and words
MARKED = {"agreement": "agreement", "bracket": "brackets", "pronoun": "pronouns"}
TOKENS = corpus.token_texts()


def of_documents():
    """Rows of every set that is cut out of held-out English documents."""
    sets = {name: [] for name in [*MARKED.values(), "copying"]}
    seen = set()
    for document in corpus.documents(7, HELD_OUT, held_out=True):
        if not document["text"].isascii():
            continue
        ids = document["ids"]
        rows = [(MARKED[q["test"]], q["at"], q["wrong"][0]) for q in document["questions"] if q["test"] in MARKED]
        if document["kind"] == "copying":
            again = len(ids) // 2 + 1
            at = again + 2 + len(seen) % (len(ids) - again - 4)
            rows.append(("copying", at, ids[at + 1]))
        for of, at, wrong in rows[-1:]:
            before = "".join(TOKENS[id] for id in ids[:at])
            if at > 3 and before not in seen and ids[at] >= corpus.FIRST_WORD and wrong != ids[at]:
                seen.add(before)
                sets[of].append({"text": before, "answer": TOKENS[ids[at]], "wrong": TOKENS[wrong]})
    return {name: rows[:COUNT] for name, rows in sets.items()}


def capitals(told):
    texts = " ".join(document["text"] for document in told if document["kind"] == "capitals")
    pairs = sorted(set(re.findall(r"The capital of (\w+) is (\w+)\.", texts)))
    generator = random.Random(3)
    rows = []
    while len(rows) < COUNT:
        first, asked = generator.sample(pairs, 2)
        row = {"text": f"The capital of {first[0]} is {first[1]}. The capital of {asked[0]} is", "answer": " " + asked[1],
               "wrong": " " + first[1]}
        if row not in rows:
            rows.append(row)
    return rows


def repeats(told):
    lines = [document["text"] for document in told if document["kind"] == "copying" and document["text"].isascii()]
    pool = sorted({word for line in lines for word in line.split(".")[0].removeprefix("Repeat: ").split()})
    generator = random.Random(4)
    rows = []
    for index in range(COUNT):
        sequence = generator.sample(pool, 8 + index % 5)
        at = 2 + index % 6
        line = " ".join(sequence + sequence[:at])
        rows.append({"text": " " + line, "answer": " " + sequence[at], "wrong": " " + sequence[at + 1 if at + 1 < len(sequence) else 0]})
    return rows


def main():
    told = corpus.documents(1, TOLD, held_out=False)
    for name, rows in {**of_documents(), "capitals": capitals(told), "repeats": repeats(told)}.items():
        assert len(rows) == COUNT, (name, len(rows))
        with open(os.path.join(FOLDER, name + ".jsonl"), "w", encoding="utf-8") as file:
            for row in rows:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
