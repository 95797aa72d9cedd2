#include "widgets/plot/charts.h"

#include "widgets/plot/chart_marks.h"
#include "widgets/plot/kept_apart.h"
#include "widgets/plot/number_format.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace widgets {

namespace {

constexpr double longestLeader = 4; // lines of type: a longer one among the lines would look like data
constexpr int fewLines = 3;           // of so few none must stand out to be followed
constexpr double nearLine = 6;        // px
constexpr float palePart = 0.22F;     // of the ink of lines beside the one that stands out
constexpr double farFromEdge = 0.6;   // of the width
constexpr double gutter = 6;        // px that labels which are led to are farther from the chart

/// Whether a label is so far from the height of its line's end that a line leads to it.
bool isApart(const QRectF& words, double end) { return std::abs(words.center().y() - end) > 0.7 * words.height(); }

/// The ground of words among lines.
QColor veilOf(const FigureStyle& style)
{
    QColor veil = themeOf(style).surface;
    veil.setAlpha(200);
    return veil;
}

/// Whether a line runs through words.
bool runsThrough(const QLineF& line, const QRectF& words)
{
    constexpr int parts = 32;
    for (int part = 0; part <= parts; ++part)
        if (words.adjusted(1, 2, -1, -2).contains(line.pointAt(double(part) / parts)))
            return true;
    return false;
}

constexpr std::size_t nearPlaces = 7; // the first ones, which words may have on the least of other lines

/// How words at the end of a line may be moved: a little above or below it; then over its middle, or as far as a line leads.
std::vector<QPointF> placesBeside(const QRectF& words)
{
    const double line = words.height(), toLeft = -words.width() - 2 * space::s;
    std::vector<QPointF> all{{0, -line}, {0, line}, {toLeft, -line}, {toLeft, line}, {0, -2 * line}, {0, 2 * line}, {0, 0},
        {toLeft / 2, -line}, {toLeft / 2, line}};
    for (const double lines : {-1.0, 1.0, -2.0, 2.0, -3.0, 3.0})
        for (const double x : {0.0, 1.5, 2.5})
            if (std::hypot(x, lines) <= longestLeader)
                all.insert(all.end(), {{x * line, lines * line}, {toLeft - x * line, lines * line}});
    return all;
}

/// The points of the lines and some between them, px: what words should not cover.
template <typename Lines>
QVector<QPointF> pointsOf(const Lines& lines, const QCPAxisRect& rect)
{
    const QCPAxis* const xAxis = rect.axis(QCPAxis::atBottom);
    const QCPAxis* const yAxis = rect.axis(QCPAxis::atLeft);
    QVector<QPointF> points;
    for (const auto& line : lines) {
        std::optional<QPointF> before;
        for (const QCPGraphData& data : line.graph ? *line.graph->data() : QCPGraphDataContainer()) {
            const QPointF point(xAxis->coordToPixel(data.key), yAxis->coordToPixel(data.value));
            const int parts = before ? std::clamp(int(QLineF(*before, point).length() / 6), 1, 64) : 1; // the line between, too
            for (int part = 1; part <= parts; ++part)
                points << (before ? *before + (point - *before) * part / parts : point);
            before = point;
        }
    }
    return points;
}

} // namespace

LineChart::LineChart(QCPAxisRect* rect, const FigureStyle& style)
    : QCPLayerable(rect->parentPlot(), QStringLiteral("overlay"))
    , m_rect(rect)
    , m_style(style)
    , m_mark(qQNaN(), qQNaN())
{
    setParent(rect);
}

QCPGraph* LineChart::addLine(const QVector<double>& x, const QVector<double>& y, const QString& label, const LineStyle& line)
{
    auto* const graph = new QCPGraph(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft));
    QPen pen(line.color, m_style.lineWidth, line.pen, Qt::FlatCap, Qt::RoundJoin);
    graph->setPen(pen);
    graph->setName(label);
    graph->setData(x, y, true);
    graph->setSelectable(QCP::stNone);
    if (line.points)
        graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, line.color, line.color, 3 * m_style.lineWidth));
    Line entry{graph, label, line.color, qQNaN(), qQNaN(), {}};
    for (qsizetype i = std::min(x.size(), y.size()) - 1; i >= 0; --i)
        if (std::isfinite(x[i]) && std::isfinite(y[i])) {
            entry.x = x[i];
            entry.y = y[i];
            break;
        }
    m_lines << entry;
    const QFontMetricsF metrics(figureFont(m_style, m_style.tickPoints, QFont::DemiBold), parentPlot());
    QMargins room = m_rect->minimumMargins();
    room.setRight(std::max(room.right(), int(std::ceil(metrics.horizontalAdvance(label))) + space::l));
    room.setTop(std::max(room.top(), int(space::s)));
    m_rect->setMinimumMargins(room);
    return graph;
}

