#include "widgets/views/attention/wall_tiles.h"

#include "widgets/figure/sides.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/shared/head_scores.h"

namespace widgets {

std::vector<Grid> wallTiles(const WallOrder& order, const RunResult& run, const char* tensor)
{
    std::vector<Grid> tiles;
    for (const HeadPlace& place : order.places)
        tiles.push_back(place.layer < 0 ? Grid() : headGrid(*run.trace, place.layer, tensor, place.head));
    return tiles;
}

ScaleChoice wallScale(const FigureData& data, const WallOrder& order)
{
    std::vector<Grid> patterns;
    for (const RunPtr& run : scaledRuns(data))
        for (const Grid& tile : wallTiles(order, *run, "attn.pattern"))
            patterns.push_back(tile);
    return weightScale(patterns, scaleOption.in(data));
}

} // namespace widgets
