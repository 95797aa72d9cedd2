#include "widgets/views/attention/shown.h"

#include "widgets/figure/sides.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/attention/stage.h"
#include "widgets/views/shared/head_scores.h"

#include <algorithm>
#include <cmath>

namespace widgets {

bool isOfWeights(const FigureData& data) { return stageOf(data).step == AttentionStep::Weights; }

TokenGroups headGroups(const FigureData& data)
{
    return tokenGroups(*shownRun(data)->trace, sumsBrackets(data) && isOfWeights(data));
}

Grid headGridOf(const FigureData& data, const RunResult& run)
{
    const Grid grid = stageGrid(run, data.selection, stageOf(data));
    return isOfWeights(data) && sumsBrackets(data) ? groupedPattern(grid, tokenGroups(*run.trace, true)) : grid;
}

Grid shownHeadGrid(const FigureData& data)
{
    return sideGrid(data, [&](const RunResult& run) { return headGridOf(data, run); });
}

ColorScale shownHeadScale(const FigureData& data)
{
    return sideScale(data, stageScale(data, stageOf(data)), [&](const RunResult& run) { return headGridOf(data, run); });
}

Cell pinnedPlace(const FigureData& data, const TokenGroups& groups)
{
    if (!isSquare(stageOf(data)))
        return {data.selection.query, data.selection.dim};
    return {groups.placeOf(data.selection.query), groups.placeOf(data.selection.key)};
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

Cell shownPlace(const FigureData& data, const Grid& grid, const TokenGroups& groups)
{
    const auto [query, key] = shownCell(data);
    return {std::clamp(groups.placeOf(query), 0, int(grid.rows) - 1), std::clamp(groups.placeOf(key), 0, int(grid.columns) - 1)};
}

std::pair<int, int> shownCell(const FigureData& data)
{
    // The same place in A and B, so that the eye compares like with like.
    const bool isShared = data.a && showsBoth(data) && streamTokens(*data.a->trace).size() == streamTokens(*data.b->trace).size();
    const RunPtr& run = isShared ? data.a : shownRun(data);
    Grid grid = run ? headGrid(*run->trace, data.selection.layer, "attn.pattern", data.selection.head) : Grid();
    if (grid.isEmpty() && run)
        grid = headGrid(*run->trace, data.selection.layer, "attn.scores", data.selection.head);
    if (grid.isEmpty()) {
        const int last = run ? int(streamTokens(*run->trace).size()) - 1 : 0;
        return {std::clamp(data.selection.query, 0, std::max(0, last)), std::clamp(data.selection.key, 0, std::max(0, last))};
    }
    const int query = data.selection.query >= 0 ? std::min(data.selection.query, int(grid.rows) - 1) : int(grid.rows) - 1;
    if (data.selection.key >= 0)
        return {query, std::min(data.selection.key, int(grid.columns) - 1)};
    int best = 0;
    for (int key = 1; key < int(grid.columns); ++key)
        if (grid.at(query, key) > grid.at(query, best))
            best = key;
    return {query, best};
}

std::vector<int> keysOfRow(const FigureData& data)
{
    const Grid grid = shownHeadGrid(data);
    const TokenGroups groups = headGroups(data);
    std::vector<int> keys;
    if (!grid.isEmpty())
        for (const int place : keysByWeight(grid, shownPlace(data, grid, groups).row))
            keys.push_back(groups.firstToken(place));
    return keys;
}

} // namespace widgets
