"""Interventions and a causal trace of a Llama-shaped transformers model by hooks; imported by compare.py --intervene.

`cases(config, tokens)` lists interventions in Cutaway's words (docs/contract.md, part 3) over every kind of place and operation;
`directions()` are the vectors that some of them add; `Hooks(model, list, sources)` carries a list out in PyTorch, in order;
`causal_trace()` restores the stream of one run in another.
"""
import os

import numpy as np
import torch
import torch.nn.functional as F
from transformers import AttentionInterface

KIND = "cutaway_edited"  # of attention: eager, with patterns that may be changed
_edits = {}  # layer: function(pattern [head, query, key]) of the hooks in force


def _attention(module, query, key, value, attention_mask, scaling, dropout=0.0, **_):
    groups = module.num_key_value_groups
    key, value = key.repeat_interleave(groups, dim=1), value.repeat_interleave(groups, dim=1)
    scores = query @ key.transpose(2, 3) * scaling
    tokens = scores.shape[-1]
    hidden = torch.ones(tokens, tokens, dtype=torch.bool).triu(1)
    pattern = F.softmax(scores.masked_fill(hidden, float("-inf")), dim=-1)
    if module.layer_idx in _edits:
        pattern = _edits[module.layer_idx](pattern[0]).unsqueeze(0)
    return (pattern @ value).transpose(1, 2).contiguous(), pattern


AttentionInterface.register(KIND, _attention)


