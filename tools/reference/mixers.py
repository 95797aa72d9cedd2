"""Mixers of the reference model that take the place of attention."""
import math

import torch
import torch.nn.functional as F
from torch import nn

from layers import Linear, Weights, activate, add_activation_weights, heads_of
from positions import rotate


class Retention(nn.Module):
    """RetNet (arXiv 2307.08621 §2), parallel form; numerics of its authors' torchscale."""

    def __init__(self, c):
        super().__init__()
        self.c = c
        for name in "qkvg":
            setattr(self, name, Linear(c.heads * c.d_head, c.d_model))
        self.o = Linear(c.d_model, c.heads * c.d_head)

    def forward(self, x, run, record):
        c, tokens = self.c, run.tokens
        q, k, v, g = (record(name, heads_of(getattr(self, name)(x), c.d_head)) for name in "qkvg")
        pairs = c.d_head // 2
        steps = torch.arange(tokens, dtype=torch.float64)
        angles = steps[:, None] * 10000.0 ** -torch.linspace(0, 1, pairs, dtype=torch.float64)
        q = record("rot_q", rotate(q, angles, "interleaved"))
        k = record("rot_k", rotate(k, angles, "interleaved") * c.d_head**-0.5)

        gamma = 1 - 2.0 ** (-5 - torch.arange(c.heads, dtype=torch.float64))
        distance = steps[:, None] - steps[None, :]
        decay = torch.where(distance >= 0, gamma[:, None, None] ** distance.clamp(min=0), 0.0)
        decay = (decay / decay.sum(-1, keepdim=True).sqrt()).to(x.dtype)
        scores = torch.einsum("bqhd,bkhd->bhqk", q, k) * decay
        scores = record("scores", scores / scores.abs().sum(-1, keepdim=True).clamp(min=1))
        z = record("z", torch.einsum("bhqk,bkhd->bqhd", scores, v))
        normalized = record("normalized", z / (z.square().mean(-1, keepdim=True) + c.eps).sqrt())

        state, states = torch.zeros_like(torch.einsum("bhd,bhe->bhde", k[:, 0], v[:, 0])), []
        for t in range(tokens if record.tensors is not None else 0):
            state = gamma.to(x.dtype)[:, None, None] * state + torch.einsum("bhd,bhe->bhde", k[:, t], v[:, t])
            states.append(state)
        if states:
            record("state", torch.stack(states, 1))
        return record("out", self.o(record("post", F.silu(g) * normalized).flatten(-2)))


def shifted(x):
    """The token before, zeros for the first [b, t, d]."""
    return F.pad(x, (0, 0, 1, -1))


def mixed(x, mix):
    return x * mix.weight + shifted(x) * (1 - mix.weight)


class LinearRecurrence(nn.Module):
    """RWKV-4's time mixing (arXiv 2305.13048 eq. 11–18), its exponentials kept small by a running maximum."""

    def __init__(self, c):
        super().__init__()
        inner = c["mixer.d_inner"] or c.d_model
        for name in "kvr":
            setattr(self, name, Linear(inner, c.d_model))
            setattr(self, "mix_" + name, Weights(c.d_model, fill=0.5))
        self.o = Linear(c.d_model, inner)
        self.decay, self.first = Weights(inner, fill=-1), Weights(inner, fill=0)

    def forward(self, x, run, record):
        k, v, r = (record(name, getattr(self, name)(mixed(x, getattr(self, "mix_" + name)))) for name in "kvr")
        w, u = -self.decay.weight.exp(), self.first.weight
        numerator = denominator = torch.zeros_like(k[:, 0])
        top, out, states = None, [], []
        for t in range(run.tokens):
            key, value = k[:, t], v[:, t]
            if top is None:
                out.append(value)
                new_top, old, new = key, torch.zeros_like(key), torch.ones_like(key)
            else:
                now = torch.maximum(top, u + key)
                old, new = (top - now).exp(), (u + key - now).exp()
                out.append((old * numerator + new * value) / (old * denominator + new))
                new_top = torch.maximum(top + w, key)
                old, new = (top + w - new_top).exp(), (key - new_top).exp()
            numerator, denominator, top = old * numerator + new * value, old * denominator + new, new_top
            states.append(torch.stack([numerator, denominator, top], 1)[:, None])
        record("state", torch.stack(states, 1))
        wkv = record("wkv", torch.stack(out, 1))
        return record("out", self.o(record("post", torch.sigmoid(r) * wkv)))


