#include "widgets/views/map_arrangement.h"

#include "widgets/views/map_attempt.h"

namespace widgets {

MapArrangement arrangeMaps(const StageDemand& demand, QSizeF room)
{
    const int count = int(demand.maps.size());
    // Heads below each other keep their stages in line; a line that ends early looks as if something were missing.
    const auto isEven = [&](int columns) {
        return columns == count
            || (demand.rows == 1 && (columns == 1 || (count > 3 && columns == 2) || (count == 5 && columns == 3)));
    };
    MapCandidate best{count, MapBars::None, MapCharts::None, 0, false};
    double most = -1;
    const auto attempt = [&](MapCharts charts, std::size_t chartCount) {
        for (int columns = count; columns >= 1; --columns)
            for (const MapBars bars : {MapBars::All, MapBars::OfQuantities, MapBars::None}) {
                if (!isEven(columns))
                    continue;
                for (const bool hasSigns : {true, false}) {
                    const MapCandidate candidate{columns, bars, charts, chartCount, hasSigns};
                    if (const double worth = MapAttempt(demand, candidate, room).worth(); worth > most) {
                        most = worth;
                        best = candidate;
                    }
                }
            }
    };
    for (std::size_t charts = demand.charts.size(); charts > 0; --charts) {
        if (!demand.areChartsMain)
            attempt(MapCharts::Beside, charts);
        attempt(MapCharts::Below, charts);
        attempt(MapCharts::Stacked, charts);
    }
    if (most < 0 || !demand.areChartsMain)
        attempt(MapCharts::None, 0);
    return MapAttempt(demand, best, room).result();
}

} // namespace widgets
