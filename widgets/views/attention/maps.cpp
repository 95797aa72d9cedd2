#include "widgets/views/attention/maps.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/attention/shown.h"
#include "widgets/views/shared/figure_room.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct Attention
{
    Q_DECLARE_TR_FUNCTIONS(Attention)
};

constexpr double roomForTitles = 260; // px of ordinary type

void labelAxes(GridAxisRect& rect, const Grid& grid, const HeadAxes& axes, const FigureStyle& style)
{
    const auto hidden = int(axes.queries.count() - grid.rows); // queries of a cache that were there before
    rect.setColumnTokens(axes.keys.texts.mid(0, grid.columns));
    rect.setRowTokens(axes.queries.texts.mid(std::max(0, hidden)));
    if (hidden == 0) {
        rect.setRowBrackets(axes.queries.brackets);
        rect.setColumnBrackets(axes.keys.brackets);
    }
    if (roomOf(style).height() >= roomForTitles) // a small panel of a comparison gives their room to the map
        rect.setAxisTitles(Attention::tr("key"), Attention::tr("query"));
}

HeatmapPlottable* addMap(
    GridAxisRect& rect, const Grid& grid, const ColorScale& scale, const FigureStyle& style, const char* name)
{
    auto* map = new HeatmapPlottable(rect.axis(QCPAxis::atBottom), rect.axis(QCPAxis::atLeft), style);
    map->setName(QString::fromLatin1(name));
    map->setData(grid, scale);
    return map;
}

/// What the colours of this side stand for.
QString ofSide(const QString& quantity, const FigureData& data)
{
    return data.side == Side::Delta ? QStringLiteral("Δ ") + quantity : quantity;
}

} // namespace

void drawHeadSquare(const Drawing& drawing, const Grid& grid)
{
    const auto& [plot, data, style] = drawing;
    const HeadAxes axes = headAxes(data);
    const ColorScale scale = shownHeadScale(data);
    GridAxisRect* rect = plot.addGridRect(0, 0, style);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Square);
    labelAxes(*rect, grid, axes, style);
    HeatmapPlottable* map = addMap(*rect, grid, scale, style, "head");
    const HeadMask mask = shownHeadMask(data);
    map->setMask(mask.grid);
    map->setPinned(pinnedPlace(data, axes));
    const Weighing weighing = shownWeighing(data);
    const QString quantity = weighing == Weighing::Raw ? quantityText(stageOf(data)) : weighingQuantity(weighing);
    auto* bar = new ColorBar(rect, scale, ofSide(quantity, data), style);
    if (!mask.grid.isEmpty())
        bar->setShowsMasked(mask.hides);
}

void drawHeadDimensions(const Drawing& drawing, const Grid& grid)
{
    const auto& [plot, data, style] = drawing;
    GridAxisRect* rect = plot.addGridRect(0, 0, style);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    const HeadAxes axes = headAxes(data);
    const auto hidden = int(axes.queries.count() - grid.rows);
    rect->setRowTokens(axes.queries.texts.mid(std::max(0, hidden)));
    if (hidden == 0)
        rect->setRowBrackets(axes.queries.brackets);
    rect->setColumnNumbers(int(grid.columns));
    rect->setAxisTitles(Attention::tr("dimension"), Attention::tr("token"));
    const ColorScale scale = shownHeadScale(data);
    addMap(*rect, grid, scale, style, "dimensions")->setPinned(pinnedPlace(data, axes));
    new ColorBar(rect, scale, ofSide(quantityText(stageOf(data)), data), style);
}

void drawScoreTerms(const Drawing& drawing, const std::vector<ScoreTerm>& terms)
{
    const auto& [plot, data, style] = drawing;
    const auto [grids, scales] = shownHeadTerms(data, terms);
    const ColorScale& first = scales.front();
    const bool areApart = std::ranges::any_of(
        scales, [low = first.low, high = first.high](const ColorScale& scale) { return scale.low != low || scale.high != high; });
    const HeadAxes axes = headAxes(data);
    const int columns = terms.size() <= 3 ? int(terms.size()) : int((terms.size() + 1) / 2);
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const int row = 2 * (int(i) / columns), column = int(i) % columns;
        const QString sign = i == 0 ? QString() : i + 1 == terms.size() ? QStringLiteral("= ") : QStringLiteral("+ ");
        const QString heading = sign + terms[i].name;
        plot.addPanelTitle(row, column, areApart ? Attention::tr("%1 (own scale)").arg(heading) : heading, style);
        GridAxisRect* rect = plot.addGridRect(row + 1, column, style);
        rect->setCells(int(grids[i].rows), int(grids[i].columns), CellShape::Square);
        labelAxes(*rect, grids[i], axes, style);
        addMap(*rect, grids[i], scales[i], style, "head")->setPinned(pinnedPlace(data, axes));
        if (areApart || i + 1 == terms.size() || column + 1 == columns)
            new ColorBar(rect, scales[i], ofSide(Attention::tr("score"), data), style);
        plot.panel()->setRowStretchFactor(row, 0.001);
        // One bar takes its room from the last column only.
        plot.panel()->setColumnStretchFactor(
            column, !areApart && column + 1 == columns ? 1 + 90.0 * columns / style.size.width() : 1);
    }
}

} // namespace widgets
