#pragma once

// What a dense feed-forward does to a text: where the numbers before the activation are on its curve, which neurons answer which
// token, and what one neuron reads and writes. Plain: W₂ act(W₁ x) (Vaswani et al. 2017 eq. 2); gated: W_down (act(W_gate x) ⊙
// W_up x) (Shazeer 2020 eq. 6). A neuron is a column of mlp.pre [token, d_mlp].

#include "core/layers/activation.h"
#include "core/run/model.h"
#include "core/trace/trace.h"

#include <span>
#include <string>
#include <vector>

namespace core {

/// The activation of a layer with its learned numbers. REQUIRES: the layer exists.
Activation activationOf(const Setup& setup, Index layer);

/// How much of a change of x is left in act(x), by the magnitude of the slope there.
enum class SlopeZone
{
    Silent, // |slope| < 0.1
    Bends,
    Passes // |slope| > 0.9
};
inline constexpr double silentSlope = 0.1, passingSlope = 0.9;
SlopeZone slopeZone(const Activation& kind, double x);

/// Whether act(x) is 0 for every x < 0: a neuron that is never above 0 is dead then.
bool isZeroBelowZero(const Activation& kind);

/// How many numbers are in each zone.
struct SlopeShares
{
    Index silent = 0, bending = 0, passing = 0;
    Index notNumbers = 0; // NaN and ±∞, in no zone

    Index all() const { return silent + bending + passing; }
    void add(const SlopeShares& more);
};
SlopeShares slopeShares(const Activation& kind, std::span<const float> x);

/// Columns of one width over the numbers between their 0.05th and 99.95th percentile, edges at multiples of the width.
struct ValueCounts
{
    std::vector<double> edges;  // counts.size() + 1, ascending; empty: no finite number
    std::vector<Index> counts;
    Index below = 0, above = 0; // finite numbers beyond the edges

    double width() const { return edges.size() > 1 ? edges[1] - edges[0] : 0; }
};

/// Over all finite numbers of these parts together, in about `columns` columns. Throws Stopped.
ValueCounts valueCounts(std::span<const std::span<const float>> parts, Index columns = 60, const RunControl& control = {});

/// The same numbers in columns of `width`, so that they stand beside those of another run; as they are where that is no whole number
/// of their columns.
ValueCounts inColumnsOf(const ValueCounts& values, double width);

/// Where all numbers before the activation of some layers are.
struct ActivationUse
{
    ValueCounts values;
    SlopeShares shares;
    std::size_t bytes() const { return values.edges.size() * (sizeof(double) + sizeof(Index)); }
};

/// Of blocks.N.mlp.pre [token, d_mlp] of these layers, each with its own activation; layers that did not record it are skipped.
/// Throws Stopped.
ActivationUse activationUse(
    const Setup& setup, const Trace& trace, std::span<const Index> layers, const RunControl& control = {});

/// One neuron over all tokens.
struct NeuronUse
{
    Index peakToken = 0;         // of its largest |mlp.post|, of equal ones the first
    float peak = 0;              // that number
    bool isNeverPositive = true; // mlp.pre is at most 0 at every token, the first one included
    bool isNeverPositiveLater = true; // at every token but the first, which is an outlier in many models
    bool isSilent = true;        // |slope| < 0.1 at every token
};

/// Of every neuron of a layer [d_mlp]; empty when pre or post was not recorded, or their shapes differ. Throws Stopped.
std::vector<NeuronUse> neuronUse(const Setup& setup, const Trace& trace, Index layer, const RunControl& control = {});

enum class NeuronOrder
{
    ByToken,  // by the token of the peak; of one token the highest first
    ByNeuron,
    BySize    // the largest |peak| first
};

/// order[column] is a neuron. Of equal ones the lower neuron first.
std::vector<Index> neuronOrder(std::span<const NeuronUse> neurons, NeuronOrder order);

/// One term of mlp.pre of a neuron: a number of the vector that the feed-forward reads, times its weight.
struct NeuronInput
{
    Index dimension = 0;
    double input = 0, weight = 0;
    double product() const { return input * weight; }
};

/// value = Σ terms + rest + bias.
struct NeuronInputs
{
    std::vector<NeuronInput> largest; // by |product|
    double rest = 0;                  // of all other dimensions together
    double bias = 0;
    double value = 0;                 // recorded mlp.pre
    std::string tensor;               // of the inputs: "blocks.2.ln2.out"
    std::string reason;               // CUTAWAY_TR: why there are no terms; empty when there are
    std::string missing;              // the tensor that the reason is about; may be empty
};

struct NeuronPlace
{
    Index layer = 0, position = 0, neuron = 0;
};

/// The `terms` largest terms of mlp.pre there. REQUIRES: the place is inside the recorded tensor.
NeuronInputs neuronInputs(const Setup& setup, const Trace& trace, const NeuronPlace& place, Index terms = 12);

} // namespace core
