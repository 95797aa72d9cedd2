#include "widgets/views/atlas/choice_shares.h"

#include "widgets/views/atlas/models.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace widgets {

namespace {

constexpr double between = 0.28; // of a strip's height, to the next
constexpr double minName = 0.95; // lines of type that a part must be high to have its name

/// A light and a dark grey in turns, so that neighbours are told apart.
QColor greyOf(int kind, const Theme& theme)
{
    QColor grey = theme.text2;
    grey.setAlphaF(kind % 2 == 0 ? 0.38F : 0.18F);
    return grey;
}

} // namespace

struct ChoiceShares::Places
{
    QFont plain, bold;
    double line = 0;
    QRectF bars; // all strips
    double pitch = 0, height = 0;
    double year = 0; // px of a column
};

ChoiceShares::ChoiceShares(QCPAxisRect* rect, const FigureStyle& style)
    : CellPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style)
{
    setAntialiased(false);
    for (QCPAxis* const axis : rect->axes())
        axis->setVisible(false);
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins({});
}

void ChoiceShares::setStrips(std::vector<ShareStrip> strips, QStringList years, std::vector<int> models)
{
    m_strips = std::move(strips);
    m_years = std::move(years);
    m_models = std::move(models);
    setSize(int(m_strips.size()), int(m_years.size()));
}

ChoiceShares::Places ChoiceShares::places() const
{
    Places at;
    at.plain = tickFont(style());
    at.bold = figureFont(style(), style().tickPoints, QFont::DemiBold);
    const QFontMetricsF plain(at.plain, mParentPlot);
    at.line = plain.height();
    double names = plain.horizontalAdvance(AtlasWords::tr("models"));
    for (const ShareStrip& strip : m_strips)
        names = std::max(names, plain.horizontalAdvance(strip.title));
    const QRectF room(mKeyAxis->axisRect()->rect());
    at.bars = room.adjusted(names + space::s, 0, 0, -2.3 * at.line);
    at.pitch = at.bars.height() / std::max<double>(1, double(m_strips.size()) - between / (1 + between));
    at.height = at.pitch / (1 + between);
    at.year = at.bars.width() / std::max<double>(1, double(m_years.size()));
    return at;
}

QRectF ChoiceShares::yearPlace(const Places& at, int strip, int year) const
{
    const double left = std::round(at.bars.left() + year * at.year); // whole px: no gap between some years and not between others
    return {left, at.bars.top() + strip * at.pitch, std::round(at.bars.left() + (year + 1) * at.year) - left, at.height};
}

Cell ChoiceShares::cellAt(const QPointF& pixel) const
{
    if (!mKeyAxis || m_strips.empty())
        return {};
    const Places at = places();
    for (int strip = 0; strip < int(m_strips.size()); ++strip)
        for (int year = 0; year < int(m_years.size()); ++year)
            if (yearPlace(at, strip, year).contains(pixel))
                return {strip, year};
    return {};
}

std::vector<NumberSet> ChoiceShares::numbers() const
{
    std::vector<NumberSet> sets;
    for (const ShareStrip& strip : m_strips) {
        NumberSet set{strip.id, {"row", "column"}, {core::Index(m_years.size()), core::Index(strip.kinds.size())}, {},
            {m_years, strip.kinds}};
        for (const std::vector<int>& counts : strip.counts)
            set.values.insert(set.values.end(), counts.begin(), counts.end());
        sets.push_back(std::move(set));
    }
    return sets;
}

void ChoiceShares::drawStrip(QCPPainter* painter, const Places& at, int strip) const
{
    const Theme& theme = themeOf(style());
    const ShareStrip& one = m_strips[std::size_t(strip)];
    painter->setPen(Qt::NoPen);
    for (int year = 0; year < int(m_years.size()); ++year) {
        const std::vector<int>& counts = one.counts[std::size_t(year)];
        const int all = std::accumulate(counts.begin(), counts.end(), 0);
        const QRectF place = yearPlace(at, strip, year);
        double top = place.top();
        for (int kind = 0; kind < int(counts.size()) && all > 0; ++kind) {
            const double height = place.height() * counts[std::size_t(kind)] / all;
            QColor color = kind == one.mine ? theme.slotA : kind == one.selected ? theme.slotB : greyOf(kind, theme);
            if (kind == one.selected && kind != one.mine)
                color.setAlphaF(0.75F);
            painter->setBrush(color);
            if (height > 0)
                painter->drawRect(QRectF(place.left(), top, place.width(), height));
            top += height;
            painter->setBrush(theme.surface); // parts do not touch
            if (height > 0 && top < place.bottom() - 1)
                painter->drawRect(QRectF(place.left(), top - 0.5, place.width(), 1));
        }
    }
    painter->setBrush(Qt::NoBrush);
    painter->setPen(theme.text);
    painter->setFont(at.plain);
    const QRectF row(0, at.bars.top() + strip * at.pitch, at.bars.left() - space::s, at.height);
    painter->drawText(row, int(Qt::AlignRight) | Qt::AlignVCenter, one.title);
}

