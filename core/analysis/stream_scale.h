#pragma once

// Size of the residual stream over depth, and the effect of each kind of norm slot on it: the numbers that curves over depth
// are drawn from.

#include "core/trace/trace.h"

#include <span>
#include <string>
#include <vector>

namespace core {

enum class VectorLength
{
    Rms, // root mean square: does not depend on the width
    L2
};

/// One place of the stream.
struct StreamPlace
{
    std::string name;            // "blocks.3.resid_mid"
    Index layer = 0;
    double depth = 0;            // in blocks: 3 before block 3, 3.5 between its branches, 4 after it
    std::vector<double> lengths; // of each position's vector, [token]; NaN where it is not finite
    double mean = 0;             // of lengths
    double rest = 0;             // … without the first position, which often is a sink of massive numbers; of one, the mean

    bool isBetweenBlocks() const; // at a whole depth
};

/// The recorded places from the embedding to the last block; each moment once.
std::vector<StreamPlace> streamPlaces(const Trace& trace, VectorLength length);

/// The mean without the first number, unless there is only one; NaN for none.
double meanWithoutFirst(std::span<const double> values);

/// What a kind of norm slot does over the layers; NaN where a layer has no such slot.
struct SlotNumbers
{
    std::string slot; // "ln1"
    std::vector<double> meanBefore, rmsBefore, meanAfter, rmsAfter; // [layer]
};

/// The slots inside the blocks, in order of computation.
std::vector<SlotNumbers> slotNumbers(const Trace& trace);

} // namespace core
