#pragma once

// AttentionShown: what the picture of one head shows, as numbers: the matrix of its stage with its colours, the places of its
// axes, and which of them are looked at. The same for the map, the lines, the bars and the words.

#include "core/analysis/attention_stages.h"
#include "widgets/figure/figure.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/color_scale.h"
#include "widgets/plot/grid.h"
#include "widgets/views/attention/stage.h"
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

/// The mask of the weights that are shown, in places of the axes, and whether it hides any. Of a long text the worker's; empty where no
/// weights are shown.
struct HeadMask
{
    Grid grid;
    bool hides = false;

    std::size_t bytes() const { return std::size_t(grid.size()) * sizeof(float); }
};
HeadMask shownHeadMask(const FigureData& data);

/// What a score is made of, part by part, and their sum: the numbers, and one scale, or where the largest numbers of two are far
/// apart one each. REQUIRES: at least one term.
struct HeadTerms
{
    std::vector<Grid> grids;
    std::vector<ColorScale> scales;

    std::size_t bytes() const
    {
        std::size_t all = 0;
        for (const Grid& grid : grids)
            all += std::size_t(grid.size()) * sizeof(float);
        return all;
    }
};
HeadTerms shownHeadTerms(const FigureData& data, const std::vector<ScoreTerm>& terms);

/// How far the numbers of the stage are apart in A and B. Of a long text the worker's; empty: not computed yet, or other shapes.
/// REQUIRES: both are there.
std::optional<GridChange> headChange(const FigureData& data);

/// How far the rows of weights of A and B are apart; a mean that is no number: they have none, or it is not computed yet.
/// REQUIRES: both are there, and weights are shown.
core::Divergence rowsApart(const FigureData& data);

/// Of a long text all of them, of raw weights and scores on every side: its pairs take longer to look through than a drawing may.
Needs headMapNeeds(const FigureData& data);

/// The pinned cell in places of the axes.
Cell pinnedPlace(const FigureData& data, const HeadAxes& axes);

/// The cell that the caption is about, in rows and columns of the grid; REQUIRES: the grid is not empty.
Cell shownPlace(const FigureData& data, const Grid& grid, const HeadAxes& axes);

/// The columns of a row that are not 0, the largest weight (or change) first.
std::vector<int> keysByWeight(const Grid& grid, int row);

/// Places of keys in the order of the bars beside the map: weights and differences by size, scores from the largest down.
std::vector<int> placesOfBars(const FigureData& data, const Grid& grid, int row);

} // namespace widgets
