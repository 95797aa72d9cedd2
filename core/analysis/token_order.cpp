#include "core/analysis/token_order.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

namespace core {

std::vector<Index> movedOrder(Index count, Index from, Index to)
{
    assert(from >= 0 && from < count && to >= 0 && to < count);
    std::vector<Index> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), Index(0));
    order.erase(order.begin() + from);
    order.insert(order.begin() + to, from);
    return order;
}

std::vector<float> putBack(std::span<const float> moved, std::span<const Index> order)
{
    const std::size_t count = order.size();
    assert(moved.size() == count * count);
    std::vector<float> back(moved.size());
    for (std::size_t row = 0; row < count; ++row)
        for (std::size_t column = 0; column < count; ++column)
            back[std::size_t(order[row]) * count + std::size_t(order[column])] = moved[row * count + column];
    return back;
}

std::vector<double> changeOfMoved(const Tensor& before, const Tensor& after, std::span<const Index> order)
{
    assert(before.shape() == after.shape() && before.dim(0) == Index(order.size()));
    std::vector<double> changes(order.size());
    const Index width = before.size() / std::max<Index>(1, before.dim(0));
    for (Index now = 0; now < before.dim(0); ++now) {
        const Index then = order[std::size_t(now)];
        const float* was = before.data() + then * width;
        const float* is = after.data() + now * width;
        double length = 0, difference = 0;
        for (Index i = 0; i < width; ++i) {
            const double by = double(is[i]) - double(was[i]);
            length += double(was[i]) * double(was[i]);
            difference += by * by;
        }
        changes[std::size_t(then)] = difference == 0 ? 0
            : length > 0                             ? std::sqrt(difference / length)
                                                     : std::numeric_limits<double>::infinity();
    }
    return changes;
}

} // namespace core
