"""Feed-forward of the reference model: plain, gated, channel mixing, mixture of experts."""
import math

import torch
import torch.nn.functional as F
from torch import nn

from layers import Linear, Weights, activate, add_activation_weights, linear_half
from mixers import mixed


class Gated(nn.Module):
    """down(act(gate x) ⊙ up x): GLU and its variants (arXiv 2002.05202)."""

    def __init__(self, c, width, own_activation=True):
        super().__init__()
        self.c, bias = c, c["bias.feed_forward"]
        self.gate, self.up, self.down = Linear(width, c.d_model, bias), Linear(width, c.d_model, bias), Linear(c.d_model, width, bias)
        if own_activation:
            add_activation_weights(c, self)

    def forward(self, x, run, record, owner=None):
        pre, linear = record("pre", self.gate(x)), record("pre_linear", self.up(x))
        return record("out", self.down(record("post", activate(self.c, pre, owner or self) * linear_half(self.c, linear))))


class Plain(nn.Module):
    """down(act(up x))."""

    def __init__(self, c, width):
        super().__init__()
        self.c, bias = c, c["bias.feed_forward"]
        self.up, self.down = Linear(width, c.d_model, bias), Linear(c.d_model, width, bias)
        add_activation_weights(c, self)

    def forward(self, x, run, record):
        return record("out", self.down(record("post", activate(self.c, record("pre", self.up(x)), self))))


class ChannelMix(nn.Module):
    """RWKV-4's channel mixing (arXiv 2305.13048 eq. 19–21); its own activation is relu_squared."""

    def __init__(self, c, width):
        super().__init__()
        self.c = c
        self.up, self.down, self.receptance = Linear(width, c.d_model), Linear(c.d_model, width), Linear(c.d_model, c.d_model)
        self.mix_k, self.mix_r = Weights(c.d_model, fill=0.5), Weights(c.d_model, fill=0.5)
        add_activation_weights(c, self)

    def forward(self, x, run, record):
        post = record("post", activate(self.c, record("pre", self.up(mixed(x, self.mix_k))), self))
        receptance = record("receptance", self.receptance(mixed(x, self.mix_r)))
        return record("out", torch.sigmoid(receptance) * self.down(post))


