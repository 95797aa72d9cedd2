"""First form; the program and the library come with it."""
import json
import re

import torch
from torch import nn


def find_stacks(model):
    """{prefix: the list of blocks}: the outermost lists of modules that hold parts with weights; "encoder." before an encoder's."""
    stacks = {}
    pair = getattr(model.config, "is_encoder_decoder", False)
    for name, module in model.named_modules():
        if isinstance(module, nn.ModuleList) and len(module) and not any(name.startswith(known + ".") for known, _ in stacks.values()):
            if all(sum(part.dim() >= 2 for part in block.parameters()) >= 2 for block in module):
                stacks.setdefault("encoder." if pair and re.search(r"\bencoder\b", name) else "", (name, module))
    return {prefix: module for prefix, (_, module) in stacks.items()}


def first_tensor(arguments, keywords):
    for value in [*arguments, *keywords.values()]:
        if isinstance(value, torch.Tensor) and value.is_floating_point() and value.dim() == 3:
            return value
    return None


class Run:
    """What was kept of a pass: {trace name: tensor on the CPU, float32 or float64, without the batch axis}."""

    def __init__(self, keep_dtype=False):
        self.tensors, self.handles, self.calls, self.keep_dtype = {}, [], {}, keep_dtype

    def keep(self, name, value):
        value = value.detach()
        value = value[:, 0] if value.dim() == 3 and value.shape[0] != 1 and value.shape[1] == 1 else value[0]
        self.tensors[name] = value.to("cpu", torch.float64 if self.keep_dtype and value.dtype == torch.float64 else torch.float32).clone().contiguous()

    def attach(self, model):
        for prefix, blocks in find_stacks(model).items():
            self.calls[prefix] = 0
            for block in blocks:
                self.handles.append(block.register_forward_pre_hook(lambda _m, a, k, p=prefix: self.enter(p, a, k), with_kwargs=True))
                self.handles.append(block.register_forward_hook(lambda _m, _a, result, p=prefix: self.leave(p, result)))
                for name, part in block.named_modules():
                    if name:
                        self.handles.append(part.register_forward_hook(lambda _m, _a, result, p=prefix, n=f"{name} {type(part).__name__}": self.pattern(p, n, result)))

    def enter(self, prefix, arguments, keywords):
        value = first_tensor(arguments, keywords)
        if value is not None:
            self.keep(f"{prefix}blocks.{self.calls[prefix]}.resid_pre", value)

    def leave(self, prefix, result):
        result = result[0] if isinstance(result, (tuple, list)) else result
        self.keep(f"{prefix}blocks.{self.calls[prefix]}.resid_post", result)
        self.calls[prefix] += 1

    def pattern(self, prefix, name, result):
        """An attention's rows are the last four-dimensional part of what it returns: not negative, at most 1."""
        if not isinstance(result, (tuple, list)):
            return
        for value in reversed(result):
            if isinstance(value, torch.Tensor) and value.dim() == 4 and value.min() >= 0 and value.max() <= 1.001:
                if value.shape[0] != 1 and value.shape[2] == 1:
                    value = value.permute(2, 3, 0, 1)  # XLNet's order
                cross = re.search(r"[Cc]ross|encoder_attn|EncDec", name) is not None
                self.keep(f"{prefix}blocks.{self.calls[prefix]}.{'cross_attn' if cross else 'attn'}.pattern", value)
                return

    def detach(self):
        for handle in self.handles:
            handle.remove()
