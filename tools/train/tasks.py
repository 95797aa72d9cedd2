"""What the models are asked while they train: the next token, hidden tokens, or a translation. A task gives the loss of a step
(from seed and step alone, so that a stopped training goes on as if nothing had been), a batch to probe, and a held-out loss.
"""
import math

import numpy as np
import torch
import torch.nn.functional as F

import corpus
import model as reference
import tokenizer

STORY_TOKENS = 4_000_000


def unseen_ids(*seen):
    """All other ids."""
    return sorted(set(range(tokenizer.SIZE)) - set(np.concatenate([np.asarray(part, dtype=np.int64) for part in seen]).tolist()))


class NextToken:
    """Stories and repeats, each token told from those before it."""

    def __init__(self, settings, cache):
        self.settings = settings
        self.stories = corpus.Stories(1, STORY_TOKENS, False, cache)
        self.held_out = corpus.Stories(2, 60_000, True, cache)

    def unseen(self):
        """Ids that no row of the training holds."""
        extra = [tokenizer.MASK] if self.settings["task"] == "masked" else []
        return unseen_ids(self.stories.ids, corpus.ORDER, [tokenizer.START], extra)

    def curriculum(self, step):
        """(share of stories, pool size, tokens a row, range of lengths)"""
        s = self.settings
        grown = max(0, step - s["first"])
        pool = min(len(corpus.ORDER), int(s["pool"] * 2 ** (grown / s["double"])))
        full = s["first"] + s["double"] * math.log2(len(corpus.ORDER) / s["pool"])
        stories = s["stories"] * min(1.0, max(0.0, (step - full) / s["blend"]))
        return (stories, pool, 64, (3, 30)) if step < s["first"] else (stories, pool, 128, (4, 62))

    def rows(self, step):
        """Batch of one step: ids [b, t + 1] and the mask of what counts [b, t]; depends on seed and step alone."""
        rng = np.random.default_rng([self.settings["seed"], step])
        share, pool, tokens, lengths = self.curriculum(step)
        count = self.settings["batch_tokens"] // tokens
        stories = int(share * count + rng.random())
        parts = []
        if stories:
            parts.append(self.stories.rows(rng, stories, tokens))
        if stories < count:
            parts.append(corpus.repeat_rows(rng, count - stories, tokens, pool, lengths))
        return (torch.from_numpy(np.concatenate([part[n] for part in parts])) for n in range(2))

    def loss(self, model, step):
        ids, mask = self.rows(step)
        inputs, targets = ids[:, :-1], ids[:, 1:]
        return lossy(model, inputs, targets, mask, self.settings)

    def probe(self):
        """A fixed held-out batch for the sizes."""
        rows, _ = self.held_out.rows(np.random.default_rng(3), 4, 128)
        return {"ids": torch.from_numpy(rows[:, :-1])}

    def evaluate(self, model):
        """Held-out stories in nats per token, from beginnings of documents."""
        rows, _ = self.held_out.rows(np.random.default_rng(4), 8, 128)
        rows = torch.from_numpy(rows)
        return F.cross_entropy(model(rows[:, :-1]).flatten(0, 1), rows[:, 1:].flatten()).item()


def lossy(model, inputs, targets, mask, settings):
    """Mean cross-entropy where the mask is 1, computed only there; with z-loss and balancing."""
    picked = mask.flatten().nonzero()[:, 0]
    real = torch.ones_like(inputs, dtype=torch.bool)
    hidden = model.run(inputs, real, reference.Record(), model.embed.weight)
    hidden = hidden.flatten(0, 1).index_select(0, picked)
    return loss_of(model, hidden, targets.flatten().index_select(0, picked), settings)


def loss_of(model, hidden, targets, settings):
    logits = model.output(hidden[None], None, reference.Record())[0].float()
    plain = F.cross_entropy(logits, targets)
    loss = plain
    if settings["z_loss"]:
        loss = loss + settings["z_loss"] * torch.logsumexp(logits, -1).square().mean()
    if settings["balance"]:
        loss = loss + settings["balance"] * sum(module.balance for module in model.modules() if isinstance(module, reference.Mixture))
    return loss, plain


class Masked(NextToken):
    """An encoder: 15 % of the tokens are to be told from all the others (arXiv 1810.04805 §3.1)."""

    def hidden_rows(self, rng, ids):
        chance = rng.random(ids.shape)
        asked, draw = chance < 0.15, rng.random(ids.shape)
        seen = np.where(asked & (draw < 0.8), tokenizer.MASK, ids)
        strange = rng.integers(tokenizer.FIRST_WORD, tokenizer.SIZE, ids.shape)
        return np.where(asked & (draw >= 0.9), strange, seen), asked

    def loss(self, model, step):
        ids, _ = self.rows(step)
        ids = ids[:, :-1].numpy()
        seen, asked = self.hidden_rows(np.random.default_rng([self.settings["seed"], step, 1]), ids)
        return lossy(model, torch.from_numpy(seen), torch.from_numpy(ids), torch.from_numpy(asked.astype(np.float32)), self.settings)

    def evaluate(self, model):
        rows, _ = self.held_out.rows(np.random.default_rng(4), 16, 128)
        seen, asked = self.hidden_rows(np.random.default_rng(6), rows[:, :-1])
        logits, asked = model(torch.from_numpy(seen)), torch.from_numpy(asked)
        return F.cross_entropy(logits[asked], torch.from_numpy(rows[:, :-1])[asked]).item()


class Translate:
    """An encoder–decoder: a sentence, and its twin in the other language between <s> and </s>."""

    def __init__(self, settings, cache):
        self.settings = settings
        source, held = corpus.translation_pairs(1, False), corpus.translation_pairs(2, True)
        self.pairs = [next(source) for _ in range(150_000)]
        self.held_out = [next(held) for _ in range(256)]

    def unseen(self):
        return unseen_ids([tokenizer.START, tokenizer.END], *(side for pair in self.pairs for side in pair))

    def batch(self, pairs):
        width, height = max(len(p[0]) for p in pairs), max(len(p[1]) for p in pairs) + 1
        source, source_real = torch.zeros(len(pairs), width, dtype=torch.long), torch.zeros(len(pairs), width, dtype=torch.bool)
        target, target_real = torch.zeros(len(pairs), height + 1, dtype=torch.long), torch.zeros(len(pairs), height + 1, dtype=torch.bool)
        for row, (a, b) in enumerate(pairs):
            b = [tokenizer.START] + b + [tokenizer.END]
            source[row, :len(a)], source_real[row, :len(a)] = torch.tensor(a), True
            target[row, :len(b)], target_real[row, :len(b)] = torch.tensor(b), True
        return {"ids": source, "real": source_real, "decoder_ids": target[:, :-1], "decoder_real": target_real[:, :-1]}, target[:, 1:], target_real[:, 1:]

    def loss(self, model, step):
        rng = np.random.default_rng([self.settings["seed"], step])
        inputs, targets, counts = self.batch([self.pairs[n] for n in rng.integers(0, len(self.pairs), self.settings["batch_tokens"] // 16)])
        plain = F.cross_entropy(model(**inputs)[counts].float(), targets[counts])
        return plain, plain

    def probe(self):
        return self.batch(self.held_out[:32])[0]

    def evaluate(self, model):
        inputs, targets, counts = self.batch(self.held_out)
        return F.cross_entropy(model(**inputs)[counts], targets[counts]).item()


TASKS = {"next": NextToken, "masked": Masked, "translate": Translate}
