"""Proves the reference model against transformers wherever it has the choice: tiny models, every parameter random.

    python3 tools/reference/check_transformers.py [NAME…] [--markdown]          (torch 2.13.0, transformers 5.23.0)

Each family below is a config of transformers, the same thing said in our choices, and a table of names. Compared are the
stream at the entry of each block, attention patterns and logits, in float64 (transformers computes rotations, softmax and
routers in float32 even then). Printed: the largest difference of each, divided by the tensor's largest value; exit 1 when
one is above 1e-5. Where a published family has something beyond the choices, that part is replaced on transformers' side
and the family's comment says so. To add a family: one function with @family.
"""
import argparse
import logging
import math
import re
import sys
import warnings

import torch

import model as reference

TOLERANCE = 1e-5
FAMILIES = {}
LENGTH, VOCABULARY = 11, 37


def family(*variants):
    """Registers a function of one argument, a name of its variants; it returns (model of transformers, choices, tensors)."""
    def register(function):
        for variant in variants or ("",):
            FAMILIES[function.__name__ + (f" {variant}" if variant else "")] = (lambda variant=variant: function(variant)) if variants else function
        return function
    return register


def make(name, config, attention="eager", **keys):
    """A model of transformers with random parameters, in float64."""
    import transformers
    made = getattr(transformers, config)(**keys)
    made._attn_implementation, made._experts_implementation = attention, "eager"
    built = getattr(transformers, name)(made).double().eval()
    generator = torch.Generator().manual_seed(sum(map(ord, name)))
    with torch.no_grad():
        for parameter_name, parameter in built.named_parameters():
            if not parameter.requires_grad or "Sinusoidal" in type(built.get_submodule(parameter_name.rpartition(".")[0])).__name__:
                continue  # a table that is computed, not learned
            noise = torch.randn(parameter.shape, generator=generator, dtype=torch.float64)
            if re.search(r"(norm|ln|layernorm|LayerNorm|ln_\w+|norm_f|layer_norm)\w*\.weight$", parameter_name):
                parameter.copy_(1 + 0.3 * noise)
            elif parameter_name.endswith("bias") and "rel" not in parameter_name or parameter.dim() == 1:
                parameter.copy_(0.4 * noise)
            else:
                parameter.copy_(noise * (0.8 if parameter.shape[0] == VOCABULARY else 1.5 / parameter.shape[-1] ** 0.5))
        for buffer_name, buffer in built.named_buffers():
            if buffer_name.endswith(("e_score_correction_bias", "final_logits_bias")):
                buffer.copy_(0.3 * torch.randn(buffer.shape, generator=generator, dtype=torch.float64))
    return built


# --------------------------------------------------------------------------------------------------------------- tables

LLAMA = [(r"^model\.embed_tokens", "embed"), (r"^model\.norm", "ln_final"), (r"^lm_head", "unembed"), (r"^model\.layers\.", "blocks."),
         (r"self_attn\.(q|k|v|o)_proj", r"attn.\1"), (r"self_attn\.(q|k)_norm", r"attn.\1_norm"), (r"input_layernorm", "ln1"),
         (r"post_attention_layernorm", "ln2"), (r"mlp\.(gate|up|down)_proj", r"mlp.\1")]
EXPERTS = [(r"mlp\.gate\.weight", "mlp.router.weight"), (r"mlp\.gate\.e_score_correction_bias", "mlp.router.bias"),
           (r"mlp\.shared_experts?\.(gate|up|down)_proj", r"mlp.shared.0.\1"), (r"mlp\.router", "mlp.router")]
LATENT = [(r"self_attn\.(q_a|q_b|kv_b)_proj", r"attn.\1"), (r"self_attn\.(q_a|kv_a)_layernorm", r"attn.\1_norm"),
          (r"self_attn\.kv_a_proj_with_mqa", "attn.kv_a")]


def renamed(state, table, drop=()):
    """Native tensors from those of transformers: fused experts apart, then names by the table."""
    tensors = {}
    for name, value in state.items():
        if any(re.search(pattern, name) for pattern in drop):
            continue
        parts = {name: value}
        if name.endswith("experts.gate_up_proj"):
            half = value.shape[1] // 2
            parts = {f"{name[:-12]}{e}.{part}.weight": value[e, rows] for e in range(len(value)) for part, rows in (("gate", slice(half)), ("up", slice(half, None)))}
        elif name.endswith("experts.down_proj"):
            parts = {f"{name[:-9]}{e}.down.weight": value[e] for e in range(len(value))}
        for old, part in parts.items():
            for pattern, replacement in table:
                old = re.sub(pattern, replacement, old)
            tensors[old] = part
    return tensors


def split_rows(tensors, name, targets, sizes, grouped=1):
    """Rows of a fused tensor (weight and bias) go to several; grouped: the sizes repeat that often, a head or group at a time."""
    for last in ("weight", "bias"):
        value = tensors.pop(f"{name}.{last}", None)
        if value is not None:
            value = value.unflatten(0, (grouped, sum(sizes)))
            for target, part in zip(targets, value.split(sizes, 1)):
                tensors[f"{target}.{last}"] = part.flatten(0, 1)


def sizes(**changes):
    return {"sizes": {"layers": 3, "d_model": 24, "heads": 4, "d_ff": 34, "vocab": VOCABULARY, "context": 64} | changes}


def llama_like(name, config, choices=(), table=(), drop=(), **keys):
    """Families with llama's names and config keys."""
    base = dict(hidden_size=24, num_attention_heads=4, num_key_value_heads=2, head_dim=6, intermediate_size=34, num_hidden_layers=3,
                vocab_size=VOCABULARY, max_position_embeddings=64, tie_word_embeddings=False, pad_token_id=0, bos_token_id=1, eos_token_id=2)
    built = make(name, config, **(base | keys))
    base_choices = sizes(kv_heads=2, d_head=6) | {
        "norm.kind": "rms_norm", "norm.eps": built.config.rms_norm_eps if hasattr(built.config, "rms_norm_eps") else 1e-5,
        "position.kind": "rope", "rope.base": built.config.rope_parameters.get("rope_theta", 1) if built.config.rope_parameters else 1,
        "attention.kind": "grouped_query", "activation.kind": "silu", "feed_forward.kind": "gated", "output.tied": bool(built.config.tie_word_embeddings)}
    tensors = renamed(built.state_dict(), list(table) + LLAMA, drop)
    if built.config.tie_word_embeddings:
        tensors.pop("unembed.weight", None)
    return built, base_choices | dict(choices), tensors


