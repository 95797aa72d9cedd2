#pragma once

// The maps on the wall of all heads, and the rule for the colours that they share.

#include "widgets/plot/color_scale.h"
#include "widgets/plot/grid.h"
#include "widgets/plot/map_wall.h"
#include "widgets/views/attention/wall_order.h"

namespace widgets {

/// The tiles of a run in the order of the wall, empty where it has no such head. `tensor`: "attn.pattern".
std::vector<Grid> wallTiles(const WallOrder& order, const RunResult& run, core::AttentionPart part, const char* tensor);

/// Which cells of them are masked, as headMaskAt().
std::vector<Grid> wallMasks(const WallOrder& order, const RunResult& run, core::AttentionPart part);

/// What is on the wall: these patterns, or what is made of them (weighing.h).
std::vector<Grid> shownTiles(const FigureData& data, const WallOrder& order, const RunResult& run);

/// What a table calls them: by layer and head, with the tokens of queries and keys, however the wall is arranged.
TileNames wallNames(const FigureData& data, const WallOrder& order, const std::vector<Grid>& tiles);

/// By the option "scale", of both runs where the slots are locked.
ScaleChoice wallScale(const FigureData& data, const WallOrder& order);

} // namespace widgets
