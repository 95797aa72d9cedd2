#pragma once

// What the figures of ablation and patching need: a metric of many runs of the text, computed by the worker.

#include "core/experiments/ablation.h"
#include "core/experiments/patching.h"
#include "widgets/figure/figure.h"
#include "widgets/figure/options.h"

namespace widgets {

inline constexpr WordOption ablatedOption{"over", {"heads", "branches", "experts", "neurons"}};
inline constexpr WordOption replacementOption{"with", {"zero", "mean", "reference"}}; // reference: the mean over textsOption
inline constexpr const char* defaultReferenceTexts = "agreement";
inline constexpr WordOption patchedOption{"over", {"stream", "attention", "feed_forward", "heads"}};

/// "answer" (the default) is the log probability of what the run says next, of patching the logit difference of the two answers;
/// anything else is a metric as the commands have it.
inline constexpr TextOption metricOption{"metric"};
inline constexpr const char* answerMetric = "answer";

/// The texts whose mean comes in place of a part: a set or a file.
std::string referenceTexts(const FigureData& data);

/// What is measured, as text: "log_prob:#512@-1". Empty where the run has no logits.
std::string ablationMetric(const FigureData& data, const RunPtr& run);
std::string patchingMetric(const FigureData& data);

/// FigureInfo::needs.
Needs ablationNeeds(const FigureData& data);
Needs patchingNeeds(const FigureData& data);

/// The results; nullptr: not there.
const core::MeasuredMap* ablationOf(const FigureData& data, const RunPtr& run);
const core::Patches* patchesOf(const FigureData& data);

/// Why a metric (as text) cannot be measured in a run: its model is missing, or it has no logits, and so no metric. Empty: it can.
QString whyNoMetric(const RunResult& run, const std::string& metric);

/// FigureInfo::caveats of what is measured in runs of its own.
std::vector<Caveat> caveatsOfMeasured(const FigureData& data);

/// The metric in words: "log p(“ chair”) at the end".
QString metricWords(const core::Metric& metric, const RunResult& run);

} // namespace widgets
