#pragma once

// FlowDifference: two flows as one picture. At each place the word that B reads out, and how much more probability B gives its
// best word than A gives A's.

#include "widgets/figure/figure.h"

namespace widgets {

/// Why there is none although both have tokens; empty when there is one.
QString whyNoFlowDifference(const FigureData& data);

/// `maxRows`: layers that fit the page. REQUIRES: whyNoFlowDifference() is empty, both texts have as many tokens.
void drawFlowDifference(const Drawing& drawing, int maxRows);

QString flowDifferenceCaption(const FigureData& data);

/// How many words of the last layer differ, and where the probability of one of them changes most.
std::vector<Metric> flowMetrics(const FigureData& data);

} // namespace widgets