def cases(config, tokens):
    """[(words, list of interventions)]; a source is "other", the run of another text of as many tokens, or a name of directions()."""
    last, middle, third = config.num_hidden_layers - 1, config.num_hidden_layers // 2, config.num_hidden_layers // 3
    head, width, end = config.num_attention_heads - 1, config.intermediate_size, tokens - 1

    def one(at, op, **more):
        return [{"at": at, "op": op, **more}]
    cases = [
        one("blocks.0.resid_pre", "zero", slice={"token": 1}), one(f"blocks.{middle}.resid_pre", "mean"),
        one("embed", "scale", slice={"token": [0, 2]}, value=0.5), one(f"blocks.{middle}.attn_out", "zero"),
        one(f"blocks.{middle}.mlp_out", "zero"), one("blocks.0.mlp_out", "mean"), one(f"blocks.{third}.attn.z[{head}]", "zero"),
        one(f"blocks.{third}.attn.z[0]", "mean"), one(f"blocks.{last}.attn.z[0,{head}]", "scale", value=2.0),
        one(f"blocks.{middle}.attn.z[1]", "set", slice={"token": end}, value=0.1),
        one(f"blocks.{middle}.mlp.post", "zero", slice={"d_mlp": [10, width // 2]}),
        one(f"blocks.{third}.mlp.post", "scale", slice={"token": end}, value=3.0),
        one("blocks.0.attn.v", "zero", slice={"token": 2}),
        one(f"blocks.{middle}.attn.pattern[{head}]", "zero", slice={"query": [2, end], "key": 0}),
        one(f"blocks.{third}.attn.pattern", "scale", value=0.5), one("blocks.1.attn.pattern[0]", "set", slice={"query": end, "key": 1}, value=0.7),
        one("ln_final.out", "add", slice={"token": end}, value=0.5), one(f"blocks.{third}.resid_post", "zero", strength=0.5),
        one(f"blocks.{middle}.resid_pre", "from", slice={"token": end}, source="other"),
        one("blocks.2.attn.z[0]", "zero") + one(f"blocks.{last}.mlp_out", "scale", value=0.25),
        one(f"blocks.{third}.resid_post", "add", source="saved vector", value=3.0),
        one(f"blocks.{middle}.resid_pre", "add", slice={"token": [1, end]}, source="difference of texts", value=0.5),
        one(f"blocks.{third}.resid_pre", "add", slice={"token": end}, source="embedding", strength=0.5),
        one("ln_final.out", "add", source="unembedding", value=-2.0),
        one(f"blocks.{third}.resid_post", "add", slice={"token": end}, source="towards", value=2.0)]
    return [(" + ".join(" ".join([each["op"], each.get("source", ""), each["at"]]).replace("  ", " ") for each in case), case) for case in cases]


@torch.no_grad()
def directions(model, texts, ids, folder):
    """{name: (the source in Cutaway's words, the vector)}. texts, ids: of two texts; folder: where a vector is saved."""
    path, token = os.path.join(folder, "vector.npy"), ids[0][-1]
    vector = np.random.default_rng(5).standard_normal(model.config.hidden_size).astype(np.float32)
    np.save(path, vector)
    first, second = (stream(model, each)[model.config.num_hidden_layers // 2][-1] for each in ids)
    output = model.get_output_embeddings().weight
    return {"saved vector": ({"file": path}, torch.from_numpy(vector)),
            "difference of texts": ({"text": texts[0], "less": texts[1]}, first - second),
            "embedding": ({"embedding": f"#{token}"}, model.get_input_embeddings().weight[token]),
            "unembedding": ({"unembedding": f"#{token}"}, output[token]),
            "towards": ({"towards": f"#{token}"}, output[token] - output.mean(0))}


def _ranges(tensor, axes, heads, slices):
    """An index of the tensor for a slice and the heads in brackets."""
    index = []
    for axis, length in zip(axes, tensor.shape):
        if axis in ("head", "kv_head") and heads is not None:
            index.append(torch.tensor(heads))
        elif axis in slices:
            first, end = slices[axis] if isinstance(slices[axis], list) else (slices[axis], slices[axis])
            index.append(torch.arange(first, end + 1))
        else:
            index.append(torch.arange(length))
    return torch.meshgrid(*index, indexing="ij")


def changed(tensor, axes, change, source):
    """The tensor [axes] under one intervention."""
    heads = [int(each) for each in change["at"].split("[")[1].rstrip("]").split(",")] if "[" in change["at"] else None
    at = _ranges(tensor, axes, heads, change.get("slice", {}))
    part = tensor[at]
    op, value = change["op"], change.get("value", 1)
    over = next(i for i, axis in enumerate(axes) if axis in ("token", "query"))
    new = {"zero": lambda: torch.zeros_like(part), "mean": lambda: part.mean(dim=over, keepdim=True).expand_as(part),
           "set": lambda: torch.full_like(part, value), "add": lambda: part + value * (1 if source is None else source), "scale": lambda: part * value,
           "from": lambda: source[at]}[op]()
    result = tensor.clone()
    result[at] = part + change.get("strength", 1.0) * (new - part)
    return result


class Hooks:
    """While it is entered the model runs under these interventions. `sources`: {trace name: tensor} of the other run, {name: vector}."""

    def __init__(self, model, changes, sources=None):
        self.model, self.changes, self.sources, self._handles = model, changes, sources or {}, []

    def __enter__(self):
        for change in self.changes:
            name = change["at"].split("[")[0]
            self._attach(name, change, self.sources.get(name if change["op"] == "from" else change.get("source")))
        return self

    def __exit__(self, *_):
        for handle in self._handles:
            handle.remove()
        _edits.clear()

    def _attach(self, name, change, source):
        base, config = self.model.model, self.model.config
        width = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads

        def edit(tensor, axes, shape=None):
            own = tensor[0] if shape is None else tensor[0].view(*shape)
            return changed(own, axes, change, source).reshape(tensor.shape)

        def before(module, axes=("token", "d_model"), shape=None):
            def hook(_, arguments, keywords):
                if arguments:
                    return (edit(arguments[0], axes, shape), *arguments[1:]), keywords
                return arguments, keywords | {"hidden_states": edit(keywords["hidden_states"], axes, shape)}
            self._handles.append(module.register_forward_pre_hook(hook, with_kwargs=True))

        def after(module, axes=("token", "d_model"), shape=None):
            def hook(_, _arguments, out):
                return (edit(out[0], axes, shape), *out[1:]) if isinstance(out, tuple) else edit(out, axes, shape)
            self._handles.append(module.register_forward_hook(hook))

        if name == "embed":
            return after(base.embed_tokens)
        if name == "ln_final.out":
            return after(base.norm)
        _, layer, rest = name.split(".", 2)
        block = base.layers[int(layer)]
        if rest == "attn.pattern":
            earlier = _edits.get(int(layer), lambda pattern: pattern)
            _edits[int(layer)] = lambda pattern: changed(earlier(pattern), ("head", "query", "key"), change, source)
            return None
        return {"resid_pre": lambda: before(block), "resid_post": lambda: after(block), "attn_out": lambda: after(block.self_attn),
                "mlp_out": lambda: after(block.mlp), "mlp.post": lambda: before(block.mlp.down_proj, ("token", "d_mlp")),
                "attn.z": lambda: before(block.self_attn.o_proj, ("token", "head", "d_head"), (-1, config.num_attention_heads, width)),
                "attn.v": lambda: after(block.self_attn.v_proj, ("token", "kv_head", "d_head"), (-1, config.num_key_value_heads, width))}[rest]()


@torch.no_grad()
def logits(model, ids, changes=(), sources=None):
    """[token, vocabulary] of the run under these interventions."""
    with Hooks(model, changes, sources):
        return model(torch.tensor([ids]), use_cache=False).logits[0]


@torch.no_grad()
def stream(model, ids):
    """{layer: what enters it [token, d_model]}."""
    kept = {}
    handles = [layer.register_forward_pre_hook(
        lambda _, arguments, keywords, n=n: kept.__setitem__(n, (arguments[0] if arguments else keywords["hidden_states"])[0]), with_kwargs=True)
        for n, layer in enumerate(model.model.layers)]
    model(torch.tensor([ids]), use_cache=False)
    for handle in handles:
        handle.remove()
    return kept


@torch.no_grad()
def causal_trace(model, clean, other, token):
    """log p(token) at the end of `other` with the stream before layer L at position T from `clean`, [layer, position]."""
    kept, rows = stream(model, clean), []
    for layer in range(len(model.model.layers)):
        name = f"blocks.{layer}.resid_pre"
        rows.append([F.log_softmax(logits(model, other, [{"at": name, "op": "from", "slice": {"token": position}}],
                                          {name: kept[layer]})[-1].double(), dim=-1)[token].item() for position in range(len(other))])
    return torch.tensor(rows)
