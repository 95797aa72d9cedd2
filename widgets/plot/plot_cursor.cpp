#include "widgets/plot/plot_cursor.h"

#include "widgets/plot/accessible_plot.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/histogram.h"
#include "widgets/plot/map_zoom.h"
#include "widgets/plot/plot.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace widgets {

namespace {

constexpr double pointRing = 5; // px around a point

/// Lines, curves and columns; null: it is none of them.
const QCPPlottableInterface1D* pointsOf(const QCPAbstractPlottable* part)
{
    return const_cast<QCPAbstractPlottable*>(part)->interface1D();
}

/// How many numbers a chart has; 0: it is none.
int numbersOf(const QCPAbstractPlottable* part)
{
    if (const auto* const chart = qobject_cast<const BarChart*>(part))
        return int(chart->bars().size());
    if (const auto* const histogram = qobject_cast<const Histogram*>(part))
        return int(histogram->counts().size());
    const QCPPlottableInterface1D* const points = pointsOf(part);
    return points ? points->dataCount() : 0;
}

Cell tableSizeOf(const QCPAbstractPlottable* part)
{
    const auto* const map = qobject_cast<const CellPlottable*>(part);
    return map ? Cell{map->rows(), map->columns()} : Cell{numbersOf(part), 1};
}

/// Rows go downwards in maps and bars; points and columns go to the right.
bool runsAcross(const QCPAbstractPlottable* part)
{
    return !qobject_cast<const CellPlottable*>(part) && !qobject_cast<const BarChart*>(part);
}

/// The number of a chart: bars and columns as a whole, a point with some room.
QRectF placeOf(const QCPAbstractPlottable* part, int number)
{
    if (const auto* const chart = qobject_cast<const BarChart*>(part))
        return chart->barRect(number);
    const auto pixel = [part](double key, double value) { return part->coordsToPixels(key, value); };
    if (const auto* const histogram = qobject_cast<const Histogram*>(part))
        return QRectF(pixel(histogram->edges()[number], 0), pixel(histogram->edges()[number + 1], histogram->counts()[number]))
            .normalized();
    const QCPPlottableInterface1D* const points = pointsOf(part);
    const QPointF at = points ? pixel(points->dataMainKey(number), points->dataMainValue(number)) : QPointF(qQNaN(), 0);
    return std::isfinite(at.x()) && std::isfinite(at.y())
        ? QRectF(at, QSizeF()).adjusted(-pointRing, -pointRing, pointRing, pointRing)
        : QRectF();
}

QRect outerOf(const QCPAbstractPlottable* part) { return part->keyAxis()->axisRect()->rect(); }

/// The nearest part in this direction; −1: none. Lines of one place are above each other in the order they were added.
int beside(const std::vector<QCPAbstractPlottable*>& all, int from, int dx, int dy)
{
    const QRect here = outerOf(all[std::size_t(from)]);
    int nearest = -1;
    double shortest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < int(all.size()); ++i) {
        const QRect there = outerOf(all[std::size_t(i)]);
        if (i == from)
            continue;
        if (there == here) {
            if (dy != 0 && i == from + dy)
                return i;
            continue;
        }
        const QPoint way = there.center() - here.center();
        const double along = dx != 0 ? dx * way.x() : dy * way.y(), across = dx != 0 ? way.y() : way.x();
        const bool isBehind = dx > 0 ? there.left() >= here.right() : dx < 0 ? there.right() <= here.left()
            : dy > 0                 ? there.top() >= here.bottom()
                                     : there.bottom() <= here.top();
        if (!isBehind)
            continue;
        if (const double far = along + 2 * std::abs(across); far < shortest) {
            shortest = far;
            nearest = i;
        }
    }
    return nearest;
}

} // namespace

/// Maps and charts in the order they were added, without those that are empty or have no axes.
std::vector<QCPAbstractPlottable*> PlotCursor::parts() const
{
    std::vector<QCPAbstractPlottable*> all;
    for (int i = 0; i < m_plot.plottableCount(); ++i) {
        QCPAbstractPlottable* const part = m_plot.plottable(i);
        if (const Cell size = tableSizeOf(part); part->keyAxis() && part->realVisibility() && size.row > 0 && size.column > 0)
            all.push_back(part);
    }
    return all;
}

int PlotCursor::indexOf(const std::vector<QCPAbstractPlottable*>& all) const
{
    const auto isIt = [this](const QCPAbstractPlottable* part) { return part->name() == m_name; };
    if (m_part >= 0 && m_part < int(all.size()) && isIt(all[std::size_t(m_part)]))
        return m_part;
    const auto named = m_part < 0 ? all.end() : std::find_if(all.begin(), all.end(), isIt);
    return named == all.end() ? -1 : int(named - all.begin());
}

