"""Small layers of the reference model: what records a pass, named weights, norms, activations."""
import torch
import torch.nn.functional as F
from torch import nn

# ----------------------------------------------------------------------------------------------------------------- trace

class Trace(dict):
    """Tensors by name; over_tokens: those that BatchNorm took over the tokens."""

    def __init__(self):
        super().__init__()
        self.over_tokens = set()

    def keep(self, name, value, batched, of):
        """Of the first text; the value as it goes on from here."""
        self[name] = (value[0] if batched else value).detach().clone()
        return value


class Record:
    """record(name, value) keeps the first text of a batch under the names of the trace; without a trace it keeps nothing."""

    def __init__(self, tensors=None, path=""):
        self.tensors, self.path = tensors, path

    def __call__(self, name, value, batched=True, of=None):
        """The value as it goes on from here; `of` is the tensor of the pass that it is a view of."""
        if self.tensors is None:
            return value
        if not batched:
            self.tensors.over_tokens.add(self.path + name)
        return self.tensors.keep(self.path + name, value, batched, of)

    def under(self, path):
        return Record(self.tensors, self.path + path)


class Pass:
    """What the layers of one stack share in one pass: which tokens are real [b, t], their count, the source of a decoder."""

    def __init__(self, real, source=None, source_real=None, relative=None):
        self.real, self.tokens = real, real.shape[1]
        self.source, self.source_real, self.relative = source, source_real, relative


# ------------------------------------------------------------------------------------------------------------ parameters

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


# ----------------------------------------------------------------------------------------------------------------- norms

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
            record("mean", mean if over_tokens else mean[..., 0], batched=not over_tokens, of=mean)
        record("scale", scale if over_tokens else scale[..., 0], batched=not over_tokens, of=scale)
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
