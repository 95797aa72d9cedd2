// Decoders with one fused projection of queries, keys and values, or with branches side by side: GPT-NeoX, Falcon, BLOOM, MPT,
// Phi, StableLM, Persimmon. Defaults of absent keys are those of the classes of transformers 5.23.

#include "core/files/families/families.h"
#include "core/files/families/llama_like.h"

#include "core/base/error.h"

namespace core {

namespace {

using namespace table;

const Fixed neoxChoices
    = {{"topology", "causal_decoder"}, {"norm.kind", "layer_norm"}, {"norm.placement", "pre"}, {"block.layout", "sequential"},
        {"position.kind", "rope"}, {"rope.pairing", "half_split"}, {"mask.kind", "causal"}, {"feed_forward.kind", "plain"},
        {"bias.attention", true}, {"bias.attention_output", true}, {"bias.feed_forward", true}, {"bias.output", false}};
const Fixed noBiases = {{"bias.attention", false}, {"bias.attention_output", false}, {"bias.feed_forward", false}};

/// Queries, keys and values in one matrix, head by head or group by group.
Names grouped(const std::string& stored)
{
    return {{"blocks.N.attn.q", stored, false, Part::GroupQ}, {"blocks.N.attn.k", stored, false, Part::GroupK},
        {"blocks.N.attn.v", stored, false, Part::GroupV}};
}

const Names wideNames = {
    {"blocks.N.mlp.up", "layers.N.mlp.dense_h_to_4h"},
    {"blocks.N.mlp.down", "layers.N.mlp.dense_4h_to_h"},
};

/// BLOOM's and Falcon's.
Names bloomNames()
{
    return with(grouped("h.N.self_attention.query_key_value"),
        {
            {"embed", "word_embeddings"},
            {"ln_embed", "word_embeddings_layernorm"},
            {"blocks.N.ln1", "h.N.input_layernorm"},
            {"blocks.N.ln1", "h.N.ln_attn"},
            {"blocks.N.attn.o", "h.N.self_attention.dense"},
            {"blocks.N.ln2", "h.N.post_attention_layernorm"},
            {"blocks.N.ln2", "h.N.ln_mlp"},
            {"blocks.N.mlp.up", "h.N.mlp.dense_h_to_4h"},
            {"blocks.N.mlp.down", "h.N.mlp.dense_4h_to_h"},
            {"ln_final", "ln_f"},
            {"unembed", "lm_head"},
        });
}

/// `qk_layernorm`: queries and keys are normalised head by head.
void readHeadNorm(FamilyReading& reading)
{
    if (flag(reading, "qk_layernorm", false))
        reading.choices.set("score.qk_norm", "layer_head");
}

/// Both branches read the stream through norms of their own, unless `use_parallel_residual` is false.
void readNeoxLayout(FamilyReading& reading)
{
    if (flag(reading, "use_parallel_residual", true))
        reading.choices.set("block.layout", "parallel_two_norms");
}

void readStableLmLayout(FamilyReading& reading)
{
    if (flag(reading, "use_parallel_residual", false))
        reading.choices.set("block.layout", "parallel_shared_norm");
}

/// Falcon's forms: 7B, 40B (its own decoder, two norms), 11B (one norm), RW (ALiBi, one branch after the other).
void readFalcon(FamilyReading& reading)
{
    const bool hasTwoNorms = reading.stored.count("transformer.h.0.ln_attn.weight") || reading.stored.count("h.0.ln_attn.weight");
    const bool isNew = flag(reading, "new_decoder_architecture", hasTwoNorms); // the first files do not say it
    const bool isParallel = flag(reading, "parallel_attn", true);
    const Index heads = reading.size("sizes.heads");
    const Index said
        = wholeNumber(reading, "num_kv_heads", 1, heads).value_or(wholeNumber(reading, "n_head_kv", 1, heads).value_or(heads));
    shareHeads(reading, !isNew && flag(reading, "multi_query", true) ? 1 : isNew ? said : heads, "num_kv_heads");
    const Index norms = isNew ? wholeNumber(reading, "num_ln_in_parallel_attn", 1, 2).value_or(2) : 1;
    if (isNew && !isParallel)
        reading.config.refuse("parallel_attn", CUTAWAY_TR("contradicts another key"), "new_decoder_architecture = true", false);
    if (isParallel)
        reading.choices.set("block.layout", norms == 2 ? "parallel_two_norms" : "parallel_shared_norm");
    if (flag(reading, "alibi", false)) {
        reading.choices.set("position.kind", "alibi");
        reading.choices.set("alibi.scaled", true);
        reading.choices.set("alibi.precision", "bfloat16");
    }
}

} // namespace

std::vector<Family> neoxLikeFamilies()
{
    const ConfigKey falconBias{"bias.attention", {"bias"}, boolean, otherwise(false)};
    const LlamaSizes phiSizes{.layers = 24, .dModel = 2048, .dFf = 8192, .vocabulary = 51200};
    const ConfigKey eps{"norm.eps", {"layer_norm_eps"}, epsilon, otherwise(1e-5)};
    return {
        {.id = "gpt_neox",
            .architecture = "GPTNeoXForCausalLM",
            .fixed = neoxChoices,
            .keys = with(llamaKeys({.layers = 44, .dModel = 6144, .heads = 64, .dFf = 24576, .vocabulary = 50432}),
                {{"sizes.kv_heads", {}, {}, derived(asManyAsHeads)}, eps,
                    {"activation.kind", {"hidden_act"}, activation, otherwise("gelu")},
                    {"bias.attention", {"attention_bias"}, boolean, otherwise(true)},
                    {"bias.attention_output", {"attention_bias"}, boolean, otherwise(true)}}),
            .requirements = {{"is_decoder", false}},
            .prefixes = {"gpt_neox.", ""},
            .ignored = {".attention.bias", ".attention.masked_bias", ".rotary_emb.inv_freq"},
            .otherArchitectures = {"GPTNeoXModel"},
            .tensors = with(with(grouped("layers.N.attention.query_key_value"), wideNames),
                {
                    {"embed", "embed_in"},
                    {"blocks.N.ln1", "layers.N.input_layernorm"},
                    {"blocks.N.attn.o", "layers.N.attention.dense"},
                    {"blocks.N.ln2", "layers.N.post_attention_layernorm"},
                    {"ln_final", "final_layer_norm"},
                    {"unembed", "embed_out"},
                    {"unembed", "lm_head"},
                }),
            .finish = {readNeoxLayout,
                rope({.fraction = 0.25, .baseNames = {"rotary_emb_base"}, .fractionNames = {"rotary_pct"}})}},
        {.id = "bloom",
            .architecture = "BloomForCausalLM",
            .fixed = with(neoxChoices, {{"norm.embedding", true}, {"position.kind", "alibi"}, {"activation.kind", "gelu_tanh"}}),
            .keys = {
                {"sizes.layers", {"n_layer", "num_hidden_layers"}, integer(layersCap), otherwise(2)},
                {"sizes.d_model", {"hidden_size", "n_embed"}, integer(dModelCap), otherwise(64)},
                {"sizes.heads", {"n_head", "num_attention_heads"}, integer(headsCap), otherwise(8)},
                {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
                {"sizes.d_ff", {}, {}, derived(fourTimesDModel)},
                {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(250880)},
                {"sizes.context", {"seq_length"}, integer(contextCap), otherwise(2048)},
                {"norm.eps", {"layer_norm_epsilon"}, epsilon, otherwise(1e-5)},
                {"block.residual_from_norm", {"apply_residual_connection_post_layernorm"}, boolean, otherwise(false)},
                {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(true)},
            },
            .prefixes = {"transformer.", ""},
            .otherArchitectures = {"BloomModel"},
            .tensors = bloomNames(),
            .idleKeys = {"pretraining_tp"}},
        {.id = "falcon",
            .architecture = "FalconForCausalLM",
            .fixed = neoxChoices,
            .keys = {
                {"sizes.layers", {"num_hidden_layers", "n_layer"}, integer(layersCap), otherwise(32)},
                {"sizes.d_model", {"hidden_size", "n_embed"}, integer(dModelCap), otherwise(4544)},
                {"sizes.heads", {"num_attention_heads", "n_head"}, integer(headsCap), otherwise(71)},
                {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
                {"sizes.d_ff", {"ffn_hidden_size"}, integer(dFfCap), derived(fourTimesDModel)},
                {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(65024)},
                {"sizes.context", {"max_position_embeddings"}, integer(contextCap), otherwise(2048)},
                {"norm.eps", {"layer_norm_epsilon"}, epsilon, otherwise(1e-5)},
                {"activation.kind", {"activation"}, activation, otherwise("gelu")},
                falconBias,
                {"bias.attention_output", {"bias"}, boolean, otherwise(false)},
                {"bias.feed_forward", {"bias"}, boolean, otherwise(false)},
                {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(true)},
            },
            .prefixes = {"transformer.", ""},
            .ignored = {".rotary_emb.inv_freq", ".maybe_rotary.inv_freq"},
            .otherArchitectures = {"RWForCausalLM", "FalconModel", "RWModel"},
            .tensors = bloomNames(),
            .finish = {readFalcon, rope()},
            .otherIds = {"RefinedWeb", "RefinedWebModel"}},
        // Always with ALiBi of steepness 8 and without biases, whatever the configuration says of them.
        {.id = "mpt",
            .architecture = "MptForCausalLM",
            .fixed = with(with(neoxChoices, noBiases),
                {{"norm.bias", false}, {"position.kind", "alibi"}, {"activation.kind", "gelu"}}),
            .keys = {
                {"sizes.layers", {"n_layers", "num_hidden_layers"}, integer(layersCap), otherwise(24)},
                {"sizes.d_model", {"d_model", "hidden_size"}, integer(dModelCap), otherwise(2048)},
                {"sizes.heads", {"n_heads", "num_attention_heads"}, integer(headsCap), otherwise(16)},
                {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
                {"sizes.d_ff", {}, {}, derived(fourTimesDModel)},
                {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(50368)},
                {"sizes.context", {"max_seq_len"}, integer(contextCap), otherwise(2048)},
                {"norm.eps", {"layer_norm_epsilon"}, epsilon, otherwise(1e-5)},
                {"score.clip_qkv", {"attn_config.clip_qkv"}, positive, unsaid},
                {"score.scale", {"attn_config.softmax_scale"}, factor, unsaid},
                {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(true)},
            },
            .requirements = {{"no_bias", true}, {"expansion_ratio", 4}, {"logit_scale", nullptr}, {"attn_config.alibi", true},
                {"attn_config.alibi_bias_max", 8}, {"attn_config.prefix_lm", false}, {"attn_config.qk_ln", false}},
            .prefixes = {"transformer.", ""},
            .otherArchitectures = {"MPTForCausalLM", "MptModel"},
            .tensors = {
                {"embed", "wte"},
                {"blocks.N.ln1", "blocks.N.norm_1"},
                {"blocks.N.attn.q", "blocks.N.attn.Wqkv", false, Part::Q},
                {"blocks.N.attn.k", "blocks.N.attn.Wqkv", false, Part::K},
                {"blocks.N.attn.v", "blocks.N.attn.Wqkv", false, Part::V},
                {"blocks.N.attn.o", "blocks.N.attn.out_proj"},
                {"blocks.N.ln2", "blocks.N.norm_2"},
                {"blocks.N.mlp.up", "blocks.N.ffn.up_proj"},
                {"blocks.N.mlp.down", "blocks.N.ffn.down_proj"},
                {"ln_final", "norm_f"},
                {"unembed", "lm_head"},
            }},
        {.id = "phi",
            .architecture = "PhiForCausalLM",
            .fixed = with(neoxChoices, {{"block.layout", "parallel_shared_norm"}, {"bias.output", true}}),
            .keys = with(llamaKeys(phiSizes), {eps, {"activation.kind", {"hidden_act"}, activation, otherwise("gelu_tanh")}}),
            .prefixes = {"model.", ""},
            .ignored = {".rotary_emb.inv_freq"},
            .otherArchitectures = {"PhiModel"},
            .tensors = with(llamaNames(),
                {
                    {"blocks.N.attn.q_norm", "layers.N.self_attn.q_layernorm"},
                    {"blocks.N.attn.k_norm", "layers.N.self_attn.k_layernorm"},
                    {"blocks.N.attn.o", "layers.N.self_attn.dense"},
                    {"blocks.N.mlp.up", "layers.N.mlp.fc1"},
                    {"blocks.N.mlp.down", "layers.N.mlp.fc2"},
                    {"ln_final", "final_layernorm"},
                }),
            .finish = {readHeadNorm, rope({.fraction = 0.5})}},
        {.id = "stablelm",
            .architecture = "StableLmForCausalLM",
            .fixed = with(with(neoxChoices, noBiases), {{"feed_forward.kind", "gated"}}),
            .keys = with(llamaKeys({.dModel = 2560, .dFf = 6912, .vocabulary = 50304, .context = 4096}),
                {{"norm.eps", {"layer_norm_eps", "norm_eps"}, epsilon, otherwise(1e-5)},
                    {"bias.attention", {"use_qkv_bias"}, boolean, otherwise(false)}}),
            .prefixes = {"model.", ""},
            .ignored = {".rotary_emb.inv_freq"},
            .otherArchitectures = {"StableLMEpochForCausalLM", "StableLmModel"},
            .tensors = with(llamaNames(),
                {
                    {"blocks.N.attn.q_norm", "layers.N.self_attn.q_layernorm.norms.H"},
                    {"blocks.N.attn.k_norm", "layers.N.self_attn.k_layernorm.norms.H"},
                }),
            .finish = {readStableLmLayout, readHeadNorm, rope({.fraction = 0.25, .fractionNames = {"rope_pct"}})},
            .otherIds = {"stablelm_epoch"}},
        {.id = "persimmon",
            .architecture = "PersimmonForCausalLM",
            .fixed = neoxChoices,
            .keys = with(llamaKeys({.layers = 36, .heads = 64, .dFf = 16384, .vocabulary = 262144, .context = 16384}),
                {{"sizes.kv_heads", {}, {}, derived(asManyAsHeads)}, eps,
                    {"activation.kind", {"hidden_act"}, activation, otherwise("relu_squared")}}),
            .prefixes = {"model.", "", "language_model.model.", "model.language_model."},
            .ignored = {".rotary_emb.inv_freq"},
            .otherArchitectures = {"PersimmonModel"},
            .tensors = with(with(with(llamaNames(), grouped("layers.N.self_attn.query_key_value")), wideNames),
                {
                    {"blocks.N.attn.q_norm", "layers.N.self_attn.q_layernorm"},
                    {"blocks.N.attn.k_norm", "layers.N.self_attn.k_layernorm"},
                    {"blocks.N.attn.o", "layers.N.self_attn.dense"},
                    {"ln_final", "final_layernorm"},
                }),
            .finish = {[](FamilyReading& reading) {
                           if (flag(reading, "qk_layernorm", true))
                               reading.choices.set("score.qk_norm", "layer_head");
                       },
                rope({.fraction = 0.5})}},
    };
}

} // namespace core
