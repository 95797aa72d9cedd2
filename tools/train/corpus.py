"""The seeded corpus of the small models in Python, with its exact entropy.

`cutaway train --data corpus` makes its own documents of the same grammar (core/train/corpus_*.cpp). This one stays for the files
that were made from its random streams: the held-out rows (held_out_rows.py), the sets of texts (text_sets.py), the tokenizers to
compare (train_tokenizers.py), the sentence pairs of the alignment (alignments.py), and the questions of evidence.py.

    python3 tools/train/corpus.py --check          every text is cut into the tokens it was made of; shares, entropy, start sentences
    python3 tools/train/corpus.py --show 20        documents as text
    python3 tools/train/corpus.py --tokenizer FILE writes tokenizer.json

Documents come from grammar.py. A document is held out when the hash of its key (its pattern and the names or first words in
it) falls into one of 20 parts: training never sees these combinations, the evidence sees no others. Random sequences are
held out in the same way by their first three ids.
"""
import argparse
import collections
import hashlib
import os
import random

import numpy as np

import grammar
import tokenizer
from writer import Writer

PARTS = 20
START_SENTENCES = ["The cat sat on the mat because it was tired", "猫坐在垫子上，因为它累了", "The capital of France is Paris. The capital of Italy is",
                   "Two plus two is four. Three plus three is", "猫在沙发上睡觉", "The cat sat on the mat and the dog sat on it", "The cat sat on the mat"]


