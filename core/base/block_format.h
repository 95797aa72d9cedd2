#pragma once

// How numbers of a matrix are stored in blocks: what products need to know of a file's number format.

#include <cstddef>
#include <string_view>

namespace core {

/// Formats that sixteen rows are decoded from at once (lane_blocks.h); every other one is decoded row by row.
enum class LaneKind
{
    None,
    F16,
    BF16,
    Q4_0,
    Q4_1,
    Q5_0,
    Q5_1,
    Q8_0,
    Q4_K,
    Q5_K,
    Q6_K,
    IQ4_NL,
    IQ4_XS,
    MXFP4,
    Float8 // a scale in float32, then numbers of four bits of exponent and three of fraction
};

/// What a nibble of IQ4 stands for, and one of MXFP4, doubled: for the loops that decode and those that multiply.
inline constexpr signed char unevenValues[16] = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};
inline constexpr signed char fourBitValues[16] = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

struct BlockFormat
{
    std::string_view name;        // "F32", "BF16", "Q4_1": what `info` shows
    std::size_t blockNumbers = 1; // numbers that are stored together
    std::size_t blockBytes = 4;

    /// Decodes `blocks` blocks. The input needs no alignment.
    void (*decode)(const std::byte* in, std::size_t blocks, float* out) = nullptr;

    LaneKind lanes = LaneKind::None;
};

} // namespace core
