#pragma once

// The gradient of every parameter, and the pieces in which all threads walk over it.

#include "core/base/tensor.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace core {

/// Of each parameter of TrainedWeights the gradient, as many numbers as it has.
using GradientList = std::vector<std::vector<float>>;

/// Numbers [first, last) of a parameter.
struct GradientBlock
{
    std::size_t parameter;
    std::size_t first, last;
};

/// All numbers of a list in blocks of one length, in order.
std::vector<GradientBlock> blocksOf(const GradientList& gradients);

/// Calls `work` with the place of each block, on all threads.
void eachBlock(const std::vector<GradientBlock>& blocks, const std::function<void(Index)>& work);

} // namespace core
