#pragma once

// What a choice saves: the costs of the run's model with another choice, beside its own. Weights do not matter for costs, so that
// a sibling that was never trained has them too.

#include "core/model/choices.h"
#include "widgets/views/cost/numbers.h"

namespace widgets {

/// A choice that the model of a run does not have.
struct OtherChoice
{
    QString id; // of a recipe: "biases", "block.layout"
    QString name; // in the current language
    core::Choices change;
};

/// The choices that dropping biases is.
inline constexpr const char* biasKeys[]
    = {"bias.attention", "bias.attention_output", "bias.feed_forward", "bias.output", "norm.bias"};

/// Biases dropped or added, the other block layout, other heads, the other norm.
std::vector<OtherChoice> otherChoices(const RunResult& run);

Needs savedNeeds(const FigureData& data);

/// The model of the run as it is, and with this choice, measured in turns; null: it cannot be, or is not there yet.
const MeasuredCost* ownCost(const FigureData& data, const RunPtr& run);
const MeasuredCost* costWith(const FigureData& data, const RunPtr& run, const OtherChoice& choice);

/// What a recipe keeps of them; empty: none is there.
QVariantMap measuredChoices(const FigureData& data, const RunPtr& run);

} // namespace widgets
