#pragma once

// Pages with a column for each run of the panel: A and B beside each other, where only one of them may have what the page shows.

#include "widgets/figure/figure.h"
#include "widgets/plot/color_scale.h"

#include <functional>

class QCPLayoutElement;

namespace widgets {

class ColorBar;
class GridAxisRect;

/// Why a run has no column; empty: it has one.
using WhyNoColumn = QString (*)(const RunResult& run, const FigureData& data);

/// FigurePage::whyNot of such a page: why none of the runs has a column.
QString whyNoColumns(const FigureData& data, WhyNoColumn whyNot);

/// The columns, and a sentence in place of one that a run does not have.
void drawRunColumns(
    const Drawing& drawing, WhyNoColumn whyNot, const std::function<QCPLayoutElement*(const RunResult& run)>& column);

/// The key of maps of one scale below each other: of one of them, and its room at the others. Null: only the room, or no keys.
ColorBar* addSharedKey(GridAxisRect* rect, const ColorScale& scale, const QString& title, const FigureStyle& style, bool isShown);

} // namespace widgets
