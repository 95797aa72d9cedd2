#include "widgets/figure/column_page.h"

#include "widgets/figure/figure_export.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/plot.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double highest = 1.15; // times the width

/// Px of the width that a map of square cells leaves free, because the page is too low for it; 0: none.
double freeBeside(const CellPlottable& map)
{
    const auto* const rect = qobject_cast<const GridAxisRect*>(map.keyAxis()->axisRect());
    if (!rect || rect->cellShape() != CellShape::Square || map.columns() == 0)
        return 0;
    const int beside = rect->outerRect().right() - rect->right() - rect->roomRight() - int(space::m);
    return std::max(0, beside) * double(map.rows()) / map.columns();
}

} // namespace

FigureStyle filledColumn(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    const std::unique_ptr<Plot> plot = buildFigure(info, data, style);
    const QList<CellPlottable*> maps = plot->cellMaps();
    double more = 0;
    for (const CellPlottable* const map : maps)
        more = std::max(more, freeBeside(*map));
    FigureStyle filled = style;
    filled.size.rheight() = std::clamp(style.size.height() + std::floor(more), style.size.height(),
        std::max(style.size.height(), highest * style.size.width()));
    return filled;
}

} // namespace widgets