def rope(**keys):
    return {"rope_theta": 5000.0} | keys


# ------------------------------------------------------------------------------------------------------------- decoders

@family()
def gpt2():
    built = make("GPT2LMHeadModel", "GPT2Config", n_embd=24, n_head=4, n_layer=3, n_inner=34, vocab_size=VOCABULARY, n_positions=64)
    table = [(r"^transformer\.wte", "embed"), (r"^transformer\.wpe", "pos_embed"), (r"^transformer\.ln_f", "ln_final"), (r"^transformer\.h\.", "blocks."),
             (r"ln_", "ln"), (r"attn\.c_proj", "attn.o"), (r"mlp\.c_fc", "mlp.up"), (r"mlp\.c_proj", "mlp.down"), ("lnfinal", "ln_final")]
    tensors = renamed(built.state_dict(), table, ["lm_head"])
    for name in list(tensors):
        if re.search(r"(c_attn|attn\.o|mlp\.(up|down))\.weight", name):
            tensors[name] = tensors[name].T
    for n in range(3):
        split_rows(tensors, f"blocks.{n}.attn.c_attn", [f"blocks.{n}.attn.{part}" for part in "qkv"], [24] * 3)
    return built, sizes() | {"norm.eps": 1e-5, "position.kind": "learned", "activation.kind": "gelu_tanh", "bias": {
        "attention": True, "attention_output": True, "feed_forward": True}}, tensors


@family("default", "linear", "dynamic", "yarn", "yarn mscale", "yarn no truncate", "llama3", "longrope", "longrope short", "biases")
def llama(variant):
    scaling = {
        "linear": (dict(rope_type="linear", factor=3.0), {"rope.scaling": "linear", "rope.factor": 3.0}),
        "dynamic": (dict(rope_type="dynamic", factor=2.0), {"rope.scaling": "dynamic_ntk", "rope.factor": 2.0, "sizes.context": 7}),
        "yarn": (dict(rope_type="yarn", factor=4.0, original_max_position_embeddings=16), {"rope.scaling": "yarn", "rope.factor": 4.0, "rope.original_context": 16}),
        "yarn mscale": (dict(rope_type="yarn", factor=4.0, original_max_position_embeddings=16, mscale=0.7, mscale_all_dim=1.2, beta_fast=2.0, beta_slow=0.2),
                        {"rope.scaling": "yarn", "rope.factor": 4.0, "rope.original_context": 16, "rope.mscale": 0.7, "rope.mscale_all_dim": 1.2,
                         "rope.beta_fast": 2.0, "rope.beta_slow": 0.2}),
        "yarn no truncate": (dict(rope_type="yarn", factor=4.0, original_max_position_embeddings=16, truncate=False, attention_factor=1.3, beta_fast=2.0, beta_slow=0.2),
                             {"rope.scaling": "yarn", "rope.factor": 4.0, "rope.original_context": 16, "rope.truncate": False, "rope.attention_factor": 1.3,
                              "rope.beta_fast": 2.0, "rope.beta_slow": 0.2}),
        "llama3": (dict(rope_type="llama3", factor=8.0, original_max_position_embeddings=32, low_freq_factor=0.5, high_freq_factor=3.0),
                   {"rope.scaling": "llama3", "rope.factor": 8.0, "rope.original_context": 32, "rope.low_freq_factor": 0.5, "rope.high_freq_factor": 3.0}),
    }
    for name, original in (("longrope", 8), ("longrope short", 16)):
        long, short = [1.5, 2.5, 4.0], [1.1, 1.3, 1.7]
        scaling[name] = (dict(rope_type="longrope", factor=4.0, original_max_position_embeddings=original, long_factor=long, short_factor=short),
                         {"rope.scaling": "longrope", "rope.factor": 4.0, "rope.original_context": original, "rope.long_factor": long, "rope.short_factor": short})
    keys, choices = scaling.get(variant, ({}, {}))
    if variant == "biases":
        choices = {"bias": {"attention": True, "attention_output": True, "feed_forward": True}, "output.tied": True}
    choices = dict(choices)
    context = choices.pop("sizes.context", 64)
    built, base, tensors = llama_like("LlamaForCausalLM", "LlamaConfig", choices, rope_parameters=rope(**keys), max_position_embeddings=context,
                                      **(dict(attention_bias=True, mlp_bias=True, tie_word_embeddings=True) if variant == "biases" else {}))
    base["sizes"]["context"] = context
    return built, base, tensors


ALL_BIASES = {"bias": {"attention": True, "attention_output": True, "feed_forward": True}}


@family("parallel", "sequential")
def gpt_neox(variant):
    built = make("GPTNeoXForCausalLM", "GPTNeoXConfig", hidden_size=24, num_attention_heads=4, num_hidden_layers=3, intermediate_size=34, vocab_size=VOCABULARY,
                 max_position_embeddings=64, rope_parameters=rope(partial_rotary_factor=0.67), use_parallel_residual=variant == "parallel", hidden_act="gelu")
    table = [(r"^gpt_neox\.embed_in", "embed"), (r"^gpt_neox\.final_layer_norm", "ln_final"), (r"^gpt_neox\.layers\.", "blocks."), (r"input_layernorm", "ln1"),
             (r"post_attention_layernorm", "ln2"), (r"mlp\.dense_h_to_4h", "mlp.up"), (r"mlp\.dense_4h_to_h", "mlp.down"), (r"^(embed_out|lm_head)", "unembed"),
             (r"attention\.query_key_value", "attn.query_key_value"), (r"attention\.dense", "attn.o")]
    tensors = renamed(built.state_dict(), table)
    for n in range(3):  # the rows of the fused projection are q, k, v head by head
        split_rows(tensors, f"blocks.{n}.attn.query_key_value", [f"blocks.{n}.attn.{part}" for part in "qkv"], [6] * 3, 4)
    return built, sizes() | ALL_BIASES | {
        "norm.eps": 1e-5, "block.layout": "parallel_two_norms" if variant == "parallel" else "sequential", "position.kind": "rope", "rope.fraction": 0.67,
        "rope.base": 5000.0, "activation.kind": "gelu", "output.tied": False}, tensors


