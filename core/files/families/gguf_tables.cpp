// Models in GGUF files, by general.architecture.

#include "core/files/families/llama_like.h"

#include "core/base/error.h"

namespace core {

using namespace table;

namespace {

/// GGUF says with its tensors what reading.config.json says with keys.
void finishGgufLlama(FamilyReading& reading)
{
    if (reading.stored.count("rope_freqs.weight"))
        throw Error({.file = reading.config.file(),
            .where = "tensor \"rope_freqs.weight\"",
            .problem = CUTAWAY_TR("this scaling of rotary positions is not supported yet"),
            .expected = "none"});
    reading.choices.set("bias.attention", reading.stored.count("blk.0.attn_q.bias") > 0);
    reading.choices.set("bias.attention_output", reading.stored.count("blk.0.attn_output.bias") > 0);
    reading.choices.set("bias.feed_forward", reading.stored.count("blk.0.ffn_up.bias") > 0);

    const auto dHead = double(reading.size("sizes.d_head"));
    if (const std::optional<Json> dims = reading.config.value("llama.rope.dimension_count")) {
        const bool isLegal = dims->is_number_integer() && *dims >= 2 && *dims <= dHead && dims->get<Index>() % 2 == 0;
        if (!isLegal)
            reading.config.refuse("llama.rope.dimension_count", CUTAWAY_TR("not an even number up to the width of a head"),
                std::to_string(Index(dHead)) + " at most", dims);
        reading.choices.set("rope.fraction", dims->get<double>() / dHead);
    }
    const std::optional<Json> valueLength = reading.config.value("llama.attention.value_length");
    if (valueLength && *valueLength != dHead)
        reading.config.refuse("llama.attention.value_length",
            CUTAWAY_TR("values of another width than keys are not supported yet"), std::to_string(Index(dHead)), valueLength);
}

} // namespace

const std::vector<Family>& ggufFamilies()
{
    static const std::vector<Family> families = {
        {
            .id = "llama",
            .architecture = "llama",
            // The converter permutes q and k, so that neighbours turn together.
            .fixed = with(llamaChoices(), {{"rope.pairing", "interleaved"}, {"activation.kind", "silu"}}),
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
            .finish = {finishGgufLlama},
        },
    };
    return families;
}

} // namespace core
