#pragma once

// turnBlock: a block of a matrix read as its transpose, four by four numbers at a time.

#include "core/base/tensor.h"

#include <algorithm>
#include <cstring>

namespace core {

/// A block of a matrix: rows are `stride` floats apart.
struct TurnedBlock
{
    const float* in; // [rows, columns]
    Index stride;
    Index rows, columns;
};

/// out [columns, rows] = alpha · blockᵀ; rows of out are `stride` floats apart.
inline void turnBlock(const TurnedBlock& block, float alpha, float* out, Index stride)
{
    using Four [[gnu::vector_size(16), gnu::aligned(4)]] = float;
    const Index wholeRows = block.rows / 4 * 4, wholeColumns = block.columns / 4 * 4;
    for (Index column = 0; column < wholeColumns; column += 4)
        for (Index row = 0; row < wholeRows; row += 4) {
            Four four[4];
            for (Index r = 0; r < 4; ++r) {
                std::memcpy(&four[r], block.in + (row + r) * block.stride + column, sizeof(Four));
                four[r] *= alpha;
            }
            const Four low = __builtin_shufflevector(four[0], four[1], 0, 4, 1, 5),
                       high = __builtin_shufflevector(four[0], four[1], 2, 6, 3, 7);
            const Four lower = __builtin_shufflevector(four[2], four[3], 0, 4, 1, 5),
                       higher = __builtin_shufflevector(four[2], four[3], 2, 6, 3, 7);
            const Four turned[4]
                = {__builtin_shufflevector(low, lower, 0, 1, 4, 5), __builtin_shufflevector(low, lower, 2, 3, 6, 7),
                    __builtin_shufflevector(high, higher, 0, 1, 4, 5), __builtin_shufflevector(high, higher, 2, 3, 6, 7)};
            for (Index r = 0; r < 4; ++r)
                std::memcpy(out + (column + r) * stride + row, &turned[r], sizeof(Four));
        }
    for (Index row = 0; row < block.rows; ++row)
        for (Index column = row < wholeRows ? wholeColumns : 0; column < block.columns; ++column)
            out[column * stride + row] = alpha * block.in[row * block.stride + column];
}

/// out [columns, rows] = the transpose of whole rows [rows, columns].
inline void turnRows(const float* in, Index rows, Index columns, float* out)
{
    constexpr Index together = 8; // rows, as many streams as memory serves well
    for (Index row = 0; row < rows; row += together)
        turnBlock({in + row * columns, columns, std::min(together, rows - row), columns}, 1.f, out + row, rows);
}

} // namespace core
