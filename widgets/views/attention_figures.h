#pragma once

// The three figures of attention: every head of every layer, one head, one weight with its operands.

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo attentionWallFigure; // no options
extern const FigureInfo attentionFigure; // "stage": content, bias, scores, pattern · "scale": auto, linear, log, without_first
extern const FigureInfo attentionCellFigure; // no options

/// Whether the wall has its layers along the columns, because there are many more layers than heads.
bool wallIsTransposed(const RunResult& run);

/// The heads named by the bars of the wall's chart, first on top: {layer, head}.
std::vector<std::pair<int, int>> headsOfChart(const RunResult& run, const QString& chart);

/// The stages of the option "stage" that this layer recorded.
QStringList recordedStages(const RunResult& run, int layer);

/// The cell shown when none is pinned: the largest weight of the last query.
std::pair<int, int> shownCell(const FigureData& data);

} // namespace widgets
