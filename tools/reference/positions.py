"""Positions and masks of the reference model: tables, rotations, biases by distance, and which keys a query sees."""
import math

import torch

# ------------------------------------------------------------------------------------------------------------- positions

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


# ----------------------------------------------------------------------------------------------------------------- masks

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
