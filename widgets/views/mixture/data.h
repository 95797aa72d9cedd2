#pragma once

// Numbers of the mixture pages from a run: which layer and token they show, their numbers, names and colours.

#include "core/analysis/token_route.h"
#include "core/layers/mixture_of_experts.h"
#include "widgets/figure/sides.h"

#include <QCoreApplication>

namespace widgets {

/// The translation context of what the pages share.
struct Mixture
{
    Q_DECLARE_TR_FUNCTIONS(Mixture)
};

/// The layers that recorded gates and router probabilities.
std::vector<int> mixtureLayers(const RunResult& run);

/// The selected layer, or the mixture nearest to it; −1 when there is none.
int shownMixtureLayer(const FigureData& data);

/// The selected token, or the last one.
int shownToken(const FigureData& data);

/// The mixture of a layer; null when it has none, or the model is not available.
const core::MixtureOfExperts* mixtureAt(const RunResult& run, int layer);

/// "gates", "router_probs", "router_logits", "dropped" of a layer [token, expert]; empty where it was not recorded.
Grid routerGrid(const RunResult& run, int layer, const char* tensor);

/// Numbers above 0 of a row (chosen experts), or of all: how many tokens each expert got, dropped ones too. [expert]
std::vector<double> tokensOfExperts(const RunResult& run, int layer);

/// The one with the most tokens, of equal ones the first. REQUIRES: there is one.
core::Index busiestExpert(const std::vector<double>& tokens);

/// "E3"; of a shared one "S0".
QString expertName(core::Index expert, bool isShared = false);

/// Colours go round after eight: the name is beside it always.
QColor expertColor(core::Index expert, const FigureStyle& style);

/// From 0 to 1; to the largest where that is far below 1 (many experts) or above (a factor).
ScaleChoice gateScale(std::span<const Grid> gates);

/// "12"; a mean as "2.67".
QString countText(double count);

/// “ is” without its blank, as axes have it, for labels.
QString tokenLabel(const RunResult& run, int token);

/// When another layer than the selected one is shown, why; else empty.
QString otherLayerNote(const FigureData& data);

/// How the routing makes gates, in one line: "keep the 2 largest of p = softmax(l)".
QString routingFormula(const core::RoutingRule& rule);

} // namespace widgets
