#pragma once

// One position's vector at each step of one norm: before, centred, scaled, with gain, with bias.

#include "core/run/model.h"
#include "core/trace/trace.h"

#include <optional>
#include <string>
#include <vector>

namespace core {

/// A norm slot that a trace holds: "blocks.3.ln1", "ln_final".
struct NormSlot
{
    std::string name;
    std::string kind;  // "ln1"
    Index layer = -1;  // -1 = outside the blocks
};

/// The slots whose scale is in the trace, in order of computation; those of an encoder of two stacks are left out.
std::vector<NormSlot> normSlots(const Trace& trace);

/// Gain and bias of a slot; empty where it has none, or where they are not known.
struct NormWeights
{
    bool areKnown = false;
    std::vector<float> gain; // [d_model] what normalized is multiplied by
    std::vector<float> bias; // [d_model]
};
NormWeights normWeights(const Setup& setup, const NormSlot& slot);

struct NormSteps
{
    std::string slot;
    std::string input;          // name of what goes in
    bool subtractsMean = false; // LayerNorm, BatchNorm
    bool hasBias = false;       // adds one after the gain
    bool isOverTokens = false;  // BatchNorm: a mean and a scale for each dimension, not for the position

    std::vector<float> before;  // [d_model] all of them
    std::vector<float> centred; // before − mean; empty where no mean is subtracted
    std::vector<float> scaled;  // SLOT.normalized
    std::vector<float> gained;  // scaled · gain; empty without a gain, and where the weights are not known
    std::vector<float> out;     // SLOT.out

    double mean = 0;      // of the numbers of `before`
    double deviation = 0; // of the whole population
    double rms = 0;
    double scale = 0;     // SLOT.scale of this position; NaN over tokens
};

/// Empty when the trace does not hold what goes in, the statistics, and what comes out. REQUIRES: the position is in the trace.
std::optional<NormSteps> normSteps(const Trace& trace, const NormSlot& slot, Index position, const NormWeights& weights);

/// Over the numbers of one row: mean, standard deviation, root mean square.
struct RowMoments
{
    double mean = 0;
    double deviation = 0;
    double rms = 0;
};
RowMoments momentsOf(std::span<const float> values);

/// Root mean square of each row, and of each column, of [token, d_model].
std::vector<double> rowRms(const Tensor& tensor);
std::vector<double> columnRms(const Tensor& tensor);

} // namespace core
