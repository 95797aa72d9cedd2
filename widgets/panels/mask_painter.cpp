#include "widgets/panels/mask_painter.h"

#include "widgets/controls/text_label.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace widgets {

namespace {

constexpr double namesShare = 0.23; // of the side, for the tokens
constexpr double typeOfCell = 1.05; // height of a line, of a cell
constexpr double smallestType = 5.5; // pt

} // namespace

MaskPainter::MaskPainter(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::CrossCursor);
}

int MaskPainter::maxPixels() const
{
    return std::max(minimumSizeHint().height(), std::min(int(260 * currentTheme().scale), m_maxSide));
}

void MaskPainter::setMaxSide(int side)
{
    if (std::exchange(m_maxSide, side) != side)
        updateGeometry();
}

void MaskPainter::setTable(const core::Json& table)
{
    if (m_changed) // the person is painting
        return;
    m_cells.clear();
    if (table.is_array())
        for (const core::Json& row : table) {
            std::vector<bool>& cells = m_cells.emplace_back();
            for (const core::Json& cell : row)
                cells.push_back(cell.is_boolean() ? cell.get<bool>() : cell.get<double>() != 0);
        }
    update();
}

void MaskPainter::setTokens(const QStringList& tokens)
{
    if (std::exchange(m_tokens, tokens) != tokens)
        update();
}

core::Json MaskPainter::table() const { return core::jsonOf(m_cells); }

int MaskPainter::shown() const
{
    const int all = m_cells.empty() ? 0 : int(std::min(m_cells.size(), m_cells.front().size()));
    return m_tokens.isEmpty() ? all : std::min(all, int(m_tokens.size()));
}

double MaskPainter::nameWidth() const { return std::min(width(), height()) * namesShare; }

double MaskPainter::cellSize() const { return shown() == 0 ? 0 : (std::min(width(), height()) - 1 - nameWidth()) / shown(); }

QRectF MaskPainter::cellRect(int query, int key) const
{
    return {nameWidth() + key * cellSize(), nameWidth() + query * cellSize(), cellSize(), cellSize()};
}

QString MaskPainter::nameOf(int token) const
{
    return token < m_tokens.size() ? visibleToken(m_tokens[token]) : countedText(token);
}

QPoint MaskPainter::cellAt(const QPointF& position) const
{
    const QPointF inside = position - QPointF(nameWidth(), nameWidth());
    if (cellSize() <= 0 || inside.x() < 0 || inside.y() < 0)
        return {-1, -1};
    const QPoint at(int(inside.x() / cellSize()), int(inside.y() / cellSize()));
    return at.x() < shown() && at.y() < shown() ? at : QPoint(-1, -1);
}

bool MaskPainter::cell(const QPoint& at) const { return m_cells[std::size_t(at.y())][std::size_t(at.x())]; }

void MaskPainter::setCell(const QPoint& at, bool seen)
{
    if (at.x() < 0 || cell(at) == seen)
        return;
    m_cells[std::size_t(at.y())][std::size_t(at.x())] = seen;
    m_changed = true;
    update();
}

void MaskPainter::speak()
{
    setAccessibleDescription(shown() == 0 ? QString()
            : cell(m_cursor)              ? tr("query %1 sees key %2").arg(nameOf(m_cursor.y()), nameOf(m_cursor.x()))
                                          : tr("query %1 does not see key %2").arg(nameOf(m_cursor.y()), nameOf(m_cursor.x())));
    QAccessibleEvent spoken(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&spoken);
}