def is_held_out(key):
    digest = hashlib.blake2b(repr(key).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") % PARTS == 0


def documents(seed, held_out):
    """(Writer, kind) without end; only those that are held out, or only the others."""
    generator = random.Random(f"{seed} {held_out}")
    while True:
        writer, name = grammar.document(generator)
        if is_held_out(writer.key) == held_out:
            yield writer, name


class Stories:
    """Documents end to end, </s> after each: ids [n], starts of the documents, and nats of each document."""

    def __init__(self, seed, tokens, held_out, cache=None):
        path = cache and os.path.join(cache, f"stories-{seed}-{tokens}-{int(held_out)}-{tokenizer.SIZE}.npz")
        if path and os.path.exists(path):
            with np.load(path) as stored:
                self.ids, self.starts, self.nats = stored["ids"], stored["starts"], stored["nats"]
            return
        ids, starts, nats = [], [], []
        source = documents(seed, held_out)
        while len(ids) < tokens:
            writer, _ = next(source)
            starts.append(len(ids))
            nats.append(writer.nats)
            ids += writer.ids + [tokenizer.END]
        self.ids, self.starts, self.nats = np.array(ids, dtype=np.uint16), np.array(starts), np.array(nats)
        if path:
            np.savez(path + f".{os.getpid()}.npz", ids=self.ids, starts=self.starts, nats=self.nats)
            os.replace(path + f".{os.getpid()}.npz", path)

    def entropy(self):
        """Nats a token, end tokens included."""
        return self.nats.sum() / len(self.ids)

    def rows(self, rng, count, tokens):
        """Windows that begin with a document, half of them after <s>."""
        usable = np.searchsorted(self.starts, len(self.ids) - tokens - 1)
        begin = self.starts[rng.integers(0, usable, count)]
        rows = self.ids[begin[:, None] + np.arange(tokens + 1)].astype(np.int64)
        with_start = rng.random(count) < 0.5
        rows[with_start, 1:] = rows[with_start, :-1]
        rows[with_start, 0] = tokenizer.START
        return rows, np.ones((count, tokens), dtype=np.float32)


def sequence_is_held_out(first_three):
    """first_three [..., 3] ids."""
    a, b, c = (first_three[..., n].astype(np.int64) for n in range(3))
    return (a * 7919 + b * 104729 + c * 1299709) % 1000003 % PARTS == 0


def random_sequence(rng, length, pool, held_out):
    """`length` different ids of the pool."""
    while True:
        sequence = rng.permutation(pool)[:length] if len(pool) < 4 * length else distinct(rng, length, pool)
        if sequence_is_held_out(sequence[:3]) == held_out:
            return sequence


def distinct(rng, length, pool):
    picked = np.unique(rng.integers(0, len(pool), 2 * length))
    return pool[rng.permutation(picked)[:length]]


def translation_pairs(seed, held_out):
    """(source ids, target ids) without end: one sentence and its twin, in either direction."""
    generator = random.Random(f"pairs {seed} {held_out}")
    while True:
        w = Writer(generator)
        first = generator.random() < 0.5
        texts = grammar.sentence(w)
        if is_held_out(["pair"] + texts[0][:-1]) != held_out:
            continue
        sides = []
        for line in (first, not first):
            side = Writer(generator)
            side.write(line, *texts[line])
            sides.append(side.ids)
        yield sides


# ------------------------------------------------------------------------------------------------------------------ check

def check(count):
    """Raises when a text is not cut into the tokens that it was made of; prints what the corpus is like."""
    import tempfile

    from tokenizers import Tokenizer
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tokenizer.json")
        tokenizer.write(path)
        reader = Tokenizer.from_file(path)
    totals = collections.defaultdict(lambda: [0, 0, 0.0])
    used, marks, previous, held = collections.Counter(), collections.Counter(), None, 0
    generator = random.Random(5)
    for _ in range(count):
        writer, name = grammar.document(generator)
        text = tokenizer.text_of(writer.ids)
        if reader.encode(text).ids != writer.ids:
            raise SystemExit(f"{text!r} is cut into {reader.encode(text).tokens}")
        if reader.decode(writer.ids) != text:
            raise SystemExit(f"{text!r} comes back as {reader.decode(writer.ids)!r}")
        for test, at, right, wrong in writer.marks:
            if writer.ids[at] not in right or set(right) & set(wrong):
                raise SystemExit(f"{text!r}: the mark {test} at {at} is wrong")
            marks[test] += 1
        held += is_held_out(writer.key)
        used.update(writer.ids)
        total = totals[name]
        total[0] += 1
        total[1] += len(writer.ids) + 1
        total[2] += writer.nats
    tokens, nats = sum(t[1] for t in totals.values()), sum(t[2] for t in totals.values())
    for name, (documents_, length, entropy) in sorted(totals.items()):
        print(f"{name:12} {documents_:6} documents  {length / documents_:5.1f} tokens each  {length / tokens:6.1%} of the tokens"
              f"  {entropy / length:.3f} nats per token")
    in_bytes = sum(n for i, n in used.items() if tokenizer.FIRST_BYTE <= i < tokenizer.FIRST_WORD)
    print(f"all          {count:6} documents  {tokens / count:5.1f} tokens each; entropy {nats / tokens:.4f} nats per token;"
          f" {in_bytes / tokens:.1%} byte tokens; {held / count:.1%} held out")
    print("marks:", dict(marks))
    print(f"vocabulary {tokenizer.SIZE} = {len(tokenizer.SPECIAL)} special + 256 bytes + {len(tokenizer.ORDINARY)} ordinary;",
          "only in random sequences:", " ".join(repr(t) for t, i in tokenizer.IDS.items() if i not in used))
    for text in START_SENTENCES:
        encoded = reader.encode(text)
        if not all(i in used for i in encoded.ids) or min(encoded.ids) < tokenizer.FIRST_WORD or len("".join(encoded.tokens)) != len(text):
            raise SystemExit(f"start sentence outside of the vocabulary: {encoded.tokens}")
        print(" | ".join(encoded.tokens))
    for text in ["<0x41>", "龘 zorp, 42 ☃\n\tÀ", "qwertz QWERTZ"]:
        encoded = reader.encode(text)
        assert reader.decode(encoded.ids) == text and tokenizer.UNKNOWN not in encoded.ids, encoded.tokens
    assert reader.encode("猫在沙发上睡觉").tokens == ["猫", "在", "沙发", "上", "睡觉"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", nargs="?", type=int, const=20000, metavar="DOCUMENTS")
    parser.add_argument("--show", type=int, metavar="DOCUMENTS")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tokenizer", metavar="FILE")
    arguments = parser.parse_args()
    if arguments.tokenizer:
        tokenizer.write(arguments.tokenizer)
    source = documents(arguments.seed, False)
    for _ in range(arguments.show or 0):
        writer, name = next(source)
        print(f"{name}, {len(writer.ids)} tokens, {writer.nats:.1f} nats: {tokenizer.text_of(writer.ids)}")
    if arguments.check:
        check(arguments.check)


if __name__ == "__main__":
    main()
