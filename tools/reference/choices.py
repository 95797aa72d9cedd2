"""Choices of the reference model: docs/contract.md part 2 with every default and derived value."""
from positions import yarn_mscale

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
