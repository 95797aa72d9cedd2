// Nibbles that choose one of sixteen values, times a scale. The low nibbles of 16 (NVFP4: 8) bytes come first.

#include "core/files/formats/quantised.h"

#include "core/files/formats/stored_numbers.h"

#include <bit>
#include <cmath>

namespace core {

namespace {

constexpr float uneven[16] = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

/// Twice the values of a 4-bit float (sign, 2 exponent bits, 1 fraction bit). Negative zero is zero.
constexpr float fourBitFloats[16] = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

/// Bytes [0, bytes) of `in` become the numbers [0, 2·bytes) of `out`.
void choose(const std::byte* in, std::size_t bytes, const float (&values)[16], float scale, float* out)
{
    for (std::size_t i = 0; i < bytes; ++i) {
        out[i] = scale * values[loadByte(in + i) & 15];
        out[i + bytes] = scale * values[loadByte(in + i) >> 4];
    }
}

/// Half of the power of two that an exponent byte stands for: 2^(e − 128).
float halfOfPower(unsigned exponent)
{
    return std::bit_cast<float>(exponent < 2 ? 0x00200000u << exponent : (exponent - 1) << 23);
}

/// Half of an unsigned 8-bit float with 4 exponent and 3 fraction bits; the top bit is not used, 0x7F is zero.
float halfOfSmallFloat(unsigned bits)
{
    if (bits == 0x7F)
        return 0.f;
    const int exponent = int(bits >> 3 & 15);
    const float fraction = float(bits & 7);
    return exponent == 0 ? fraction * 0x1p-10f : std::ldexp(1.f + fraction / 8.f, exponent - 8);
}

} // namespace

/// d, 16 bytes
void decodeIq4Nl(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 18, out += 32)
        choose(in + 2, 16, uneven, halfToFloat(loadAs<std::uint16_t>(in)), out);
}

/// d, the high 2 bits of eight 6-bit scales, the low 4 bits, 128 bytes. Sub-blocks of 32.
void decodeIq4Xs(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 136, out += 256) {
        const float d = halfToFloat(loadAs<std::uint16_t>(in));
        const unsigned high = loadAs<std::uint16_t>(in + 2);
        for (std::size_t sub = 0; sub < 8; ++sub) {
            const unsigned low = loadByte(in + 4 + sub / 2) >> (sub % 2 * 4) & 15;
            const int scale = int(low | (high >> (2 * sub) & 3) << 4) - 32;
            choose(in + 8 + 16 * sub, 16, uneven, d * float(scale), out + 32 * sub);
        }
    }
}

/// exponent, 16 bytes
void decodeMxfp4(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 17, out += 32)
        choose(in + 1, 16, fourBitFloats, halfOfPower(loadByte(in)), out);
}

/// four scales of one byte, 4 × 8 bytes
void decodeNvfp4(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 36, out += 64)
        for (std::size_t sub = 0; sub < 4; ++sub)
            choose(in + 4 + 8 * sub, 8, fourBitFloats, halfOfSmallFloat(loadByte(in + sub)), out + 16 * sub);
}

} // namespace core