const QCPAbstractPlottable* PlotCursor::part() const
{
    const std::vector<QCPAbstractPlottable*> all = parts();
    const int index = indexOf(all);
    return index < 0 ? nullptr : all[std::size_t(index)];
}

void PlotCursor::take(const CellPlottable& map, Cell cell)
{
    const std::vector<QCPAbstractPlottable*> all = parts();
    m_part = int(std::find(all.begin(), all.end(), &map) - all.begin());
    m_name = map.name();
    m_cell = cell;
    m_pinned = map.pinned();
}

void PlotCursor::leave()
{
    if (!std::exchange(m_isShown, false))
        return;
    m_plot.hover(nullptr, {});
    if (!qobject_cast<const CellPlottable*>(part()))
        emit m_plot.numberMarked({});
}

QRectF PlotCursor::ring() const
{
    const QCPAbstractPlottable* const at = m_isShown ? part() : nullptr;
    return at && !qobject_cast<const CellPlottable*>(at) && m_cell.row < numbersOf(at) ? placeOf(at, m_cell.row) : QRectF();
}

bool PlotCursor::press(const QKeyEvent& key)
{
    const int dx = (key.key() == Qt::Key_Right) - (key.key() == Qt::Key_Left);
    const int dy = (key.key() == Qt::Key_Down) - (key.key() == Qt::Key_Up);
    const std::vector<QCPAbstractPlottable*> all = parts();
    if (all.empty())
        return false;
    if (dx == 0 && dy == 0) {
        const auto* const chart = qobject_cast<const BarChart*>(part());
        const bool isClick = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter || key.key() == Qt::Key_Space;
        if (!isClick || !chart || !m_isShown || m_cell.isNone())
            return false;
        emit m_plot.barClicked(chart->name(), m_cell.row);
        return true;
    }
    step(all, dx, dy, key.modifiers() & ~Qt::KeypadModifier);
    return true;
}

void PlotCursor::step(const std::vector<QCPAbstractPlottable*>& all, int dx, int dy, Qt::KeyboardModifiers modifiers)
{
    int index = indexOf(all);
    if (index < 0) { // maps first: they are what the page is about
        const auto isMap = [](const QCPAbstractPlottable* part) { return qobject_cast<const CellPlottable*>(part) != nullptr; };
        const auto map = std::find_if(all.begin(), all.end(), isMap);
        index = map == all.end() ? 0 : int(map - all.begin());
        m_cell = {};
        m_pinned = {};
    }
    const QCPAbstractPlottable* part = all[std::size_t(index)];
    const auto* map = qobject_cast<const CellPlottable*>(part);
    const Cell from = map && !map->pinned().isNone() && map->pinned() != m_pinned ? map->pinned() : m_cell;
    const Cell size = tableSizeOf(part);
    Cell to = from.isNone() || from.row >= size.row || from.column >= size.column
        ? Cell{0, 0}
        : Cell{from.row + (runsAcross(part) ? dx : dy), from.column + (runsAcross(part) ? 0 : dx)};
    const bool isAcross = runsAcross(part) && dy != 0;
    if (isAcross || to.row < 0 || to.column < 0 || to.row >= size.row || to.column >= size.column) {
        const int next = beside(all, index, dx, dy);
        if (next < 0 && indexOf(all) == index)
            return;
        // It is looked at there, not yet chosen; lines of one place are at the same point.
        index = next < 0 ? index : next; // with the first key nothing else: it is where the picture is marked
        part = all[std::size_t(index)];
        map = qobject_cast<const CellPlottable*>(part);
        const Cell there = tableSizeOf(part);
        const bool isSame = (isAcross && runsAcross(part)) || (map && part->name() == m_name);
        to = map && !map->pinned().isNone() ? map->pinned() : isSame ? from : Cell{0, 0};
        to = {std::clamp(to.row, 0, there.row - 1), std::clamp(to.column, 0, there.column - 1)};
        map = nullptr;
    }
    m_part = index;
    m_name = part->name();
    m_cell = to;
    if (map && map->pinned() != to) {
        m_plot.zoom().reveal(*map, to);
        emit m_plot.cellClicked(map->name(), to.row, to.column, modifiers); // may draw everything anew
    }
    tell();
}

void PlotCursor::tell()
{
    m_isShown = true;
    const std::vector<QCPAbstractPlottable*> all = parts();
    const int index = indexOf(all);
    if (index < 0)
        return;
    auto* const map = qobject_cast<CellPlottable*>(all[std::size_t(index)]);
    m_pinned = map ? map->pinned() : Cell();
    m_plot.hover(map, map ? m_cell : Cell());
    if (!map)
        emit m_plot.numberMarked(numbersAt(m_plot));
    m_plot.update();
    tellNumber(m_plot);
}

} // namespace widgets
