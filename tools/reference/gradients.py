"""Gradients of the reference model by PyTorch's autograd: what a metric gains for each number of every tensor of a pass, and of
every weight, with the names and in the sense of docs/contract.md ("grad.NAME", "grad.weights.NAME").

    value, ofs, weights = gradients(model, ids, decoder_ids, Metric("logit_difference", 3, token=5, other=7))
"""
import math

import torch
import torch.nn.functional as F

from layers import Record, Trace

# Of these nothing of the run is computed, or they are no numbers that change; a state is only shown.
WITHOUT = ("log_z", "sink_weight", "dropped", "tokens", "state")


class Taps(Trace):
    """A trace that also holds the tensors of the pass themselves."""

    def __init__(self):
        super().__init__()
        self.tensors = {}

    def keep(self, name, value, batched, of):
        super().keep(name, value, batched, of)
        if name.endswith("input"):  # what each projection reads is a tensor of its own
            value = value.view_as(value)
        if not value.requires_grad:  # a constant: it may be replaced all the same
            value = value.detach().requires_grad_()
        self.tensors[name] = (value if of is None else of, batched)
        return value


class Metric:
    """One number of the logits [token, vocabulary]; position counts from 0."""

    KINDS = ("loss", "logit", "log_prob", "logit_difference", "entropy")

    def __init__(self, kind, position=None, token=None, other=None):
        self.kind, self.position, self.token, self.other = kind, position, token, other

    def words(self):
        tokens = {"loss": "", "entropy": "", "logit_difference": f":#{self.token},#{self.other}"}.get(self.kind, f":#{self.token}")
        return self.kind + tokens + ("" if self.kind == "loss" else f"@{self.position}")

    def of(self, logits, ids, is_masked_language):
        if self.kind == "loss":  # these models have no tokenizer, and so no token that hides another
            ids = torch.tensor(ids)
            return F.cross_entropy(logits, ids) if is_masked_language else F.cross_entropy(logits[:-1], ids[1:])
        row = logits[self.position]
        return {"logit": lambda: row[self.token], "log_prob": lambda: row.log_softmax(-1)[self.token],
                "logit_difference": lambda: row[self.token] - row[self.other],
                "entropy": lambda: -(row.softmax(-1) * row.log_softmax(-1)).sum()}[self.kind]()


def metric_of(case):
    """A metric for a combination, by its number."""
    ids, vocabulary = case.decoder_ids or case.ids, case.choices["sizes.vocab"]
    kind = Metric.KINDS[case.number % len(Metric.KINDS)]
    if kind == "loss" and len(ids) == 1:
        kind = "logit"
    return Metric(kind, case.number % len(ids), case.number % vocabulary, (case.number // 3 + 1) % vocabulary)


def key_that_turns(taps, gradients, name, choices):
    """k_rope stands in every head of rot_k, or of k where positions do not turn; beside a norm that turns after it nowhere."""
    at, wide = name[:-len("k_rope")], taps[name].shape[-1]
    turns, normed = choices["position.kind"] == "rope", choices["score.qk_norm"] != "none"
    if turns and normed:
        return torch.zeros_like(taps[name])
    return gradients[at + ("rot_k" if turns else "k")][..., -wide:].sum(1)


def gradients(model, ids, decoder_ids, metric):
    """(value, {name: gradient}, {weight: gradient})."""
    taps = Taps()
    with torch.enable_grad():
        logits = model(torch.tensor([ids]), decoder_ids=None if decoder_ids is None else torch.tensor([decoder_ids]), record=Record(taps))[0]
        value = metric.of(logits, decoder_ids or ids, model.last["output.head"] == "masked_language")
        names = [name for name in taps if not name.endswith(WITHOUT) and not (".scores_" in name and not name.endswith("scores_content"))]
        parameters = dict(model.named_parameters())
        found = torch.autograd.grad(value, [taps.tensors[name][0] for name in names] + list(parameters.values()), allow_unused=True)
    result = {}
    for name, gradient in zip(names, found):
        value_of, batched = taps.tensors[name]
        gradient = torch.zeros_like(value_of) if gradient is None else gradient
        result[name] = (gradient[0] if batched else gradient).reshape(taps[name].shape)
        if name.endswith("attn.pattern"):
            result[name] = result[name].masked_fill(torch.isinf(taps[name[:-7] + "scores"]), 0)
        if name.endswith("mixer.scores"):  # of retention, which looks back only
            result[name] = result[name].tril()
    for name in [name for name in result if name.endswith("attn.k_rope")]:
        result[name] = key_that_turns(taps, result, name, model.layers[int(name.split(".")[1])])  # two stacks have no such keys
    weights = {name: torch.zeros_like(part) if gradient is None else gradient
               for (name, part), gradient in zip(parameters.items(), found[len(names):])}
    return value.item(), result, weights


def named(result, weights):
    """Both under the names of a trace file."""
    return {"grad." + name: value for name, value in result.items()} | {"grad.weights." + name: value for name, value in weights.items()}


class Expected:
    """The gradients of a case in float64, and which of them are nothing but rounding: 0, were it not for the last digits."""

    CONDITION = 3e-5  # largest error of this same model in float32, which is rounded in several ways: one alone may be lucky
    ROUNDINGS = 6

    def __init__(self, case, roundings=ROUNDINGS):
        self.metric = metric_of(case)
        self.value, *both = gradients(case.model, case.ids, case.decoder_ids, self.metric)
        self.tensors = named(*both)
        self.largest = max(value.abs().max().item() for value in self.tensors.values())
        sizes = {name: wanted.abs().max().item() for name, wanted in self.tensors.items()}
        self.rounding = {name for name, size in sizes.items() if size <= 1e-7 * self.largest}
        self.is_good = math.isfinite(self.largest)
        for rounding in range(roundings):
            if self.is_good:
                found = self.in_single(case, rounding)
                self.is_good = all((found[name].double() - wanted).abs().max().item() <= self.CONDITION * sizes[name]
                                   for name, wanted in self.tensors.items() if name not in self.rounding)

    def in_single(self, case, rounding):
        """The gradients in float32; but for rounding 0 each weight is first moved by up to half of its last digit."""
        generator = torch.Generator().manual_seed(rounding)
        stored = {name: value.clone() for name, value in case.model.state_dict().items()}
        with torch.no_grad():
            for value in case.model.parameters():
                if rounding:
                    value *= 1 + 2.0**-24 * (2 * torch.rand(value.shape, generator=generator, dtype=torch.float64) - 1)
        found = gradients(case.model.float(), case.ids, case.decoder_ids, self.metric)[1:]
        case.model.double().load_state_dict(stored)
        return named(*found)

    def differences(self, found):
        """{name: largest difference over the largest number of the tensor}; of what is rounding, over the largest of all."""
        result = {}
        for name, wanted in self.tensors.items():
            if name not in found:
                continue
            if found[name].shape != wanted.shape:
                result[name] = math.inf
                continue
            size = self.largest if name in self.rounding else wanted.abs().max().item()
            difference = (found[name].double() - wanted).abs().max().item()
            result[name] = difference / max(size, 1e-30) if difference != 0 else 0.0
        return result
