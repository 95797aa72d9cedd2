// Gemma: llama's plan with embeddings multiplied by √d_model, gains of 1 + weight and, from Gemma 2 on, four norms per block.

#include "core/files/families/families.h"
#include "core/files/families/llama_like.h"

#include <cmath>

namespace core {

namespace {

using namespace table;

Json minusHalf(double value) { return 1.0 / std::sqrt(value); }

/// Scores are divided by √query_pre_attn_scalar (Gemma 2 and 3).
Finish queryScalar(double otherwise)
{
    return [otherwise](FamilyReading& reading) {
        const std::optional<Json> value = reading.config.value("query_pre_attn_scalar");
        if (value && !(value->is_number() && *value > Json(0) && *value < Json(factorCap)))
            reading.config.refuse("query_pre_attn_scalar", CUTAWAY_TR("not a number in range"), "more than 0", value);
        reading.choices.set("score.scale", minusHalf(value ? value->get<double>() : otherwise));
    };
}

/// What the classes of Gemma 2 and 3 have.
LlamaSizes secondSizes(Index vocabulary, Index context)
{
    return {.layers = 26,
        .dModel = 2304,
        .heads = 8,
        .kvHeads = 4,
        .dHead = 256,
        .dFf = 9216,
        .vocabulary = vocabulary,
        .context = context,
        .isTied = true};
}

/// Gemma 2 and 3 do not read `hidden_act`.
Keys laterKeys()
{
    return with(attentionBiasKeys(), {{"activation.kind", {"hidden_activation"}, activation, otherwise("gelu_tanh")}});
}

/// Gemma 1 reads `hidden_act` alone; its files say "gelu" and mean the tanh form.
ConfigKey firstActivation()
{
    Reading words = activation;
    for (auto& [word, kind] : words.words)
        if (word == "gelu")
            kind = "gelu_tanh";
    return {"activation.kind", {"hidden_act"}, words, otherwise("gelu_tanh")};
}

/// Gemma 3 as an encoder (EmbeddingGemma): all tokens see each other, and a window of w is that many on both sides together.
void readBothWays(FamilyReading& reading)
{
    if (!flag(reading, "use_bidirectional_attention", false))
        return;
    reading.choices.set("topology", "encoder");
    setLayers(reading, "mask.kind", [&](Index layer) {
        const Json kind = reading.choices.value("mask.kind", int(layer));
        return kind == "causal" ? Json("bidirectional") : kind;
    });
    if (reading.choices.has("mask.window"))
        reading.choices.set("mask.window", reading.size("mask.window") / 2 + 1);
}
const Fixed gemmaChoices = {{"norm.gain", "one_plus_weight"}, {"norm.placement", "sandwich"}, {"activation.kind", "gelu_tanh"}};

} // namespace

Keys table::softCapKeys()
{
    return {{"score.soft_cap", {"attn_logit_softcapping"}, positive, unsaid},
        {"output.soft_cap", {"final_logit_softcapping"}, positive, unsaid}};
}

void table::scaleEmbedding(FamilyReading& reading)
{
    reading.choices.set("block.embedding_scale", std::sqrt(double(reading.size("sizes.d_model"))));
}

std::vector<Family> gemmaFamilies()
{
    return {
        llamaLike("gemma", "GemmaForCausalLM",
            {.layers = 28,
                .dModel = 3072,
                .heads = 16,
                .kvHeads = 16,
                .dHead = 256,
                .dFf = 24576,
                .vocabulary = 256000,
                .context = 8192,
                .isTied = true},
            {{"norm.gain", "one_plus_weight"}}, with(attentionBiasKeys(), {firstActivation()}), {}, {scaleEmbedding, rope()}),
        llamaLike("gemma2", "Gemma2ForCausalLM", secondSizes(256000, 8192), gemmaChoices, with(laterKeys(), softCapKeys()),
            sandwichNames(),
            {[](FamilyReading& reading) { // absent is 50 and 30, null is off
                 if (!reading.config.says("attn_logit_softcapping"))
                     reading.choices.set("score.soft_cap", 50.0);
                 if (!reading.config.says("final_logit_softcapping"))
                     reading.choices.set("output.soft_cap", 30.0);
             },
                scaleEmbedding, queryScalar(256), slidingWindow({.window = 4096, .pattern = 2}), rope()}),
        llamaLike("gemma3_text", "Gemma3ForCausalLM", secondSizes(262208, 131072),
            with(gemmaChoices, {{"score.qk_norm", "rms_head"}}),
            with(laterKeys(), {{"output.soft_cap", {"final_logit_softcapping"}, positive, unsaid}}), // no cap on scores is read
            with(sandwichNames(), qkNormNames()),
            {scaleEmbedding, queryScalar(256),
                slidingWindow({.window = 4096, .pattern = 6, .patternName = "sliding_window_pattern"}), readBothWays,
                rope({.base = 1e6, .slidingBase = 1e4, .slidingBaseName = "rope_local_base_freq"})}),
    };
}

} // namespace core
