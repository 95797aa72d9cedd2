"""Numbers for the combinations of draw.py: Case(seed, number, choices, prompt) has all parameters random, none at its neutral value."""
import math

import torch

import model as reference
from draw import Illegal


def nested(flat):
    """{"norm.kind": …} as {"norm": {"kind": …}}."""
    tree = {}
    for key, value in sorted(flat.items()):
        *path, last = key.split(".")
        at = tree
        for part in path:
            at = at.setdefault(part, {})
        at[last] = value
    return tree


def stored_extras(choices, extras):
    """Shapes of the optional tensors that this case stores."""
    plain = reference.Model(choices)
    stored = {}
    for name, value in plain.state_dict().items():
        if name.endswith(("attn.q_norm.weight", "attn.k_norm.weight")):
            full, layer = plain.c["score.qk_norm"].endswith("full"), plain.c["score.qk_norm"].startswith("layer")
            module = plain.get_submodule(name.rsplit(".", 2)[0])
            heads = module.c.heads if ".q_norm" in name else module.c.kv_heads
            shape = (heads, module.c.d_qk) if "qk_norm_by_head" in extras and not full else tuple(value.shape)
            stored[name] = shape
            if "qk_norm_bias" in extras and layer:
                stored[name[:-6] + "bias"] = shape
        elif name.endswith("mlp.router.weight") and "router_bias" in extras:
            stored[name[:-6] + "bias"] = value.shape[:1]
        elif name.endswith("attn.q.weight") and "rel_bias_in_every_layer" in extras and "cross" not in name:
            module = plain.get_submodule(name.rsplit(".", 2)[0])
            if module.position == "t5_buckets":
                stored[name.replace("attn.q.", "attn.rel_bias.")] = (module.c["t5.buckets"], module.c.heads)
    if hasattr(plain, "encoder") and "encoder_embed" in extras:
        stored["encoder.embed.weight"] = tuple(plain.embed.weight.shape)
    return stored


def randomise(model, generator, strength=1.0):
    """Every parameter random, and exactly a float16; strength: of the matrices."""
    one_plus = model.c["norm.gain"] == "one_plus_weight"
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            noise = torch.randn(parameter.shape, generator=generator, dtype=torch.float64)
            owner, last = name.rsplit(".", 2)[-2], name.rsplit(".", 1)[-1]
            if last == "bias":
                value = 0.3 * noise
            elif owner.startswith("ln") or owner.endswith("_norm"):
                inner = owner in ("q_a_norm", "kv_a_norm")
                value = 0.3 * noise + (0 if one_plus and not inner else 1)
            elif owner.startswith("mix_"):
                value = torch.rand(parameter.shape, generator=generator, dtype=torch.float64)
            elif owner in ("embed", "pos_embed", "token_type_embed", "rel_embed"):
                value = 0.8 * noise
            elif owner in ("decay", "first", "a_log", "alpha_p", "alpha_n", "sinks", "rel_bias", "u", "w"):
                value = 0.6 * noise
            elif owner == "lambda":
                value = -2 + noise
            elif owner in ("d", "norm"):
                value = 1 + 0.3 * noise
            else:
                value = strength * noise * (2.0 if owner == "router" else 1.2) / math.sqrt(parameter.shape[-1])
            parameter.copy_(value.half())


class Case:
    """One combination with its numbers: a model in float64, ids, the trace; drawn again until it is well conditioned."""

    ATTEMPTS = 25
    MARGIN = 1e-3       # smallest distance between an expert (or group) kept and one refused
    CONDITION = 2e-5    # largest error of this same model in float32

    def __init__(self, seed, number, choices, prompt, is_wanted=lambda case: True):
        self.number, self.choices, self.redrawn = number, choices, 0
        stored = stored_extras(choices, prompt["extras"])
        for attempt in range(self.ATTEMPTS):
            generator = torch.Generator().manual_seed(seed * 1_000_003 + number * 101 + attempt)
            self.model = reference.Model(choices, stored).double().eval()
            # Without norms a stream may grow without bound and saturate its router: then smaller matrices are tried.
            randomise(self.model, generator, 0.85 ** max(attempt - 5, 0))
            ids = [torch.randint(choices["sizes.vocab"], (count,), generator=generator).tolist() for count in prompt["tokens"]]
            self.ids, self.decoder_ids = ids[0], ids[1] if choices["topology"] == "encoder_decoder" else None
            if self.is_good() and is_wanted(self):
                return
            self.redrawn += 1
        raise Illegal(f"case {number}: ill-conditioned {self.ATTEMPTS} times")

    def is_good(self):
        self.trace = reference.trace(self.model, self.ids, self.decoder_ids)
        margins = [module.margin for module in self.model.modules() if isinstance(module, reference.Mixture)]
        if margins and min(margins) < self.MARGIN:
            return False
        single = reference.trace(self.model.float(), self.ids, self.decoder_ids)
        self.model.double()
        if set(single) != set(self.trace):
            return False
        return all(worst <= self.CONDITION for worst in compare(single, self.trace).values())


def compare(found, expected):
    """The largest difference of each tensor that both have, divided by its largest value; infinity when shapes, infinities or
    NaNs differ. A norm's mean is measured against its scale too: it may be zero up to rounding."""
    result = {}
    for name, wanted in expected.items():
        if name not in found:
            continue
        value, wanted = found[name].double(), wanted.double()
        if value.shape != wanted.shape:
            result[name] = math.inf
            continue
        finite = torch.isfinite(wanted)
        if not torch.equal(finite, torch.isfinite(value)) or not torch.equal(wanted[~finite], value[~finite]) or torch.isnan(wanted).any():
            result[name] = math.inf
            continue
        size = wanted[finite].abs().max().item() if finite.any() else 0.0
        if name.endswith(".mean"):
            size = max(size, expected[name[:-4] + "scale"].abs().max().item())
        difference = (value - wanted)[finite].abs().max().item() if finite.any() else 0.0
        result[name] = difference / max(size, 1e-12) if difference else 0.0
    return result
