// GGUF architectures of GPT-2's plan: LayerNorm, plain feed-forwards; and BERT. Fused matrices were put in the order q, k, v, and
// GPT-2's turned, when they were converted. Where the model has the exact GELU, it is that which is computed, not its tanh form.

#include "core/files/families/families.h"
#include "core/files/families/gguf_words.h"

namespace core {

namespace {

using namespace table;

const Fixed gptChoices = {{"norm.kind", "layer_norm"}, {"feed_forward.kind", "plain"}};
Fixed plain(const char* activation, Fixed own = {}) { return llamaWith(activation, with(gptChoices, std::move(own))); }

/// Falcon's branches read the stream side by side, in the larger models through norms of their own.
void readFalconLayout(FamilyReading& reading)
{
    const bool hasTwoNorms = hasInFirstBlock(reading, "attn_norm_2.weight");
    reading.choices.set("block.layout", hasTwoNorms ? "parallel_two_norms" : "parallel_shared_norm");
}

void readNeoxLayout(FamilyReading& reading)
{
    if (flag(reading, ggufKey(reading, "use_parallel_residual"), true))
        reading.choices.set("block.layout", "parallel_two_norms");
}

GgufRow falcon()
{
    return {"falcon", layerEps, plain("gelu"), {}, {{"blocks.N.ln1", "blk.N.attn_norm_2"}, {"blocks.N.ln2", "blk.N.attn_norm"}},
        {readFalconLayout, ggufRope()}};
}

GgufRow bert()
{
    return {"bert", layerEps,
        plain("gelu",
            {{"topology", "encoder"}, {"norm.placement", "post"}, {"norm.embedding", true}, {"position.kind", "learned"},
                {"mask.kind", "bidirectional"}, {"output.head", "none"}}),
        {}, {{"blocks.N.ln1", "blk.N.attn_output_norm"}, {"blocks.N.ln2", "blk.N.layer_output_norm"}}};
}

} // namespace

std::vector<Family> ggufGptLikeFamilies()
{
    const Keys clip = {{"score.clip_qkv", {"attention.clamp_kqv"}, positive, unsaid}};
    std::vector<Family> families = {
        ggufFamily({"gpt2", layerEps, plain("gelu_tanh", {{"position.kind", "learned"}})}),
        ggufFamily(falcon()),
        ggufFamily({"bloom", layerEps, plain("gelu_tanh", {{"position.kind", "alibi"}, {"norm.embedding", true}})}),
        ggufFamily({"mpt", layerEps, plain("gelu", {{"position.kind", "alibi"}}), clip}),
        ggufFamily({"gptneox", layerEps, plain("gelu"), {}, {}, {readNeoxLayout, ggufRope()}}),
        ggufFamily({"phi2", layerEps, plain("gelu_tanh", {{"block.layout", "parallel_shared_norm"}}), {}, {}, {ggufRope()}}),
        ggufFamily(bert()),
    };
    for (Family& family : families) {
        if (family.id == "falcon")
            family.requirements = {{"falcon.tensor_data_layout", "jploski"}};
        if (family.id == "mpt" || family.id == "bloom")
            family.requirements = {{family.id + ".attention.max_alibi_bias", 8}};
        if (family.id == "bert")
            family.requirements = {{"bert.attention.causal", false}};
    }
    return families;
}

} // namespace core
