#include "widgets/views/feed_forward/dot_cloud.h"

#include "widgets/plot/counting.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace widgets {

namespace {

constexpr double closeEnough = 9; // px
constexpr int maxWords = 12;

/// Discs in an image of a screen's pixels, where thousands of ellipses would take longer than all the rest of the page.
class DiscImage
{
public:
    DiscImage(const QRect& place, double radius, double pixelRatio)
        : m_place(place)
        , m_radius(radius * pixelRatio)
        , m_pixelRatio(pixelRatio)
        , m_image(place.size() * pixelRatio, QImage::Format_ARGB32_Premultiplied)
    {
        m_image.fill(Qt::transparent);
    }

    /// Over those before. A pixel at the rim is covered as far as its middle is inside.
    void add(const QPointF& centre, const QColor& color)
    {
        const QPointF at = (centre - QPointF(m_place.topLeft())) * m_pixelRatio;
        const int reach = int(std::ceil(m_radius)) + 1, column = int(std::floor(at.x())), row = int(std::floor(at.y()));
        for (int y = std::max(0, row - reach); y <= std::min(m_image.height() - 1, row + reach); ++y) {
            auto* const line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
            for (int x = std::max(0, column - reach); x <= std::min(m_image.width() - 1, column + reach); ++x)
                if (const double apart = std::hypot(x + 0.5 - at.x(), y + 0.5 - at.y()); apart < m_radius + 0.5)
                    cover(line[x], color, std::min(1.0, m_radius + 0.5 - apart) * color.alphaF());
        }
    }

    void draw(QPainter& painter)
    {
        m_image.setDevicePixelRatio(m_pixelRatio);
        painter.drawImage(m_place.topLeft(), m_image);
    }

private:
    static void cover(QRgb& pixel, const QColor& color, double share)
    {
        const auto over = [share](int below, double above) { return int(std::lround(above * share + below * (1 - share))); };
        pixel = qRgba(over(qRed(pixel), color.red()), over(qGreen(pixel), color.green()), over(qBlue(pixel), color.blue()),
            over(qAlpha(pixel), 255));
    }

    QRect m_place;
    double m_radius; // px of the screen
    double m_pixelRatio;
    QImage m_image;
};

} // namespace

DotCloud::DotCloud(QCPAxisRect* rect, const FigureStyle& style)
    : CellPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style)
{
    setAntialiased(true);
    setLayer(QStringLiteral("overlay")); // above lines, whichever came first
}

void DotCloud::setDots(QVector<CloudDot> dots, const QStringList& columns)
{
    m_dots = std::move(dots);
    m_columns = columns;
    int rows = 0, neurons = 0;
    for (const CloudDot& dot : std::as_const(m_dots)) {
        rows = std::max(rows, dot.cell.row + 1);
        neurons = std::max(neurons, dot.cell.column + 1);
    }
    const QCPRange x = mKeyAxis->range(), y = mValueAxis->range();
    setSize(rows, neurons); // which prepares the axes for a map
    mValueAxis->setRangeReversed(false);
    mKeyAxis->setRange(x);
    mValueAxis->setRange(y);
}

Cell DotCloud::cellAt(const QPointF& pixel) const
{
    if (!mKeyAxis || !QRectF(mKeyAxis->axisRect()->rect()).contains(pixel))
        return {};
    Cell nearest;
    for (const bool isMarked : {true, false}) {
        double least = closeEnough;
        for (const CloudDot& dot : m_dots) {
            const QPointF apart = pixelOf(dot) - pixel;
            if (dot.isMarked != isMarked || std::hypot(apart.x(), apart.y()) >= least)
                continue;
            least = std::hypot(apart.x(), apart.y());
            nearest = dot.cell;
        }
        if (!nearest.isNone())
            break;
    }
    return nearest;
}

std::vector<NumberSet> DotCloud::numbers() const
{
    NumberSet set{name(), {"row", "value"}, {core::Index(m_dots.size()), 2}, {}, {{}, m_columns}};
    for (const CloudDot& dot : m_dots) {
        set.labels[0] << QStringLiteral("%1, %2").arg(counted(dot.cell.row)).arg(counted(dot.cell.column));
        set.values.push_back(dot.at.x());
        set.values.push_back(dot.at.y());
    }
    return {set};
}

