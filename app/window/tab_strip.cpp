#include "app/window/tab_strip.h"

#include "widgets/plot/strong_type.h"
#include "widgets/plot/theme.h"

#include <QFontMetrics>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <numeric>
#include <utility>

namespace app {

using namespace widgets;

namespace {

constexpr int closest = 3;        // px beside the words
constexpr double smallest = 0.82; // of the type
constexpr double smallestOfLarge = 0.7; // above 1.4 of ordinary type: as large as that all the same

QFont tabFont(bool current, const QString& text, bool dense, double factor = 1)
{
    QFont font = fontOf(TextRole::Label, currentTheme());
    font.setPointSizeF(font.pointSizeF() * (dense ? 1 : 1.05) * factor);
    return current ? strong(font, text) : font;
}

int scaled(int px) { return int(px * currentTheme().scale); }

} // namespace

TabStrip::TabStrip(QWidget* parent)
    : QTabBar(parent)
{
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(true);
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);
}

/// In the bold face, without the room beside them. Measured once, until the words or their type change.
const std::vector<int>& TabStrip::wordWidths(double factor) const
{
    QStringList words;
    for (int i = 0; i < count(); ++i)
        words << tabText(i);
    if (const QFont type = tabFont(false, {}, m_isDense); words != m_words || type != m_type) {
        m_words = words;
        m_type = type;
        m_widths.clear();
    }
    const auto [measured, isNew] = m_widths.try_emplace(factor);
    if (isNew)
        for (const QString& word : words)
            measured->second.push_back(QFontMetrics(tabFont(true, word, m_isDense, factor)).horizontalAdvance(word));
    return measured->second;
}

int TabStrip::wordsWidth(double factor) const
{
    const std::vector<int>& widths = wordWidths(factor);
    return std::accumulate(widths.begin(), widths.end(), 0);
}

/// Of all words the part of their size that the strip has room for.
double TabStrip::typeFactor() const
{
    const int words = wordsWidth(1), room = width() - 2 * scaled(closest) * count() - 1;
    const double least = currentTheme().scale > 1.4 ? smallestOfLarge : smallest;
    double factor = words > room ? std::max(least, double(room) / words) : 1;
    while (factor > least && wordsWidth(factor) > room) // type does not shrink evenly
        factor -= 0.01;
    return factor;
}

QSize TabStrip::tabSizeHint(int index) const
{
    // The width of the bold face, so that choosing a page moves none of the others. Where not all of them fit, they move closer,
    // and then become smaller.
    const double factor = typeFactor();
    const QFontMetrics metrics(tabFont(true, tabText(index), m_isDense)); // its height does not depend on the room
    const int pad = std::clamp((width() - wordsWidth(factor)) / (2 * std::max(1, count())), scaled(closest), scaled(space::m));
    return {wordWidths(factor)[std::size_t(index)] + 2 * pad, metrics.height() + 2 * scaled(m_isDense ? space::xs : space::m)};
}

void TabStrip::setTabShown(int index, bool isShown)
{
    if (isTabVisible(index) != isShown) // else a tab bar forgets that its tabs are yet to be laid out
        setTabVisible(index, isShown);
}

void TabStrip::setDense(bool dense)
{
    if (std::exchange(m_isDense, dense) == dense)
        return;
    setIconSize(iconSize() + QSize(0, dense ? -1 : 1)); // only its own changes make a tab bar lay out its tabs
    updateGeometry();
}

/// Of a tab, between the edge and the buttons that scroll.
QRect TabStrip::seenOf(int index) const
{
    int right = width();
    for (const QToolButton* const button : findChildren<const QToolButton*>(Qt::FindDirectChildrenOnly))
        if (button->isVisible())
            right = std::min(right, button->x());
    return tabRect(index) & QRect(0, 0, right, height());
}

QString TabStrip::shownText(int index) const
{
    const QRect rect = tabRect(index), seen = seenOf(index);
    if (seen.width() >= rect.width())
        return tabText(index);
    const QFontMetrics metrics(tabFont(index == currentIndex(), tabText(index), m_isDense, typeFactor()));
    return metrics.elidedText(
        tabText(index), seen.left() > rect.left() ? Qt::ElideLeft : Qt::ElideRight, seen.width() - 2 * scaled(closest));
}

void TabStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = currentTheme();
    painter.setPen(theme.border);
    painter.drawLine(0, height() - 1, width(), height() - 1);
    const double factor = typeFactor();
    for (int i = 0; i < count(); ++i) {
        const QRect rect = tabRect(i);
        const bool isCurrent = i == currentIndex();
        painter.setFont(tabFont(isCurrent, tabText(i), m_isDense, factor));
        painter.setPen(isCurrent || i == m_hovered ? theme.text : theme.text2);
        painter.drawText(seenOf(i), Qt::AlignCenter, shownText(i));
        if (isCurrent)
            painter.fillRect(
                QRect(rect.left() + scaled(space::s), height() - scaled(2), rect.width() - 2 * scaled(space::s), scaled(2)),
                theme.accent);
        if (isCurrent && hasFocus()) {
            painter.setPen(QPen(theme.accent, 2));
            painter.drawRoundedRect(rect.adjusted(3, 5, -3, -7), 4, 4);
        }
    }
}

void TabStrip::changeEvent(QEvent* event)
{
    QTabBar::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange
        || event->type() == QEvent::FontChange) {
        updateGeometry();
        update();
    }
}

void TabStrip::mouseMoveEvent(QMouseEvent* event)
{
    QTabBar::mouseMoveEvent(event);
    if (const int index = tabAt(event->pos()); index != m_hovered) {
        m_hovered = index;
        update();
    }
}

void TabStrip::leaveEvent(QEvent* event)
{
    QTabBar::leaveEvent(event);
    m_hovered = -1;
    update();
}

} // namespace app
