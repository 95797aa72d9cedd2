#include "widgets/plot/token_lines.h"

#include "widgets/plot/grid_axis_rect.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double faintest = 0.004;  // of the full weight; weaker lines are not seen
constexpr int maxFaintLines = 4096; // beyond that only the shown query has lines
constexpr double widestPitch = 26;  // px
constexpr double gap = 6;           // px between text and line
constexpr double maxText = 0.36;   // of the width, a side
constexpr int tokensToZoom = 24;

double widestOf(const QStringList& texts, const QFontMetricsF& metrics)
{
    double widest = 0;
    for (const QString& text : texts)
        widest = std::max(widest, metrics.horizontalAdvance(text));
    return widest;
}

QStringList shortTexts(const QStringList& tokens)
{
    QStringList texts;
    for (const QString& token : tokens)
        texts << visibleToken(token, 12);
    return texts;
}

} // namespace

void TokenLines::setWeights(Grid weights, QStringList queries, QStringList keys)
{
    m_weights = std::move(weights);
    m_queries = shortTexts(queries);
    m_keys = shortTexts(keys);
    setSize(int(m_weights.rows), int(m_weights.columns));
}

int TokenLines::shownQuery() const
{
    for (const Cell cell : {hovered(), pinned()})
        if (cell.row >= 0 && cell.row < rows())
            return cell.row;
    return rows() - 1;
}

TokenLines::Places TokenLines::places() const
{
    Places at;
    if (!mKeyAxis || rows() == 0 || columns() == 0)
        return at;
    const QRectF room = mKeyAxis->axisRect()->rect();
    const QFontMetricsF metrics(tickFont(style()), mParentPlot);
    at.left = room.left() + std::min(widestOf(m_queries, metrics), maxText * room.width()) + gap;
    at.right = room.right() - std::min(widestOf(m_keys, metrics), maxText * room.width()) - gap;
    // Where the lines are close together, the first and the last text still stand inside.
    const int most = std::max(rows(), columns());
    const double share = std::min(1.0, mValueAxis->range().size() / rows()); // that is shown
    const double inset = std::max(0.0, (metrics.height() - room.height() / (share * most)) / 2);
    const double pitch = std::min(widestPitch * themeOf(style()).scale, (room.height() - 2 * inset) / (share * most));
    // Where there are more keys than queries both sides are as high.
    const double height = pitch * most;
    at.top = room.top() + inset - (mValueAxis->range().lower + 0.5) / rows() * height;
    at.queryPitch = height / rows();
    at.keyPitch = height / columns();
    return at;
}

bool TokenLines::canZoom(Qt::Orientation) const { return std::max(rows(), columns()) >= tokensToZoom; }

QPointF TokenLines::coordsAt(const QPointF& pixel) const
{
    const Places at = places();
    const double down = pixel.y() - at.top;
    return {down / at.keyPitch - 0.5, down / at.queryPitch - 0.5};
}

/// Lines to tokens of another part end at its edge.
QRect TokenLines::clipRect() const
{
    return mValueAxis && mValueAxis->range().size() < rows() ? QCPAbstractPlottable::clipRect() : CellPlottable::clipRect();
}

Cell TokenLines::cellAt(const QPointF& pixel) const
{
    if (!mKeyAxis || m_weights.isEmpty() || !QRectF(mKeyAxis->axisRect()->rect()).contains(pixel))
        return {};
    const Places at = places();
    const bool isQuery = pixel.x() < (at.left + at.right) / 2;
    const int place = int(std::floor((pixel.y() - at.top) / (isQuery ? at.queryPitch : at.keyPitch)));
    if (place < 0 || place >= (isQuery ? rows() : columns()))
        return {};
    if (!isQuery)
        return {shownQuery(), place};
    return {place, int(largestInRow(m_weights, place))};
}

QColor TokenLines::colorOf(double weight) const
{
    const Theme& theme = themeOf(style());
    return weight < 0 ? theme.slotA : m_isDifference ? theme.slotB : theme.accent;
}

void TokenLines::drawLine(QCPPainter* painter, const Places& at, int query, int key, bool isShown) const
{
    const double weight = double(m_weights.at(query, key));
    const double strength = std::min(1.0, std::abs(weight) / m_full);
    if (!std::isfinite(weight) || strength < faintest || (m_skipsFirst && key == 0))
        return;
    QColor color = isShown ? colorOf(weight) : themeOf(style()).text2;
    color.setAlphaF(float(isShown ? 0.18 + 0.82 * std::sqrt(strength) : 0.28 * strength));
    const double scale = themeOf(style()).scale;
    painter->setPen(QPen(color, (isShown ? 0.8 + 3.2 * strength : 0.6 + 1.2 * strength) * scale, Qt::SolidLine, Qt::RoundCap));
    const double bend = (at.right - at.left) * 0.42;
    QPainterPath path({at.left, at.query(query)});
    path.cubicTo(at.left + bend, at.query(query), at.right - bend, at.key(key), at.right, at.key(key));
    painter->drawPath(path);
}

void TokenLines::drawTexts(QCPPainter* painter, const Places& at) const
{
    const Theme& theme = themeOf(style());
    const QRectF room = mKeyAxis->axisRect()->rect();
    const int shown = shownQuery();
    const int aimed = hovered().row == shown ? hovered().column : pinned().row == shown ? pinned().column : -1;
    const auto column = [&](const QStringList& texts, bool isQuery) {
        const double pitch = isQuery ? at.queryPitch : at.keyPitch;
        const QFontMetricsF metrics(tickFont(style()), mParentPlot);
        const int step = std::max(1, int(std::ceil(metrics.height() * 0.92 / pitch)));
        const int marked = isQuery ? shown : aimed;
        for (int i = 0; i < texts.size(); ++i) {
            // Of labels too close together every k-th stays, and the marked one with room around it.
            const bool isMarked = i == marked;
            if (!isMarked && (i % step != 0 || (marked >= 0 && std::abs(i - marked) < step)))
                continue;
            if (const double middle = isQuery ? at.query(i) : at.key(i); middle < room.top() || middle > room.bottom())
                continue;
            painter->setFont(isMarked ? figureFont(style(), style().tickPoints, QFont::DemiBold) : tickFont(style()));
            painter->setPen(isMarked ? theme.text : theme.text2);
            const double y = (isQuery ? at.query(i) : at.key(i)) - metrics.height() / 2;
            const QRectF place = isQuery ? QRectF(room.left(), y, at.left - gap - room.left(), metrics.height())
                                         : QRectF(at.right + gap, y, room.right() - at.right - gap, metrics.height());
            painter->drawText(place, Qt::AlignVCenter | (isQuery ? Qt::AlignRight : Qt::AlignLeft),
                QFontMetricsF(painter->font(), mParentPlot).elidedText(texts[i], Qt::ElideRight, place.width() + 1));
        }
    };
    column(m_queries, true);
    column(m_keys, false);
}

void TokenLines::draw(QCPPainter* painter)
{
    if (m_weights.isEmpty() || !mKeyAxis || !mValueAxis)
        return;
    const Places at = places();
    const int shown = shownQuery();
    painter->setAntialiasing(true);
    painter->setBrush(Qt::NoBrush);
    if (m_weights.size() <= maxFaintLines)
        for (int query = 0; query < rows(); ++query)
            for (int key = 0; query != shown && key < columns(); ++key)
                drawLine(painter, at, query, key, false);
    for (int key = 0; key < columns(); ++key)
        drawLine(painter, at, shown, key, true);
    drawTexts(painter, at);
}

} // namespace widgets