def convolution(x, conv):
    """Each channel of x [b, t, channel] over its last few tokens, by itself; the token itself has the last tap."""
    taps = conv.weight.shape[1]
    return (F.pad(x, (0, 0, taps - 1, 0)).unfold(1, taps, 1) * conv.weight).sum(-1) + conv.bias


class SelectiveStateSpace(nn.Module):
    """Mamba (arXiv 2312.00752, algorithm 2)."""

    def __init__(self, c):
        super().__init__()
        self.inner, self.states, bias = c["mixer.d_inner"] or 2 * c.d_model, c["mixer.d_state"], c["mixer.bias"]
        self.rank, self.inner_norm, self.inner_eps = c["mixer.dt_rank"] or math.ceil(c.d_model / 16), c["mixer.inner_norm"], c["mixer.inner_eps"]
        # `in` is a word of Python, so the modules are added by name.
        self.add_module("in", Linear(2 * self.inner, c.d_model, bias))
        self.conv = Weights(self.inner, c["mixer.d_conv"], bias=self.inner)
        self.x = Linear(self.rank + 2 * self.states, self.inner)
        self.dt = Linear(self.inner, self.rank, bias=True)
        self.a_log, self.d = Weights(self.inner, self.states), Weights(self.inner, fill=1)
        self.out = Linear(c.d_model, self.inner, bias)
        if self.inner_norm == "rms":
            self.dt_norm, self.b_norm, self.c_norm = (Weights(width, fill=1) for width in (self.rank, self.states, self.states))

    def normed(self, x, name):
        """Jamba's and Falcon-Mamba's norms of what makes the space selective."""
        if self.inner_norm == "none":
            return x
        x = x / (x.square().mean(-1, keepdim=True) + self.inner_eps).sqrt()
        return x * getattr(self, name).weight if self.inner_norm == "rms" else x

    def forward(self, u, run, record):
        x, gate = getattr(self, "in")(u).chunk(2, -1)
        record("pre", x), record("gate", gate)
        x = record("conv", F.silu(convolution(x, self.conv)))
        low, b, c = self.x(x).split([self.rank, self.states, self.states], -1)
        low, b, c = self.normed(low, "dt_norm"), self.normed(b, "b_norm"), self.normed(c, "c_norm")
        dt = record("dt", F.softplus(self.dt(low)))
        record("b", b), record("c", c)
        a = -self.a_log.weight.exp()
        h, states = torch.zeros_like(x[:, 0, :, None] * a), []
        for t in range(run.tokens):
            h = (dt[:, t, :, None] * a).exp() * h + (dt[:, t] * x[:, t])[..., None] * b[:, t, None, :]
            states.append(h)
        states = torch.stack(states, 1)  # [b, t, inner, state]
        record("state", states.transpose(2, 3)[:, :, None])
        y = record("y", (states * c[:, :, None, :]).sum(-1) + self.d.weight * x)
        return record("out", self.out(record("post", y * F.silu(gate))))


