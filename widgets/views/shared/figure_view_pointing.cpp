// FigureView, what is asked of a place in the picture: where its number comes from, and what can be done with it.

#include "widgets/views/shared/figure_view.h"

#include "core/trace/weight_place.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/plot_cursor.h"

#include <QContextMenuEvent>

#include <algorithm>

namespace widgets {

/// What is asked in a picture is heard while it is the picture of what was asked last.
void FigureView::connectPointing()
{
    connect(m_plot, &Plot::cellAsked, this, [this](const QString& map, int row, int column) {
        if (!isUpToDate())
            return;
        Selection at = selectionModel()->pinned();
        hoverCell(map, row, column, at);
        askFor(tensorOf(map, row, column, at), at);
    });
    connect(m_plot, &Plot::barAsked, this, [this](const QString& chart, int bar) {
        if (!isUpToDate())
            return;
        Selection at = selectionModel()->pinned();
        askFor(barTensor(chart, bar, at), at);
    });
}

/// What can be done with the cell or the bar under the mouse, or at the ring of the cursor. False where it is none of a tensor.
bool FigureView::offerPlace(const QContextMenuEvent& event)
{
    if (!isUpToDate() || !run())
        return false;
    Selection at = selectionModel()->pinned();
    QString tensor;
    QPoint where = event.globalPos();
    const bool isByKey = event.reason() == QContextMenuEvent::Keyboard;
    const auto* const marked = qobject_cast<const BarChart*>(m_plot->cursor().part());
    if (const QRectF ring = m_plot->cursor().ring(); isByKey && marked && !ring.isEmpty()) {
        tensor = barPart(marked->name(), m_plot->cursor().cell().row, at);
        where = m_plot->mapToGlobal(ring.center().toPoint());
    } else if (isByKey) {
        const auto* const current = qobject_cast<const CellPlottable*>(m_plot->cursor().part());
        const CellPlottable* const map = current ? current : m_plot->cellMap({});
        if (!map || map->pinned().isNone())
            return false;
        tensor = partAt(*map, map->pinned(), at);
        where = m_plot->mapToGlobal(map->cellRect(map->pinned()).center().toPoint());
    } else {
        const QPointF pixel(event.pos());
        const QList<CellPlottable*> maps = m_plot->cellMaps();
        const auto map = std::ranges::find_if(maps, [&](const CellPlottable* one) { return !one->cellAt(pixel).isNone(); });
        if (map != maps.end())
            tensor = partAt(**map, (*map)->cellAt(pixel), at);
        for (int i = 0; i < m_plot->plottableCount() && map == maps.end(); ++i)
            if (const auto* const chart = qobject_cast<const BarChart*>(m_plot->plottable(i)); chart && chart->barAt(pixel) >= 0)
                tensor = barPart(chart->name(), chart->barAt(pixel), at);
    }
    const std::string name = tensor.toStdString();
    if (core::weightOf(name).empty() && !run()->trace->find(name))
        return false;
    emit placeAsked(tensor, at, where);
    return true;
}

QString FigureView::partAt(const CellPlottable& map, Cell cell, Selection& at)
{
    hoverCell(map.name(), cell.row, cell.column, at);
    return partOf(map.name(), cell.row, cell.column, at);
}

void FigureView::askFor(const QString& tensor, const Selection& at)
{
    if (!run() || !run()->trace->find(tensor.toStdString()))
        return;
    selectionModel()->pin(at);
    emit tensorWanted(tensor);
}

} // namespace widgets
