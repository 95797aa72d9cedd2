#pragma once

// AttentionShown: what the picture of one head shows, as numbers: the matrix of its stage with its colours, the places of its
// axes, and which of them are looked at. The same for the map, the lines, the bars and the words.

#include "widgets/figure/figure.h"
#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/color_scale.h"
#include "widgets/plot/grid.h"
#include "widgets/views/attention/weighing.h"
#include "widgets/views/shared/token_groups.h"

namespace widgets {

/// Whether the stage that is shown is the weights, after the softmax.
bool isOfWeights(const FigureData& data);

/// What its cells are then; of another stage raw.
Weighing shownWeighing(const FigureData& data);

/// The places of the axes: tokens of one character combined only where adding up means something.
struct HeadAxes
{
    TokenGroups queries; // rows, of tokens by dimensions too
    TokenGroups keys;    // columns of a square
};
HeadAxes headAxes(const FigureData& data);
HeadAxes headAxesOf(const FigureData& data, const RunResult& run);

/// The matrix of the stage of one run, [query, key] or [token, dimension], in places of the axes.
Grid headGridOf(const FigureData& data, const RunResult& run);

/// The same of the side that is drawn, or the difference.
Grid shownHeadGrid(const FigureData& data);
ColorScale shownHeadScale(const FigureData& data);

/// The colours of raw weights of a long text, which take longer than a drawing may, of every side.
Needs headScaleNeeds(const FigureData& data);

/// The pinned cell in places of the axes.
Cell pinnedPlace(const FigureData& data, const HeadAxes& axes);

/// The cell that the caption is about, in rows and columns of the grid; REQUIRES: the grid is not empty.
Cell shownPlace(const FigureData& data, const Grid& grid, const HeadAxes& axes);

/// The columns of a row that are not 0, the largest weight (or change) first.
std::vector<int> keysByWeight(const Grid& grid, int row);

/// Places of keys in the order of the bars beside the map: weights and differences by size, scores from the largest down.
std::vector<int> placesOfBars(const FigureData& data, const Grid& grid, int row);

} // namespace widgets
