"""The model, once more, in PyTorch: every choice of docs/contract.md part 2, written from the papers and independently of core/.

    python3 tools/reference/model.py FOLDER --ids 1,2,3 [--decoder-ids 0,4] -o run.safetensors

reads a native folder and writes a trace of the same names. Model is a batched differentiable nn.Module whose parameters
carry exactly the native names (state_dict = the tensors of model.safetensors); texts of a batch are padded on the right
and `real` says which tokens are real. check_transformers.py proves this file against transformers, parity.py the
program against this file.

Shapes: b text, t token, h head, g key-value head, d width of a head, q query, k key. Names recorded beside those of
docs/contract.md part 3 (all [token, …] unless said otherwise):

    attn.bias_u .bias_qr .bias_wr            [head, query, key] Transformer-XL: u·k, q·r, w·r, each × scale; sum = attn.bias
    attn.bias_content_to_position            [head, query, key] disentangled; sum of the two = attn.bias
    attn.bias_position_to_content
    mixer.input .out, mixer_out              what a mixer reads; its raw result; as added
    mixer.state                              [token, head, d_state, d_head] after each token
    retention: mixer.q .k .v .g .rot_q .rot_k .z .normalized .post [token, head, d_head], mixer.scores [head, query, key]
    linear recurrence: mixer.k .v .r .wkv .post [token, d_inner]; state rows numerator and denominator (÷ e^max), max
    selective SSM: mixer.pre .gate .conv .dt .y .post [token, d_inner], mixer.b .c [token, d_state]
    mlp.receptance                           channel mixing, before the sigmoid [token, d_model]
    head.pre .post, head.ln.*                masked-language head

The parts: choices.py, layers.py, positions.py, attention.py, mixers.py, feed_forward.py; here blocks, the whole, and files.
To add a kind: its branch in the class of its family (Norm, activate, Attention, …), and its default in choices.DEFAULTS.
"""
import argparse
import json
import os
import sys

import torch
import torch.nn.functional as F
from torch import nn

from attention import Attention, LatentAttention
from choices import Choices, DEFAULTS, flatten
from feed_forward import ChannelMix, Gated, Mixture, Plain
from layers import Linear, Norm, Pass, Record, Trace, Weights, activate, add_activation_weights
from mixers import MIXERS
from positions import sinusoid

# ---------------------------------------------------------------------------------------------------------------- blocks

class Block(nn.Module):
    """One layer: mixer or attention, cross-attention in a decoder with a source, feed-forward; norms where the placement says."""

    def __init__(self, c, stored, cross, owns_table):
        super().__init__()
        self.c, self.kind, self.parallel = c, c["feed_forward.kind"], c["block.layout"] != "sequential"
        if c["mixer.kind"] == "attention":
            make = LatentAttention if c["attention.kind"] == "latent" else Attention
            self.attn = make(c, stored.get("attn", {}), owns_table=owns_table)
        else:
            self.mixer = MIXERS[c["mixer.kind"]](c)
        if cross:
            self.cross_attn = Attention(c, stored.get("cross_attn", {}), cross=True)
        if self.kind != "none":
            make = {"plain": Plain, "gated": Gated, "channel_mix": ChannelMix}.get(self.kind)
            self.mlp = make(c, c.d_ff) if make else Mixture(c, stored.get("mlp", {}))
        self.shared_norm = c["block.layout"] == "parallel_shared_norm"
        for slot in ["ln1"] + ["ln_cross"] * cross + ["ln2"] * (self.kind != "none"):
            left_out = slot == "ln2" and self.shared_norm or slot == "ln1" and c.norm_before and not c["norm.before_mixer"]
            if (c.norm_before or c.norm_stream) and not left_out:
                setattr(self, slot, Norm(c))
            if c.norm_branch:
                setattr(self, slot + "_post", Norm(c))

    def before(self, x, slot, run, record):
        return getattr(self, slot)(x, run.real, record.under(slot + ".")) if self.c.norm_before and hasattr(self, slot) else x

    def added(self, out, slot, name, run, record):
        """A branch's raw output as it is added: normed, multiplied, and recorded."""
        if self.c.norm_branch:
            out = getattr(self, slot + "_post")(out, run.real, record.under(slot + "_post."))
        return record(name, out * self.c["block.residual_scale"] * self.c.beta)

    def step(self, x, branch, slot, names, run, record):
        """x and one branch with its norms; names: of what is added and of the stream after it."""
        c = self.c
        inside = self.before(x, slot, run, record)
        out = self.added(branch(inside), slot, names[0], run, record)
        carried = inside if c["block.residual_from_norm"] and c.norm_before else x * c.alpha
        total = carried + out
        if c.norm_stream:
            if c["norm.kind"] != "none":
                record(names[1] + "_sum", total)
            total = getattr(self, slot)(total, run.real, record.under(slot + "."))
        return record(names[1], total)

    def mix(self, x, run, record, table):
        if hasattr(self, "mixer"):
            return self.mixer(record("mixer.input", x), run, record.under("mixer."))
        return self.attn(x, run, record.under("attn."), table=table)

    def feed(self, x, run, record):
        return self.mlp(record("mlp.input", x), run, record.under("mlp."))

    def forward(self, x, run, record, table):
        record("resid_pre", x)
        mixed_name = "mixer_out" if hasattr(self, "mixer") else "attn_out"
        if self.parallel:
            return self.forward_parallel(x, mixed_name, run, record, table)
        x = self.step(x, lambda y: self.mix(y, run, record, table), "ln1", (mixed_name, "resid_mid"), run, record)
        if hasattr(self, "cross_attn"):
            x = self.step(x, lambda y: self.cross_attn(y, run, record.under("cross_attn."), run.source), "ln_cross",
                          ("cross_attn_out", "resid_mid_cross"), run, record)
        if self.kind == "none":
            return record("resid_post", x)
        return self.step(x, lambda y: self.feed(y, run, record), "ln2", ("mlp_out", "resid_post"), run, record)

    def forward_parallel(self, x, mixed_name, run, record, table):
        c = self.c
        first = self.before(x, "ln1", run, record)
        total = first if c["block.residual_from_norm"] and c.norm_before else x
        total = total + self.added(self.mix(first, run, record, table), "ln1", mixed_name, run, record)
        if self.kind != "none":
            second = first if self.shared_norm else self.before(x, "ln2", run, record)
            total = total + self.added(self.feed(second, run, record), "ln2", "mlp_out", run, record)
        return record("resid_post", total)