@family()
def gptj():
    built = make("GPTJForCausalLM", "GPTJConfig", n_embd=24, n_head=4, n_layer=3, n_inner=34, rotary_dim=4, vocab_size=VOCABULARY, n_positions=64,
                 tie_word_embeddings=False)
    table = [(r"^transformer\.wte", "embed"), (r"^transformer\.ln_f", "ln_final"), (r"^transformer\.h\.", "blocks."), (r"ln_1", "ln1"),
             (r"attn\.(q|k|v)_proj", r"attn.\1"), (r"attn\.out_proj", "attn.o"), (r"mlp\.fc_in", "mlp.up"), (r"mlp\.fc_out", "mlp.down"), (r"^lm_head", "unembed")]
    return built, sizes() | {"norm.eps": 1e-5, "block.layout": "parallel_shared_norm", "position.kind": "rope", "rope.fraction": 4 / 6, "rope.pairing": "interleaved",
                             "activation.kind": "gelu_tanh", "bias": {"feed_forward": True, "output": True}, "output.tied": False}, renamed(built.state_dict(), table)


@family("plain", "residual from norm", "3 heads")
def bloom(variant):
    heads = 3 if variant == "3 heads" else 4
    built = make("BloomForCausalLM", "BloomConfig", hidden_size=24 if heads == 4 else 18, n_head=heads, n_layer=3, vocab_size=VOCABULARY,
                 apply_residual_connection_post_layernorm=variant == "residual from norm")
    names = [(r"self_attention\.query_key_value", "attn.query_key_value"), (r"self_attention\.dense", "attn.o")]
    choices = ALL_BIASES | {"norm.eps": 1e-5, "norm.embedding": True, "position.kind": "alibi", "activation.kind": "gelu_tanh",
                            "block.residual_from_norm": variant == "residual from norm"}
    table = [(r"^transformer\.word_embeddings_layernorm", "ln_embed"), (r"^transformer\.word_embeddings", "embed"), (r"^transformer\.ln_f", "ln_final"),
             (r"^transformer\.h\.", "blocks."), (r"input_layernorm", "ln1"), (r"post_attention_layernorm", "ln2"), (r"mlp\.dense_h_to_4h", "mlp.up"),
             (r"mlp\.dense_4h_to_h", "mlp.down")] + names
    tensors = renamed(built.state_dict(), table, ["lm_head"])
    for n in range(3):
        split_rows(tensors, f"blocks.{n}.attn.query_key_value", [f"blocks.{n}.attn.{part}" for part in "qkv"], [6] * 3, heads)
    return built, sizes(heads=heads, d_model=6 * heads, d_ff=24 * heads) | choices, tensors


@family("alibi", "new decoder", "multi-query")
def falcon(variant):
    """Its eager attention adds ALiBi twice (in the mask, then again), its sdpa attention once, as the published models were
    trained: sdpa is compared, which shows no patterns. Of 12 heads four have slopes that bfloat16 rounds."""
    alibi, new = variant == "alibi", variant == "new decoder"
    built = make("FalconForCausalLM", "FalconConfig", attention="sdpa" if alibi else "eager", hidden_size=24, num_attention_heads=12 if alibi else 4, num_hidden_layers=3, vocab_size=VOCABULARY, alibi=alibi, bias=True,
                 new_decoder_architecture=new, num_kv_heads=2 if new else None, multi_query=variant == "multi-query", parallel_attn=not alibi,
                 max_position_embeddings=64, rope_parameters=rope())
    table = [(r"^transformer\.word_embeddings", "embed"), (r"^transformer\.ln_f", "ln_final"), (r"^transformer\.h\.", "blocks."),
             (r"input_layernorm|ln_attn", "ln1"), (r"post_attention_layernorm|ln_mlp", "ln2"), (r"self_attention\.dense", "attn.o"),
             (r"self_attention\.query_key_value", "attn.query_key_value"), (r"mlp\.dense_h_to_4h", "mlp.up"), (r"mlp\.dense_4h_to_h", "mlp.down")]
    tensors = renamed(built.state_dict(), table, ["lm_head"])
    parts, groups = ([2, 2, 2], 12) if alibi else ([12, 6, 6], 2) if new else ([24, 6, 6], 1)
    for n in range(3):
        split_rows(tensors, f"blocks.{n}.attn.query_key_value", [f"blocks.{n}.attn.{part}" for part in "qkv"], parts, groups)
    shared = {"alibi": {"position.kind": "alibi", "alibi.scaled": True, "alibi.precision": "bfloat16", "attention.kind": "multi_head"},
              "new decoder": {"block.layout": "parallel_two_norms", "attention.kind": "grouped_query"},
              "multi-query": {"block.layout": "parallel_shared_norm", "attention.kind": "multi_query"}}[variant]
    return built, sizes(d_ff=96, heads=12 if alibi else 4, kv_heads={"alibi": 12, "new decoder": 2, "multi-query": 1}[variant]) | ALL_BIASES | {
        "position.kind": "rope", "rope.base": 5000.0, "norm.eps": 1e-5, "activation.kind": "gelu"} | shared, tensors


SANDWICH = [(r"pre_feedforward_layernorm", "ln2"), (r"post_feedforward_layernorm", "ln2_post"), (r"post_attention_layernorm", "ln1_post")]
GEMMA = {"norm.gain": "one_plus_weight", "norm.placement": "sandwich", "block.embedding_scale": 24**0.5, "activation.kind": "gelu_tanh"}


@family()
def gemma2():
    return llama_like("Gemma2ForCausalLM", "Gemma2Config", GEMMA | {
        "mask.kind": "sliding_window", "mask.window": 4, "mask.schedule": "wf", "score.scale": 9**-0.5, "score.soft_cap": 2.5, "output.soft_cap": 3.0},
        SANDWICH, ["lm_head"], sliding_window=4, query_pre_attn_scalar=9, attn_logit_softcapping=2.5, final_logit_softcapping=3.0, tie_word_embeddings=True)


