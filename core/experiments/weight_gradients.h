#pragma once

// WeightGradients: which matrices a step of gradient descent on a metric would change, and by how much.

#include "core/base/run_control.h"
#include "core/experiments/changed_runs.h"

#include <string>
#include <vector>

namespace core {

struct WeightGradient
{
    std::string name; // as it is stored, "blocks.0.attn.q.weight"
    std::string part; // of its block, "attn.q"; of what is in no block the name without ".weight"
    Index layer = -1; // of a decoder or of the only stack; −1: of no block
    bool isOfEncoder = false;
    Shape shape;      // [out, in]
    double norm = 0;  // √Σ (∂metric/∂w)²
    double size = 0;  // √Σ w²
    double share = 0; // Σ (∂metric/∂w)² in that of all matrices: of what a small step of plain gradient descent gains
};

struct WeightGradients
{
    Metric metric;
    double value = 0; // of the run
    std::vector<WeightGradient> matrices; // in the order of use, each stored tensor once; vectors are left out

    std::size_t bytes() const;
};

/// Of every matrix; all gradients are in memory at once. Throws what traceWithGradients() throws, which refuses what does not fit;
/// Stopped.
WeightGradients weightGradients(const Measurement& measured, const RunControl& control = {});

} // namespace core
