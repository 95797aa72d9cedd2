#include "widgets/views/attention/wall_tiles.h"

#include "widgets/figure/sides.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/attention/weighing.h"

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
    return tilesOf(order, part, [&](const PartPlace& at) { return headMaskAt(run, at); });
}

std::vector<Grid> shownTiles(const FigureData& data, const WallOrder& order, const RunResult& run)
{
    if (weighingOf(data) == Weighing::Raw)
        return wallTiles(order, run, partOf(data), "attn.pattern");
    return tilesOf(order, partOf(data), [&](const PartPlace& at) { return weighedGrid(data, run, at); });
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
