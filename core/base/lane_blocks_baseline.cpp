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

LaneDecode baseline(LaneKind kind) { return decodeOf(kind); }

#if defined(CUTAWAY_KERNELS_V3)
LaneDecode v3Decode(LaneKind kind); // lane_blocks_v3.cpp
#endif
#if defined(CUTAWAY_KERNELS_V4)
LaneDecode v4Decode(LaneKind kind); // lane_blocks_v4.cpp
#endif

LaneDecode v3([[maybe_unused]] LaneKind kind)
{
#if defined(CUTAWAY_KERNELS_V3)
    return kernels::v3() ? v3Decode(kind) : nullptr;
#else
    return nullptr;
#endif
}

LaneDecode v4([[maybe_unused]] LaneKind kind)
{
#if defined(CUTAWAY_KERNELS_V4)
    return kernels::v4() ? v4Decode(kind) : nullptr;
#else
    return nullptr;
#endif
}

} // namespace lanes

LaneDecode laneDecode(LaneKind kind)
{
    const bool isBaseline = &kernels::best() == &kernels::baseline();
    return isBaseline ? lanes::baseline(kind) : &kernels::best() == kernels::v4() ? lanes::v4(kind) : lanes::v3(kind);
}

namespace {

/// Pieces [first, count) of each row.
template <class Piece>
void weave(const std::byte* rows, std::size_t bytes, std::size_t first, std::byte* out)
{
    for (std::size_t i = first; i < bytes / sizeof(Piece); ++i)
        for (std::size_t r = 0; r < std::size_t(laneRows); ++r)
            std::memcpy(
                out + (i * std::size_t(laneRows) + r) * sizeof(Piece), rows + r * bytes + i * sizeof(Piece), sizeof(Piece));
}

#if defined(__SSE2__)
/// Bytes [0, result) of each row, sixteen at a time.
std::size_t weaveSquares(const std::byte* rows, std::size_t bytes, std::byte* out)
{
    std::size_t done = 0;
    for (; done + 16 <= bytes; done += 16) {
        __m128i square[16], next[16];
        for (std::size_t r = 0; r < 16; ++r)
            square[r] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows + r * bytes + done));
        for (int round = 0; round < 4; ++round) { // each doubles the bytes that are next to those of their column
            for (int r = 0; r < 8; ++r) {
                next[2 * r] = _mm_unpacklo_epi8(square[r], square[r + 8]);
                next[2 * r + 1] = _mm_unpackhi_epi8(square[r], square[r + 8]);
            }
            std::memcpy(square, next, sizeof square);
        }
        for (std::size_t b = 0; b < 16; ++b)
            _mm_storeu_si128(reinterpret_cast<__m128i*>(out + (done + b) * 16), square[b]);
    }
    return done;
}
#else
std::size_t weaveSquares(const std::byte*, std::size_t, std::byte*) { return 0; }
#endif

} // namespace

void weaveRows(LaneKind kind, const std::byte* rows, std::size_t bytes, std::byte* out)
{
    if (kind == LaneKind::F16 || kind == LaneKind::BF16)
        weave<std::uint16_t>(rows, bytes, 0, out);
    else
        weave<std::byte>(rows, bytes, weaveSquares(rows, bytes, out), out);
}

} // namespace core
