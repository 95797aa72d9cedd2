#include "widgets/views/maps/arrangement.h"

#include "widgets/views/maps/attempt.h"

#include <algorithm>

namespace widgets {

namespace {

constexpr double worthTokens = 4.2; // headings: lower maps of a chain go without the tokens of their columns

/// The best of the candidates that are tried.
class Search
{
public:
    Search(const StageDemand& demand, QSizeF room)
        : m_demand(demand)
        , m_room(room)
    {
    }

    void attempt(const MapCandidate& candidate)
    {
        if (const double worth = MapAttempt(m_demand, candidate, m_room).worth(); worth > m_most) {
            m_most = worth;
            m_best = candidate;
        }
    }

    bool hasFound() const { return m_most >= 0; }
    MapArrangement result(const MapCandidate& otherwise) const
    {
        return MapAttempt(m_demand, hasFound() ? m_best : otherwise, m_room).result();
    }

private:
    const StageDemand& m_demand;
    QSizeF m_room;
    MapCandidate m_best;
    double m_most = -1;
};

/// The same chain with names alone over its maps.
StageDemand withNames(const StageDemand& demand)
{
    StageDemand names = demand;
    names.secondLine = 0;
    for (MapDemand& map : names.maps)
        map.heading = map.words = map.name;
    return names;
}

MapArrangement arrangeChain(const StageDemand& demand, QSizeF room)
{
    const int count = int(demand.maps.size());
    const std::size_t wides = demand.charts.size();
    Search search(demand, room);
    if (count == 0)
        return search.result({1, MapBars::None, MapCharts::Stacked, wides, true});
    for (int columns = count; columns >= 1; --columns)
        for (const MapCharts charts : {MapCharts::Below, MapCharts::Beside, MapCharts::Stacked})
            for (const bool isOneLine : {true, false})
                search.attempt({columns, MapBars::None, wides > 0 ? charts : MapCharts::None, wides, true, isOneLine});
    const bool hasMore = std::any_of(demand.maps.begin(), demand.maps.end(),
        [](const MapDemand& map) { return map.name > 0 && map.name < std::max(map.words, map.heading); });
    if (!search.hasFound() && hasMore) {
        MapArrangement named = arrangeChain(withNames(demand), room);
        named.hasNames = true;
        return named;
    }
    MapArrangement best
        = search.result({count, MapBars::None, MapCharts::Below, wides, true, demand.secondLine == 0}); // as small as it gets
    if (demand.columnTokens == 0 || best.side >= worthTokens * demand.heading)
        return best;
    StageDemand without = demand; // the tokens of the columns are those of the rows
    without.columnTokens = without.flatTokens = 0;
    return arrangeChain(without, room);
}

} // namespace

MapArrangement arrangeMaps(const StageDemand& demand, QSizeF room)
{
    if (demand.isChain)
        return arrangeChain(demand, room);
    const int count = int(demand.maps.size());
    // Heads below each other keep their stages in line; a line that ends early looks as if something were missing.
    const auto isEven = [&](int columns) {
        return columns == count
            || (demand.rows == 1 && (count % columns == 0 || (count > 3 && columns == 2) || (count == 5 && columns == 3)));
    };
    Search search(demand, room);
    const auto attempt = [&](MapCharts charts, std::size_t chartCount) {
        for (int columns = count; columns >= 1; --columns)
            for (const MapBars bars : {MapBars::All, MapBars::OfQuantities, MapBars::None})
                for (const bool hasSigns : {true, false})
                    if (isEven(columns))
                        search.attempt({columns, bars, charts, chartCount, hasSigns});
    };
    for (std::size_t charts = demand.charts.size(); charts > 0; --charts) {
        attempt(MapCharts::Beside, charts);
        attempt(MapCharts::Below, charts);
        attempt(MapCharts::Stacked, charts);
    }
    if (!search.hasFound() || !demand.areChartsMain)
        attempt(MapCharts::None, 0);
    return search.result({count, MapBars::None, MapCharts::None, 0, false});
}

} // namespace widgets
