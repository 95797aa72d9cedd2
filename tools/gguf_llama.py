"""A llama GGUF file as a transformers model with exactly the dequantised weights (needs gguf, torch, transformers).

Imported by compare.py and fixtures/gguf_golden.py:  model = load("model.gguf")
"""
import numpy as np
import torch
from gguf import GGUFReader
from gguf.quants import dequantize
from transformers import LlamaConfig, LlamaForCausalLM

# Hugging Face's names -> GGUF's; those of a block without its prefix and ".weight".
NAMES = {
    "model.embed_tokens.weight": "token_embd.weight", "model.norm.weight": "output_norm.weight", "lm_head.weight": "output.weight",
    "input_layernorm": "attn_norm", "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k", "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output", "post_attention_layernorm": "ffn_norm", "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up", "mlp.down_proj": "ffn_down",
}


def gguf_name(name):
    """model.layers.3.mlp.up_proj.weight -> blk.3.ffn_up.weight"""
    if name in NAMES:
        return NAMES[name]
    _, _, layer, rest = name.split(".", 3)
    return f"blk.{layer}.{NAMES[rest.removesuffix('.weight')]}.weight"


def permuted_heads(name, config):
    """How many heads the rows of this tensor are permuted in; None when they are not."""
    return {"q_proj": config.num_attention_heads, "k_proj": config.num_key_value_heads}.get(name.split(".")[-2])


def interleaved(rows, heads):
    """Rows of q or k from the half-split order of Hugging Face to the order of neighbouring pairs."""
    return np.ascontiguousarray(rows.reshape(heads, 2, -1, rows.shape[1]).swapaxes(1, 2).reshape(rows.shape))


def half_split(rows, heads):
    """The way back."""
    return np.ascontiguousarray(rows.reshape(heads, -1, 2, rows.shape[1]).swapaxes(1, 2).reshape(rows.shape))


def load(path):
    """LlamaForCausalLM in float32, eager attention, weights as stored in the file."""
    reader = GGUFReader(path)
    tensors = {tensor.name: tensor for tensor in reader.tensors}

    def key(name, default=None):
        field = reader.get_field(name)
        if field is None and default is None:
            raise SystemExit(f"{path}: {name}: missing")
        return default if field is None else field.contents()

    if key("general.architecture") != "llama":
        raise SystemExit(f"{path}: general.architecture: expected llama, found {key('general.architecture')}")
    if "rope_freqs.weight" in tensors or key("llama.rope.scaling.type", "none") != "none":
        raise SystemExit(f"{path}: a scaled RoPE is not supported by this tool")
    heads, width = key("llama.attention.head_count"), key("llama.embedding_length")
    config = LlamaConfig(
        hidden_size=width, num_attention_heads=heads, num_key_value_heads=key("llama.attention.head_count_kv", heads),
        head_dim=key("llama.attention.key_length", width // heads), intermediate_size=key("llama.feed_forward_length"),
        num_hidden_layers=key("llama.block_count"), max_position_embeddings=key("llama.context_length"),
        rms_norm_eps=key("llama.attention.layer_norm_rms_epsilon"), vocab_size=int(tensors["token_embd.weight"].shape[1]),
        tie_word_embeddings="output.weight" not in tensors,
        rope_parameters={"rope_type": "default", "rope_theta": key("llama.rope.freq_base", 10000.0)},
        attn_implementation="eager")
    model = LlamaForCausalLM(config)

    weights = {}
    for name, parameter in model.state_dict().items():
        if name == "lm_head.weight" and config.tie_word_embeddings:
            continue
        tensor = tensors[gguf_name(name)]
        value = np.array(dequantize(tensor.data, tensor.tensor_type), dtype=np.float32).reshape(parameter.shape)
        head_count = permuted_heads(name, config)
        weights[name] = torch.from_numpy(half_split(value, head_count) if head_count else value)
    model.load_state_dict(weights, strict=False)
    return model.eval()
