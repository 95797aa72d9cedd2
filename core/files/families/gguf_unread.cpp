#include "core/files/families/gguf_unread.h"

#include "core/base/error.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <map>

namespace core {

namespace {

/// Keys that change numbers, and the value with which they do not. Zero, "none" and an empty text never do, false
/// only where the value is true.
const std::map<std::string, Json>& switches()
{
    static const std::map<std::string, Json> all = {
        {"activation_sparsity_scale", 0},
        {"altup.num_inputs", 0},
        {"attention.causal", true},
        {"attention.clamp_kqv", 0},
        {"attention.indexer.top_k", 0},
        {"attention.key_length_mla", 0},
        {"attention.key_length_swa", 0},
        {"attention.kv_lora_rank", 0},
        {"attention.max_alibi_bias", 0},
        {"attention.output_scale", 1},
        {"attention.q_lora_rank", 0},
        {"attention.relative_buckets_count", 0},
        {"attention.shared_kv_layers", 0},
        {"attention.sliding_window", 0},
        {"attention.temperature_length", 0},
        {"attention.temperature_scale", 0},
        {"attention.value_length_mla", 0},
        {"attention.value_length_swa", 0},
        {"attn_logit_softcapping", 0},
        {"embedding_length_per_layer_input", 0},
        {"embedding_scale", 1},
        {"expert_count", 0},
        {"expert_group_count", 1},
        {"expert_group_scale", 1},
        {"expert_shared_count", 0},
        {"expert_shared_feed_forward_length", 0},
        {"expert_weights_scale", 1},
        {"experts_per_group", 0},
        {"final_logit_softcapping", 0},
        {"full_attention_interval", 1},
        {"interleave_moe_layer_step", 1},
        {"leading_dense_block_count", 0},
        {"logit_scale", 1},
        {"moe_every_n_layers", 1},
        {"moe_latent_size", 0},
        {"n_deepstack_layers", 0},
        {"nextn_predict_layers", 0},
        {"rescale_every_n_layers", 0},
        {"residual_scale", 1},
        {"rope.dimension_count_swa", 0},
        {"rope.dimension_sections", 0},
        {"rope.freq_base_swa", 0},
        {"rope.scaling.alpha", 1},
        {"rope.scaling.yarn_log_multiplier", 0},
        {"router_logit_softcapping", 0},
        {"shortconv.l_cache", 0},
        {"ssm.conv_kernel", 0},
        {"swiglu_clamp_exp", 0},
        {"swiglu_clamp_shexp", 0},
        {"swin_norm", false},
        {"tensor_data_layout", ""},
        {"token_shift_count", 0},
        {"use_parallel_residual", false},
        {"wkv.head_size", 0},
    };
    return all;
}

/// Keys that change nothing where no row asks for them: of experts, positions or norms that the architecture does not have.
bool isIdle(const std::string& key)
{
    static const std::vector<std::string> idle = {"attention.layer_norm_epsilon", "attention.layer_norm_rms_epsilon",
        "attention.head_count_kv", "decoder_start_token_id", "embedding_length_out", "expert_feed_forward_length",
        "expert_gating_func", "expert_group_used_count", "expert_used_count", "expert_weights_norm", "pooling_type",
        "rope.dimension_count", "rope.freq_base", "rope.scaling.attn_factor", "rope.scaling.factor", "rope.scaling.finetuned",
        "rope.scaling.original_context_length", "rope.scaling.type", "rope.scaling.yarn_attn_factor",
        "rope.scaling.yarn_beta_fast", "rope.scaling.yarn_beta_slow", "rope.scaling.yarn_ext_factor",
        "attention.sliding_window_pattern"};
    return std::find(idle.begin(), idle.end(), key) != idle.end();
}

bool isNothing(const Json& value)
{
    return value == Json(0) || value == Json(false) || value == Json("") || value == Json("none")
        || (value.is_array() && std::all_of(value.begin(), value.end(), isNothing));
}

} // namespace

void checkUnread(const GgufConfig& config, const std::string& architecture, std::vector<std::string>& notes)
{
    constexpr std::size_t shown = 5;
    const std::string prefix = architecture + ".";
    std::vector<std::string> unknown;
    for (const std::string& key : config.unasked(prefix)) {
        const std::string name = key.substr(prefix.size());
        const Json value = config.value(key).value_or(Json());
        const auto known = switches().find(name);
        const bool isOnByItself = known != switches().end() && known->second == Json(true);
        const bool isNeutral = known != switches().end() && value == known->second;
        if (isNeutral || isIdle(name) || (isNothing(value) && !isOnByItself))
            continue;
        if (known != switches().end())
            config.refuse(key, CUTAWAY_TR("not supported yet"), writeJson(known->second), value);
        unknown.push_back(key);
    }
    if (!unknown.empty())
        notes.push_back("keys of the file that had no effect: " + shownList(unknown, shown));
}

} // namespace core
