"""What evidence.py measures on repeated random sequences: how heads attend to them, and what the second copy loses."""
import numpy as np
import torch
import torch.nn.functional as F

import corpus
import model as reference


class Probe(reference.Record):
    """Keeps whole batches, not one text of them, of the names that end as wanted."""

    def __init__(self, wanted, tensors=None, path=""):
        super().__init__({} if tensors is None else tensors, path)
        self.wanted = wanted

    def __call__(self, name, value, batched=True, of=None):
        full = self.path + name
        if full.endswith(self.wanted):
            self.tensors[full] = value.detach()
        return value

    def under(self, path):
        return Probe(self.wanted, self.tensors, self.path + path)


def is_held_out(first_three):
    """The rule of the program (core/train/corpus_held_out.h) for random sequences that begin with these ids."""
    a, b, c = map(int, first_three)
    return (a * 7919 + b * 104729 + c * 1299709) % 1000003 % 20 == 0


def random_sequence(rng, length, pool):
    """`length` different ids of the pool that no training saw in this order."""
    while True:
        sequence = rng.permutation(pool)[:length]
        if is_held_out(sequence[:3]):
            return sequence


def repeated(rng, rows, length, with_start):
    """[rows, 2·length + with_start] ids: held-out random sequences over all ordinary ids, each twice."""
    pool = np.arange(corpus.FIRST_WORD, len(corpus.token_texts()))
    twice = [np.tile(random_sequence(rng, length, pool), 2) for _ in range(rows)]
    start = [corpus.START] if with_start else []
    return torch.tensor(np.array([np.concatenate([start, row]) for row in twice]).astype(np.int64))


def head_scores(patterns, length, with_start, causal=True):
    """(induction, previous), each [layer, head]: the mean attention of the second copy to the token after the previous
    occurrence, and of every token to the one before it. patterns: [b, head, query, key] of each layer."""
    first = int(with_start)
    induction, previous = [], []
    for pattern in patterns:
        tokens = pattern.shape[-1]
        # Query i of the second copy looks at i − length + 1; its own earlier occurrence is i − length.
        queries = torch.arange(first + length, tokens)
        induction.append(pattern[:, :, queries, queries - length + 1].mean((0, 2)))
        queries = torch.arange(first + 1, tokens)
        previous.append(pattern[:, :, queries, queries - 1].mean((0, 2)))
    return torch.stack(induction), torch.stack(previous)


def second_copy_loss(logits, ids, length, with_start):
    """Nats a token on what the first copy tells."""
    at = int(with_start) + length  # the first token of the second copy is no more known than the others
    return F.cross_entropy(logits[:, at:-1].flatten(0, 1).float(), ids[:, at + 1:].flatten()).item()


@torch.no_grad()
def repeat_scores(model, rng, rows, length, with_start):
    """dict: induction, previous [layer][head], loss of the second copy."""
    ids = repeated(rng, rows, length, with_start)
    probe = Probe(("attn.pattern",))
    logits = model(ids, record=probe)
    patterns = [probe.tensors[f"blocks.{n}.attn.pattern"] for n in range(len(model.blocks)) if f"blocks.{n}.attn.pattern" in probe.tensors]
    induction, previous = head_scores(patterns, length, with_start)
    return {"induction": induction, "previous": previous, "second": second_copy_loss(logits, ids, length, with_start)}