class Mixture(nn.Module):
    """A mixture of gated experts: softmax and top-k in both orders (arXiv 2101.03961, 2401.04088), DeepSeek-V3's sigmoid
    with a bias on the choice (arXiv 2412.19437 §2.1.2), groups (arXiv 2405.04434 §2.2.2), shared experts, capacity."""

    def __init__(self, c, stored):
        super().__init__()
        self.c, self.routing = c, c["mixture.routing"]
        width = c["mixture.d_expert"] or c.d_ff
        has_bias = self.routing == "sigmoid_bias_groups" or "bias" in stored.get("router", {})
        self.router = Linear(c["mixture.experts"], c.d_model, has_bias)
        self.experts = nn.ModuleList(Gated(c, width, False) for _ in range(c["mixture.experts"]))
        self.shared = nn.ModuleList(Gated(c, c["mixture.d_shared"] or width, False) for _ in range(c["mixture.shared"]))
        if c["mixture.shared"] and c["mixture.shared_gate"]:
            self.shared_gate = Linear(1, c.d_model)
        add_activation_weights(c, self)

    def limit_groups(self, choice):
        """−inf outside of the best groups; a group's score is its best, under sigmoid the sum of its two best."""
        groups, kept = self.c["mixture.groups"], self.c["mixture.groups_top_k"]
        if groups <= 1 or kept >= groups:
            return choice
        grouped = choice.unflatten(-1, (groups, -1))
        best = 2 if self.routing == "sigmoid_bias_groups" else 1
        score = grouped.topk(min(best, grouped.shape[-1]), -1).values.sum(-1)
        self.note_margin(score, kept)
        keep = torch.zeros_like(score, dtype=torch.bool).scatter(-1, score.topk(kept, -1).indices, True)
        return grouped.masked_fill(~keep[..., None], -math.inf).flatten(-2)

    def note_margin(self, score, kept):
        """margin: the smallest distance between the last that is kept and the best that is refused, in this pass."""
        if kept < score.shape[-1]:
            best = score.detach().topk(kept + 1, -1).values
            self.margin = min(self.margin, (best[..., -2] - best[..., -1]).min().item())

    def route(self, x, run, record):
        """(gates, chosen), both [b, t, expert], before any is dropped."""
        c, top_k = self.c, self.c["mixture.top_k"]
        self.margin = math.inf
        sigmoid = self.routing == "sigmoid_bias_groups"
        logits = record("router_logits", F.linear(x, self.router.weight) if sigmoid else self.router(x))
        probs = record("router_probs", torch.sigmoid(logits) if sigmoid else torch.softmax(logits, -1))
        by_logits = self.routing in ("top_k_then_softmax", "sparse_mixer")
        choice = self.limit_groups(logits if by_logits else probs + self.router.bias if sigmoid else probs)
        self.note_margin(choice, top_k)
        chosen = torch.zeros_like(choice, dtype=torch.bool).scatter(-1, choice.topk(top_k, -1).indices, True)
        if self.routing == "top_k_then_softmax":
            gates = torch.softmax(logits.masked_fill(~chosen, -math.inf), -1)
        else:
            gates = self.sparse_gates(logits, choice) if self.routing == "sparse_mixer" else probs * chosen
            if c["mixture.renormalise"]:
                gates = gates / (gates.sum(-1, keepdim=True) + (1e-20 if sigmoid else 0))
        return gates * c["mixture.scale"], chosen

    def sparse_gates(self, logits, choice):
        """SparseMixer-v2 (GRIN, arXiv 2409.12136) as Phi-3.5-MoE evaluates it: the best that is left, softmax over those near it."""
        gates, left, bound = torch.zeros_like(logits), torch.ones_like(logits, dtype=torch.bool), 2 * self.c["mixture.jitter"]
        for place in choice.topk(self.c["mixture.top_k"], -1).indices.unbind(-1):
            top = logits.gather(-1, place[..., None])
            distance = (top - logits) / torch.maximum(logits.abs(), top)
            near = left & (logits <= top) & (distance <= bound)
            self.margin = min(self.margin, (distance - bound)[left].abs().min().item())
            share = 1 / (near * (logits - top).exp()).sum(-1, keepdim=True)
            gates = gates.scatter(-1, place[..., None], share)
            left = left.scatter(-1, place[..., None], False)
        return gates

    def forward(self, x, run, record):
        c = self.c
        gates, chosen = self.route(x, run, record)
        chosen = chosen & run.real[..., None]
        if c["mixture.capacity"]:
            # Exactly, so that c·T·k/E = 3 gives 3 places and not 4.
            places = torch.ceil(c["mixture.capacity"] * run.real.sum(1) * c["mixture.top_k"] / c["mixture.experts"] - 1e-9)
            dropped = chosen & (chosen.cumsum(1) > places[:, None, None])
            record("dropped", dropped.to(x.dtype))
            chosen = chosen & ~dropped
        gates = record("gates", gates * chosen)
        total = torch.zeros_like(x)
        for e, expert in enumerate(self.experts):
            where = chosen[..., e].nonzero(as_tuple=True)
            if len(where[0]):
                under = record.under(f"experts.{e}.")
                under("tokens", where[1][None].to(x.dtype))
                out = expert(x[where][None], run, under, self)[0]
                total = total.index_put(where, out * gates[where][:, e, None], accumulate=True)
        opening = record("shared_gate", torch.sigmoid(self.shared_gate(x))[..., 0])[..., None] if hasattr(self, "shared_gate") else 1
        for e, expert in enumerate(self.shared):
            total = total + opening * expert(x, run, record.under(f"shared.{e}."), self)
        return record("out", total)
