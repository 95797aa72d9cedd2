// Decoders with the names of fairseq: OPT, XGLM, BioGPT. Defaults of absent keys are those of the classes of transformers 5.23.

#include "core/files/families/families.h"
#include "core/files/families/table_words.h"

#include "core/base/error.h"

#include <cmath>

namespace core {

namespace {

using namespace table;

const Fixed optChoices = {{"topology", "causal_decoder"}, {"norm.kind", "layer_norm"}, {"norm.placement", "pre"},
    {"block.layout", "sequential"}, {"position.kind", "learned"}, {"learned.offset", 2}, {"mask.kind", "causal"},
    {"feed_forward.kind", "plain"}, {"bias.attention", true}, {"bias.attention_output", true}, {"bias.feed_forward", true},
    {"bias.output", false}, {"norm.eps", 1e-5}};

const Names optNames = {
    {"embed", "embed_tokens"},
    {"embed_in", "project_in"},
    {"embed_out", "project_out"},
    {"pos_embed", "embed_positions"},
    {"blocks.N.ln1", "layers.N.self_attn_layer_norm"},
    {"blocks.N.attn.q", "layers.N.self_attn.q_proj"},
    {"blocks.N.attn.k", "layers.N.self_attn.k_proj"},
    {"blocks.N.attn.v", "layers.N.self_attn.v_proj"},
    {"blocks.N.attn.o", "layers.N.self_attn.out_proj"},
    {"blocks.N.ln2", "layers.N.final_layer_norm"},
    {"blocks.N.mlp.up", "layers.N.fc1"},
    {"blocks.N.mlp.down", "layers.N.fc2"},
    {"ln_final", "final_layer_norm"},
    {"ln_final", "layer_norm"},
    {"unembed", "lm_head"},
    {"unembed", "output_projection"},
};

/// OPT's norms: before the branches, or on the sums (350m); without parameters in some.
void readOpt(FamilyReading& reading)
{
    if (!flag(reading, "do_layer_norm_before", true))
        reading.choices.set("norm.placement", "post");
    else if (flag(reading, "_remove_final_layer_norm", false))
        reading.choices.set("norm.final", false);
    if (!flag(reading, "layer_norm_elementwise_affine", true)) {
        reading.choices.set("norm.gain", "none");
        reading.choices.set("norm.bias", false);
    }
    const Index dModel = reading.size("sizes.d_model");
    const Index width = wholeNumber(reading, "word_embed_proj_dim", 1, Index(dModelCap)).value_or(dModel);
    if (width != dModel)
        reading.choices.set("embedding.width", width);
}

/// √d_model is multiplied onto embeddings unless `scale_embedding` is false.
void readEmbeddingScale(FamilyReading& reading)
{
    if (flag(reading, "scale_embedding", true))
        reading.choices.set("block.embedding_scale", std::sqrt(double(reading.size("sizes.d_model"))));
}

} // namespace

std::vector<Family> optLikeFamilies()
{
    return {
        {.id = "opt",
            .architecture = "OPTForCausalLM",
            .fixed = optChoices,
            .keys = {
                {"sizes.layers", {"num_hidden_layers"}, integer(layersCap), otherwise(12)},
                {"sizes.d_model", {"hidden_size"}, integer(dModelCap), otherwise(768)},
                {"sizes.heads", {"num_attention_heads"}, integer(headsCap), otherwise(12)},
                {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
                {"sizes.d_ff", {"ffn_dim"}, integer(dFfCap), otherwise(3072)},
                {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(50272)},
                {"sizes.context", {"max_position_embeddings"}, integer(contextCap), otherwise(2048)},
                {"activation.kind", {"activation_function"}, activation, otherwise("relu")},
                {"bias.attention", {"enable_bias"}, boolean, otherwise(true)},
                {"bias.attention_output", {"enable_bias"}, boolean, otherwise(true)},
                {"bias.feed_forward", {"enable_bias"}, boolean, otherwise(true)},
                {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(true)},
            },
            .prefixes = {"model.decoder.", "decoder.", "", "model."},
            .otherArchitectures = {"OPTModel"},
            .tensors = optNames,
            .finish = {readOpt}},
        // Positions are computed: nothing of them is stored.
        {.id = "xglm",
            .architecture = "XGLMForCausalLM",
            .fixed = with(optChoices,
                {{"position.kind", "sinusoidal"}, {"sinusoidal.layout", "halves"}, {"sinusoidal.waves", "to_last"},
                    {"sinusoidal.offset", 2}}),
            .keys = {
                {"sizes.layers", {"num_layers", "num_hidden_layers"}, integer(layersCap), otherwise(24)},
                {"sizes.d_model", {"d_model", "hidden_size"}, integer(dModelCap), otherwise(1024)},
                {"sizes.heads", {"attention_heads", "num_attention_heads"}, integer(headsCap), otherwise(16)},
                {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
                {"sizes.d_ff", {"ffn_dim"}, integer(dFfCap), otherwise(4096)},
                {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(256008)},
                {"sizes.context", {"max_position_embeddings"}, integer(contextCap), otherwise(2048)},
                {"activation.kind", {"activation_function"}, activation, otherwise("gelu")},
                {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(true)},
            },
            .prefixes = {"model.", ""},
            .ignored = {"embed_positions.weights"},
            .otherArchitectures = {"XGLMModel"},
            .tensors = optNames,
            .finish = {readEmbeddingScale}},
        // Its `layer_norm_eps` has no effect: the norms of the class have 1e-5.
        {.id = "biogpt",
            .architecture = "BioGptForCausalLM",
            .fixed = optChoices,
            .keys = {
                {"sizes.layers", {"num_hidden_layers"}, integer(layersCap), otherwise(24)},
                {"sizes.d_model", {"hidden_size"}, integer(dModelCap), otherwise(1024)},
                {"sizes.heads", {"num_attention_heads"}, integer(headsCap), otherwise(16)},
                {"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
                {"sizes.d_ff", {"intermediate_size"}, integer(dFfCap), otherwise(4096)},
                {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(42384)},
                {"sizes.context", {"max_position_embeddings"}, integer(contextCap), otherwise(1024)},
                {"activation.kind", {"hidden_act"}, activation, otherwise("gelu")},
                {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(true)},
            },
            .requirements = {{"is_decoder", false}},
            .prefixes = {"biogpt.", ""},
            .otherArchitectures = {"BioGptModel"},
            .tensors = optNames,
            .finish = {readEmbeddingScale}},
    };
}

} // namespace core
