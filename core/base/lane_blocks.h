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

/// The loop of this kind that is fastest on this machine; nullptr for LaneKind::None.
LaneDecode laneDecode(LaneKind kind);

/// Weaves sixteen rows of `bytes` bytes, stored one after the other, for `laneDecode(kind)`.
void weaveRows(LaneKind kind, const std::byte* rows, std::size_t bytes, std::byte* out);

namespace lanes {

/// The loops of one instruction set, for the test that they agree; nullptr where machine or compiler has none.
LaneDecode baseline(LaneKind kind);
LaneDecode v3(LaneKind kind);
LaneDecode v4(LaneKind kind);

} // namespace lanes

} // namespace core
