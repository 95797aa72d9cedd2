// Llama's plan in other clothes: QK-norm behind the rotation (HunYuan), fused or renamed projections, ALiBi, an output matrix of
// unit rows. InternLM 2, Baichuan and ChatGLM have no class in transformers; their folders bring code, which is never run.

#include "core/files/families/families.h"
#include "core/files/families/llama_like.h"

#include "core/base/error.h"

#include <cmath>

namespace core {

namespace {

using namespace table;

/// `rope_scaling.alpha` of type "dynamic": the base is stretched once and for all (HunYuan).
void readHunYuanRope(FamilyReading& reading)
{
    const ConfigSource& config = reading.config;
    const auto alpha = config.firstOf({"rope_parameters.alpha", "rope_scaling.alpha"});
    const auto type
        = config.firstOf({"rope_parameters.rope_type", "rope_parameters.type", "rope_scaling.rope_type", "rope_scaling.type"});
    if (!alpha || !type || type->value != "dynamic" || alpha->value == Json(0)) {
        rope()(reading);
        return;
    }
    if (!alpha->value.is_number() || alpha->value <= Json(0) || alpha->value > Json(factorCap))
        config.refuse(alpha->key, CUTAWAY_TR("not a number in range"), "more than 0", alpha->value);
    reading.choices.set("rope.scaling", "ntk");
    reading.choices.set("rope.factor", alpha->value);
    const auto base = config.firstOf({"rope_theta", "rope_parameters.rope_theta"});
    if (base && !(base->value.is_number() && base->value >= Json(1) && base->value <= Json(1e12)))
        config.refuse(base->key, CUTAWAY_TR("not a number in range"), "1 to 1e12", base->value);
    reading.choices.set("rope.base", base ? base->value : Json(10000.0));
}

} // namespace

std::vector<Family> llamaRelativeFamilies()
{
    const Keys attentionBias = {{"bias.attention", {"attention_bias"}, boolean, otherwise(false)},
        {"bias.attention_output", {"attention_bias"}, boolean, otherwise(false)}};
    return {
        {.id = "hunyuan_v1_dense",
            .architecture = "HunYuanDenseV1ForCausalLM",
            .fixed = with(llamaChoices(), {{"score.qk_norm", "rms_head"}, {"score.qk_norm_after_rope", true}}),
            .keys = with(llamaKeys({.vocabulary = 290943, .eps = 1e-5}), attentionBias),
            .prefixes = {"model.", ""},
            .ignored = {".rotary_emb.inv_freq"},
            .otherArchitectures = {"HunYuanDenseV1Model"},
            .tensors = with(llamaNames(),
                {
                    {"blocks.N.attn.q_norm", "layers.N.self_attn.query_layernorm"},
                    {"blocks.N.attn.k_norm", "layers.N.self_attn.key_layernorm"},
                }),
            .finish = {readHunYuanRope}},
    };
}

} // namespace core
