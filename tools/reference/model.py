"""The model, once more, in PyTorch: every choice of docs/contract.md part 2, written from the papers and independently of core/.

    python3 tools/reference/model.py FOLDER --ids 1,2,3 [--decoder-ids 0,4] -o run.safetensors

reads a native folder and writes a trace of the same names. Model is a batched differentiable nn.Module whose parameters
carry exactly the native names (state_dict = the tensors of model.safetensors); texts of a batch are padded on the right
and `real` says which tokens are real. check_transformers.py proves this file against transformers, parity.py the
program against this file.

Shapes: b text, t token, h head, g key-value head, d width of a head, q query, k key. Names recorded beside those of
docs/contract.md part 3 (all [token, …] unless said otherwise):

    attn.bias_u .bias_qr .bias_wr            [head, query, key] Transformer-XL: u·k, q·r, w·r, each × scale; sum = attn.bias
    attn.bias_content_to_position            [head, query, key] disentangled; sum of the two = attn.bias
    attn.bias_position_to_content
    mixer.input .out, mixer_out              what a mixer reads; its raw result; as added
    mixer.state                              [token, head, d_state, d_head] after each token
    retention: mixer.q .k .v .g .rot_q .rot_k .z .normalized .post [token, head, d_head], mixer.scores [head, query, key]
    linear recurrence: mixer.k .v .r .wkv .post [token, d_inner]; state rows numerator and denominator (÷ e^max), max
    selective SSM: mixer.pre .gate .conv .dt .y .post [token, d_inner], mixer.b .c [token, d_state]
    mlp.receptance                           channel mixing, before the sigmoid [token, d_model]
    head.pre .post, head.ln.*                masked-language head

To add a kind: its branch in the class of its family (Norm, activate, Attention, …), and its default in DEFAULTS.
"""
import argparse
import json
import math
import os
import sys

import torch
import torch.nn.functional as F
from torch import nn

# ------------------------------------------------------------------------------------------------------------- choices

# What a missing key means. None: derived below.
DEFAULTS = {
    "topology": "causal_decoder",
    "sizes.layers": 2, "sizes.kv_heads": None, "sizes.d_head": None, "sizes.d_ff": None, "sizes.context": 256,
    "sizes.encoder_layers": None, "sizes.encoder_heads": None, "sizes.encoder_d_ff": None,
    "norm.kind": "layer_norm", "norm.bias": True, "norm.gain": "weight", "norm.eps": None, "norm.eps_place": "inside",
    "norm.placement": "pre", "norm.deep_alpha": "paper", "norm.deep_beta": "paper", "norm.embedding": False, "norm.final": "auto",
    "norm.tokens_first": False, "norm.before_mixer": True, "norm.final_eps": 0,
    "block.layout": "sequential", "block.residual_scale": 1, "block.embedding_scale": 1, "block.encoder_embedding_scale": None, "block.residual_from_norm": False,
    "mixer.kind": "attention", "mixer.d_state": 16, "mixer.d_inner": 0, "mixer.d_conv": 4, "mixer.dt_rank": 0,
    "mixer.inner_norm": "none", "mixer.inner_eps": 1e-6, "mixer.bias": False, "mixer.groups": 1, "mixer.dt_min": 0, "mixer.dt_max": 0,
    "position.kind": "none", "sinusoidal.layout": "interleaved", "sinusoidal.waves": "by_width", "sinusoidal.offset": 0, "learned.offset": 0, "shaw.clip": 16,
    "disentangled.buckets": 32, "disentangled.max_distance": 128, "disentangled.share_projections": True,
    "disentangled.content_to_position": True, "disentangled.position_to_content": True, "disentangled.norm": True, "disentangled.absolute": False,
    "t5.buckets": 32, "t5.max_distance": 128, "t5.bidirectional": None, "alibi.slopes": "geometric", "alibi.scaled": False, "alibi.precision": "float32",
    "rope.pairing": "half_split", "rope.fraction": 1, "rope.base": 10000, "rope.scaling": "none", "rope.factor": None,
    "rope.original_context": 0, "rope.beta_fast": 32, "rope.beta_slow": 1, "rope.attention_factor": 0, "rope.mscale": 0,
    "rope.mscale_all_dim": 0, "rope.truncate": True, "rope.low_freq_factor": 1, "rope.high_freq_factor": 4,
    "rope.long_factor": None, "rope.short_factor": None, "rope.long_mscale": 0, "rope.short_mscale": 0,
    "attention.kind": "multi_head",
    "latent.kv_rank": None, "latent.q_rank": 0, "latent.d_rope": None, "latent.d_nope": None, "latent.d_value": None,
    "mask.kind": None, "mask.window": 4, "mask.prefix": 4, "mask.block": 4, "mask.stride": 4, "mask.sinks": 1,
    "mask.schedule": "", "mask.painted": None,
    "score.scale": "auto", "score.soft_cap": 0, "score.qk_norm": "none", "score.qk_norm_after_rope": False, "score.sinks": False, "score.clip_qkv": 0,
    "activation.kind": "relu", "activation.beta": None, "activation.limit": 7, "feed_forward.kind": "plain",
    "mixture.experts": 4, "mixture.top_k": 2, "mixture.routing": "softmax_then_top_k", "mixture.renormalise": False,
    "mixture.scale": 1, "mixture.shared": 0, "mixture.d_expert": 0, "mixture.d_shared": 0, "mixture.groups": 0,
    "mixture.groups_top_k": 1, "mixture.capacity": 0, "mixture.shared_gate": False, "mixture.jitter": 0.01,
    "bias.attention": False, "bias.attention_output": False, "bias.feed_forward": False, "bias.output": False, "bias.head": True,
    "output.tied": True, "output.scale": 1, "output.soft_cap": 0, "output.head": "linear", "embedding.token_types": 0,
    "output.head_activation": "as_blocks", "embedding.width": 0, "embedding.projection": "first", "embedding.padding_id": -1,
}
LISTS = {"alibi.slopes": 1, "rope.long_factor": 1, "rope.short_factor": 1, "mask.painted": 2}  # keys whose one value is a list, and how deep


