"""What is kept of a training: columns of measures at about 220 steps. The columns are described in resources/models/README.md."""
import math

import numpy as np
import torch

import measures


def steps_of(steps):
    """Every step at first, then ever wider apart: about 220 points."""
    wanted = set(range(0, 24)) | set(range(24, 100, 4)) | {steps}
    return wanted | {int(n) for n in np.linspace(100, steps, 180)}


def gradient_norms(model):
    """(whole, of each layer)"""
    norm = {name: value.grad.norm().item() for name, value in model.named_parameters() if value.grad is not None}
    layers = [math.sqrt(sum(v * v for k, v in norm.items() if k.startswith(f"blocks.{n}."))) for n in range(len(model.blocks))]
    return math.sqrt(sum(v * v for v in norm.values())), layers


def rounded(value):
    if isinstance(value, (list, tuple)):
        return [rounded(part) for part in value]
    if isinstance(value, torch.Tensor):
        return rounded(value.tolist())
    if isinstance(value, float):
        return float(f"{value:.4g}") if math.isfinite(value) else None
    return value


class History:
    """Columns by name, one value a point."""

    def __init__(self, columns=None):
        self.columns = columns or {}

    def add(self, **values):
        for name, value in values.items():
            self.columns.setdefault(name, []).append(rounded(value))


@torch.no_grad()
def measured(model, task, settings):
    """What the history holds beside the step itself."""
    model.eval()
    found = measures.sizes(model, **task.probe())
    found["held_out"] = task.evaluate(model)
    if settings["task"] != "translate":
        # Two lengths, so that a head that always looks back by the same distance does not count.
        scores = [measures.repeat_scores(model, np.random.default_rng(length), 4, length, True) for length in (25, 38)]
        found |= {name: (scores[0][name] + scores[1][name]) / 2 for name in ("induction", "previous")}
        if settings["task"] == "next":
            found["second_copy"] = (scores[0]["second"] + scores[1]["second"]) / 2
    loads = [block.mlp.load for block in model.blocks if hasattr(block, "mlp") and hasattr(block.mlp, "load")]
    if loads:
        found["expert_load"] = loads  # [layer][expert], 1 = fair, of the last pass of the training
    model.train()
    return found
