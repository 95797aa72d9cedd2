#!/usr/bin/env python3
"""Records one pass of a PyTorch model of transformers, layer by layer, into a trace file that Cutaway opens.

    python3 record.py FOLDER --text "The cat sat" -o run.safetensors
    python3 record.py FOLDER --ids 1,2,3 --layers 0-3 --record 'blocks.*.attn.pattern' --device cuda --dtype bfloat16 -o run.safetensors

or in a program of one's own, on whatever machine it runs, whatever the model's size or the number of its devices:

    from record import record
    with record(model) as run:
        model(ids)
    run.save("run.safetensors", tokens=tokenizer.convert_ids_to_tokens(ids[0]))
    run.show(tokens=tokenizer.convert_ids_to_tokens(ids[0]))  # in a notebook: opens the window on it

Many texts become a scan, which tokens drive each number of one tensor most (record_scan.py beside this file); with torchrun, each
process takes every N-th text:

    python3 record.py FOLDER --texts texts.txt --at blocks.3.mlp.post --top 10 -o scan.safetensors
    torchrun --nproc-per-node 2 record.py FOLDER --texts texts.txt --at 'blocks.3.attn.z[2]' -o scan.safetensors
    python3 record.py FOLDER --texts texts.txt --at blocks.3.attn.z --along norm -o scan.safetensors

This one file needs torch, and transformers when it shall load a model itself. It finds by the model's structure: the stream at
the entry and exit of each block, what attention and feed-forward give and what enters them, the norms, the queries, keys and
values, the attention pattern (load the model with attn_implementation="eager", other implementations never have one), the
embeddings and the logits. Names are those of Cutaway's trace. Each tensor goes to the processor's memory at once, as float32,
which holds every number of the half precisions exactly; a later pass replaces an earlier one. What has no sure place is left
out rather than guessed: a branch that is scaled before it is added has `attn.out`, not `attn_out`.

To teach it a name: one row in PARTS.
"""
import argparse
import atexit
import fnmatch
import inspect
import json
import os
import re
import shutil
import subprocess
import tempfile

import torch
from torch import nn

# Names that are given when a block is done.
BY_EVENTS = ["attn.z", "attn.out", "attn_out", "cross_attn.z", "cross_attn.out", "cross_attn_out", "mlp.post", "mlp.out", "mlp_out", "resid_mid", "resid_mid_cross",
             "resid_mid_sum", "resid_mid_cross_sum", "resid_post_sum", "ln1.out", "ln1_post.out", "ln_cross.out", "ln_cross_post.out", "ln2.out", "ln2_post.out"]
BEFORE = ("norm", "down", "o", "cross_o")  # what enters these has a name too
# What a matrix within a block is, by the end of its path: first row that matches; attention is told apart by IS_ATTENTION.
IS_ATTENTION = re.compile(r"attn|attention|Attention", re.ASCII)
IS_CROSS = re.compile(r"[Cc]ross|encoder_attn|EncDec")
PARTS_ATTENTION = [
    ("q", r"(^|\.)(q|query|q_proj|q_lin|query_proj)$"), ("k", r"(^|\.)(k|key|k_proj|k_lin|key_proj)$"), ("v", r"(^|\.)(v|value|v_proj|v_lin|value_proj)$"),
    ("o", r"(^|\.)(o|o_proj|out_proj|c_proj|dense|out_lin|wo|Wo)$")]
PARTS_FEED_FORWARD = [
    ("gate", r"(^|\.)(gate_proj|wi_0|w1)$"), ("up", r"(^|\.)(up_proj|wi_1|wi|w3|fc1|fc_in|c_fc|dense_h_to_4h|intermediate\.dense|lin1|ffn|layer_1)$"),
    ("down", r"(^|\.)(down_proj|wo|Wo|w2|fc2|fc_out|c_proj|dense_4h_to_h|output\.dense|lin2|ffn_output|layer_2)$")]
OUTSIDE = [("pos_embed", r"(^|\.)(wpe|position_embeddings|embed_positions|positions_embed)$"), ("token_type_embed", r"(^|\.)token_type_embeddings$"),
           ("ln_embed.out", r"(^|\.)(embeddings\.LayerNorm|word_embeddings_layernorm|layernorm_embedding|embeddings\.norm)$"),
           ("head.pre", r"(predictions\.transform\.dense|lm_head\.dense)$"), ("head.ln.out", r"(predictions\.transform\.LayerNorm|lm_head\.layer_norm)$")]


