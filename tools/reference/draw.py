"""Random legal combinations of choices, for parity.py and tools/fixtures/parity_golden.py; drawn.py gives them numbers.

combinations(seed, count) draws them so that all pairs of values of two keys meet where that is legal: of a handful of
candidates it keeps the one with the most pairs not yet seen. To add a key: one line in draw(), and in SWITCHES when it is a
number whose zero means "off".
"""
import math
import random

import choices as known

# Numbers that count as on and off in the pairs; every other number only varies.
SWITCHES = {"score.soft_cap": 0, "score.clip_qkv": 0, "output.scale": 1, "output.soft_cap": 0, "block.residual_scale": 1,
            "block.embedding_scale": 1, "embedding.token_types": 0, "embedding.width": 0, "embedding.padding_id": -1, "sinusoidal.offset": 0, "learned.offset": 0, "mixture.shared": 0, "mixture.groups": 0,
            "mixture.capacity": 0, "mixture.scale": 1, "latent.q_rank": 0, "rope.fraction": 1, "mixer.d_inner": 0,
            "disentangled.buckets": 0, "rope.attention_factor": 0, "rope.mscale": 0, "rope.long_mscale": 0, "rope.short_mscale": 0,
            "norm.final_eps": 0, "mixer.dt_rank": 0, "mixer.groups": 1, "mixer.dt_min": 0, "mixer.dt_max": 0}
# Keys of which a case may give each layer its own value, drawn among the legal ones.
PER_LAYER = ["rope.base", "mask.window", "norm.eps", "score.soft_cap", "activation.kind", "feed_forward.kind", "mixer.kind", "position.kind"]
# What a file may hold beside what the choices say.
EXTRAS = ["qk_norm_bias", "qk_norm_by_head", "router_bias", "rel_bias_in_every_layer", "encoder_embed"]

ACTIVATIONS = ["relu", "relu_squared", "gelu", "gelu_tanh", "quick_gelu", "silu", "swish", "elu", "selu", "sigmoid", "tanh", "linear", "xielu", "swiglu_clamped"]
FEED_FORWARDS = ["plain", "gated", "mixture", "channel_mix", "none"]
MIXERS = ["attention", "retention", "linear_recurrence", "selective_ssm", "state_space_dual", "gated_recurrence"]


class Illegal(Exception):
    pass


def divisors(n):
    return [d for d in range(1, n + 1) if n % d == 0]


