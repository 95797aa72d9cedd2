#pragma once

// Numbers of the residual stream over depth for drawing, from core/analysis.

#include "widgets/run_result.h"

#include <string>
#include <vector>

namespace widgets {

/// One place of the stream.
struct StreamPlace
{
    int layer = 0;
    double depth = 0;             // in blocks: 3 before block 3, 3.5 between its branches, 4 after it
    std::vector<double> lengths;  // of each position's vector: L2 norm, or RMS. [token]
    double mean = 0;              // of lengths
};

/// The recorded places from the embedding to the last block; each moment once.
std::vector<StreamPlace> streamPlaces(const core::Trace& trace, bool rms);

/// What a kind of norm slot does over the layers; NaN where a layer has no such slot.
struct SlotNumbers
{
    std::string slot; // "ln1"
    std::vector<double> meanBefore, rmsBefore, meanAfter, rmsAfter; // [layer]
};

std::vector<SlotNumbers> slotNumbers(const core::Trace& trace);

} // namespace widgets
