"""The reference model made fast: the same numbers without the recording, for evidence.py and as a plain PyTorch model to be timed.

speed_up(model) gives norms and attention of a model of tools/reference/model.py a forward that uses PyTorch's fused
operations whenever nothing is recorded and the choices allow it; the slow path stays for everything else. difference()
compares the two.
"""
import math
import types

import torch
import torch.nn.functional as F

import layers
import model as reference
import positions


def fast_norm(self, x, real=None, record=reference.Record()):
    if record.tensors is not None or self.kind not in ("rms_norm", "layer_norm") or self.outside or self.one_plus:
        return type(self).forward(self, x, real, record)
    x, weight, bias = x.float(), getattr(self, "weight", None), getattr(self, "bias", None)
    if self.kind == "layer_norm":
        return F.layer_norm(x, x.shape[-1:], weight, bias, self.eps)
    return F.rms_norm(x, x.shape[-1:], weight, self.eps)


class Rotation:
    """cos and sin of each length [t, 1, pairs], computed once."""

    def __init__(self):
        self.tables = {}

    def __call__(self, attention, x, width, tokens):
        c = attention.c
        key = (tokens, width)
        if key not in self.tables:
            frequencies, factor = positions.rope_frequencies(c, width, tokens)
            angles = torch.arange(tokens)[:, None] * frequencies
            cos, sin = (torch.cos(angles) * factor).float(), (torch.sin(angles) * factor).float()
            self.tables[key] = torch.cat([cos, cos], -1)[:, None], torch.cat([-sin, sin], -1)[:, None]
        cos, sin = (table.to(x.dtype) for table in self.tables[key])
        if width == x.shape[-1]:
            return x * cos + x.roll(width // 2, -1) * sin
        turned, rest = x[..., :width], x[..., width:]
        return torch.cat([turned * cos + turned.roll(width // 2, -1) * sin, rest], -1)


def fast_attention(self, x, run, record, source=None, table=None):
    c = self.c
    if record.tensors is not None or c["score.soft_cap"] or hasattr(self, "sinks"):
        return type(self).forward(self, x, run, record, source, table)
    source = x if source is None else source
    q, k, v = self.after_projection(*self.project(x, source, source, record), run, record)
    repeats = c.heads // c.kv_heads
    if repeats > 1:
        k, v = k.repeat_interleave(repeats, 2), v.repeat_interleave(repeats, 2)
    with torch.autocast("cpu", enabled=False):
        relative = relative_bias(self, q.float(), k.float(), run)
    q, k, v = (part.transpose(1, 2) for part in (q, k, v))
    bias = cached_bias(self, run, q, k, table) if relative is None else relative
    causal = not self.cross and c.mask == "causal" and bias is None and all_real(run)
    mask = None
    if not causal:
        if self.cross:
            visible = run.source_real[:, None, None, :].expand(-1, -1, q.shape[2], -1)
        else:
            visible = cached_allowed(self, run.tokens)
            if not all_real(run):
                visible = visible & run.real[:, None, None, :]
        mask = torch.zeros(visible.shape).masked_fill(~visible, -math.inf)
        if bias is not None:
            mask = mask + bias.float()
    # Attention itself in float32: PyTorch's bfloat16 kernel is four times slower on a CPU.
    with torch.autocast("cpu", enabled=False):
        if self.position == "shaw":
            z = with_relative_values(self, torch.softmax(q.float() @ k.float().mT * c.scale + mask, -1), v.float())
        else:
            z = F.scaled_dot_product_attention(q.float(), k.float(), v.float(), mask, is_causal=causal, scale=c.scale)
    return self.o(z.transpose(1, 2).flatten(-2))


def gathered(products, rows):
    """[batch, head, query, row] of all rows of a table → those of the pairs [query, key]."""
    return products.gather(-1, rows.expand(*products.shape[:2], -1, -1))


def relative_bias(self, q, k, run):
    """The scores [batch, head, query, key] that a kind of relative position adds, by the distinct distances; None for the others.
    q, k: [batch, token, head, d_head]."""
    c, kind = self.c, self.position
    i = torch.arange(run.tokens)
    offset = i[:, None] - i[None, :]  # query − key
    if kind == "shaw":
        return gathered(torch.einsum("bqhd,rd->bhqr", q, self.rel_k.weight) * c.scale, self.shaw_rows(run.tokens))
    if kind == "transformer_xl":
        distances = torch.arange(1 - run.tokens, run.tokens)
        r = layers.heads_of(self.r(positions.sinusoid(distances, c.d_model, "halves").float()), c.d_head)
        rows = offset + run.tokens - 1
        content = torch.einsum("hd,bkhd->bhk", self.u.weight, k)[:, :, None, :]
        distance = torch.einsum("hd,rhd->hr", self.w.weight, r)[:, rows]
        return (content + distance + gathered(torch.einsum("bqhd,rhd->bhqr", q, r), rows)) * c.scale
    if kind == "disentangled" and c["disentangled.share_projections"]:
        table, terms = run.relative.float(), 0
        span = len(table) // 2
        rows = (positions.deberta_bucket(offset, c["disentangled.buckets"], c["disentangled.max_distance"]) + span).clamp(0, 2 * span - 1)
        if c["disentangled.content_to_position"]:
            keys = layers.heads_of(self.k(table), c.d_head).repeat_interleave(c.heads // c.kv_heads, 1)
            terms = terms + gathered(torch.einsum("bqhd,rhd->bhqr", q, keys), rows)
        if c["disentangled.position_to_content"]:
            queries = layers.heads_of(self.q(table), c.d_head)
            terms = terms + gathered(torch.einsum("bkhd,rhd->bhkr", k, queries), rows.mT).mT
        return terms * c.scale
    return None


def with_relative_values(self, pattern, v):
    """Shaw's z [batch, head, query, d_head]: the values, and the vectors of the distances, each with the share of its pairs."""
    rows = self.shaw_rows(pattern.shape[-1])
    shares = torch.zeros(*pattern.shape[:3], len(self.rel_v.weight)).scatter_add(-1, rows.expand(*pattern.shape[:2], -1, -1), pattern)
    return pattern @ v + shares @ self.rel_v.weight


def all_real(run):
    """Whether no text of the batch is padded; asked once a pass."""
    if not hasattr(run, "has_no_padding"):
        run.has_no_padding = bool(run.real.all())
    return run.has_no_padding


def cached_bias(self, run, q, k, table):
    """The position's part of the scores; what does not depend on weights is kept for each length."""
    if self.position != "alibi":
        return self.bias(q, k, run, reference.Record(), table)
    kept = self.__dict__.setdefault("bias_by_length", {})
    if run.tokens not in kept:
        kept[run.tokens] = self.bias(q.float(), k, run, reference.Record(), table)
    return kept[run.tokens]


def cached_allowed(self, tokens):
    kept = self.__dict__.setdefault("allowed_by_length", {})
    if tokens not in kept:
        kept[tokens] = positions.allowed(self.c, tokens)[None, None]
    return kept[tokens]


def keep_route(self, x, run, record):
    """Remembers what balancing needs: how much probability, and how many tokens, each expert got."""
    c = self.c
    gates, chosen = type(self).route(self, x, run, record)
    if self.training:
        probs = torch.softmax(self.router(x).float(), -1)
        taken = chosen.float().mean((0, 1))
        self.load = (taken / taken.mean()).detach()
        self.balance = len(self.experts) / c["mixture.top_k"] * (probs.mean((0, 1)) * taken).sum()
    return gates, chosen


def fast_mixture(self, x, run, record):
    """Experts on the tokens that chose them; the sum in the type of the stream."""
    if record.tensors is not None or self.c["mixture.capacity"]:
        return type(self).forward(self, x, run, record)
    gates, chosen = self.route(x, run, record)
    chosen = chosen & run.real[..., None]
    flat, total = x.flatten(0, 1), torch.zeros_like(x).flatten(0, 1)
    for e, expert in enumerate(self.experts):
        rows = chosen[..., e].flatten().nonzero()[:, 0]
        out = expert(flat.index_select(0, rows)[None], run, record, self)[0]
        total = total.index_add(0, rows, out.to(total.dtype) * gates[..., e].flatten().index_select(0, rows)[:, None].to(total.dtype))
    total = total.view_as(x)
    for n, expert in enumerate(self.shared):
        total = total + expert(x, run, record, self)
    return total


def speed_up(model):
    rotation = Rotation()
    for module in model.modules():
        if isinstance(module, reference.Norm):
            module.forward = types.MethodType(fast_norm, module)
        elif isinstance(module, reference.Attention):
            module.forward = types.MethodType(fast_attention, module)
        elif isinstance(module, reference.Mixture):
            module.route, module.forward = types.MethodType(keep_route, module), types.MethodType(fast_mixture, module)
        if isinstance(module, reference.Attention):
            if module.c["rope.pairing"] == "half_split":
                module.turn_part = types.MethodType(lambda self, x, width, tokens: rotation(self, x, width, tokens), module)
    return model


def difference(model, run):
    """The largest difference of the logits between both paths; `run(model, record)` is one forward pass."""
    with torch.no_grad():
        fast, slow = run(model, reference.Record()), run(model, reference.Record(reference.Trace()))
    return (fast - slow).abs().max().item()