def draw(rng, forced):
    """(flat choices, shape of the prompt) of one random legal combination; Illegal when `forced` cannot be met."""
    c = {}

    def pick(key, values, absent=None):
        """One of the values; `absent` (a probability) leaves the key out, so that its default is tested."""
        wanted = [value for value in values if str(value).lower() in forced[key].lower().split("|")] if key in forced else values
        if not wanted:
            raise Illegal
        value = rng.choice(wanted)
        if not (absent and key not in forced and rng.random() < absent):
            c[key] = value
        return value

    def number(key, low, high):
        c[key] = round(rng.uniform(low, high), 3)

    def sometimes(key, off, low, high):
        if pick(key, [off, "on"]) == "on":
            number(key, low, high)

    flags = (False, True)
    topology = pick("topology", ["causal_decoder", "prefix_decoder", "encoder", "encoder_decoder"])
    two_stacks, is_encoder = topology == "encoder_decoder", topology == "encoder"
    layers, heads = pick("sizes.layers", [1, 2, 2, 3, 4] if not two_stacks else [1, 2, 2]), pick("sizes.heads", [1, 2, 3, 4])
    d_model = pick("sizes.d_model", list(range(12, 33)))
    c["sizes.vocab"] = rng.randint(17, 40)
    tokens = [rng.choice([1, 2, 3, 5, 6, 7, 9, 11, 12, 13, 16, 17]) for _ in range(2)]
    c["sizes.context"] = max(tokens) + rng.randint(0, 8)
    if d_model % heads or rng.random() < 0.6:
        c["sizes.d_head"] = rng.randint(3, 11)
    d_head = c.get("sizes.d_head", d_model // heads)
    if rng.random() < 0.8:
        c["sizes.d_ff"] = rng.randint(9, 40)
    if two_stacks:
        for key, values in (("layers", [1, 2]), ("heads", [1, 2, 3, 4]), ("d_ff", [9, 22, 31])):
            pick("sizes.encoder_" + key, values, absent=0.4)

    kind = pick("norm.kind", ["layer_norm", "layer_norm", "rms_norm", "rms_norm", "batch_norm", "none"])
    if kind == "batch_norm":
        # Over one token everything is zero, and what follows (a tie of experts, a quotient of rounding errors) is no test.
        tokens[:] = [max(count, 3) for count in tokens]
        c["sizes.context"] = max(c["sizes.context"], *tokens)
    if kind != "none":
        if kind != "rms_norm":
            pick("norm.bias", flags)
        pick("norm.gain", ["weight", "weight", "one_plus_weight", "none"])
        # BatchNorm divides by differences between tokens, which may be tiny.
        pick("norm.eps", [0.05, 0.2] if kind == "batch_norm" else [1e-6, 1e-5, 1e-3, 0.02], absent=0 if kind == "batch_norm" else 0.2)
        pick("norm.eps_place", ["inside", "outside"])
        sometimes("norm.final_eps", 0, 0.01, 0.2)
    placement = pick("norm.placement", ["pre", "post", "sandwich", "branch_output", "deep_norm", "none"])
    if placement == "deep_norm":
        for key, low, high in (("norm.deep_alpha", 1, 2), ("norm.deep_beta", 0.4, 1)):
            if pick(key, ["paper", "number"]) == "number":
                number(key, low, high)
    if pick("norm.embedding", flags):
        pick("norm.tokens_first", flags)
    pick("norm.before_mixer", [True, True, False])
    pick("norm.final", ["auto", True, False])
    layouts = ["sequential"]
    if not two_stacks and placement not in ("post", "deep_norm"):
        layouts += ["parallel_two_norms"] + ["parallel_shared_norm"] * (placement != "branch_output")
    layout = pick("block.layout", layouts)
    sometimes("block.residual_scale", 1, 0.3, 1.5)
    sometimes("block.embedding_scale", 1, 0.5, 3)
    pick("block.residual_from_norm", flags)

    mixers = {pick("mixer.kind", ["attention"] * 9 + MIXERS)}
    each = set()  # keys with one value per layer
    if layers > 1 and rng.random() < 0.35:
        each = set(rng.sample(PER_LAYER, 2)) - set(forced)
    if "mixer.kind" in each:
        c["mixer.kind"] = [rng.choice(MIXERS) for _ in range(layers)]
        mixers = set(c["mixer.kind"])
    draw_mixer(rng, c, pick, sometimes, mixers, math.lcm(heads, c.get("sizes.encoder_heads", heads)))

    has_attention = "attention" in mixers or two_stacks
    attention = pick("attention.kind", ["multi_head", "grouped_query", "multi_query"] + ["latent"] * (not two_stacks)) if has_attention else None
    latent = attention == "latent"
    position = pick("position.kind", ["none", "rope"] if latent else
                    ["none", "sinusoidal", "learned", "shaw", "transformer_xl", "t5_buckets", "rope", "alibi", "disentangled"])
    if attention == "grouped_query" and rng.random() < 0.6:
        c["sizes.kv_heads"] = rng.choice(divisors(heads)[:-1] or [1])
    if latent:
        pick("latent.q_rank", [0, rng.randint(3, 9)])
        c |= {"latent.kv_rank": rng.randint(3, 9), "latent.d_rope": rng.choice([2, 4, 6]), "latent.d_nope": rng.randint(1, 7), "latent.d_value": rng.randint(2, 9)}
        c.pop("sizes.d_head", None)
    elif has_attention and position == "rope" and d_head % 2 and c.get("rope.fraction", 1) == 1:
        d_head = c["sizes.d_head"] = d_head + 1
    draw_position(rng, c, pick, number, sometimes, position, latent, heads, d_head, has_attention, is_encoder, tokens)
    if has_attention:
        draw_attention(rng, c, pick, sometimes, tokens, two_stacks)
    if "position.kind" in each and position == "rope":
        c["position.kind"] = ["rope"] + [rng.choice(["rope", "none"]) for _ in range(layers - 1)]

    activation = pick("activation.kind", ACTIVATIONS)
    if activation in ("swish", "xielu", "swiglu_clamped"):
        c["activation.beta"] = round(rng.uniform(0.3, 1.5), 2)
    if activation == "swiglu_clamped":
        c["activation.limit"] = round(rng.uniform(0.4, 1.5), 2)
    feed_forward = pick("feed_forward.kind", ["plain", "gated", "mixture", "mixture", "channel_mix", "none"])
    feeds = {feed_forward}
    if "feed_forward.kind" in each:
        c["feed_forward.kind"] = [rng.choice(FEED_FORWARDS) for _ in range(layers)]
        feeds = set(c["feed_forward.kind"])
    if "activation.kind" in each:
        c["activation.kind"] = [rng.choice(ACTIVATIONS) for _ in range(layers)]
    if "mixture" in feeds:
        draw_mixture(rng, c, pick, sometimes)

    if has_attention:
        pick("bias.attention", flags), pick("bias.attention_output", flags)
    if feeds & {"plain", "gated", "mixture"}:
        pick("bias.feed_forward", flags)
    head = pick("output.head", ["linear", "linear", "linear", "masked_language", "none"])
    if head != "none":
        pick("output.tied", flags)
        sometimes("output.scale", 1, 0.3, 2)
        sometimes("output.soft_cap", 0, 2, 20)
        if head == "linear":
            pick("bias.output", flags)
    if head == "masked_language":
        pick("bias.head", flags)
        pick("output.head_activation", ["as_blocks", "gelu"])
    if pick("embedding.width", [0, 0, rng.randint(5, 19)]):
        pick("embedding.projection", ["first", "last"])
    pick("embedding.padding_id", [-1, -1, rng.randint(0, c["sizes.vocab"] - 1)])
    pick("embedding.token_types", [0, 2])

    for key, make in {"rope.base": lambda: rng.choice([100.0, 1000.0, 10000.0, 500000.0]), "mask.window": lambda: rng.randint(1, 6),
                      "norm.eps": lambda: rng.choice([1e-5, 0.01]), "score.soft_cap": lambda: rng.choice([0, 3.5])}.items():
        if key in each and key in c and kind != "batch_norm":
            c[key] = [make() for _ in range(layers)]
    extras = {name for name in EXTRAS if rng.random() < 0.4}
    return c, {"tokens": tokens, "extras": sorted(extras)}


def draw_mixer(rng, c, pick, sometimes, mixers, heads):
    """heads: what the heads of each stack divide."""
    selective = mixers & {"selective_ssm", "state_space_dual"}
    if selective:
        c["mixer.d_state"] = rng.randint(1, 5)
        pick("mixer.bias", (False, True))
    if selective or "gated_recurrence" in mixers:
        c["mixer.d_conv"] = rng.randint(1, 4)
    if "selective_ssm" in mixers:
        pick("mixer.dt_rank", [0, rng.randint(1, 5)])
        if pick("mixer.inner_norm", ["none", "rms", "rms_no_gain"]) != "none":
            c["mixer.inner_eps"] = rng.choice([1e-6, 0.01])
    if "state_space_dual" in mixers:
        of_both = math.gcd(c["sizes.heads"], c.get("sizes.encoder_heads", c["sizes.heads"]))
        pick("mixer.groups", [1, rng.choice(divisors(of_both))])
        sometimes("mixer.dt_min", 0, 0.3, 0.7)
        sometimes("mixer.dt_max", 0, 0.9, 1.5)
    if "gated_recurrence" in mixers:
        pick("mixer.d_inner", [0] * (c["sizes.d_model"] % heads == 0) + [heads * rng.randint(2, 4)])
    elif mixers & {"selective_ssm", "linear_recurrence"}:
        pick("mixer.d_inner", [0, rng.randint(9, 30)])


def draw_position(rng, c, pick, number, sometimes, position, latent, heads, d_head, has_attention, is_encoder, tokens):
    flags = (False, True)
    if position == "sinusoidal":
        pick("sinusoidal.layout", ["interleaved", "halves"])
        pick("sinusoidal.waves", ["by_width", "to_last"])
        pick("sinusoidal.offset", [0, 2])
    elif position == "learned":
        pick("learned.offset", [0, 2])
    if not has_attention:
        return
    if position == "shaw":
        c["shaw.clip"] = rng.randint(1, 6)
    elif position == "t5_buckets":
        # No distance may stand on the border of two buckets, where float and double may part.
        c["t5.buckets"], c["t5.max_distance"] = rng.choice([(8, 11.5), (12, 13), (16, 21), (20, 29), (5, 10)])
        c["t5.max_distance"] = int(c["t5.max_distance"])
        pick("t5.bidirectional", ["auto", True, False])
        if c["t5.bidirectional"] == "auto":
            del c["t5.bidirectional"]
    elif position == "alibi":
        pick("alibi.scaled", flags)
        pick("alibi.precision", ["float32", "float32", "bfloat16"])
        if pick("alibi.slopes", ["geometric", "numbers"]) == "numbers":
            c["alibi.slopes"] = [round(rng.uniform(0.02, 0.7), 3) for _ in range(heads)]
            for key in ("sizes.encoder_heads",):
                c.pop(key, None)
    elif position == "disentangled":
        c["disentangled.buckets"], c["disentangled.max_distance"] = rng.choice([(4, 9), (6, 11), (8, 19), (12, 25)])
        for key in ("share_projections", "content_to_position", "position_to_content"):
            pick("disentangled." + key, flags)
        pick("disentangled.norm", flags)
        pick("disentangled.absolute", flags)
    elif position == "rope":
        pick("rope.pairing", ["half_split", "interleaved"])
        width = c["latent.d_rope"] if latent else d_head
        if not latent and pick("rope.fraction", [1, "part"]) == "part":
            c["rope.fraction"] = rng.choice([0.25, 0.5, 0.75])
            width = int(d_head * c["rope.fraction"])
            width += width % 2
            if width < 2:
                c["rope.fraction"] = 0.5
                width = int(d_head * 0.5) + int(d_head * 0.5) % 2
        encoder_heads = c.get("sizes.encoder_heads", heads)
        if encoder_heads != heads and heads * d_head == c["sizes.d_model"]:
            c.pop("sizes.encoder_heads")  # the encoder's heads might be odd or of another width
        c["rope.base"] = rng.choice([50.0, 10000.0, 500000.0])
        scaling = pick("rope.scaling", ["none", "linear", "llama3", "yarn", "longrope"] + ["ntk", "dynamic_ntk"] * (width > 2))
        draw_rope_scaling(rng, c, pick, sometimes, scaling, width, tokens)


def draw_rope_scaling(rng, c, pick, sometimes, scaling, width, tokens):
    if scaling == "none":
        return
    c["rope.factor"] = rng.choice([1.5, 2.0, 4.0, 8.0])
    if scaling in ("dynamic_ntk", "yarn", "llama3", "longrope") and rng.random() < 0.8:
        c["rope.original_context"] = rng.randint(4, 14)
    if scaling == "yarn":
        c["rope.beta_fast"], c["rope.beta_slow"] = rng.choice([(32, 1), (2, 0.2), (1.0, 0.05)])
        pick("rope.truncate", [False, True])
        how = rng.choice(["plain", "factor", "mscale"])
        if how == "factor":
            c["rope.attention_factor"] = 1.25
        elif how == "mscale":
            c["rope.mscale"], c["rope.mscale_all_dim"] = 0.7, rng.choice([0.4, 1.0])
    elif scaling == "llama3":
        c["rope.low_freq_factor"], c["rope.high_freq_factor"] = rng.choice([(1.0, 4.0), (0.3, 1.1)])
    elif scaling == "longrope":
        for key in ("long", "short"):
            c[f"rope.{key}_factor"] = [round(rng.uniform(1, 5), 2) for _ in range(width // 2)]
        if rng.random() < 0.3:
            c["rope.attention_factor"] = 1.1
        sometimes("rope.long_mscale", 0, 0.9, 1.3)
        sometimes("rope.short_mscale", 0, 0.9, 1.3)


def draw_attention(rng, c, pick, sometimes, tokens, two_stacks):
    length = tokens[1] if two_stacks else tokens[0]
    mask = pick("mask.kind", ["bidirectional", "causal", "prefix", "sliding_window", "sliding_window", "block_local", "strided", "sinks_window", "painted"],
                absent=0.15)
    if "mask.kind" not in c:
        mask = {"prefix_decoder": "prefix", "encoder": "bidirectional"}.get(c["topology"], "causal")
    for of, key, low, high in ((("sliding_window", "sinks_window"), "window", 1, 6), (("prefix",), "prefix", 1, 8), (("block_local",), "block", 1, 5),
                               (("strided",), "stride", 1, 5), (("sinks_window",), "sinks", 1, 3)):
        if mask in of:
            c["mask." + key] = rng.randint(low, high)
    if mask == "sliding_window":
        pick("mask.schedule", ["w", "wf", "fw", "wwf"], absent=0.5)
    if mask == "painted":
        c["mask.painted"] = [[int(rng.random() < 0.6) for _ in range(length)] for _ in range(length)]
    if pick("score.scale", ["auto", "number"], absent=0.2) == "number" and "score.scale" in c:
        c["score.scale"] = round(rng.uniform(0.1, 0.8), 3)
    sometimes("score.soft_cap", 0, 1, 8)
    pick("score.qk_norm", ["none", "none", "rms_head", "rms_full", "layer_head", "layer_full"])
    if c.get("attention.kind") != "latent":
        pick("score.qk_norm_after_rope", (False, False, True))
    pick("score.sinks", (False, True))
    sometimes("score.clip_qkv", 0, 0.5, 2)


def draw_mixture(rng, c, pick, sometimes):
    experts, groups = rng.choice([(3, 0), (4, 0), (5, 0), (6, 3), (8, 4), (6, 2), (8, 2)])
    c["mixture.experts"] = experts
    routing = pick("mixture.routing", ["softmax_then_top_k", "top_k_then_softmax", "sigmoid_bias_groups", "sparse_mixer"])
    limit = experts
    if pick("mixture.groups", [0, groups] if groups else [0]):
        c["mixture.groups_top_k"] = rng.randint(1, groups)
        limit = c["mixture.groups_top_k"] * experts // groups
    c["mixture.top_k"] = rng.randint(1, min(limit, 3))
    if routing != "top_k_then_softmax":
        pick("mixture.renormalise", (False, True))
    sometimes("mixture.scale", 1, 0.5, 2.5)
    if routing == "sparse_mixer":
        c["mixture.jitter"] = rng.choice([0.05, 0.3, 0.6])
    if pick("mixture.shared", [0, 1, 2]):
        pick("mixture.shared_gate", (False, True))
    if rng.random() < 0.6:
        c["mixture.d_expert"] = rng.randint(5, 19)
    if c["mixture.shared"] and rng.random() < 0.6:
        c["mixture.d_shared"] = rng.randint(5, 19)
    sometimes("mixture.capacity", 0, 0.4, 1.6)


# ------------------------------------------------------------------------------------------------------------ coverage

def values(choices):
    """The key=value words of one combination that count for the pairs; an array counts with each of its values."""
    words = set()
    for key, value in choices.items():
        if key == "alibi.slopes" and isinstance(value, list):
            value = "numbers"
        for one in value if known.depth(value) > known.LISTS.get(key, 0) else [value]:
            if isinstance(one, (str, bool)):
                words.add(f"{key}={one}".lower() if isinstance(one, bool) else f"{key}={one}")
            elif key in SWITCHES:
                words.add(f"{key}={'off' if one == SWITCHES[key] else 'on'}")
            elif key in ("score.scale", "norm.deep_alpha", "norm.deep_beta"):
                words.add(f"{key}=number")
    return words


def pairs(words):
    words = sorted(words)
    return {(a, b) for n, a in enumerate(words) for b in words[n + 1:]}


def combinations(seed, count, forced=None, candidates=12):
    """`count` combinations [(choices, prompt)], and the share of the pairs met among all that 4000 random draws show."""
    rng = random.Random(seed)

    def one():
        for _ in range(1000):
            try:
                return draw(rng, forced or {})
            except Illegal:
                continue
        raise SystemExit(f"no legal combination with {forced}")

    seen, chosen = set(), []
    for _ in range(count):
        best = max((one() for _ in range(candidates)), key=lambda case: len(pairs(values(case[0])) - seen))
        seen |= pairs(values(best[0]))
        chosen.append(best)
    reachable = set(seen)
    if not forced:
        for _ in range(4000):
            reachable |= pairs(values(one()[0]))
    return chosen, (len(seen), len(reachable))
