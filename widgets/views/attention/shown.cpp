#include "widgets/views/attention/shown.h"

#include "widgets/figure/sides.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/attention/stage.h"
#include "widgets/views/shared/head_scores.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace widgets {

bool isOfWeights(const FigureData& data) { return stageOf(data).step == AttentionStep::Weights; }

Weighing shownWeighing(const FigureData& data) { return isOfWeights(data) ? weighingOf(data) : Weighing::Raw; }

namespace {

/// Whether tokens of one character are merged: weights and shares add up, lengths do not.
bool areMerged(const FigureData& data) { return sumsBrackets(data) && isOfWeights(data) && weighingOf(data) != Weighing::Values; }

} // namespace

HeadAxes headAxes(const FigureData& data) { return headAxesOf(data, *shownRun(data)); }

HeadAxes headAxesOf(const FigureData& data, const RunResult& run)
{
    const bool sums = areMerged(data);
    return {partGroups(run, partOf(data), true, sums), partGroups(run, partOf(data), false, sums)};
}

Grid headGridOf(const FigureData& data, const RunResult& run)
{
    const bool isRaw = shownWeighing(data) == Weighing::Raw;
    const Grid grid = isRaw ? stageGrid(run, placeOf(data), stageOf(data)) : weighedGrid(data, run, placeOf(data));
    if (!areMerged(data))
        return grid;
    return groupedPattern(grid, partGroups(run, partOf(data), true, true), partGroups(run, partOf(data), false, true));
}

Grid shownHeadGrid(const FigureData& data)
{
    return sideGrid(data, [&](const RunResult& run) { return headGridOf(data, run); });
}

namespace {

constexpr std::size_t longText = 1024; // tokens whose pairs take longer to look through than a picture may

ColorScale headScale(const FigureData& data)
{
    const Weighing weighing = shownWeighing(data);
    const ScaleChoice choice = weighing == Weighing::Raw ? stageScale(data, stageOf(data)) : weighingScale(weighing);
    return sideScale(data, choice, [&](const RunResult& run) { return headGridOf(data, run); });
}

/// All that the colours of a side depend on.
NeedId scaleId(const FigureData& data)
{
    const PartPlace at = placeOf(data);
    QString quantity = QStringLiteral("colours of head %1 %2 %3 on side %4 %5")
                           .arg(at.layer)
                           .arg(at.head)
                           .arg(int(at.part))
                           .arg(int(data.side))
                           .arg(int(data.isLocked));
    for (const QVariant& option : data.options)
        quantity += QLatin1Char(' ') + option.toString();
    return {data.a->trace, data.b ? data.b->trace : nullptr, quantity.toStdString()};
}

std::vector<Side> sidesOf(const FigureData& data)
{
    if (!showsBoth(data))
        return {data.b && data.mode == SlotMode::B ? Side::B : Side::A};
    if (data.mode == SlotMode::Delta)
        return {Side::Delta};
    return data.mode == SlotMode::All ? std::vector{Side::A, Side::B, Side::Delta} : std::vector{Side::A, Side::B};
}

} // namespace

Needs headScaleNeeds(const FigureData& data)
{
    Needs all;
    for (const Side side : sidesOf(data)) {
        FigureData one = ofSide(data, side);
        const RunPtr& run = shownRun(one);
        if (!run || std::max(run->trace->tokens.size(), streamTokens(*run->trace).size()) < longText)
            continue;
        one.results = {}; // raw weights need none
        all.push_back(derivedNeed(scaleId(one), [one](const core::RunControl&) { return headScale(one); }));
    }
    return all;
}

ColorScale shownHeadScale(const FigureData& data)
{
    const auto* const known = data.results.value<ColorScale>(scaleId(data));
    return known ? *known : headScale(data);
}

Cell pinnedPlace(const FigureData& data, const HeadAxes& axes)
{
    const PartPlace at = placeOf(data);
    if (!isSquare(stageOf(data)))
        return {at.query, at.dim};
    return {axes.queries.placeOf(at.query), axes.keys.placeOf(at.key)};
}

std::vector<int> keysByWeight(const Grid& grid, int row)
{
    std::vector<int> places;
    for (int j = 0; j < int(grid.columns); ++j)
        if (std::isfinite(grid.at(row, j)) && grid.at(row, j) != 0)
            places.push_back(j);
    std::stable_sort(
        places.begin(), places.end(), [&](int a, int b) { return std::abs(grid.at(row, a)) > std::abs(grid.at(row, b)); });
    return places;
}

std::vector<int> placesOfBars(const FigureData& data, const Grid& grid, int row)
{
    std::vector<int> places = keysByWeight(grid, row);
    if (!isOfWeights(data) && data.side != Side::Delta) // a large negative score is a small weight
        std::ranges::stable_sort(places, std::ranges::greater(), [&](int j) { return grid.at(row, j); });
    return places;
}

Cell shownPlace(const FigureData& data, const Grid& grid, const HeadAxes& axes)
{
    const auto [query, key] = shownCell(data);
    return {std::clamp(axes.queries.placeOf(query), 0, int(grid.rows) - 1),
        std::clamp(axes.keys.placeOf(key), 0, int(grid.columns) - 1)};
}

std::pair<int, int> shownCell(const FigureData& data)
{
    // The same place in A and B, so that the eye compares like with like.
    const PartPlace at = placeOf(data);
    const auto tokens = [&](const RunPtr& run, bool areQueries) {
        return run ? int(core::tokensOfPart(*run->trace, at.part, areQueries).size()) : 0;
    };
    const bool isShared = data.a && showsBoth(data) && tokens(data.a, true) == tokens(data.b, true)
        && tokens(data.a, false) == tokens(data.b, false);
    const RunPtr& run = isShared ? data.a : shownRun(data);
    Grid grid = run ? headGridAt(*run, at, "attn.pattern") : Grid();
    if (grid.isEmpty() && run)
        grid = headGridAt(*run, at, "attn.scores");
    if (grid.isEmpty())
        return {std::clamp(at.query, 0, std::max(0, tokens(run, true) - 1)),
            std::clamp(at.key, 0, std::max(0, tokens(run, false) - 1))};
    const int query = at.query >= 0 ? std::min(at.query, int(grid.rows) - 1) : int(grid.rows) - 1;
    if (at.key >= 0)
        return {query, std::min(at.key, int(grid.columns) - 1)};
    int best = 0;
    for (int key = 1; key < int(grid.columns); ++key)
        if (grid.at(query, key) > grid.at(query, best))
            best = key;
    return {query, best};
}

std::vector<int> keysOfRow(const FigureData& data)
{
    const Grid grid = shownHeadGrid(data);
    const HeadAxes axes = headAxes(data);
    std::vector<int> keys;
    if (!grid.isEmpty())
        for (const int place : placesOfBars(data, grid, shownPlace(data, grid, axes).row))
            keys.push_back(axes.keys.firstToken(place));
    return keys;
}

} // namespace widgets
