// The size of the maps in an arrangement, and the score of the arrangement.

#include "widgets/views/maps/attempt.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace widgets {

namespace {

constexpr double kSmallest = 24;     // px of a map, however small the room
constexpr double kSmallestOfChain = 12;
constexpr double kWholeCells = 8;    // px; larger cells have a whole number of pixels
constexpr double kChartScore = 0.25; // of an area of charts, against one of maps
constexpr double kChartsEnough = 4;  // times their least area
constexpr double kChartLoss = 0.55;  // of the worth, when all of them go
constexpr std::array kBarScore{1.0, 0.97, 0.4}; // a colour without its bar says nothing
constexpr double kTurnScore = 0.86;  // of a chain that goes on in a next line, or whose headings need two
constexpr double kNoteShare = 0.45;  // of a map of a chain: wider notes stay away

} // namespace

MapAttempt::MapAttempt(const StageDemand& demand, const MapCandidate& candidate, QSizeF room)
    : m_demand(demand)
    , m_now(candidate)
    , m_room(room)
    , m_count(int(demand.maps.size()))
    , m_left(std::size_t(candidate.columns), 0.0)
    , m_right(std::size_t(candidate.columns), 0.0)
{
    m_result.columns = m_now.columns;
    m_result.hasSigns = m_now.hasSigns;
    m_result.hasNameColumn = demand.nameColumn > 0 && demand.rows > 1;
    m_result.lines = isCentred(m_count - 1) ? 2 : (m_count + m_now.columns - 1) / m_now.columns;
    m_nameLine = m_result.hasNameColumn ? 0 : demand.nameLine;
    m_result.isOneLine = m_now.isOneLine;
    measureCharts();
    measureColumns();
    fit();
}

double MapAttempt::worth() const
{
    if (!m_fits)
        return -1;
    double charts = 0;
    for (std::size_t i = 0; i < m_now.chartCount; ++i) {
        const QSizeF least = m_demand.charts[i];
        charts += std::min(chartRect(i).width() * chartRect(i).height(), kChartsEnough * least.width() * least.height());
    }
    const double maps = m_demand.rows * m_count * m_result.side * m_result.side;
    if (m_demand.isChain)
        return (maps + kChartScore * charts) * (m_result.lines > 1 ? kTurnScore : 1) * (m_now.isOneLine ? 1 : kTurnScore);
    const double asked = double(m_demand.charts.size());
    const double missing = asked > 0 ? 1 - double(m_now.chartCount) / asked : 0;
    return (maps + kChartScore * charts) * kBarScore[std::size_t(m_now.bars)] * (1 - kChartLoss * missing)
        * (areHeadingsWhole() ? 1 : 0.75) * (m_now.hasSigns ? 1 : 0.9);
}

void MapAttempt::measureColumns()
{
    const double rough = m_maps.width() / m_now.columns; // of a map of a chain with its gap
    for (int i = 0; i < m_count; ++i) {
        const MapDemand& map = m_demand.maps[std::size_t(i)];
        const auto column = std::size_t(columnOf(i));
        const double sign = m_demand.isChain
            ? (column == 0 ? 0 : std::max(map.sign, map.note <= kNoteShare * (rough - map.note) ? map.note : 0)) // else over it
            : m_now.hasSigns && map.sign > 0 ? map.sign + 2 * kGap
            : column > 0                     ? kGap
                                             : 0;
        m_left[column] = std::max(m_left[column], sign + (showsRows(i) ? m_demand.rowTokens : 0));
        if (showsBar(0, i))
            m_right[column] = std::max(m_right[column], map.bar);
    }
}

/// Slanted, the first token of a map reaches below the map before it, whose last token is one cell from its edge. Room that the
/// columns have anyway, between maps of this side, keeps them apart, too.
void MapAttempt::separateTokens(double side)
{
    m_result.side = side;
    const double apart = m_demand.tokenLine * std::numbers::sqrt2 - side / m_demand.cells, spare = spread();
    for (std::size_t column = 1; column < m_left.size(); ++column)
        if (const double beside = m_right[column - 1]; beside + m_left[column] + spare < apart)
            m_left[column] = apart - beside;
}

void MapAttempt::measureCharts()
{
    m_maps = QRectF(QPointF(), m_room);
    double width = m_demand.chartTokens, widest = 0, highest = 0;
    const double height = minStack();
    const double gap = chartGap();
    for (std::size_t i = 0; i < m_now.chartCount; ++i) {
        const QSizeF& least = m_demand.charts[i];
        width += least.width() + (i > 0 ? gap : 0);
        widest = std::max(widest, least.width() + m_demand.chartTokens);
        highest = std::max(highest, least.height());
    }
    if (m_now.charts == MapCharts::Beside) {
        m_fits = height <= m_room.height();
        m_maps.setWidth(m_room.width() - widest - gap);
    } else if (m_now.charts == MapCharts::Below) {
        m_fits = width <= m_room.width();
        m_maps.setHeight(m_room.height() - highest - kGap);
    } else if (m_now.charts == MapCharts::Stacked) {
        m_fits = widest <= m_room.width();
        m_maps.setHeight(m_room.height() - height - kGap);
    }
}

