#include "widgets/views/circuits/map_table.h"

#include "widgets/plot/counting.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

struct Circuits
{
    Q_DECLARE_TR_FUNCTIONS(Circuits)
};

QString branchName(const std::string& branch)
{
    if (branch == "attn_out")
        return Circuits::tr("attention");
    if (branch == "cross_attn_out")
        return Circuits::tr("cross-attention");
    if (branch == "mlp_out")
        return Circuits::tr("feed-forward");
    if (branch == "mixer_out")
        return Circuits::tr("mixer");
    if (branch == "resid_pre")
        return Circuits::tr("stream");
    return branch == "resid_post" ? Circuits::tr("end") : QString::fromStdString(branch);
}

QString layerName(const core::MeasuredPlace& place)
{
    return (place.isOfEncoder ? Circuits::tr("E%1") : QStringLiteral("L%1")).arg(counted(place.layer));
}

/// What of its layer the place is: "H2", "attention".
QString partName(const core::MeasuredPlace& place)
{
    if (place.head >= 0)
        return (place.branch == "cross_attn" ? QStringLiteral("×H%1") : QStringLiteral("H%1")).arg(counted(place.head));
    if (place.expert >= 0)
        return QStringLiteral("E%1").arg(counted(place.expert));
    if (place.neuron >= 0)
        return QLatin1Char('#') + countedText(place.neuron);
    return branchName(place.branch);
}

/// Makes the cells of places whose rows and columns have names; rows upwards.
template <class RowOf, class ColumnOf>
MapTable tableBy(const core::MeasuredMap& map, const RowOf& rowOf, const ColumnOf& columnOf)
{
    MapTable table;
    std::vector<std::pair<int, int>> cells;
    for (const core::MeasuredPlace& place : map.places) {
        const QString row = rowOf(place), column = columnOf(place);
        if (table.rows.isEmpty() || table.rows.last() != row)
            table.rows << row;
        if (!table.columns.contains(column))
            table.columns << column;
        cells.emplace_back(int(table.rows.size()) - 1, int(table.columns.indexOf(column)));
    }
    for (std::size_t i = 0; i < cells.size() && map.places[i].layer == map.places.front().layer; ++i)
        table.rowsOfLayer = cells[i].first + 1;
    const int rows = int(table.rows.size()), columns = int(table.columns.size());
    std::reverse(table.rows.begin(), table.rows.end());
    table.places.assign(std::size_t(rows * columns), -1);
    std::vector<float> values(std::size_t(rows * columns), -std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t at = std::size_t((rows - 1 - cells[i].first) * columns + cells[i].second);
        table.places[at] = int(i);
        values[at] = float(changeAt(map, int(i)));
    }
    table.grid = gridOf(std::move(values), rows, columns);
    return table;
}

} // namespace

const core::MeasuredPlace* MapTable::placeAt(const core::MeasuredMap& map, int row, int column) const
{
    if (row < 0 || column < 0 || row >= int(grid.rows) || column >= int(grid.columns))
        return nullptr;
    const int place = places[std::size_t(row * int(grid.columns) + column)];
    return place < 0 ? nullptr : &map.places[std::size_t(place)];
}

std::pair<int, int> MapTable::cellOf(int place) const
{
    const auto found = std::find(places.begin(), places.end(), place);
    if (place < 0 || found == places.end())
        return {-1, -1};
    const int at = int(found - places.begin());
    return {at / int(grid.columns), at % int(grid.columns)};
}

MapTable tableOfLayers(const core::MeasuredMap& map)
{
    if (map.places.empty() || map.places.front().neuron < 0)
        return tableBy(map, layerName, partName);
    core::Index across = 1;
    while (across * across < core::Index(map.places.size()))
        across *= 2;
    MapTable table = tableBy(
        map, [&](const core::MeasuredPlace& place) { return QLatin1Char('#') + countedText(place.neuron / across * across); },
        [&](const core::MeasuredPlace& place) { return QStringLiteral("+%1").arg(place.neuron % across); });
    table.rowsOfLayer = 1;
    return table;
}

MapTable tableOfTokens(const core::MeasuredMap& map)
{
    MapTable table = tableBy(map, placeName, [](const core::MeasuredPlace& place) { return countedText(place.token); });
    table.columns.clear();
    return table;
}

std::vector<int> mostChanged(const core::MeasuredMap& map, std::size_t most)
{
    std::vector<int> order;
    for (int place = 0; place < int(map.places.size()); ++place)
        if (std::isfinite(changeAt(map, place)))
            order.push_back(place);
    const auto size = [&](int place) { return std::abs(changeAt(map, place)); };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return size(a) > size(b); });
    order.resize(std::min(order.size(), most));
    return order;
}

double changeAt(const core::MeasuredMap& map, int place) { return map.places[std::size_t(place)].value - map.untouched; }

QString placeWords(const core::MeasuredPlace& place)
{
    const QString layer = layerName(place);
    if (place.neuron >= 0)
        return Circuits::tr("neuron %1 of %2").arg(countedText(place.neuron), layer);
    if (place.expert >= 0)
        return Circuits::tr("expert %1 of %2").arg(countedText(place.expert), layer);
    return place.head >= 0 ? placeName(place) : Circuits::tr("the %1 of %2").arg(branchName(place.branch), layer);
}

QString placeName(const core::MeasuredPlace& place) { return layerName(place) + QLatin1Char(' ') + partName(place); }

} // namespace widgets