class StateSpaceDual(nn.Module):
    """Mamba-2 (arXiv 2405.21060 §7.2): A is one number a head; heads of a group share B and C."""

    def __init__(self, c):
        super().__init__()
        self.c, self.heads, self.groups, self.states, bias = c, c.heads, c["mixer.groups"], c["mixer.d_state"], c["mixer.bias"]
        self.inner = self.heads * c.d_head
        mixed = self.inner + 2 * self.groups * self.states
        self.add_module("in", Linear(self.inner + mixed + self.heads, c.d_model, bias))
        self.conv, self.dt = Weights(mixed, c["mixer.d_conv"], bias=mixed), nn.Module()
        self.dt.bias = nn.Parameter(torch.zeros(self.heads))
        self.a_log, self.d, self.norm = Weights(self.heads), Weights(self.heads, fill=1), Weights(self.inner, fill=1)
        self.out = Linear(c.d_model, self.inner, bias)

    def forward(self, u, run, record):
        selected, per = self.groups * self.states, self.heads // self.groups
        gate, mixed, dt = getattr(self, "in")(u).split([self.inner, self.inner + 2 * selected, self.heads], -1)
        record("gate", gate)
        x, b, c = F.silu(convolution(mixed, self.conv)).split([self.inner, selected, selected], -1)
        x, b, c = record("conv", x), record("b", b), record("c", c)
        step = F.softplus(dt + self.dt.bias).clamp(min=self.c["mixer.dt_min"])
        step = record("step", step.clamp(max=self.c["mixer.dt_max"]) if self.c["mixer.dt_max"] else step)
        by_head = heads_of(x, self.c.d_head)
        b, c = (heads_of(part, self.states).repeat_interleave(per, -2) for part in (b, c))  # [b, t, head, state]
        h, states = torch.zeros_like(b[:, 0, :, :, None] * by_head[:, 0, :, None]), []
        for t in range(run.tokens):
            fade = (-step[:, t] * self.a_log.weight.exp()).exp()
            h = fade[..., None, None] * h + (step[:, t, :, None] * b[:, t])[..., None] * by_head[:, t, :, None]
            states.append(h)
        states = record("state", torch.stack(states, 1))  # [b, t, head, state, d_head]
        y = record("y", ((states * c[..., None]).sum(-2) + self.d.weight[:, None] * by_head).flatten(-2))
        post = heads_of(y * F.silu(gate), self.inner // self.groups)
        post = (post / (post.square().mean(-1, keepdim=True) + self.c.eps).sqrt()).flatten(-2)
        return record("out", self.out(record("post", post * self.norm.weight)))


class GatedRecurrence(nn.Module):
    """Griffin's recurrent block with its RG-LRU (arXiv 2402.19427 eq. 1–4); the gates have one block a head."""

    def __init__(self, c):
        super().__init__()
        self.c, inner = c, c["mixer.d_inner"] or c.d_model
        self.x, self.y, self.out = Linear(inner, c.d_model, True), Linear(inner, c.d_model, True), Linear(c.d_model, inner, True)
        self.conv = Weights(inner, c["mixer.d_conv"], bias=inner)
        self.input_gate, self.recurrent_gate = (Weights(inner, inner // c.heads, bias=inner) for _ in range(2))
        self.add_module("lambda", Weights(inner, fill=-5))
        add_activation_weights(c, self)

    def gate(self, part, x):
        """σ(W c + b): a row of W is the number that is read, a column one of its head."""
        blocks = heads_of(x, part.weight.shape[1])
        sums = torch.einsum("bthi,hio->btho", blocks, part.weight.unflatten(0, (self.c.heads, -1)))
        return torch.sigmoid(sums.flatten(-2) + part.bias)

    def forward(self, u, run, record):
        pre, gate = record("pre", self.x(u)), record("gate", self.y(u))
        x = record("conv", convolution(pre, self.conv))
        entering, recurrent = record("input_gate", self.gate(self.input_gate, x)), record("recurrent_gate", self.gate(self.recurrent_gate, x))
        a = (-8 * recurrent * F.softplus(getattr(self, "lambda").weight)).exp()
        a = record("decay", torch.cat([torch.zeros_like(a[:, :1]), a[:, 1:]], 1))
        h, states = torch.zeros_like(x[:, 0]), []
        for t in range(run.tokens):
            h = a[:, t] * h + (1 - a[:, t].square()).clamp(min=0).sqrt() * entering[:, t] * x[:, t]
            states.append(h)
        h = record("h", torch.stack(states, 1))
        record("state", h[:, :, None, None])
        return record("out", self.out(record("post", h * activate(self.c, gate, self))))


MIXERS = {"retention": Retention, "linear_recurrence": LinearRecurrence, "selective_ssm": SelectiveStateSpace,
          "state_space_dual": StateSpaceDual, "gated_recurrence": GatedRecurrence}
