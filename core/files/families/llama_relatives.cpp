// Variants of llama's plan: QK-norm behind the rotation (HunYuan), fused or renamed projections, ALiBi, an output matrix of
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

/// 13B has ALiBi instead of rotary positions, and no `max_position_embeddings` (Baichuan).
void readBaichuanPositions(FamilyReading& reading)
{
    if (reading.config.says("max_position_embeddings"))
        return rope()(reading);
    reading.choices.set("position.kind", "alibi");
    reading.notes.push_back("positions by ALiBi: the configuration has no max_position_embeddings, as that of Baichuan 13B");
}

/// Baichuan 2: a bigger vocabulary, or the key that its training brought.
bool isBaichuan2(const ConfigSource& config)
{
    return config.value("vocab_size") == Json(125696) || config.says("z_loss_weight");
}

Family baichuan(const char* id, Names names)
{
    return {.id = id,
        .architecture = "BaichuanForCausalLM",
        .fixed = llamaChoices(),
        .keys = with(llamaKeys({.vocabulary = 64000, .context = 4096}),
            {{"sizes.kv_heads", {}, {}, derived(asManyAsHeads)},
                {"sizes.context", {"max_position_embeddings", "model_max_length"}, integer(contextCap), otherwise(4096)}}),
        .prefixes = {"model.", ""},
        .ignored = {".rotary_emb.inv_freq"},
        .otherArchitectures = {"BaiChuanForCausalLM"},
        .tensors = with(with(llamaNames(),
                            {
                                {"blocks.N.attn.q", "layers.N.self_attn.W_pack", false, Part::Q},
                                {"blocks.N.attn.k", "layers.N.self_attn.W_pack", false, Part::K},
                                {"blocks.N.attn.v", "layers.N.self_attn.W_pack", false, Part::V},
                            }),
            std::move(names)),
        .finish = {readBaichuanPositions}};
}

} // namespace

std::vector<Family> llamaRelativeFamilies()
{
    const Keys attentionBias = {{"bias.attention", {"attention_bias"}, boolean, otherwise(false)},
        {"bias.attention_output", {"attention_bias"}, boolean, otherwise(false)}};
    // The output matrix of Baichuan 2 has rows of length 1.
    Family baichuan2 = baichuan("baichuan2", {{.native = "unembed", .stored = "lm_head", .hasUnitRows = true}});
    baichuan2.otherIds = {"baichuan"};
    baichuan2.suits = isBaichuan2;
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
            .finish = {readHunYuanRope},
            .idleKeys = {"pretraining_tp"}},
        {.id = "internlm2",
            .architecture = "InternLM2ForCausalLM",
            .fixed = llamaChoices(),
            .keys = with(llamaKeys({.vocabulary = 103168}),
                {{"bias.attention", {"bias"}, boolean, otherwise(true)},
                    {"bias.attention_output", {"bias"}, boolean, otherwise(true)}}),
            .prefixes = {"model.", ""},
            .ignored = {".rotary_emb.inv_freq"},
            .tensors = {
                {"embed", "tok_embeddings"},
                {"blocks.N.ln1", "layers.N.attention_norm"},
                {"blocks.N.attn.q", "layers.N.attention.wqkv", false, Part::GroupQ},
                {"blocks.N.attn.k", "layers.N.attention.wqkv", false, Part::GroupK},
                {"blocks.N.attn.v", "layers.N.attention.wqkv", false, Part::GroupV},
                {"blocks.N.attn.o", "layers.N.attention.wo"},
                {"blocks.N.ln2", "layers.N.ffn_norm"},
                {"blocks.N.mlp.gate", "layers.N.feed_forward.w1"},
                {"blocks.N.mlp.up", "layers.N.feed_forward.w3"},
                {"blocks.N.mlp.down", "layers.N.feed_forward.w2"},
                {"ln_final", "norm"},
                {"unembed", "output"},
            },
            .finish = {rope()}},
        baichuan2,
        baichuan("baichuan", {}),
    };
}

} // namespace core
