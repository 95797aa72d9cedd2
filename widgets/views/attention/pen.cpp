#include "widgets/views/attention/pen.h"

#include "widgets/plot/plot.h"
#include "widgets/plot/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace widgets {

AttentionPen::AttentionPen(Plot& plot)
    : QWidget(&plot)
    , m_plot(plot)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void AttentionPen::setOn(bool isOn)
{
    if (std::exchange(m_isOn, isOn) == isOn)
        return;
    if (isOn)
        m_plot.setCursor(Qt::CrossCursor);
    else
        m_plot.unsetCursor();
    m_isHeld = false;
    end();
}

bool AttentionPen::take(const QEvent& event, const QString& mapName)
{
    if (!m_isOn)
        return false;
    const auto mouse = [&]() -> const QMouseEvent& { return static_cast<const QMouseEvent&>(event); };
    switch (event.type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick: // strokes may follow each other at once
        return mouse().button() == Qt::LeftButton && begin(mouse().position(), mapName);
    case QEvent::MouseMove:
        if (m_isHeld)
            goOn(mouse().position());
        return m_isHeld;
    case QEvent::MouseButtonRelease: {
        if (mouse().button() != Qt::LeftButton || !std::exchange(m_isHeld, false))
            return false;
        const std::vector<Cell> cells = m_map ? m_cells : std::vector<Cell>();
        const QString map = m_map ? m_map->name() : QString();
        end();
        if (!cells.empty())
            emit drawn(map, cells);
        return true;
    }
    default:
        return false;
    }
}

bool AttentionPen::begin(const QPointF& pixel, const QString& mapName)
{
    const QList<CellPlottable*> maps = m_plot.cellMaps();
    const auto found = std::ranges::find_if(maps, [&](const CellPlottable* map) {
        const bool isOfName = map->name() == mapName || map->name().startsWith(mapName + QLatin1Char(' '));
        return isOfName && !map->cellAt(pixel).isNone();
    });
    if (found == maps.end())
        return false;
    end();
    m_map = *found;
    m_isHeld = true;
    setGeometry(m_plot.rect());
    goOn(pixel);
    show();
    raise();
    return true;
}

/// Every cell on the way, however fast the mouse is.
void AttentionPen::goOn(const QPointF& pixel)
{
    const Cell now = m_map ? m_map->cellAt(pixel) : Cell();
    if (!now.isNone()) {
        const Cell from = m_last.isNone() ? now : m_last;
        const int steps = std::max(std::abs(now.row - from.row), std::abs(now.column - from.column));
        for (int i = 0; i <= steps; ++i) {
            const double share = steps == 0 ? 1 : double(i) / steps;
            add({int(std::lround(from.row + share * (now.row - from.row))),
                int(std::lround(from.column + share * (now.column - from.column)))});
        }
    }
    m_last = now;
}

void AttentionPen::add(Cell cell)
{
    if (std::ranges::find(m_cells, cell) != m_cells.end())
        return;
    m_cells.push_back(cell);
    update();
}

void AttentionPen::end()
{
    m_map = nullptr;
    m_last = {};
    m_cells.clear();
    hide();
}

void AttentionPen::paintEvent(QPaintEvent*)
{
    if (!m_map)
        return;
    QPainter painter(this);
    painter.setClipRect(m_map->keyAxis()->axisRect()->rect());
    painter.setPen(QPen(currentTheme().accent, 2));
    QColor fill = currentTheme().accent;
    fill.setAlphaF(0.4f);
    painter.setBrush(fill);
    for (const Cell cell : m_cells)
        painter.drawRect(m_map->cellRect(cell));
}

} // namespace widgets