class Stack(nn.Module):
    """Embedding, blocks and final norm: a whole encoder or decoder without its output."""

    def __init__(self, flat, stored, encoder, two_stacks):
        super().__init__()
        probe = Choices(flat, 0, encoder, two_stacks)
        count = probe.encoder_layers if encoder and two_stacks else probe.layers
        self.layers = [Choices(flat, layer, encoder, two_stacks) for layer in range(count)]
        c = self.layers[0] if self.layers else probe
        self.c, self.cross = c, two_stacks and not encoder
        if not (encoder and two_stacks) or "embed" in stored:
            self.embed = Weights(c.vocab, c["embedding.width"] or c.d_model)
        self.projects_last = c["embedding.width"] and c["embedding.projection"] == "last"
        width = c["embedding.width"] if self.projects_last else c.d_model  # of the sum of the tables
        self.position = c["position.kind"]
        if self.position == "learned":
            self.pos_embed = Weights(c["sizes.context"] + c["learned.offset"], width)
        elif self.position == "disentangled" and c["disentangled.absolute"]:
            self.pos_embed = Weights(c["sizes.context"], width)
        if c["embedding.token_types"]:
            self.token_type_embed = Weights(c["embedding.token_types"], width)
        if c["norm.embedding"]:
            self.ln_embed = Norm(c, width)
        if c["embedding.width"]:
            self.embed_in = Linear(c.d_model, c["embedding.width"], bias=bool(self.projects_last))
        relative = [layer for layer in self.layers if layer["position.kind"] == "disentangled" and layer["mixer.kind"] == "attention"]
        if relative:
            span = relative[0]["disentangled.buckets"] or relative[0]["disentangled.max_distance"]
            self.rel_embed = Weights(2 * span, c.d_model)
            if relative[0]["disentangled.norm"]:
                self.ln_rel = Norm(c)
        with_table = [n for n, layer in enumerate(self.layers) if layer["position.kind"] == "t5_buckets" and layer["mixer.kind"] == "attention"]
        self.table_layer = with_table[0] if with_table else -1
        blocks = stored.get("blocks", {})
        self.blocks = nn.ModuleList(Block(layer, blocks.get(str(n), {}), self.cross, n == self.table_layer) for n, layer in enumerate(self.layers))
        last = self.layers[-1] if self.layers else c
        self.last = last
        if last.has_final_norm:
            self.ln_final = Norm(last, eps=last["norm.final_eps"])

    def absolute(self, ids):
        """[b, t, d_model] of an absolute position, or None."""
        c = self.c
        counts = ids != c["embedding.padding_id"]
        positions = torch.where(counts, counts.long().cumsum(1) - 1, -1)  # padding stands before the first
        if hasattr(self, "pos_embed"):
            rows = (positions + (c["learned.offset"] if self.position == "learned" else 0)).clamp(min=0)
            if rows.max() >= len(self.pos_embed.weight):
                raise SystemExit(f"{ids.shape[1]} tokens, but the learned table holds {c['sizes.context']}")
            return self.pos_embed.weight[rows]
        if self.position == "sinusoidal":
            width = c["embedding.width"] if self.projects_last else c.d_model
            table = sinusoid(positions + c["sinusoidal.offset"], width, c["sinusoidal.layout"], c["sinusoidal.waves"])
            return (table * counts[..., None]).to(next(self.parameters()).dtype)
        return None

    def run(self, ids, real, record, table, source=None, source_real=None):
        """The stream after the last norm [b, t, d_model]; `table` is the embedding matrix."""
        c = self.c
        of_encoder = c["block.encoder_embedding_scale"] if c.is_encoder and c.two_stacks else None
        content = table[ids] * (c["block.embedding_scale"] if of_encoder is None else of_encoder)
        if c["embedding.width"] and not self.projects_last:
            content = self.embed_in(content)
        content = record("embed", content)
        norms_first = c["norm.tokens_first"] and not c.is_encoder
        if hasattr(self, "ln_embed") and norms_first:
            content = self.ln_embed(content, real, record.under("ln_embed."))
        position = self.absolute(ids)
        if position is not None:
            position = record("pos_embed", position)
        if c["embedding.token_types"]:
            content = content + record("token_type_embed", self.token_type_embed.weight[0].expand_as(content))
        x = content if position is None else content + position
        if position is not None and record.tensors is not None and self.position in ("learned", "sinusoidal") and not self.projects_last:
            self.four_terms(content, position, real, record)
        if hasattr(self, "ln_embed") and not norms_first:
            x = self.ln_embed(x, real, record.under("ln_embed."))
        if self.projects_last:
            x = self.embed_in(x)
        relative = self.rel_embed.weight if hasattr(self, "rel_embed") else None
        if hasattr(self, "ln_rel"):
            relative = self.ln_rel(relative)
        shared = self.blocks[self.table_layer].attn.rel_bias if self.table_layer >= 0 else None
        run = Pass(real, source, source_real, relative)
        for n, block in enumerate(self.blocks):
            x = block(x, run, record.under(f"blocks.{n}."), shared)
        if hasattr(self, "ln_final"):
            x = self.ln_final(x, real, record.under("ln_final."))
        return x

    def four_terms(self, content, position, real, record):
        if not self.blocks or not hasattr(self.blocks[0], "attn"):
            return
        c, block = self.c, self.blocks[0]
        if c["score.qk_norm"] != "none" or c["score.clip_qkv"] or c["attention.kind"] == "latent":
            return
        if hasattr(self, "ln_embed") and (self.c.is_encoder or not self.c["norm.tokens_first"]):
            content, position = self.ln_embed.split(content, position, real)
        if c.norm_before and hasattr(block, "ln1"):
            content, position = block.ln1.split(content, position, real)
        block.attn.record_four_terms(content, position, record.under("blocks.0.attn."))


