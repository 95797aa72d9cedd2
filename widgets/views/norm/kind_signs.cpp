#include "widgets/views/norm/kind_signs.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace widgets {

namespace {

constexpr double size = 5.5;    // times the width of a line
constexpr double edge = 2.5;    // of the ground that sets a sign off from the lines below it
constexpr double apart = 55;    // px from sign to sign, at least, where each line has a second one

/// As KindPen::sign has them.
QCPScatterStyle::ScatterShape shapeOf(const QString& sign)
{
    static const std::pair<QString, QCPScatterStyle::ScatterShape> shapes[]{{QStringLiteral("◆"), QCPScatterStyle::ssDiamond},
        {QStringLiteral("▲"), QCPScatterStyle::ssTriangle}, {QStringLiteral("■"), QCPScatterStyle::ssSquare},
        {QStringLiteral("▼"), QCPScatterStyle::ssTriangleInverted}, {QStringLiteral("○"), QCPScatterStyle::ssCircle},
        {QStringLiteral("★"), QCPScatterStyle::ssStar}, {QStringLiteral("◇"), QCPScatterStyle::ssDiamond}};
    for (const auto& [one, shape] : shapes)
        if (one == sign)
            return shape;
    return QCPScatterStyle::ssDisc;
}

bool isHollow(const QString& sign) { return sign == QStringLiteral("○") || sign == QStringLiteral("◇"); }

} // namespace

KindSigns::KindSigns(QCPAxisRect* rect, std::vector<Line> lines, const FigureStyle& style)
    : QCPLayerable(rect->parentPlot(), QStringLiteral("overlay"))
    , m_rect(rect)
    , m_lines(std::move(lines))
    , m_style(style)
{
    setParent(rect);
}

/// At points that the line has: each line at others, as far as there are enough.
std::vector<QPointF> KindSigns::places(std::size_t line) const
{
    const QCPGraph* const graph = m_rect ? m_lines[line].graph.data() : nullptr;
    std::vector<QPointF> places;
    if (!graph)
        return places;
    const QCPAxis *const xAxis = graph->keyAxis(), *const yAxis = graph->valueAxis();
    std::vector<QPointF> points, atEnds; // where a sign would cover the numbers of the axis
    const double half = (size + edge) / 2 * m_style.lineWidth;
    for (const QCPGraphData& data : *graph->data()) {
        const QPointF point(xAxis->coordToPixel(data.key), yAxis->coordToPixel(data.value));
        if (!std::isfinite(data.value) || !QRectF(m_rect->rect()).adjusted(-1, -1, 1, 1).contains(point))
            continue;
        const bool isInside = point.x() - half > m_rect->left() && point.x() + half < m_rect->right();
        (isInside ? points : atEnds).push_back(point);
    }
    if (points.empty())
        points = std::move(atEnds);
    const std::size_t count = m_lines.size();
    const bool isTwice = m_rect->width() >= 2 * double(count) * apart && points.size() >= 2 * count;
    const std::size_t signs = isTwice ? 2 * count : count;
    for (std::size_t sign = line; sign < signs && !points.empty(); sign += count)
        places.push_back(points[(2 * sign + 1) * points.size() / (2 * signs)]);
    return places;
}

void KindSigns::draw(QCPPainter* painter)
{
    const QColor ground = themeOf(m_style).surface;
    for (std::size_t line = 0; line < m_lines.size(); ++line) {
        const KindPen& pen = m_lines[line].pen;
        const QCPScatterStyle::ScatterShape shape = shapeOf(pen.sign);
        const double width = size * m_style.lineWidth;
        const QCPScatterStyle below(shape, ground, ground, width + edge * m_style.lineWidth);
        const QCPScatterStyle sign(shape, QPen(pen.color, m_style.lineWidth), isHollow(pen.sign) ? ground : pen.color, width);
        for (const QPointF& at : places(line))
            for (const QCPScatterStyle* const style : {&below, &sign}) {
                style->applyTo(painter, QPen());
                style->drawShape(painter, at);
            }
    }
}

void KindSigns::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

} // namespace widgets