/// What stands highest on the value axis first: the answers of the neuron, not its silence.
std::vector<QRectF> DotCloud::wordPlaces() const
{
    const QFontMetricsF metrics(figureFont(style(), style().tickPoints, QFont::DemiBold), mParentPlot);
    const QRectF all(mKeyAxis->axisRect()->rect());
    std::vector<QRectF> places(std::size_t(m_dots.size()));
    std::vector<int> order;
    QVector<QRectF> taken;
    for (int i = 0; i < m_dots.size(); ++i)
        if (m_dots[i].isMarked) {
            const QPointF at = pixelOf(m_dots[i]);
            taken << QRectF(at.x() - diamond(), at.y() - diamond(), 2 * diamond(), 2 * diamond());
            if (!m_dots[i].words.isEmpty())
                order.push_back(i);
        }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        const bool first = m_dots[a].cell == pinned(), second = m_dots[b].cell == pinned();
        return first != second ? first : std::abs(m_dots[a].at.y()) > std::abs(m_dots[b].at.y());
    });
    if (order.size() > maxWords)
        order.resize(maxWords);
    for (const int i : order) {
        const QSizeF size(metrics.horizontalAdvance(m_dots[i].words) + 2, metrics.height());
        const QPointF at = pixelOf(m_dots[i]);
        const double apart = diamond() + 3;
        for (const auto& [x, y] : {std::pair{-1, -1}, {1, 1}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
            const QPointF centre = at + QPointF(x * (size.width() / 2 + apart), y * (size.height() / 2 + (x == 0 ? apart : 1)));
            const QRectF box(centre - QPointF(size.width() / 2, size.height() / 2), size);
            if (all.contains(box)
                && std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(box); })) {
                places[std::size_t(i)] = box;
                taken << box;
                break;
            }
        }
    }
    return places;
}

void DotCloud::draw(QCPPainter* painter)
{
    const Theme& theme = themeOf(style());
    painter->setAntialiasing(true);
    painter->setPen(Qt::NoPen);
    const double radius = 1.15 * style().lineWidth;
    if (!painter->modes().testFlag(QCPPainter::pmVectorized) && painter->worldTransform().isIdentity()) {
        DiscImage discs(mKeyAxis->axisRect()->rect(), radius, painter->device()->devicePixelRatioF());
        for (const CloudDot& dot : std::as_const(m_dots))
            if (!dot.isMarked)
                discs.add(pixelOf(dot), dot.color);
        discs.draw(*painter);
    } else {
        for (const CloudDot& dot : std::as_const(m_dots))
            if (!dot.isMarked) {
                painter->setBrush(dot.color);
                painter->drawEllipse(pixelOf(dot), radius, radius);
            }
    }
    const auto drawMark = [&](const CloudDot& dot, double size) {
        const QPointF at = pixelOf(dot);
        painter->drawPolygon(
            QPolygonF{at + QPointF(0, -size), at + QPointF(size, 0), at + QPointF(0, size), at + QPointF(-size, 0)});
    };
    painter->setPen(QPen(theme.surface, 0.8 * style().lineWidth));
    painter->setBrush(theme.slotB);
    for (const CloudDot& dot : std::as_const(m_dots))
        if (dot.isMarked)
            drawMark(dot, diamond());
    painter->setBrush(Qt::NoBrush);
    for (const CloudDot& dot : std::as_const(m_dots))
        if (dot.cell == hovered() || (dot.cell == pinned() && dot.isMarked)) {
            painter->setPen(QPen(dot.cell == hovered() ? theme.accent : theme.text, style().lineWidth));
            dot.isMarked ? drawMark(dot, 1.5 * diamond()) : painter->drawEllipse(pixelOf(dot), 3 * radius, 3 * radius);
        }
    const std::vector<QRectF> places = wordPlaces();
    painter->setFont(figureFont(style(), style().tickPoints, QFont::DemiBold));
    for (int i = 0; i < m_dots.size(); ++i)
        if (const QRectF& place = places[std::size_t(i)]; !place.isNull()) {
            QColor veil = theme.surface;
            veil.setAlpha(170);
            painter->fillRect(place, veil);
            painter->setPen(theme.slotB);
            painter->drawText(place.adjusted(-2, 0, 2, 0), Qt::AlignCenter, m_dots[i].words);
        }
}

} // namespace widgets
