// Where the maps, words and charts of an arrangement stand, once it is known how large its maps are.

#include "widgets/views/maps/attempt.h"

#include <algorithm>

namespace widgets {

namespace {

constexpr double kWidestGap = 0.5; // of a map of a chain

} // namespace

QRectF MapAttempt::chartRect(std::size_t i) const
{
    const auto share = [&](auto measure) {
        double before = 0, all = 0;
        for (std::size_t each = 0; each < m_now.chartCount; ++each) {
            before += each < i ? measure(m_demand.charts[each]) : 0;
            all += measure(m_demand.charts[each]);
        }
        return std::pair{before / all, measure(m_demand.charts[i]) / all};
    };
    const double gap = chartGap(), count = double(m_now.chartCount), tokens = m_demand.chartTokens;
    // A wide map of a chain is no higher than a square: a row of it is a row of the same kind.
    const double highest = m_demand.isChain && m_count > 0 ? m_demand.heading + m_result.side + m_demand.extraBelow : 1e9;
    if (m_now.charts == MapCharts::Below) {
        const double top = heightUsed() + kGap, width = m_room.width() - tokens - gap * (count - 1);
        const auto [from, part] = share([](const QSizeF& size) { return size.width(); });
        return {tokens + from * width + double(i) * gap, top, part * width, std::min(highest, m_room.height() - top)};
    }
    const bool isBeside = m_now.charts == MapCharts::Beside;
    const double left = tokens + (isBeside ? mapsRight() + gap : 0);
    const double top = isBeside || m_count == 0 ? 0 : heightUsed() + kGap;
    const double all = isBeside && m_demand.isChain ? std::max(heightUsed(), minStack()) : m_room.height() - top;
    const double height = std::min(isBeside ? all : count * highest + kGap * (count - 1), all) - kGap * (count - 1);
    const auto [from, part] = share([](const QSizeF& size) { return size.height(); });
    return {left, top + from * height + double(i) * kGap, m_room.width() - left, part * height};
}

void MapAttempt::place()
{
    const double spreadX = spread();
    const int bands = m_demand.rows * m_result.lines;
    const double spare
        = m_now.charts == MapCharts::Beside || m_now.charts == MapCharts::None ? m_maps.height() - heightUsed() : 0;
    const double spreadY = bands > 1 && !m_demand.isChain ? std::clamp(spare / (bands - 1), 0.0, 24 * m_demand.unit) : 0;
    double y = 0;
    const double side = m_result.side;
    for (int row = 0; row < m_demand.rows; ++row) {
        m_result.names.push_back(m_result.hasNameColumn
                ? QRectF(0, 0, m_demand.nameColumn, side)
                : QRectF(0, y, m_now.charts == MapCharts::Beside ? mapsRight() : m_room.width(), m_nameLine));
        y += m_nameLine;
        const bool hasHeadings = row == 0 || !m_result.hasNameColumn;
        const double heading = hasHeadings ? headingHeight() : 0;
        const double below = (ownTokens() ? m_result.tokensBelow : 0) + (m_demand.isChain ? m_demand.extraBelow : 0);
        const double pitch = heading + side + lineGap() + spreadY + below;
        for (int i = 0; i < m_count; ++i) {
            const auto column = std::size_t(columnOf(i));
            double x = (m_result.hasNameColumn ? m_demand.nameColumn : 0) + double(column) * (side + spreadX) + m_left[column];
            for (std::size_t before = 0; before < column; ++before)
                x += m_left[before] + m_right[before];
            const bool isLast = m_result.lines > 1 && int(lineOf(i)) + 1 == m_result.lines;
            const double early
                = isLast && m_demand.isChain && linesOfTokens() > 1 ? m_result.tokensBelow : 0; // of the line before
            const QRectF map(x, y + lineOf(i) * pitch + heading + early, side, side);
            m_result.maps.push_back(map);
            m_result.headings.push_back(
                hasHeadings ? QRectF(x, map.top() - heading, headingRoom(int(column)), heading) : QRectF());
            const MapDemand& demand = m_demand.maps[std::size_t(i)];
            const double sign = x - (showsRows(i) ? m_demand.rowTokens : 0) - kGap - demand.sign - spreadX / 2 * (column > 0);
            m_result.signs.push_back(m_now.hasSigns && demand.sign > 0 ? QRectF(sign, map.top(), demand.sign, side) : QRectF());
            m_result.showsRows.push_back(showsRows(i));
            m_result.showsColumns.push_back(demand.hasOwnTokens
                || (row + 1 == m_demand.rows && isLastOfColumn(i) && (!m_demand.isChain || m_result.tokensBelow > 0)));
            m_result.showsBar.push_back(showsBar(row, i));
        }
        if (m_result.hasNameColumn)
            m_result.names.back().moveTop(m_result.maps.back().top());
        y += pitch * m_result.lines;
    }
    for (std::size_t i = 0; i < m_now.chartCount; ++i)
        m_result.charts.push_back(chartRect(i));
}

double MapAttempt::spread() const
{
    if (m_now.columns < 2)
        return 0;
    const double most = m_demand.isChain ? (m_now.charts == MapCharts::Beside ? 0 : kWidestGap * m_result.side)
                                         : (m_now.charts == MapCharts::Beside ? 16 : 72) * m_demand.unit;
    const double used = widthUsed() + std::max(0.0, widestAtEnd() - m_result.side);
    return std::clamp((m_maps.width() - used) / (m_now.columns - 1), 0.0, most);
}

double MapAttempt::mapsRight() const
{
    const double maps = widthUsed() + spread() * (m_now.columns - 1);
    return m_result.hasNameColumn ? maps : std::max(maps, std::min(m_demand.nameWidth, m_maps.width()));
}

} // namespace widgets
