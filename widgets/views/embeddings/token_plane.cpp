#include "widgets/views/embeddings/token_plane.h"

#include "widgets/plot/grid_axis_rect.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double closeEnough = 14; // px
constexpr int maxLetters = 14;
constexpr int maxHidden = 2; // points or parts of arrows under a text

bool isOnePlace(const QPointF& a, const QPointF& b) { return std::abs(a.x() - b.x()) + std::abs(a.y() - b.y()) < 1e-9; }

} // namespace

TokenPlane::TokenPlane(QCPAxisRect* rect, const FigureStyle& style)
    : CellPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style)
    , m_color(themeOf(style).slotA)
{
    setAntialiased(true);
    for (QCPAxis* const axis : rect->axes()) {
        axis->setTicks(false);
        axis->setTickLabels(false);
        axis->grid()->setVisible(false);
    }
}

void TokenPlane::setTokens(QVector<PlaneToken> tokens, bool isMoved)
{
    m_tokens = std::move(tokens);
    m_isMoved = isMoved;
    double left = 0, right = 0, low = 0, high = 0; // the mean of all points is 0
    for (const PlaneToken& token : std::as_const(m_tokens))
        for (const QPointF& point : {token.from, token.to}) {
            left = std::min(left, point.x());
            right = std::max(right, point.x());
            low = std::min(low, point.y());
            high = std::max(high, point.y());
        }
    m_bounds = QRectF(left, low, right - left, high - low);
    m_labels.clear();
    for (int i = 0; i < m_tokens.size(); ++i)
        m_labels << labelFor(i);
    setSize(1, int(m_tokens.size()));
}

QRectF TokenPlane::area() const
{
    const QFontMetricsF metrics(tickFont(style()), mParentPlot);
    const QRectF all = mKeyAxis->axisRect()->rect();
    double widest = 0;
    for (const QString& label : m_labels)
        widest = std::max(widest, metrics.horizontalAdvance(label));
    const double beside = std::min(widest + 2.0 * space::s, all.width() / 5);
    const double above = std::min(1.3 * metrics.height(), all.height() / 5);
    return all.adjusted(beside, above, -beside, -above);
}

QPointF TokenPlane::pixelOf(const QPointF& point) const
{
    const QRectF room = area();
    double unit = 1e30; // px
    if (m_bounds.width() > 0)
        unit = std::min(unit, room.width() / m_bounds.width());
    if (m_bounds.height() > 0)
        unit = std::min(unit, room.height() / m_bounds.height());
    if (unit == 1e30)
        unit = 0;
    const QPointF from = (point - m_bounds.center()) * unit;
    return room.center() + QPointF(from.x(), -from.y());
}

Cell TokenPlane::cellAt(const QPointF& pixel) const
{
    if (!mKeyAxis || !QRectF(mKeyAxis->axisRect()->rect()).contains(pixel))
        return {};
    double least = closeEnough;
    Cell nearest;
    const auto consider = [&](int token, const QPointF& point) {
        const QPointF apart = pixelOf(point) - pixel;
        if (const double distance = std::hypot(apart.x(), apart.y()); distance < least) {
            least = distance;
            nearest = {0, token};
        }
    };
    for (int i = 0; i < m_tokens.size(); ++i)
        consider(i, m_tokens[i].to);
    for (int i = 0; nearest.isNone() && i < m_tokens.size(); ++i)
        consider(i, m_tokens[i].from);
    return nearest;
}

std::vector<NumberSet> TokenPlane::numbers() const
{
    NumberSet set{name(), {"row", "value"}, {core::Index(m_tokens.size()), m_isMoved ? 4 : 2}, {}, {{}, {}}};
    set.labels[1] = m_isMoved ? QStringList{"first_x", "first_y", "x", "y"} : QStringList{"x", "y"};
    for (const PlaneToken& token : m_tokens) {
        set.labels[0] << token.text;
        for (const QPointF& point : m_isMoved ? std::vector{token.from, token.to} : std::vector{token.to}) {
            set.values.push_back(point.x());
            set.values.push_back(point.y());
        }
    }
    return {set};
}

QString TokenPlane::labelFor(int token) const
{
    const PlaneToken& own = m_tokens[token];
    QStringList here; // equal words at one point have one label
    bool isTwice = false;
    for (int i = 0; i < m_tokens.size(); ++i) {
        if (m_tokens[i].text != own.text)
            continue;
        isTwice |= i != token;
        if (!isOnePlace(m_tokens[i].to, own.to))
            continue;
        if (i < token)
            return {};
        here << QString::number(i);
    }
    const QString text = visibleToken(own.text, maxLetters);
    return isTwice ? QStringLiteral("%1 (%2)").arg(text, here.join(QStringLiteral(", "))) : text;
}

/// The label of a token is also that of equal words at its point.
bool TokenPlane::isAt(int token, int other) const
{
    return other >= 0 && other < int(m_tokens.size()) && m_tokens[token].text == m_tokens[other].text
        && isOnePlace(m_tokens[token].to, m_tokens[other].to);
}

