"""Attention of the reference model: multi-head with its relatives, and latent."""
import math

import torch
import torch.nn.functional as F
from torch import nn

from layers import HeadNorm, Linear, RankNorm, Weights, heads_of
from positions import alibi_slopes, allowed, deberta_bucket, rope_frequencies, rotate, sinusoid, t5_bucket


class Attention(nn.Module):
    """Multi-head, grouped-query and multi-query attention (arXiv 1706.03762, 1911.02150, 2305.13245), self or cross."""

    def __init__(self, c, stored, cross=False, owns_table=False):
        super().__init__()
        self.c, self.cross = c, cross
        self.position = "none" if cross else c["position.kind"]
        self.make_projections(c)
        if c["score.qk_norm"] != "none":
            self.q_norm = HeadNorm(c, c.heads, c.d_qk, stored.get("q_norm", {}))
            self.k_norm = HeadNorm(c, c.kv_heads, c.d_qk, stored.get("k_norm", {}))
        if c["score.sinks"]:
            self.sinks = Weights(c.heads, fill=0)
        if self.position == "shaw":
            self.rel_k, self.rel_v = (Weights(2 * c["shaw.clip"] + 1, c.d_head) for _ in range(2))
        elif self.position == "transformer_xl":
            self.r = Linear(c.heads * c.d_head, c.d_model)
            self.u, self.w = (Weights(c.heads, c.d_head) for _ in range(2))
        elif self.position == "t5_buckets" and (owns_table or "rel_bias" in stored):
            self.rel_bias = Weights(c["t5.buckets"], c.heads)
        elif self.position == "disentangled" and not c["disentangled.share_projections"]:
            if c["disentangled.content_to_position"]:
                self.pos_k = Linear(c.kv_heads * c.d_head, c.d_model, c["bias.attention"])
            if c["disentangled.position_to_content"]:
                self.pos_q = Linear(c.heads * c.d_head, c.d_model, c["bias.attention"])

    def make_projections(self, c):
        bias = c["bias.attention"]
        self.q = Linear(c.heads * c.d_head, c.d_model, bias)
        self.k = Linear(c.kv_heads * c.d_head, c.d_model, bias)
        self.v = Linear(c.kv_heads * c.d_head, c.d_model, bias)
        self.o = Linear(c.d_model, c.heads * c.d_head, c["bias.attention_output"])

    def project(self, x, keys, values, record):
        """q [b, t, h, d], k and v [b, s, g, d] before clipping."""
        width = self.c.d_head
        q, k, v = heads_of(self.q(x), width), heads_of(self.k(keys), width), heads_of(self.v(values), width)
        return q, k, v

    def turn(self, x, tokens):
        c = self.c
        return self.turn_part(x, int(c.d_head * c["rope.fraction"]), tokens)

    def turn_part(self, x, width, tokens):
        frequencies, factor = rope_frequencies(self.c, width, tokens)
        return rotate(x, torch.arange(tokens)[:, None] * frequencies, self.c["rope.pairing"], factor)

    def after_projection(self, q, k, v, run, record):
        """Clipping, QK-norm and rotation, in this order or the last two swapped; with QK-norm, clipping comes after it."""
        c = self.c
        limit = c["score.clip_qkv"]
        clip = (lambda x: x.clamp(-limit, limit)) if limit else (lambda x: x)
        has_norm = hasattr(self, "q_norm")
        v = clip(v)
        if not has_norm:
            q, k = clip(q), clip(k)
        record("q", q), record("k", k), record("v", v)
        self.record_compressed(k, run, record)
        if c["score.qk_norm_after_rope"]:
            q, k = self.turned(q, k, run, record)
        if has_norm:
            q, k = record("q_normed", clip(self.q_norm(q))), record("k_normed", clip(self.k_norm(k)))
        if not c["score.qk_norm_after_rope"]:
            q, k = self.turned(q, k, run, record)
        return q, k, v

    def turned(self, q, k, run, record):
        if self.position != "rope":
            return q, k
        return record("rot_q", self.turn(q, run.tokens)), record("rot_k", self.turn(k, run.tokens))

    def record_compressed(self, k, run, record):
        pass

    def forward(self, x, run, record, source=None, table=None):
        c = self.c
        source = x if source is None else source
        x, keys = record("q_input", x), record("k_input", source)
        # Latent keys and values come from one compression.
        values = keys if isinstance(self, LatentAttention) else record("v_input", source)
        q, k, v = self.after_projection(*self.project(x, keys, values, record), run, record)
        repeats = c.heads // c.kv_heads
        k, v = k.repeat_interleave(repeats, 2), v.repeat_interleave(repeats, 2)

        scores = record("scores_content", torch.einsum("bqhd,bkhd->bhqk", q, k) * c.scale)
        bias = self.bias(q, k, run, record, table)
        if bias is not None:
            scores = scores + record("bias", bias.expand_as(scores))
        if c["score.soft_cap"]:
            scores = c["score.soft_cap"] * torch.tanh(scores / c["score.soft_cap"])
        if self.cross:
            visible = run.source_real[:, None, None, :].expand_as(scores)
        else:
            visible = (allowed(c, run.tokens).to(x.device)[None, None] & run.real[:, None, None, :]).expand_as(scores)
        scores = record("scores", scores.masked_fill(~visible, -math.inf))
        pattern, sink = self.softmax(scores)
        record("pattern", pattern)
        if sink is not None:
            record("sink_weight", sink)
        z = torch.einsum("bhqk,bkhd->bqhd", pattern, v)
        if self.position == "shaw":
            z = z + torch.einsum("bhqk,qkd->bqhd", pattern, self.rel_v.weight[self.shaw_rows(run.tokens)])
        return record("out", self.o(record("z", z).flatten(-2)))

    def softmax(self, scores):
        """Rows sum to 1, or with a sink (arXiv 2309.17453, one learned logit a head) to 1 − sink; no key: all 0."""
        top = scores.detach().amax(-1, keepdim=True)
        sink = self.sinks.weight[None, :, None, None] if hasattr(self, "sinks") else None
        if sink is not None:
            top = torch.maximum(top, sink.detach())
        top = torch.where(torch.isfinite(top), top, torch.zeros_like(top))
        weight = torch.exp(scores - top)
        total = weight.sum(-1, keepdim=True)
        if sink is None:
            return weight / torch.where(total == 0, torch.ones_like(total), total), None
        sink = torch.exp(sink - top)
        return weight / (total + sink), (sink / (total + sink))[..., 0]

    def shaw_rows(self, tokens):
        clip, i = self.c["shaw.clip"], torch.arange(tokens)
        return (i[None, :] - i[:, None]).clamp(-clip, clip) + clip

    def bias(self, q, k, run, record, table):
        """The position's own part of the scores [b or 1, h, query, key], complete also where masked; None without one."""
        c, kind = self.c, self.position
        i = torch.arange(run.tokens)
        offset = i[:, None] - i[None, :]  # query − key
        if kind == "alibi":
            slopes = alibi_slopes(c)[:, None, None]
            if c["alibi.precision"] == "bfloat16":
                products = (slopes.float().bfloat16() * i).double()
                bias = -(products.mT - products).abs()
            else:
                bias = -slopes * offset.abs()
            return (bias * c.scale if c["alibi.scaled"] else bias).to(q.dtype)[None]
        if kind == "t5_buckets":
            rows = t5_bucket(-offset, c["t5.buckets"], c["t5.max_distance"], c.t5_bidirectional)
            return (self.rel_bias if hasattr(self, "rel_bias") else table).weight[rows].permute(2, 0, 1)[None]
        if kind == "shaw":  # arXiv 1803.02155 eq. 4
            return torch.einsum("bqhd,qkd->bhqk", q, self.rel_k.weight[self.shaw_rows(run.tokens)]) * c.scale
        if kind == "transformer_xl":  # arXiv 1901.02860 §3.3, terms (c), (b), (d)
            r = heads_of(self.r(sinusoid(offset, c.d_model, "halves").to(q.dtype)), c.d_head)  # [query, key, h, d]
            terms = [
                record("bias_u", torch.einsum("hd,bkhd->bhk", self.u.weight, k)[:, :, None, :].expand(-1, -1, run.tokens, -1) * c.scale),
                record("bias_qr", torch.einsum("bqhd,qkhd->bhqk", q, r) * c.scale),
                record("bias_wr", (torch.einsum("hd,qkhd->hqk", self.w.weight, r) * c.scale)[None].expand(len(q), -1, -1, -1)),
            ]
            return sum(terms)
        if kind == "disentangled":
            return self.disentangled(q, k, offset, run.relative, record)
        return None

    def disentangled(self, q, k, offset, relative, record):
        """DeBERTa (arXiv 2006.03654 eq. 4): content to position and position to content, from the normed table [2·span, d_model]."""
        c = self.c
        span = len(relative) // 2
        rows = (deberta_bucket(offset, c["disentangled.buckets"], c["disentangled.max_distance"]) + span).clamp(0, 2 * span - 1)
        shared, terms = c["disentangled.share_projections"], []
        if c["disentangled.content_to_position"]:
            keys = heads_of((self.k if shared else self.pos_k)(relative), c.d_head).repeat_interleave(c.heads // c.kv_heads, 1)
            terms.append(record("bias_content_to_position", torch.einsum("bqhd,qkhd->bhqk", q, keys[rows]) * c.scale))
        if c["disentangled.position_to_content"]:
            queries = heads_of((self.q if shared else self.pos_q)(relative), c.d_head)
            terms.append(record("bias_position_to_content", torch.einsum("bkhd,qkhd->bhqk", k, queries[rows]) * c.scale))
        return sum(terms) if terms else None

    def record_four_terms(self, content, position, record):
        """q and k are linear in their input, so the content score of layer 0 splits into four terms."""
        c = self.c
        repeats = c.heads // c.kv_heads
        q = {"content": self.q(content), "position": F.linear(position, self.q.weight)}
        k = {"content": self.k(content), "position": F.linear(position, self.k.weight)}
        for a in q:
            for b in k:
                term = torch.einsum("bqhd,bkhd->bhqk", heads_of(q[a], c.d_head), heads_of(k[b], c.d_head).repeat_interleave(repeats, 2))
                record(f"scores_{a}_{b}", term * c.scale)


class LatentAttention(Attention):
    """Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434 §2.1), in its plain, not absorbed, form."""

    def make_projections(self, c):
        bias, rank = c["bias.attention"], c["latent.q_rank"]
        if rank:
            self.q_a, self.q_a_norm = Linear(rank, c.d_model, bias), RankNorm(rank)
            self.q_b = Linear(c.heads * c.d_qk, rank)
        else:
            self.q = Linear(c.heads * c.d_qk, c.d_model, bias)
        self.kv_a = Linear(c["latent.kv_rank"] + c["latent.d_rope"], c.d_model, bias)
        self.kv_a_norm = RankNorm(c["latent.kv_rank"])
        self.kv_b = Linear(c.heads * (c["latent.d_nope"] + c.d_value), c["latent.kv_rank"])
        self.o = Linear(c.d_model, c.heads * c.d_value, c["bias.attention_output"])

    def project(self, x, keys, values, record):
        c = self.c
        if c["latent.q_rank"]:
            q = self.q_b(record("c_q", self.q_a_norm(self.q_a(x))))
        else:
            q = self.q(x)
        low, k_rope = self.kv_a(keys).split([c["latent.kv_rank"], c["latent.d_rope"]], -1)
        low = record("c_kv", self.kv_a_norm(low))
        k_nope, v = heads_of(self.kv_b(low), c["latent.d_nope"] + c.d_value).split([c["latent.d_nope"], c.d_value], -1)
        k = torch.cat([k_nope, k_rope[:, :, None, :].expand(-1, -1, c.heads, -1)], -1)
        return heads_of(q, c.d_qk), k, v

    def turn(self, x, tokens):
        nope, rope = x.split([self.c["latent.d_nope"], self.c["latent.d_rope"]], -1)
        return torch.cat([nope, self.turn_part(rope, self.c["latent.d_rope"], tokens)], -1)

    def record_compressed(self, k, run, record):
        rotated = self.turn(k, run.tokens) if self.position == "rope" else k
        record("k_rope", rotated[:, :, 0, self.c["latent.d_nope"]:])
