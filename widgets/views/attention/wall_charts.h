#pragma once

// The charts beside the wall of all heads: the heads that stand out by a score, or that changed most, as bars.

#include "widgets/figure/figure.h"

#include <vector>

namespace widgets {

class SidePanel;

inline constexpr QLatin1String changedChart("changed"); // the chart of a difference

struct NamedHead
{
    int layer = 0;
    int head = 0;
    double value = 0;
};

/// The heads that stand out by the score of this id, or by their change: highest first, or lowest where that is the point.
std::vector<NamedHead> bestHeads(const FigureData& data, const QString& chart);

/// The charts that the option names, or the first `room`: what the wall is sorted by, then as the table has them.
QStringList wallCharts(const FigureData& data, int room);

void addWallChart(SidePanel& panel, const FigureData& data, const FigureStyle& style, const QString& id);

} // namespace widgets
