#include "app/window/token_bars.h"

#include "widgets/plot/theme.h"
#include "widgets/views/shared/predictions.h"

#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace app {

using namespace widgets;

namespace {

QFont rowFont() { return fontOf(TextRole::Label, currentTheme()); }

int rowHeight() { return QFontMetrics(rowFont()).height() + int(6 * currentTheme().scale); }

} // namespace

TokenBars::TokenBars(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setMouseTracking(true);
}

void TokenBars::setBars(const QString& heading, std::vector<Bar> bars)
{
    m_heading = heading;
    m_bars = std::move(bars);
    m_marked = std::min(m_marked, int(m_bars.size()) - 1);
    if (std::exchange(m_rowHeight, rowHeight()) != rowHeight()) // other bars need no other room
        updateGeometry();
    update();
}

void TokenBars::setOpen(bool open)
{
    m_isOpen = open;
    setFocusPolicy(open ? Qt::StrongFocus : Qt::NoFocus);
    setCursor(Qt::ArrowCursor);
    mark(-1);
}

QSize TokenBars::sizeHint() const { return {220, rowHeight() * (maxBars + 1)}; }

QSize TokenBars::minimumSizeHint() const { return {120, rowHeight() * (minBars + 1)}; }

int TokenBars::shown() const { return std::clamp(height() / rowHeight() - 1, 0, int(m_bars.size())); }

QRect TokenBars::barRect(int bar) const { return {0, (bar + 1) * rowHeight(), width(), rowHeight()}; }

int TokenBars::barAt(const QPoint& pixel) const
{
    const int bar = pixel.y() / rowHeight() - 1;
    return rect().contains(pixel) && bar >= 0 && bar < shown() ? bar : -1;
}

void TokenBars::mark(int bar)
{
    if (std::exchange(m_marked, bar) != bar)
        update();
}

void TokenBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = currentTheme();
    painter.setFont(rowFont());
    const QFontMetrics metrics(rowFont());
    const int height = rowHeight();
    painter.setPen(theme.text2);
    if (m_bars.empty()) {
        painter.drawText(rect(), Qt::AlignTop | Qt::TextWordWrap, m_heading);
        return;
    }
    painter.drawText(QRect(0, 0, width(), height), Qt::AlignVCenter, metrics.elidedText(m_heading, Qt::ElideRight, width()));

    const int nameWidth = width() * 38 / 100;
    const int numberWidth = metrics.horizontalAdvance(probabilityText(0));
    const int barLeft = nameWidth + space::s;
    const double barRoom = std::max(8, width() - barLeft - numberWidth - space::s);
    for (int i = 0; i < shown(); ++i) {
        const Bar& one = m_bars[std::size_t(i)];
        const QRect line = barRect(i);
        if (i == m_marked) {
            painter.setPen(hasFocus() ? QPen(theme.accent, 1.5) : Qt::NoPen);
            painter.setBrush(theme.selection);
            painter.drawRoundedRect(QRectF(line).adjusted(0.75, 0.75, -0.75, -0.75), 3, 3);
        }
        painter.setPen(i == m_marked ? theme.selectionText : theme.text);
        painter.drawText(QRect(0, line.top(), nameWidth, height), Qt::AlignVCenter | Qt::AlignRight,
            metrics.elidedText(one.token, Qt::ElideRight, nameWidth));
        const double bar = std::max(2.0, barRoom * one.probability / m_bars[0].probability);
        painter.setPen(Qt::NoPen);
        painter.setBrush(i == 0 ? theme.slotB : theme.slotA);
        painter.drawRoundedRect(QRectF(barLeft, line.top() + height * 0.22, bar, height * 0.56), 2, 2);
        painter.setPen(i == m_marked ? theme.selectionText : theme.text2);
        painter.drawText(QRectF(barLeft + bar + space::xs, line.top(), numberWidth + space::s, height), Qt::AlignVCenter,
            probabilityText(one.probability));
    }
}

void TokenBars::mouseMoveEvent(QMouseEvent* event)
{
    const int bar = m_isOpen ? barAt(event->position().toPoint()) : -1;
    setCursor(bar < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
    mark(bar);
}

void TokenBars::mouseReleaseEvent(QMouseEvent* event)
{
    const int bar = barAt(event->position().toPoint());
    if (m_isOpen && bar >= 0 && event->button() == Qt::LeftButton)
        emit chosen(bar);
}

void TokenBars::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const int bar = isByKey ? m_marked : barAt(event->pos());
    if (bar >= 0)
        emit asked(bar, isByKey ? mapToGlobal(barRect(bar).center()) : event->globalPos());
    event->setAccepted(bar >= 0);
}

void TokenBars::leaveEvent(QEvent*) { mark(-1); }

void TokenBars::keyPressEvent(QKeyEvent* event)
{
    const int last = shown() - 1;
    if (event->key() == Qt::Key_Down)
        mark(std::min(m_marked + 1, last));
    else if (event->key() == Qt::Key_Up)
        mark(std::max(m_marked - 1, std::min(0, last)));
    else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && m_marked >= 0)
        emit chosen(m_marked);
    else
        QWidget::keyPressEvent(event);
}

void TokenBars::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    if (m_isOpen && m_marked < 0 && event->reason() != Qt::MouseFocusReason)
        mark(std::min(0, int(m_bars.size()) - 1));
}

} // namespace app