std::vector<QRectF> TokenPlane::labelPlaces() const
{
    const QFontMetricsF metrics(tickFont(style()), mParentPlot);
    const QRectF all = mKeyAxis->axisRect()->rect();
    std::vector<QRectF> places(std::size_t(m_tokens.size()));
    std::vector<QPointF> covered; // by what no text should be on: both ends of the arrows, and what is between
    for (const PlaneToken& token : m_tokens) {
        const QPointF from = pixelOf(token.from), to = pixelOf(token.to);
        covered.push_back(to);
        for (int part = 0; m_isMoved && part < 4; ++part)
            covered.push_back(from + (to - from) * (part / 4.0));
    }
    std::vector<int> order;
    for (const int token : {pinned().column, hovered().column})
        if (token >= 0 && token < int(m_tokens.size()))
            order.push_back(token);
    const std::size_t always = order.size();
    for (int i = 0; i < m_tokens.size(); ++i)
        order.push_back(i);
    const double dot = dotSize();
    for (std::size_t at = 0; at < order.size(); ++at) {
        const int token = order[at];
        const QString& text = m_labels[token];
        if (text.isEmpty() || !places[std::size_t(token)].isNull())
            continue;
        const QSizeF size(metrics.horizontalAdvance(text) + 2, metrics.height());
        const QPointF point = pixelOf(m_tokens[token].to);
        const double apart = (isAt(token, pinned().column) ? 2.5 : 1) * dot + 2; // beyond the ring
        QRectF best;
        qsizetype least = 1 << 20;
        for (const auto& [x, y] : {std::pair{1, 0}, {0, -1}, {0, 1}, {-1, 0}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}}) {
            const double near = x != 0 && y != 0 ? 0.6 * apart : apart;
            const QPointF centre
                = point + QPointF(x * (size.width() / 2 + near), y * (size.height() / 2 + (x == 0 ? near : 0.5 * near)));
            const QRectF box(centre - QPointF(size.width() / 2, size.height() / 2), size);
            const bool isFree = all.contains(box)
                && std::none_of(places.begin(), places.end(), [&](const QRectF& other) { return other.intersects(box); });
            const auto hidden = std::count_if(covered.begin(), covered.end(),
                [&](const QPointF& other) { return box.adjusted(-dot, 0, dot, 0).contains(other); });
            if (isFree && hidden < least) {
                least = hidden;
                best = box;
            }
        }
        if (best.isNull() && at < always) // it is what is looked at
            best = QRectF(point + QPointF(apart, -size.height() / 2), size);
        if (least <= maxHidden || at < always)
            places[std::size_t(token)] = best;
    }
    return places;
}

void TokenPlane::draw(QCPPainter* painter)
{
    const Theme& theme = themeOf(style());
    const double width = style().lineWidth, dot = dotSize();
    painter->setAntialiasing(true);
    QColor thin = theme.border;
    thin.setAlphaF(0.6F);
    painter->setPen(QPen(thin, 0.75)); // through the mean of all points
    const QRectF all = mKeyAxis->axisRect()->rect();
    const QPointF zero = pixelOf({});
    painter->drawLine(QLineF(all.left(), zero.y(), all.right(), zero.y()));
    painter->drawLine(QLineF(zero.x(), all.top(), zero.x(), all.bottom()));

    QColor faint = theme.text2;
    faint.setAlphaF(0.55F);
    const auto isMarked = [&](int token) { return token == pinned().column || token == hovered().column; };
    for (int pass = 0; pass < 2; ++pass) // what is looked at is above
        for (int i = 0; i < m_tokens.size(); ++i) {
            if (isMarked(i) != (pass == 1))
                continue;
            const QPointF from = pixelOf(m_tokens[i].from), to = pixelOf(m_tokens[i].to);
            if (m_isMoved) {
                painter->setPen(QPen(isMarked(i) ? theme.accent : faint, isMarked(i) ? width : 0.7 * width));
                painter->setBrush(Qt::NoBrush);
                const QLineF line(from, to);
                if (line.length() > 2 * dot) {
                    const QPointF along = (to - from) / line.length(), across(-along.y(), along.x());
                    const QPointF tip = to - along * dot;
                    painter->drawLine(QLineF(from + along * dot, tip));
                    const double size = 2.4 * width;
                    painter->drawPolyline(
                        QPolygonF{tip - along * size * 1.4 + across * size, tip, tip - along * size * 1.4 - across * size});
                }
                painter->drawEllipse(from, dot, dot);
            }
            painter->setPen(Qt::NoPen);
            painter->setBrush(isMarked(i) ? theme.accent : m_color);
            painter->drawEllipse(to, dot, dot);
            painter->setBrush(Qt::NoBrush);
            if (i == pinned().column) {
                painter->setPen(QPen(theme.accent, width));
                painter->drawEllipse(to, 2 * dot, 2 * dot);
            }
        }

    painter->setFont(tickFont(style()));
    const std::vector<QRectF> places = labelPlaces();
    for (int i = 0; i < m_tokens.size(); ++i)
        if (const QRectF& place = places[std::size_t(i)]; !place.isNull()) {
            painter->setPen(isAt(i, pinned().column) || isAt(i, hovered().column) ? theme.accent : theme.text);
            painter->drawText(place.adjusted(-2, 0, 2, 0), Qt::AlignCenter, m_labels[i]);
        }
}

} // namespace widgets
