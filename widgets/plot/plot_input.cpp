// What the mouse, the wheel and the keys do in a picture: the cell or the bar under them becomes a signal.

#include "widgets/plot/plot.h"

#include "widgets/plot/charts.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/map_zoom.h"
#include "widgets/plot/plot_cursor.h"
#include "widgets/plot/theme.h"

#include <QGuiApplication>
#include <QStyleHints>

#include <utility>

namespace widgets {

namespace {

constexpr int clickTolerance = 4; // px the mouse may move between press and release

} // namespace

CellPlottable* Plot::mapAt(const QPointF& pixel) const
{
    const QList<CellPlottable*> maps = cellMaps();
    for (CellPlottable* const map : maps)
        if (!map->cellAt(pixel).isNone())
            return map;
    return nullptr;
}

void Plot::hover(CellPlottable* map, Cell cell)
{
    if (map ? m_hoveredMap == map && map->hovered() == cell : !m_isHovering)
        return;
    if (m_isHovering && (!map || m_hoveredMap != map)) {
        // A map that was drawn anew meanwhile is gone, and the receivers of the hover need its end.
        const QString before = m_hoveredMap ? m_hoveredMap->name() : QString();
        if (m_hoveredMap)
            setHovered(before, {});
        emit cellHovered(before, -1, -1);
    }
    m_hoveredMap = map;
    m_isHovering = map != nullptr;
    if (map) {
        setHovered(map->name(), cell); // in every panel
        emit cellHovered(map->name(), cell.row, cell.column);
    }
}

/// Of many lines the one under the mouse is followed among the others.
void Plot::followLine(const QPointF& pixel)
{
    bool isOther = false;
    for (LineChart* const chart : findChildren<LineChart*>())
        isOther |= chart->standOut(chart->lineAt(pixel));
    if (isOther)
        replotSoon();
}

void Plot::mouseMoveEvent(QMouseEvent* event)
{
    if (m_zoom->drag(event->position())) {
        hover(nullptr, {});
        return;
    }
    CellPlottable* const map = mapAt(event->position());
    hover(map, map ? map->cellAt(event->position()) : Cell());
    followLine(event->position());
    QCustomPlot::mouseMoveEvent(event);
}

void Plot::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position().toPoint();
    if (event->button() == Qt::LeftButton)
        m_zoom->press(event->position());
    QCustomPlot::mousePressEvent(event);
}

void Plot::mouseReleaseEvent(QMouseEvent* event)
{
    QCustomPlot::mouseReleaseEvent(event);
    const QPointF pos = event->position();
    const bool isAsked = std::exchange(m_isAsking, false), isMoved = m_zoom->release();
    if (isAsked || isMoved || event->button() != Qt::LeftButton || (pos.toPoint() - m_pressed).manhattanLength() > clickTolerance)
        return;
    if (CellPlottable* const map = mapAt(pos)) {
        const Cell cell = map->cellAt(pos);
        m_cursor->take(*map, cell);
        m_beforeClick = {map->name(), map->pinned()};
        const auto tell = [this, name = map->name(), cell, keys = event->modifiers()] {
            emit cellClicked(name, cell.row, cell.column, keys);
        };
        if (!m_zoom->isZoomed() || !qobject_cast<MapWall*>(map))
            return tell();
        m_clicked.disconnect(); // it may lead to a map of its own, and a double click shows the whole wall
        m_clicked.callOnTimeout(this, tell);
        m_clicked.setSingleShot(true);
        m_clicked.start(QGuiApplication::styleHints()->mouseDoubleClickInterval());
        return;
    }
    if (const auto [chart, bar] = barAt(pos); bar >= 0)
        emit barClicked(chart, bar);
}

/// A part of a large map gives way to the whole; else the number is requested.
void Plot::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return QCustomPlot::mouseDoubleClickEvent(event);
    m_isAsking = true;
    const bool isWaiting = m_clicked.isActive();
    m_clicked.stop();
    event->accept();
    const CellPlottable* const clicked = mapAt(event->position());
    const Cell at = clicked ? clicked->cellAt(event->position()) : Cell();
    if (!m_zoom->showAll())
        return ask(event->position());
    hover(nullptr, {}); // another cell is below the mouse now
    // Its first click meant no cell.
    if (isWaiting)
        return;
    const auto& [name, cell] = m_beforeClick;
    if (cellMap(name) && !cell.isNone() && at != cell) // what is pinned in the map may not have followed the first click yet
        emit cellClicked(name, cell.row, cell.column, Qt::NoModifier);
}

void Plot::contextMenuEvent(QContextMenuEvent* event)
{
    const auto* const current = qobject_cast<const CellPlottable*>(m_cursor->part());
    const CellPlottable* const map = current ? current : cellMap({});
    if (event->reason() != QContextMenuEvent::Keyboard)
        ask(QPointF(event->pos()));
    else if (map && !map->pinned().isNone())
        emit cellAsked(map->name(), map->pinned().row, map->pinned().column);
}

void Plot::ask(const QPointF& pixel)
{
    if (const CellPlottable* const map = mapAt(pixel)) {
        const Cell cell = map->cellAt(pixel);
        emit cellAsked(map->name(), cell.row, cell.column);
    } else if (const auto [chart, bar] = barAt(pixel); bar >= 0) {
        emit barAsked(chart, bar);
    }
}

std::pair<QString, int> Plot::barAt(const QPointF& pixel) const
{
    for (int i = 0; i < mPlottables.size(); ++i)
        if (const auto* const chart = qobject_cast<BarChart*>(mPlottables.at(i)); chart && chart->barAt(pixel) >= 0)
            return {chart->name(), chart->barAt(pixel)};
    return {{}, -1};
}

void Plot::wheelEvent(QWheelEvent* event)
{
    if (m_zoom->turn(event->position(), event->angleDelta().y() / 120.0))
        event->accept();
    else
        QCustomPlot::wheelEvent(event);
}

void Plot::leaveEvent(QEvent* event)
{
    hover(nullptr, {});
    followLine({-1, -1});
    QCustomPlot::leaveEvent(event);
}

void Plot::keyPressEvent(QKeyEvent* event)
{
    if (m_zoom->press(*event)) {
        event->accept();
        return;
    }
    if (m_cursor->press(*event))
        event->accept();
    else
        QCustomPlot::keyPressEvent(event);
}

void Plot::focusInEvent(QFocusEvent* event)
{
    const bool isByKey = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason
        || event->reason() == Qt::ShortcutFocusReason;
    m_focusColor = isByKey ? currentTheme().accent : QColor();
    QCustomPlot::focusInEvent(event);
    update();
}

void Plot::focusOutEvent(QFocusEvent* event)
{
    m_focusColor = QColor();
    m_cursor->leave();
    QCustomPlot::focusOutEvent(event);
    update();
}

} // namespace widgets