@family()
def gemma3():
    """Two bases of RoPE, one with linear scaling; QK-norm with 1 + w."""
    kinds = ["sliding_attention", "sliding_attention", "full_attention"]
    return llama_like("Gemma3ForCausalLM", "Gemma3TextConfig", GEMMA | {
        "mask.kind": "sliding_window", "mask.window": 4, "mask.schedule": "wwf", "score.scale": 9**-0.5, "score.qk_norm": "rms_head",
        "rope.base": [300.0, 300.0, 9000.0], "rope.scaling": ["none", "none", "linear"], "rope.factor": 8.0},
        SANDWICH, ["lm_head"], sliding_window=4, query_pre_attn_scalar=9, tie_word_embeddings=True, layer_types=kinds,
        rope_parameters={"sliding_attention": {"rope_type": "default", "rope_theta": 300.0},
                         "full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 9000.0}})


@family()
def olmo():
    built, choices, tensors = llama_like("OlmoForCausalLM", "OlmoConfig", {
        "norm.kind": "layer_norm", "norm.gain": "none", "norm.bias": False, "norm.eps": 1e-5, "score.clip_qkv": 0.8}, clip_qkv=0.8)
    return built, choices, tensors


@family()
def olmo2():
    return llama_like("Olmo2ForCausalLM", "Olmo2Config", {"norm.placement": "branch_output", "score.qk_norm": "rms_full"},
                      [(r"post_attention_layernorm", "ln1_post"), (r"post_feedforward_layernorm", "ln2_post")])


MIXTURE = {"feed_forward.kind": "mixture", "mixture": {"experts": 6, "top_k": 2, "d_expert": 9, "renormalise": False}}


@family("plain", "renormalised")
def olmoe(variant):
    norm = variant == "renormalised"
    return llama_like("OlmoeForCausalLM", "OlmoeConfig", MIXTURE | {
        "mixture": {"experts": 6, "top_k": 2, "d_expert": 9, "renormalise": norm}, "score.qk_norm": "rms_full", "score.clip_qkv": 0.9},
        EXPERTS, clip_qkv=0.9, num_experts=6, num_experts_per_tok=2, intermediate_size=9, norm_topk_prob=norm)


@family("plain", "alpha")
def hunyuan(variant):
    """QK-norm after the rotation; `alpha` stretches the base once and for all."""
    scaled = variant == "alpha"
    table = [(r"self_attn\.query_layernorm", "attn.q_norm"), (r"self_attn\.key_layernorm", "attn.k_norm")]
    return llama_like("HunYuanDenseV1ForCausalLM", "HunYuanDenseV1Config", {"score.qk_norm": "rms_head", "score.qk_norm_after_rope": True} | (
        {"rope.scaling": "ntk", "rope.factor": 50.0} if scaled else {}), table,
        rope_parameters=rope(rope_type="dynamic", alpha=50.0, factor=1.0) if scaled else rope())


@family()
def qwen3():
    return llama_like("Qwen3ForCausalLM", "Qwen3Config", {"score.qk_norm": "rms_head"})


@family()
def apertus():
    """xIELU; its scalars are bfloat16 numbers."""
    table = [(r"attention_layernorm", "ln1"), (r"feedforward_layernorm", "ln2"), (r"mlp\.act_fn\.(alpha_.)", r"mlp.\1.weight")]
    return llama_like("ApertusForCausalLM", "ApertusConfig", {"score.qk_norm": "rms_head", "activation.kind": "xielu", "feed_forward.kind": "plain"},
                      table, [r"act_fn\.(beta|eps)"], rope_parameters=rope())


@family("plain", "qk_norm")
def cohere(variant):
    qk = variant == "qk_norm"
    return llama_like("CohereForCausalLM", "CohereConfig", {
        "norm.kind": "layer_norm", "norm.bias": False, "norm.eps": 1e-5, "block.layout": "parallel_shared_norm", "rope.pairing": "interleaved",
        "output.scale": 0.7, "score.qk_norm": "layer_head" if qk else "none"}, (), ["lm_head"], use_qk_norm=qk, logit_scale=0.7, tie_word_embeddings=True)


@family()
def cohere2():
    """RoPE on sliding layers only."""
    return llama_like("Cohere2ForCausalLM", "Cohere2Config", {
        "norm.kind": "layer_norm", "norm.bias": False, "norm.eps": 1e-5, "block.layout": "parallel_shared_norm", "rope.pairing": "interleaved", "output.scale": 0.7,
        "position.kind": ["rope", "rope", "none"], "mask.kind": "sliding_window", "mask.window": 4, "mask.schedule": "wwf"},
        (), ["lm_head"], logit_scale=0.7, sliding_window=4, layer_types=["sliding_attention", "sliding_attention", "full_attention"], tie_word_embeddings=True)


@family()
def glm4():
    """Sandwich norms, interleaved RoPE over half of the head."""
    built, choices, tensors = llama_like("Glm4ForCausalLM", "Glm4Config", {
        "norm.placement": "sandwich", "rope.pairing": "interleaved", "rope.fraction": 0.67, "bias": {"attention": True}},
        [(r"post_self_attn_layernorm", "ln1_post"), (r"post_mlp_layernorm", "ln2_post")], attention_bias=True, rope_parameters=rope(partial_rotary_factor=0.67))
    for n in range(3):
        split_rows(tensors, f"blocks.{n}.mlp.gate_up_proj", [f"blocks.{n}.mlp.gate", f"blocks.{n}.mlp.up"], [34, 34])
    return built, choices, tensors


@family()
def nemotron():
    return llama_like("NemotronForCausalLM", "NemotronConfig", {
        "norm.kind": "layer_norm", "norm.gain": "one_plus_weight", "norm.eps": 1e-5, "rope.fraction": 0.67, "activation.kind": "relu_squared", "feed_forward.kind": "plain"},
        partial_rotary_factor=0.67, rope_parameters=rope(partial_rotary_factor=0.67))


@family()
def granite():
    return llama_like("GraniteForCausalLM", "GraniteConfig", {
        "block.embedding_scale": 3.0, "block.residual_scale": 0.6, "score.scale": 0.21, "output.scale": 1 / 1.7},
        embedding_multiplier=3.0, residual_multiplier=0.6, attention_multiplier=0.21, logits_scaling=1.7)


@family()
def mixtral():
    return llama_like("MixtralForCausalLM", "MixtralConfig", {
        "feed_forward.kind": "mixture", "mixture": {"experts": 6, "top_k": 2, "routing": "top_k_then_softmax", "d_expert": 34}},
        EXPERTS, num_local_experts=6, num_experts_per_tok=2, sliding_window=None)


@family("plain", "renormalised")
def qwen2_moe(variant):
    """The gate on the shared expert is beyond the choices; here it is open."""
    norm = variant == "renormalised"
    built, choices, tensors = llama_like("Qwen2MoeForCausalLM", "Qwen2MoeConfig", {
        "feed_forward.kind": "mixture", "bias": {"attention": True},
        "mixture": {"experts": 6, "top_k": 2, "d_expert": 9, "shared": 1, "d_shared": 13, "renormalise": norm}},
        EXPERTS, ["shared_expert_gate"], num_experts=6, num_experts_per_tok=2, moe_intermediate_size=9, shared_expert_intermediate_size=13, norm_topk_prob=norm,
        use_sliding_window=False)
    for layer in built.model.layers:
        layer.mlp.shared_expert_gate.forward = lambda x: torch.full_like(x[..., :1], 50.0)
    return built, choices, tensors


DEEPSEEK = dict(first_k_dense_replace=1, moe_intermediate_size=9, n_routed_experts=8, n_group=4, topk_group=2, num_experts_per_tok=3, kv_lora_rank=5,
                qk_rope_head_dim=4, qk_nope_head_dim=6, v_head_dim=7, num_key_value_heads=4, routed_scaling_factor=1.7)


def deepseek(name, config, choices, mixture, q_rank, **keys):
    """First layer dense, then experts; MLA with YaRN."""
    keys = {key: value for key, value in (DEEPSEEK | keys).items() if not (key == "head_dim")}
    built, base, tensors = llama_like(name, config, {
        "feed_forward.kind": ["gated", "mixture", "mixture"], "attention.kind": "latent", "rope.pairing": "interleaved",
        "latent": {"kv_rank": 5, "q_rank": q_rank, "d_rope": 4, "d_nope": 6, "d_value": 7},
        "mixture": {"experts": 8, "top_k": 3, "d_expert": 9, "groups": 4, "groups_top_k": 2, "scale": 1.7} | mixture} | choices,
        EXPERTS + LATENT, q_lora_rank=q_rank or None, head_dim=4, **keys)
    base["sizes"] |= {"kv_heads": 4}
    return built, base, tensors


YARN = dict(rope_type="yarn", factor=4.0, original_max_position_embeddings=16, mscale=0.7, mscale_all_dim=1.2)
YARN_CHOICES = {"rope.scaling": "yarn", "rope.factor": 4.0, "rope.original_context": 16, "rope.mscale": 0.7, "rope.mscale_all_dim": 1.2}


@family("no q rank", "q rank", "yarn", "greedy")
def deepseek_v2(variant):
    yarn, greedy = variant == "yarn", variant == "greedy"
    return deepseek("DeepseekV2ForCausalLM", "DeepseekV2Config", YARN_CHOICES if yarn else {}, {
        "routing": "softmax_then_top_k", "shared": 1, "d_shared": 18} | ({"groups": 0} if greedy else {}), 6 if variant == "q rank" else 0,
        n_shared_experts=2, topk_method="greedy" if greedy else "group_limited_greedy", rope_parameters=rope(**(YARN if yarn else {})), norm_topk_prob=False)


@family("q rank", "no q rank", "yarn", "renormalised", "biases")
def deepseek_v3(variant):
    yarn, norm, biased = variant == "yarn", variant in ("renormalised", "yarn"), variant == "biases"
    return deepseek("DeepseekV3ForCausalLM", "DeepseekV3Config", (YARN_CHOICES if yarn else {}) | ({"bias": {"attention": True, "attention_output": True}} if biased else {}), {
        "routing": "sigmoid_bias_groups", "renormalise": norm, "shared": 1}, 0 if variant == "no q rank" else 6,
        n_shared_experts=1, norm_topk_prob=norm, rope_parameters=rope(**(YARN if yarn else {})), attention_bias=biased)


@family()
def gpt_oss():
    """Sinks, biased router and experts. Its clamped SwiGLU is beyond the choices; here it is plain SwiGLU."""
    from transformers.models.gpt_oss.modeling_gpt_oss import GptOssExperts
    GptOssExperts._apply_gate = lambda self, x: torch.nn.functional.silu(x[..., ::2]) * x[..., 1::2]
    built, choices, tensors = llama_like("GptOssForCausalLM", "GptOssConfig", ALL_BIASES | {
        "feed_forward.kind": "mixture", "mixture": {"experts": 5, "top_k": 2, "routing": "top_k_then_softmax", "d_expert": 34}, "score.sinks": True,
        "mask.kind": "sliding_window", "mask.window": 4, "mask.schedule": "wf", "rope.scaling": "yarn", "rope.factor": 4.0, "rope.original_context": 16,
        "rope.truncate": False}, [(r"self_attn\.sinks", "attn.sinks.weight"), (r"mlp\.router", "mlp.router")], ["experts"],
        num_local_experts=5, num_experts_per_tok=2, sliding_window=4,
        rope_parameters=rope(rope_type="yarn", factor=4.0, original_max_position_embeddings=16, truncate=False, beta_fast=32.0, beta_slow=1.0))
    for n, layer in enumerate(built.model.layers):
        fused = layer.mlp.experts
        for e in range(5):
            at = f"blocks.{n}.mlp.experts.{e}."
            for part, columns in (("gate", slice(0, None, 2)), ("up", slice(1, None, 2))):
                tensors[at + part + ".weight"], tensors[at + part + ".bias"] = fused.gate_up_proj[e, :, columns].T, fused.gate_up_proj_bias[e, columns]
            tensors[at + "down.weight"], tensors[at + "down.bias"] = fused.down_proj[e].T, fused.down_proj_bias[e]
    return built, choices, tensors


@family("pre", "post")
def opt(variant):
    """Learned positions with offset 2."""
    pre = variant == "pre"
    built = make("OPTForCausalLM", "OPTConfig", hidden_size=24, word_embed_proj_dim=24, num_attention_heads=4, num_hidden_layers=3, ffn_dim=34, vocab_size=VOCABULARY,
                 max_position_embeddings=64, do_layer_norm_before=pre)
    table = [(r"^model\.decoder\.embed_tokens", "embed"), (r"^model\.decoder\.embed_positions", "pos_embed"), (r"^model\.decoder\.final_layer_norm", "ln_final"),
             (r"^model\.decoder\.layers\.", "blocks."), (r"self_attn_layer_norm", "ln1"), (r"final_layer_norm", "ln2"), (r"^ln2", "ln_final"),
             (r"self_attn\.(q|k|v)_proj", r"attn.\1"), (r"self_attn\.out_proj", "attn.o"), (r"fc1", "mlp.up"), (r"fc2", "mlp.down")]
    return built, sizes() | ALL_BIASES | {"norm.placement": variant, "norm.eps": 1e-5, "position.kind": "learned", "learned.offset": 2}, renamed(
        built.state_dict(), table, ["lm_head"])


# ------------------------------------------------------------------------------------------------------------- encoders

BERT = [(r"^(bert|deberta)\.embeddings\.word_embeddings", "embed"), (r"^bert\.embeddings\.position_embeddings", "pos_embed"),
        (r"^bert\.embeddings\.token_type_embeddings", "token_type_embed"), (r"^(bert|deberta)\.embeddings\.LayerNorm", "ln_embed"),
        (r"^deberta\.encoder\.rel_embeddings", "rel_embed"), (r"^deberta\.encoder\.LayerNorm", "ln_rel"),
        (r"^(bert|deberta)\.encoder\.layer\.", "blocks."), (r"attention\.self\.(q|k|v)(uery|ey|alue)(_proj)?\b", r"attn.\1"),
        (r"attention\.self\.pos_(k|q)(ey|uery)_proj", r"attn.pos_\1"), (r"attention\.output\.dense", "attn.o"), (r"attention\.output\.LayerNorm", "ln1"),
        (r"intermediate\.dense", "mlp.up"), (r"output\.dense", "mlp.down"), (r"output\.LayerNorm", "ln2"), (r"^cls\.predictions\.bias", "unembed.bias"),
        (r"^cls\.predictions\.transform\.dense", "head.dense"), (r"^cls\.predictions\.transform\.LayerNorm", "head.ln")]
ENCODER = ALL_BIASES | {"topology": "encoder", "norm.placement": "post", "norm.embedding": True, "norm.eps": 1e-7, "activation.kind": "gelu", "output.head": "masked_language"}


@family()
def bert():
    built = make("BertForMaskedLM", "BertConfig", hidden_size=24, num_attention_heads=4, num_hidden_layers=3, intermediate_size=34, vocab_size=VOCABULARY,
                 max_position_embeddings=64, layer_norm_eps=1e-7)
    return built, sizes() | ENCODER | {"position.kind": "learned", "embedding.token_types": 2}, renamed(built.state_dict(), BERT, [r"cls\.predictions\.decoder"])


@family("shared", "own projections", "content to position", "position to content")
def deberta_v2(variant):
    shared = variant == "shared"
    kinds = {"content to position": ["c2p"], "position to content": ["p2c"]}.get(variant, ["c2p", "p2c"])
    built = make("DebertaV2ForMaskedLM", "DebertaV2Config", hidden_size=24, num_attention_heads=4, num_hidden_layers=3, intermediate_size=34, vocab_size=VOCABULARY,
                 relative_attention=True, position_buckets=6, max_relative_positions=20, pos_att_type=kinds, norm_rel_ebd="layer_norm", share_att_key=shared,
                 position_biased_input=False, type_vocab_size=0, max_position_embeddings=64)
    return built, sizes() | ENCODER | {"position.kind": "disentangled", "disentangled": {
        "buckets": 6, "max_distance": 20, "share_projections": shared, "content_to_position": "c2p" in kinds, "position_to_content": "p2c" in kinds}}, renamed(
        built.state_dict(), BERT, [r"cls\.predictions\.decoder"])


@family("both ways", "causal")
def xlnet(variant):
    """Transformer-XL's relative positions, without segments."""
    built = make("XLNetLMHeadModel", "XLNetConfig", d_model=24, n_head=4, n_layer=3, d_inner=34, vocab_size=VOCABULARY, attn_type="bi" if variant == "both ways" else "uni",
                 layer_norm_eps=1e-7, mem_len=0)
    table = [(r"^transformer\.word_embedding", "embed"), (r"^transformer\.layer\.", "blocks."), (r"rel_attn\.layer_norm", "ln1"), (r"ff\.layer_norm", "ln2"),
             (r"ff\.layer_1", "mlp.up"), (r"ff\.layer_2", "mlp.down"), (r"rel_attn\.r_w_bias", "attn.u.weight"), (r"rel_attn\.r_r_bias", "attn.w.weight"),
             (r"rel_attn\.(q|k|v|o|r)$", r"attn.\1.weight"), (r"^lm_loss", "unembed")]
    tensors = renamed(built.state_dict(), table, ["mask_emb", "r_s_bias", "seg_embed", "lm_loss.weight"])
    for name, value in tensors.items():
        if value.dim() == 3:
            tensors[name] = value.flatten(1) if name.endswith("attn.o.weight") else value.flatten(1).T
    return built, sizes() | {"topology": "encoder" if variant == "both ways" else "causal_decoder", "norm.placement": "post", "norm.eps": 1e-7, "position.kind": "transformer_xl",
                             "activation.kind": "gelu", "bias": {"feed_forward": True, "output": True}}, tensors


# ------------------------------------------------------------------------------------------------------- encoder–decoder

@family("relu", "gated")
def t5(variant):
    gated = variant == "gated"
    built = make("T5ForConditionalGeneration", "T5Config", d_model=24, d_kv=5, num_heads=4, d_ff=34, num_layers=2, num_decoder_layers=3, vocab_size=VOCABULARY,
                 relative_attention_num_buckets=8, relative_attention_max_distance=13, feed_forward_proj="gated-gelu" if gated else "relu", decoder_start_token_id=0)
    scaled = getattr(built.config, "scale_decoder_outputs", True)
    cross = [(r"layer\.2\.DenseReluDense", "mlp"), (r"layer\.2\.layer_norm", "ln2"), (r"layer\.1\.layer_norm", "ln_cross"), (r"layer\.1\.EncDecAttention", "cross_attn")]
    tensors = {}
    for stack, prefix in (("encoder", "encoder."), ("decoder", "")):
        table = [(rf"^{stack}\.final_layer_norm", "ln_final"), (rf"^{stack}\.block\.", "blocks."), (r"layer\.0\.SelfAttention", "attn"), (r"layer\.0\.layer_norm", "ln1"),
                 (r"relative_attention_bias", "rel_bias")]
        table += cross if stack == "decoder" else [(r"layer\.1\.DenseReluDense", "mlp"), (r"layer\.1\.layer_norm", "ln2")]
        table += [(r"mlp\.wi_0", "mlp.gate"), (r"mlp\.wi(_1)?\b", "mlp.up"), (r"mlp\.wo", "mlp.down")]
        own = {name: value for name, value in built.state_dict().items() if name.startswith(stack) and "embed_tokens" not in name}
        tensors |= {prefix + name: value for name, value in renamed(own, table).items()}
    tensors["embed.weight"] = built.shared.weight
    return built, sizes(d_head=5, encoder_layers=2) | {
        "topology": "encoder_decoder", "norm.kind": "rms_norm", "norm.eps": 1e-6, "position.kind": "t5_buckets", "t5.buckets": 8, "t5.max_distance": 13, "score.scale": 1,
        "activation.kind": "gelu_tanh" if gated else "relu", "feed_forward.kind": "gated" if gated else "plain", "output.scale": 24**-0.5 if scaled else 1}, tensors


def bart_like(name, config, choices, drop, **keys):
    built = make(name, config, d_model=24, encoder_layers=2, decoder_layers=3, encoder_attention_heads=2, decoder_attention_heads=4, encoder_ffn_dim=30, decoder_ffn_dim=34,
                 vocab_size=VOCABULARY, max_position_embeddings=64, pad_token_id=0, decoder_start_token_id=0, eos_token_id=1, forced_eos_token_id=None, **keys)
    tensors = {}
    for stack, prefix in (("encoder", "encoder."), ("decoder", "")):
        table = [(rf"^model\.{stack}\.embed_positions", "pos_embed"), (rf"^model\.{stack}\.layernorm_embedding", "ln_embed"), (rf"^model\.{stack}\.layers\.", "blocks."),
                 (r"self_attn_layer_norm", "ln1"), (r"encoder_attn_layer_norm", "ln_cross"), (r"final_layer_norm", "ln2"), (r"self_attn\.(q|k|v)_proj", r"attn.\1"),
                 (r"self_attn\.out_proj", "attn.o"), (r"encoder_attn\.(q|k|v)_proj", r"cross_attn.\1"), (r"encoder_attn\.out_proj", "cross_attn.o"), (r"fc1", "mlp.up"), (r"fc2", "mlp.down")]
        own = {key: value for key, value in built.state_dict().items() if key.startswith(f"model.{stack}.")}
        tensors |= {prefix + key: value for key, value in renamed(own, table, ["embed_tokens"] + drop).items()}
    tensors["embed.weight"], tensors["unembed.bias"] = built.model.shared.weight, built.final_logits_bias[0]
    return built, sizes(encoder_layers=2, encoder_heads=2, encoder_d_ff=30) | ALL_BIASES | {
        "bias": {"attention": True, "attention_output": True, "feed_forward": True, "output": True}, "topology": "encoder_decoder", "norm.placement": "post", "norm.eps": 1e-5,
        "block.embedding_scale": 24**0.5} | choices, tensors


@family()
def bart():
    return bart_like("BartForConditionalGeneration", "BartConfig", {"position.kind": "learned", "learned.offset": 2, "norm.embedding": True, "activation.kind": "gelu"}, [],
                     scale_embedding=True)


@family()
def marian():
    return bart_like("MarianMTModel", "MarianConfig", {"position.kind": "sinusoidal", "sinusoidal.layout": "halves", "activation.kind": "silu"}, ["embed_positions"],
                     scale_embedding=True, activation_function="swish", decoder_vocab_size=VOCABULARY)


# --------------------------------------------------------------------------------------------------------------- mixers

@family("plain", "states")
def mamba(variant):
    keys = dict(state_size=3) if variant == "plain" else dict(state_size=5, expand=3, conv_kernel=2)
    built = make("MambaForCausalLM", "MambaConfig", hidden_size=24, num_hidden_layers=3, vocab_size=VOCABULARY, use_mambapy=False, **keys)
    table = [(r"^backbone\.embeddings", "embed"), (r"^backbone\.norm_f", "ln_final"), (r"^backbone\.layers\.", "blocks."), (r"\.norm\.", ".ln1."),
             (r"mixer\.A_log", "mixer.a_log.weight"), (r"mixer\.D", "mixer.d.weight"), (r"mixer\.conv1d", "mixer.conv"), (r"mixer\.(in|x|dt|out)_proj", r"mixer.\1")]
    tensors = renamed(built.state_dict(), table, ["lm_head"])
    for name in tensors:
        if name.endswith("conv.weight"):
            tensors[name] = tensors[name][:, 0]
    return built, sizes() | {"norm.kind": "rms_norm", "norm.eps": 1e-5, "mixer": {
        "kind": "selective_ssm", "d_state": keys["state_size"], "d_conv": keys.get("conv_kernel", 4), "d_inner": 24 * keys.get("expand", 2)}, "feed_forward.kind": "none"}, tensors


@family("plain", "wider")
def rwkv(variant):
    inner = 24 if variant == "plain" else 31
    built = make("RwkvForCausalLM", "RwkvConfig", hidden_size=24, attention_hidden_size=inner, num_hidden_layers=3, intermediate_size=34, vocab_size=VOCABULARY, rescale_every=0)
    table = [(r"^rwkv\.embeddings", "embed"), (r"^rwkv\.ln_out", "ln_final"), (r"^rwkv\.blocks\.0\.pre_ln", "ln_embed"), (r"^rwkv\.blocks\.", "blocks."), (r"^head", "unembed"),
             (r"attention\.time_(decay|first)", r"mixer.\1.weight"), (r"attention\.time_mix_(k|v|r)\w+", r"mixer.mix_\1.weight"),
             (r"attention\.(k|v|r)\w+\.", r"mixer.\1."), (r"attention\.output", "mixer.o"), (r"feed_forward\.time_mix_(k|r)\w+", r"mlp.mix_\1.weight"),
             (r"feed_forward\.key", "mlp.up"), (r"feed_forward\.value", "mlp.down"), (r"feed_forward\.receptance", "mlp.receptance")]
    tensors = {name: value.flatten() if ".mix_" in name else value for name, value in renamed(built.state_dict(), table).items()}
    return built, sizes() | {"norm.eps": 1e-5, "norm.embedding": True, "mixer": {"kind": "linear_recurrence", "d_inner": 0 if inner == 24 else inner},
                             "feed_forward.kind": "channel_mix", "activation.kind": "relu_squared", "output.tied": False}, tensors


# ---------------------------------------------------------------------------------------------------------------- check

def run_transformers(built, ids, decoder_ids):
    keys = {"output_hidden_states": True, "return_dict": True}
    if decoder_ids is not None:
        keys["decoder_input_ids"] = torch.tensor([decoder_ids])
    if type(built).__name__ not in ("MambaForCausalLM", "RwkvForCausalLM") and built.config._attn_implementation == "eager":
        keys["output_attentions"] = True
    if built.config.model_type not in ("bert", "deberta-v2", "xlnet"):
        keys["use_cache"] = False
    with torch.no_grad():
        return built(torch.tensor([ids]), **keys)


def expected_of(built, result):
    """Tensors of transformers under our names. The last hidden state of a stack stands after its final norm and is left out."""
    expected = {"logits": result.logits[0]}
    if hasattr(result, "encoder_hidden_states"):
        stacks = [("encoder.", result.encoder_hidden_states, result.encoder_attentions, "attn"), ("", result.decoder_hidden_states, result.decoder_attentions, "attn"),
                  ("", (), result.cross_attentions, "cross_attn")]
    else:
        stacks = [("", result.hidden_states, getattr(result, "attentions", None) or (), "attn")]
    for prefix, states, patterns, where in stacks:
        for n, state in enumerate(states[:-1]):
            # RWKV's and Mamba's lists hold what leaves a block.
            expected[f"{prefix}blocks.{n}.{'resid_post' if built.config.model_type in ('mamba', 'rwkv') else 'resid_pre'}"] = state[0]
        for n, pattern in enumerate(patterns):
            expected[f"{prefix}blocks.{n}.{where}.pattern"] = pattern[0]
    return expected


def check(name):
    """{part: largest relative difference} of one family."""
    built, choices, tensors = FAMILIES[name]()
    twin = reference.Model(choices, {key: value.shape for key, value in tensors.items()}).double().eval()
    twin.load_state_dict(tensors)
    generator = torch.Generator().manual_seed(7)
    ids = torch.randint(3, VOCABULARY, (LENGTH,), generator=generator).tolist()
    decoder_ids = torch.randint(3, VOCABULARY, (8,), generator=generator).tolist() if choices.get("topology") == "encoder_decoder" else None
    trace = reference.trace(twin, ids, decoder_ids)
    expected = expected_of(built, run_transformers(built, ids, decoder_ids))
    worst = {"stream": 0.0, "pattern": None, "logits": 0.0}
    for key, wanted in expected.items():
        part = "pattern" if key.endswith("pattern") else "logits" if key == "logits" else "stream"
        found = trace[key]
        difference = math.inf if found.shape != wanted.shape else ((found - wanted.double()).abs().max() / wanted.abs().max()).item()
        worst[part] = max(worst[part] or 0.0, difference)
    return worst | {"padding": padding(twin, ids, decoder_ids)}


def padding(twin, ids, decoder_ids):
    """A text beside a longer one in a batch gives the same logits as alone (lengths that scale RoPE excepted)."""
    if twin.c["rope.scaling"] in ("dynamic_ntk", "longrope"):
        return None
    batch = torch.tensor([ids[:5] + [0] * (len(ids) - 5), ids])
    real = torch.tensor([[True] * 5 + [False] * (len(ids) - 5), [True] * len(ids)])
    with torch.no_grad():
        if decoder_ids is None:
            alone, beside = twin(torch.tensor([ids[:5]])), twin(batch, real)[:1, :5]
        else:
            alone = twin(torch.tensor([ids[:5]]), decoder_ids=torch.tensor([decoder_ids]))
            beside = twin(batch, real, torch.tensor([decoder_ids] * 2))[:1]
    return ((alone - beside).abs().max() / alone.abs().max()).item()


def check_shaw():
    """Shaw's key term against the one module of transformers that has it (without the value term)."""
    from transformers import Wav2Vec2BertConfig
    from transformers.models.wav2vec2_bert.modeling_wav2vec2_bert import Wav2Vec2BertSelfAttention
    torch.manual_seed(3)
    module = Wav2Vec2BertSelfAttention(Wav2Vec2BertConfig(
        hidden_size=24, num_attention_heads=4, position_embeddings_type="relative_key", left_max_position_embeddings=3, right_max_position_embeddings=3)).double().eval()
    c = reference.Choices(reference.flatten(sizes() | ALL_BIASES | {"topology": "encoder", "position.kind": "shaw", "shaw.clip": 3}), 0, True, False)
    twin = reference.Attention(c, {}).double()
    state = {f"{part}.{last}": value for part, name in (("q", "linear_q"), ("k", "linear_k"), ("v", "linear_v"), ("o", "linear_out"))
             for last, value in getattr(module, name).state_dict().items()}
    table = module.distance_embedding.weight
    twin.load_state_dict(state | {"rel_k.weight": table, "rel_v.weight": torch.zeros_like(table)})
    x, trace = torch.randn(1, LENGTH, 24, dtype=torch.float64), reference.Trace()
    with torch.no_grad():
        out, pattern = module(x, output_attentions=True)
        found = twin(x, reference.Pass(torch.ones(1, LENGTH, dtype=torch.bool)), reference.Record(trace))
    return {"stream": ((found - out).abs().max() / out.abs().max()).item(), "pattern": ((trace["pattern"] - pattern[0]).abs().max()).item(), "logits": None, "padding": None}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="families, or their beginnings; all without")
    parser.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    failures = 0
    line = "| {:28} | {:>9} | {:>9} | {:>9} | {:>9} |" if arguments.markdown else "{:28} {:>9} {:>9} {:>9} {:>9}"
    print(line.format("family", "stream", "pattern", "logits", "padding"))
    if arguments.markdown:
        print("|---|---:|---:|---:|---:|")
    for name in [*FAMILIES, "wav2vec2_bert attention"]:
        if arguments.names and not any(name.startswith(wanted) for wanted in arguments.names):
            continue
        try:
            worst = check(name) if name in FAMILIES else check_shaw()
        except Exception as problem:  # the other families are still worth a line
            print(f"{name}: {type(problem).__name__}: {str(problem)[:600]}")
            failures += 1
            continue
        above = not all(value is None or value <= TOLERANCE for value in worst.values())
        failures += above
        print(line.format(name, *("–" if value is None else f"{value:.1e}" for value in worst.values())) + ("  <-- above" if above else ""), flush=True)
    print(f"{failures} failed" if failures else "all within 1e-5")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
