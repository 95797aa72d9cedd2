#include "widgets/views/mixture_flow.h"

#include "widgets/plot/color_map.h"
#include "widgets/plot/number_format.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double thickestPitch = 44; // px from bar to bar
constexpr double widestBand = 16;
constexpr double radius = 4;
constexpr double shortestBar = 12, shortestBand = 20; // px
constexpr int mostHeadLines = 3;
constexpr double lowest = 10; // lines of type; a lower picture has one line over its columns

double numberWidth(const QFontMetricsF& metrics, const std::vector<double>& values, double reach)
{
    const bool isSigned = std::any_of(values.begin(), values.end(), [](double value) { return value < 0; });
    return metrics.horizontalAdvance(formatFixed(isSigned ? -reach : reach, 2)) + 6;
}

/// The part of a bar that its number does not need.
double reachOf(const std::vector<double>& values, double reach)
{
    double largest = reach;
    for (const double value : values)
        if (std::isfinite(value))
            largest = std::max(largest, std::abs(value));
    return largest > 0 ? largest : 1;
}

bool hasNegative(const std::vector<double>& values)
{
    return std::any_of(values.begin(), values.end(), [](double value) { return value < 0; });
}

} // namespace

MixtureFlow::MixtureFlow(QCustomPlot* plot, const FigureStyle& style, FlowContent content)
    : QCPLayoutElement(plot)
    , m_style(style)
    , m_content(std::move(content))
{
    setMinimumSize(160, 60); // of a lower picture some parts are left out
    setLayer(QStringLiteral("overlay")); // the line of the sum runs over the map
}

std::vector<NumberSet> MixtureFlow::numbers() const
{
    std::vector<double> gates(m_content.logits.size(), 0.0);
    for (const FlowBox& box : m_content.boxes)
        if (box.expert >= 0 && std::size_t(box.expert) < gates.size())
            gates[std::size_t(box.expert)] = box.gate;
    const auto set = [](const char* name, const std::vector<double>& values) {
        return NumberSet{QLatin1String(name), {"row"}, {core::Index(values.size())}, values};
    };
    return {set("logits", m_content.logits), set("probabilities", m_content.probs), set("gates", gates)};
}

void MixtureFlow::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

void MixtureFlow::arrange()
{
    m_at.hasProbs = !m_content.probsHead.isEmpty();
    m_at.hasChip = m_at.hasDetails = m_at.hasLogits = true;
    for (bool* const part : {&m_at.hasProbs, &m_at.hasChip, &m_at.hasDetails, &m_at.hasLogits}) {
        arrangeColumns();
        if (bandsWidth() >= shortestBand)
            break;
        *part = false;
    }
    arrangeColumns();
    arrangeRows();
}

void MixtureFlow::arrangeColumns()
{
    Columns& at = m_at;
    const QFontMetricsF metrics(tickFont(m_style), mParentPlot);
    const QFontMetricsF bold(figureFont(m_style, m_style.tickPoints, QFont::DemiBold), mParentPlot);
    at.boxWidth = 0;
    for (const FlowBox& box : m_content.boxes)
        at.boxWidth = std::max(
            {at.boxWidth, bold.horizontalAdvance(box.name), at.hasDetails ? metrics.horizontalAdvance(box.detail) : 0.0});
    at.boxWidth += 2 * space::s;
    at.boxes = rect().right() - at.boxWidth;
    at.chip = rect().left();
    const double chipWidth = std::min(bold.horizontalAdvance(m_content.token) + 2 * space::s, 0.2 * rect().width());
    at.names = at.hasChip ? at.chip + chipWidth + space::l : at.chip;
    at.bars = at.names + bold.horizontalAdvance(QStringLiteral("E%1").arg(m_content.probs.size() - 1)) + space::s;
    // A column holds its numbers, on both sides where some are negative, and bars that can be told apart.
    const auto leastOf = [&](const std::vector<double>& values, double reach) {
        const int sides = hasNegative(values) ? 2 : 1;
        return values.empty() ? 0.0 : sides * (numberWidth(bold, values, reach) + shortestBar);
    };
    const double logits = leastOf(m_content.logits, reachOf(m_content.logits, m_content.logitReach));
    const double probs = at.hasProbs ? leastOf(m_content.probs, reachOf(m_content.probs, m_content.probReach)) : 0;
    const double wide = at.boxes - at.bars;
    at.barsWidth = at.hasLogits ? std::max(wide * (at.hasProbs ? 0.36 : 0.5), logits) : 0;
    at.probs = at.bars + at.barsWidth + space::m;
    at.probsWidth = at.hasProbs ? std::max(wide * 0.26, probs) : 0;
    at.bands = at.hasProbs ? at.probs + at.probsWidth + space::xs : at.bars + at.barsWidth + space::xs;
}

