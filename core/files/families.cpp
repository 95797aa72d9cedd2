// The tables of the families. To add one: a row here. Keys that only some families have go into their own row; a choice
// that the engine does not have yet is a Requirement, never a silent default.

#include "core/files/family.h"

#include "core/base/error.h"

#include <cmath>

namespace core {

namespace {

// Bounds of what a configuration may say, so that nothing of impossible size is ever asked for.
constexpr double layersCap = 2048;
constexpr double headsCap = 4096;
constexpr double dHeadCap = 2048;
constexpr double dModelCap = 1 << 18;
constexpr double dFfCap = 1 << 21;
constexpr double vocabularyCap = 1 << 24;
constexpr double contextCap = 1 << 28;
constexpr double tokenTypesCap = 1 << 20;

Reading integer(double max) { return {Reading::Integer, 1, max, {}}; }
Reading number(double min, double max) { return {Reading::Number, min, max, {}}; }
const Reading boolean{Reading::Bool, 0, 0, {}};
const Reading epsilon = number(1e-30, 1);
const Reading ropeBase = number(1, 1e12);
const Reading activation{Reading::Word, 0, 0,
    {{"relu", "relu"}, {"gelu", "gelu"}, {"gelu_python", "gelu"}, {"gelu_new", "gelu_tanh"}, {"gelu_pytorch_tanh", "gelu_tanh"},
        {"gelu_fast", "gelu_tanh"}, {"silu", "silu"}, {"swish", "silu"}}};

Missing otherwise(Json value) { return {std::move(value), nullptr, false}; }
Missing derived(Json (*from)(const Choices&)) { return {{}, from, false}; }
const Missing required{{}, nullptr, true};
const Missing unsaid{};

Index size(const Choices& choices, const char* key) { return choices.value(key).get<Index>(); }
Json fourTimesDModel(const Choices& choices) { return 4 * size(choices, "sizes.d_model"); }
Json asManyAsHeads(const Choices& choices) { return size(choices, "sizes.heads"); }

/// Refuses every RoPE scaling; the choices for them come later.
void refuseRopeScaling(const ConfigSource& config, const StoredTensors&, Choices&)
{
    for (const std::string parent : {"rope_scaling", "rope_parameters"}) {
        const std::optional<Json> scaling = config.value(parent);
        if (!scaling)
            continue;
        if (!scaling->is_object())
            config.refuse(parent, CUTAWAY_TR("wrong type"), "object", scaling);
        const auto type = config.firstOf({parent + ".rope_type", parent + ".type"});
        if (!type && parent == "rope_scaling")
            config.refuse(parent + ".rope_type", CUTAWAY_TR("missing key"));
        if (type && type->value != "default")
            config.refuse(
                type->key, CUTAWAY_TR("this scaling of rotary positions is not supported yet"), "\"default\"", type->value);
    }
}

/// GGUF says with its tensors what config.json says with keys.
void finishGgufLlama(const ConfigSource& config, const StoredTensors& stored, Choices& choices)
{
    if (stored.count("rope_freqs.weight"))
        throw Error({.file = config.file(),
            .where = "tensor \"rope_freqs.weight\"",
            .problem = CUTAWAY_TR("this scaling of rotary positions is not supported yet"),
            .expected = "none"});
    choices.set("bias.attention", stored.count("blk.0.attn_q.bias") > 0);
    choices.set("bias.attention_output", stored.count("blk.0.attn_output.bias") > 0);
    choices.set("bias.feed_forward", stored.count("blk.0.ffn_up.bias") > 0);

    const auto dHead = double(size(choices, "sizes.d_head"));
    if (const std::optional<Json> dims = config.value("llama.rope.dimension_count")) {
        const bool isLegal = dims->is_number_integer() && *dims >= 2 && *dims <= dHead && dims->get<Index>() % 2 == 0;
        if (!isLegal)
            config.refuse("llama.rope.dimension_count", CUTAWAY_TR("not an even number up to the width of a head"),
                std::to_string(Index(dHead)) + " at most", dims);
        choices.set("rope.fraction", dims->get<double>() / dHead);
    }
    const std::optional<Json> valueLength = config.value("llama.attention.value_length");
    if (valueLength && *valueLength != dHead)
        config.refuse("llama.attention.value_length", CUTAWAY_TR("values of another width than keys are not supported yet"),
            std::to_string(Index(dHead)), valueLength);
}

/// The head is there when its tensors are; without it the model ends in the stream.
void finishBert(const ConfigSource&, const StoredTensors& stored, Choices& choices)
{
    const bool hasHead = stored.count("cls.predictions.transform.dense.weight") > 0;
    choices.set("output.head", hasHead ? "masked_language" : "none");
    choices.set("bias.output", hasHead);
}

const std::vector<std::pair<std::string, Json>> llamaChoices
    = {{"topology", "causal_decoder"}, {"norm.kind", "rms_norm"}, {"norm.placement", "pre"}, {"block.layout", "sequential"},
        {"position.kind", "rope"}, {"mask.kind", "causal"}, {"feed_forward.kind", "gated"}, {"bias.output", false}};

std::vector<std::pair<std::string, Json>> llamaChoicesWith(std::vector<std::pair<std::string, Json>> more)
{
    more.insert(more.begin(), llamaChoices.begin(), llamaChoices.end());
    return more;
}

} // namespace

const std::vector<Family>& huggingFaceFamilies()
{
    static const std::vector<Family> families = {
        {
            .id = "gpt2",
            .architecture = "GPT2LMHeadModel",
            .fixed = {{"topology", "causal_decoder"}, {"norm.kind", "layer_norm"}, {"norm.placement", "pre"},
                {"block.layout", "sequential"}, {"position.kind", "learned"}, {"mask.kind", "causal"},
                {"feed_forward.kind", "plain"}, {"bias.attention", true}, {"bias.attention_output", true},
                {"bias.feed_forward", true}, {"bias.output", false}},
            .keys = {
                {"sizes.layers", {"n_layer", "num_hidden_layers"}, integer(layersCap), otherwise(12)},
                {"sizes.d_model", {"n_embd", "hidden_size"}, integer(dModelCap), otherwise(768)},
                {"sizes.heads", {"n_head", "num_attention_heads"}, integer(headsCap), otherwise(12)},
                {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
                {"sizes.d_ff", {"n_inner"}, integer(dFfCap), derived(fourTimesDModel)},
                {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(50257)},
                {"sizes.context", {"n_positions", "max_position_embeddings", "n_ctx"}, integer(contextCap), otherwise(1024)},
                {"norm.eps", {"layer_norm_epsilon"}, epsilon, otherwise(1e-5)},
                {"activation.kind", {"activation_function"}, activation, otherwise("gelu_tanh")},
                {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(true)},
            },
            .requirements = {{"scale_attn_weights", true}, {"scale_attn_by_inverse_layer_idx", false}, {"add_cross_attention", false}},
            .prefixes = {"transformer.", ""},
            .ignored = {".attn.bias", ".attn.masked_bias"},
            .tensors = {
                {"embed", "wte"},
                {"pos_embed", "wpe"},
                {"blocks.N.ln1", "h.N.ln_1"},
                {"blocks.N.attn.q", "h.N.attn.c_attn", true, Part::Q},
                {"blocks.N.attn.k", "h.N.attn.c_attn", true, Part::K},
                {"blocks.N.attn.v", "h.N.attn.c_attn", true, Part::V},
                {"blocks.N.attn.o", "h.N.attn.c_proj", true},
                {"blocks.N.ln2", "h.N.ln_2"},
                {"blocks.N.mlp.up", "h.N.mlp.c_fc", true},
                {"blocks.N.mlp.down", "h.N.mlp.c_proj", true},
                {"ln_final", "ln_f"},
                {"unembed", "lm_head"},
            },
        },
        {
            .id = "llama",
            .architecture = "LlamaForCausalLM",
            .fixed = llamaChoicesWith({{"rope.pairing", "half_split"}}),
            .keys = {
                {"sizes.layers", {"num_hidden_layers"}, integer(layersCap), otherwise(32)},
                {"sizes.d_model", {"hidden_size"}, integer(dModelCap), otherwise(4096)},
                {"sizes.heads", {"num_attention_heads"}, integer(headsCap), otherwise(32)},
                {"sizes.kv_heads", {"num_key_value_heads"}, integer(headsCap), derived(asManyAsHeads)},
                {"sizes.d_head", {"head_dim"}, integer(dHeadCap), unsaid},
                {"sizes.d_ff", {"intermediate_size"}, integer(dFfCap), otherwise(11008)},
                {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(32000)},
                {"sizes.context", {"max_position_embeddings"}, integer(contextCap), otherwise(2048)},
                {"norm.eps", {"rms_norm_eps"}, epsilon, otherwise(1e-6)},
                {"rope.base", {"rope_theta", "rope_parameters.rope_theta", "rope_scaling.rope_theta"}, ropeBase, otherwise(10000)},
                {"activation.kind", {"hidden_act"}, activation, otherwise("silu")},
                {"bias.attention", {"attention_bias"}, boolean, otherwise(false)},
                {"bias.attention_output", {"attention_bias"}, boolean, otherwise(false)},
                {"bias.feed_forward", {"mlp_bias"}, boolean, otherwise(false)},
                {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(false)},
            },
            .requirements = {{"partial_rotary_factor", 1}, {"rope_parameters.partial_rotary_factor", 1}},
            .prefixes = {"model.", ""},
            .ignored = {".rotary_emb.inv_freq"},
            .tensors = {
                {"embed", "embed_tokens"},
                {"blocks.N.ln1", "layers.N.input_layernorm"},
                {"blocks.N.attn.q", "layers.N.self_attn.q_proj"},
                {"blocks.N.attn.k", "layers.N.self_attn.k_proj"},
                {"blocks.N.attn.v", "layers.N.self_attn.v_proj"},
                {"blocks.N.attn.o", "layers.N.self_attn.o_proj"},
                {"blocks.N.ln2", "layers.N.post_attention_layernorm"},
                {"blocks.N.mlp.gate", "layers.N.mlp.gate_proj"},
                {"blocks.N.mlp.up", "layers.N.mlp.up_proj"},
                {"blocks.N.mlp.down", "layers.N.mlp.down_proj"},
                {"ln_final", "norm"},
                {"unembed", "lm_head"},
            },
            .finish = refuseRopeScaling,
        },
        {
            .id = "bert",
            .architecture = "BertModel",
            .fixed = {{"topology", "encoder"}, {"norm.kind", "layer_norm"}, {"norm.placement", "post"}, {"norm.embedding", true},
                {"block.layout", "sequential"}, {"position.kind", "learned"}, {"mask.kind", "bidirectional"},
                {"feed_forward.kind", "plain"}, {"bias.attention", true}, {"bias.attention_output", true},
                {"bias.feed_forward", true}},
            .keys = {
                {"sizes.layers", {"num_hidden_layers"}, integer(layersCap), otherwise(12)},
                {"sizes.d_model", {"hidden_size"}, integer(dModelCap), otherwise(768)},
                {"sizes.heads", {"num_attention_heads"}, integer(headsCap), otherwise(12)},
                {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
                {"sizes.d_ff", {"intermediate_size"}, integer(dFfCap), otherwise(3072)},
                {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(30522)},
                {"sizes.context", {"max_position_embeddings"}, integer(contextCap), otherwise(512)},
                {"embedding.token_types", {"type_vocab_size"}, integer(tokenTypesCap), otherwise(2)},
                {"norm.eps", {"layer_norm_eps"}, epsilon, otherwise(1e-12)},
                {"activation.kind", {"hidden_act"}, activation, otherwise("gelu")},
                {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(true)},
            },
            .requirements = {{"position_embedding_type", "absolute"}, {"is_decoder", false}, {"add_cross_attention", false}},
            .prefixes = {"bert.", ""},
            .ignored = {".position_ids", "cls.predictions.bias"}, // the second: once more, where the matrix is not tied
            .endings = {{".weight", ".gamma"}, {".bias", ".beta"}, {"cls.predictions.decoder.bias", "cls.predictions.bias"}},
            .otherArchitectures = {"BertForMaskedLM", "BertForPreTraining"},
            .tensors = {
                {"embed", "embeddings.word_embeddings"},
                {"pos_embed", "embeddings.position_embeddings"},
                {"token_type_embed", "embeddings.token_type_embeddings"},
                {"ln_embed", "embeddings.LayerNorm"},
                {"blocks.N.attn.q", "encoder.layer.N.attention.self.query"},
                {"blocks.N.attn.k", "encoder.layer.N.attention.self.key"},
                {"blocks.N.attn.v", "encoder.layer.N.attention.self.value"},
                {"blocks.N.attn.o", "encoder.layer.N.attention.output.dense"},
                {"blocks.N.ln1", "encoder.layer.N.attention.output.LayerNorm"},
                {"blocks.N.mlp.up", "encoder.layer.N.intermediate.dense"},
                {"blocks.N.mlp.down", "encoder.layer.N.output.dense"},
                {"blocks.N.ln2", "encoder.layer.N.output.LayerNorm"},
                {"head.dense", "cls.predictions.transform.dense"},
                {"head.ln", "cls.predictions.transform.LayerNorm"},
                {"unembed", "cls.predictions.decoder"},
            },
            .finish = finishBert,
        },
    };
    return families;
}

const std::vector<Family>& ggufFamilies()
{
    static const std::vector<Family> families = {
        {
            .id = "llama",
            .architecture = "llama",
            // The converter permutes q and k, so that neighbours turn together.
            .fixed = llamaChoicesWith({{"rope.pairing", "interleaved"}, {"activation.kind", "silu"}}),
            .keys = {
                {"sizes.layers", {"llama.block_count"}, integer(layersCap), required},
                {"sizes.d_model", {"llama.embedding_length"}, integer(dModelCap), required},
                {"sizes.heads", {"llama.attention.head_count"}, integer(headsCap), required},
                {"sizes.kv_heads", {"llama.attention.head_count_kv"}, integer(headsCap), derived(asManyAsHeads)},
                {"sizes.d_head", {"llama.attention.key_length"}, integer(dHeadCap), unsaid},
                {"sizes.d_ff", {"llama.feed_forward_length"}, integer(dFfCap), required},
                {"sizes.vocab", {"llama.vocab_size", "tokenizer.ggml.tokens.length"}, integer(vocabularyCap), required},
                {"sizes.context", {"llama.context_length"}, integer(contextCap), required},
                {"norm.eps", {"llama.attention.layer_norm_rms_epsilon"}, epsilon, required},
                {"rope.base", {"llama.rope.freq_base"}, ropeBase, otherwise(10000)},
            },
            .requirements = {{"llama.expert_count", 0}, {"llama.rope.scaling.type", "none"}, {"llama.rope.scale_linear", 1},
                {"llama.attention.causal", true}},
            .tensors = {
                {"embed", "token_embd"},
                {"blocks.N.ln1", "blk.N.attn_norm"},
                {"blocks.N.attn.q", "blk.N.attn_q"},
                {"blocks.N.attn.k", "blk.N.attn_k"},
                {"blocks.N.attn.v", "blk.N.attn_v"},
                {"blocks.N.attn.o", "blk.N.attn_output"},
                {"blocks.N.ln2", "blk.N.ffn_norm"},
                {"blocks.N.mlp.gate", "blk.N.ffn_gate"},
                {"blocks.N.mlp.up", "blk.N.ffn_up"},
                {"blocks.N.mlp.down", "blk.N.ffn_down"},
                {"ln_final", "output_norm"},
                {"unembed", "output"},
            },
            .finish = finishGgufLlama,
        },
    };
    return families;
}

std::string familyNames(const std::vector<Family>& families)
{
    std::string names;
    for (const Family& family : families)
        names += (names.empty() ? "" : ", ") + family.id;
    return names;
}

} // namespace core
