#pragma once

// What the pages of gradients need: ways back through the run, and runs without a token, computed by the worker.

#include "core/experiments/occlusion.h"
#include "core/experiments/softmax_gradient.h"
#include "core/experiments/token_attribution.h"
#include "core/experiments/weight_gradients.h"
#include "core/train/first_gradients.h"
#include "widgets/figure/figure.h"

namespace widgets {

/// FigurePage::needs.
/// Of a longer text the way back takes minutes and more memory than a laptop has.
inline constexpr core::Index maxGradientTokens = 2048;

/// Whether a run that may be drawn has more.
bool isTooLongForGradients(const FigureData& data);

Needs attributionNeeds(const FigureData& data);
Needs occlusionNeeds(const FigureData& data);
Needs softmaxNeeds(const FigureData& data);
Needs weightGradientNeeds(const FigureData& data);
Needs firstGradientNeeds(const FigureData& data);

/// The results; nullptr: not there, or refused. Those of the tokens are without integrated gradients while these are computed.
const core::TokenAttribution* attributionOf(const FigureData& data, const RunPtr& run);
const core::MeasuredMap* occlusionOf(const FigureData& data, const RunPtr& run);
const core::SoftmaxGradients* softmaxGradientsOf(const FigureData& data, const RunPtr& run);
const core::WeightGradients* weightGradientsOf(const FigureData& data, const RunPtr& run);
const std::vector<core::FirstGradient>* firstGradientsOf(const FigureData& data, const RunPtr& run);

/// What every page on a gradient of this run says of it: which experts a token goes to is a constant.
std::vector<Caveat> caveatsOfGradient(const FigureData& data);

/// The same, and beside another that A and B are measured by different things where their likeliest tokens differ.
std::vector<Caveat> caveatsOfMeasuredGradient(const FigureData& data);

/// Whether the integrated gradients of this run are still being computed.
bool isIntegrating(const FigureData& data, const RunPtr& run);

/// The head whose softmax is shown: the selected one, as far as the run has it.
core::HeadPlace shownHead(const FigureData& data, const RunResult& run);

/// Why no metric of this run can be measured, for every page; empty: one can.
QString whyNoGradient(const FigureData& data);

} // namespace widgets
