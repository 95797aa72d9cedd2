#pragma once

// Pages with a column for each run of the panel: A and B beside each other, where only one of them may have what the page shows.

#include "widgets/figure/figure.h"
#include "widgets/plot/color_scale.h"

#include <QMargins>

#include <functional>
#include <vector>

class QCPLayoutElement;

namespace widgets {

class GridAxisRect;

/// Why a run has no column; empty: it has one.
using WhyNoColumn = QString (*)(const RunResult& run, const FigureData& data);

/// FigurePage::whyNot of such a page: why none of the runs has a column.
QString whyNoColumns(const FigureData& data, WhyNoColumn whyNot);

/// The runs whose columns have one scale with that of `run`: it alone where scales are not locked.
std::vector<RunPtr> runsOfScale(const FigureData& data, const RunPtr& run, WhyNoColumn whyNot);

/// The columns, below the names of the slots where there are two, and a sentence in place of one that a run does not have.
void drawRunColumns(
    const Drawing& drawing, WhyNoColumn whyNot, const std::function<QCPLayoutElement*(const RunPtr& run)>& column);

/// Of a map with its heading above and brackets below.
inline constexpr QMargins besideWords{15, 2, 15, 2};

/// The key of maps of one scale below each other, from the top: right of the first, down to the end of the last. None when the
/// style has no keys.
void addSharedKey(const std::vector<GridAxisRect*>& rects, const ColorScale& scale, const QString& title, const FigureStyle& style);

} // namespace widgets