void LineChart::fitAxes(bool fromZero)
{
    double left = qInf(), right = -qInf(), bottom = fromZero ? 0 : qInf(), top = fromZero ? 0 : -qInf();
    for (const Line& line : std::as_const(m_lines))
        for (const QCPGraphData& point : *line.graph->data())
            if (std::isfinite(point.key) && std::isfinite(point.value)) {
                left = std::min(left, point.key);
                right = std::max(right, point.key);
                bottom = std::min(bottom, point.value);
                top = std::max(top, point.value);
            }
    if (!(right >= left) || !(top >= bottom))
        return;
    const bool isLog = m_rect->axis(QCPAxis::atLeft)->scaleType() == QCPAxis::stLogarithmic && bottom > 0;
    if (isLog) {
        const double margin = top > bottom ? std::pow(top / bottom, 0.06) : 2;
        m_rect->axis(QCPAxis::atLeft)->setRange(bottom / margin, top * margin);
    } else {
        const double margin = top > bottom ? 0.06 * (top - bottom) : std::max(1e-6, std::abs(top) * 0.1);
        m_rect->axis(QCPAxis::atLeft)
            ->setRange(fromZero && bottom == 0 ? 0 : bottom - margin, fromZero && top == 0 ? 0 : top + margin);
    }
    m_rect->axis(QCPAxis::atBottom)->setRange(left, right > left ? right : left + 1);
}

void LineChart::setLogarithmic(bool on)
{
    QCPAxis* const axis = m_rect->axis(QCPAxis::atLeft);
    axis->setScaleType(on ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (on)
        axis->setTicker(QSharedPointer<LogTicker>::create());
    else
        axis->setTicker(QSharedPointer<NumberTicker>::create());
}

void LineChart::setMark(double x, double y, const QString& text)
{
    m_mark = {x, y};
    m_markText = text;
}

void LineChart::draw(QCPPainter* painter)
{
    if (!m_rect)
        return;
    const QCPAxis* const xAxis = m_rect->axis(QCPAxis::atBottom);
    const QCPAxis* const yAxis = m_rect->axis(QCPAxis::atLeft);
    painter->setFont(figureFont(m_style, m_style.tickPoints, QFont::DemiBold));
    const auto places = labelPlaces();
    for (const auto& [line, words] : places) {
        const QPointF end = endOf(*line);
        const bool isBefore = words.right() < end.x(); // the words: they are left of the end
        const QLineF leader(end, QPointF(isBefore ? words.right() + 3 : words.left() - 3, words.center().y()));
        const bool isOver = words.left() < end.x() && end.x() < words.right(); // or below: it is near
        const bool isOutside = end.x() >= m_rect->right() - 1; // of the lines: any leader is seen to be one
        if (isApart(words, end.y()) && !isOver && (isOutside || leader.length() <= longestLeader * words.height())
            && m_rect->rect().contains(end.toPoint())
            && std::ranges::none_of(places, [&](const auto& other) { return runsThrough(leader, other.second); })) {
            painter->setPen(QPen(inkOf(*line, line->color), 1)); // away from its line: which one is it?
            painter->drawLine(leader);
        }
        if (QRectF(m_rect->rect()).contains(words))
            painter->fillRect(words, veilOf(m_style)); // where a line cannot be avoided
        painter->setPen(inkOf(*line, line->color));
        painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter, line->label);
    }

    if (std::isfinite(m_mark.x()) && std::isfinite(m_mark.y()) && xAxis->range().contains(m_mark.x())) {
        const Theme& theme = themeOf(m_style);
        const QPointF at(xAxis->coordToPixel(m_mark.x()), yAxis->coordToPixel(m_mark.y()));
        painter->setPen(QPen(theme.surface, 1.5));
        painter->setBrush(theme.slotB);
        painter->drawEllipse(at, 2.5 * m_style.lineWidth, 2.5 * m_style.lineWidth);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(theme.slotB);
        const QRectF words = markPlace();
        painter->fillRect(words, veilOf(m_style));
        if (!words.isNull())
            painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter, m_markText);
    }
}

