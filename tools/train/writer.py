"""A document as it is written: its tokens, and the exact probability of everything that was left to chance."""
import math

import tokenizer

TIGHT_AFTER = {"\n", " \"", "“", "‘"}
ATTACHED = set(".,?!:;\"\n") | {"'s"}


class Writer:
    """One document as it grows: token ids, −log probability in nats, what its hash is made of, places where a test may look."""

    def __init__(self, generator):
        self.random = generator
        self.ids, self.nats, self.key, self.marks, self.tight = [], 0.0, [], [], True

    # ---- chance

    def choose(self, options):
        self.nats += math.log(len(options))
        return options[int(self.random.random() * len(options))]

    def coin(self, chance=0.5):
        heads = self.random.random() < chance
        self.nats -= math.log(chance if heads else 1 - chance)
        return heads

    def some(self, options, count):
        """`count` different options, in random order."""
        self.nats += math.log(math.perm(len(options), count))
        return self.random.sample(options, count)

    def shuffled(self, options):
        return self.some(options, len(options))

    # ---- text

    def en(self, *texts):
        """English words and marks; each word takes its space."""
        for text in texts:
            attached = text in ATTACHED or self.tight or text == " \""
            self.ids.append(tokenizer.IDS[text if attached else " " + text])
            self.tight = text in TIGHT_AFTER

    def zh(self, *texts):
        for text in texts:
            self.ids.append(tokenizer.IDS[text])
            self.tight = text in TIGHT_AFTER

    def write(self, zh, *texts):
        (self.zh if zh else self.en)(*texts)

    def spelled(self, text, space):
        """What is no token: a space, then letters or bytes."""
        for letter in (" " if space else "") + text:
            self.ids.extend([tokenizer.IDS[letter]] if letter in tokenizer.IDS else tokenizer.byte_ids(letter))
        self.tight = False

    # ---- what the evidence looks at

    def mark(self, test, right, wrong):
        """The token that comes next decides `test`: more probability on `right` than on `wrong` (texts of tokens)."""
        self.marks.append((test, len(self.ids), [tokenizer.IDS[t] for t in right], [tokenizer.IDS[t] for t in wrong]))
