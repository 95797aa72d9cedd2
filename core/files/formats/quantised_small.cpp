// 32 numbers per block: a half-precision scale d, perhaps a minimum m, then small integers q. Of two integers in a byte the
// low one belongs to the first half of the block.

#include "core/files/formats/quantised.h"

#include "core/files/formats/stored_numbers.h"

namespace core {

namespace {

constexpr std::size_t numbers = 32;
constexpr std::size_t half = numbers / 2;

float scaleAt(const std::byte* in) { return halfToFloat(loadAs<std::uint16_t>(in)); }

} // namespace

/// scale, 32 × int8: q·d
void decodeQ8_0(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 34, out += numbers) {
        const float d = scaleAt(in);
        for (std::size_t i = 0; i < numbers; ++i)
            out[i] = float(loadAs<std::int8_t>(in + 2 + i)) * d;
    }
}

/// scale, 16 bytes: (q − 8)·d
void decodeQ4_0(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 18, out += numbers) {
        const float d = scaleAt(in);
        for (std::size_t i = 0; i < half; ++i) {
            const int byte = int(loadByte(in + 2 + i));
            out[i] = float((byte & 15) - 8) * d;
            out[i + half] = float((byte >> 4) - 8) * d;
        }
    }
}

/// scale, minimum, 16 bytes: q·d + m
void decodeQ4_1(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 20, out += numbers) {
        const float d = scaleAt(in);
        const float m = scaleAt(in + 2);
        for (std::size_t i = 0; i < half; ++i) {
            const unsigned byte = loadByte(in + 4 + i);
            out[i] = float(byte & 15) * d + m;
            out[i + half] = float(byte >> 4) * d + m;
        }
    }
}

/// scale, the fifth bits of all 32, 16 bytes: (q − 16)·d
void decodeQ5_0(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 22, out += numbers) {
        const float d = scaleAt(in);
        const auto fifth = loadAs<std::uint32_t>(in + 2);
        for (std::size_t i = 0; i < half; ++i) {
            const unsigned byte = loadByte(in + 6 + i);
            out[i] = float(int((byte & 15) | (fifth >> i & 1) << 4) - 16) * d;
            out[i + half] = float(int(byte >> 4 | (fifth >> (i + half) & 1) << 4) - 16) * d;
        }
    }
}

/// scale, minimum, the fifth bits of all 32, 16 bytes: q·d + m
void decodeQ5_1(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 24, out += numbers) {
        const float d = scaleAt(in);
        const float m = scaleAt(in + 2);
        const auto fifth = loadAs<std::uint32_t>(in + 4);
        for (std::size_t i = 0; i < half; ++i) {
            const unsigned byte = loadByte(in + 8 + i);
            out[i] = float((byte & 15) | (fifth >> i & 1) << 4) * d + m;
            out[i + half] = float(byte >> 4 | (fifth >> (i + half) & 1) << 4) * d + m;
        }
    }
}

} // namespace core