/// The last point of a line, px; of one that leaves the chart upwards or downwards, where it does.
QPointF LineChart::endOf(const Line& line) const
{
    const QCPAxis* const xAxis = m_rect->axis(QCPAxis::atBottom);
    const QCPAxis* const yAxis = m_rect->axis(QCPAxis::atLeft);
    const double right = m_rect->right(), top = m_rect->top(), bottom = std::max(m_rect->top(), m_rect->bottom());
    const auto isInside = [&](const QPointF& point) { return point.y() >= top - 1 && point.y() <= bottom + 1; };
    QPointF after(xAxis->coordToPixel(line.x), yAxis->coordToPixel(line.y));
    const QSharedPointer<QCPGraphDataContainer> points = line.graph->data();
    if (!isInside(after))
        for (auto point = points->constEnd(); point != points->constBegin();) {
            --point;
            const QPointF at(xAxis->coordToPixel(point->key), yAxis->coordToPixel(point->value));
            if (!std::isfinite(point->value) || point->key > line.x)
                continue;
            if (!isInside(at)) {
                after = at;
                continue;
            }
            const double edge = after.y() < top ? top : bottom;
            after = at + (after - at) * (edge - at.y()) / (after.y() - at.y());
            break;
        }
    return {std::min(after.x(), right), std::clamp(after.y(), top, bottom)};
}

/// Each at the end of its line, or as near to it as the labels beside it allow.
QVector<std::pair<const LineChart::Line*, QRectF>> LineChart::labelPlaces() const
{
    const QFontMetricsF metrics(figureFont(m_style, m_style.tickPoints, QFont::DemiBold), parentPlot());
    std::vector<const Line*> labelled;
    for (const Line& line : std::as_const(m_lines))
        if (!line.label.isEmpty() && line.graph && std::isfinite(line.y))
            labelled.push_back(&line);
    std::ranges::stable_sort(labelled, {}, [&](const Line* line) { return endOf(*line).y(); });
    std::vector<double> ends;
    for (const Line* const line : labelled)
        ends.push_back(endOf(*line).y());
    // Closer where they would not all fit beside the chart; not so close that letters touch.
    const double step = metrics.height()
        * std::clamp((m_rect->height() + metrics.height()) / (double(labelled.size()) * metrics.height()), 0.82, 1.0);
    const std::vector<double> middles
        = keptApart(ends, step, m_rect->top(), m_rect->bottom() - step / 4); // above the numbers of the axis
    const QVector<QPointF> ink = labelled.empty() ? QVector<QPointF>() : pointsOf(m_lines, *m_rect);
    const auto isOnInk = [&](const QRectF& words) { // of any line: then the words go beside the chart
        return std::ranges::any_of(ink, [&](const QPointF& point) { return words.contains(point); });
    };
    QVector<std::pair<const Line*, QRectF>> places;
    // Of a line that ends within the chart: a little above or below its end, where nothing is; of one that ends far from the edge,
    // whose name there would be that of another line, where the least is.
    const auto besideEnd = [&](const QRectF& words) -> std::optional<QRectF> {
        std::optional<QRectF> best;
        auto least = words.left() < m_rect->left() + farFromEdge * m_rect->width() ? ink.size() : 0;
        std::vector<QPointF> moves = placesBeside(words);
        if (std::isfinite(m_mark.x())) // whose words need a place, too
            moves.resize(nearPlaces);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const QRectF place = words.translated(moves[i]);
            if (!QRectF(m_rect->rect()).contains(place)
                || std::ranges::any_of(places, [&](const auto& other) { return other.second.intersects(place); }))
                continue;
            if (!isOnInk(place))
                return place;
            const auto below = std::ranges::count_if(ink, [&](const QPointF& point) { return place.contains(point); });
            if (below < least && i < nearPlaces) {
                least = below;
                best = place;
            }
        }
        return best;
    };
    bool areLed = false;
    for (const bool isBeside : {false, true}) // those that stay at the height of their lines first: the others make way
        for (std::size_t i = 0; i < labelled.size(); ++i) {
            const double x = endOf(*labelled[i]).x() + space::s, width = metrics.horizontalAdvance(labelled[i]->label) + 2;
            QRectF words(x, middles[i] - metrics.height() / 2, width, metrics.height());
            if (isOnInk(words) != isBeside)
                continue;
            if (isBeside)
                words = besideEnd(words.translated(0, ends[i] - middles[i])).value_or(words.translated(m_rect->right() + space::s - words.left(), 0));
            areLed = areLed || (words.left() > m_rect->right() && isApart(words, ends[i]));
            places << std::pair{labelled[i], words};
        }
    for (auto& [line, words] : places)
        if (areLed && words.left() > m_rect->right())
            words.translate(gutter, 0);
    return places;
}