bool MapAttempt::areHeadingsWhole() const
{
    for (int i = 0; i < m_count && m_demand.isChain; ++i) {
        const MapDemand& map = m_demand.maps[std::size_t(i)];
        const bool isColumnOfNames = m_now.columns == 1 && map.words == map.name; // small maps are in lines
        if (reachesIntoGap() && columnOf(i) + 1 == m_now.columns && !isColumnOfNames) { // sideNow() leaves it room
            if (m_now.columns == 1 && map.words > m_maps.width() - m_left[0])
                return false;
            continue;
        }
        if (reachesIntoGap() ? map.words > m_result.side + 0.7 * map.sign : map.heading > m_result.side) // a little into the gap
            return false;
    }
    for (int i = 0; i < m_count && !m_demand.isChain; ++i)
        if (m_demand.maps[std::size_t(i)].heading > headingRoom(columnOf(i)))
            return false;
    return true;
}

double MapAttempt::headingRoom(int column) const
{
    const double room = m_result.side + m_right[std::size_t(column)];
    if (column + 1 == m_now.columns) { // nothing stands right of it but charts
        const double used = widthUsed() + spread() * (m_now.columns - 1);
        return m_now.charts == MapCharts::Beside ? room : room + std::max(0.0, m_maps.width() - used);
    }
    if (column == 1 && isCentred(m_count - 1)) // the tokens and the sign of the one in the middle
        return room;
    return room + spread() + m_left[std::size_t(column) + 1] - kGap / 2;
}

double MapAttempt::widestAtEnd() const
{
    double widest = 0;
    for (int i = 0; i < m_count && m_demand.isChain && reachesIntoGap(); ++i)
        if (columnOf(i) + 1 == m_now.columns)
            widest = std::max(widest, m_demand.maps[std::size_t(i)].words);
    return widest;
}

double MapAttempt::gapsHigh() const
{
    const int headings = m_result.hasNameColumn || (m_demand.rows > 1 && m_nameLine == 0) ? 1 : m_demand.rows * m_result.lines;
    const int lines = m_demand.rows * m_result.lines;
    return m_demand.rows * m_nameLine + headings * headingHeight() + linesOfTokens() * m_result.tokensBelow
        + (m_demand.isChain ? lines : 1) * m_demand.extraBelow + lineGap() * std::max(0, lines - 1);
}

int MapAttempt::linesOfTokens() const
{
    if (ownTokens())
        return m_result.lines;
    return m_demand.isChain ? std::min(m_result.lines, m_count % m_now.columns == 0 ? 1 : 2)
                            : 1; // where the last line ends early
}

double MapAttempt::minStack() const
{
    double height = kGap * std::max(0.0, double(m_now.chartCount) - 1);
    for (std::size_t i = 0; i < m_now.chartCount; ++i)
        height += m_demand.charts[i].height();
    return height;
}

double MapAttempt::chartGap() const
{
    const double gap = space::l * m_demand.unit;
    return m_demand.isChain && m_count > 0 ? std::max(gap, m_demand.maps.back().sign) : gap;
}

double MapAttempt::sideNow()
{
    m_result.side = 0;
    const double wide = (m_maps.width() - widthUsed()) / m_now.columns;
    const double high = (m_maps.height() - gapsHigh()) / (m_demand.rows * m_result.lines);
    double side = std::floor(std::min({wide, high, m_demand.maxSide}));
    if (const double last = widestAtEnd(); last > side && m_now.columns > 1)
        side = std::floor(std::min(side, (m_maps.width() - widthUsed() - last) / (m_now.columns - 1)));
    if (const double cell = side / m_demand.cells; cell >= kWholeCells)
        side = std::floor(cell) * m_demand.cells;
    return side;
}

void MapAttempt::fit()
{
    m_result.tokensBelow = m_demand.columnTokens;
    double side = sideNow();
    if (m_demand.widestToken + 3 <= side / m_demand.cells) {
        m_result.tokensBelow = m_demand.flatTokens;
        side = sideNow();
    } else if (m_demand.tokenLine > 0) {
        separateTokens(side);
        side = sideNow();
    }
    m_result.side = std::max(m_demand.isChain ? kSmallestOfChain : kSmallest, side);
    const double least = m_now.charts == MapCharts::None ? kSmallest : 56 * m_demand.unit;
    if (m_demand.isChain)
        m_fits = m_fits && side >= kSmallestOfChain && areHeadingsWhole();
    else if (side < std::min(least, m_demand.maxSide))
        m_fits = m_fits && m_now.charts == MapCharts::None && m_now.bars == MapBars::None; // the last resort
    for (int i = 0; i < m_count; ++i) {
        const double below = isLastOfColumn(i) ? m_result.tokensBelow : 0;
        if (showsBar(0, i) && m_demand.maps[std::size_t(i)].barHeight > m_result.side + below)
            m_fits = false;
    }
}

bool MapAttempt::isLastOfColumn(int i) const
{
    for (int other = m_count - 1; other > i; --other)
        if (columnOf(other) == columnOf(i))
            return false;
    return true;
}

bool MapAttempt::ownTokens() const
{
    return std::any_of(m_demand.maps.begin(), m_demand.maps.end(), [](const MapDemand& map) { return map.hasOwnTokens; });
}

} // namespace widgets
