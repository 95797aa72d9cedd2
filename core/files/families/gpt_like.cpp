// Decoders of GPT-2's plan: learned positions, LayerNorm, plain feed-forward, biases everywhere.

#include "core/files/families/families.h"
#include "core/files/families/table_words.h"

namespace core {

using namespace table;

std::vector<Family> gptLikeFamilies()
{
    return {
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
    };
}

} // namespace core
