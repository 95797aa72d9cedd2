#include "widgets/views/mixture/flow.h"

#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double thickestPitch = 44; // px from bar to bar
constexpr double shortestBar = 12, shortestBand = 20; // px
constexpr int maxHeadLines = 3;
constexpr double lowest = 10; // lines of type; a lower picture has one line over its columns

} // namespace

FlowBars::FlowBars(const std::vector<double>& numbers, double whole)
    : values(numbers)
    , reach(whole)
    , isSigned(std::any_of(numbers.begin(), numbers.end(), [](double value) { return value < 0; }))
{
    for (const double value : values)
        if (std::isfinite(value))
            reach = std::max(reach, std::abs(value));
    if (!(reach > 0))
        reach = 1;
}

double FlowBars::numberWidth(const QFontMetricsF& metrics) const
{
    return metrics.horizontalAdvance(formatFixed(isSigned ? -reach : reach, 2)) + 6;
}

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
    at.bars = at.names + bold.horizontalAdvance(QStringLiteral("E%1").arg(counted(m_content.probs.size() - 1))) + space::s;
    // A column holds its numbers, on both sides where some are negative, and bars that can be distinguished.
    const auto minOf = [&](const FlowBars& bars) {
        return bars.values.empty() ? 0.0 : (bars.isSigned ? 2 : 1) * (bars.numberWidth(bold) + shortestBar);
    };
    const double logits = minOf({m_content.logits, m_content.logitReach});
    const double probs = at.hasProbs ? minOf({m_content.probs, m_content.probReach}) : 0;
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
    at.head = std::ceil(std::min(lines, maxHeadLines) * line);
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
    return bounds.width() > width + 1 ? maxHeadLines + 1 : int(std::lround(bounds.height() / metrics.lineSpacing()));
}

/// The rule, or where it would take too many lines only what the bands are.
QString MixtureFlow::gatesHead() const
{
    const double line = QFontMetricsF(tickFont(m_style), mParentPlot).lineSpacing();
    const int lines = linesOf(m_content.gatesHead, gatesWidth());
    const bool hasRoom = lines <= (rect().height() < lowest * line ? 1 : maxHeadLines)
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

int MixtureFlow::expertAt(const QPointF& pixel) const
{
    const bool isInRows = m_rows && QRectF(m_rows->rect()).contains(pixel);
    if (isInRows || (QRectF(rect()).contains(pixel) && pixel.x() >= m_at.boxes)) {
        for (std::size_t i = 0; i < m_content.boxes.size(); ++i)
            if (const FlowBox& box = m_content.boxes[i]; std::abs(pixel.y() - boxY(i)) <= boxPitch() / 2)
                return box.isShared ? -1 : box.expert;
        return -1;
    }
    if (!QRectF(rect()).contains(pixel) || pixel.x() < m_at.names || pixel.x() > m_at.bands)
        return -1;
    const int expert = int(std::floor((pixel.y() - m_at.top) / m_at.pitch));
    return expert >= 0 && expert < int(m_content.probs.size()) ? expert : -1;
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

} // namespace widgets
