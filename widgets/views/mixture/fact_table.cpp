#include "widgets/views/mixture/fact_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace widgets {

namespace {

constexpr double barHeight = 6;
constexpr int minWidth = 180;

} // namespace

FactTable::FactTable(QCustomPlot* plot, const FigureStyle& style, QVector<Fact> facts)
    : QCPLayoutElement(plot)
    , m_style(style)
    , m_facts(std::move(facts))
{
}

QFont FactTable::nameFont() const { return tickFont(m_style); }

double FactTable::noteHeight(const Fact& fact, double width) const
{
    if (fact.note.isEmpty())
        return 0;
    const QFontMetricsF metrics(figureFont(m_style, m_style.tickPoints * 0.9), mParentPlot);
    return std::ceil(metrics.boundingRect(QRectF(0, 0, width, 10'000), Qt::TextWordWrap, fact.note).height());
}

double FactTable::rowHeight(const Fact& fact) const
{
    const QFontMetricsF metrics(nameFont(), mParentPlot);
    return std::ceil(metrics.height()) + (fact.share >= 0 ? barHeight + space::xs : 0) + space::s;
}

double FactTable::height(double width) const
{
    return std::accumulate(m_facts.begin(), m_facts.end(), 0.0,
        [&](double sum, const Fact& fact) { return sum + rowHeight(fact) + noteHeight(fact, width); });
}

std::vector<bool> FactTable::shownNotes(double width, double room) const
{
    std::vector<bool> shown(std::size_t(m_facts.size()), true);
    for (double excess = height(width) - room; excess > 0;) {
        qsizetype longest = -1;
        for (qsizetype i = 0; i < m_facts.size(); ++i)
            if (shown[std::size_t(i)] && !m_facts[i].note.isEmpty()
                && (longest < 0 || noteHeight(m_facts[i], width) > noteHeight(m_facts[longest], width)))
                longest = i;
        if (longest < 0)
            break;
        shown[std::size_t(longest)] = false;
        excess -= noteHeight(m_facts[longest], width);
    }
    return shown;
}

QSize FactTable::minimumOuterSizeHint() const
{
    double height = 0;
    for (const Fact& fact : m_facts)
        height += rowHeight(fact);
    const QFontMetricsF metrics(nameFont(), mParentPlot);
    const QFontMetricsF bold(figureFont(m_style, m_style.tickPoints, QFont::DemiBold), mParentPlot);
    double widest = minWidth;
    for (const Fact& fact : m_facts)
        widest = std::max(widest, metrics.horizontalAdvance(fact.name) + bold.horizontalAdvance(fact.value) + space::m);
    return {int(std::ceil(widest)), int(height)};
}

QSize FactTable::maximumOuterSizeHint() const
{
    return {QWIDGETSIZE_MAX, int(height(std::max<double>(minWidth, rect().width())))};
}

WrittenNumber FactTable::writtenAt(const QPointF& pixel) const
{
    const std::vector<bool> hasNote = shownNotes(rect().width(), rect().height() + 1);
    double bottom = rect().top();
    for (qsizetype i = 0; i < m_facts.size(); ++i) {
        const Fact& fact = m_facts[i];
        bottom += rowHeight(fact) + (hasNote[std::size_t(i)] ? noteHeight(fact, rect().width()) : 0);
        if (pixel.y() < bottom)
            return {fact.value, {fact.name, fact.note}};
    }
    return {};
}

void FactTable::draw(QCPPainter* painter)
{
    const Theme& theme = themeOf(m_style);
    const QFontMetricsF metrics(nameFont(), mParentPlot);
    const QFont bold = figureFont(m_style, m_style.tickPoints, QFont::DemiBold);
    double y = rect().top();
    const double width = rect().width();
    const std::vector<bool> hasNote = shownNotes(width, rect().height() + 1);
    for (qsizetype i = 0; i < m_facts.size(); ++i) {
        const Fact& fact = m_facts[i];
        const QRectF line(rect().left(), y, width, metrics.height());
        painter->setFont(nameFont());
        painter->setPen(theme.text2);
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, fact.name);
        painter->setFont(bold);
        painter->setPen(fact.isWarning ? theme.warning : theme.text);
        painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, fact.value);
        double below = line.bottom();
        if (fact.share >= 0) {
            const QRectF bar(rect().left(), below + space::xs / 2, width, barHeight);
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.surfaceAlt);
            painter->drawRoundedRect(bar, 3, 3);
            painter->setBrush(theme.slotA);
            painter->drawRoundedRect(
                QRectF(bar.topLeft(), QSizeF(std::max(3.0, std::min(1.0, fact.share) * bar.width()), barHeight)), 3, 3);
            painter->setBrush(Qt::NoBrush);
            below = bar.bottom() + space::xs / 2;
        }
        y += rowHeight(fact);
        if (hasNote[std::size_t(i)] && !fact.note.isEmpty()) {
            painter->setFont(figureFont(m_style, m_style.tickPoints * 0.9));
            painter->setPen(theme.text2);
            painter->drawText(
                QRectF(rect().left(), below, width, noteHeight(fact, width)), Qt::AlignLeft | Qt::TextWordWrap, fact.note);
            y += noteHeight(fact, width);
        }
    }
}

void FactTable::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

} // namespace widgets
