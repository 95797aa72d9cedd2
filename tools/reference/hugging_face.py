"""What transformers computes, under the names of Cutaway's trace.

Imported by tools/compare.py and tools/fixtures/*.py. As a program it records any `gpt2`, `llama` or `bert` folder into a trace
file that Cutaway opens beside its own (needs torch, transformers):

    python3 tools/reference/hugging_face.py FOLDER --ids 1,2,3 -o run.safetensors
    python3 tools/reference/hugging_face.py FOLDER --text "The cat sat" -o run.safetensors

To add a family: write its table of hooks below and add it to FAMILIES.
"""
import argparse
import json

import torch


class Recorder:
    """Hangs hooks on modules and keeps their inputs and outputs by name, without the batch axis."""

    def __init__(self):
        self.tensors, self.hooks = {}, []

    def keep(self, name, value, heads=None):
        value = value[0] if isinstance(value, tuple) else value
        value = value.detach()[0].float()
        if heads:
            value = value.reshape(value.shape[0], heads, -1)
        self.tensors[name] = value.clone().contiguous()

    def output(self, module, name, heads=None):
        self.hooks.append(module.register_forward_hook(
            lambda _module, _inputs, result: self.keep(name, result, heads)))

    def input(self, module, name, heads=None):
        self.hooks.append(module.register_forward_pre_hook(lambda _module, inputs: self.keep(name, inputs[0], heads)))


def hook_gpt2(model, recorder):
    stack, config = model.transformer, model.config
    recorder.output(stack.wte, "embed")
    recorder.output(stack.wpe, "pos_embed")
    for layer, block in enumerate(stack.h):
        at = f"blocks.{layer}."
        recorder.input(block.ln_1, at + "resid_pre")
        recorder.output(block.ln_1, at + "ln1.out")
        recorder.input(block.attn.c_proj, at + "attn.z", config.n_head)
        recorder.output(block.attn.c_proj, at + "attn_out")
        recorder.input(block.ln_2, at + "resid_mid")
        recorder.output(block.ln_2, at + "ln2.out")
        recorder.output(block.mlp.c_fc, at + "mlp.pre")
        recorder.input(block.mlp.c_proj, at + "mlp.post")
        recorder.output(block.mlp, at + "mlp_out")
        recorder.output(block, at + "resid_post")
    recorder.output(stack.ln_f, "ln_final.out")


def hook_llama(model, recorder):
    stack, config = model.model, model.config
    recorder.output(stack.embed_tokens, "embed")
    for layer, block in enumerate(stack.layers):
        at = f"blocks.{layer}."
        recorder.input(block.input_layernorm, at + "resid_pre")
        recorder.output(block.input_layernorm, at + "ln1.out")
        recorder.output(block.self_attn.q_proj, at + "attn.q", config.num_attention_heads)
        recorder.output(block.self_attn.k_proj, at + "attn.k", config.num_key_value_heads)
        recorder.output(block.self_attn.v_proj, at + "attn.v", config.num_key_value_heads)
        recorder.input(block.self_attn.o_proj, at + "attn.z", config.num_attention_heads)
        recorder.output(block.self_attn.o_proj, at + "attn_out")
        recorder.input(block.post_attention_layernorm, at + "resid_mid")
        recorder.output(block.post_attention_layernorm, at + "ln2.out")
        recorder.output(block.mlp.gate_proj, at + "mlp.pre")
        recorder.output(block.mlp.up_proj, at + "mlp.pre_linear")
        recorder.input(block.mlp.down_proj, at + "mlp.post")
        recorder.output(block.mlp, at + "mlp_out")
        recorder.output(block, at + "resid_post")
    recorder.output(stack.norm, "ln_final.out")