void MixtureFlow::arrangeRows()
{
    Columns& at = m_at;
    const double line = QFontMetricsF(tickFont(m_style), mParentPlot).lineSpacing();
    const double experts = std::max<double>(1, double(m_content.probs.size()));
    const int lines = std::max({at.hasLogits ? linesOf(m_content.logitsHead, at.bands - at.names - space::xs) : 0,
        at.hasProbs ? linesOf(m_content.probsHead, at.bands - at.probs) : 0, linesOf(gatesHead(), gatesWidth())});
    at.head = std::ceil(std::min(lines, mostHeadLines) * line);
    // Room below for the way of the shared experts.
    const bool hasShared
        = std::any_of(m_content.boxes.begin(), m_content.boxes.end(), [](const FlowBox& box) { return box.isShared; });
    const double room = rect().height() - at.head - space::s - (hasShared ? space::xl : 0);
    at.pitch = std::min(thickestPitch, room / experts);
    at.top = rect().top() + at.head + space::s + (room - at.pitch * experts) / 2;
}

int MixtureFlow::linesOf(const QString& text, double width) const
{
    if (text.isEmpty())
        return 0;
    const QFontMetricsF metrics(tickFont(m_style), mParentPlot);
    const QRectF bounds = metrics.boundingRect(QRectF(0, 0, std::max(1.0, width), 10'000), Qt::TextWordWrap, text);
    return bounds.width() > width + 1 ? mostHeadLines + 1 : int(std::lround(bounds.height() / metrics.lineSpacing()));
}

/// The rule, or where it would take too many lines only what the bands are.
QString MixtureFlow::gatesHead() const
{
    const double line = QFontMetricsF(tickFont(m_style), mParentPlot).lineSpacing();
    const int lines = linesOf(m_content.gatesHead, gatesWidth());
    const bool hasRoom = lines <= (rect().height() < lowest * line ? 1 : mostHeadLines)
        && (!m_rows || boxY(0) - boxHeight() / 2 - space::xs - lines * line >= rect().top());
    return hasRoom ? m_content.gatesHead : m_content.gatesShort;
}

double MixtureFlow::gatesWidth() const { return rect().right() - m_at.bands - space::m; }

double MixtureFlow::barY(int expert) const { return m_at.top + (expert + 0.5) * m_at.pitch; }

double MixtureFlow::boxY(std::size_t box) const
{
    if (m_rows)
        return m_rows->axis(QCPAxis::atLeft)->coordToPixel(double(box));
    const double head = m_at.head + space::s;
    return rect().top() + head + (double(box) + 0.5) * (rect().height() - head) / double(m_content.boxes.size());
}

double MixtureFlow::boxPitch() const { return m_content.boxes.size() > 1 ? std::abs(boxY(1) - boxY(0)) : rect().height(); }

bool MixtureFlow::hasDetails() const { return m_at.hasDetails && boxPitch() >= 2 * boxLine() + space::s; }

double MixtureFlow::boxHeight() const { return std::min(boxPitch() - 2, (hasDetails() ? 2 : 1) * boxLine() + space::s); }

double MixtureFlow::boxLine() const
{
    return QFontMetricsF(figureFont(m_style, m_style.tickPoints, QFont::DemiBold), mParentPlot).height();
}

const FlowBox* MixtureFlow::boxOf(int expert) const
{
    for (const FlowBox& box : m_content.boxes)
        if (!box.isShared && !box.isSum && box.expert == expert)
            return &box;
    return nullptr;
}

std::vector<double> MixtureFlow::labelPlaces() const
{
    const double line = QFontMetricsF(tickFont(m_style), mParentPlot).height();
    std::vector<double> places(m_content.probs.size(), qQNaN());
    std::vector<int> labelled;
    for (int e = 0; e < int(places.size()); ++e)
        if (m_at.pitch >= 0.95 * line || boxOf(e))
            labelled.push_back(e);
    // Where there are too many for a label each, those of the kept ones are moved apart.
    double least = rect().top();
    for (const int e : labelled)
        least = (places[std::size_t(e)] = std::max(barY(e), least)) + 0.95 * line;
    double most = rect().bottom() - line / 2;
    for (std::size_t i = labelled.size(); i-- > 0;)
        most = (places[std::size_t(labelled[i])] = std::min(places[std::size_t(labelled[i])], most)) - 0.95 * line;
    return places;
}

void MixtureFlow::draw(QCPPainter* painter)
{
    if (m_content.probs.empty())
        return;
    arrange();
    drawBands(painter);
    drawChip(painter);
    drawBars(painter);
    drawBoxes(painter);
    drawHeads(painter);
}

void MixtureFlow::drawHeads(QCPPainter* painter) const
{
    const Theme& theme = themeOf(m_style);
    painter->setFont(tickFont(m_style));
    painter->setPen(theme.text2);
    const double height = m_at.head;
    const double top = m_at.top - height - space::s;
    const auto head = [&](double left, double right, const QString& text, Qt::Alignment align) {
        painter->drawText(QRectF(left, top, right - left, height), int(align | Qt::AlignBottom | Qt::TextWordWrap), text);
    };
    if (m_at.hasLogits)
        head(m_at.names, m_at.hasProbs ? m_at.probs - space::xs : m_at.bands, m_content.logitsHead, Qt::AlignLeft);
    if (m_at.hasProbs)
        head(m_at.probs, m_at.bands, m_content.probsHead, Qt::AlignLeft);
    const double firstBox = boxY(0) - boxHeight() / 2 - space::xs;
    painter->drawText(QRectF(m_at.bands + space::s, std::min(top, firstBox - height), gatesWidth(), height),
        int(Qt::AlignRight | Qt::AlignBottom | Qt::TextWordWrap), gatesHead());
}

void MixtureFlow::drawChip(QCPPainter* painter) const
{
    if (!m_at.hasChip)
        return;
    const Theme& theme = themeOf(m_style);
    const double middle = m_at.top + m_at.pitch * double(m_content.probs.size()) / 2;
    const double height = QFontMetricsF(tickFont(m_style), mParentPlot).height() + 2 * space::s;
    const QRectF chip(m_at.chip, middle - height / 2, m_at.names - space::l - m_at.chip, height);
    // The token's vector meets one row of the router's matrix for each expert.
    QColor thread = theme.borderStrong;
    thread.setAlphaF(0.35F);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(thread, 1));
    for (int e = 0; e < int(m_content.probs.size()); ++e) {
        QPainterPath path(QPointF(chip.right(), middle));
        const double x = m_at.names - 3;
        const double half = (x - chip.right()) / 2;
        path.cubicTo(QPointF(chip.right() + half, middle), QPointF(x - half, barY(e)), QPointF(x, barY(e)));
        painter->drawPath(path);
    }
    painter->setPen(QPen(theme.slotB, 1.5));
    painter->setBrush(theme.surface);
    painter->drawRoundedRect(chip, radius, radius);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(theme.text);
    const QFont font = figureFont(m_style, m_style.tickPoints, QFont::DemiBold);
    painter->setFont(font);
    painter->drawText(chip, Qt::AlignCenter,
        QFontMetricsF(font, mParentPlot).elidedText(m_content.token, Qt::ElideRight, chip.width() - space::xs));
}

void MixtureFlow::drawBars(QCPPainter* painter) const
{
    const Theme& theme = themeOf(m_style);
    const QFont plain = tickFont(m_style), bold = figureFont(m_style, m_style.tickPoints, QFont::DemiBold);
    const QFontMetricsF metrics(bold, mParentPlot);
    const std::vector<double> places = labelPlaces();
    const double thickness = std::max(0.5, std::min(0.62 * m_at.pitch, m_at.pitch - 1));
    const bool isDense = m_at.pitch < 0.95 * QFontMetricsF(plain, mParentPlot).height();
    const auto text = [&](const QRectF& place, Qt::Alignment align, const QString& words) {
        painter->drawText(place, int(align | Qt::AlignVCenter), words);
    };
    const auto column = [&](const std::vector<double>& values, double left, double width, double reach) {
        if (values.empty())
            return;
        const bool isSigned = hasNegative(values);
        const double number = numberWidth(metrics, values, reach);
        const double full = std::max(4.0, isSigned ? (width - 2 * number) / 2 : width - number);
        const double zero = isSigned ? left + number + full : left;
        if (isSigned) {
            painter->setPen(QPen(theme.border, 1));
            painter->drawLine(QLineF(zero, m_at.top, zero, m_at.top + m_at.pitch * double(values.size())));
        }
        for (int e = 0; e < int(values.size()); ++e) {
            const double value = values[std::size_t(e)];
            const FlowBox* box = boxOf(e);
            QColor color = box ? box->color : theme.borderStrong;
            color.setAlphaF(box ? 1.F : 0.4F);
            const double end = zero + (std::isfinite(value) ? std::clamp(value / reach, -1.0, 1.0) * full : 0);
            QRectF bar = QRectF(QPointF(zero, barY(e) - thickness / 2), QPointF(end, barY(e) + thickness / 2)).normalized();
            bar.setWidth(std::max(bar.width(), 1.0));
            painter->setPen(Qt::NoPen);
            painter->setBrush(color);
            painter->drawRoundedRect(bar, std::min({3.0, bar.width() / 2, thickness / 2}), std::min(3.0, thickness / 2));
            painter->setBrush(Qt::NoBrush);
            if (std::isnan(places[std::size_t(e)]))
                continue;
            painter->setFont(box ? bold : plain);
            painter->setPen(box ? theme.text : theme.text2);
            const double y = places[std::size_t(e)], h = metrics.height();
            const QString words = formatFixed(value, 2);
            if (isDense) // right of all bars, where nothing is in the way
                text(QRectF(left + width - number, y - h / 2, number, h), Qt::AlignRight, words);
            else if (value < 0)
                text(QRectF(bar.left() - number, y - h / 2, number - 4, h), Qt::AlignRight, words);
            else
                text(QRectF(bar.right() + 4, y - h / 2, number, h), Qt::AlignLeft, words);
        }
    };
    for (int e = 0; e < int(places.size()); ++e) {
        if (std::isnan(places[std::size_t(e)]))
            continue;
        const bool isKept = boxOf(e) != nullptr;
        painter->setFont(isKept ? bold : plain);
        painter->setPen(isKept ? theme.text : theme.text2);
        text(QRectF(m_at.names, places[std::size_t(e)] - metrics.height() / 2, m_at.bars - m_at.names, metrics.height()),
            Qt::AlignLeft, QStringLiteral("E%1").arg(e));
    }
    if (m_at.hasLogits)
        column(m_content.logits, m_at.bars, m_at.barsWidth, reachOf(m_content.logits, m_content.logitReach));
    if (m_at.hasProbs)
        column(m_content.probs, m_at.probs, m_at.probsWidth, reachOf(m_content.probs, m_content.probReach));
}

void MixtureFlow::drawBands(QCPPainter* painter) const
{
    const Theme& theme = themeOf(m_style);
    double largest = 0;
    for (const FlowBox& box : m_content.boxes)
        if (!box.isShared && !box.isSum)
            largest = std::max(largest, std::abs(box.gate));
    painter->setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < m_content.boxes.size(); ++i) {
        const FlowBox& box = m_content.boxes[i];
        if (box.isSum || box.expert < 0)
            continue;
        // A shared expert's band comes from the token itself, below all bars.
        const double below = m_at.top + m_at.pitch * double(m_content.probs.size()) + space::l;
        const double y = box.isShared ? std::min(below, rect().bottom() - 2.0) : barY(box.expert);
        const double x = box.isShared ? m_at.chip + space::l : m_at.bands;
        QColor color = box.isDropped ? theme.disabled : box.color;
        color.setAlphaF(0.55F);
        const double width = box.isDropped ? 1.5
            : box.isShared                 ? 3
                                           : 2 + (widestBand - 2) * (largest > 0 ? std::abs(box.gate) / largest : 0);
        painter->setPen(QPen(color, width, box.isDropped || box.isShared ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap));
        QPainterPath path;
        const double start = box.isShared ? m_at.bands : x;
        if (box.isShared) {
            const double middle = m_at.top + m_at.pitch * double(m_content.probs.size()) / 2;
            path.moveTo(QPointF(x, m_at.hasChip ? middle : y));
            path.lineTo(QPointF(x, y));
            path.lineTo(QPointF(start, y));
        } else {
            path.moveTo(QPointF(x, y));
        }
        const double half = (m_at.boxes - start) * 0.55;
        path.cubicTo(QPointF(start + half, y), QPointF(m_at.boxes - half, boxY(i)), QPointF(m_at.boxes + 1, boxY(i)));
        painter->drawPath(path);
    }
}

