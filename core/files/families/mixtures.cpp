// Decoders of llama's plan whose feed-forward is a mixture of experts. Defaults of absent keys are those of the classes of
// transformers 5.23.

#include "core/files/families/families.h"
#include "core/files/families/llama_like.h"

#include "core/base/error.h"

#include <algorithm>

namespace core {

namespace {

using namespace table;

const Names sharedNames = {
    {"blocks.N.mlp.shared.0.gate", "layers.N.mlp.shared_expert.gate_proj"},
    {"blocks.N.mlp.shared.0.up", "layers.N.mlp.shared_expert.up_proj"},
    {"blocks.N.mlp.shared.0.down", "layers.N.mlp.shared_expert.down_proj"},
    {"blocks.N.mlp.shared_gate", "layers.N.mlp.shared_expert_gate"},
};

Keys expertKeys(std::vector<std::string> experts, Index count, Index topK)
{
    return {{"mixture.experts", std::move(experts), integer(expertsCap), otherwise(count)},
        {"mixture.top_k", {"num_experts_per_tok"}, integer(expertsCap), otherwise(topK)}};
}
Fixed mixtureOf(const char* routing, Fixed own = {})
{
    return with({{"feed_forward.kind", "mixture"}, {"mixture.routing", routing}}, std::move(own));
}

/// Names of Mixtral's files, and those of its class in memory.
Names mixtralNames() { return with(expertNames(), expertNames("block_sparse_moe", {.gate = "w1", .up = "w3", .down = "w2"})); }

/// Qwen: each decoder_sparse_step-th layer, but those of mlp_only_layers.
void sparseLayers(FamilyReading& reading)
{
    const Index step = wholeNumber(reading, "decoder_sparse_step", 1, Index(layersCap)).value_or(1);
    const Json dense = reading.config.value("mlp_only_layers").value_or(Json::array());
    if (!dense.is_array())
        reading.config.refuse("mlp_only_layers", CUTAWAY_TR("wrong type"), "a list of layers", dense);
    setMixtures(reading, [&](Index layer) {
        return (layer + 1) % step == 0 && std::find(dense.begin(), dense.end(), Json(layer)) == dense.end();
    });
}

/// Qwen 2 MoE: even layers below max_window_layers.
bool slidesBelow(const FamilyReading& reading, Index layer)
{
    return layer % 2 == 0 && layer < wholeNumber(reading, "max_window_layers", 0, Index(layersCap)).value_or(28);
}

/// Of Phi-MoE's rotary positions only the divisors up to the trained length are used, at every length, and cos and sin grow by
/// the mscale of the length: so transformers 5.23 computes them.
void readPhiScales(FamilyReading& reading)
{
    rope({.base = 1e6})(reading);
    if (!reading.choices.has("rope.scaling"))
        return;
    const ConfigSource& config = reading.config;
    const Json scaling = reading.choices.value("rope.scaling");
    if (scaling != "longrope")
        config.refuse("rope_scaling", CUTAWAY_TR("this scaling of rotary positions is not supported"), "longrope", scaling);
    for (const std::string key : {"short_mscale", "long_mscale"}) {
        const auto said = config.firstOf({"rope_parameters." + key, "rope_scaling." + key});
        if (!said || !said->value.is_number() || said->value <= Json(0) || said->value > Json(factorCap))
            config.refuse("rope_scaling." + key, said ? CUTAWAY_TR("not a number in range") : CUTAWAY_TR("missing key"),
                "more than 0", said ? std::optional(said->value) : std::nullopt);
        reading.choices.set("rope." + key, said->value);
    }
    if (reading.choices.value("rope.long_factor") != reading.choices.value("rope.short_factor"))
        reading.notes.push_back("long_factor is not used: transformers turns Phi-MoE's heads by short_factor at every length");
    reading.choices.set("rope.long_factor", reading.choices.value("rope.short_factor"));
}

/// Gates divided by their sum (norm 1) or left alone (null); other norms are refused.
void readDbrx(FamilyReading& reading)
{
    const ConfigSource& config = reading.config;
    const Json ffn = config.value("ffn_config").value_or(Json::object());
    const Json norm
        = ffn.is_object() && ffn.contains("moe_normalize_expert_weights") ? ffn["moe_normalize_expert_weights"] : Json(1.0);
    if (!norm.is_null() && norm != Json(1.0))
        config.refuse("ffn_config.moe_normalize_expert_weights", CUTAWAY_TR("not supported yet"), "1 or null", norm);
    reading.choices.set("mixture.renormalise", !norm.is_null());
    const auto inner = config.value("attn_config.rope_theta");
    if (inner && *inner != reading.choices.value("rope.base"))
        reading.notes.push_back(
            "attn_config.rope_theta is not used: transformers reads rope_theta or rope_parameters beside attn_config");
}

Family dbrx()
{
    const std::string mlp = "blocks.N.ffn.experts.mlp.", expert = "blocks.N.mlp.experts.E.", attn = "blocks.N.norm_attn_norm.";
    return {.id = "dbrx",
        .architecture = "DbrxForCausalLM",
        .fixed = with(llamaChoices(),
            mixtureOf("softmax_then_top_k", {{"norm.kind", "layer_norm"}, {"norm.bias", false}, {"norm.eps", 1e-5}})),
        .keys = {{"sizes.layers", {"n_layers"}, integer(layersCap), otherwise(24)},
            {"sizes.d_model", {"d_model"}, integer(dModelCap), otherwise(2048)},
            {"sizes.heads", {"n_heads"}, integer(headsCap), otherwise(16)},
            {"sizes.kv_heads", {"attn_config.kv_n_heads"}, integer(headsCap), otherwise(1)},
            {"sizes.d_ff", {"ffn_config.ffn_hidden_size"}, integer(dFfCap), otherwise(3584)},
            {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(32000)},
            {"sizes.context", {"max_seq_len"}, integer(contextCap), otherwise(2048)},
            {"score.clip_qkv", {"attn_config.clip_qkv"}, positive, unsaid},
            {"activation.kind", {"ffn_config.ffn_act_fn.name"}, activation, otherwise("silu")},
            {"mixture.experts", {"ffn_config.moe_num_experts"}, integer(expertsCap), otherwise(4)},
            {"mixture.top_k", {"ffn_config.moe_top_k"}, integer(expertsCap), otherwise(1)},
            {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(false)}},
        .prefixes = {"transformer.", ""},
        .tensors = {{"embed", "wte"}, {"blocks.N.ln1", attn + "norm_1"}, {"blocks.N.ln2", attn + "norm_2"},
            {"blocks.N.attn.q", attn + "attn.Wqkv", false, Part::Q}, {"blocks.N.attn.k", attn + "attn.Wqkv", false, Part::K},
            {"blocks.N.attn.v", attn + "attn.Wqkv", false, Part::V}, {"blocks.N.attn.o", attn + "attn.out_proj"},
            {"blocks.N.mlp.router", "blocks.N.ffn.router.layer"}, {expert + "gate.weight", mlp + "w1", false, Part::Whole, true},
            {expert + "up.weight", mlp + "v1", false, Part::Whole, true},
            {expert + "down.weight", mlp + "w2", true, Part::Whole, true}, {"ln_final", "norm_f"}, {"unembed", "lm_head"}},
        .finish = {rope(), readDbrx}};
}

Family gptOss()
{
    const std::string expert = "blocks.N.mlp.experts.E.", stack = "layers.N.mlp.experts.";
    const Names names = {{"blocks.N.attn.sinks.weight", "layers.N.self_attn.sinks"},
        {"blocks.N.mlp.router", "layers.N.mlp.router"}, {expert + "gate.weight", stack + "gate_up_proj", true, Part::EvenRows},
        {expert + "up.weight", stack + "gate_up_proj", true, Part::OddRows}, {expert + "down.weight", stack + "down_proj", true},
        {expert + "gate.weight", stack + "gate_up_proj_blocks", false, Part::EvenRows},
        {expert + "up.weight", stack + "gate_up_proj_blocks", false, Part::OddRows},
        {expert + "down.weight", stack + "down_proj_blocks"},
        {expert + "gate.bias", stack + "gate_up_proj_bias", false, Part::EvenRows},
        {expert + "up.bias", stack + "gate_up_proj_bias", false, Part::OddRows},
        {expert + "down.bias", stack + "down_proj_bias"}};
    const Keys keys = {{"activation.kind", {}, {}, otherwise("swiglu_clamped")},
        {"activation.beta", {"swiglu_alpha"}, factor, otherwise(1.702)},
        {"activation.limit", {"swiglu_limit"}, number(1e-6, factorCap), otherwise(7.0)}};
    Family family = llamaLike("gpt_oss", "GptOssForCausalLM",
        {.layers = 36,
            .dModel = 2880,
            .heads = 64,
            .kvHeads = 8,
            .dHead = 64,
            .dFf = 2880,
            .vocabulary = 201088,
            .context = 131072,
            .eps = 1e-5},
        mixtureOf("top_k_then_softmax", {{"score.sinks", true}, {"bias.feed_forward", true}}),
        with(with(attentionBiasKeys(true), expertKeys({"num_local_experts", "num_experts"}, 128, 4)), keys), names,
        {slidingWindow({.window = 128, .pattern = 2}),
            rope({.base = 1.5e5,
                .scaling = {{"rope_type", "yarn"}, {"factor", 32.0}, {"beta_fast", 32.0}, {"beta_slow", 1.0}, {"truncate", false},
                    {"original_max_position_embeddings", 4096}, {"rope_theta", 1.5e5}}})});
    family.requirements = {{"hidden_act", "silu"}};
    return family;
}

Family phiMoe()
{
    Family family = llamaLike("phimoe", "PhimoeForCausalLM",
        {.kvHeads = 8, .dFf = 6400, .vocabulary = 32064, .context = 131072, .eps = 1e-5},
        mixtureOf("sparse_mixer", {{"norm.kind", "layer_norm"}}),
        with(with(attentionBiasKeys(false), expertKeys({"num_local_experts", "num_experts"}, 16, 2)),
            {biasOf("bias.output", "lm_head_bias", false),
                {"mixture.jitter", {"router_jitter_noise"}, number(0, 1e3), otherwise(0.01)}}),
        with(mixtralNames(), {{"blocks.N.mlp.router", "layers.N.mlp.router"}}), {slidingWindow(), readPhiScales});
    family.requirements = {{"num_experts_per_tok", 2}};
    return family;
}

} // namespace

std::vector<Family> mixtureFamilies()
{
    const Keys qwenKeys = {{"mixture.d_expert", {"moe_intermediate_size"}, integer(dFfCap), otherwise(1408)},
        {"mixture.renormalise", {"norm_topk_prob"}, boolean, otherwise(false)}};
    return {
        llamaLike("mixtral", "MixtralForCausalLM", {.kvHeads = 8, .dFf = 14336, .context = 131072, .eps = 1e-5},
            mixtureOf("top_k_then_softmax"), expertKeys({"num_local_experts", "num_experts"}, 8, 2), mixtralNames(),
            {slidingWindow(), rope({.base = 1e6})}),
        phiMoe(),
        llamaLike("qwen2_moe", "Qwen2MoeForCausalLM",
            {.layers = 24, .dModel = 2048, .heads = 16, .kvHeads = 16, .dFf = 5632, .vocabulary = 151936, .context = 32768},
            mixtureOf("softmax_then_top_k", {{"mixture.shared", 1}, {"mixture.shared_gate", true}}),
            with(with(expertKeys({"num_experts", "num_local_experts"}, 60, 4), qwenKeys),
                {biasOf("bias.attention", "qkv_bias", true),
                    {"mixture.d_shared", {"shared_expert_intermediate_size"}, integer(dFfCap), otherwise(5632)}}),
            with(expertNames(), sharedNames),
            {sparseLayers, slidingWindow({.window = 4096, .enabledBy = "use_sliding_window", .slides = slidesBelow}), rope()}),
        llamaLike("qwen3_moe", "Qwen3MoeForCausalLM",
            {.layers = 24, .dModel = 2048, .kvHeads = 4, .dFf = 6144, .vocabulary = 151936, .context = 32768},
            mixtureOf("softmax_then_top_k", {{"score.qk_norm", "rms_head"}}),
            with(with(with(attentionBiasKeys(false), expertKeys({"num_experts", "num_local_experts"}, 128, 8)), qwenKeys),
                {{"mixture.d_expert", {"moe_intermediate_size"}, integer(dFfCap), otherwise(768)}}),
            with(expertNames(), qkNormNames()),
            {sparseLayers, slidingWindow({.window = 4096, .enabledBy = "use_sliding_window"}), rope()}),
        llamaLike("olmoe", "OlmoeForCausalLM",
            {.layers = 16,
                .dModel = 2048,
                .heads = 16,
                .kvHeads = 16,
                .dFf = 2048,
                .vocabulary = 50304,
                .context = 4096,
                .eps = 1e-5},
            mixtureOf("softmax_then_top_k", {{"score.qk_norm", "rms_full"}}),
            with(with(attentionBiasKeys(false), expertKeys({"num_experts", "num_local_experts"}, 64, 8)),
                {{"mixture.renormalise", {"norm_topk_prob"}, boolean, otherwise(false)},
                    {"score.clip_qkv", {"clip_qkv"}, positive, unsaid}}),
            with(expertNames(), qkNormNames())),
        llamaLike("granitemoe", "GraniteMoeForCausalLM", {}, mixtureOf("top_k_then_softmax"),
            with(with(attentionBiasKeys(false), expertKeys({"num_local_experts", "num_experts"}, 8, 2)),
                {{"block.embedding_scale", {"embedding_multiplier"}, factor, otherwise(1.0)},
                    {"block.residual_scale", {"residual_multiplier"}, factor, otherwise(1.0)},
                    {"score.scale", {"attention_multiplier"}, factor, otherwise(1.0)}}),
            {{"blocks.N.mlp.router", "layers.N.block_sparse_moe.router.layer"},
                {"blocks.N.mlp.experts.E.gate", "layers.N.block_sparse_moe.input_linear", false, Part::FirstHalf},
                {"blocks.N.mlp.experts.E.up", "layers.N.block_sparse_moe.input_linear", false, Part::SecondHalf},
                {"blocks.N.mlp.experts.E.down", "layers.N.block_sparse_moe.output_linear"}},
            {reciprocal("logits_scaling", "output.scale"), rope()}),
        gptOss(),
        dbrx(),
    };
}

} // namespace core
