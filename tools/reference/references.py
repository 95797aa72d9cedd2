"""Writes resources/references: what transformers itself computes for named triples of a model, a text and its choices.

    python3 tools/reference/references.py [NAME…]        (torch 2.13.0, transformers 5.24.0, gguf, safetensors, tokenizers)

The window compares a run that is one of these triples with the file and shows the largest difference in its status line. A
triple is known by the SHA-256 of the model's files, by its ids, and by choices that are the model's own. Each file holds:

    program, versions, script     what computed it: float32, eager attention, on the CPU
    model, family, text, choices  in words; `choices` is empty: nothing is said on top of the model's own
    files                         {name: {bytes, sha256}} of all that say what the model computes
    ids                           that transformers' tokenizer makes of the text
    stream_rms                    [layer, token]: root mean square of the stream after each block
    logits                        float32, little-endian, base64; absent where the model has none. `every` = n: the logits of the
                                  ids 0, n, 2n, … as `values` [token, …]; `largest` = k: `largest_ids` (int32) and
                                  `largest_values` [token, k] of the k largest beside them

A file takes at most 100 kB. To add a triple: a row in TRIPLES; its model is opened by `load`.
"""
import argparse
import base64
import hashlib
import json
import math
import os
import sys

import numpy as np
import torch
import transformers
from safetensors.torch import load_file

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
TARGET = os.path.join(ROOT, "resources", "references")
MAX_BYTES = 100_000

sys.path.insert(0, os.path.join(HERE, ".."))
import gguf_llama  # noqa: E402

PLAIN = "The cat sat on the mat because it was tired"
TRIPLES = {
    "main-en": ("main", "Repeat: red dog chair cup. Again: red dog"),
    "main-zh": ("main", "重复：红色狗椅子杯子。再来：红色狗"),
    "smollm2-cat": ("smollm2", PLAIN),
    "smollm2-capitals": ("smollm2", "The capital of France is Paris. The capital of Italy is"),
    "minilm-cat": ("minilm", PLAIN),
}


def data_folder():
    return os.environ.get("CUTAWAY_DATA_DIR") or os.path.join(
        os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share"), "cutaway")


def native(folder):
    """A native folder of main's kind as Granite, the LLaMA of transformers with a factor on its embeddings."""
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        choices = json.load(file)["choices"]
    sizes = choices["sizes"]
    expected = {"topology": "causal_decoder", "norm": {"kind": "rms_norm", "placement": "pre"}, "position": {"kind": "rope"},
                "feed_forward": {"kind": "gated"}, "activation": {"kind": "silu"}, "output": {"tied": True}}
    for key, value in expected.items():
        if choices[key] != value:
            raise SystemExit(f"{folder}: {key}: expected {value}, found {choices[key]}")
    width = sizes["d_model"] // sizes["heads"]
    config = transformers.GraniteConfig(
        vocab_size=sizes["vocab"], hidden_size=sizes["d_model"], intermediate_size=sizes["d_ff"], num_hidden_layers=sizes["layers"],
        num_attention_heads=sizes["heads"], num_key_value_heads=sizes["heads"], hidden_act="silu", rms_norm_eps=1e-6,
        max_position_embeddings=sizes["context"], tie_word_embeddings=True, attention_bias=False, mlp_bias=False,
        rope_parameters={"rope_type": "default", "rope_theta": float(choices["rope"]["base"])},
        embedding_multiplier=choices["block"]["embedding_scale"], attention_multiplier=1 / math.sqrt(width), residual_multiplier=1.0,
        logits_scaling=1.0, bos_token_id=1, eos_token_id=2, pad_token_id=None)
    model = transformers.GraniteForCausalLM(config)
    names = {"embed": "model.embed_tokens", "ln_final": "model.norm"}
    parts = {"ln1": "input_layernorm", "ln2": "post_attention_layernorm"}
    weights = {}
    for name, value in load_file(os.path.join(folder, "model.safetensors")).items():
        path = name.removesuffix(".weight")
        if path.startswith("blocks."):
            _, layer, rest = path.split(".", 2)
            group, _, matrix = rest.partition(".")
            rest = parts[rest] if rest in parts else {"attn": "self_attn", "mlp": "mlp"}[group] + f".{matrix}_proj"
            path = f"model.layers.{layer}.{rest}"
        else:
            path = names[path]
        weights[path + ".weight"] = value.float()
    missing, unexpected = model.load_state_dict(weights, strict=False)
    if unexpected or set(missing) - {"lm_head.weight"}:
        raise SystemExit(f"{folder}: weights missing {missing}, too many {unexpected}")
    model.tie_weights()
    return model, "Granite"


def load(name):
    """(model, its family in transformers, its tokenizer, the files that say what it computes) of a name."""
    if os.path.isdir(bundled := os.path.join(ROOT, "resources", "models", name)):
        tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_file=os.path.join(bundled, "tokenizer.json"))
        return *native(bundled), tokenizer, [os.path.join(bundled, file) for file in ("config.json", "model.safetensors")]
    folder = os.path.join(data_folder(), "models", name)
    ggufs = [file for file in os.listdir(folder) if file.endswith(".gguf")]
    if ggufs:
        path = os.path.join(folder, ggufs[0])
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, gguf_file=ggufs[0])
        return gguf_llama.load(path), "Llama", tokenizer, [path]
    model = transformers.AutoModel.from_pretrained(folder, dtype=torch.float32, local_files_only=True)
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
    return model, "Bert", tokenizer, [os.path.join(folder, file) for file in ("config.json", "model.safetensors")]


