#pragma once

// The parts of eq. 5 that are fixed (retention.cpp): the decays D and the rotation Θ.

#include "core/layers/mixer.h"

#include <algorithm>
#include <cmath>

namespace core::retention {

/// γ of a head, 1 − 2^(−5−h) (eq. 8).
double gamma(Index head);

/// √(Σ_{m ≤ n} γ^(n−m)), n the position: what the row of D is divided by (§2.2, normalization 2).
double rootOfDecays(Index head, Index n);

/// A query of one head and the keys that it sees.
struct Row
{
    Index head, position;
    const float* query; // [d_head]
    const float* keys;  // of the head, rows `stride` apart
    Index stride, dHead;
    Index start, last; // of the keys
};

/// What a row is divided by: √ΣD · max(1, Σ|scores|), scores = q·k · D / √ΣD (§2.2, normalizations 2 and 3). Products are summed
/// up as `Number`.
template <class Number>
double divisor(const Row& row)
{
    const double root = rootOfDecays(row.head, row.position);
    double sum = 0.0, decay = 1.0 / root;
    for (Index key = row.last; key >= row.start; --key, decay *= gamma(row.head)) {
        Number product = 0;
        for (Index i = 0; i < row.dHead; ++i)
            product += Number(row.query[i]) * Number(row.keys[key * row.stride + i]);
        sum += std::abs(double(product)) * decay;
    }
    return root * std::max(1.0, sum);
}

struct Turning
{
    double scale = 1.0;     // of the result
    double direction = 1.0; // −1: back
};

/// Θ of eq. 5 on x [token, head, d_head], as xPos without its scale: pairs (2i, 2i + 1) of n = d_head / 2 turn by
/// p · 10000^(−i / (n − 1)); the last of an odd d_head does not.
void turn(const Scope& mixer, const MixerInput& in, const Tensor& x, const Turning& by, Tensor& result);

} // namespace core::retention
