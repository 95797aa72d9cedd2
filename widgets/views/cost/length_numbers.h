#pragma once

// How the cost grows with the text: by the formulas, and measured at a few lengths.

#include "widgets/views/cost/numbers.h"

namespace widgets {

/// What was measured with a text of this length: the run's own, repeated or cut. The middle one of several passes, of all
/// lengths in turns, so that a shorter text is not slower for what else the machine did.
struct TimedLength
{
    int tokens = 0;
    double attention = 0, feedForward = 0, projections = 0; // ns
};

struct CostOverLength
{
    core::GrowthOfCost growth;
    std::vector<TimedLength> timed; // ascending; perhaps none
    bool hasTwoTexts = false; // those of two stacks: none is timed
    int ownTokens = 0;
    int longest = 0; // that a table of the model reaches for; 0: without end

    std::size_t bytes() const { return timed.size() * sizeof(TimedLength); }
};

Needs lengthNeeds(const FigureData& data);
const CostOverLength* lengthsOf(const FigureData& data, const RunPtr& run); // null: not there

/// What a recipe keeps of it; empty: it is not there.
QVariantList measuredLengths(const FigureData& data, const RunPtr& run);

} // namespace widgets
