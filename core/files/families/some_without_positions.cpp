// Decoders of llama's plan in which some layers have no positions: Cohere 2 (and Cohere, its predecessor), SmolLM3, EXAONE 4.

#include "core/files/families/families.h"
#include "core/files/families/llama_like.h"

#include "core/base/error.h"

namespace core {

namespace {

using namespace table;

/// Some layers have no positions: `no_rope_layers` holds 1 where a layer has them (SmolLM3).
void ropeOfSomeLayers(FamilyReading& reading)
{
    const ConfigSource& config = reading.config;
    const Index layers = reading.size("sizes.layers");
    const std::optional<Json> list = config.value("no_rope_layers");
    if (list && (!list->is_array() || Index(list->size()) != layers))
        config.refuse("no_rope_layers", CUTAWAY_TR("not one number for each layer"), std::to_string(layers) + " numbers", list);
    const Index every = wholeNumber(reading, "no_rope_layer_interval", 1, Index(layersCap)).value_or(4);
    setLayers(reading, "position.kind", [&](Index layer) {
        const bool turns = list ? (*list)[std::size_t(layer)] != 0 : (layer + 1) % every != 0;
        return Json(turns ? "rope" : "none");
    });
}

/// Layers without positions slide (SmolLM3).
bool slidesWithoutPositions(const FamilyReading& reading, Index layer)
{
    return reading.choices.value("position.kind", int(layer)) == "none";
}

// Cohere and Cohere 2.
constexpr LlamaSizes cohereSizes{
    .layers = 40, .dModel = 8192, .heads = 64, .dFf = 22528, .vocabulary = 256000, .context = 8192, .isTied = true};
const Fixed cohereChoices = {
    {"norm.kind", "layer_norm"}, {"norm.bias", false}, {"block.layout", "parallel_shared_norm"}, {"rope.pairing", "interleaved"}};
Keys cohereKeys()
{
    return with(
        attentionBiasKeys(), {epsNamed("layer_norm_eps", 1e-5), {"output.scale", {"logit_scale"}, factor, otherwise(0.0625)}});
}

} // namespace

void table::ropeOfSlidingLayers(FamilyReading& reading)
{
    const auto slides = [&](Index layer) { return reading.choices.value("mask.kind", int(layer)) == "sliding_window"; };
    setLayers(reading, "position.kind", [&](Index layer) { return Json(slides(layer) ? "rope" : "none"); });
}

std::vector<Family> someWithoutPositionsFamilies()
{
    const Keys allBiases = with(attentionBiasKeys(), {biasOf("bias.feed_forward", "mlp_bias", false)});
    return {
        llamaLike("cohere", "CohereForCausalLM", cohereSizes, cohereChoices, cohereKeys(), qkNormNames(),
            {[](FamilyReading& reading) {
                 if (reading.config.value("use_qk_norm") == Json(true))
                     reading.choices.set("score.qk_norm", "layer_head");
             },
                rope({.base = 5e5})}),
        llamaLike("cohere2", "Cohere2ForCausalLM", cohereSizes, cohereChoices, cohereKeys(), {},
            {slidingWindow({.window = 4096, .pattern = 4, .patternName = "sliding_window_pattern"}), ropeOfSlidingLayers,
                rope()}),
        toldBy({"no_rope_layers"},
            llamaLike("smollm3", "SmolLM3ForCausalLM",
                {.layers = 36,
                    .dModel = 2048,
                    .heads = 16,
                    .kvHeads = 4,
                    .dFf = 11008,
                    .vocabulary = 128256,
                    .context = 32768,
                    .isTied = true},
                {}, allBiases, {},
                {ropeOfSomeLayers,
                    slidingWindow({.enabledBy = "use_sliding_window", .typesEnable = true, .slides = slidesWithoutPositions}),
                    rope({.base = 2e6})})),
        llamaLike("exaone4", "Exaone4ForCausalLM", {.dFf = 16384, .vocabulary = 102400, .eps = 1e-5},
            {{"norm.placement", "branch_output"}, {"score.qk_norm", "rms_head"}}, {}, with(branchOutputNames(), qkNormNames()),
            {slidingWindow({.window = 4096, .pattern = 4, .patternName = "sliding_window_pattern"}),
                [](FamilyReading& reading) {
                    const bool isOff = reading.config.says("sliding_window") && !reading.config.value("sliding_window");
                    if (!isOff) // without windows all layers have positions
                        ropeOfSlidingLayers(reading);
                },
                rope()}),
    };
}

} // namespace core