class Head(nn.Module):
    """The masked-language head of BERT: dense → activation → norm, before the output matrix."""

    def __init__(self, c):
        super().__init__()
        self.c = c
        width = c["embedding.width"] or c.d_model
        self.dense, self.ln = Linear(width, c.d_model, c["bias.head"]), Norm(c, width)
        if c["output.head_activation"] == "as_blocks":
            add_activation_weights(c, self)

    def forward(self, x, real, record):
        pre = record("pre", self.dense(x))
        post = record("post", F.gelu(pre) if self.c["output.head_activation"] == "gelu" else activate(self.c, pre, self))
        return self.ln(post, real, record.under("ln."))


class Model(Stack):
    """forward(ids [b, t]) → logits [b, t, vocabulary]; encoder–decoders take the decoder's ids too."""

    def __init__(self, choices, stored=()):
        """choices: nested or flat; stored: names → shapes of a file, which decide optional tensors (biases of QK-norm …)."""
        flat, nested = flatten(choices), {}
        for name, shape in dict(stored).items():
            parts, at = name.split("."), nested
            for part in parts[:-1]:
                at = at.setdefault(part, {})
            at[parts[-1]] = tuple(shape)
        self_topology = flat.get("topology", DEFAULTS["topology"])
        two_stacks = self_topology == "encoder_decoder"
        super().__init__(flat, nested, self_topology == "encoder", two_stacks)
        if two_stacks:
            self.encoder = Stack(flat, nested.get("encoder", {}), True, True)
        c = self.last
        head = c["output.head"]
        if head == "masked_language":
            self.head = Head(c)
        has_bias = c["bias.output"] or head == "masked_language"
        if head == "linear" and c["embedding.width"]:
            self.embed_out = Linear(c["embedding.width"], c.d_model)
        if head != "none":
            if not c["output.tied"]:
                self.unembed = Linear(c.vocab, c["embedding.width"] or c.d_model, has_bias)
            elif has_bias:
                self.unembed = nn.Module()
                self.unembed.bias = nn.Parameter(torch.zeros(c.vocab))

    def forward(self, ids, real=None, decoder_ids=None, decoder_real=None, record=Record()):
        real = torch.ones_like(ids, dtype=torch.bool) if real is None else real
        if not hasattr(self, "encoder"):
            x = self.run(ids, real, record, self.embed.weight)
        else:
            table = (self.encoder if hasattr(self.encoder, "embed") else self).embed.weight
            source = self.encoder.run(ids, real, record.under("encoder."), table)
            decoder_real = torch.ones_like(decoder_ids, dtype=torch.bool) if decoder_real is None else decoder_real
            x = self.run(decoder_ids, decoder_real, record, self.embed.weight, source, real)
            real = decoder_real
        return self.output(x, real, record)

    def output(self, x, real, record):
        c = self.last
        if c["output.head"] == "none":
            return x
        if hasattr(self, "head"):
            x = self.head(x, real, record.under("head."))
        if hasattr(self, "embed_out"):
            x = self.embed_out(x)
        matrix = self.embed.weight if c["output.tied"] else self.unembed.weight
        logits = F.linear(x, matrix, getattr(getattr(self, "unembed", None), "bias", None)) * c["output.scale"]
        if c["output.soft_cap"]:
            logits = c["output.soft_cap"] * torch.tanh(logits / c["output.soft_cap"])
        record("log_z", torch.logsumexp(logits, -1))
        return record("logits", logits)


