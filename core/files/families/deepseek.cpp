// DeepSeek-V2 and V3: latent attention, a few dense layers, then routed and shared experts.

#include "core/files/families/families.h"
#include "core/files/families/llama_like.h"

#include "core/base/error.h"

#include <algorithm>

namespace core {

namespace {

using namespace table;

ConfigKey sizeOf(const char* choice, const char* name, double max, Index value)
{
    return {choice, {name}, integer(max), otherwise(value)};
}

/// Keys of both; `q_lora_rank` null means that queries are not compressed.
Keys deepseekKeys(Index dExpert, Index experts)
{
    return {sizeOf("latent.kv_rank", "kv_lora_rank", dModelCap, 512), sizeOf("latent.d_rope", "qk_rope_head_dim", dHeadCap, 64),
        sizeOf("latent.d_nope", "qk_nope_head_dim", dHeadCap, 128), sizeOf("latent.d_value", "v_head_dim", dHeadCap, 128),
        sizeOf("sizes.d_head", "qk_rope_head_dim", dHeadCap, 64),
        sizeOf("mixture.d_expert", "moe_intermediate_size", dFfCap, dExpert),
        {"mixture.experts", {"n_routed_experts", "num_local_experts", "num_experts"}, integer(expertsCap), otherwise(experts)},
        biasOf("bias.attention", "attention_bias", false), biasOf("bias.attention_output", "attention_bias", false),
        biasOf("bias.feed_forward", "mlp_bias", false)};
}

/// Experts of a layer, dense ones before them, layers behind the last.
Finish readLayers(Index dense, Index sharedExperts)
{
    return [dense, sharedExperts](FamilyReading& reading) {
        const Index qRank
            = reading.config.says("q_lora_rank") ? wholeNumber(reading, "q_lora_rank", 1, Index(dModelCap)).value_or(0) : 1536;
        reading.choices.set("latent.q_rank", qRank);
        const Index first = wholeNumber(reading, "first_k_dense_replace", 0, Index(layersCap)).value_or(dense);
        setMixtures(reading, [&](Index layer) { return layer >= first; });
        const Index shared = reading.config.says("n_shared_experts")
            ? wholeNumber(reading, "n_shared_experts", 0, Index(expertsCap)).value_or(0)
            : sharedExperts;
        reading.choices.set("mixture.shared", shared > 0 ? 1 : 0); // all of them are one matrix
        if (shared > 0)
            reading.choices.set("mixture.d_shared", shared * reading.size("mixture.d_expert"));
        const std::string behind = "layers." + std::to_string(reading.size("sizes.layers")) + ".";
        const bool hasMore = std::any_of(reading.stored.begin(), reading.stored.end(),
            [&](const auto& named) { return named.first.find(behind) != std::string::npos; });
        if (hasMore)
            reading.notes.push_back(
                "the layer behind the last predicts a token further on (multi-token prediction): it is not run");
    };
}

void readGroups(FamilyReading& reading, Index groups, Index kept)
{
    reading.choices.set("mixture.groups", wholeNumber(reading, "n_group", 1, Index(expertsCap)).value_or(groups));
    reading.choices.set("mixture.groups_top_k", wholeNumber(reading, "topk_group", 1, Index(expertsCap)).value_or(kept));
}

/// "greedy": no groups.
void readV2Routing(FamilyReading& reading)
{
    const Json method = reading.config.value("topk_method").value_or("greedy");
    if (method != "greedy" && method != "group_limited_greedy")
        reading.config.refuse("topk_method", CUTAWAY_TR("unknown value"), "greedy, group_limited_greedy", method);
    if (method == "group_limited_greedy")
        readGroups(reading, 1, 1);
}

void readV3(FamilyReading& reading)
{
    readGroups(reading, 8, 4);
    reading.choices.set("rope.pairing", flag(reading, "rope_interleave", true) ? "interleaved" : "half_split");
}

Names deepseekNames()
{
    return with(expertNames(),
        {{"blocks.N.attn.q.bias", "layers.N.self_attn.q_proj.bias", false, Part::Whole, false, false, true},
            {"blocks.N.attn.q_a", "layers.N.self_attn.q_a_proj"}, {"blocks.N.attn.q_a_norm", "layers.N.self_attn.q_a_layernorm"},
            {"blocks.N.attn.q_b", "layers.N.self_attn.q_b_proj"}, {"blocks.N.attn.kv_a", "layers.N.self_attn.kv_a_proj_with_mqa"},
            {"blocks.N.attn.kv_a_norm", "layers.N.self_attn.kv_a_layernorm"},
            {"blocks.N.attn.kv_b", "layers.N.self_attn.kv_b_proj"},
            {"blocks.N.mlp.router.bias", "layers.N.mlp.gate.e_score_correction_bias"},
            {"blocks.N.mlp.shared.0.gate", "layers.N.mlp.shared_experts.gate_proj"},
            {"blocks.N.mlp.shared.0.up", "layers.N.mlp.shared_experts.up_proj"},
            {"blocks.N.mlp.shared.0.down", "layers.N.mlp.shared_experts.down_proj"}});
}

Fixed latentChoices(const char* routing)
{
    return {{"attention.kind", "latent"}, {"rope.pairing", "interleaved"}, {"mixture.routing", routing}};
}

} // namespace

std::vector<Family> deepseekFamilies()
{
    std::vector<Family> families = {
        llamaLike("deepseek_v2", "DeepseekV2ForCausalLM", {.vocabulary = 102400}, latentChoices("softmax_then_top_k"),
            with(deepseekKeys(1407, 64),
                {{"mixture.top_k", {"num_experts_per_tok"}, integer(expertsCap), required},
                    {"mixture.scale", {"routed_scaling_factor"}, factor, otherwise(1.0)}}),
            deepseekNames(), {readLayers(0, 2), readV2Routing, rope()}),
        llamaLike("deepseek_v3", "DeepseekV3ForCausalLM",
            {.layers = 61, .dModel = 7168, .heads = 128, .kvHeads = 128, .dFf = 18432, .vocabulary = 129280, .context = 4096},
            latentChoices("sigmoid_bias_groups"),
            with(deepseekKeys(2048, 256),
                {{"mixture.top_k", {"num_experts_per_tok"}, integer(expertsCap), otherwise(8)},
                    {"mixture.scale", {"routed_scaling_factor"}, factor, otherwise(2.5)},
                    {"mixture.renormalise", {"norm_topk_prob"}, boolean, otherwise(true)}}),
            deepseekNames(), {readLayers(3, 1), readV3, rope()}),
    };
    for (Family& family : families)
        family.idleKeys = {"pretraining_tp"};
    return families;
}

} // namespace core