def blocks_of(model):
    """The list of blocks, of a decoder or an encoder."""
    inner = getattr(model, "model", model)
    return inner.layers if hasattr(inner, "layers") else inner.encoder.layer


def run(model, ids):
    """(stream after each block [layer, token, width], logits [token, vocabulary] or None), float32."""
    model.set_attn_implementation("eager")
    model = model.float().eval()
    streams = []
    handles = [block.register_forward_hook(lambda _module, _inputs, out: streams.append(out[0] if isinstance(out, tuple) else out))
               for block in blocks_of(model)]
    with torch.no_grad():
        result = model(torch.tensor([ids]))
    for handle in handles:
        handle.remove()
    logits = getattr(result, "logits", None)
    return torch.stack([stream.reshape(len(ids), -1) for stream in streams]), None if logits is None else logits[0]


def encoded(values, dtype):
    return base64.b64encode(np.ascontiguousarray(np.asarray(values), dtype=dtype).tobytes()).decode("ascii")


def chosen_logits(logits):
    """All of a small vocabulary; of a large one every n-th and the largest of each position."""
    tokens, vocabulary = logits.shape
    room = 60_000 // (4 * tokens)  # numbers of one position
    if vocabulary <= room + 1000:
        return {"every": 1, "largest": 0, "values": encoded(logits, "<f4")}
    every, largest = 64, 128
    top = torch.topk(logits, largest, dim=1)
    return {"every": every, "largest": largest, "values": encoded(logits[:, ::every], "<f4"),
            "largest_ids": encoded(top.indices, "<i4"), "largest_values": encoded(top.values, "<f4")}


def described(path):
    with open(path, "rb") as file:
        return {"bytes": os.path.getsize(path), "sha256": hashlib.file_digest(file, "sha256").hexdigest()}


def write(name):
    model_name, text = TRIPLES[name]
    model, family, tokenizer, files = load(model_name)
    ids = [int(each) for each in tokenizer(text)["input_ids"]]
    stream, logits = run(model, ids)
    rms = stream.double().square().mean(-1).sqrt()
    document = {
        "format": 1, "name": name, "program": "transformers",
        "versions": {"transformers": transformers.__version__, "torch": torch.__version__.split("+")[0]},
        "script": "tools/reference/references.py", "precision": "float32, eager attention",
        "model": model_name, "family": family, "text": text, "choices": {},
        "files": {os.path.basename(path): described(path) for path in files},
        "ids": ids, "stream_rms": [[float(f"{value:.9g}") for value in row] for row in rms.tolist()]}
    if logits is not None:
        document["logits"] = chosen_logits(logits)
    path = os.path.join(TARGET, name + ".json")
    os.makedirs(TARGET, exist_ok=True)
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in document.items()]
    written = "{\n" + ",\n".join(lines) + "\n}\n"
    if len(written.encode()) > MAX_BYTES:
        raise SystemExit(f"{name}: {len(written.encode())} bytes, at most {MAX_BYTES}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(written)
    print(f"{name}: {len(ids)} tokens, {os.path.getsize(path)} bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(TRIPLES))
    for name in parser.parse_args().names or TRIPLES:
        if name not in TRIPLES:
            raise SystemExit(f"{name}: expected one of {', '.join(TRIPLES)}")
        write(name)


if __name__ == "__main__":
    main()
