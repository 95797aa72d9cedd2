#pragma once

// Grid: a rectangle of float32 numbers to draw, with shared ownership: a tensor of a trace, one head of it, or numbers of
// one's own. Row 0 is drawn on top.

#include "core/base/tensor.h"

#include <memory>
#include <vector>

namespace widgets {

struct Grid
{
    std::shared_ptr<const void> owner; // keeps data alive
    const float* data = nullptr;
    core::Index rows = 0;
    core::Index columns = 0;
    core::Index rowStride = 0;    // in floats
    core::Index columnStride = 1; // in floats

    bool isEmpty() const { return rows <= 0 || columns <= 0 || !data; }
    core::Index size() const { return isEmpty() ? 0 : rows * columns; }

    /// REQUIRES: row and column are inside.
    float at(core::Index row, core::Index column) const { return data[row * rowStride + column * columnStride]; }

    /// Rows and columns exchanged; the same numbers.
    Grid transposed() const { return {owner, data, columns, rows, columnStride, rowStride}; }
};

/// All axes but the last flattened into rows: of [token, d_model] the tensor itself, of [d_model] one row.
Grid gridOf(const core::Tensor& tensor);

/// Of a tensor of three axes the two others at one index of `axis` (0, 1 or 2): of [head, query, key] at axis 0 the matrix
/// [query, key] of a head, of [token, head, d_head] at axis 1 the matrix [token, d_head]. Empty when out of range.
Grid gridOf(const core::Tensor& tensor, int axis, core::Index index);

/// Numbers of one's own, row by row. Empty when the count is not rows × columns.
Grid gridOf(std::vector<float> values, core::Index rows, core::Index columns);

/// The column of the largest magnitude in a row, the first of equals. REQUIRES: the row is inside.
core::Index largestInRow(const Grid& grid, core::Index row);

} // namespace widgets
