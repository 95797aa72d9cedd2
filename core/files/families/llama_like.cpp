// Decoders of llama's plan: RMSNorm or LayerNorm before (or after) each branch, rotary positions, gated feed-forward. What a
// family changes is in its row. Defaults of absent keys are those of the classes of transformers 5.23.

#include "core/files/families/llama_like.h"
#include "core/files/families/families.h"

namespace core {

namespace {

using namespace table;

/// Layers from max_window_layers on slide (Qwen 2, Qwen 3).
bool slidesAfterFirst(const FamilyReading& reading, Index layer)
{
    const std::optional<Json> first = reading.config.value("max_window_layers");
    return layer >= (first && first->is_number_integer() ? first->get<Index>() : 28);
}

const Names fusedGateNames = {
    {"blocks.N.mlp.gate", "layers.N.mlp.gate_up_proj", false, Part::FirstHalf},
    {"blocks.N.mlp.up", "layers.N.mlp.gate_up_proj", false, Part::SecondHalf},
};
const Names fusedQkvNames = {
    {"blocks.N.attn.q", "layers.N.self_attn.qkv_proj", false, Part::Q},
    {"blocks.N.attn.k", "layers.N.self_attn.qkv_proj", false, Part::K},
    {"blocks.N.attn.v", "layers.N.self_attn.qkv_proj", false, Part::V},
};

const Fixed layerNormChoices = {{"norm.kind", "layer_norm"}};

// GLM and GLM 4.
constexpr LlamaSizes glmSizes{
    .layers = 40, .kvHeads = 2, .dHead = 128, .dFf = 13696, .vocabulary = 151552, .context = 131072, .eps = 1.5625e-7};

} // namespace

Family table::llamaLike(const char* id, const char* architecture, const LlamaSizes& sizes, Fixed fixed, Keys keys, Names names,
    std::vector<Finish> finish)
{
    return {.id = id,
        .architecture = architecture,
        .fixed = with(llamaChoices(), std::move(fixed)),
        .keys = with(llamaKeys(sizes), std::move(keys)),
        .prefixes = {"model.", "", "language_model.model.", "model.language_model."},
        .ignored = {".rotary_emb.inv_freq"},
        .tensors = with(llamaNames(), std::move(names)),
        .finish = std::move(finish)};
}

Family table::toldBy(std::vector<std::string> keys, Family family)
{
    family.ownKeys = std::move(keys);
    return family;
}

Finish table::reciprocal(const char* key, const char* choice)
{
    return [key, choice](FamilyReading& reading) {
        const std::optional<Json> value = reading.config.value(key);
        if (value && !(value->is_number() && *value != Json(0)))
            reading.config.refuse(key, CUTAWAY_TR("not a number in range"), "any but 0", value);
        if (value)
            reading.choices.set(choice, 1.0 / value->get<double>());
    };
}

Fixed table::llamaChoices()
{
    return {{"topology", "causal_decoder"}, {"norm.kind", "rms_norm"}, {"norm.placement", "pre"}, {"block.layout", "sequential"},
        {"position.kind", "rope"}, {"rope.pairing", "half_split"}, {"mask.kind", "causal"}, {"feed_forward.kind", "gated"},
        {"bias.attention", false}, {"bias.attention_output", false}, {"bias.feed_forward", false}, {"bias.output", false}};
}

Keys table::llamaKeys(const LlamaSizes& s)
{
    return {
        {"sizes.layers", {"num_hidden_layers"}, integer(layersCap), otherwise(s.layers)},
        {"sizes.d_model", {"hidden_size"}, integer(dModelCap), otherwise(s.dModel)},
        {"sizes.heads", {"num_attention_heads"}, integer(headsCap), otherwise(s.heads)},
        {"sizes.kv_heads", {"num_key_value_heads"}, integer(headsCap), s.kvHeads ? otherwise(s.kvHeads) : derived(asManyAsHeads)},
        {"sizes.d_head", {"head_dim"}, integer(dHeadCap), s.dHead ? otherwise(s.dHead) : unsaid},
        {"sizes.d_ff", {"intermediate_size"}, integer(dFfCap), otherwise(s.dFf)},
        {"sizes.vocab", {"vocab_size"}, integer(vocabularyCap), otherwise(s.vocabulary)},
        {"sizes.context", {"max_position_embeddings"}, integer(contextCap), otherwise(s.context)},
        {"norm.eps", {"rms_norm_eps"}, epsilon, otherwise(s.eps)},
        {"activation.kind", {"hidden_act"}, activation, otherwise("silu")},
        {"output.tied", {"tie_word_embeddings"}, boolean, otherwise(s.isTied)},
    };
}

Names table::llamaNames()
{
    return {
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
    };
}

Names table::qkNormNames()
{
    return {
        {"blocks.N.attn.q_norm", "layers.N.self_attn.q_norm"},
        {"blocks.N.attn.k_norm", "layers.N.self_attn.k_norm"},
    };
}

Names table::sandwichNames()
{
    return {
        {"blocks.N.ln1_post", "layers.N.post_attention_layernorm"},
        {"blocks.N.ln2", "layers.N.pre_feedforward_layernorm"},
        {"blocks.N.ln2_post", "layers.N.post_feedforward_layernorm"},
    };
}

Names table::branchOutputNames()
{
    return {
        {"blocks.N.ln1_post", "layers.N.post_attention_layernorm"},
        {"blocks.N.ln2_post", "layers.N.post_feedforward_layernorm"},
    };
}

Keys table::attentionBiasKeys(bool value)
{
    return {biasOf("bias.attention", "attention_bias", value), biasOf("bias.attention_output", "attention_bias", value)};
}

ConfigKey table::biasOf(const char* choice, const char* name, bool value) { return {choice, {name}, boolean, otherwise(value)}; }

ConfigKey table::epsNamed(const char* name, double value) { return {"norm.eps", {name}, epsilon, otherwise(value)}; }

std::vector<Family> llamaLikeFamilies()
{
    const Keys attentionBias = attentionBiasKeys();
    const Keys allBiases = with(attentionBias, {biasOf("bias.feed_forward", "mlp_bias", false)});

    std::vector<Family> families = {
        llamaLike("llama", "LlamaForCausalLM", {}, {}, allBiases),
        toldBy({"sliding_window"},
            llamaLike("mistral", "MistralForCausalLM", {.kvHeads = 8, .dFf = 14336, .context = 131072}, {}, {}, {},
                {slidingWindow({.window = 4096}), rope()})),
        llamaLike("qwen2", "Qwen2ForCausalLM", {.dFf = 22016, .vocabulary = 151936, .context = 32768}, {{"bias.attention", true}},
            {}, {}, {slidingWindow({.window = 4096, .enabledBy = "use_sliding_window", .slides = slidesAfterFirst}), rope()}),
        llamaLike("qwen3", "Qwen3ForCausalLM", {.dHead = 128, .dFf = 22016, .vocabulary = 151936, .context = 32768},
            {{"score.qk_norm", "rms_head"}}, attentionBias, qkNormNames(),
            {slidingWindow({.window = 4096, .enabledBy = "use_sliding_window", .slides = slidesAfterFirst}), rope()}),
        llamaLike("phi3", "Phi3ForCausalLM", {.dModel = 3072, .dFf = 8192, .vocabulary = 32064, .context = 4096, .eps = 1e-5}, {},
            {}, with(fusedQkvNames, fusedGateNames), {slidingWindow(), rope({.mayBePartial = true})}),
        toldBy({"attention_multiplier"},
            llamaLike("granite", "GraniteForCausalLM", {}, {},
                with(allBiases,
                    {{"block.embedding_scale", {"embedding_multiplier"}, factor, otherwise(1.0)},
                        {"block.residual_scale", {"residual_multiplier"}, factor, otherwise(1.0)},
                        {"score.scale", {"attention_multiplier"}, factor, otherwise(1.0)}}),
                {}, {reciprocal("logits_scaling", "output.scale"), rope()})),
        llamaLike("olmo", "OlmoForCausalLM", {.vocabulary = 50304},
            {{"norm.kind", "layer_norm"}, {"norm.gain", "none"}, {"norm.bias", false}, {"norm.eps", 1e-5}},
            with(attentionBias, {{"score.clip_qkv", {"clip_qkv"}, positive, unsaid}, {"norm.eps", {}, {}, otherwise(1e-5)}})),
        llamaLike("olmo2", "Olmo2ForCausalLM", {.vocabulary = 50304, .eps = 1e-5},
            {{"norm.placement", "branch_output"}, {"score.qk_norm", "rms_full"}}, attentionBias,
            with(branchOutputNames(), qkNormNames())),
        llamaLike("olmo3", "Olmo3ForCausalLM", {.vocabulary = 50304, .eps = 1e-5},
            {{"norm.placement", "branch_output"}, {"score.qk_norm", "rms_full"}}, attentionBias,
            with(branchOutputNames(), qkNormNames()),
            {slidingWindow({.window = 4096, .pattern = 4}),
                rope({.base = 5e5, .slidingBase = 5e5, .slidingBaseName = "rope_parameters.sliding_attention.rope_theta"})}),
        llamaLike("glm", "GlmForCausalLM", glmSizes, {{"rope.pairing", "interleaved"}},
            {biasOf("bias.attention", "attention_bias", true)}, fusedGateNames, {rope({.fraction = 0.5})}),
        llamaLike("glm4", "Glm4ForCausalLM", glmSizes, {{"norm.placement", "sandwich"}, {"rope.pairing", "interleaved"}},
            {biasOf("bias.attention", "attention_bias", true)},
            with(fusedGateNames,
                {{"blocks.N.ln1_post", "layers.N.post_self_attn_layernorm"},
                    {"blocks.N.ln2_post", "layers.N.post_mlp_layernorm"}}),
            {rope({.fraction = 0.5})}),
        llamaLike("nemotron", "NemotronForCausalLM",
            {.dModel = 6144, .heads = 48, .dFf = 24576, .vocabulary = 256000, .context = 4096},
            with(layerNormChoices, {{"norm.gain", "one_plus_weight"}, {"feed_forward.kind", "plain"}}),
            with(allBiases,
                {epsNamed("norm_eps", 1e-5), {"activation.kind", {"hidden_act"}, activation, otherwise("relu_squared")}}),
            {}, {rope({.fraction = 0.5, .fractionNames = {"rope_percent", "rope_percentage"}})}),
        llamaLike("starcoder2", "Starcoder2ForCausalLM",
            {.layers = 30,
                .dModel = 3072,
                .heads = 24,
                .kvHeads = 2,
                .dFf = 12288,
                .vocabulary = 49152,
                .context = 4096,
                .isTied = true},
            with(layerNormChoices, {{"feed_forward.kind", "plain"}}),
            {epsNamed("norm_epsilon", 1e-5), {"activation.kind", {"hidden_act"}, activation, otherwise("gelu_tanh")},
                biasOf("bias.attention", "use_bias", true), biasOf("bias.attention_output", "use_bias", true),
                biasOf("bias.feed_forward", "use_bias", true)},
            {{"blocks.N.mlp.up", "layers.N.mlp.c_fc"}, {"blocks.N.mlp.down", "layers.N.mlp.c_proj"}}, {slidingWindow(), rope()}),
        llamaLike("arcee", "ArceeForCausalLM", {.dModel = 2560, .dFf = 18432, .context = 4096, .eps = 1e-5},
            {{"feed_forward.kind", "plain"}},
            with(allBiases, {{"activation.kind", {"hidden_act"}, activation, otherwise("relu_squared")}})),
        llamaLike("seed_oss", "SeedOssForCausalLM",
            {.layers = 64, .heads = 80, .kvHeads = 8, .dHead = 128, .dFf = 27648, .vocabulary = 155136, .context = 524288}, {},
            {biasOf("bias.attention", "attention_bias", true), biasOf("bias.attention_output", "attention_out_bias", false),
                biasOf("bias.feed_forward", "mlp_bias", false)}),
        toldBy({"use_bias"},
            llamaLike("ernie4_5", "Ernie4_5ForCausalLM",
                {.layers = 18,
                    .dModel = 1024,
                    .heads = 16,
                    .kvHeads = 2,
                    .dHead = 128,
                    .dFf = 3072,
                    .vocabulary = 103424,
                    .context = 131072,
                    .eps = 1e-5,
                    .isTied = true},
                {{"rope.pairing", "interleaved"}},
                {biasOf("bias.attention", "use_bias", false), biasOf("bias.attention_output", "use_bias", false),
                    biasOf("bias.feed_forward", "use_bias", false)},
                {}, {rope({.base = 5e5})})),
        llamaLike("apertus", "ApertusForCausalLM", {.dFf = 14336, .vocabulary = 131072, .context = 65536, .eps = 1e-5},
            {{"score.qk_norm", "rms_head"}, {"feed_forward.kind", "plain"}},
            with(attentionBias, {{"activation.kind", {"hidden_act"}, activation, otherwise("xielu")}}),
            with(qkNormNames(),
                {{"blocks.N.ln1", "layers.N.attention_layernorm"}, {"blocks.N.ln2", "layers.N.feedforward_layernorm"},
                    {"blocks.N.mlp.alpha_p.weight", "layers.N.mlp.act_fn.alpha_p"},
                    {"blocks.N.mlp.alpha_n.weight", "layers.N.mlp.act_fn.alpha_n"}}),
            {rope({.base = 12e6,
                .scaling = {{"rope_type", "llama3"}, {"rope_theta", 12e6}, {"factor", 8.0},
                    {"original_max_position_embeddings", 8192}, {"low_freq_factor", 1.0}, {"high_freq_factor", 4.0}}})}),
        llamaLike("helium", "HeliumForCausalLM",
            {.layers = 24,
                .dModel = 2560,
                .heads = 20,
                .dHead = 128,
                .dFf = 7040,
                .vocabulary = 48000,
                .context = 4096,
                .eps = 1e-8},
            {{"rope.pairing", "interleaved"}},
            {biasOf("bias.attention", "attention_bias", false), biasOf("bias.feed_forward", "mlp_bias", false)}, {},
            {rope({.base = 1e5})}),
    };
    for (Family& family : families)
        if (family.id == "llama" || family.id == "seed_oss")
            family.idleKeys = {"pretraining_tp"};
    return families;
}

} // namespace core
