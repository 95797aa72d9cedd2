#include "widgets/plot/map_zoom.h"

#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double stepFactor = 1.25; // of one notch of the wheel
constexpr double dragFrom = 4;      // px; less is a click

QRectF wholeOf(const CellPlottable& map) { return {-0.5, -0.5, double(map.columns()), double(map.rows())}; }

/// The part moved into the map.
QRectF inside(QRectF part, const QRectF& whole)
{
    part.moveLeft(std::clamp(part.left(), whole.left(), whole.right() - part.width()));
    part.moveTop(std::clamp(part.top(), whole.top(), whole.bottom() - part.height()));
    return part;
}

/// The wheel's turn as a factor of the size that both axes that can zoom have room for.
double factorOf(double steps, const QRectF& part, const CellPlottable& map)
{
    const QRectF whole = wholeOf(map);
    double factor = std::pow(stepFactor, -steps), least = 0, most = 1;
    const auto limit = [&](double now, double all) {
        least = std::max(least, std::min(1.0, map.fewestCells() / now));
        most = std::max(most, all / now);
    };
    if (map.canZoom(Qt::Horizontal))
        limit(part.width(), whole.width());
    if (map.canZoom(Qt::Vertical))
        limit(part.height(), whole.height());
    return std::clamp(factor, least, most);
}

/// The range of an axis after zooming around a place, which stays where it is.
std::pair<double, double> scaled(double from, double size, double around, double factor, double all)
{
    const double now = std::min(all, size * factor);
    return {around - (around - from) * now / size, now};
}

/// Brings the axes of a map to a part of it.
void showPart(const CellPlottable& map, const QRectF& part)
{
    const QCPRange columns(part.left(), part.right()), rows(part.top(), part.bottom());
    if (auto* const rect = qobject_cast<GridAxisRect*>(map.keyAxis()->axisRect())) {
        rect->showPart(columns, rows);
        return;
    }
    map.keyAxis()->setRange(columns);
    map.valueAxis()->setRange(rows);
}

/// Where the small map of the whole is that takes presses; empty: there is none.
QRectF overviewOf(const CellPlottable& map)
{
    const auto* const heatmap = qobject_cast<const HeatmapPlottable*>(&map);
    return heatmap ? heatmap->overviewRect() : QRectF();
}

} // namespace

QString zoomHandling()
{
    return QCoreApplication::translate("widgets::HeatmapPlottable", "Wheel: zoom. Drag: move. Double click: all.");
}

QRectF MapZoom::partOf(const CellPlottable& map) const
{
    const auto found = m_parts.find({map.rows(), map.columns()});
    return found == m_parts.end() ? wholeOf(map) : found->second;
}

CellPlottable* MapZoom::mapAt(const QPointF& pixel) const
{
    const QList<CellPlottable*> maps = m_plot.cellMaps();
    for (CellPlottable* const map : maps)
        if (map->keyAxis() && (map->canZoom(Qt::Horizontal) || map->canZoom(Qt::Vertical))
            && QRectF(map->keyAxis()->axisRect()->rect()).contains(pixel))
            return map;
    return nullptr;
}

bool MapZoom::zoom(const CellPlottable& map, const QPointF& around, double steps)
{
    const QRectF whole = wholeOf(map), part = partOf(map);
    const bool zoomsColumns = map.canZoom(Qt::Horizontal), zoomsRows = map.canZoom(Qt::Vertical);
    const double factor = factorOf(steps, part, map);
    QRectF next = part;
    if (zoomsColumns) {
        const auto [left, width] = scaled(part.left(), part.width(), around.x(), factor, whole.width());
        next.setLeft(left);
        next.setWidth(width);
    }
    if (zoomsRows) {
        const auto [top, height] = scaled(part.top(), part.height(), around.y(), factor, whole.height());
        next.setTop(top);
        next.setHeight(height);
    }
    show({map.rows(), map.columns()}, inside(next, whole));
    return zoomsColumns || zoomsRows;
}

void MapZoom::show(Shape shape, const QRectF& part)
{
    constexpr double rounding = 1e-6;
    const bool isWhole = part.width() > shape.second - rounding && part.height() > shape.first - rounding;
    if (isWhole && m_parts.erase(shape) == 0)
        return;
    if (isWhole) {
        const QList<CellPlottable*> maps = m_plot.cellMaps();
        for (const CellPlottable* const map : maps)
            if (Shape{map->rows(), map->columns()} == shape)
                showPart(*map, {-0.5, -0.5, double(shape.second), double(shape.first)});
    } else {
        m_parts[shape] = part;
    }
    m_plot.replotSoon();
}

