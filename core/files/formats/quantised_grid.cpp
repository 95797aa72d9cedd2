// 256 numbers per block, given as points of a fixed grid (quantised_grids.h): a scale times the coordinates of a point, with
// separate signs (IQ2, IQ3) or a small shift (IQ1).

#include "core/files/formats/quantised.h"

#include "core/files/formats/quantised_grids.h"
#include "core/files/formats/stored_numbers.h"

#include <bit>

namespace core {

namespace {

constexpr std::size_t numbers = 256;

float scaleAt(const std::byte* in) { return halfToFloat(loadAs<std::uint16_t>(in)); }

/// Seven stored signs; the eighth makes the number of negative ones even.
unsigned eightSigns(unsigned seven) { return seven | unsigned(std::popcount(seven) & 1) << 7; }

/// Eight coordinates of 2 bits.
void writeIq2(float scale, unsigned point, unsigned signs, float* out)
{
    constexpr float values[] = {8, 25, 43, 0};
    for (unsigned i = 0; i < 8; ++i)
        out[i] = scale * values[point >> (2 * i) & 3] * (signs >> i & 1 ? -1.f : 1.f);
}

/// Four coordinates of 3 bits.
void writeIq3(float scale, unsigned point, const float (&values)[8], unsigned signs, float* out)
{
    for (unsigned i = 0; i < 4; ++i)
        out[i] = scale * values[point >> (3 * i) & 7] * (signs >> i & 1 ? -1.f : 1.f);
}

/// Eight coordinates −1, 0, 1, shifted.
void writeIq1(float scale, unsigned point, float shift, float* out)
{
    for (unsigned i = 0; i < 8; ++i)
        out[i] = scale * (float(int(point >> (2 * i) & 3) - 1) + shift);
}

/// Nibble i of the bytes at `in`.
unsigned nibble(const std::byte* in, std::size_t i) { return loadByte(in + i / 2) >> (i % 2 * 4) & 15; }

constexpr float shiftOfIq1 = 0.125f;

} // namespace

/// d, then for each 32 numbers four points in bytes, and 32 bits: four times seven signs, a scale of 4 bits
void decodeIq2Xxs(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 66, out += numbers) {
        const float d = scaleAt(in);
        for (std::size_t part = 0; part < 8; ++part) {
            const std::byte* points = in + 2 + 8 * part;
            const auto rest = loadAs<std::uint32_t>(points + 4);
            const float scale = d * (0.5f + float(rest >> 28)) * 0.25f;
            for (std::size_t i = 0; i < 4; ++i)
                writeIq2(scale, gridOfIq2Xxs[loadByte(points + i)], eightSigns(rest >> (7 * i) & 127), out + 32 * part + 8 * i);
        }
    }
}

/// d, 32 × (9 bits of a point, seven signs), 16 scales of 4 bits
void decodeIq2Xs(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 74, out += numbers) {
        const float d = scaleAt(in);
        for (std::size_t i = 0; i < 32; ++i) {
            const unsigned word = loadAs<std::uint16_t>(in + 2 + 2 * i);
            const float scale = d * (0.5f + float(nibble(in + 66, i / 2))) * 0.25f;
            writeIq2(scale, gridOfIq2Xs[word & 511], eightSigns(word >> 9), out + 8 * i);
        }
    }
}

/// d, 32 low bytes of points, 32 bytes of signs, 8 bytes with the high 2 bits of points, 16 scales of 4 bits
void decodeIq2S(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 82, out += numbers) {
        const float d = scaleAt(in);
        for (std::size_t i = 0; i < 32; ++i) {
            const unsigned high = loadByte(in + 66 + i / 4) >> (i % 4 * 2) & 3;
            const float scale = d * (0.5f + float(nibble(in + 74, i / 2))) * 0.25f;
            writeIq2(scale, gridOfIq2S[loadByte(in + 2 + i) | high << 8], loadByte(in + 34 + i), out + 8 * i);
        }
    }
}

/// d, 64 points in bytes, then for each 32 numbers 32 bits: four times seven signs, a scale of 4 bits
void decodeIq3Xxs(const std::byte* in, std::size_t blocks, float* out)
{
    constexpr float values[] = {4, 12, 20, 28, 36, 44, 52, 62};
    for (; blocks > 0; --blocks, in += 98, out += numbers) {
        const float d = scaleAt(in);
        for (std::size_t i = 0; i < 64; ++i) {
            const auto rest = loadAs<std::uint32_t>(in + 66 + i / 8 * 4);
            const float scale = d * (0.5f + float(rest >> 28)) * 0.5f;
            const unsigned signs = eightSigns(rest >> (i % 8 / 2 * 7) & 127) >> (i % 2 * 4);
            writeIq3(scale, gridOfIq3Xxs[loadByte(in + 2 + i)], values, signs, out + 4 * i);
        }
    }
}

/// d, 64 low bytes of points, 64 high bits, 256 signs, 8 scales of 4 bits
void decodeIq3S(const std::byte* in, std::size_t blocks, float* out)
{
    constexpr float values[] = {1, 3, 5, 7, 9, 11, 13, 15};
    for (; blocks > 0; --blocks, in += 110, out += numbers) {
        const float d = scaleAt(in);
        for (std::size_t i = 0; i < 64; ++i) {
            const unsigned high = loadByte(in + 66 + i / 8) >> (i % 8) & 1;
            const float scale = d * float(1 + 2 * nibble(in + 106, i / 8));
            const unsigned signs = loadByte(in + 74 + i / 2) >> (i % 2 * 4);
            writeIq3(scale, gridOfIq3S[loadByte(in + 2 + i) | high << 8], values, signs, out + 4 * i);
        }
    }
}

/// d, 32 low bytes of points, then for each 32 numbers 16 bits: four times 3 high bits, a scale of 3 bits, the shift's sign
void decodeIq1S(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 50, out += numbers) {
        const float d = scaleAt(in);
        for (std::size_t i = 0; i < 32; ++i) {
            const unsigned rest = loadAs<std::uint16_t>(in + 34 + i / 4 * 2);
            const float scale = d * float(2 * (rest >> 12 & 7) + 1);
            const unsigned point = loadByte(in + 2 + i) | (rest >> (i % 4 * 3) & 7) << 8;
            writeIq1(scale, gridOfIq1[point], rest & 0x8000 ? -shiftOfIq1 : shiftOfIq1, out + 8 * i);
        }
    }
}

/// 32 low bytes of points, 32 × (3 high bits, the shift's sign), four 16-bit words: each four scales of 3 bits and, on top,
/// a quarter of the half-precision d
void decodeIq1M(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 56, out += numbers) {
        const std::byte* words = in + 48;
        unsigned bits = 0;
        for (unsigned i = 0; i < 4; ++i)
            bits |= unsigned(loadAs<std::uint16_t>(words + 2 * i)) >> 12 << (4 * i);
        const float d = halfToFloat(std::uint16_t(bits));
        for (std::size_t i = 0; i < 32; ++i) {
            const unsigned threeBits = unsigned(loadAs<std::uint16_t>(words + i / 8 * 2)) >> (i % 8 / 2 * 3) & 7;
            const unsigned rest = nibble(in + 32, i);
            const unsigned point = loadByte(in + i) | (rest & 7) << 8;
            writeIq1(d * float(2 * threeBits + 1), gridOfIq1[point], rest & 8 ? -shiftOfIq1 : shiftOfIq1, out + 8 * i);
        }
    }
}

} // namespace core
