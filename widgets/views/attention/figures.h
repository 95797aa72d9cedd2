#pragma once

// The figures of attention: every head of every layer, one head, the stages of its computation, one weight with its operands,
// what dividing by √d does, masks, source and target.

#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"

namespace widgets {

/// Whether there are lines between the tokens, "on" or "off"; where there is room when it is not said.
inline constexpr TextOption linesOption{"lines"};

/// Options: sort, charts (wall_order.h), scale (scale.h), stack (part_place.h).
extern const FigureInfo attentionWallFigure;

/// Options: stage (stage.h), scale, lines, brackets (token_groups.h), stack, source_query, source_key (part_place.h).
extern const FigureInfo attentionFigure;

/// Options: stage, the one that is marked; scale, stack, source_query, source_key.
extern const FigureInfo attentionStagesFigure;

extern const FigureInfo attentionCellFigure; // options: stack, source_query, source_key

extern const FigureInfo attentionWidthFigure; // no options

extern const FigureInfo attentionMasksFigure; // no options

/// Whose attention is shown as lines, and of one head or the mean of the layer's.
inline constexpr WordOption stackOption{"stack", {"cross", "encoder", "self"}};
inline constexpr WordOption headsOption{"heads", {"head", "mean"}};
extern const FigureInfo attentionAlignmentFigure; // options: stack, heads

/// The heads named by the bars of the wall's chart, first on top: {layer, head}.
std::vector<std::pair<int, int>> headsOfChart(const FigureData& data, const QString& chart);

/// Why a picture of one head has no lines between its tokens, on one panel of this style; empty when there is room for them.
QString whyNoLines(const FigureData& data, const FigureStyle& style);

/// The keys named by the bars beside one head, first on top.
std::vector<int> keysOfRow(const FigureData& data);

/// The cell shown when none is pinned: the largest weight of the last query. The same in A and B where both have the same
/// number of tokens.
std::pair<int, int> shownCell(const FigureData& data);

/// Why B − A of this layer's heads means nothing; empty when it does.
QString whyHeadsDiffer(const FigureData& data);

/// How far the patterns of the selected head are apart: mean KL of the rows. Empty when they cannot be compared.
std::vector<Metric> patternMetrics(const FigureData& data, const Grid& a, const Grid& b);

} // namespace widgets
