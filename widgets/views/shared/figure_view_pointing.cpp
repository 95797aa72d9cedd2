// FigureView, what is asked of a place in the picture: where its number comes from, and what can be done with it.

#include "widgets/views/shared/figure_view.h"

#include "core/trace/weight_place.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/plot_cursor.h"
#include "widgets/views/shared/number_source.h"

#include <QContextMenuEvent>
#include <QCursor>

#include <algorithm>

namespace widgets {

namespace {

bool isIn(const RunPtr& run, const QString& tensor) { return run && run->trace->find(tensor.toStdString()); }

/// Where the number comes from, beside it; false where none is.
bool showSourceOf(const View& view, Plot& plot, const PointedNumber& number, const QPoint& where)
{
    const QString words = sourceWords(view, plot, number);
    if (!words.isEmpty())
        showSource(words, where, &plot);
    return !words.isEmpty();
}

/// Of a cell or bar that was asked for, which may be in several panels: that under the mouse.
void showSourceUnder(const View& view, Plot& plot, const QString& part, Cell cell)
{
    if (!view.figure().isOfRun) // its page has another use for two clicks
        return;
    const QPoint mouse = QCursor::pos();
    const PointedNumber number = numberUnder(plot, plot.mapFromGlobal(QPointF(mouse)));
    if (number.part && number.part->name() == part && number.cell == cell)
        showSourceOf(view, plot, number, mouse);
    else if (const CellPlottable* const map = plot.cellMap(part))
        showSourceOf(view, plot, {map, nullptr, cell}, plot.mapToGlobal(map->cellRect(cell).center().toPoint()));
}

} // namespace

/// What is asked in a picture is heard while it is the picture of what was asked last.
void FigureView::connectPointing()
{
    connect(m_plot, &Plot::cellAsked, this, [this](const QString& map, int row, int column) {
        if (!isUpToDate())
            return;
        Selection at = selectionModel()->pinned();
        hoverCell(map, row, column, at);
        const QString tensor = tensorOf(map, row, column, at);
        if (isIn(run(), tensor))
            askFor(tensor, at);
        else
            showSourceUnder(*this, *m_plot, map, {row, column});
    });
    connect(m_plot, &Plot::barAsked, this, [this](const QString& chart, int bar) {
        if (!isUpToDate())
            return;
        Selection at = selectionModel()->pinned();
        const QString tensor = barTensor(chart, bar, at);
        if (isIn(run(), tensor))
            askFor(tensor, at);
        else
            showSourceUnder(*this, *m_plot, chart, {bar, 0});
    });
}

/// What can be done with the cell or the bar under the mouse, or at the ring of the cursor, and where its number comes from; of a
/// number of no tensor that alone: an empty name and no place. False where no number is.
bool FigureView::offerPlace(const QContextMenuEvent& event)
{
    if (!isUpToDate() || !run())
        return false;
    Selection at = selectionModel()->pinned();
    QString tensor;
    QPoint where = event.globalPos();
    const bool isByKey = event.reason() == QContextMenuEvent::Keyboard;
    const auto* const marked = qobject_cast<const BarChart*>(m_plot->cursor().part());
    if (const QRectF ring = m_plot->cursor().ring(); isByKey && !ring.isEmpty()) {
        if (marked)
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
    if (!core::weightOf(tensor.toStdString()).empty() || isIn(run(), tensor))
        emit placeAsked(tensor, at, where);
    else if (!numberUnder(*m_plot, m_plot->mapFromGlobal(QPointF(where))).isNone())
        emit placeAsked({}, SelectionModel::nothing(), where);
    else
        return false;
    return true;
}

QString FigureView::partAt(const CellPlottable& map, Cell cell, Selection& at)
{
    hoverCell(map.name(), cell.row, cell.column, at);
    return partOf(map.name(), cell.row, cell.column, at);
}

void FigureView::askFor(const QString& tensor, const Selection& at)
{
    selectionModel()->pin(at);
    emit tensorWanted(tensor);
}

} // namespace widgets
