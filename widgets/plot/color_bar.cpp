#include "widgets/plot/color_bar.h"

#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace widgets {

namespace {

constexpr double thickness = 10;
constexpr double distance = 16;  // from the map
constexpr double triangle = 6;   // of a clipped end
constexpr double titleWidth = 120; // at the type of the screen

QString masked() { return QCoreApplication::translate("plot", "masked"); }
QString above(core::Index count) { return QCoreApplication::translate("plot", "%1 above").arg(formatCount(count)); }
QString below(core::Index count) { return QCoreApplication::translate("plot", "%1 below").arg(formatCount(count)); }

} // namespace

ColorBar::ColorBar(GridAxisRect* rect, const ColorScale& scale, const QString& title, const FigureStyle& style)
    : QCPLayerable(rect->parentPlot(), QStringLiteral("axes"))
    , m_rect(rect)
    , m_scale(scale)
    , m_title(title)
    , m_style(style)
    , m_showsMasked(scale.masked > 0)
{
    setParent(rect);
    reserveRoom();
}

ColorBar::~ColorBar()
{
    if (!m_rect)
        return;
    m_rect->setRoomRight(0);
    m_rect->setRoomDown(0);
    m_rect->setRoomBelow(0);
}

void ColorBar::setScale(const ColorScale& scale)
{
    m_scale = scale;
    reserveRoom();
}

void ColorBar::setShortest(double length)
{
    m_shortest = length;
    reserveRoom();
}

void ColorBar::reachOver(std::vector<GridAxisRect*> maps)
{
    m_others = std::move(maps);
    reserveRoom();
    for (GridAxisRect* const map : m_others)
        map->setRoomRight(m_rect->roomRight());
}

/// Around all maps that the bar is of.
QRectF ColorBar::maps() const
{
    QRectF around = m_rect->rect();
    for (const GridAxisRect* const map : m_others)
        around |= QRectF(map->rect());
    return around;
}

void ColorBar::setBelow(bool on)
{
    m_isBelow = on;
    reserveRoom();
}

void ColorBar::setShowsMasked(bool on)
{
    m_showsMasked = on;
    reserveRoom();
}

/// What is said of the scale breaks between its parts only: "log · P99.5" over "without first".
QString ColorBar::title() const
{
    const QString suffix = m_scale.suffix();
    if (suffix.isEmpty())
        return m_title;
    const QString between = QStringLiteral(" · ");
    const QFontMetricsF metrics(tickFont(m_style), parentPlot());
    QString text = m_title;
    QString line;
    for (const QString& part : suffix.split(between)) {
        const QString longer = line.isEmpty() ? part : line + between + part;
        if (!line.isEmpty() && metrics.horizontalAdvance(longer) > titleRoom()) {
            text += QLatin1Char('\n') + line;
            line = part;
        } else {
            line = longer;
        }
    }
    return text + QLatin1Char('\n') + line;
}

/// Px that the words over the bar may be wide.
double ColorBar::titleRoom() const { return titleWidth * std::max(0.7, m_style.tickPoints * m_style.dpiFactor / 9); }

std::vector<double> ColorBar::ticks(double length) const
{
    std::vector<double> result{m_scale.low};
    if (m_scale.choice.transform == ScaleTransform::Log) {
        for (double power = std::pow(10, std::ceil(std::log10(m_scale.low) + 1e-9)); power < m_scale.high * 0.99; power *= 10)
            result.push_back(power);
    } else if (m_scale.low < 0 && m_scale.high > 0) {
        if (length >= 130)
            result.push_back(m_scale.low / 2);
        result.push_back(0);
        if (length >= 130)
            result.push_back(m_scale.high / 2);
    } else {
        const int parts = length >= 130 ? 4 : 2;
        for (int i = 1; i < parts; ++i)
            result.push_back(m_scale.low + (m_scale.high - m_scale.low) * i / parts);
    }
    result.push_back(m_scale.high);
    return result;
}

QString ColorBar::tickText(double value) const
{
    if (m_scale.choice.policy == ScalePolicy::Phase) {
        const double halfTurns = value / std::numbers::pi;
        return halfTurns == 0          ? QStringLiteral("0")
            : std::abs(halfTurns) == 1 ? (value < 0 ? QStringLiteral("−π") : QStringLiteral("π"))
                                       : (value < 0 ? QStringLiteral("−π/2") : QStringLiteral("π/2"));
    }
    int decimals = m_scale.choice.transform == ScaleTransform::Log ? -1 : decimalsFor(m_scale.low, m_scale.high);
    const auto isExact = [&](int places) {
        const auto isWhole = [](double v) { return std::abs(v - std::round(v)) < 1e-9; };
        return isWhole(m_scale.low * std::pow(10, places) / 4) && isWhole(m_scale.high * std::pow(10, places) / 4);
    };
    while (decimals > 0 && isExact(decimals - 1)) // quarters of a round scale: 0.25, not 0.250
        --decimals;
    return decimals < 0 || value == 0 || std::abs(value) == 1 ? formatNumber(value) : formatFixed(value, decimals);
}