def hook_bert(model, recorder):
    stack, heads = getattr(model, "bert", model), model.config.num_attention_heads
    recorder.output(stack.embeddings.word_embeddings, "embed")
    recorder.output(stack.embeddings.position_embeddings, "pos_embed")
    recorder.output(stack.embeddings.token_type_embeddings, "token_type_embed")
    recorder.output(stack.embeddings.LayerNorm, "ln_embed.out")
    for layer, block in enumerate(stack.encoder.layer):
        at = f"blocks.{layer}."
        recorder.input(block, at + "resid_pre")
        for name, part in (("q", "query"), ("k", "key"), ("v", "value")):
            recorder.output(getattr(block.attention.self, part), at + "attn." + name, heads)
        recorder.input(block.attention.output.dense, at + "attn.z", heads)
        recorder.output(block.attention.output.dense, at + "attn_out")
        recorder.input(block.attention.output.LayerNorm, at + "resid_mid_sum")
        recorder.output(block.attention.output.LayerNorm, at + "ln1.out")
        recorder.output(block.attention, at + "resid_mid")
        recorder.output(block.intermediate.dense, at + "mlp.pre")
        recorder.input(block.output.dense, at + "mlp.post")
        recorder.output(block.output.dense, at + "mlp_out")
        recorder.input(block.output.LayerNorm, at + "resid_post_sum")
        recorder.output(block.output.LayerNorm, at + "ln2.out")
        recorder.output(block, at + "resid_post")
    if hasattr(model, "cls"):
        transform = model.cls.predictions.transform
        recorder.output(transform.dense, "head.pre")
        recorder.input(transform.LayerNorm, "head.post")
        recorder.output(transform.LayerNorm, "head.ln.out")


FAMILIES = {"gpt2": hook_gpt2, "llama": hook_llama, "bert": hook_bert}


def record(model, ids):
    """Everything of one pass over `ids`, computed in float32, by trace name. The model must use eager attention."""
    hook = FAMILIES.get(model.config.model_type)
    if hook is None:
        raise SystemExit(f"{model.config.model_type}: no table of hooks for this family (there are: {', '.join(FAMILIES)})")
    recorder = Recorder()
    hook(model, recorder)
    model.eval()
    with torch.no_grad():
        decoder = {} if model.config.model_type == "bert" else {"use_cache": False}
        result = model(torch.tensor([ids]), output_attentions=True, **decoder)
    for handle in recorder.hooks:
        handle.remove()
    for layer, pattern in enumerate(result.attentions):
        recorder.keep(f"blocks.{layer}.attn.pattern", pattern)
    if "logits" in result:
        recorder.keep("logits", result.logits)
    return recorder.tensors


def axes(name):
    """The axis words of one recorded tensor."""
    last = name.rsplit(".", 1)[-1]
    if last == "pattern":
        return ["head", "query", "key"]
    if last in ("q", "z"):
        return ["token", "head", "d_head"]
    if last in ("k", "v"):
        return ["token", "kv_head", "d_head"]
    if ".mlp." in name:
        return ["token", "d_mlp"]
    return ["token", "vocabulary" if name == "logits" else "d_model"]


def write_safetensors(path, tensors, metadata):
    """The safetensors library orders metadata at random; this writes the same bytes every time."""
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


def save_trace(path, tensors, ids, model, tokens=None):
    """Writes a trace file: float32 tensors, the ids as text in the metadata."""
    metadata = {
        "cutaway.schema": "1",
        "model": model,
        "program": "transformers",
        "ids": json.dumps(ids),
        "axes": json.dumps({name: axes(name) for name in sorted(tensors)}),
    }
    if tokens:
        metadata["tokens"] = json.dumps(tokens, ensure_ascii=False)
    write_safetensors(path, tensors, metadata)


def load_folder(folder):
    """A Hugging Face folder in float32 with eager attention, from this disk only."""
    from transformers import AutoConfig, AutoModel, AutoModelForCausalLM, AutoModelForMaskedLM
    config = AutoConfig.from_pretrained(folder, local_files_only=True)
    kind = AutoModelForCausalLM
    if config.model_type == "bert":
        kind = AutoModel if (config.architectures or ["BertModel"])[0] == "BertModel" else AutoModelForMaskedLM
    return kind.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager", local_files_only=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    prompt = parser.add_mutually_exclusive_group(required=True)
    prompt.add_argument("--ids", help="token ids, separated by commas")
    prompt.add_argument("--text")
    parser.add_argument("-o", "--output", required=True)
    arguments = parser.parse_args()

    tokens = None
    if arguments.ids:
        ids = [int(part) for part in arguments.ids.split(",")]
    else:
        from transformers import AutoTokenizer
        tokenizer = AutoTokenizer.from_pretrained(arguments.folder, local_files_only=True)
        ids = tokenizer(arguments.text)["input_ids"]
        tokens = [tokenizer.decode([token]) for token in ids]
    save_trace(arguments.output, record(load_folder(arguments.folder), ids), ids, arguments.folder, tokens)


if __name__ == "__main__":
    main()
