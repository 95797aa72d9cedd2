#include "widgets/views/writing/text_tree.h"

#include "widgets/plot/panel_layout.h"
#include "widgets/views/writing/words.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

// Px of ordinary type.
constexpr double minColumn = 76, maxColumn = 190, widest = 11, minBranch = 22, gap = 4, maxRoot = 92;

} // namespace

TextTree::TextTree(QCPAxisRect* rect, const FigureStyle& style)
    : CellPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style)
{
    setName(QStringLiteral("texts"));
    setAntialiased(true);
    for (QCPAxis* const axis : rect->axes()) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins({});
}

void TextTree::setData(Data data)
{
    m_data = std::move(data);
    setSize(std::max(1, int(m_data.tips.size())), m_data.columns + 1);
}

QFont TextTree::wordFont() const { return figureFont(style(), style().labelPoints, QFont::DemiBold); }

QRect TextTree::clipRect() const { return mKeyAxis ? mKeyAxis->axisRect()->outerRect().adjusted(-4, -4, 4, 4) : QRect(); }

TextTree::Places TextTree::places() const
{
    Places at;
    at.all = QRectF(mKeyAxis->axisRect()->rect());
    const double unit = typeScale(style());
    const QFontMetricsF ticks(tickFont(style()), mParentPlot), words(wordFont(), mParentPlot);
    double tip = 0, word = 0;
    for (const TreeTip& one : m_data.tips)
        tip = std::max({tip, ticks.horizontalAdvance(one.name), ticks.horizontalAdvance(one.note)});
    for (const TreeWord& one : m_data.words)
        word = std::max(word, words.horizontalAdvance(one.text));
    const double root = rootRect(at).width() + gap * unit;
    const double room = at.all.width() - root - tip - 4 * gap * unit;
    const int columns = std::max(1, m_data.columns);
    const int fitting = std::clamp(int(room / (minColumn * unit)), 1, columns);
    at.first = std::clamp(m_data.first, 0, columns - fitting);
    at.last = at.first + fitting - 1;
    at.pitch = std::min(room / fitting, maxColumn * unit);
    at.left = at.all.left() + root;
    at.wordRoom = std::min(word + 2, at.pitch - minBranch * unit - 2 * gap * unit);
    at.laneHeight = at.all.height() / std::max<double>(1, double(m_data.tips.size()));
    return at;
}

int TextTree::hiddenColumns() const
{
    const Places at = places();
    return m_data.columns - (at.last - at.first + 1);
}

QString TextTree::shownWord(const Places& at, const TreeWord& word) const
{
    return QFontMetricsF(wordFont(), mParentPlot).elidedText(word.text, Qt::ElideRight, at.wordRoom);
}

QRectF TextTree::wordRect(const Places& at, const TreeWord& word) const
{
    const QFontMetricsF metrics(wordFont(), mParentPlot);
    const double right = at.column(word.column) + at.pitch, width = metrics.horizontalAdvance(shownWord(at, word)) + 2;
    return {right - at.wordRoom, at.lane(word.lane) - metrics.height() / 2, width, metrics.height()};
}

QRectF TextTree::rootRect(const Places& at) const
{
    const QFontMetricsF metrics(wordFont(), mParentPlot);
    const double most = maxRoot * typeScale(style());
    const double width = std::min(most, metrics.horizontalAdvance(m_data.root) + 2 * gap);
    return {at.all.left() + 1, at.lane(0) - metrics.height() / 2 - 1, width, metrics.height() + 2};
}

const TreeWord* TextTree::parentOf(const TreeWord& word) const
{
    for (const TreeWord& other : m_data.words)
        if (other.column == word.column - 1 && other.lane == word.parentLane)
            return &other;
    return nullptr;
}

int TextTree::nodeAt(Cell cell) const
{
    if (cell.column == 0)
        return 0;
    for (const TreeWord& word : m_data.words)
        if (word.lane == cell.row && word.column == cell.column - 1)
            return word.node;
    return -1;
}

Cell TextTree::cellAt(const QPointF& pixel) const
{
    if (!mKeyAxis || m_data.tips.empty() || !QRectF(mKeyAxis->axisRect()->rect()).contains(pixel))
        return {};
    const Places at = places();
    if (rootRect(at).adjusted(-gap, -gap, gap, gap).contains(pixel))
        return {0, 0};
    for (const TreeWord& word : m_data.words)
        if (word.column >= at.first && word.column <= at.last
            && wordRect(at, word).adjusted(-gap, -gap, gap, gap).contains(pixel))
            return {word.lane, word.column + 1};
    return {};
}

std::vector<NumberSet> TextTree::numbers() const
{
    NumberSet set{name(), {"word", "value"}, {core::Index(m_data.words.size()), 3}, {}, {{}, {"lane", "column", "probability"}}};
    for (const TreeWord& word : m_data.words) {
        set.labels[0] << word.text;
        set.values.insert(set.values.end(), {double(word.lane), double(word.column), word.probability});
    }
    return {set};
}

