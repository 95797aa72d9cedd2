#pragma once

// Part of a tensor: some indices along each axis, as an intervention names them. Geometry only, no arithmetic.

#include "core/base/tensor.h"
#include "core/trace/intervention.h"

#include <vector>

namespace core {

struct TensorSlice
{
    std::vector<std::vector<Index>> indices; // one list an axis, ascending

    Shape shape() const;
};

/// Where the numbers of a slice stand, in row-major order of the slice: number i is at data()[places.at(i)].
struct SlicePlaces
{
    SlicePlaces(const TensorSlice& slice, const Shape& tensor);

    Index size() const { return Index(rows.size() * columns.size()); }
    Index at(Index i) const
    {
        const Index width = Index(columns.size());
        return rows[std::size_t(i / width)] + columns[std::size_t(i % width)];
    }

    std::vector<Index> rows;    // where each row of the last axis begins
    std::vector<Index> columns; // indices along the last axis
};

/// Position of the axis "head" or "kv_head", or -1.
int headAxis(const Axes& axes);

/// Position of the axis that counts tokens: "token", "query" or "routed_token"; or -1.
int tokenAxis(const Axes& axes);

/// The ranges and heads (empty: all) of this tensor. How many tokens are routed to an expert is not known before the pass,
/// so what is beyond them is left out. Throws Error{Usage} ("slice.query") for an axis that the tensor does not have or an
/// index beyond it.
TensorSlice sliceOf(const Axes& axes, const Shape& shape, const std::vector<AxisRange>& ranges, const std::vector<Index>& heads);

/// The same place in a tensor of another run, which has along each axis either all indices of the first, or only those of
/// the slice; `sourceHeads` are the heads that it kept (empty: all). Throws Error{Usage} when it has neither.
TensorSlice sliceInSource(const TensorSlice& slice, const Axes& axes, const Shape& shape, const Shape& sourceShape,
    const std::vector<Index>& sourceHeads);

} // namespace core
