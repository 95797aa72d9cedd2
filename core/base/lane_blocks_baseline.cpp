#include "core/base/lane_blocks.h"

#include "core/base/kernels.h"

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace core {

namespace lanes {

namespace {
#include "core/base/lane_blocks_loops.h"
} // namespace

LaneLoops baseline(LaneKind kind) { return loopsOf(kind); }

#if defined(CUTAWAY_KERNELS_V3)
LaneLoops v3Loops(LaneKind kind); // lane_blocks_v3.cpp
#endif
#if defined(CUTAWAY_KERNELS_V4)
LaneLoops v4Loops(LaneKind kind); // lane_blocks_v4.cpp
#endif

LaneLoops v3([[maybe_unused]] LaneKind kind)
{
#if defined(CUTAWAY_KERNELS_V3)
    return kernels::v3() ? v3Loops(kind) : LaneLoops{};
#else
    return {};
#endif
}

LaneLoops v4([[maybe_unused]] LaneKind kind)
{
#if defined(CUTAWAY_KERNELS_V4)
    return kernels::v4() ? v4Loops(kind) : LaneLoops{};
#else
    return {};
#endif
}

} // namespace lanes

LaneLoops laneLoops(LaneKind kind)
{
    const bool isBaseline = &kernels::best() == &kernels::baseline();
    return isBaseline ? lanes::baseline(kind) : &kernels::best() == kernels::v4() ? lanes::v4(kind) : lanes::v3(kind);
}

namespace {

/// Bytes [first, last) of each row.
struct Range
{
    std::size_t first, last;
};

/// A range `Piece` by `Piece`; rows are `bytes` apart.
template <class Piece>
void weave(const std::byte* rows, std::size_t bytes, Range range, std::byte* out)
{
    const auto [first, last] = range;
    for (std::size_t i = first; i < last; i += sizeof(Piece))
        for (std::size_t r = 0; r < std::size_t(laneRows); ++r)
            std::memcpy(out + i * std::size_t(laneRows) + r * sizeof(Piece), rows + r * bytes + i, sizeof(Piece));
}

#if defined(__SSE2__)
/// Sixteen bytes of each row, from byte `first` on.
void weaveSquare(const std::byte* rows, std::size_t bytes, std::size_t first, std::byte* out)
{
    __m128i square[16], next[16];
    for (std::size_t r = 0; r < 16; ++r)
        square[r] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows + r * bytes + first));
    for (int round = 0; round < 4; ++round) { // each doubles the bytes that are next to those of their column
        for (int r = 0; r < 8; ++r) {
            next[2 * r] = _mm_unpacklo_epi8(square[r], square[r + 8]);
            next[2 * r + 1] = _mm_unpackhi_epi8(square[r], square[r + 8]);
        }
        std::memcpy(square, next, sizeof square);
    }
    for (std::size_t b = 0; b < 16; ++b)
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out + (first + b) * 16), square[b]);
}

/// The same by fours.
void weaveFours(const std::byte* rows, std::size_t bytes, std::size_t first, std::byte* out)
{
    for (std::size_t r = 0; r < 16; r += 4) {
        const auto row = [&](std::size_t i) {
            return _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows + (r + i) * bytes + first));
        };
        const __m128i low01 = _mm_unpacklo_epi32(row(0), row(1)), low23 = _mm_unpacklo_epi32(row(2), row(3));
        const __m128i high01 = _mm_unpackhi_epi32(row(0), row(1)), high23 = _mm_unpackhi_epi32(row(2), row(3));
        const __m128i fours[4] = {_mm_unpacklo_epi64(low01, low23), _mm_unpackhi_epi64(low01, low23),
            _mm_unpacklo_epi64(high01, high23), _mm_unpackhi_epi64(high01, high23)};
        for (std::size_t i = 0; i < 4; ++i)
            _mm_storeu_si128(reinterpret_cast<__m128i*>(out + (first + 4 * i) * 16 + 4 * r), fours[i]);
    }
}
#endif

/// A range byte by byte or by fours.
void weavePart(bool byFours, const std::byte* rows, std::size_t bytes, Range range, std::byte* out)
{
#if defined(__SSE2__)
    for (; range.first + 16 <= range.last; range.first += 16)
        (byFours ? weaveFours : weaveSquare)(rows, bytes, range.first, out);
#endif
    (byFours ? weave<std::uint32_t> : weave<std::byte>)(rows, bytes, range, out);
}

/// The bytes of a block that are woven by fours.
struct Fours
{
    std::size_t block = 0, first = 0, last = 0;
};

Fours foursOf(LaneKind kind)
{
    switch (kind) {
    case LaneKind::Q4_0: return {18, 2, 18};
    case LaneKind::Q4_1: return {20, 4, 20};
    case LaneKind::Q5_0: return {22, 2, 22};
    case LaneKind::Q5_1: return {24, 4, 24};
    case LaneKind::Q4_K: return {144, 16, 144};
    case LaneKind::Q5_K: return {176, 16, 176};
    case LaneKind::Q6_K: return {210, 0, 192};
    case LaneKind::Q8_0: return {34, 2, 34};
    case LaneKind::IQ4_NL: return {18, 2, 18};
    case LaneKind::IQ4_XS: return {136, 8, 136};
    case LaneKind::MXFP4: return {17, 1, 17};
    default: return {};
    }
}

} // namespace

void weaveRows(LaneKind kind, const std::byte* rows, std::size_t bytes, std::byte* out)
{
    if (kind == LaneKind::F16 || kind == LaneKind::BF16)
        return weave<std::uint16_t>(rows, bytes, {0, bytes}, out);
    const Fours fours = foursOf(kind);
    if (fours.block == 0)
        return weavePart(false, rows, bytes, {0, bytes}, out);
    for (std::size_t block = 0; block < bytes; block += fours.block) {
        weavePart(false, rows, bytes, {block, block + fours.first}, out);
        weavePart(true, rows, bytes, {block + fours.first, block + fours.last}, out);
        weavePart(false, rows, bytes, {block + fours.last, block + fours.block}, out);
    }
}

} // namespace core
