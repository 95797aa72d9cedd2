#include "widgets/plot/grid.h"

#include <cmath>

namespace widgets {

using core::Index;

Grid gridOf(const core::Tensor& tensor)
{
    return {tensor.owner(), tensor.data(), tensor.rows(), tensor.columns(), tensor.columns(), 1};
}

Grid gridOf(const core::Tensor& tensor, int axis, Index index)
{
    if (tensor.rank() != 3 || axis < 0 || axis > 2 || index < 0 || index >= tensor.dim(axis))
        return {};
    const Index strides[3] = {tensor.dim(1) * tensor.dim(2), tensor.dim(2), 1};
    const int first = axis == 0 ? 1 : 0;
    const int second = axis == 2 ? 1 : 2;
    return {tensor.owner(), tensor.data() + index * strides[axis], tensor.dim(first), tensor.dim(second), strides[first],
        strides[second]};
}

Grid gridOf(std::vector<float> values, Index rows, Index columns)
{
    if (rows < 0 || columns < 0 || Index(values.size()) != rows * columns)
        return {};
    const auto shared = std::make_shared<const std::vector<float>>(std::move(values));
    return {shared, shared->data(), rows, columns, columns, 1};
}

core::Index largestInRow(const Grid& grid, core::Index row)
{
    core::Index best = 0;
    for (core::Index column = 1; column < grid.columns; ++column)
        if (std::abs(grid.at(row, column)) > std::abs(grid.at(row, best)))
            best = column;
    return best;
}

} // namespace widgets
