#pragma once

// Fairness: what A and B share and where they differ, in one line, against wrong conclusions from a comparison.

#include "widgets/figure/figure.h"

#include <string>
#include <utility>
#include <vector>

namespace widgets {

/// A choice with another value on the other side.
struct DifferentChoice
{
    std::string key;
    core::Json a, b;
};

struct Fairness
{
    bool sameIds = false;
    bool sharesWeights = false; // at least one matrix is the same in both, so that indices mean the same
    bool areKnown = false;      // both runs know their weights: `shared` and `tensors` count
    int shared = 0;             // tensors that are the same in both
    int tensors = 0;            // of the one that has more
    bool sameSeed = false;
    std::vector<DifferentChoice> differs; // families first, then their parameters
};

// All REQUIRE that both runs are there.

Fairness fairnessOf(const FigureData& data);

/// The one fact of it that says whether a difference by index means anything; cheap.
bool sharesWeights(const FigureData& data);

/// "same seed 42 · same 12 tokens · 14 of 16 weight tensors shared · differs: Norm placement".
QString fairnessText(const FigureData& data, const Fairness& fairness);

/// What tells A and B apart, short: two models, "Pre" and "Post" of one, or two texts; empty when nothing does.
std::pair<QString, QString> slotNames(const FigureData& data, const Fairness& fairness);

/// What marks a run of the window among those of other kinds: "A", of the other slot "B"; where there is one run, "✓".
QString ownMark(const FigureData& data, bool isB = false);

/// What is over the picture of a side: "● A: Pre", "Δ = B − A". `names`: those of slotNames(), found once for a drawing.
QString sideHeading(const std::pair<QString, QString>& names, Side side);

} // namespace widgets