void TextTree::drawBranch(QCPPainter* painter, const Places& at, const TreeWord& word) const
{
    const Theme& theme = themeOf(style());
    const double unit = typeScale(style());
    const QRectF to = wordRect(at, word);
    const TreeWord* const parent = parentOf(word);
    const bool isFirst = word.column == at.first;
    const QFontMetricsF metrics(tickFont(style()), mParentPlot);
    const QString before = QStringLiteral("… ");
    const double from = isFirst && word.column > 0 ? at.left + metrics.horizontalAdvance(before)
        : parent                                   ? wordRect(at, *parent).right() + gap
                                                   : rootRect(at).right() + gap;
    const int lane = word.column == 0 ? 0 : word.parentLane;
    const double end = to.left() - gap, y0 = at.lane(isFirst && word.column > 0 ? word.lane : lane), y1 = at.lane(word.lane);
    QColor color = theme.slotA;
    color.setAlphaF(0.55F);
    QPen pen(color, std::max(1.0, widest * unit * word.probability), Qt::SolidLine, Qt::FlatCap);
    QPainterPath path(QPointF(from, y0));
    const double bend = std::min(end - from, at.pitch * 0.5);
    if (y0 != y1)
        path.cubicTo(from + bend * 0.6, y0, from + bend * 0.3, y1, from + bend, y1);
    path.lineTo(end, y1);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(pen);
    painter->drawPath(path);
    if (word.isGreedy) {
        painter->setPen(QPen(theme.text, 1.2, Qt::DashLine, Qt::FlatCap));
        painter->drawPath(path);
    }
    if (isFirst && word.column > 0) { // what is before it has no room
        painter->setFont(tickFont(style()));
        painter->setPen(theme.text2);
        painter->drawText(QRectF(at.left, y1 - metrics.height() / 2, from - at.left, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, before);
    }
    const QString number = shortProbability(word.probability);
    const double width = metrics.horizontalAdvance(number), thick = std::max(1.0, widest * unit * word.probability);
    const double left = y0 != y1 ? from + bend * 0.5 : from;
    if (width > end - left + gap || at.laneHeight < 2 * metrics.height())
        return;
    painter->setFont(figureFont(style(), style().tickPoints, QFont::DemiBold));
    painter->setPen(theme.slotA);
    painter->drawText(
        QRectF(left - 20, y1 - thick / 2 - metrics.height() - 1, end - left + 40, metrics.height()), Qt::AlignCenter, number);
}

void TextTree::drawRoot(QCPPainter* painter, const Places& at) const
{
    const Theme& theme = themeOf(style());
    const QRectF box = rootRect(at);
    painter->setPen(m_data.isRootSelected ? QPen(theme.accent, 1.5) : QPen(theme.border, 1));
    painter->setBrush(m_data.isRootSelected ? theme.selection : theme.surface);
    painter->drawRoundedRect(box, 3, 3);
    painter->setFont(wordFont());
    painter->setPen(m_data.isRootSelected ? theme.selectionText : theme.text);
    const QFontMetricsF metrics(wordFont(), mParentPlot);
    painter->drawText(box, Qt::AlignCenter, metrics.elidedText(m_data.root, Qt::ElideLeft, box.width() - gap));
}

void TextTree::drawTips(QCPPainter* painter, const Places& at) const
{
    const Theme& theme = themeOf(style());
    const QFontMetricsF metrics(tickFont(style()), mParentPlot);
    painter->setFont(tickFont(style()));
    for (std::size_t lane = 0; lane < m_data.tips.size(); ++lane) {
        const TreeTip& tip = m_data.tips[lane];
        if (tip.column < at.first)
            continue;
        const TreeWord word{.text = QString(), .lane = int(lane), .column = std::min(tip.column, at.last)};
        double left = at.column(word.column) + at.pitch - at.wordRoom;
        for (const TreeWord& other : m_data.words)
            if (other.lane == int(lane) && other.column == word.column)
                left = wordRect(at, other).right();
        const double y = at.lane(int(lane));
        if (tip.isOpen) {
            painter->setPen(QPen(theme.accent, 2));
            painter->drawLine(QLineF(left + gap, y - metrics.height() / 2, left + gap, y + metrics.height() / 2));
        }
        const bool hasTwoLines = at.laneHeight >= 2.1 * metrics.height() && !tip.note.isEmpty();
        const double x = left + 3 * gap, width = at.all.right() - x;
        painter->setPen(tip.isGreedy ? theme.text : theme.slotA);
        const double above = hasTwoLines ? metrics.height() : metrics.height() / 2;
        const auto shortened = [&](const QString& words) { return metrics.elidedText(words, Qt::ElideRight, width); };
        painter->drawText(QRectF(x, y - above, width, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, shortened(tip.name));
        painter->setPen(theme.text2);
        if (hasTwoLines)
            painter->drawText(QRectF(x, y, width, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, shortened(tip.note));
    }
}

void TextTree::draw(QCPPainter* painter)
{
    if (!mKeyAxis || m_data.tips.empty())
        return;
    painter->setAntialiasing(true);
    const Theme& theme = themeOf(style());
    const Places at = places();
    const auto isShown = [&](const TreeWord& word) { return word.column >= at.first && word.column <= at.last; };
    for (const TreeWord& word : m_data.words)
        if (isShown(word))
            drawBranch(painter, at, word);
    drawRoot(painter, at);
    for (const TreeWord& word : m_data.words) {
        if (!isShown(word))
            continue;
        const QRectF box = wordRect(at, word);
        const bool isHovered = hovered() == Cell{word.lane, word.column + 1};
        painter->setPen(word.isSelected ? QPen(theme.accent, 1.5) : QPen(theme.text2, 1));
        painter->setBrush(word.isSelected ? QBrush(theme.selection) : QBrush(Qt::NoBrush));
        if (word.isSelected || isHovered)
            painter->drawRoundedRect(box.adjusted(-3, -1, 2, 1), 3, 3);
        painter->setFont(wordFont());
        painter->setPen(word.isSelected ? theme.selectionText : theme.text);
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter, shownWord(at, word));
    }
    drawTips(painter, at);
}

} // namespace widgets
