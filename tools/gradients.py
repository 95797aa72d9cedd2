"""The gradients of a metric by PyTorch's autograd of a transformers model; imported by compare.py --gradient.

Of the stream before and after each block, the attention patterns, the logits and the weights, by Cutaway's names. A BERT encoder
without a head gets one: that which `cutaway save --set output.head=masked_language` writes.
"""
import contextlib
import os
import re
import subprocess
import tempfile

import torch
import torch.nn.functional as F
from safetensors.torch import load_file

# Parameters of transformers by Cutaway's names; N is the block.
WEIGHTS = [
    (r"model\.embed_tokens|bert\.embeddings\.word_embeddings", "embed"), (r"model\.norm", "ln_final"),
    (r"model\.layers\.(\d+)\.input_layernorm", "blocks.N.ln1"), (r"model\.layers\.(\d+)\.post_attention_layernorm", "blocks.N.ln2"),
    (r"model\.layers\.(\d+)\.self_attn\.(q|k|v|o)_proj", "blocks.N.attn.{}"), (r"model\.layers\.(\d+)\.mlp\.(gate|up|down)_proj", "blocks.N.mlp.{}"),
    (r"bert\.embeddings\.position_embeddings", "pos_embed"), (r"bert\.embeddings\.token_type_embeddings", "token_type_embed"),
    (r"bert\.embeddings\.LayerNorm", "ln_embed"), (r"bert\.encoder\.layer\.(\d+)\.attention\.self\.(q|k|v)\w+", "blocks.N.attn.{}"),
    (r"bert\.encoder\.layer\.(\d+)\.attention\.output\.dense", "blocks.N.attn.o"), (r"bert\.encoder\.layer\.(\d+)\.attention\.output\.LayerNorm", "blocks.N.ln1"),
    (r"bert\.encoder\.layer\.(\d+)\.intermediate\.dense", "blocks.N.mlp.up"), (r"bert\.encoder\.layer\.(\d+)\.output\.dense", "blocks.N.mlp.down"),
    (r"bert\.encoder\.layer\.(\d+)\.output\.LayerNorm", "blocks.N.ln2"), (r"cls\.predictions\.transform\.dense", "head.dense"),
    (r"cls\.predictions\.transform\.LayerNorm", "head.ln"),
]
HEAD = ["--set", "output.head=masked_language"]


def native(name):
    """model.layers.3.mlp.up_proj.weight -> blocks.3.mlp.up.weight; None for what has no row."""
    if name == "cls.predictions.bias":
        return "unembed.bias"
    path, _, last = name.rpartition(".")
    for pattern, words in WEIGHTS:
        if match := re.fullmatch(pattern, path):
            layer, part = (match.groups() + (None, None))[:2]
            return words.replace("N", layer or "").format(part) + "." + last
    return None


def masked_language(cutaway, model, folder):
    """BertForMaskedLM of an encoder's folder with the head that Cutaway gives it."""
    from transformers import AutoConfig, BertForMaskedLM
    config = AutoConfig.from_pretrained(folder, local_files_only=True, attn_implementation="eager")
    result = BertForMaskedLM.from_pretrained(folder, config=config, dtype=torch.float32, local_files_only=True).eval()
    with tempfile.TemporaryDirectory() as scratch:
        target = os.path.join(scratch, "model")
        subprocess.run([cutaway, "save", "--model", model, *HEAD, "-o", target], check=True, stdout=subprocess.DEVNULL)
        tensors = load_file(os.path.join(target, "model.safetensors"))
    with torch.no_grad():
        for name, parameter in result.named_parameters():
            if name.startswith("cls."):
                parameter.copy_(tensors[native(name)])
    return result


def metric_of(words, logits, ids, is_masked_language, mask):
    """The metric of these words; tokens as ids (#123). `mask`: the id that hides others, or None."""
    if words.startswith("loss"):
        ids = torch.tensor(ids)
        told = [int(token.lstrip("#")) for token in words[len("loss:"):].split(",") if token]
        hidden = [place for place, token in enumerate(ids.tolist()) if token == mask] if is_masked_language else []
        if hidden and told:  # of what they hide, and of no other place
            return F.cross_entropy(logits[hidden], torch.tensor(told))
        return F.cross_entropy(logits, ids) if is_masked_language else F.cross_entropy(logits[:-1], ids[1:])
    kind, first, second, position = re.fullmatch(r"(\w+?)(?::#(\d+)(?:,#(\d+))?)?@(-?\d+)", words).groups()
    row = logits[int(position)]
    return {"logit": lambda: row[int(first)], "log_prob": lambda: row.log_softmax(-1)[int(first)],
            "logit_difference": lambda: row[int(first)] - row[int(second)],
            "entropy": lambda: -(row.softmax(-1) * row.log_softmax(-1)).sum()}[kind]()


@contextlib.contextmanager
def in_float64():
    """Whatever the type of a model is, transformers computes its norms, softmaxes and angles in float32, which moves gradients by up to
    1e-3. Within this all that asks for float32 gets float64."""
    to, as_float, softmax = torch.Tensor.to, torch.Tensor.float, F.softmax
    wide = lambda value: torch.float64 if value is torch.float32 else value  # noqa: E731
    torch.Tensor.to = lambda self, *args, **kwargs: to(self, *map(wide, args), **{key: wide(value) for key, value in kwargs.items()})
    torch.Tensor.float = torch.Tensor.double
    F.softmax = lambda *args, **kwargs: softmax(*args, **{key: wide(value) for key, value in kwargs.items()})
    try:
        yield
    finally:
        torch.Tensor.to, torch.Tensor.float, F.softmax = to, as_float, softmax


def of(model, ids, words, mask=None):
    """(value, {name: gradient}) of one pass."""
    is_masked_language = "MaskedLM" in type(model).__name__
    more = {} if is_masked_language else {"use_cache": False}
    out = model(torch.tensor([ids]), output_hidden_states=True, output_attentions=True, **more)
    stream, patterns, logits = out.hidden_states, out.attentions, out.logits
    for tensor in (*stream, *patterns, logits):
        tensor.retain_grad()
    value = metric_of(words, logits[0], ids, is_masked_language, mask)
    value.backward()
    result = {"grad.logits": logits.grad[0]}
    for layer, pattern in enumerate(patterns):
        result[f"grad.blocks.{layer}.resid_pre"] = stream[layer].grad[0]
        gradient = pattern.grad[0]
        result[f"grad.blocks.{layer}.attn.pattern"] = gradient if is_masked_language else gradient.tril()
    if not is_masked_language:
        result["grad.ln_final.out"] = stream[-1].grad[0]
    for name, parameter in model.named_parameters():
        if (own := native(name)) and parameter.grad is not None:
            result["grad.weights." + own] = parameter.grad.clone()
    model.zero_grad()
    # What is 0 but for rounding (the bias of keys: a softmax does not see it) cannot be compared by its own size.
    largest = max(gradient.abs().max().item() for gradient in result.values())
    return value.item(), {name: gradient.detach() for name, gradient in result.items() if gradient.abs().max().item() > 1e-7 * largest}
