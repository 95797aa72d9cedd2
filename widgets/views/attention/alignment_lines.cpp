#include "widgets/views/attention/alignment_lines.h"

#include "widgets/plot/figure_style.h"
#include "widgets/plot/theme.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double faintest = 0.02;   // weaker lines are not seen
constexpr double widestPitch = 110; // px of ordinary type between tokens
constexpr double narrowest = 12;    // px that a word needs
constexpr double gap = 4;
constexpr double between = 2; // px between two words

} // namespace

AlignmentLines::AlignmentLines(QCPAxisRect* rect, const FigureStyle& style)
    : CellPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style)
{
    for (QCPAxis* axis : rect->axes())
        axis->setVisible(false);
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins({});
}

void AlignmentLines::setWeights(Grid weights, const QStringList& target, const QStringList& source)
{
    m_weights = std::move(weights);
    m_target = target;
    m_source = source;
    setSize(int(m_weights.rows), int(m_weights.columns));
}

std::vector<NumberSet> AlignmentLines::numbers() const
{
    NumberSet set{name(), {"row", "column"}, {m_weights.rows, m_weights.columns}, {}, {m_target, m_source}};
    for (core::Index row = 0; row < m_weights.rows; ++row)
        for (core::Index column = 0; column < m_weights.columns; ++column)
            set.values.push_back(double(m_weights.at(row, column)));
    return {set};
}

int AlignmentLines::shownTarget() const
{
    for (const Cell cell : {hovered(), pinned()})
        if (cell.row >= 0 && cell.row < rows())
            return cell.row;
    return -1;
}

int AlignmentLines::pinnedSource() const
{
    const int source = pinned().column;
    return source >= 0 && source < columns() ? source : -1;
}

double AlignmentLines::middleOf(int token, int count) const
{
    const QRectF room(mKeyAxis->axisRect()->rect());
    const double pitch = std::min(widestPitch * themeOf(style()).scale, room.width() / std::max(1, count));
    return room.center().x() + (token + 0.5 - count / 2.0) * pitch;
}

Cell AlignmentLines::cellAt(const QPointF& pixel) const
{
    if (!mKeyAxis || m_weights.isEmpty() || !QRectF(mKeyAxis->axisRect()->rect()).contains(pixel))
        return {};
    const bool isTarget = pixel.y() > mKeyAxis->axisRect()->rect().center().y();
    const int count = isTarget ? rows() : columns();
    const double pitch = middleOf(1, count) - middleOf(0, count);
    const int place = int(std::floor((pixel.x() - middleOf(0, count)) / pitch + 0.5));
    if (place < 0 || place >= count)
        return {};
    return isTarget ? Cell{place, int(largestInRow(m_weights, place))} : Cell{std::max(0, shownTarget()), place};
}

void AlignmentLines::draw(QCPPainter* painter)
{
    if (m_weights.isEmpty() || !mKeyAxis)
        return;
    const Theme& theme = themeOf(style());
    const QRectF room(mKeyAxis->axisRect()->rect());
    const double text = QFontMetricsF(tickFont(style()), mParentPlot).height() + gap;
    const double top = room.top() + text, bottom = room.bottom() - text;
    const int shown = shownTarget();
    painter->setAntialiasing(true);
    painter->setBrush(Qt::NoBrush);
    for (const bool isShown : {false, true}) // those of the shown token above the others
        for (int target = 0; target < rows(); ++target)
            for (int source = 0; (target == shown) == isShown && source < columns(); ++source) {
                const auto weight = double(m_weights.at(target, source));
                if (!(weight >= faintest))
                    continue;
                QColor color = isShown ? theme.slotB : theme.slotA;
                color.setAlphaF(float(std::min(1.0, (shown < 0 || isShown ? 0.15 + 0.85 * weight : 0.08 + 0.5 * weight))));
                painter->setPen(QPen(color, (0.6 + 4 * weight) * theme.scale, Qt::SolidLine, Qt::RoundCap));
                const QPointF from(middleOf(target, rows()), bottom), to(middleOf(source, columns()), top);
                const double bend = (bottom - top) * 0.4;
                QPainterPath path(from);
                path.cubicTo(from - QPointF(0, bend), to + QPointF(0, bend), to);
                painter->drawPath(path);
            }
    drawTexts(painter, m_source, false);
    drawTexts(painter, m_target, true);
}

void AlignmentLines::drawTexts(QCPPainter* painter, const QStringList& texts, bool isTarget) const
{
    const Theme& theme = themeOf(style());
    const QRectF room(mKeyAxis->axisRect()->rect());
    const auto count = int(texts.size());
    const double pitch = middleOf(1, count) - middleOf(0, count);
    const double least = narrowest * theme.scale;
    const int step = std::max(1, int(std::ceil(least / pitch)));
    const int shown = shownTarget(), source = pinnedSource();
    const int marked = isTarget ? shown : source >= 0 ? source : shown >= 0 ? int(largestInRow(m_weights, shown)) : -1;
    const double height = QFontMetricsF(tickFont(style()), mParentPlot).height();
    const auto fontAt
        = [&](int i) { return i == marked ? figureFont(style(), style().tickPoints, QFont::DemiBold) : tickFont(style()); };
    const auto widthAt = [&](int i) { // of all of the word
        return i >= 0 && i < count ? QFontMetricsF(fontAt(i), mParentPlot).horizontalAdvance(texts[i]) : 0;
    };
    for (int i = 0; i < count; i += step) {
        painter->setFont(fontAt(i));
        painter->setPen(i == marked ? theme.text : theme.text2);
        const double share = pitch * step - between;
        const double taken = std::min(share, std::max(widthAt(i - step), widthAt(i + step))); // by the longer neighbour
        const double toEdge = 2 * std::min(middleOf(i, count) - room.left(), room.right() - middleOf(i, count));
        const double wide = count == 1 ? room.width() : std::min(2 * share - taken, toEdge);
        const QRectF place(middleOf(i, count) - wide / 2, isTarget ? room.bottom() - height : room.top(), wide, height);
        if (!isTarget && i == source) { // chosen by a person, not the heaviest alone
            const double letters = std::min(widthAt(i), wide);
            painter->setPen(QPen(theme.slotB, 1.5 * theme.scale));
            painter->drawLine(QPointF(middleOf(i, count) - letters / 2, place.bottom()), QPointF(middleOf(i, count) + letters / 2, place.bottom()));
            painter->setPen(theme.text);
        }
        painter->drawText(
            place, Qt::AlignCenter, QFontMetricsF(painter->font(), mParentPlot).elidedText(texts[i], Qt::ElideRight, wide + 1));
    }
}

} // namespace widgets