const QCPGraph* LineChart::lineAt(const QPointF& pixel) const
{
    const auto labelled = std::ranges::count_if(m_lines, [](const Line& line) { return line.graph && !line.label.isEmpty(); });
    if (!m_rect || labelled <= fewLines)
        return nullptr;
    if (!m_rect->rect().contains(pixel.toPoint())) {
        for (const auto& [line, words] : labelPlaces())
            if (words.contains(pixel))
                return line->graph;
        return nullptr;
    }
    const QCPGraph* found = nullptr;
    double nearest = nearLine * themeOf(m_style).scale;
    for (const Line& line : m_lines)
        if (const double away = line.graph ? line.graph->selectTest(pixel, false) : -1; away >= 0 && away < nearest) {
            nearest = away;
            found = line.graph;
        }
    return found;
}

bool LineChart::standOut(const QCPGraph* graph)
{
    if (m_standing == graph)
        return false;
    for (Line& line : m_lines)
        if (line.graph) {
            if (!m_standing)
                line.pen = line.graph->pen();
            QPen pen = line.pen;
            if (graph && line.graph != graph) {
                QColor pale = pen.color();
                pale.setAlphaF(palePart * pale.alphaF());
                pen.setColor(pale);
            } else if (graph) {
                pen.setWidthF(1.8 * pen.widthF());
            }
            line.graph->setPen(pen);
        }
    m_standing = graph;
    return true;
}

/// A colour of a line as it is now.
QColor LineChart::inkOf(const Line& line, QColor color) const
{
    if (m_standing && line.graph != m_standing)
        color.setAlphaF(1.6F * palePart * color.alphaF());
    return color;
}

QRectF LineChart::labelPlace(const QCPGraph* graph) const
{
    for (const auto& [line, words] : labelPlaces())
        if (line->graph == graph)
            return words;
    return {};
}

/// Where no line runs through the words of the mark and no other words stand, as near to its dot as there is such a place.
QRectF LineChart::markPlace() const
{
    if (!m_rect || !std::isfinite(m_mark.x()) || !std::isfinite(m_mark.y()))
        return {};
    const QCPAxis* const xAxis = m_rect->axis(QCPAxis::atBottom);
    const QCPAxis* const yAxis = m_rect->axis(QCPAxis::atLeft);
    const QPointF at(xAxis->coordToPixel(m_mark.x()), yAxis->coordToPixel(m_mark.y()));
    const QFontMetricsF metrics(figureFont(m_style, m_style.tickPoints, QFont::DemiBold), parentPlot());
    const QSizeF size(metrics.horizontalAdvance(m_markText) + 2, metrics.height());
    std::vector<QRectF> taken = wordsOfMarks(*m_rect);
    for (const auto& [line, words] : labelPlaces())
        taken.push_back(words);
    const QVector<QPointF> points = pointsOf(m_lines, *m_rect);

    const double step = size.height();
    const QRectF room(m_rect->rect());
    QRectF best;
    double least = std::numeric_limits<double>::infinity();
    for (const double apart : {0.0, 1.0, 2.0}) // lines of type between the dot and the words
        for (const double dy : {-step - 4, 4.0, -step / 2, -2.5 * step, 1.5 * step})
            for (const double x : {at.x() + space::s + apart * step, at.x() - space::s - apart * step - size.width()}) {
                const QRectF label(QPointF(x, at.y() + dy), size);
                if (!room.contains(label))
                    continue;
                double cost = apart + std::abs(dy + step / 2) / step;
                for (const QPointF& point : points)
                    cost += label.contains(point) ? 10 : 0;
                for (const QRectF& other : taken)
                    cost += label.intersects(other) ? 1000 : 0;
                if (cost < least) {
                    least = cost;
                    best = label;
                }
            }
    if (!best.isNull())
        return best;
    const double right = at.x() + space::s;
    const double left = right + size.width() < m_rect->right() ? right : at.x() - space::s - size.width();
    return left < m_rect->left() ? QRectF() : QRectF(QPointF(left, at.y() - step - 4), size); // no room: none
}

void LineChart::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

} // namespace widgets