/// Tokens beside the rows and above the columns, as many as can be read.
void MaskPainter::paintNames(QPainter& painter) const
{
    QFont font = fontOf(TextRole::Caption, currentTheme());
    const double wanted = cellSize() * typeOfCell;
    if (QFontMetricsF(font).height() > wanted)
        font.setPointSizeF(font.pointSizeF() * wanted / QFontMetricsF(font).height());
    const bool areReadable = font.pointSizeF() >= smallestType;
    painter.setFont(areReadable ? font : fontOf(TextRole::Caption, currentTheme()));
    painter.setPen(currentTheme().text2);
    const double gap = space::xs, room = nameWidth() - gap;
    const QFontMetricsF metrics(painter.font());
    const auto name = [&](const QRectF& rect, const QString& text) {
        painter.drawText(rect, Qt::AlignRight | Qt::AlignVCenter, metrics.elidedText(text, Qt::ElideRight, rect.width()));
    };
    for (int i = 0; areReadable && i < shown(); ++i)
        name({0, cellRect(i, 0).top(), room, cellSize()}, nameOf(i));
    painter.save();
    painter.rotate(90); // what is above is read downwards
    for (int i = 0; areReadable && i < shown(); ++i)
        name({0, -cellRect(0, i).right(), room, cellSize()}, nameOf(i));
    painter.restore();
    painter.drawText(QRectF(0, 0, nameWidth(), nameWidth()), Qt::AlignCenter | Qt::TextWordWrap, tr("query ↓\nkey →"));
}

void MaskPainter::paintEvent(QPaintEvent*)
{
    const Theme& theme = currentTheme();
    QPainter painter(this);
    const double size = cellSize();
    const QRectF all(nameWidth(), nameWidth(), size * shown(), size * shown());
    paintNames(painter);
    painter.fillRect(all, theme.surfaceAlt);
    const double gap = size > 5 ? 1 : 0;
    for (int query = 0; query < shown(); ++query)
        for (int key = 0; key < shown(); ++key)
            if (cell({key, query}))
                painter.fillRect(cellRect(query, key).adjusted(gap, gap, 0, 0), isEnabled() ? theme.accent : theme.disabled);
    painter.setPen(hasFocus() ? theme.accent : theme.border);
    painter.drawRect(all);
    if (hasFocus() && shown() > 0) {
        painter.setPen(QPen(theme.text, 2));
        painter.drawRect(cellRect(m_cursor.y(), m_cursor.x()));
    }
}

void MaskPainter::mousePressEvent(QMouseEvent* event)
{
    const QPoint at = cellAt(event->position());
    if (event->button() != Qt::LeftButton || at.x() < 0)
        return;
    m_cursor = at;
    m_brush = !cell(at);
    setCell(at, m_brush);
}

void MaskPainter::mouseMoveEvent(QMouseEvent* event)
{
    if (m_changed && event->buttons() & Qt::LeftButton)
        setCell(cellAt(event->position()), m_brush);
}

void MaskPainter::mouseReleaseEvent(QMouseEvent*)
{
    if (std::exchange(m_changed, false))
        emit painted(table());
    speak();
}

void MaskPainter::keyPressEvent(QKeyEvent* event)
{
    if (shown() == 0)
        return QWidget::keyPressEvent(event);
    const auto move = [&](int keys, int queries) {
        m_cursor = {std::clamp(m_cursor.x() + keys, 0, shown() - 1), std::clamp(m_cursor.y() + queries, 0, shown() - 1)};
        speak();
        update();
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return move(-1, 0);
    case Qt::Key_Right:
        return move(1, 0);
    case Qt::Key_Up:
        return move(0, -1);
    case Qt::Key_Down:
        return move(0, 1);
    case Qt::Key_Space:
        move(0, 0); // inside, should the text have become shorter
        setCell(m_cursor, !cell(m_cursor));
        m_changed = false;
        speak();
        emit painted(table());
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

bool MaskPainter::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const QPoint at = cellAt(static_cast<QHelpEvent*>(event)->pos());
        setToolTip(at.x() < 0 ? QString() : tr("query %1, key %2: click or drag to paint").arg(nameOf(at.y()), nameOf(at.x())));
    }
    return QWidget::event(event);
}

} // namespace widgets
