#include "widgets/views/circuits/map_picture.h"

#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/side_panel.h"

#include <QCoreApplication>

namespace widgets {

namespace {

struct Circuits
{
    Q_DECLARE_TR_FUNCTIONS(Circuits)
};

} // namespace

void drawMap(const Drawing& drawing, const MapPicture& picture)
{
    const auto& [plot, data, style] = drawing;
    const MapTable& table = picture.table;
    GridAxisRect* rect = plot.addGridRect(0, 0, style);
    rect->setCells(int(table.grid.rows), int(table.grid.columns), CellShape::Fill);
    rect->setRowsUpwards(table.rows, table.rowsOfLayer);
    if (picture.tokens.isEmpty())
        rect->setColumnTokens(table.columns);
    else
        rect->setColumnTokens(picture.tokens);
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("map"));
    map->setData(table.grid, picture.scale);
    const auto [row, column] = table.cellOf(picture.pinned);
    map->setPinned({row, column});
    (new ColorBar(rect, picture.scale, picture.quantity, style))->setShowsMasked(false);
    const QString heading = Circuits::tr("What changes it most");
    if (!picture.hasBars)
        return;
    if (!hasRoomForBars(style))
        return sayNoRoomFor(plot, {heading}, style);
    SidePanel beside(*plot.panel(), plot, 0, 1, style);
    auto* chart = new BarChart(beside.add(heading), style);
    chart->setName(QStringLiteral("most"));
    QVector<Bar> bars;
    for (const int place : mostChanged(picture.map, barsFitting(style))) {
        const core::MeasuredPlace& at = picture.map.places[std::size_t(place)];
        QString name = placeName(at);
        if (at.token >= 0 && at.token < picture.tokens.size())
            name += QLatin1Char(' ') + visibleToken(picture.tokens[at.token]);
        bars << Bar{name, changeAt(picture.map, place), formatDifference(changeAt(picture.map, place)), place == picture.pinned};
    }
    chart->setBars(bars);
    plot.panel()->setColumnStretchFactor(0, 2.2);
    plot.panel()->setColumnSpacing(space::xl);
}

QString tableText(const core::MeasuredMap& map) { return QString::fromStdString(core::toCsv(map)); }

} // namespace widgets
