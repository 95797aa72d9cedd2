// 256 numbers per block, in sub-blocks of 16 or 32 that have small integer scales of their own; d (and the d of the minima,
// `low`) are half precision and multiply those first.

#include "core/files/formats/quantised.h"

#include "core/files/formats/stored_numbers.h"

namespace core {

namespace {

constexpr std::size_t numbers = 256;

float scaleAt(const std::byte* in) { return halfToFloat(loadAs<std::uint16_t>(in)); }

struct ScaleAndMinimum
{
    float scale;
    float minimum;
};

/// Scale and minimum of sub-block i of 8, 6 bits each, from 12 bytes: the first four are in the low bits of bytes 0–3 and
/// 4–7; the last four have their low halves in bytes 8–11 and their high ones in what the first four leave.
ScaleAndMinimum sixBits(const std::byte* packed, std::size_t i)
{
    if (i < 4)
        return {float(loadByte(packed + i) & 63), float(loadByte(packed + i + 4) & 63)};
    const unsigned low = loadByte(packed + i + 4);
    return {float((low & 15) | loadByte(packed + i - 4) >> 6 << 4), float(low >> 4 | loadByte(packed + i) >> 6 << 4)};
}

} // namespace

/// 16 bytes (scale, minimum in 4 bits each), 64 bytes of 2 bits, d, low. Sub-blocks of 16.
void decodeQ2_K(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 84, out += numbers) {
        const float d = scaleAt(in + 80);
        const float low = scaleAt(in + 82);
        for (std::size_t i = 0; i < numbers; ++i) {
            const unsigned scales = loadByte(in + i / 16);
            const unsigned q = loadByte(in + 16 + i / 128 * 32 + i % 32) >> (i % 128 / 32 * 2) & 3;
            out[i] = d * float(scales & 15) * float(q) - low * float(scales >> 4);
        }
    }
}

/// 32 bytes with the third bits (clear: subtract 4), 64 bytes of 2 bits, 12 bytes of 6-bit scales, d. Sub-blocks of 16.
void decodeQ3_K(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 110, out += numbers) {
        const std::byte* packed = in + 96;
        const float d = scaleAt(in + 108);
        float scale[16];
        for (std::size_t i = 0; i < 16; ++i) {
            const unsigned lowBits = loadByte(packed + i % 8) >> (i / 8 * 4) & 15;
            const unsigned highBits = loadByte(packed + 8 + i % 4) >> (i / 4 * 2) & 3;
            scale[i] = d * float(int(lowBits | highBits << 4) - 32);
        }
        for (std::size_t i = 0; i < numbers; ++i) {
            const int q = int(loadByte(in + 32 + i / 128 * 32 + i % 32) >> (i % 128 / 32 * 2) & 3);
            const bool isHigh = loadByte(in + i % 32) >> (i / 32) & 1;
            out[i] = scale[i / 16] * float(isHigh ? q : q - 4);
        }
    }
}

/// d, low, 12 bytes of scales and minima, 128 bytes of 4 bits: 64 numbers share 32 bytes. Sub-blocks of 32.
void decodeQ4_K(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 144, out += numbers) {
        const float d = scaleAt(in);
        const float low = scaleAt(in + 2);
        for (std::size_t sub = 0; sub < 8; ++sub) {
            const auto [scale, minimum] = sixBits(in + 4, sub);
            const float ofScale = d * scale;
            const float ofMinimum = low * minimum;
            const std::byte* bytes = in + 16 + sub / 2 * 32;
            for (std::size_t i = 0; i < 32; ++i)
                out[sub * 32 + i] = ofScale * float(loadByte(bytes + i) >> (sub % 2 * 4) & 15) - ofMinimum;
        }
    }
}

/// As Q4_K, with 32 bytes of fifth bits before the 4 bits: bit `sub` of byte i is that of number i of the sub-block.
void decodeQ5_K(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 176, out += numbers) {
        const float d = scaleAt(in);
        const float low = scaleAt(in + 2);
        for (std::size_t sub = 0; sub < 8; ++sub) {
            const auto [scale, minimum] = sixBits(in + 4, sub);
            const float ofScale = d * scale;
            const float ofMinimum = low * minimum;
            const std::byte* bytes = in + 48 + sub / 2 * 32;
            for (std::size_t i = 0; i < 32; ++i) {
                const unsigned fifth = loadByte(in + 16 + i) >> sub & 1;
                const unsigned q = (loadByte(bytes + i) >> (sub % 2 * 4) & 15) | fifth << 4;
                out[sub * 32 + i] = ofScale * float(q) - ofMinimum;
            }
        }
    }
}

/// 128 bytes of 4 bits, 64 bytes of 2 more bits, 16 × int8 scales, d. Sub-blocks of 16; halves of 128 in which 64 numbers
/// share 64 bytes of the first and 32 share 32 bytes of the second.
void decodeQ6_K(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 210, out += numbers) {
        const float d = scaleAt(in + 208);
        float scale[16];
        for (std::size_t i = 0; i < 16; ++i)
            scale[i] = d * float(loadAs<std::int8_t>(in + 192 + i));
        for (std::size_t i = 0; i < numbers; ++i) {
            const std::size_t at = i % 128; // in the half
            const unsigned lowBits = loadByte(in + i / 128 * 64 + at % 64) >> (at / 64 * 4) & 15;
            const unsigned highBits = loadByte(in + 128 + i / 128 * 32 + at % 32) >> (at / 32 * 2) & 3;
            out[i] = scale[i / 16] * float(int(lowBits | highBits << 4) - 32);
        }
    }
}

/// d in float32, 256 × int8, 16 sums that are not needed: d·q
void decodeQ8_K(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 292, out += numbers) {
        const float d = loadAs<float>(in);
        for (std::size_t i = 0; i < numbers; ++i)
            out[i] = d * float(loadAs<std::int8_t>(in + 4 + i));
    }
}

} // namespace core
