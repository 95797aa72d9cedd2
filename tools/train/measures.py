"""What is measured on a model: how its heads attend to repeated random sequences, how large everything is in each layer,
what it loses on held-out text. Used while training (history) and afterwards (evidence.py).
"""
import math

import numpy as np
import torch
import torch.nn.functional as F

import corpus
import model as reference
import tokenizer


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


# ---------------------------------------------------------------------------------------------------- repeated sequences

def repeated(rng, rows, length, with_start):
    """[rows, 2·length + with_start] ids: held-out random sequences over all ordinary ids, each twice."""
    pool = np.arange(tokenizer.FIRST_WORD, tokenizer.SIZE)
    twice = [np.tile(corpus.random_sequence(rng, length, pool, True), 2) for _ in range(rows)]
    start = [tokenizer.START] if with_start else []
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


# ------------------------------------------------------------------------------------------------------------- sizes

SIZES = ("resid_pre", "resid_mid", "resid_post", "attn_out", "mlp_out", "attn.scores", "log_z")


def ratio(branch, stream):
    return (branch.norm(dim=-1) / stream.norm(dim=-1).clamp(min=1e-9)).mean().item()


@torch.no_grad()
def sizes(model, **inputs):
    """By layer: root mean square of the stream after it, largest score, ‖branch‖/‖stream‖ of attention and feed-forward; and
    the mean of (log of the softmax denominator)²."""
    probe = Probe(SIZES)
    model(**inputs, record=probe)
    found = {"activation": [], "max_score": [], "attention_ratio": [], "feed_forward_ratio": []}
    for n in range(len(model.blocks)):
        at = {name: probe.tensors.get(f"blocks.{n}.{name}") for name in SIZES}
        scores = at["attn.scores"]
        middle = at["resid_mid"] if at["resid_mid"] is not None else at["resid_pre"]
        found["activation"].append(at["resid_post"].square().mean().sqrt().item())
        found["max_score"].append(scores[torch.isfinite(scores)].max().item() if torch.isfinite(scores).any() else math.nan)
        found["attention_ratio"].append(ratio(at["attn_out"], at["resid_pre"]))
        found["feed_forward_ratio"].append(ratio(at["mlp_out"], middle))
    found["z"] = probe.tensors["log_z"].square().mean().item()
    return found
