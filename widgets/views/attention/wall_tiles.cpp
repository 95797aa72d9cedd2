#include "widgets/views/attention/wall_tiles.h"

#include "widgets/figure/sides.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/attention/weighing.h"

namespace widgets {

std::vector<Grid> wallTiles(const WallOrder& order, const RunResult& run, core::AttentionPart part, const char* tensor)
{
    std::vector<Grid> tiles;
    for (const HeadPlace& place : order.places)
        tiles.push_back(
            place.layer < 0 ? Grid() : headGridAt(run, PartPlace({.layer = place.layer, .head = place.head}, part), tensor));
    return tiles;
}

std::vector<Grid> shownTiles(const FigureData& data, const WallOrder& order, const RunResult& run)
{
    if (weighingOf(data) == Weighing::Raw)
        return wallTiles(order, run, partOf(data), "attn.pattern");
    std::vector<Grid> tiles;
    for (const HeadPlace& place : order.places)
        tiles.push_back(place.layer < 0
                ? Grid()
                : weighedGrid(data, run, PartPlace({.layer = place.layer, .head = place.head}, partOf(data))));
    return tiles;
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
