#pragma once

// Effects of moving a token on a run: the order, its inverse, and the differences that remain once everything
// is where it was.

#include "core/base/tensor.h"

#include <span>
#include <vector>

namespace core {

/// Tokens 0 … count − 1 after the token at `from` was taken out and put in at `to`: the old place of what is at each place.
/// REQUIRES: 0 <= from, to < count.
std::vector<Index> movedOrder(Index count, Index from, Index to);

/// What is at each place then: result[i] = values[order[i]].
template <class Value>
std::vector<Value> reordered(std::span<const Value> values, std::span<const Index> order)
{
    std::vector<Value> moved;
    for (const Index place : order)
        moved.push_back(values[std::size_t(place)]);
    return moved;
}

/// A matrix [query, key] of the moved tokens with rows and columns put back to the old places.
/// REQUIRES: moved.size() == order.size()².
std::vector<float> putBack(std::span<const float> moved, std::span<const Index> order);

/// How far each token's vector is from what it was, as a part of its length: ‖after − before‖ / ‖before‖ by old places.
/// `before` and `after` are [token, …], `after` in the new order. 0 where both are zero.
std::vector<double> changeOfMoved(const Tensor& before, const Tensor& after, std::span<const Index> order);

} // namespace core