def flatten(choices, path=""):
    """{"norm": {"kind": …}} as {"norm.kind": …}."""
    flat = {}
    for key, value in choices.items():
        flat |= flatten(value, f"{path}{key}.") if isinstance(value, dict) else {path + key: value}
    return flat


def depth(value):
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


class Choices:
    """The choices of one layer of one stack, every derived value filled in: c["norm.kind"], c.d_head, …"""

    def __init__(self, flat, layer, encoder, two_stacks):
        self.flat, self.is_encoder, self.two_stacks = flat, encoder or flat.get("topology") == "encoder", two_stacks
        # Arrays of one value per layer speak of the decoder; an encoder beside it takes the value of layer 0.
        self.layer = 0 if encoder and two_stacks else layer
        self.d_model, self.vocab = self["sizes.d_model"], self["sizes.vocab"]
        heads = self["sizes.heads"]
        self.layers = layers = self["sizes.layers"]
        self.encoder_layers = self["sizes.encoder_layers"] or layers
        stated = self["sizes.d_head"]
        self.heads, self.d_head, self.d_ff = heads, stated or self.d_model // heads, self["sizes.d_ff"] or 4 * self.d_model
        if encoder and two_stacks:
            self.heads = self["sizes.encoder_heads"] or heads
            self.d_ff = self["sizes.encoder_d_ff"] or self.d_ff
            # Heads that fill the width in the decoder fill it in the encoder too.
            if heads * self.d_head == self.d_model and self.d_model % self.heads == 0:
                self.d_head = self.d_model // self.heads
        self.kv_heads = self.key_value_heads()
        latent = self["attention.kind"] == "latent"
        self.d_qk = self["latent.d_nope"] + self["latent.d_rope"] if latent else self.d_head
        self.d_value = self["latent.d_value"] if latent else self.d_head

        if self["norm.eps"] is None:
            self.eps = 1e-6 if self["norm.kind"] == "rms_norm" else 1e-5
        else:
            self.eps = self["norm.eps"]
        placement = self["norm.placement"]
        self.norm_before = placement in ("pre", "sandwich")
        self.norm_branch = placement in ("sandwich", "branch_output")
        self.norm_stream = placement in ("post", "deep_norm")
        self.alpha, self.beta = self.deep_factors(encoder) if placement == "deep_norm" else (1, 1)
        self.has_final_norm = {"auto": self.norm_before or self.norm_branch, "true": True, "false": False}[str(self["norm.final"]).lower()]
        self.mask = self.mask_kind(layer, encoder and two_stacks)
        self.scale = self.score_scale()
        # Beside an encoder the flag speaks of the decoder; the encoder looks both ways.
        looks_both_ways = self.is_encoder if self["t5.bidirectional"] is None else self["t5.bidirectional"]
        self.t5_bidirectional = True if encoder and two_stacks else looks_both_ways

    def __getitem__(self, key):
        value = self.flat.get(key)
        if depth(value) > LISTS.get(key, 0):
            value = value[self.layer]
        if value is None and key == "rope.factor":
            return 8 if self["rope.scaling"] == "llama3" else 4
        if value is None:
            value = DEFAULTS.get(key) if key in DEFAULTS else self.missing(key)
        return value

    def missing(self, key):
        raise SystemExit(f"config.json: {key}: missing")

    def key_value_heads(self):
        kind, stated, heads = self["attention.kind"], self["sizes.kv_heads"], self.heads
        if kind == "multi_query":
            return 1
        if kind == "grouped_query":
            of_decoder = self["sizes.heads"]  # an encoder has as many as the decoder where that divides its heads
            if heads != of_decoder and not stated:
                stated = max(n for n in range(1, max(of_decoder // 2, 1) + 1) if of_decoder % n == 0)
            if stated and heads % stated == 0:
                return stated
            return max(n for n in range(1, max(heads // 2, 1) + 1) if heads % n == 0)
        return heads

    def deep_factors(self, encoder):
        """DeepNet (arXiv 2203.00555), the table of figure 2: α on the stream, β on the branch."""
        e, d = self.encoder_layers, self.layers
        if not self.two_stacks:
            paper = ((2 * d) ** 0.25, (8 * d) ** -0.25)
        elif encoder:
            paper = (0.81 * (e**4 * d) ** (1 / 16), 0.87 * (e**4 * d) ** (-1 / 16))
        else:
            paper = ((3 * d) ** 0.25, (12 * d) ** -0.25)
        stated = self["norm.deep_alpha"], self["norm.deep_beta"]
        return tuple(of_paper if value == "paper" else value for value, of_paper in zip(stated, paper))

    def mask_kind(self, layer, sees_all):
        if sees_all:
            return "bidirectional"
        plain = "bidirectional" if self.is_encoder else "causal"
        kind = self["mask.kind"] or ("prefix" if self["topology"] == "prefix_decoder" else plain)
        schedule = self["mask.schedule"]
        if schedule:
            if self["mask.kind"] is None:
                kind = "sliding_window"
            kind = kind if schedule[layer % len(schedule)] == "w" else plain
        return kind

    def score_scale(self):
        if self["score.scale"] != "auto":
            return self["score.scale"]
        if self["attention.kind"] == "latent":
            scale = self.d_qk**-0.5
            if self["position.kind"] == "rope" and self["rope.scaling"] == "yarn" and self["rope.mscale_all_dim"]:
                scale *= yarn_mscale(self["rope.factor"], self["rope.mscale_all_dim"]) ** 2
            return scale
        terms = 1
        if self["position.kind"] == "disentangled":
            terms += self["disentangled.content_to_position"] + self["disentangled.position_to_content"]
        return (terms * self.d_head) ** -0.5


# --------------------------------------------------------------------------------------------------------------- trace

class Trace(dict):
    """Tensors by name; over_tokens: those that BatchNorm took over the tokens."""

    def __init__(self):
        super().__init__()
        self.over_tokens = set()


class Record:
    """record(name, value) keeps the first text of a batch under the names of the trace; without a trace it keeps nothing."""

    def __init__(self, tensors=None, path=""):
        self.tensors, self.path = tensors, path

    def __call__(self, name, value, batched=True):
        if self.tensors is not None:
            self.tensors[self.path + name] = (value[0] if batched else value).detach().clone()
            if not batched:
                self.tensors.over_tokens.add(self.path + name)
        return value

    def under(self, path):
        return Record(self.tensors, self.path + path)


class Pass:
    """What the layers of one stack share in one pass: which tokens are real [b, t], their count, the source of a decoder."""

    def __init__(self, real, source=None, source_real=None, relative=None):
        self.real, self.tokens = real, real.shape[1]
        self.source, self.source_real, self.relative = source, source_real, relative


# ----------------------------------------------------------------------------------------------------------- parameters

class Weights(nn.Module):
    """A named tensor `weight`, perhaps a `bias`."""

    def __init__(self, *shape, bias=None, fill=None):
        super().__init__()
        self.weight = nn.Parameter(torch.full(shape, float(fill)) if fill is not None else torch.randn(shape) / shape[-1] ** 0.5)
        if bias:
            self.bias = nn.Parameter(torch.zeros(bias))


class Linear(Weights):
    """y = W x + b, weight [out, in]."""

    def __init__(self, rows, columns, bias=False):
        super().__init__(rows, columns, bias=rows if bias else None)

    def forward(self, x):
        return F.linear(x, self.weight, getattr(self, "bias", None))


def heads_of(x, width):
    """[b, t, heads·width] as [b, t, heads, width]."""
    return x.unflatten(-1, (-1, width))


# ---------------------------------------------------------------------------------------------------------------- norms

def root(square, eps, outside):
    """√(square + eps) or √square + eps; the slope of √ at 0 stays finite."""
    return square.clamp(min=torch.finfo(square.dtype).tiny).sqrt() + eps if outside else (square + eps).sqrt()


class Norm(nn.Module):
    """LayerNorm (arXiv 1607.06450), RMSNorm (arXiv 1910.07467), BatchNorm over the tokens of the batch, or nothing."""

    def __init__(self, c, width=None, eps=None):
        super().__init__()
        self.kind, self.eps, self.outside = c["norm.kind"], eps or c.eps, c["norm.eps_place"] == "outside"
        self.one_plus = c["norm.gain"] == "one_plus_weight"
        width = width or c.d_model
        if self.kind != "none" and c["norm.gain"] != "none":
            self.weight = nn.Parameter(torch.full((width,), 0.0 if self.one_plus else 1.0))
        if self.kind in ("layer_norm", "batch_norm") and c["norm.bias"]:
            self.bias = nn.Parameter(torch.zeros(width))

    def statistics(self, x, real=None):
        """(mean, scale): scale = √(variance or mean square), with eps inside or outside of the root."""
        if self.kind == "batch_norm":
            rows = x[real] if real is not None else x
            mean, square = rows.mean(0), rows.var(0, unbiased=False)
        elif self.kind == "layer_norm":
            mean, square = x.mean(-1, keepdim=True), x.var(-1, unbiased=False, keepdim=True)
        else:
            mean, square = torch.zeros_like(x[..., :1]), x.square().mean(-1, keepdim=True)
        return mean, root(square, self.eps, self.outside)

    def gain(self):
        return (1 + self.weight if self.one_plus else self.weight) if hasattr(self, "weight") else 1

    def shift(self):
        return self.bias if hasattr(self, "bias") else 0

    def forward(self, x, real=None, record=Record()):
        if self.kind == "none":
            return x
        mean, scale = self.statistics(x, real)
        normalized = (x - mean) / scale
        out = normalized * self.gain() + self.shift()
        over_tokens = self.kind == "batch_norm"
        if self.kind != "rms_norm":
            record("mean", mean if over_tokens else mean[..., 0], batched=not over_tokens)
        record("scale", scale if over_tokens else scale[..., 0], batched=not over_tokens)
        record("normalized", normalized)
        return record("out", out)

    def split(self, content, position, real):
        """out of a sum as the sum of two parts, mean and scale frozen at the sum's; mean and bias count as content."""
        if self.kind == "none":
            return content, position
        mean, scale = self.statistics(content + position, real)
        return (content - mean) / scale * self.gain() + self.shift(), position / scale * self.gain()


class HeadNorm(nn.Module):
    """QK-norm on q or k [b, t, heads, d]: each head or the full width, with the gain and eps of norm.*."""

    def __init__(self, c, heads, width, stored):
        super().__init__()
        self.kind, self.full = c["score.qk_norm"].split("_")[0], c["score.qk_norm"].endswith("full")
        self.eps, self.outside, self.one_plus = c.eps, c["norm.eps_place"] == "outside", c["norm.gain"] == "one_plus_weight"
        shape = (heads * width,) if self.full else stored.get("weight", (width,))
        if c["norm.gain"] != "none":
            self.weight = nn.Parameter(torch.full(shape, 0.0 if self.one_plus else 1.0))
        if "bias" in stored:
            self.bias = nn.Parameter(torch.zeros(stored["bias"]))

    def forward(self, x):
        heads, width = x.shape[-2:]
        x = x.flatten(-2) if self.full else x
        if self.kind == "layer":
            x = x - x.mean(-1, keepdim=True)
        x = x / root(x.square().mean(-1, keepdim=True), self.eps, self.outside)
        if hasattr(self, "weight"):
            x = x * (1 + self.weight if self.one_plus else self.weight)
        if hasattr(self, "bias"):
            x = x + self.bias
        return x.unflatten(-1, (heads, width)) if self.full else x


class RankNorm(Weights):
    """The inner norms of multi-head latent attention: RMSNorm, eps 1e-6 whatever norm.* says."""

    def __init__(self, width):
        super().__init__(width, fill=1)

    def forward(self, x):
        return x / (x.square().mean(-1, keepdim=True) + 1e-6).sqrt() * self.weight


# ----------------------------------------------------------------------------------------------------------- activations

def activate(c, x, owner):
    """The activation function; xIELU (arXiv 2411.13010) keeps its two scalars in `owner`."""
    kind, beta = c["activation.kind"], c["activation.beta"]
    if kind == "xielu":
        beta = 0.5 if beta is None else beta
        alpha_p, alpha_n = F.softplus(owner.alpha_p.weight), beta + F.softplus(owner.alpha_n.weight)
        return torch.where(x > 0, alpha_p * x * x + beta * x, (torch.expm1(x.clamp(max=-1e-6)) - x) * alpha_n + beta * x)
    return {
        "relu": F.relu, "relu_squared": lambda x: F.relu(x).square(), "gelu": F.gelu, "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
        "quick_gelu": lambda x: x * torch.sigmoid(1.702 * x), "silu": F.silu,
        "swish": lambda x: x * torch.sigmoid((1 if beta is None else beta) * x),
        "elu": F.elu, "selu": F.selu, "sigmoid": torch.sigmoid, "tanh": torch.tanh, "linear": lambda x: x,
        "swiglu_clamped": lambda x: (h := x.clamp(max=c["activation.limit"])) * torch.sigmoid((1.702 if beta is None else beta) * h),
    }[kind](x)


def linear_half(c, x):
    """What the activation of a gate is multiplied with: gpt-oss holds it within ±limit and adds 1."""
    limit = c["activation.limit"]
    return x.clamp(-limit, limit) + 1 if c["activation.kind"] == "swiglu_clamped" else x


def add_activation_weights(c, owner):
    if c["activation.kind"] == "xielu":
        owner.alpha_p, owner.alpha_n = Weights(1, fill=0.2), Weights(1, fill=-1.05)


# ------------------------------------------------------------------------------------------------------------ positions

def sinusoid(positions, width, layout, waves="by_width"):
    """[…, width]: sin and cos of p·10000^(−2i/width) (arXiv 1706.03762 §3.5), in turns or as two halves; waves "to_last":
    10000^(−i/(width/2 − 1)), an odd number at the end is 0."""
    by_width = waves == "by_width"
    pair = torch.arange((width + 1) // 2 if by_width else width // 2, dtype=torch.float64)
    angle = positions.double()[..., None] * 10000.0 ** (-pair / (width / 2 if by_width else max(1, width // 2 - 1)))
    sin, cos = angle.sin(), angle.cos()[..., : width // 2]
    table = torch.zeros(*positions.shape, width, dtype=torch.float64)
    if layout == "halves":
        table[..., : sin.shape[-1]], table[..., sin.shape[-1]: sin.shape[-1] + cos.shape[-1]] = sin, cos
    else:
        table[..., 0: 2 * sin.shape[-1]: 2], table[..., 1: 2 * cos.shape[-1]: 2] = sin, cos
    return table


def yarn_mscale(factor, mscale):
    return 1.0 if factor <= 1 else 0.1 * mscale * math.log(factor) + 1.0


def rope_frequencies(c, width, tokens):
    """(radians a position for each pair [(width + 1) // 2], factor on cos and sin), for a text of so many tokens."""
    base, factor, scaling = float(c["rope.base"]), c["rope.factor"], c["rope.scaling"]
    context = c["sizes.context"]
    original = c["rope.original_context"] or context
    power = torch.arange(0, width, 2, dtype=torch.float64) / width
    plain = base**-power
    if scaling == "none":
        return plain, 1.0
    if scaling == "linear":  # arXiv 2306.15595
        return plain / factor, 1.0
    if scaling == "ntk":
        return (base * factor ** (width / (width - 2))) ** -power, 1.0
    if scaling == "dynamic_ntk":
        stretch = max(factor * tokens / original - (factor - 1), 1.0)
        return (base * stretch ** (width / (width - 2))) ** -power, 1.0
    if scaling == "llama3":
        wavelength = 2 * math.pi / plain
        low, high = c["rope.low_freq_factor"], c["rope.high_freq_factor"]
        smooth = ((original / wavelength - low) / (high - low)).clamp(0, 1)
        return (1 - smooth) * plain / factor + smooth * plain, 1.0
    if scaling == "yarn":  # arXiv 2309.00071
        def turns(count):
            return width * math.log(original / (count * 2 * math.pi)) / (2 * math.log(base))
        low, high = turns(c["rope.beta_fast"]), turns(c["rope.beta_slow"])
        if c["rope.truncate"]:
            low, high = math.floor(low), math.ceil(high)
        low, high = max(low, 0), min(high, width - 1)
        ramp = ((torch.arange((width + 1) // 2, dtype=torch.float64) - low) / (high - low if high != low else 0.001)).clamp(0, 1)
        attention = c["rope.attention_factor"]
        if not attention and c["rope.mscale"] and c["rope.mscale_all_dim"]:
            attention = yarn_mscale(factor, c["rope.mscale"]) / yarn_mscale(factor, c["rope.mscale_all_dim"])
        return plain / factor * ramp + plain * (1 - ramp), attention or yarn_mscale(factor, 1)
    if scaling == "longrope":  # arXiv 2402.13753
        divisors = c["rope.long_factor"] if tokens > original else c["rope.short_factor"]
        attention = c["rope.long_mscale"] if tokens > original else c["rope.short_mscale"]
        attention = attention or c["rope.attention_factor"] or (1.0 if factor <= 1 else math.sqrt(1 + math.log(factor) / math.log(original)))
        return plain / torch.tensor(divisors, dtype=torch.float64), attention
    raise SystemExit(f"rope.scaling: {scaling}: unknown")


def rotate(x, angles, pairing, factor=1.0):
    """Turns the first 2·pairs dimensions of x […, t, heads, d] by angles [t, pairs] (arXiv 2104.09864)."""
    pairs = angles.shape[-1]
    cos, sin = ((f(angles) * factor).to(x.dtype)[:, None, :] for f in (torch.cos, torch.sin))
    turned, rest = x[..., : 2 * pairs], x[..., 2 * pairs:]
    if pairing == "interleaved":
        a, b = turned[..., 0::2], turned[..., 1::2]
        turned = torch.stack([a * cos - b * sin, b * cos + a * sin], -1).flatten(-2)
    else:
        a, b = turned[..., :pairs], turned[..., pairs:]
        turned = torch.cat([a * cos - b * sin, b * cos + a * sin], -1)
    return torch.cat([turned, rest], -1)


def alibi_slopes(c):
    """arXiv 2108.12409: 2^(−8h/n); for n that is no power of two, the odd slopes of the next power fill up."""
    if c["alibi.slopes"] != "geometric":
        return torch.tensor(c["alibi.slopes"], dtype=torch.float64)
    power = 2 ** int(math.log2(c.heads))
    slopes = [2.0 ** (-8 * h / power) for h in range(1, power + 1)]
    slopes += [2.0 ** (-4 * (2 * k - 1) / power) for k in range(1, c.heads - power + 1)]
    return torch.tensor(slopes, dtype=torch.float64)


def t5_bucket(offset, buckets, max_distance, bidirectional):
    """Row of T5's table for key − query (arXiv 1910.10683 §2.1): half of the buckets exact, half logarithmic."""
    first = torch.zeros_like(offset)
    if bidirectional:
        buckets //= 2
        first = torch.where(offset > 0, buckets, 0)
        distance = offset.abs()
    else:
        distance = (-offset).clamp(min=0)
    exact = buckets // 2
    log = torch.log(distance.clamp(min=1).float() / exact) / math.log(max_distance / exact) * (buckets - exact)
    return first + torch.where(distance < exact, distance, (exact + log.long()).clamp(max=buckets - 1))


def deberta_bucket(offset, buckets, max_distance):
    """Signed bucket of query − key (DeBERTa-v2, arXiv 2006.03654): exact near, logarithmic far. Without buckets the offset itself."""
    if not buckets:
        return offset
    middle = buckets // 2
    distance = offset.abs().clamp(min=middle).float()
    log = torch.ceil(torch.log(distance / middle) / math.log((max_distance - 1) / middle) * (middle - 1)).long() + middle
    return torch.where(offset.abs() <= middle, offset, log * offset.sign())


# ---------------------------------------------------------------------------------------------------------------- masks

def allowed(c, tokens):
    """[query, key] bool: which keys each query may see."""
    i, j = torch.arange(tokens)[:, None], torch.arange(tokens)[None, :]
    kind, near = c.mask, (i - j).abs()
    if kind == "painted":
        return torch.tensor(c["mask.painted"]).bool()[:tokens, :tokens]
    if kind == "bidirectional":
        return (near >= 0)
    if kind == "causal":
        return j <= i
    if kind == "prefix":
        return (j <= i) | (j < c["mask.prefix"])
    seen = {
        "sliding_window": lambda: near < c["mask.window"],
        "block_local": lambda: i // c["mask.block"] == j // c["mask.block"],
        "strided": lambda: (near < c["mask.stride"]) | (near % c["mask.stride"] == 0),  # arXiv 1904.10509
        "sinks_window": lambda: (near < c["mask.window"]) | (j < c["mask.sinks"]),      # arXiv 2309.17453
    }[kind]()
    return seen if c.is_encoder else seen & (j <= i)


# ------------------------------------------------------------------------------------------------------------ attention

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

    def project(self, x, source, run, record):
        """q [b, t, h, d], k and v [b, s, g, d] before clipping."""
        width = self.c.d_head
        q, k, v = heads_of(self.q(x), width), heads_of(self.k(source), width), heads_of(self.v(source), width)
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
        record("q_input", x), record("k_input", source)
        if not isinstance(self, LatentAttention):  # whose keys and values come from one compression
            record("v_input", source)
        q, k, v = self.after_projection(*self.project(x, source, run, record), run, record)
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

    def project(self, x, source, run, record):
        c = self.c
        if c["latent.q_rank"]:
            q = self.q_b(record("c_q", self.q_a_norm(self.q_a(x))))
        else:
            q = self.q(x)
        low, k_rope = self.kv_a(x).split([c["latent.kv_rank"], c["latent.d_rope"]], -1)
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


# --------------------------------------------------------------------------------------------------------------- mixers

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


# --------------------------------------------------------------------------------------------------------- feed-forward

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


# --------------------------------------------------------------------------------------------------------------- blocks

class Block(nn.Module):
    """One layer: mixer or attention, cross-attention in a decoder with a source, feed-forward; norms where the placement says."""

    def __init__(self, c, stored, cross, owns_table):
        super().__init__()
        self.c, self.kind, self.parallel = c, c["feed_forward.kind"], c["block.layout"] != "sequential"
        if c["mixer.kind"] == "attention":
            make = LatentAttention if c["attention.kind"] == "latent" else Attention
            self.attn = make(c, stored.get("attn", {}), owns_table=owns_table)
        else:
            self.mixer = MIXERS[c["mixer.kind"]](c)
        if cross:
            self.cross_attn = Attention(c, stored.get("cross_attn", {}), cross=True)
        if self.kind != "none":
            make = {"plain": Plain, "gated": Gated, "channel_mix": ChannelMix}.get(self.kind)
            self.mlp = make(c, c.d_ff) if make else Mixture(c, stored.get("mlp", {}))
        self.shared_norm = c["block.layout"] == "parallel_shared_norm"
        for slot in ["ln1"] + ["ln_cross"] * cross + ["ln2"] * (self.kind != "none"):
            left_out = slot == "ln2" and self.shared_norm or slot == "ln1" and c.norm_before and not c["norm.before_mixer"]
            if (c.norm_before or c.norm_stream) and not left_out:
                setattr(self, slot, Norm(c))
            if c.norm_branch:
                setattr(self, slot + "_post", Norm(c))

    def before(self, x, slot, run, record):
        return getattr(self, slot)(x, run.real, record.under(slot + ".")) if self.c.norm_before and hasattr(self, slot) else x

    def added(self, out, slot, name, run, record):
        """A branch's raw output as it is added: normed, multiplied, and recorded."""
        if self.c.norm_branch:
            out = getattr(self, slot + "_post")(out, run.real, record.under(slot + "_post."))
        return record(name, out * self.c["block.residual_scale"] * self.c.beta)

    def step(self, x, branch, slot, names, run, record):
        """x and one branch with its norms; names: of what is added and of the stream after it."""
        c = self.c
        inside = self.before(x, slot, run, record)
        out = self.added(branch(inside), slot, names[0], run, record)
        carried = inside if c["block.residual_from_norm"] and c.norm_before else x * c.alpha
        total = carried + out
        if c.norm_stream:
            if c["norm.kind"] != "none":
                record(names[1] + "_sum", total)
            total = getattr(self, slot)(total, run.real, record.under(slot + "."))
        return record(names[1], total)

    def mix(self, x, run, record, table):
        if hasattr(self, "mixer"):
            return self.mixer(record("mixer.input", x), run, record.under("mixer."))
        return self.attn(x, run, record.under("attn."), table=table)

    def feed(self, x, run, record):
        return self.mlp(record("mlp.input", x), run, record.under("mlp."))

    def forward(self, x, run, record, table):
        record("resid_pre", x)
        mixed_name = "mixer_out" if hasattr(self, "mixer") else "attn_out"
        if self.parallel:
            return self.forward_parallel(x, mixed_name, run, record, table)
        x = self.step(x, lambda y: self.mix(y, run, record, table), "ln1", (mixed_name, "resid_mid"), run, record)
        if hasattr(self, "cross_attn"):
            x = self.step(x, lambda y: self.cross_attn(y, run, record.under("cross_attn."), run.source), "ln_cross",
                          ("cross_attn_out", "resid_mid_cross"), run, record)
        if self.kind == "none":
            return record("resid_post", x)
        return self.step(x, lambda y: self.feed(y, run, record), "ln2", ("mlp_out", "resid_post"), run, record)

    def forward_parallel(self, x, mixed_name, run, record, table):
        c = self.c
        first = self.before(x, "ln1", run, record)
        total = first if c["block.residual_from_norm"] and c.norm_before else x
        total = total + self.added(self.mix(first, run, record, table), "ln1", mixed_name, run, record)
        if self.kind != "none":
            second = first if self.shared_norm else self.before(x, "ln2", run, record)
            total = total + self.added(self.feed(second, run, record), "ln2", "mlp_out", run, record)
        return record("resid_post", total)


class Stack(nn.Module):
    """Embedding, blocks and final norm: a whole encoder or decoder without its output."""

    def __init__(self, flat, stored, encoder, two_stacks):
        super().__init__()
        probe = Choices(flat, 0, encoder, two_stacks)
        count = probe.encoder_layers if encoder and two_stacks else probe.layers
        self.layers = [Choices(flat, layer, encoder, two_stacks) for layer in range(count)]
        c = self.layers[0] if self.layers else probe
        self.c, self.cross = c, two_stacks and not encoder
        if not (encoder and two_stacks) or "embed" in stored:
            self.embed = Weights(c.vocab, c["embedding.width"] or c.d_model)
        self.projects_last = c["embedding.width"] and c["embedding.projection"] == "last"
        width = c["embedding.width"] if self.projects_last else c.d_model  # of the sum of the tables
        self.position = c["position.kind"]
        if self.position == "learned":
            self.pos_embed = Weights(c["sizes.context"] + c["learned.offset"], width)
        elif self.position == "disentangled" and c["disentangled.absolute"]:
            self.pos_embed = Weights(c["sizes.context"], width)
        if c["embedding.token_types"]:
            self.token_type_embed = Weights(c["embedding.token_types"], width)
        if c["norm.embedding"]:
            self.ln_embed = Norm(c, width)
        if c["embedding.width"]:
            self.embed_in = Linear(c.d_model, c["embedding.width"], bias=bool(self.projects_last))
        relative = [layer for layer in self.layers if layer["position.kind"] == "disentangled" and layer["mixer.kind"] == "attention"]
        if relative:
            span = relative[0]["disentangled.buckets"] or relative[0]["disentangled.max_distance"]
            self.rel_embed = Weights(2 * span, c.d_model)
            if relative[0]["disentangled.norm"]:
                self.ln_rel = Norm(c)
        with_table = [n for n, layer in enumerate(self.layers) if layer["position.kind"] == "t5_buckets" and layer["mixer.kind"] == "attention"]
        self.table_layer = with_table[0] if with_table else -1
        blocks = stored.get("blocks", {})
        self.blocks = nn.ModuleList(Block(layer, blocks.get(str(n), {}), self.cross, n == self.table_layer) for n, layer in enumerate(self.layers))
        last = self.layers[-1] if self.layers else c
        self.last = last
        if last.has_final_norm:
            self.ln_final = Norm(last, eps=last["norm.final_eps"])

    def absolute(self, ids):
        """[b, t, d_model] of an absolute position, or None."""
        c = self.c
        counts = ids != c["embedding.padding_id"]
        positions = torch.where(counts, counts.long().cumsum(1) - 1, -1)  # padding stands before the first
        if hasattr(self, "pos_embed"):
            rows = (positions + (c["learned.offset"] if self.position == "learned" else 0)).clamp(min=0)
            if rows.max() >= len(self.pos_embed.weight):
                raise SystemExit(f"{ids.shape[1]} tokens, but the learned table holds {c['sizes.context']}")
            return self.pos_embed.weight[rows]
        if self.position == "sinusoidal":
            width = c["embedding.width"] if self.projects_last else c.d_model
            table = sinusoid(positions + c["sinusoidal.offset"], width, c["sinusoidal.layout"], c["sinusoidal.waves"])
            return (table * counts[..., None]).to(next(self.parameters()).dtype)
        return None

    def run(self, ids, real, record, table, source=None, source_real=None):
        """The stream after the last norm [b, t, d_model]; `table` is the embedding matrix."""
        c = self.c
        of_encoder = c["block.encoder_embedding_scale"] if c.is_encoder and c.two_stacks else None
        content = table[ids] * (c["block.embedding_scale"] if of_encoder is None else of_encoder)
        if c["embedding.width"] and not self.projects_last:
            content = self.embed_in(content)
        content = record("embed", content)
        norms_first = c["norm.tokens_first"] and not c.is_encoder
        if hasattr(self, "ln_embed") and norms_first:
            content = self.ln_embed(content, real, record.under("ln_embed."))
        position = self.absolute(ids)
        if position is not None:
            record("pos_embed", position)
        if c["embedding.token_types"]:
            content = content + record("token_type_embed", self.token_type_embed.weight[0].expand_as(content))
        x = content if position is None else content + position
        if position is not None and record.tensors is not None and self.position in ("learned", "sinusoidal") and not self.projects_last:
            self.four_terms(content, position, real, record)
        if hasattr(self, "ln_embed") and not norms_first:
            x = self.ln_embed(x, real, record.under("ln_embed."))
        if self.projects_last:
            x = self.embed_in(x)
        relative = self.rel_embed.weight if hasattr(self, "rel_embed") else None
        if hasattr(self, "ln_rel"):
            relative = self.ln_rel(relative)
        shared = self.blocks[self.table_layer].attn.rel_bias if self.table_layer >= 0 else None
        run = Pass(real, source, source_real, relative)
        for n, block in enumerate(self.blocks):
            x = block(x, run, record.under(f"blocks.{n}."), shared)
        if hasattr(self, "ln_final"):
            x = self.ln_final(x, real, record.under("ln_final."))
        return x

    def four_terms(self, content, position, real, record):
        if not self.blocks or not hasattr(self.blocks[0], "attn"):
            return
        c, block = self.c, self.blocks[0]
        if c["score.qk_norm"] != "none" or c["score.clip_qkv"] or c["attention.kind"] == "latent":
            return
        if hasattr(self, "ln_embed") and (self.c.is_encoder or not self.c["norm.tokens_first"]):
            content, position = self.ln_embed.split(content, position, real)
        if c.norm_before and hasattr(block, "ln1"):
            content, position = block.ln1.split(content, position, real)
        block.attn.record_four_terms(content, position, record.under("blocks.0.attn."))


class Head(nn.Module):
    """The masked-language head of BERT: dense → activation → norm, before the output matrix."""

    def __init__(self, c):
        super().__init__()
        self.c = c
        width = c["embedding.width"] or c.d_model
        self.dense, self.ln = Linear(width, c.d_model, c["bias.head"]), Norm(c, width)
        if c["output.head_activation"] == "as_blocks":
            add_activation_weights(c, self)

    def forward(self, x, real, record):
        pre = record("pre", self.dense(x))
        post = record("post", F.gelu(pre) if self.c["output.head_activation"] == "gelu" else activate(self.c, pre, self))
        return self.ln(post, real, record.under("ln."))


class Model(Stack):
    """forward(ids [b, t]) → logits [b, t, vocabulary]; encoder–decoders take the decoder's ids too."""

    def __init__(self, choices, stored=()):
        """choices: nested or flat; stored: names → shapes of a file, which decide optional tensors (biases of QK-norm …)."""
        flat, nested = flatten(choices), {}
        for name, shape in dict(stored).items():
            parts, at = name.split("."), nested
            for part in parts[:-1]:
                at = at.setdefault(part, {})
            at[parts[-1]] = tuple(shape)
        self_topology = flat.get("topology", DEFAULTS["topology"])
        two_stacks = self_topology == "encoder_decoder"
        super().__init__(flat, nested, self_topology == "encoder", two_stacks)
        if two_stacks:
            self.encoder = Stack(flat, nested.get("encoder", {}), True, True)
        c = self.last
        head = c["output.head"]
        if head == "masked_language":
            self.head = Head(c)
        has_bias = c["bias.output"] or head == "masked_language"
        if head == "linear" and c["embedding.width"]:
            self.embed_out = Linear(c["embedding.width"], c.d_model)
        if head != "none":
            if not c["output.tied"]:
                self.unembed = Linear(c.vocab, c["embedding.width"] or c.d_model, has_bias)
            elif has_bias:
                self.unembed = nn.Module()
                self.unembed.bias = nn.Parameter(torch.zeros(c.vocab))

    def forward(self, ids, real=None, decoder_ids=None, decoder_real=None, record=Record()):
        real = torch.ones_like(ids, dtype=torch.bool) if real is None else real
        if not hasattr(self, "encoder"):
            x = self.run(ids, real, record, self.embed.weight)
        else:
            table = (self.encoder if hasattr(self.encoder, "embed") else self).embed.weight
            source = self.encoder.run(ids, real, record.under("encoder."), table)
            decoder_real = torch.ones_like(decoder_ids, dtype=torch.bool) if decoder_real is None else decoder_real
            x = self.run(decoder_ids, decoder_real, record, self.embed.weight, source, real)
            real = decoder_real
        return self.output(x, real, record)

    def output(self, x, real, record):
        c = self.last
        if c["output.head"] == "none":
            return x
        if hasattr(self, "head"):
            x = self.head(x, real, record.under("head."))
        if hasattr(self, "embed_out"):
            x = self.embed_out(x)
        matrix = self.embed.weight if c["output.tied"] else self.unembed.weight
        logits = F.linear(x, matrix, getattr(getattr(self, "unembed", None), "bias", None)) * c["output.scale"]
        if c["output.soft_cap"]:
            logits = c["output.soft_cap"] * torch.tanh(logits / c["output.soft_cap"])
        record("log_z", torch.logsumexp(logits, -1))
        return record("logits", logits)


# ---------------------------------------------------------------------------------------------------------------- files

def axes(name, dimensions):
    """The axis words of one recorded tensor."""
    last = name.rsplit(".", 1)[-1]
    if dimensions == 1:
        return ["routed_token" if last == "tokens" else "token"]
    if last.startswith(("scores", "bias", "pattern")):
        return ["head", "query", "key"]
    if last == "sink_weight":
        return ["head", "query"]
    if last == "state":
        return ["token", "head", "d_state", "d_head"]
    first = "routed_token" if ".experts." in name else "token"
    if dimensions == 3:
        grouped = last in ("k", "v", "k_normed", "rot_k") and ".mixer." not in name
        return [first, "kv_head" if grouped else "head", "d_head"]
    words = {"logits": "vocabulary", "router_logits": "expert", "router_probs": "expert", "gates": "expert", "dropped": "expert",
             "c_q": "rank", "c_kv": "rank", "k_rope": "d_rope"}
    if ".mlp." in name and last in ("pre", "pre_linear", "post"):
        return [first, "d_mlp"]
    if ".mixer." in name and last == "step":
        return [first, "head"]
    if ".mixer." in name and last in ("b", "c"):
        return [first, "d_state"]
    if ".mixer." in name and last not in ("out", "input"):
        return [first, "d_inner"]
    return [first, words.get(last, "d_model")]


def load(folder, dtype=torch.float64):
    """The model of a native folder and its choices."""
    from safetensors.torch import load_file
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        choices = json.load(file)["choices"]
    tensors = load_file(os.path.join(folder, "model.safetensors"))
    model = Model(choices, {name: value.shape for name, value in tensors.items()})
    model.load_state_dict(tensors)
    return model.to(dtype).eval(), choices


def trace(model, ids, decoder_ids=None):
    """Everything of one pass over one text, by trace name."""
    tensors = Trace()
    with torch.no_grad():
        model(torch.tensor([ids]), decoder_ids=None if decoder_ids is None else torch.tensor([decoder_ids]), record=Record(tensors))
    return tensors


def save_trace(path, tensors, metadata):
    """A trace file in float32; metadata: ids, decoder_ids, choices, model, as docs/contract.md part 3."""
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    from record import write_safetensors
    metadata = {"cutaway.schema": "1", "program": "reference"} | {
        key: value if isinstance(value, str) else json.dumps(value) for key, value in metadata.items() if value is not None}
    metadata["axes"] = json.dumps({
        name: ["d_model"] if name in tensors.over_tokens else axes(name, value.dim()) for name, value in sorted(tensors.items())})
    write_safetensors(path, {name: value.float() for name, value in tensors.items()}, metadata)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--ids", required=True, help="token ids, separated by commas")
    parser.add_argument("--decoder-ids")
    parser.add_argument("-o", "--output", required=True)
    arguments = parser.parse_args()
    ids, decoder_ids = ([int(part) for part in text.split(",")] if text else None for text in (arguments.ids, arguments.decoder_ids))
    model, choices = load(arguments.folder)
    tensors = trace(model, ids, decoder_ids)
    save_trace(arguments.output, tensors, {"model": os.path.basename(os.path.normpath(arguments.folder)), "choices": choices,
                                           "ids": ids, "decoder_ids": decoder_ids})


if __name__ == "__main__":
    main()
