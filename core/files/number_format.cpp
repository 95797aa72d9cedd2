#include "core/files/number_format.h"

#include <bit>
#include <cstring>

namespace core {

static_assert(std::endian::native == std::endian::little, "model files are little-endian and are read as they are");

float halfToFloat(std::uint16_t bits)
{
    const std::uint32_t sign = std::uint32_t(bits & 0x8000u) << 16;
    const std::uint32_t exponent = (bits >> 10) & 0x1Fu;
    const std::uint32_t fraction = bits & 0x3FFu;
    if (exponent == 0) // zero and subnormals: fraction · 2^−24, exact in float32
        return (sign ? -1.f : 1.f) * (float(fraction) * 0x1p-24f);
    if (exponent == 31)
        return std::bit_cast<float>(sign | 0x7F800000u | fraction << 13);
    return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

float bfloat16ToFloat(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t(bits) << 16); }

namespace {

template <class T>
T load(const std::byte* in)
{
    T value;
    std::memcpy(&value, in, sizeof(T));
    return value;
}

void decodeF32(const std::byte* in, std::size_t blocks, float* out) { std::memcpy(out, in, blocks * sizeof(float)); }

void decodeF64(const std::byte* in, std::size_t blocks, float* out)
{
    for (std::size_t i = 0; i < blocks; ++i)
        out[i] = static_cast<float>(load<double>(in + 8 * i));
}

void decodeF16(const std::byte* in, std::size_t blocks, float* out)
{
    for (std::size_t i = 0; i < blocks; ++i)
        out[i] = halfToFloat(load<std::uint16_t>(in + 2 * i));
}

void decodeBf16(const std::byte* in, std::size_t blocks, float* out)
{
    for (std::size_t i = 0; i < blocks; ++i)
        out[i] = bfloat16ToFloat(load<std::uint16_t>(in + 2 * i));
}

// A block of the Q formats: half-precision scale d (and minimum m), then 32 small integers q. Of two integers in a byte
// the low one belongs to the first half of the block.

constexpr std::size_t quantized = 32; // numbers a block

/// scale, 32 × int8: q·d
void decodeQ8_0(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 34, out += quantized) {
        const float d = halfToFloat(load<std::uint16_t>(in));
        for (std::size_t i = 0; i < quantized; ++i)
            out[i] = float(load<std::int8_t>(in + 2 + i)) * d;
    }
}

/// scale, 16 bytes: (q − 8)·d
void decodeQ4_0(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 18, out += quantized) {
        const float d = halfToFloat(load<std::uint16_t>(in));
        for (std::size_t i = 0; i < quantized / 2; ++i) {
            const int byte = load<std::uint8_t>(in + 2 + i);
            out[i] = float((byte & 15) - 8) * d;
            out[i + quantized / 2] = float((byte >> 4) - 8) * d;
        }
    }
}

/// scale, minimum, 16 bytes: q·d + m
void decodeQ4_1(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 20, out += quantized) {
        const float d = halfToFloat(load<std::uint16_t>(in));
        const float m = halfToFloat(load<std::uint16_t>(in + 2));
        for (std::size_t i = 0; i < quantized / 2; ++i) {
            const int byte = load<std::uint8_t>(in + 4 + i);
            out[i] = float(byte & 15) * d + m;
            out[i + quantized / 2] = float(byte >> 4) * d + m;
        }
    }
}

constexpr NumberFormat formats[] = {
    {"F32", 0, true, 1, 4, decodeF32},
    {"F16", 1, true, 1, 2, decodeF16},
    {"BF16", 30, true, 1, 2, decodeBf16},
    {"F64", 28, true, 1, 8, decodeF64},
    {"Q8_0", 8, false, quantized, 34, decodeQ8_0},
    {"Q4_0", 2, false, quantized, 18, decodeQ4_0},
    {"Q4_1", 3, false, quantized, 20, decodeQ4_1},
};

} // namespace

std::span<const NumberFormat> numberFormats() { return formats; }

const NumberFormat* findGgufFormat(std::uint32_t type)
{
    for (const NumberFormat& format : formats)
        if (format.ggufType >= 0 && std::uint32_t(format.ggufType) == type)
            return &format;
    return nullptr;
}

const NumberFormat* findSafetensorsFormat(std::string_view dtype)
{
    for (const NumberFormat& format : formats)
        if (format.safetensors && format.name == dtype)
            return &format;
    return nullptr;
}

} // namespace core
