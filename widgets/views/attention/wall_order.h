#pragma once

// WallOrder: the order of the heads on the wall of all heads: layer by head, or one after the other by a score. The same in
// A, B and their difference, so that a place means one head.

#include "core/analysis/attention_part.h"
#include "core/analysis/attention_scores.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/cell_plottable.h"

#include <span>
#include <vector>

namespace widgets {

inline constexpr TextOption sortOption{"sort"};     // a score of heads, or "layer"
inline constexpr TextOption chartsOption{"charts"}; // scores of heads

/// A score of heads, as these options name it.
struct WallScore
{
    const char* id;      // "previous"
    const char* heading; // QT_TRANSLATE_NOOP("AttentionWall", …): over the bars of the heads that stand out
    const char* name;    // short
    bool isLowFirst = false; // what stands out is the smallest
    double full = 0;         // that takes the whole width of a bar; 0: the largest
    double (*of)(const core::HeadScores& scores);
    bool isOfPlaces = true; // compares places of queries with those of keys, which are of one text then
};

/// Both in the language of the program.
QString headingOf(const WallScore& score);
QString nameOf(const WallScore& score);

std::span<const WallScore> wallScores();
QStringList wallScoreIds();
const WallScore* findWallScore(const QString& id); // null: none of this name

struct HeadPlace
{
    int layer = -1; // −1: no head is here
    int head = -1;
    bool operator==(const HeadPlace&) const = default;
};

struct WallOrder
{
    int rows = 0;
    int columns = 0;
    bool isSorted = false;
    int parts = 1; // of the layers, which go upwards, beside each other: the later ones go on right of the first, at the bottom
    std::vector<HeadPlace> places; // row by row

    HeadPlace at(int row, int column) const; // layer −1 outside
    Cell cellOf(int layer, int head) const;  // none when it is not on the wall
    int columnsOfPart() const { return columns / parts; }
};

/// Of all heads that A or B has where both are shown. Sorted by the scores of A, those that only B has after them. `parts`: where
/// there is one row per layer.
WallOrder wallOrder(const FigureData& data, int parts = 1);

/// Why the wall is not sorted as the option "sort" says; empty when it is.
QString whyNotSorted(const FigureData& data);

/// Why a score says nothing of such heads in this run; empty when it does.
QString whyNoScore(const WallScore& score, const RunResult& run, core::AttentionPart part);

/// Whether the text of a run repeats a token, so that induction says something.
bool canInduce(const RunResult& run, core::AttentionPart part);

} // namespace widgets