void ColorBar::reserveRoom()
{
    if (!m_rect)
        return;
    m_rect->setRoomBelow(m_isBelow ? int(std::ceil(heightBelow())) : 0);
    if (m_isBelow) {
        m_rect->setRoomRight(0);
        m_rect->setRoomDown(0);
        return;
    }
    const QFontMetricsF tick(tickFont(m_style), parentPlot());
    double text = m_showsMasked ? tick.horizontalAdvance(masked()) : 0;
    for (const double value : ticks(1000))
        text = std::max(text, tick.horizontalAdvance(tickText(value)));
    for (const core::Index count : {m_scale.clippedLow, m_scale.clippedHigh})
        if (count > 0)
            text = std::max(text, std::max(tick.horizontalAdvance(above(count)), tick.horizontalAdvance(below(count))));
    double room = titleRoom();
    for (const QString& part : m_scale.suffix().split(QStringLiteral(" · ")))
        room = std::max(room, std::ceil(tick.horizontalAdvance(part)) + 1);
    m_titleRect = tick.boundingRect(QRectF(0, 0, room, 10'000), Qt::AlignLeft | Qt::TextWordWrap, title());
    const double body = thickness + space::s + text;
    m_rect->setRoomRight(int(std::ceil(distance + std::max(body, m_titleRect.width()))) + 2);
    m_rect->setRoomDown(!m_others.empty() ? 0 : int(std::ceil(minHeight())));
}

/// Of one count beyond an end, with its distance.
double ColorBar::countRoom(core::Index count) const
{
    constexpr double apart = 4; // px between a number at an end and how many are beyond it
    return count > 0 ? QFontMetricsF(tickFont(m_style), parentPlot()).height() + apart : 0;
}

double ColorBar::maskedRoom() const
{
    return m_showsMasked ? QFontMetricsF(tickFont(m_style), parentPlot()).height() + space::s : 0;
}

double ColorBar::aboveBar() const
{
    return m_titleRect.height() + (m_title.isEmpty() ? 0 : space::s) + countRoom(m_scale.clippedHigh);
}

double ColorBar::shortestBar() const { return m_shortest * std::min(1.0, typeScale(m_style)); }

double ColorBar::minHeight() const { return aboveBar() + shortestBar() + countRoom(m_scale.clippedLow) + maskedRoom(); }

QRectF ColorBar::barRect() const
{
    const QRectF around = maps();
    const double top = around.top() + aboveBar();
    const double end = around.bottom() + 1 - maskedRoom() - countRoom(m_scale.clippedLow);
    return {around.right() + 1 + distance, top, thickness, std::max(end - top, shortestBar())};
}

void ColorBar::drawBeside(QCPPainter* painter) const
{
    const Theme& theme = themeOf(m_style);
    const QFont font = tickFont(m_style);
    const QFontMetricsF metrics(font, parentPlot());
    const QRectF bar = barRect();
    const double left = bar.left(), lowRoom = countRoom(m_scale.clippedLow);

    painter->setFont(font);
    painter->setPen(theme.text2);
    painter->drawText(
        QRectF(left, maps().top(), m_titleRect.width() + 2, m_titleRect.height()), Qt::AlignLeft | Qt::TextWordWrap, title());

    // One rectangle a colour, from the bottom up.
    painter->setAntialiasing(false);
    painter->setPen(Qt::NoPen);
    const std::span<const QRgb> table = colorTable(m_scale.choice.map);
    const double step = bar.height() / double(table.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
        const double y = bar.bottom() - double(i) * step;
        painter->fillRect(QRectF(QPointF(bar.left(), y - step), QPointF(bar.right(), y)), QColor::fromRgb(table[i]));
    }

    // Where numbers are beyond the ends: a triangle, and how many.
    painter->setAntialiasing(true);
    const auto clipped = [&](core::Index count, double base, double sign, QRgb color) {
        if (count <= 0)
            return;
        painter->setPen(Qt::NoPen);
        painter->setBrush(QColor::fromRgb(color));
        const double tip = base + sign * (triangle + 1);
        painter->drawPolygon(QPolygonF{{bar.left(), base + sign}, {bar.right(), base + sign}, {bar.center().x(), tip}});
        painter->setPen(theme.text2);
        painter->setBrush(Qt::NoBrush);
        const double y = sign < 0 ? base - countRoom(count) : base + countRoom(count) - metrics.height();
        painter->drawText(QRectF(bar.right() + space::s - 2, y, 200, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
            sign < 0 ? above(count) : below(count));
    };
    clipped(m_scale.clippedHigh, bar.top(), -1, table.back());
    clipped(m_scale.clippedLow, bar.bottom(), 1, table.front());

    painter->setBrush(Qt::NoBrush);
    double last = bar.bottom() + metrics.height();
    for (const double value : ticks(bar.height())) {
        double place = 1.0; // the highest end of a cyclic scale is its lowest too
        if (value != m_scale.high)
            place = m_scale.position(value);
        const double y = bar.bottom() - place * bar.height();
        const double text = std::clamp(y, bar.top() + metrics.height() / 2 - 3, bar.bottom() - metrics.height() / 2 + 3);
        if (last - text < metrics.height() * 0.95 && value != m_scale.low)
            continue;
        last = text;
        painter->setPen(QPen(theme.borderStrong, 0.75));
        painter->drawLine(QLineF(bar.right(), std::clamp(y, bar.top() + 0.5, bar.bottom() - 0.5), bar.right() + 3,
            std::clamp(y, bar.top() + 0.5, bar.bottom() - 0.5)));
        painter->setPen(theme.text);
        painter->drawText(QRectF(bar.right() + space::s - 2, text - metrics.height() / 2, 200, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, tickText(value));
    }

    if (m_showsMasked)
        drawMaskedSwatch(painter, {bar.left(), bar.bottom() + lowRoom + space::s, thickness, metrics.height() - 2},
            bar.right() + space::s - 2);
}

/// The hatch, and its meaning from `right` on.
void ColorBar::drawMaskedSwatch(QCPPainter* painter, const QRectF& swatch, double right) const
{
    const Theme& theme = themeOf(m_style);
    CellRaster one;
    one.rows = one.columns = 1;
    one.index = {CellRaster::masked};
    one.hasMasked = true;
    drawHatch(*painter, one, {swatch.left(), swatch.right()}, {swatch.top(), swatch.bottom()}, QPen(theme.hatch, 1));
    painter->setPen(QPen(theme.hatch, 0.75));
    painter->drawRect(swatch);
    painter->setPen(theme.text2);
    painter->drawText(QRectF(right, swatch.top() - 1, 200, swatch.height() + 2), Qt::AlignLeft | Qt::AlignVCenter, masked());
}

/// On one line: what the colours mean, and how many numbers are beyond the ends.
QString ColorBar::wordsBelow() const
{
    QStringList words{title().replace(QLatin1Char('\n'), QStringLiteral(" · "))};
    if (m_scale.clippedLow > 0)
        words << below(m_scale.clippedLow);
    if (m_scale.clippedHigh > 0)
        words << above(m_scale.clippedHigh);
    return words.join(QStringLiteral(" · "));
}

double ColorBar::heightBelow() const
{
    return 2 * QFontMetricsF(tickFont(m_style), parentPlot()).height() + thickness + 2 * space::s;
}

/// Its words and the hatch, the bar from the left to the right edge of the map, its numbers.
void ColorBar::drawBelow(QCPPainter* painter) const
{
    const Theme& theme = themeOf(m_style);
    const QFont font = tickFont(m_style);
    const QFontMetricsF metrics(font, parentPlot());
    const QRectF map = m_rect->rect();
    const double line = metrics.height(), top = map.bottom() + 1 + m_rect->labelsBelow() + space::s;
    double right = map.right() + 1;
    painter->setFont(font);
    painter->setAntialiasing(true);
    if (m_showsMasked) {
        right -= metrics.horizontalAdvance(masked()) + 1;
        drawMaskedSwatch(painter, {right - space::xs - thickness, top + 1, thickness, line - 2}, right);
        right -= 2 * space::xs + thickness;
    }
    painter->setPen(theme.text2);
    painter->drawText(QRectF(map.left(), top, right - map.left(), line), Qt::AlignLeft | Qt::AlignVCenter,
        metrics.elidedText(wordsBelow(), Qt::ElideRight, right - map.left()));

    painter->setAntialiasing(false);
    painter->setPen(Qt::NoPen);
    const QRectF bar(map.left(), top + line + space::xs, map.width() + 1, thickness);
    const std::span<const QRgb> table = colorTable(m_scale.choice.map);
    const double step = bar.width() / double(table.size());
    for (std::size_t i = 0; i < table.size(); ++i)
        painter->fillRect(QRectF(bar.left() + double(i) * step, bar.top(), step, bar.height()), QColor::fromRgb(table[i]));

    painter->setAntialiasing(true);
    std::vector<double> values = ticks(bar.width());
    std::rotate(values.begin(), values.end() - 1, values.end()); // the ends have their numbers first
    std::swap(values[0], values[1]);
    std::vector<QRectF> written;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double width = metrics.horizontalAdvance(tickText(values[i])) + 1;
        const double x = i == 0 ? bar.left() : i == 1 ? bar.right() : bar.left() + m_scale.position(values[i]) * bar.width();
        const QRectF words(i == 0 ? x : i == 1 ? x - width : x - width / 2, bar.bottom() + 2, width, line);
        const QRectF room = words.adjusted(-space::s, 0, space::s, 0);
        if (std::ranges::any_of(written, [&](const QRectF& other) { return other.intersects(room); }))
            continue;
        written.push_back(words);
        painter->setPen(theme.text);
        painter->drawText(words, Qt::AlignCenter, tickText(values[i]));
    }
}

void ColorBar::draw(QCPPainter* painter)
{
    if (m_rect)
        m_isBelow ? drawBelow(painter) : drawBeside(painter);
}

void ColorBar::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

} // namespace widgets
