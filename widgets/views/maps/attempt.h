#pragma once

// MapAttempt: one candidate arrangement of maps and charts in a room: whether it fits, its score, where all of it
// stands.

#include "widgets/plot/theme.h"
#include "widgets/views/maps/arrangement.h"

#include <numeric>

namespace widgets {

enum class MapBars
{
    All,
    OfQuantities,
    None
};
enum class MapCharts
{
    Beside,
    Below,
    Stacked,
    None
};

struct MapCandidate
{
    int columns = 1;
    MapBars bars = MapBars::All;
    MapCharts charts = MapCharts::None;
    std::size_t chartCount = 0;
    bool hasSigns = false;
    bool isOneLine = true; // of the headings of a chain
};

/// A candidate computed in a room.
class MapAttempt
{
public:
    MapAttempt(const StageDemand& demand, const MapCandidate& candidate, QSizeF room);

    /// How well the room is used; negative: does not fit.
    double worth() const;

    MapArrangement result()
    {
        place();
        return m_result;
    }

private:
    static constexpr double kGap = space::s; // between maps, and between them and charts

    /// Five maps are four terms in a square and their sum.
    bool isSum() const { return m_count == 5 && m_now.columns == 3 && !m_demand.isChain; }
    bool isCentred(int i) const { return isSum() && i == 4; }
    int columnOf(int i) const { return isCentred(i) ? 2 : isSum() ? i % 2 : i % m_now.columns; }
    double lineOf(int i) const { return isCentred(i) ? 0.5 : isSum() ? i / 2 : i / m_now.columns; }
    bool isLastOfColumn(int i) const;
    bool showsRows(int i) const { return columnOf(i) == 0 || isCentred(i) || m_demand.maps[std::size_t(i)].hasOwnTokens; }
    bool showsBar(int row, int i) const
    {
        const MapDemand& map = m_demand.maps[std::size_t(i)];
        return row == 0 && map.bar > 0
            && (m_now.bars == MapBars::All || (m_now.bars == MapBars::OfQuantities && map.endsQuantity));
    }

    void measureColumns();
    void separateTokens(double side);
    void measureCharts();

    bool areHeadingsWhole() const;
    double headingRoom(int column) const;
    bool reachesIntoGap() const { return !m_now.isOneLine || m_demand.secondLine == 0; } // a heading of a chain
    double widestAtEnd() const; // of a chain: the words over the last maps of its lines, which nothing follows

    double headingHeight() const { return m_demand.heading + (m_now.isOneLine ? 0 : m_demand.secondLine); }
    /// Between two lines of maps, where headings keep them apart too.
    double lineGap() const { return m_demand.rows == 1 && m_demand.heading > 0 && !m_demand.isChain ? double(space::xs) : kGap; }
    double gapsHigh() const; // all but the maps themselves
    int linesOfTokens() const; // of maps with the tokens of their columns below them
    double chartGap() const;
    double minStack() const; // height of the charts below each other
    bool ownTokens() const;
    double widthUsed() const
    {
        return std::accumulate(m_left.begin(), m_left.end(), 0.0) + std::accumulate(m_right.begin(), m_right.end(), 0.0)
            + m_now.columns * m_result.side + (m_result.hasNameColumn ? m_demand.nameColumn : 0);
    }
    double heightUsed() const { return gapsHigh() + m_demand.rows * m_result.lines * m_result.side; }

    double sideNow();
    void fit();

    /// Charts take what the maps leave.
    QRectF chartRect(std::size_t i) const;

    /// Room that stays beside the maps goes between them, a little where charts can use it.
    double spread() const;

    /// Where maps and names end, beside which the charts begin.
    double mapsRight() const;

    void place();

    const StageDemand& m_demand;
    MapCandidate m_now;
    QSizeF m_room;
    int m_count;
    bool m_fits = true;
    std::vector<double> m_left, m_right; // of each column of maps: tokens and signs, bars
    QRectF m_maps;
    double m_nameLine = 0;
    MapArrangement m_result;
};

} // namespace widgets