bool MapZoom::turn(const QPointF& pixel, double steps)
{
    const CellPlottable* const map = mapAt(pixel);
    if (!map || steps == 0 || m_drag)
        return false;
    return zoom(*map, map->coordsAt(pixel), steps);
}

void MapZoom::press(const QPointF& pixel)
{
    m_drag.reset();
    CellPlottable* const map = mapAt(pixel);
    if (!map || !m_parts.contains({map->rows(), map->columns()}))
        return;
    m_drag = Drag{{map->rows(), map->columns()}, map, pixel, partOf(*map), overviewOf(*map).contains(pixel)};
    if (m_drag->isInOverview)
        centerOverview(*map, pixel);
}

void MapZoom::centerOverview(const CellPlottable& map, const QPointF& pixel)
{
    const QRectF overview = overviewOf(map), whole = wholeOf(map);
    QRectF part = partOf(map);
    part.moveCenter({whole.left() + whole.width() * (pixel.x() - overview.left()) / overview.width(),
        whole.top() + whole.height() * (pixel.y() - overview.top()) / overview.height()});
    show({map.rows(), map.columns()}, inside(part, whole));
}

bool MapZoom::drag(const QPointF& pixel)
{
    if (!m_drag || !m_drag->map)
        return false;
    const CellPlottable& map = *m_drag->map;
    const QPointF moved = pixel - m_drag->from;
    if (m_drag->isInOverview) {
        centerOverview(map, pixel);
        return true;
    }
    m_drag->hasMoved = m_drag->hasMoved || std::hypot(moved.x(), moved.y()) > dragFrom;
    if (!m_drag->hasMoved)
        return true;
    const QPointF cells = map.coordsAt(pixel) - map.coordsAt(m_drag->from); // the scale is that of the part, which keeps its size
    m_plot.setCursor(Qt::ClosedHandCursor);
    show(m_drag->shape, inside(m_drag->part.translated(-cells), wholeOf(map)));
    return true;
}

bool MapZoom::release()
{
    const bool wasDrag = m_drag && (m_drag->hasMoved || m_drag->isInOverview);
    m_drag.reset();
    if (wasDrag)
        m_plot.unsetCursor();
    return wasDrag;
}

bool MapZoom::press(const QKeyEvent& key)
{
    if (key.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier))
        return false;
    const bool zoomsIn = key.key() == Qt::Key_Plus || key.key() == Qt::Key_Equal, zoomsOut = key.key() == Qt::Key_Minus;
    if (key.key() == Qt::Key_0)
        return showAll();
    if (!zoomsIn && !zoomsOut)
        return false;
    bool isAny = false;
    const QList<CellPlottable*> maps = m_plot.cellMaps();
    std::map<Shape, const CellPlottable*> first;
    for (const CellPlottable* const map : maps)
        if (map->canZoom(Qt::Horizontal) || map->canZoom(Qt::Vertical))
            first.try_emplace({map->rows(), map->columns()}, map);
    for (const auto& [shape, map] : first) {
        const QRectF part = partOf(*map);
        const QPointF pinned(map->pinned().column, map->pinned().row);
        isAny |= zoom(*map, part.contains(pinned) ? pinned : part.center(), zoomsIn ? 1 : -1);
    }
    return isAny;
}

bool MapZoom::showAll()
{
    const std::map<Shape, QRectF> parts = m_parts;
    for (const auto& [shape, part] : parts)
        show(shape, {-0.5, -0.5, double(shape.second), double(shape.first)});
    return !parts.empty();
}

void MapZoom::reveal(const CellPlottable& map, Cell cell)
{
    const auto found = m_parts.find({map.rows(), map.columns()});
    if (found == m_parts.end())
        return;
    QRectF part = found->second;
    part.moveLeft(std::clamp(part.left(), cell.column + 0.5 - part.width(), cell.column - 0.5));
    part.moveTop(std::clamp(part.top(), cell.row + 0.5 - part.height(), cell.row - 0.5));
    if (part != found->second)
        show(found->first, part);
}

void MapZoom::apply()
{
    if (m_parts.empty())
        return;
    std::map<Shape, QRectF> left;
    const QList<CellPlottable*> maps = m_plot.cellMaps();
    for (const CellPlottable* const map : maps) {
        const auto part = m_parts.find({map->rows(), map->columns()});
        if (part == m_parts.end())
            continue;
        left.insert(*part);
        showPart(*map, part->second);
    }
    m_parts = std::move(left);
}

} // namespace widgets
