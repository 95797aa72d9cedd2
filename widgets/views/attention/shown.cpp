#include "widgets/views/attention/shown.h"

#include "widgets/figure/sides.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/attention/stage.h"
#include "widgets/views/shared/head_scores.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

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

namespace {

constexpr double farApart = 8; // times: terms that differ by more have a scale each
constexpr std::size_t longText = 1024; // tokens whose pairs take longer to look through than a picture may

/// The numbers of a map, and their colours.
struct HeadMap
{
    Grid grid;
    ColorScale scale;

    std::size_t bytes() const { return std::size_t(grid.size()) * sizeof(float); }
};

Grid headGrid(const FigureData& data)
{
    return sideGrid(data, [&](const RunResult& run) { return headGridOf(data, run); });
}

HeadMask headMask(const FigureData& data)
{
    if (!isOfWeights(data))
        return {};
    const HeadAxes axes = headAxes(data);
    HeadMask mask{groupedMask(headMaskAt(*shownRun(data), placeOf(data)), axes.queries, axes.keys)};
    for (core::Index row = 0; row < mask.grid.rows && !mask.hides; ++row)
        for (core::Index column = 0; column < mask.grid.columns && !mask.hides; ++column)
            mask.hides = std::isinf(mask.grid.at(row, column));
    return mask;
}

ColorScale headScale(const FigureData& data)
{
    const Weighing weighing = shownWeighing(data);
    const ScaleChoice choice = weighing == Weighing::Raw ? stageScale(data, stageOf(data)) : weighingScale(weighing);
    return sideScale(data, choice, [&](const RunResult& run) { return headGridOf(data, run); });
}

/// The numbers of all terms.
GridsOf termGrids(const FigureData& data, const std::vector<ScoreTerm>& terms)
{
    return [&data, &terms](const RunResult& run) {
        std::vector<Grid> grids;
        for (const ScoreTerm& term : terms)
            grids.push_back(termGrid(run, placeOf(data), term));
        return grids;
    };
}

/// The colours of each term: one scale, or where the largest numbers of two terms are far apart one each.
std::vector<ColorScale> termScales(const FigureData& data, const std::vector<ScoreTerm>& terms)
{
    const ScaleChoice choice = stageScale(data, stageOf(data));
    std::vector<ColorScale> own;
    double least = 0, most = 0;
    for (const ScoreTerm& term : terms) {
        own.push_back(sideScale(data, choice, [&](const RunResult& run) { return termGrid(run, placeOf(data), term); }));
        const double largest = std::max(std::abs(own.back().low), std::abs(own.back().high));
        least = own.size() == 1 ? largest : std::min(least, largest);
        most = std::max(most, largest);
    }
    if (most > farApart * least)
        return own;
    return std::vector<ColorScale>(terms.size(), sideScale(data, choice, termGrids(data, terms)));
}

HeadTerms headTerms(const FigureData& data, const std::vector<ScoreTerm>& terms)
{
    return {sideGrids(data, termGrids(data, terms)), termScales(data, terms)};
}

/// The terms of its scores where the stage that is shown is their sum.
std::vector<ScoreTerm> addedTerms(const FigureData& data, const RunResult& run)
{
    return stageOf(data).step == AttentionStep::Biased ? scoreTerms(run, placeOf(data)) : std::vector<ScoreTerm>();
}

bool isLong(const RunPtr& run)
{
    return run && std::max(run->trace->tokens.size(), streamTokens(*run->trace).size()) >= longText;
}

/// All that what is shown of a side depends on.
NeedId idOf(const char* what, const FigureData& data)
{
    const PartPlace at = placeOf(data);
    QString quantity = QStringLiteral("%1 of head %2 %3 %4 on side %5 %6")
                           .arg(QLatin1String(what))
                           .arg(at.layer)
                           .arg(at.head)
                           .arg(int(at.part))
                           .arg(int(data.side))
                           .arg(int(data.isLocked));
    for (const QVariant& option : data.options)
        quantity += QLatin1Char(' ') + option.toString();
    return {data.a->trace, data.b ? data.b->trace : nullptr, quantity.toStdString()};
}

NeedId mapId(const FigureData& data) { return idOf("map", data); }
NeedId maskId(const FigureData& data) { return idOf("mask", data); }
NeedId termsId(const FigureData& data) { return idOf("terms", data); }

NeedId apartId(const FigureData& data)
{
    FigureData both = data;
    both.side = Side::A; // the same for all
    return idOf("rows apart", both);
}

NeedId changeId(const FigureData& data)
{
    FigureData both = data;
    both.side = Side::A;
    return idOf("change", both);
}

std::optional<GridChange> change(const FigureData& data)
{
    return gridChange(stageGrid(*data.a, placeOf(data), stageOf(data)), stageGrid(*data.b, placeOf(data), stageOf(data)));
}

constexpr core::Divergence notApart{.mean = std::numeric_limits<double>::quiet_NaN()};

core::Divergence apart(const FigureData& data)
{
    const Grid a = stageGrid(*data.a, placeOf(data), stageOf(data)), b = stageGrid(*data.b, placeOf(data), stageOf(data));
    return a.isEmpty() || a.rows != b.rows || a.columns != b.columns ? notApart : core::rowDivergence(viewOf(a), viewOf(b));
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

Needs headMapNeeds(const FigureData& data)
{
    Needs all;
    for (const Side side : sidesOf(data)) {
        FigureData one = ofSide(data, side);
        const RunPtr& run = shownRun(one);
        if (!isLong(run))
            continue;
        one.results = {}; // raw weights need none
        all.push_back(derivedNeed(mapId(one), [one](const core::RunControl&) { return HeadMap{headGrid(one), headScale(one)}; }));
        if (isOfWeights(one))
            all.push_back(derivedNeed(maskId(one), [one](const core::RunControl&) { return headMask(one); }));
        if (const std::vector<ScoreTerm> terms = addedTerms(one, *run); !terms.empty())
            all.push_back(
                derivedNeed(termsId(one), [one, terms](const core::RunControl&) { return headTerms(one, terms); }));
    }
    if (!showsBoth(data) || !isLong(data.a))
        return all;
    FigureData both = data;
    both.results = {};
    all.push_back(derivedNeed(changeId(both), [both](const core::RunControl&) { return change(both); }));
    all.back().isPart = true;
    if (isOfWeights(data)) {
        all.push_back(derivedNeed(apartId(both), [both](const core::RunControl&) { return apart(both); }));
        all.back().isPart = true;
    }
    return all;
}

Grid shownHeadGrid(const FigureData& data)
{
    const auto* const known = data.results.value<HeadMap>(mapId(data));
    return known ? known->grid : headGrid(data);
}

ColorScale shownHeadScale(const FigureData& data)
{
    const auto* const known = data.results.value<HeadMap>(mapId(data));
    return known ? known->scale : headScale(data);
}

HeadMask shownHeadMask(const FigureData& data)
{
    const auto* const known = data.results.value<HeadMask>(maskId(data));
    return known ? *known : headMask(data);
}

HeadTerms shownHeadTerms(const FigureData& data, const std::vector<ScoreTerm>& terms)
{
    const auto* const known = data.results.value<HeadTerms>(termsId(data));
    return known ? *known : headTerms(data, terms);
}

std::optional<GridChange> headChange(const FigureData& data)
{
    if (const auto* const known = data.results.value<std::optional<GridChange>>(changeId(data)))
        return *known;
    return isLong(data.a) ? std::nullopt : change(data);
}

core::Divergence rowsApart(const FigureData& data)
{
    if (const auto* const known = data.results.value<core::Divergence>(apartId(data)))
        return *known;
    return isLong(data.a) ? notApart : apart(data);
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
