#include "widgets/figure/column_page.h"

#include "widgets/figure/figure_export.h"
#include "widgets/figure/page_words.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/plot.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double highest = 1.15; // times the width
constexpr int maxAttempts = 6;  // on a higher page a picture may show more
constexpr double clearly = 1.05, hardly = 0.99; // times the size of a map
constexpr int halvings = 5;     // of the height that a page is searched in

/// Px of the width that a map of square cells leaves free, because the page is too low for it; 0: none.
double freeBeside(const CellPlottable& map)
{
    const auto* const rect = qobject_cast<const GridAxisRect*>(map.keyAxis()->axisRect());
    if (!rect || rect->cellShape() != CellShape::Square || map.columns() == 0)
        return 0;
    const int beside = rect->outerRect().right() - rect->right() - std::max(rect->roomRight(), rect->minimumMargins().right());
    return std::max(0, beside) * double(map.rows()) / map.columns();
}

/// Px that the page lacks for what its parts need at least.
double missingHeight(const Plot& plot, const FigureStyle& page)
{
    const QCPLayoutElement& all = *plot.plotLayout();
    return all.minimumOuterSizeHint().height() - page.size.height();
}

/// The side in px of the only map, when its cells are square and nothing is drawn beside it; else 0.
double sideOfMap(const Plot& plot)
{
    const QList<CellPlottable*> maps = plot.cellMaps();
    const auto* const rect = maps.size() == 1 && plot.axisRectCount() == 1 ? qobject_cast<const GridAxisRect*>(maps[0]->keyAxis()->axisRect()) : nullptr;
    return rect && rect->cellShape() == CellShape::Square ? maps[0]->mapRect().width() : 0;
}

/// The lowest page on which the only map is as wide as it can be: a higher one has the key below the map instead of beside it.
FigureStyle withWidestMap(const FigureInfo& info, const FigureData& data, FigureStyle page)
{
    const auto sideAt = [&](double height) {
        page.size.setHeight(height);
        return sideOfMap(*buildFigure(info, data, page));
    };
    double low = page.size.height(), high = std::floor(highest * page.size.width());
    const double now = sideAt(low), most = now > 0 && high > low ? sideAt(high) : 0;
    if (most < clearly * now || most == 0) {
        page.size.setHeight(low);
        return page;
    }
    for (int i = 0; i < halvings; ++i) {
        const double middle = std::round((low + high) / 2);
        (sideAt(middle) >= hardly * most ? high : low) = middle;
    }
    page.size.setHeight(high);
    return page;
}

} // namespace

FigureStyle columnPage(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    FigureStyle page = withRoom(info, data, style);
    std::unique_ptr<Plot> plot = buildFigure(info, data, page);
    for (int attempts = 0; attempts < maxAttempts && missingHeight(*plot, page) > 0; ++attempts) {
        page.size.rheight() += std::ceil(missingHeight(*plot, page));
        plot = buildFigure(info, data, page);
    }
    if (showsBoth(data))
        return page;
    double more = 0;
    for (const CellPlottable* const map : plot->cellMaps())
        more = std::max(more, freeBeside(*map));
    page.size.rheight() = std::clamp(
        page.size.height() + std::floor(more), page.size.height(), std::max(page.size.height(), highest * page.size.width()));
    return withWidestMap(info, data, page);
}

} // namespace widgets