def find_stacks(model):
    """{prefix: (path, list of blocks)}: the outermost lists whose blocks all hold several matrices; "encoder." before an encoder's."""
    stacks, pair = {}, getattr(model.config, "is_encoder_decoder", False)
    for path, module in model.named_modules():
        if isinstance(module, nn.ModuleList) and len(module) and not any(path.startswith(known + ".") for known, _ in stacks.values()):
            if all(sum(part.dim() >= 2 for part in block.parameters()) >= 2 for block in module):
                stacks.setdefault("encoder." if pair and re.search(r"\bencoder\b", path) else "", (path, module))
    return stacks


def first_tensor(values, dims=(2, 3)):
    for value in values:
        if isinstance(value, torch.Tensor) and value.is_floating_point() and value.dim() in dims:
            return value
    return None


def is_norm(module):
    return "norm" in type(module).__name__.lower() and not any(True for _ in module.children())


class Run:
    """What was recorded: `tensors` {trace name: tensor}, `ids`, `decoder_ids`."""

    def __init__(self, model, tensors=(), layers=None, item=0, dtype=torch.float32):
        self.model, self.patterns, self.layers, self.item, self.dtype = model, list(tensors), layers, item, dtype
        self.tensors, self.ids, self.decoder_ids = {}, None, None
        self._handles, self._layer, self._events, self._inside = [], {}, [], None

    # ------------------------------------------------------------------------------------------------------- hooks

    def __enter__(self):
        on_entry = lambda module, use: self._handles.append(module.register_forward_pre_hook(use, with_kwargs=True))  # noqa: E731
        on_exit = lambda module, use: self._handles.append(module.register_forward_hook(use, with_kwargs=True))  # noqa: E731
        on_entry(self.model, self._start)
        on_exit(self.model, self._finish)
        stacks, within = find_stacks(self.model), set()
        if not stacks:
            raise ValueError("no list of blocks was found in this model")
        for prefix, (path, blocks) in stacks.items():
            within |= {id(part) for part in blocks.modules()}
            for block in blocks:
                on_entry(block, lambda _m, a, k, p=prefix: self._enter(p, [*a, *k.values()]))
                on_exit(block, lambda _m, a, k, out, p=prefix: self._leave(p, out))
                for name, part in block.named_modules():
                    self._watch_part(name, part, on_exit)
        embedding = self.model.get_input_embeddings()
        for path, part in self.model.named_modules():
            if id(part) not in within:
                self._watch_outside(path, part, embedding, on_exit)
        return self

    def __exit__(self, *_):
        for handle in self._handles:
            handle.remove()
        self._handles.clear()
        self._inside, self._events = None, []

    def _watch_part(self, name, part, on_exit):
        if not name:
            return
        attention = IS_ATTENTION.search(name) is not None
        cross = IS_CROSS.search(f"{name} {type(part).__name__}") is not None
        on_exit(part, lambda _m, a, k, out: self._pattern(cross, out))
        if "expert" in name:
            return
        if "." not in name and any("expert" in path for path, _ in part.named_children()):
            on_exit(part, lambda _m, a, k, out: self._event("mixture", None, out))
        if is_norm(part) and not re.search(r"(^|[._])(q|k|q_a|kv_a)_?(layer_?)?norm|(mixer|mamba)\.", name):
            on_exit(part, lambda _m, a, k, out: self._event("norm", first_tensor([*a, *k.values()]), out))
        elif isinstance(getattr(part, "weight", None), torch.Tensor) and part.weight.dim() == 2:
            role = next((role for role, pattern in (PARTS_ATTENTION if attention else PARTS_FEED_FORWARD) if re.search(pattern, name)), None)
            if role:
                on_exit(part, lambda _m, a, k, out: self._event(("cross_" if cross else "") + role, first_tensor(a), out))

    def _watch_outside(self, path, part, embedding, on_exit):
        prefix = "encoder." if getattr(self.model.config, "is_encoder_decoder", False) and re.search(r"\bencoder\b", path) else ""
        if part is embedding or isinstance(part, nn.Embedding) and path.endswith("embed_tokens"):
            pair = getattr(self.model.config, "is_encoder_decoder", False)
            on_exit(part, lambda _m, a, k, out: self._keep(("" if not pair or "encoder." in self._layer else "encoder.") + "embed", out))
            return
        if is_norm(part) and not any(re.search(pattern, path) for _, pattern in OUTSIDE):
            on_exit(part, lambda _m, a, k, out: self._final_norm(prefix, first_tensor([*a, *k.values()]), out))
        for name, pattern in OUTSIDE:
            if re.search(pattern, path):
                on_exit(part, lambda _m, a, k, out, n=prefix + name: self._keep(n, out))
                if name == "head.ln.out":
                    on_exit(part, lambda _m, a, k, out: self._keep("head.post", a[0]))

    def _start(self, _module, arguments, keywords):
        self.tensors, self._layer = {}, {}
        numbers = [value for value in [*arguments, *keywords.values()] if isinstance(value, torch.Tensor) and not value.is_floating_point() and value.dim() == 2]
        ids = keywords.get("input_ids", numbers[0] if numbers else None)
        self.ids = None if ids is None else ids[self.item].tolist()
        decoder = keywords.get("decoder_input_ids")
        self.decoder_ids = None if decoder is None else decoder[self.item].tolist()

    def _finish(self, _module, _arguments, _keywords, result):
        logits = result.get("logits", result.get("prediction_logits")) if hasattr(result, "get") else None
        if logits is not None:
            self._keep("logits", logits)
        for prefix in self._layer:
            stream = self.tensors.get(f"{prefix}blocks.0.resid_pre")
            if f"{prefix}embed" in self.tensors and stream is not None:
                self._check_embedding(prefix, stream)

    def _check_embedding(self, prefix, stream):
        """`embed` is what is added: without a sum that gives the stream (a factor, a projection) it is not kept."""
        if f"{prefix}ln_embed.out" in self.tensors:
            return
        parts = [self.tensors[prefix + name] for name in ("embed", "pos_embed", "token_type_embed") if prefix + name in self.tensors]
        if any(part.shape[-1] != stream.shape[-1] for part in parts) or not torch.allclose(sum(parts), stream, rtol=1e-2, atol=1e-2 * stream.abs().max().item()):
            del self.tensors[f"{prefix}embed"]

    def _enter(self, prefix, values):
        self._layer[prefix] = self._layer.get(prefix, -1) + 1
        self._inside, self._events = f"{prefix}blocks.{self._layer[prefix]}.", []
        stream = first_tensor(values, (3,))
        if stream is not None:
            self._event("entry", stream, stream)
            self._keep(self._inside + "resid_pre", stream)

    def _leave(self, prefix, result):
        stream = first_tensor(result) if isinstance(result, (tuple, list)) else result
        self._name_events(stream)
        self._keep(self._inside + "resid_post", stream)
        self._last = stream
        self._inside, self._events = None, []

    def _final_norm(self, prefix, entered, out):
        if self._inside is None and prefix in self._layer and entered is not None and entered.data_ptr() == self._last.data_ptr():
            self._keep(f"{prefix}ln_final.out", out)

    def _event(self, role, entered, out):
        """A part of a block was computed. It is named when the block is done: what a norm is shows by what stood before it."""
        if self._inside is None or not self._may_be_wanted(role):
            return
        out = first_tensor(out) if isinstance(out, (tuple, list)) else out
        stream = self._events[0][2] if self._events else out

        def as_text(value):  # some flatten texts and tokens into one axis
            return value.view(*stream.shape[:2], -1) if isinstance(value, torch.Tensor) and value.dim() == 2 and len(value) == stream.shape[0] * stream.shape[1] else value
        entered, out = as_text(entered), as_text(out)
        if isinstance(out, torch.Tensor) and out.dim() == 3 and (entered is None or entered.dim() == 3):
            # Copied now, for a later part may write over it; kept too, so that nothing else gets its place before the block is done.
            self._events.append((role, entered, out, self._on_cpu(entered) if entered is not None and role in BEFORE else None, self._on_cpu(out)))

    def _may_be_wanted(self, role):
        """Whether a part can have a name that was asked for."""
        if not self._wanted(self._inside + "*", layer_only=True):
            return False
        if not self.patterns or role in ("entry", "norm", "o", "cross_o", "down", "mixture"):
            return not self.patterns or role == "entry" or any(self._wanted(self._inside + name) for name in BY_EVENTS)
        return any(self._wanted(self._inside + name) for name in ("attn." + role, role.replace("cross_", "cross_attn."), "mlp.pre", "mlp.pre_linear"))

    def _pattern(self, cross, result):
        """An attention's rows are the last four-dimensional part of what it returns: not negative, at most 1."""
        if self._inside is None or not isinstance(result, (tuple, list)):
            return
        for value in reversed(result):
            if isinstance(value, torch.Tensor) and value.dim() == 4 and value.min() >= 0 and value.max() <= 1.01:
                if value.shape[0] != 1 and value.shape[0] == value.shape[1] and value.shape[2] == 1:
                    value = value.permute(2, 3, 0, 1)  # XLNet's order
                self._keep(f"{self._inside}{'cross_attn' if cross else 'attn'}.pattern", value)
                return

    # ------------------------------------------------------------------------------------------------------- names

    def _name_events(self, result):
        """Post norm is told by the block's result being a norm's; a norm on a branch by what enters it being a branch's."""
        at, roles = self._inside, [event[0] for event in self._events]
        post = any(role == "norm" and out.data_ptr() == result.data_ptr() for role, _, out, _, _ in self._events)
        done, branch = set(), {}
        for role, entered, out, entered_copy, copy in self._events:
            where, part = ("cross_attn", role[6:]) if role.startswith("cross_") else ("attn", role)
            if part in ("q", "k", "v") and ("q" if part == role else "cross_q") in roles:
                self._store(f"{at}{where}.{part}", copy, part)
            elif part == "o":
                self._store(f"{at}{where}.z", entered_copy, "z")
                branch[out.data_ptr()] = (f"{where}_out", f"{where}.out", "ln1_post" if part == role else "ln_cross_post", copy)
                done.add(role)
            elif part in ("gate", "up"):
                self._store(f"{at}mlp.pre_linear" if part == "up" and "gate" in roles else f"{at}mlp.pre", copy)
            elif part in ("down", "mixture"):
                self._store(f"{at}mlp.post", entered_copy)
                branch[out.data_ptr()] = ("mlp_out", "mlp.out", "ln2_post", copy)
                done.add("down")
            elif role == "norm" and entered is not None and entered.data_ptr() in branch:
                added, raw, slot, value = branch.pop(entered.data_ptr())
                self._store(f"{at}{raw}", value)
                self._store(f"{at}{slot}.out", copy)
                branch[out.data_ptr()] = (added, None, slot, copy)
            elif role == "norm":
                self._name_norm(at, "cross_o" in roles, post, done, (entered, entered_copy, copy))
        for added, raw, _, value in branch.values():
            self._keep_branch(at, added, raw, value)

    def _name_norm(self, at, cross, post, done, norm):
        entered, entered_copy, out = norm
        if post:
            slot = "ln2" if "down" in done else "ln_cross" if "cross_o" in done else "ln1"
            self._store(at + {"ln1": "resid_mid_sum", "ln_cross": "resid_mid_cross_sum", "ln2": "resid_post_sum"}[slot], entered_copy)
            if slot != "ln2":
                self._store(at + ("resid_mid" if slot == "ln1" else "resid_mid_cross"), out)
        else:
            slot = ("ln2" if "ln1" in done else "ln1") if "o" not in done else "ln_cross" if cross and "cross_o" not in done else "ln2"
            middle = {"ln2": "resid_mid_cross" if cross else "resid_mid", "ln_cross": "resid_mid"}.get(slot)
            if middle and "o" in done and entered.data_ptr() != self._events[0][1].data_ptr():  # else parallel branches, which both see the block's entry
                self._store(at + middle, entered_copy)
        done.add(slot)
        self._store(f"{at}{slot}.out", out)

    def _keep_branch(self, at, added, raw, value):
        """As added where the sum shows it, else as it came from its matrix."""
        before, after = {"attn_out": ("resid_pre", "resid_mid"), "cross_attn_out": ("resid_mid", "resid_mid_cross"), "mlp_out": ("resid_mid", None)}[added]
        starts, end = [self.tensors.get(at + before), self.tensors.get(at + "ln1.out")], self.tensors.get(at + after) if after else None
        scaled = any(float(getattr(self.model.config, key, 1.0) or 1.0) != 1.0 for key in ("residual_multiplier", "residual_scale"))
        if end is not None and starts[0] is not None and f"{at}{after}_sum" not in self.tensors:
            scaled = not any(start is not None and torch.allclose(start + value, end, rtol=1e-2, atol=1e-2 * end.abs().max().item()) for start in starts)
        self._store(f"{at}{raw if raw and scaled else added}", value)

    # ------------------------------------------------------------------------------------------------------- keeping

    def _wanted(self, name, layer_only=False):
        layer = re.search(r"blocks\.(\d+)\.", name)
        if layer and self.layers is not None and int(layer[1]) not in self.layers:
            return False
        return layer_only or not self.patterns or any(fnmatch.fnmatchcase(name, pattern) for pattern in self.patterns)

    def _on_cpu(self, value):
        value = value.detach()
        if value.dim() == 3 and value.shape[0] != 1 and value.shape[1] == 1:
            value = value[:, 0]  # XLNet's order: token, text, width
        elif value.dim() > 2:
            value = value[self.item if value.shape[0] > 1 else 0]
        exact = torch.float64 if value.dtype == self.dtype == torch.float64 else torch.float32
        return value.to("cpu", exact, copy=True).contiguous()

    def _keep(self, name, value):
        """A tensor of the model, by its final name."""
        if isinstance(value, torch.Tensor) and self._wanted(name):
            self.tensors[name] = self._on_cpu(value)

    def _store(self, name, value, part=None):
        """A copy; queries, keys, values and their mixture get their axis of heads."""
        if value is None or not self._wanted(name):
            return
        heads = self._heads(name)
        if part in ("q", "z") and heads and value.shape[-1] % heads == 0:
            value = value.unflatten(-1, (heads, -1))
        elif part in ("k", "v") and heads:
            queries = self.tensors.get(name.rsplit(".", 1)[0] + ".q")
            kv = getattr(self.model.config, "num_key_value_heads", None) or heads
            size = queries.shape[-1] if queries is not None and value.shape[-1] % queries.shape[-1] == 0 else value.shape[-1] // kv
            value = value.unflatten(-1, (-1, size))
        self.tensors[name] = value

    def _heads(self, name):
        config = self.model.config
        if getattr(config, "is_encoder_decoder", False):
            key = ("encoder" if name.startswith("encoder.") else "decoder") + "_attention_heads"
            return getattr(config, key, None) or getattr(config, "num_attention_heads", None)
        return getattr(config, "num_attention_heads", None)

    def save(self, path, tokens=None, decoder_tokens=None, file_bytes=4 << 30, model=None):
        """Writes the trace file; above `file_bytes` several, whole layers in each, and an index. Returns the paths."""
        name = model or getattr(self.model.config, "_name_or_path", "") or type(self.model).__name__
        kind = next((value.dtype for value in self.model.parameters() if value.is_floating_point()), torch.float32)
        more = {"dtype": {torch.bfloat16: "BF16", torch.float16: "F16", torch.float64: "F64"}.get(kind, "F32")}
        if self.decoder_ids is not None:
            more["decoder_ids"] = json.dumps(self.decoder_ids)
        if decoder_tokens is not None:
            more["decoder_tokens"] = json.dumps(list(decoder_tokens), ensure_ascii=False)
        return save_trace(path, self.tensors, self.ids, name, tokens, more, file_bytes)

    def show(self, tokens=None, decoder_tokens=None, model=None, program=None):
        """Opens Cutaway on what was recorded, beside this program: a notebook goes on. Returns the window's process. `program`:
        where it is; without it $CUTAWAY, then `cutaway` on the path, then a build beside this file. The trace is a file of its
        own, which goes when this program ends; save() keeps one."""
        command = program_of(program)
        folder = tempfile.mkdtemp(prefix="cutaway-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        paths = self.save(os.path.join(folder, "run.safetensors"), tokens, decoder_tokens, model=model)
        page = "attention" if any(name.endswith("attn.pattern") for name in self.tensors) else "residual"
        return subprocess.Popen([command, paths[-1], "--view", page], start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def program_of(said=None):
    """The path of Cutaway's program."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "build", "release", "bin", "cutaway")
    for one in (said, os.environ.get("CUTAWAY")) if said or os.environ.get("CUTAWAY") else ("cutaway", beside):
        if one and (found := shutil.which(one)):
            return found
    raise FileNotFoundError("cutaway is not installed: say where the program is, run.show(program=...) or the variable CUTAWAY")


def record(model, tensors=(), layers=None, item=0):
    """Records what happens in the `with` block. tensors: shell patterns over the names; layers: numbers; without them
    everything. item: which text of a batch."""
    return Run(model, tensors, layers, item)


# ------------------------------------------------------------------------------------------------------------ trace file

def axes(name):
    """The axis words of one recorded tensor."""
    last = name.rsplit(".", 1)[-1]
    if last == "pattern":
        return ["head", "query", "key"]
    if last in ("q", "z"):
        return ["token", "head", "d_head"]
    if last in ("k", "v"):
        return ["token", "kv_head", "d_head"]
    if ".mlp." in name and last != "out":
        return ["token", "d_mlp"]
    return ["token", "vocabulary" if name == "logits" else "d_model"]


def write_safetensors(path, tensors, metadata):
    """Float32 and metadata, the same bytes every time (the safetensors library orders metadata at random)."""
    header, offset = {"__metadata__": metadata}, 0
    for name, value in sorted(tensors.items()):
        size = value.numel() * 4
        header[name] = {"dtype": "F32", "shape": list(value.shape), "data_offsets": [offset, offset + size]}
        offset += size
    text = json.dumps(header, ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for _, value in sorted(tensors.items()):
            file.write(value.contiguous().numpy().astype("<f4").tobytes())


def save_trace(path, tensors, ids, model, tokens=None, more=None, file_bytes=4 << 30):
    """Writes a trace file, or several and their index; the paths that were written."""
    metadata = {"cutaway.schema": "1", "model": model, "program": "transformers", **({} if ids is None else {"ids": json.dumps(ids)}),
                "axes": json.dumps({name: axes(name) for name in sorted(tensors) if len(axes(name)) == tensors[name].dim()})}
    metadata |= {"tokens": json.dumps(list(tokens), ensure_ascii=False)} if tokens else {}
    metadata |= more or {}
    layers = {}
    for name in sorted(tensors):
        found = re.match(r"(encoder\.)?blocks\.(\d+)\.", name)
        layers.setdefault((1, found[1] is None, int(found[2])) if found else (0, False, 0), []).append(name)
    files, filled = [[]], 0
    for _, names in sorted(layers.items()):
        size = sum(tensors[name].numel() * 4 for name in names)
        if filled and filled + size > file_bytes:
            files.append([])
            filled = 0
        files[-1] += names
        filled += size
    if len(files) == 1:
        write_safetensors(path, tensors, metadata)
        return [path]
    stem, paths, where = path.removesuffix(".safetensors"), [], {}
    for number, names in enumerate(files, start=1):
        paths.append(f"{stem}-{number:05}-of-{len(files):05}.safetensors")
        write_safetensors(paths[-1], {name: tensors[name] for name in names}, metadata)
        where |= dict.fromkeys(names, os.path.basename(paths[-1]))
    with open(stem + ".safetensors.index.json", "w", encoding="utf-8") as file:
        json.dump({"metadata": {"total_size": sum(value.numel() * 4 for value in tensors.values())}, "weight_map": where}, file, indent=2)
        file.write("\n")
    return [*paths, stem + ".safetensors.index.json"]


# ------------------------------------------------------------------------------------------------------------ a folder

def load_model(name, dtype=torch.float32, device="cpu"):
    """A folder of this disk, or a name that transformers knows, with eager attention."""
    import transformers
    local = os.path.isdir(name)
    config = transformers.AutoConfig.from_pretrained(name, local_files_only=local)
    kind = getattr(transformers, (config.architectures or [""])[0], None) or transformers.AutoModelForCausalLM
    more = {"device_map": device} if device == "auto" else {}
    model = kind.from_pretrained(name, dtype=dtype, attn_implementation="eager", local_files_only=local, **more).eval()
    return model if device == "auto" else model.to(device)


def run_once(model, ids, decoder_ids=None, **choices):
    """One pass over `ids`; the Run."""
    model.eval()
    device = model.get_input_embeddings().weight.device
    accepted = inspect.signature(model.forward).parameters
    keys = {"output_attentions": True} if "output_attentions" in accepted or "kwargs" in accepted else {}
    keys |= {"use_cache": False} if "use_cache" in accepted else {}
    if getattr(model.config, "is_encoder_decoder", False):
        keys["decoder_input_ids"] = torch.tensor([decoder_ids or [model.config.decoder_start_token_id or 0]], device=device)
    with torch.no_grad(), Run(model, **choices) as run:
        model(torch.tensor([ids], device=device), **keys)
    return run


def scan_many(arguments):
    """`--texts`: the scan of this process, and by the first process that of all."""
    import record_scan
    rank, processes = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
    name, _, heads = arguments.at.rstrip("]").partition("[")
    heads = sorted(numbers(heads)) if heads else None
    model = load_model(arguments.folder, getattr(torch, arguments.dtype), arguments.device)
    tokenizer = None

    def ids_of(text, special=True):
        nonlocal tokenizer
        if tokenizer is None:
            from transformers import AutoTokenizer
            tokenizer = AutoTokenizer.from_pretrained(arguments.folder, local_files_only=os.path.isdir(arguments.folder))
        return tokenizer(text, add_special_tokens=special)["input_ids"]

    def numbers_of(ids):
        found = run_once(model, ids, tensors=[name]).tensors
        if name not in found:
            raise SystemExit(f"--at: this model gives no {name} (or it has no sure place)")
        value = found[name][:, heads] if heads else found[name]
        return value.numpy()

    reading = reading_of(model, arguments.along, (name, heads), ids_of, numbers_of) if arguments.along else None
    request = {"at": arguments.at, "model": arguments.name, "keep": arguments.top, "axes": axes(name)[1:-1] if reading else axes(name)[1:], "reading": reading}
    scan = record_scan.scan_texts(arguments.texts, ids_of, numbers_of, request, (rank, processes))
    path = arguments.output if processes == 1 else record_scan.shard_name(arguments.output, rank, processes)
    scan.save(path, write_safetensors_arrays)
    if processes > 1:
        torch.distributed.init_process_group("gloo")
        torch.distributed.barrier()
        if rank == 0:
            record_scan.merge(arguments.output, processes, write_safetensors_arrays)
        torch.distributed.barrier()
        torch.distributed.destroy_process_group()
    if rank == 0:
        print(arguments.output)


def reading_of(model, along, place, ids_of, numbers_of):
    """`--along` as the record_scan.Reading of a tensor: place is its name and its heads, None for all."""
    import record_scan
    name, heads = place
    matrices = head_matrices(model, name, heads)
    of_stream = axes(name)[-1] == "d_model" or matrices is not None
    if along == "norm":
        return record_scan.Reading(along, None, matrices, of_stream)
    try:
        source = json.loads(along)
        vector, is_difference = direction_of(model, source, ids_of, numbers_of), "text" in source
    except (ValueError, TypeError, KeyError, OSError) as error:
        raise SystemExit(f'--along: expected norm, {{"towards": TOKEN}}, {{"unembedding": TOKEN}}, {{"embedding": TOKEN}}, {{"text": …, "less": …}} or {{"file": …}}: {error}') from error
    if is_difference:
        of_stream = axes(name)[-1] == "d_model"
    return record_scan.Reading(along, record_scan.unit_of(vector), matrices, of_stream)


def head_matrices(model, name, heads):
    """What makes a part of the stream of each head of an output of heads, numpy [head, d_model, d_head]; None for other tensors."""
    found = re.fullmatch(r"(encoder\.)?blocks\.(\d+)\.(cross_)?attn\.z", name)
    if not found:
        return None
    block = find_stacks(model)[found[1] or ""][1][int(found[2])]
    for path, part in block.named_modules():
        is_cross = IS_CROSS.search(f"{path} {type(part).__name__}") is not None
        if is_cross == bool(found[3]) and IS_ATTENTION.search(path) and re.search(dict(PARTS_ATTENTION)["o"], path) and hasattr(part, "weight"):
            weight = part.weight.detach().float().cpu().double()
            weight = weight.T if type(part).__name__ == "Conv1D" else weight
            count = model.config.num_attention_heads
            matrix = weight.reshape(len(weight), count, -1).permute(1, 0, 2) * getattr(model.config, "residual_multiplier", 1.0)
            return (matrix[heads] if heads else matrix).numpy()
    raise SystemExit(f"--along: no output matrix of {name} was found")


def direction_of(model, source, ids_of, numbers_of):
    """The numbers of a direction, as `source` of an intervention says it."""
    if "file" in source:
        import numpy
        path = source["file"]
        if path.endswith(".safetensors"):
            from safetensors.numpy import load_file
            tensors = load_file(path)
            return tensors[source["name"]] if "name" in source else next(iter(tensors.values()))
        if path.endswith(".npy"):
            return numpy.load(path)
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    if "text" in source:
        text, less = (numbers_of(list(ids_of(source[key])))[-1] for key in ("text", "less"))
        return text - less
    key = next(key for key in ("towards", "unembedding", "embedding") if key in source)
    ids = [int(source[key][1:])] if re.fullmatch(r"#\d+", source[key]) else ids_of(source[key], False)
    if len(ids) != 1:
        raise ValueError(f"{source[key]!r} is not one token")
    table = (model.get_input_embeddings() if key == "embedding" else model.get_output_embeddings()).weight.detach().float().cpu().double()
    # What all rows have in common moves every logit alike, which softmax does not see.
    return (table[ids[0]] - table.mean(0) if key == "towards" else table[ids[0]]).numpy()


def write_safetensors_arrays(path, arrays, metadata):
    write_safetensors(path, {name: torch.from_numpy(value.astype("<f4")) for name, value in arrays.items()}, metadata)


def numbers(text):
    """"0-3,7" as a set."""
    ranges = [part.partition("-") for part in text.split(",")]
    return {number for first, _, last in ranges for number in range(int(first), int(last or first) + 1)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", help="a folder with config.json, or a name that transformers knows; without it that of --model")
    parser.add_argument("--model", metavar="NAME", help="what Cutaway calls the model where the file is opened: a name of `cutaway list models`, or a path; "
                        "a scan opens with it. Without it FOLDER")
    prompt = parser.add_mutually_exclusive_group(required=True)
    prompt.add_argument("--text")
    prompt.add_argument("--ids", help="token ids, separated by commas")
    prompt.add_argument("--texts", metavar="FILE", help="a text a line, or .jsonl of texts or {\"ids\": [...]}: a scan of all, with --at")
    parser.add_argument("--at", metavar="NAME", help="with --texts: the tensor, e.g. blocks.3.mlp.post or 'blocks.1.attn.z[2]'")
    parser.add_argument("--along", metavar="norm|SOURCE", help="with --texts: the length of each vector of the tensor, or how far it goes along a direction, "
                        "e.g. '{\"towards\": \" Rome\"}'")
    parser.add_argument("--top", type=int, default=10, help="with --texts: tokens that are kept of each list (10)")
    parser.add_argument("--decoder-text", help="the target of an encoder–decoder; without it its start token")
    parser.add_argument("--decoder-ids")
    parser.add_argument("--record", action="append", default=[], metavar="PATTERN", help="which tensors, e.g. 'blocks.*.attn.pattern'; may be repeated; without it all")
    parser.add_argument("--layers", help="which blocks, e.g. 0-3,7; without it all")
    parser.add_argument("--dtype", choices=["float32", "bfloat16", "float16"], default="float32", help="what the model computes in")
    parser.add_argument("--device", default="cpu", help="cpu, cuda, cuda:1, or auto for several")
    parser.add_argument("--file-bytes", type=int, default=4 << 30, help="above this, several files")
    parser.add_argument("-o", "--output", required=True)
    arguments = parser.parse_args()
    if not (arguments.folder or arguments.model):
        parser.error("a folder with config.json, or a name that transformers knows, is needed")
    arguments.folder, arguments.name = arguments.folder or arguments.model, arguments.model or arguments.folder
    if (arguments.texts is None) != (arguments.at is None):
        parser.error("--texts and --at go together")
    if arguments.along and not arguments.texts:
        parser.error("--along is of --texts")
    if arguments.texts:
        return scan_many(arguments)

    tokenizer = None
    if arguments.text or arguments.decoder_text:
        from transformers import AutoTokenizer
        tokenizer = AutoTokenizer.from_pretrained(arguments.folder, local_files_only=os.path.isdir(arguments.folder))

    def read(text, ids):
        found = [int(part) for part in ids.split(",")] if ids else tokenizer(text)["input_ids"] if text else None
        return found, [tokenizer.decode([token]) for token in found] if found and tokenizer else None

    ids, tokens = read(arguments.text, arguments.ids)
    decoder_ids, decoder_tokens = read(arguments.decoder_text, arguments.decoder_ids)
    run = run_once(load_model(arguments.folder, getattr(torch, arguments.dtype), arguments.device), ids, decoder_ids, tensors=arguments.record,
                   layers=numbers(arguments.layers) if arguments.layers else None)
    for path in run.save(arguments.output, tokens, decoder_tokens, arguments.file_bytes, arguments.name):
        print(path)


if __name__ == "__main__":
    main()
