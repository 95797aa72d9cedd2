#include "widgets/views/scan/hit_lines.h"

#include "widgets/plot/color_map.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/strong_type.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

constexpr double hitAt = 0.66; // of the width: where the token that is asked for begins
constexpr double gap = 2; // px between words
constexpr int decimals = 2;

/// `share` of the way from one to the other.
QColor between(const QColor& from, const QColor& to, double share)
{
    const auto mixed = [&](int a, int b) { return int(std::lround(a + (b - a) * share)); };
    return {mixed(from.red(), to.red()), mixed(from.green(), to.green()), mixed(from.blue(), to.blue())};
}

QString valueText(float value) { return formatFixed(double(value), decimals); }

} // namespace

HitLines::HitLines(QCPAxisRect* rect, const FigureStyle& style)
    : CellPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style)
{
    setAntialiased(true);
    for (QCPAxis* const axis : rect->axes()) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins({});
}

void HitLines::setGroups(std::vector<HitGroup> groups)
{
    m_groups = std::move(groups);
    std::size_t rows = 0;
    for (const HitGroup& group : m_groups)
        rows += group.lines.size();
    setSize(int(rows), int(core::scanWindow));
}

double HitLines::lineHeight() const
{
    return 2 * QFontMetricsF(tickFont(style()), mParentPlot).height() + 4;
}

double HitLines::titleHeight() const { return QFontMetricsF(labelFont(style()), mParentPlot).height() + space::s; }

/// As many lines as there is room for, of each as many as of another or one more.
std::vector<std::pair<int, double>> HitLines::firstLines() const
{
    const QRectF room(mKeyAxis->axisRect()->rect());
    const int groups = std::max(1, int(m_groups.size()));
    const int fitting = std::max(groups, int((room.height() - groups * titleHeight() - (groups - 1) * space::s) / lineHeight()));
    std::vector<std::pair<int, double>> first;
    double top = room.top();
    for (const HitGroup& group : m_groups) {
        const int number = int(first.size());
        const int lines = std::min(fitting / groups + (number < fitting % groups ? 1 : 0), int(group.lines.size()));
        first.emplace_back(lines, top);
        top += titleHeight() + lines * lineHeight() + space::s;
    }
    return first;
}

std::vector<HitLines::Box> HitLines::boxes() const
{
    std::vector<Box> all;
    const QFontMetricsF words(strong(tickFont(style()), QStringLiteral("a")), mParentPlot);
    const QFontMetricsF numbers(tickFont(style()), mParentPlot);
    const QRectF room(mKeyAxis->axisRect()->rect());
    const std::vector<std::pair<int, double>> first = firstLines();
    for (int group = 0; group < int(m_groups.size()); ++group)
        for (int line = 0; line < first[std::size_t(group)].first; ++line) {
            const HitLine& one = m_groups[std::size_t(group)].lines[std::size_t(line)];
            const double top = first[std::size_t(group)].second + titleHeight() + line * lineHeight();
            const auto width = [&](int token) {
                return std::max(words.horizontalAdvance(one.words[token]),
                           numbers.horizontalAdvance(valueText(one.values[std::size_t(token)])))
                    + 6;
            };
            const auto isThere = [&](int token) {
                return token >= 0 && token < one.words.size() && !std::isnan(one.values[std::size_t(token)]);
            };
            double x = room.left() + hitAt * room.width();
            for (int token = int(core::scanBefore); isThere(token) && x + width(token) <= room.right(); ++token) {
                all.push_back({QRectF(x, top, width(token), lineHeight() - gap), group, line, token});
                x += width(token) + gap;
            }
            x = room.left() + hitAt * room.width() - gap;
            for (int token = int(core::scanBefore) - 1; isThere(token) && x - width(token) >= room.left(); --token) {
                x -= width(token);
                all.push_back({QRectF(x, top, width(token), lineHeight() - gap), group, line, token});
                x -= gap;
            }
        }
    return all;
}

int HitLines::rowOf(const Box& box) const
{
    int row = box.line;
    for (int group = 0; group < box.group; ++group)
        row += int(m_groups[std::size_t(group)].lines.size());
    return row;
}

Cell HitLines::cellAt(const QPointF& pixel) const
{
    for (const Box& box : mKeyAxis ? boxes() : std::vector<Box>())
        if (box.rect.contains(pixel))
            return {rowOf(box), box.token};
    return {};
}

std::vector<NumberSet> HitLines::numbers() const
{
    std::vector<NumberSet> sets;
    for (const HitGroup& group : m_groups) {
        NumberSet set{group.id, {"row", "column"}, {core::Index(group.lines.size()), core::scanWindow}, {}, {}};
        for (const HitLine& line : group.lines)
            for (const float value : line.values)
                set.values.push_back(double(value));
        sets.push_back(std::move(set));
    }
    return sets;
}

void HitLines::draw(QCPPainter* painter)
{
    if (!mKeyAxis || !mValueAxis)
        return;
    const Theme& theme = themeOf(style());
    painter->setAntialiasing(true);
    double largest = 1e-30;
    for (const HitGroup& group : m_groups)
        for (const HitLine& line : group.lines)
            for (const float value : line.values)
                if (std::isfinite(value))
                    largest = std::max(largest, double(std::abs(value)));
    const std::vector<std::pair<int, double>> first = firstLines();
    const QRectF room(mKeyAxis->axisRect()->rect());
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        painter->setFont(strong(labelFont(style()), m_groups[group].title));
        painter->setPen(theme.text);
        painter->drawText(QRectF(room.left(), first[group].second, room.width(), titleHeight() - 4),
            Qt::AlignLeft | Qt::AlignVCenter, m_groups[group].title);
    }
    for (const Box& box : boxes()) {
        const HitLine& line = m_groups[std::size_t(box.group)].lines[std::size_t(box.line)];
        const float value = line.values[std::size_t(box.token)];
        const double share = std::min(1.0, double(std::abs(value)) / largest);
        const QColor ground = between(theme.surface, value < 0 ? theme.slotA : theme.slotB, 0.04 + 0.86 * share);
        const QColor ink = textColorOn(ground.rgb());
        const bool isHit = box.token == int(core::scanBefore);
        painter->setPen(isHit ? QPen(theme.text, style().lineWidth) : QPen(Qt::NoPen));
        painter->setBrush(ground);
        painter->drawRoundedRect(box.rect, 3, 3);
        const QString& word = line.words[box.token];
        const double half = box.rect.height() / 2;
        painter->setPen(ink);
        painter->setFont(isHit ? strong(tickFont(style()), word) : tickFont(style()));
        painter->drawText(QRectF(box.rect.topLeft(), QSizeF(box.rect.width(), half)), Qt::AlignCenter | Qt::TextDontClip, word);
        painter->setFont(tickFont(style()));
        painter->setPen(between(ground, ink, 0.75));
        painter->drawText(QRectF(box.rect.left(), box.rect.top() + half, box.rect.width(), half), Qt::AlignCenter | Qt::TextDontClip,
            valueText(value));
        if (Cell{rowOf(box), box.token} == hovered()) {
            painter->setBrush(Qt::NoBrush);
            painter->setPen(QPen(theme.accent, 1.5));
            painter->drawRoundedRect(box.rect, 3, 3);
        }
    }
    painter->setBrush(Qt::NoBrush);
}

} // namespace widgets
