#include "widgets/views/attention/wall_tiles.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/visible_token.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/attention/weighing.h"
#include "widgets/views/shared/head_scores.h"

#include <algorithm>

namespace widgets {

namespace {

/// What gridAt(place) gives for each head; an empty one where there is none.
template <class GridAt>
std::vector<Grid> tilesOf(const WallOrder& order, core::AttentionPart part, const GridAt& gridAt)
{
    std::vector<Grid> tiles;
    for (const HeadPlace& place : order.places)
        tiles.push_back(place.layer < 0 ? Grid() : gridAt(PartPlace({.layer = place.layer, .head = place.head}, part)));
    return tiles;
}

} // namespace

std::vector<Grid> wallTiles(const WallOrder& order, const RunResult& run, core::AttentionPart part, const char* tensor)
{
    return tilesOf(order, part, [&](const PartPlace& at) { return headGridAt(run, at, tensor); });
}

std::vector<Grid> wallMasks(const WallOrder& order, const RunResult& run, core::AttentionPart part)
{
    HeadMasks masks(run);
    return tilesOf(order, part,
        [&](const PartPlace& at) { return masks.of(core::partIn(*run.trace, at.part), at.layer, at.head); });
}

std::vector<Grid> shownTiles(const FigureData& data, const WallOrder& order, const RunResult& run)
{
    if (weighingOf(data) == Weighing::Raw)
        return wallTiles(order, run, partOf(data), "attn.pattern");
    return tilesOf(order, partOf(data), [&](const PartPlace& at) { return weighedGrid(data, run, at); });
}

TileNames wallNames(const FigureData& data, const WallOrder& order, const std::vector<Grid>& tiles)
{
    int layers = 0, heads = 0;
    for (const HeadPlace& place : order.places) {
        layers = std::max(layers, place.layer + 1);
        heads = std::max(heads, place.head + 1);
    }
    QStringList ofLayers, ofHeads, queries, keys;
    for (int layer = 0; layer < layers; ++layer)
        ofLayers << layerLabel(layer);
    for (int head = 0; head < heads; ++head)
        ofHeads << headLabel(head);
    for (const QString& token : partGroups(*shownRun(data), partOf(data), true, false).texts)
        queries << visibleToken(token);
    for (const QString& token : partGroups(*shownRun(data), partOf(data), false, false).texts)
        keys << visibleToken(token);
    const auto tile = std::ranges::find_if(tiles, [](const Grid& grid) { return !grid.isEmpty(); });
    const qsizetype rows = tile == tiles.end() ? 0 : qsizetype(tile->rows); // without what a cache had before

    TileNames names{{"layer", "head", "query", "key"}, {ofLayers, ofHeads, queries.last(std::min(rows, queries.size())), keys}};
    if (weighingOf(data) == Weighing::Rollout) { // it is of a layer
        names.axes.removeAt(1);
        names.labels.erase(names.labels.begin() + 1);
    }
    for (const HeadPlace& place : order.places)
        names.places.push_back(place.layer < 0 ? -1 : place.layer * heads + place.head);
    return names;
}

ScaleChoice wallScale(const FigureData& data, const WallOrder& order)
{
    if (weighingOf(data) != Weighing::Raw)
        return weighingScale(weighingOf(data));
    std::vector<Grid> patterns;
    for (const RunPtr& run : scaledRuns(data))
        for (const Grid& tile : wallTiles(order, *run, partOf(data), "attn.pattern"))
            patterns.push_back(tile);
    return weightScale(patterns, scaleOption.in(data));
}

} // namespace widgets
