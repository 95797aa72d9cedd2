#pragma once

// What the figures of ablation and patching need: a metric of many runs of the text, computed by the worker in parts.

#include "core/experiments/ablation.h"
#include "core/experiments/patching.h"
#include "widgets/figure/figure.h"
#include "widgets/figure/options.h"

#include <optional>

namespace widgets {

inline constexpr WordOption ablatedOption{"over", {"heads", "branches", "experts", "neurons"}};
inline constexpr WordOption replacementOption{"with", {"zero", "mean", "reference"}}; // reference: the mean over textsOption
inline constexpr const char* defaultReferenceTexts = "agreement";
inline constexpr WordOption patchedOption{"over", {"stream", "attention", "feed_forward", "heads"}};

/// "answer" (the default) is the log probability of what the run says next, of patching the logit difference of the two answers;
/// anything else is a metric as the commands have it.
inline constexpr TextOption metricOption{"metric"};
inline constexpr const char* answerMetric = "answer";

bool saysAnswer(const FigureData& data);

/// The run whose answer is measured: of a run with interventions that of the other slot, where that has the same text in the same
/// model and none.
const RunPtr& untouchedRun(const FigureData& data, const RunPtr& run);

/// The texts whose mean comes in place of a part: a set or a file.
std::string referenceTexts(const FigureData& data);

/// What is measured, as text: "log_prob:#512@-1". Empty where the run has no logits.
std::string ablationMetric(const FigureData& data, const RunPtr& run);
std::string patchingMetric(const FigureData& data);

/// FigureInfo::needs: what is run, then the parts of the map, the first of them before the picture.
Needs ablationNeeds(const FigureData& data);
Needs patchingNeeds(const FigureData& data);

/// What of a map has come.
struct MapSoFar
{
    core::MeasuredMap map; // −inf: not yet, or refused
    double clean = 0; // of patching: the metric of A
    std::size_t runs = 0; // that were carried out, or refused
    std::string why = {}; // some were refused; English, context "core"
};

/// Nothing: not even what is run is known.
std::optional<MapSoFar> ablationOf(const FigureData& data, const RunPtr& run);
std::optional<MapSoFar> patchesOf(const FigureData& data);

/// How much has come and what could not; empty: all is there.
QString soFar(std::size_t runs, std::size_t all, const std::string& why);
QString soFar(const MapSoFar& map);

/// Why a metric (as text) cannot be measured in a run: its model is missing, or it has no logits, and so no metric. Empty: it
/// can.
QString whyNoMetric(const RunResult& run, const std::string& metric);

/// Says that the tokens which a person chose to be measured are not what a run would say next: they stay when the text changes.
std::vector<Caveat> caveatsOfMetric(const FigureData& data);

/// What is measured of a run of the model with this text, under the interventions of the run. Throws what parseMetric() and
/// inForceOf() throw. REQUIRES: the run has a model.
core::Measurement measurementOf(const RunPtr& run, const std::string& metric, const core::RunControl& control);

/// FigureInfo::caveats of what is measured without those at weights.
std::vector<Caveat> caveatsOfSwaps(const FigureData& data);

/// The same of a picture of the model over other texts, which is no picture of the run: which interventions it is without, and
/// which it is under, as weights of another model are.
std::vector<Caveat> caveatsOfTexts(const FigureData& data);

/// What is a constant of every gradient of this run, of a mixture where its tokens go; empty: nothing. And as a caveat.
QString heldConstant(const RunResult& run);
void addHeldConstant(std::vector<Caveat>& caveats, const RunResult& run);

/// The metric in words: "log p(“ chair”) at the end".
QString metricWords(const core::Metric& metric, const RunResult& run);

} // namespace widgets
