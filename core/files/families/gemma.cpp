// Gemma: llama's plan with embeddings multiplied by √d_model, gains of 1 + weight and, from Gemma 2 on, four norms a block.

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

Keys cappedKeys()
{
    return with(with(attentionBiasKeys(), softCapKeys()),
        {{"activation.kind", {"hidden_activation", "hidden_act"}, activation, otherwise("gelu_tanh")}});
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
        // Gemma 1's files say "gelu" and mean its tanh form.
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
            {{"norm.gain", "one_plus_weight"}},
            with(attentionBiasKeys(),
                {{"activation.kind", {"hidden_activation", "hidden_act"},
                    {Reading::Word, 0, 0, {{"gelu", "gelu_tanh"}, {"gelu_pytorch_tanh", "gelu_tanh"}, {"gelu_new", "gelu_tanh"}}},
                    otherwise("gelu_tanh")}}),
            {}, {scaleEmbedding, rope()}),
        llamaLike("gemma2", "Gemma2ForCausalLM", secondSizes(256000, 8192), gemmaChoices, cappedKeys(), sandwichNames(),
            {[](FamilyReading& reading) { // absent is 50 and 30, null is off
                 if (!reading.config.says("attn_logit_softcapping"))
                     reading.choices.set("score.soft_cap", 50.0);
                 if (!reading.config.says("final_logit_softcapping"))
                     reading.choices.set("output.soft_cap", 30.0);
             },
                scaleEmbedding, queryScalar(256), slidingWindow({.window = 4096, .pattern = 2}), rope()}),
        llamaLike("gemma3_text", "Gemma3ForCausalLM", secondSizes(262208, 131072),
            with(gemmaChoices, {{"score.qk_norm", "rms_head"}}), cappedKeys(), with(sandwichNames(), qkNormNames()),
            {scaleEmbedding, queryScalar(256),
                slidingWindow({.window = 4096, .pattern = 6, .patternName = "sliding_window_pattern"}),
                rope({.base = 1e6, .slidingBase = 1e4, .slidingBaseName = "rope_local_base_freq"})}),
    };
}

} // namespace core