void MixtureFlow::drawBoxes(QCPPainter* painter) const
{
    const Theme& theme = themeOf(m_style);
    const QFont plain = tickFont(m_style), bold = figureFont(m_style, m_style.tickPoints, QFont::DemiBold);
    const double line = boxLine(), height = boxHeight();
    const std::size_t count = m_content.boxes.size();
    const bool hasDetail = hasDetails();
    for (std::size_t i = 0; i < count; ++i) {
        const FlowBox& box = m_content.boxes[i];
        const QRectF place(m_at.boxes, boxY(i) - height / 2, m_at.boxWidth - space::xs, height);
        const bool isFilled = !box.isSum && !box.isDropped;
        painter->setPen(QPen(box.isDropped ? theme.disabled
                : box.isSum                ? theme.text
                                           : box.color,
            1.5, box.isDropped ? Qt::DashLine : Qt::SolidLine));
        painter->setBrush(isFilled ? QBrush(box.color) : QBrush(theme.surface));
        painter->drawRoundedRect(place, radius, radius);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(isFilled ? textColorOn(box.color.rgb()) : box.isDropped ? theme.text2 : theme.text);
        painter->setFont(bold);
        if (hasDetail) {
            painter->drawText(QRectF(place.left(), place.center().y() - line, place.width(), line), Qt::AlignCenter, box.name);
            painter->setFont(plain);
            painter->drawText(QRectF(place.left(), place.center().y(), place.width(), line), Qt::AlignCenter, box.detail);
        } else if (height >= 0.8 * line) {
            painter->drawText(place, Qt::AlignCenter, box.name);
        }
    }
    // The line of an addition, over the sum.
    if (count > 1 && m_content.boxes.back().isSum) {
        const double y = (boxY(count - 1) + boxY(count - 2)) / 2;
        const double right = m_rows ? m_rows->right() : rect().right();
        painter->setPen(QPen(theme.text, 1.5));
        painter->drawLine(QLineF(m_at.boxes, y, right, y));
    }
}

} // namespace widgets