# ----------------------------------------------------------------------------------------------------------------- files

def axes(name, dimensions):
    """The axis words of one recorded tensor."""
    last = name.rsplit(".", 1)[-1]
    if dimensions == 1:
        return ["routed_token" if last == "tokens" else "token"]
    if last.startswith(("scores", "bias", "pattern")):
        return ["head", "query", "key"]
    if last == "sink_weight":
        return ["head", "query"]
    if last == "state":
        return ["token", "head", "d_state", "d_head"]
    first = "routed_token" if ".experts." in name else "token"
    if dimensions == 3:
        grouped = last in ("k", "v", "k_normed", "rot_k") and ".mixer." not in name
        return [first, "kv_head" if grouped else "head", "d_head"]
    words = {"logits": "vocabulary", "router_logits": "expert", "router_probs": "expert", "gates": "expert", "dropped": "expert",
             "c_q": "rank", "c_kv": "rank", "k_rope": "d_rope"}
    if ".mlp." in name and last in ("pre", "pre_linear", "post"):
        return [first, "d_mlp"]
    if ".mixer." in name and last == "step":
        return [first, "head"]
    if ".mixer." in name and last in ("b", "c"):
        return [first, "d_state"]
    if ".mixer." in name and last not in ("out", "input"):
        return [first, "d_inner"]
    return [first, words.get(last, "d_model")]


def load(folder, dtype=torch.float64):
    """The model of a native folder and its choices."""
    from safetensors.torch import load_file
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        choices = json.load(file)["choices"]
    tensors = load_file(os.path.join(folder, "model.safetensors"))
    model = Model(choices, {name: value.shape for name, value in tensors.items()})
    model.load_state_dict(tensors)
    return model.to(dtype).eval(), choices


def trace(model, ids, decoder_ids=None):
    """Everything of one pass over one text, by trace name."""
    tensors = Trace()
    with torch.no_grad():
        model(torch.tensor([ids]), decoder_ids=None if decoder_ids is None else torch.tensor([decoder_ids]), record=Record(tensors))
    return tensors


def save_trace(path, tensors, metadata):
    """A trace file in float32; metadata: ids, decoder_ids, choices, model, as docs/contract.md part 3."""
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    from record import write_safetensors
    metadata = {"cutaway.schema": "1", "program": "reference"} | {
        key: value if isinstance(value, str) else json.dumps(value) for key, value in metadata.items() if value is not None}
    metadata["axes"] = json.dumps({
        name: ["d_model"] if name in tensors.over_tokens else axes(name, value.dim()) for name, value in sorted(tensors.items())})
    write_safetensors(path, {name: value.float() for name, value in tensors.items()}, metadata)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--ids", required=True, help="token ids, separated by commas")
    parser.add_argument("--decoder-ids")
    parser.add_argument("-o", "--output", required=True)
    arguments = parser.parse_args()
    ids, decoder_ids = ([int(part) for part in text.split(",")] if text else None for text in (arguments.ids, arguments.decoder_ids))
    model, choices = load(arguments.folder)
    tensors = trace(model, ids, decoder_ids)
    save_trace(arguments.output, tensors, {"model": os.path.basename(os.path.normpath(arguments.folder)), "choices": choices,
                                           "ids": ids, "decoder_ids": decoder_ids})


if __name__ == "__main__":
    main()