/// The name of each kind where its part is widest: within neighbouring years that are all high enough.
void ChoiceShares::drawNames(QCPPainter* painter, const Places& at, int strip) const
{
    const Theme& theme = themeOf(style());
    const ShareStrip& one = m_strips[std::size_t(strip)];
    const QFontMetricsF plain(at.plain, mParentPlot), bold(at.bold, mParentPlot);
    for (int kind = 0; kind < int(one.kinds.size()); ++kind) {
        const bool isMine = kind == one.mine;
        const double wanted = (isMine ? bold : plain).horizontalAdvance(one.kinds[kind]) + 4;
        QRectF best; // the part of the years in which the name has room, the highest
        for (int first = 0; first < int(m_years.size()); ++first) {
            double top = -1e9, bottom = 1e9;
            for (int last = first; last < int(m_years.size()); ++last) {
                const std::vector<int>& counts = one.counts[std::size_t(last)];
                const int all = std::accumulate(counts.begin(), counts.end(), 0);
                if (all == 0)
                    break;
                const int before = std::accumulate(counts.begin(), counts.begin() + kind, 0);
                const QRectF place = yearPlace(at, strip, last);
                top = std::max(top, place.top() + place.height() * before / all);
                bottom = std::min(bottom, place.top() + place.height() * (before + counts[std::size_t(kind)]) / all);
                const QRectF part(at.bars.left() + first * at.year, top, (last - first + 1) * at.year, bottom - top);
                if (part.height() < minName * at.line)
                    break;
                if (part.width() >= wanted
                    && (best.isNull() || part.height() > best.height() + 1
                        || (part.height() > best.height() - 1 && part.width() > best.width())))
                    best = part;
            }
        }
        if (best.isNull())
            continue;
        painter->setFont(isMine ? at.bold : at.plain);
        painter->setPen(isMine ? theme.onAccent : theme.text);
        painter->drawText(best.adjusted(-8, -8, 8, 8), Qt::AlignCenter, one.kinds[kind]);
    }
}

void ChoiceShares::draw(QCPPainter* painter)
{
    const Theme& theme = themeOf(style());
    const Places at = places();
    painter->setAntialiasing(false);
    for (int strip = 0; strip < int(m_strips.size()); ++strip) {
        drawStrip(painter, at, strip);
        drawNames(painter, at, strip);
    }
    painter->setFont(at.plain);
    painter->setPen(theme.text2);
    const double y = at.bars.bottom() + 0.15 * at.line;
    const QFontMetricsF plain(at.plain, mParentPlot);
    const double widest = plain.horizontalAdvance(m_years.value(0)) + space::s;
    const int step = std::max(1, int(std::ceil(widest / std::max(1.0, at.year)))); // years between two that have their number
    for (int year = 0; year < int(m_years.size()); ++year) {
        const QRectF place(at.bars.left() + (year + 0.5) * at.year - 0.5 * step * at.year, y, step * at.year, at.line);
        if ((int(m_years.size()) - 1 - year) % step == 0) // the last one has its number
            painter->drawText(place, Qt::AlignCenter, m_years[year]);
        if (plain.horizontalAdvance(QString::number(m_models[std::size_t(year)])) + space::xs <= at.year)
            painter->drawText(
                place.translated(0, 1.05 * at.line), Qt::AlignCenter, QString::number(m_models[std::size_t(year)]));
    }
    painter->drawText(QRectF(0, y + 1.05 * at.line, at.bars.left() - space::s, at.line), int(Qt::AlignRight) | Qt::AlignVCenter,
        AtlasWords::tr("models"));
}

} // namespace widgets
