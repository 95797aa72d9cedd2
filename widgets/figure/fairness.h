#pragma once

// Fairness: what A and B have in common and what not, in one line, so that nobody draws a wrong conclusion from a comparison.

#include "widgets/figure/figure.h"

#include <string>
#include <utility>
#include <vector>

namespace widgets {

struct Fairness
{
    bool sameIds = false;
    bool sharesWeights = false; // at least one matrix is the same in both, so that indices mean the same
    bool areKnown = false;      // both runs know their weights: `shared` and `tensors` count
    int shared = 0;             // tensors that are the same in both
    int tensors = 0;            // of the one that has more
    bool sameSeed = false;
    std::vector<std::string> differs; // keys of choices that differ: families first, then their parameters
};

/// REQUIRES: both runs are there.
Fairness fairnessOf(const FigureData& data);

/// "same seed 42 · same 12 tokens · 14 of 16 weight tensors shared · differs: Norm placement".
QString fairnessText(const FigureData& data);

/// What tells A and B apart, short: "Pre" and "Post", two models, or two texts; empty when nothing does.
std::pair<QString, QString> slotNames(const FigureData& data);

} // namespace widgets
