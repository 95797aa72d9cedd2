#pragma once

// Blocks of sixteen rows of a matrix, decoded side by side. The blocks of the sixteen rows are woven byte by byte (two bytes at a
// time for F16 and BF16): byte b of row r is at 16·b + r, so that a vector register takes one byte of every row and no number has
// to change its place. The quanta of formats that lane_dots.h multiplies are woven by four bytes: bytes b to b + 3 of row r are
// at 16·b + 4·r. The loops are compiled three times, as those of kernels.h; they do what `BlockFormat::decode` does, in the same
// order and without contraction, so that the numbers are equal bit for bit.

#include "core/base/block_format.h"

#include <cstddef>

namespace core {

constexpr std::ptrdiff_t laneRows = 16;

/// Decodes `blocks` woven blocks of sixteen rows: number i of row r to out[i · stride + r]. `in` needs no alignment.
using LaneDecode = void (*)(const unsigned char* in, std::ptrdiff_t blocks, float* out, std::ptrdiff_t stride);

/// sums [16] += the numbers of `blocks` woven blocks of sixteen rows times x: numbers that need no decoding but a wider form are
/// multiplied where they are read. `in` needs no alignment.
using LaneSum = void (*)(const unsigned char* in, std::ptrdiff_t blocks, const float* x, float* sums);

struct LaneLoops
{
    LaneDecode decode = nullptr; // of every kind but LaneKind::None
    LaneSum sum = nullptr;       // of F16 and BF16
};

/// The loops of this kind that are fastest on this machine.
LaneLoops laneLoops(LaneKind kind);

/// Weaves sixteen rows of `bytes` bytes, stored one after the other, for `laneDecode(kind)`.
void weaveRows(LaneKind kind, const std::byte* rows, std::size_t bytes, std::byte* out);

namespace lanes {

/// The loops of one instruction set, for the test that they agree; none where machine or compiler has none.
LaneLoops baseline(LaneKind kind);
LaneLoops v3(LaneKind kind);
LaneLoops v4(LaneKind kind);

} // namespace lanes

} // namespace core
