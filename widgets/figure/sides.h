#pragma once

// Sides: which run a figure draws now, and how numbers of two runs become one picture: A, B, or B − A with one scale.

#include "widgets/figure/figure.h"
#include "widgets/plot/color_scale.h"

#include <functional>
#include <optional>
#include <vector>

namespace widgets {

/// The run of the side that is drawn; of a difference, and of both, that of A: tokens and names come from there.
const RunPtr& shownRun(const FigureData& data);

/// The runs that this panel is of: A and B where one is of both, else the shown one.
std::vector<RunPtr> panelRuns(const FigureData& data);

/// The runs that a picture may ask for: A and B where there are both, as going from one to the other must not wait; the shown one
/// in front.
std::vector<RunPtr> drawnRuns(const FigureData& data);

/// The slot that holds this run. REQUIRES: one does.
const RunPtr& pointerTo(const FigureData& data, const RunResult& run);

/// The same data seen from one side.
FigureData ofSide(FigureData data, Side side);

/// The position that is looked at: the selected one, or the last. REQUIRES: `run` has tokens.
int shownPosition(const RunResult& run, const Selection& selection);

/// "a", "b", "ab", "delta", "abdelta", as --slot of the command line says them; and back, nothing for another word.
const char* slotModeWord(SlotMode mode);
std::optional<SlotMode> slotModeOf(const QString& word);
QStringList slotModeWords();

/// Whether both slots are shown: there is a B, and the mode is A | B, B − A, or all three.
bool showsBoth(const FigureData& data);

/// The sides of the picture, left to right: what fits the figure, the mode, and the slots that are there. Which of them have a
/// panel, shown_panels.h says.
std::vector<Side> shownSides(const FigureInfo& info, const FigureData& data);

/// What a picture needs is still computed, or was refused, in words; empty when all is there.
QString whyNotComputed(const FigureInfo& info, const FigureData& data);

/// Why no picture of the pass has a number, where the embedding has none already; empty when it has, or when `info` draws none of
/// them.
QString whyNoNumbers(const FigureInfo& info, const FigureData& data);

/// Why a side has no picture, in words; empty when it has one. Δ has none where B has none: with `areSidesUnknown` B is asked.
QString whyNotSide(const FigureInfo& info, const FigureData& data, Side side, bool areSidesUnknown = true);

/// What a figure takes from a run to draw; empty when the run has none.
using GridOf = std::function<Grid(const RunResult&)>;

/// The numbers that draw() shows: A's, B's, or B − A. Empty when a side has none or the shapes differ.
Grid sideGrid(const FigureData& data, const GridOf& numbers);

/// The runs whose numbers make a scale: both while the slots are locked, also while one of them is shown alone, so that going
/// from A to B and back does not change what a colour means; else the shown one, which may be null.
std::vector<RunPtr> scaledRuns(const FigureData& data);

/// Their scale: that of scaledRuns(); for a difference symmetric around 0, without the first column where theirs is.
ColorScale sideScale(const FigureData& data, const ScaleChoice& choice, const GridOf& numbers);

/// The same for many grids that share one scale (a wall of heads).
using GridsOf = std::function<std::vector<Grid>(const RunResult&)>;
std::vector<Grid> sideGrids(const FigureData& data, const GridsOf& numbers);
ColorScale sideScale(const FigureData& data, const ScaleChoice& choice, const GridsOf& numbers);

/// B − A cell by cell; empty unless both have the same rows and columns. A cell that is masked in both stays masked.
Grid differenceOf(const Grid& a, const Grid& b);

/// How far B is from A over the cells that are finite in both: max |Δ| and its cell, the root mean square of Δ, and the cosine
/// between A and B, which is not finite where one of them is 0.
struct GridChange
{
    double largest = -1;
    int row = 0, column = 0;
    double rms = 0, cosine = 0;
};

/// Empty when the shapes differ, and where no cell is finite in both.
std::optional<GridChange> gridChange(const Grid& a, const Grid& b);

/// The same in words. `place` makes a selection of (row, column). None of no change.
std::vector<Metric> changeMetrics(
    const std::optional<GridChange>& change, const std::function<Selection(int row, int column)>& place);
std::vector<Metric> gridMetrics(const Grid& a, const Grid& b, const std::function<Selection(int row, int column)>& place);

/// Why B − A cannot be shown, in words; empty when it can.
QString whyNoDifference(const FigureInfo& info, const FigureData& data);

/// Line colour and pen of a slot: A solid blue, B dashed orange.
struct SlotPen
{
    QColor color;
    Qt::PenStyle pen;
};
SlotPen slotPen(Side side, const FigureStyle& style);

} // namespace widgets
