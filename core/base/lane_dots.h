#pragma once

// Products of few rows of numbers with woven blocks (lane_blocks.h) that are not decoded on the way: quanta of up to 8 bits times
// the numbers as three digits of 8 bits, summed in integers. 24 bits of the largest of 32 numbers are what float32 keeps of it,
// so that the result is that of the decoded matrix up to the rounding of float32. The loops are compiled for each instruction
// set that has products of bytes; elsewhere the matrix is decoded strip by strip.

#include "core/base/block_format.h"

#include <cstddef>
#include <cstdint>

namespace core {

constexpr std::ptrdiff_t cutNumbers = 32;

/// 32 numbers in digits to the base 256: number i is scale · (d0 + 256 · d1 + 65536 · d2).
struct alignas(64) CutNumbers
{
    std::int8_t digits[8][3][4]; // number i is in place i % 4 of four i / 4; d0 first
    std::int32_t sums[3][2];     // of each digit over the first and the last sixteen numbers
    float scale;
    float sum; // of all 32
};

struct LaneDots
{
    /// Cuts x [count · 32]. False when a number is infinite or NaN: then `out` is of no use.
    bool (*cut)(const float* x, std::ptrdiff_t count, CutNumbers* out);

    /// sums [16] += the numbers of `blocks` woven blocks of sixteen rows times x. `in` needs no alignment.
    using Dot = void (*)(const unsigned char* in, std::ptrdiff_t blocks, const CutNumbers* x, float* sums);

    /// nullptr for a kind without such a loop.
    Dot (*of)(LaneKind kind);
};

/// The loops that are fastest on this machine; nullptr where it has none, or where $CUTAWAY_KERNELS forbids them.
const LaneDots* laneDots();

namespace lanes {

/// The loops of one instruction set, for the test that they agree; nullptr where machine or compiler has none.
const LaneDots* dotsV3();
const LaneDots* dotsV4();
const LaneDots* dotsVnni(); // v4 with products of bytes that are summed in fours

} // namespace lanes

} // namespace core
