#pragma once

// Dropout: in a training each number of what a branch adds to the stream, and of what enters the first block, is 0 with
// probability `rate` and is divided by 1 − rate otherwise (Vaswani et al. 2017, §5.4: "residual dropout"; Srivastava et al. 2014).
// Which numbers these are follows from the seed, the name of the tensor and the place in it: the way back draws them again.

#include "core/layers/scope.h"

#include <cstdint>

namespace core {

struct Dropout
{
    double rate = 0; // 0: none, < 1
    std::uint64_t seed = 0;

    explicit operator bool() const { return rate > 0; }
};

/// x [token, …] with its dropped numbers, under a name of this place; of a gradient that of x. Recorded as `recording` says.
Tensor dropOut(const Scope& scope, std::string_view name, const Tensor& x, const Dropout& dropout,
    Recording recording = Recording::Never);

} // namespace core
