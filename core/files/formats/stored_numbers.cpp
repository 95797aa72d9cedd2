#include "core/files/formats/stored_numbers.h"

#include "core/files/formats/quantised.h"

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

void decodeF32(const std::byte* in, std::size_t blocks, float* out) { std::memcpy(out, in, blocks * sizeof(float)); }

void decodeF64(const std::byte* in, std::size_t blocks, float* out)
{
    for (std::size_t i = 0; i < blocks; ++i)
        out[i] = static_cast<float>(loadAs<double>(in + 8 * i));
}

void decodeF16(const std::byte* in, std::size_t blocks, float* out)
{
    for (std::size_t i = 0; i < blocks; ++i)
        out[i] = halfToFloat(loadAs<std::uint16_t>(in + 2 * i));
}

void decodeBf16(const std::byte* in, std::size_t blocks, float* out)
{
    for (std::size_t i = 0; i < blocks; ++i)
        out[i] = bfloat16ToFloat(loadAs<std::uint16_t>(in + 2 * i));
}

template <class T>
void decodeIntegers(const std::byte* in, std::size_t blocks, float* out)
{
    for (std::size_t i = 0; i < blocks; ++i)
        out[i] = static_cast<float>(loadAs<T>(in + sizeof(T) * i));
}

constexpr NumberFormat formats[] = {
    {"F32", 0, true, 1, 4, decodeF32},
    {"F16", 1, true, 1, 2, decodeF16},
    {"BF16", 30, true, 1, 2, decodeBf16},
    {"F64", 28, true, 1, 8, decodeF64},
    {"I8", 24, false, 1, 1, decodeIntegers<std::int8_t>},
    {"I16", 25, false, 1, 2, decodeIntegers<std::int16_t>},
    {"I32", 26, false, 1, 4, decodeIntegers<std::int32_t>},
    {"I64", 27, false, 1, 8, decodeIntegers<std::int64_t>},
    {"Q4_0", 2, false, 32, 18, decodeQ4_0},
    {"Q4_1", 3, false, 32, 20, decodeQ4_1},
    {"Q5_0", 6, false, 32, 22, decodeQ5_0},
    {"Q5_1", 7, false, 32, 24, decodeQ5_1},
    {"Q8_0", 8, false, 32, 34, decodeQ8_0},
    {"Q2_K", 10, false, 256, 84, decodeQ2_K},
    {"Q3_K", 11, false, 256, 110, decodeQ3_K},
    {"Q4_K", 12, false, 256, 144, decodeQ4_K},
    {"Q5_K", 13, false, 256, 176, decodeQ5_K},
    {"Q6_K", 14, false, 256, 210, decodeQ6_K},
    {"Q8_K", 15, false, 256, 292, decodeQ8_K},
    {"IQ1_S", 19, false, 256, 50, decodeIq1S},
    {"IQ1_M", 29, false, 256, 56, decodeIq1M},
    {"IQ2_XXS", 16, false, 256, 66, decodeIq2Xxs},
    {"IQ2_XS", 17, false, 256, 74, decodeIq2Xs},
    {"IQ2_S", 22, false, 256, 82, decodeIq2S},
    {"IQ3_XXS", 18, false, 256, 98, decodeIq3Xxs},
    {"IQ3_S", 21, false, 256, 110, decodeIq3S},
    {"IQ4_NL", 20, false, 32, 18, decodeIq4Nl},
    {"IQ4_XS", 23, false, 256, 136, decodeIq4Xs},
    {"MXFP4", 39, false, 32, 17, decodeMxfp4},
    {"NVFP4", 40, false, 64, 36, decodeNvfp4},
    {"Q1_0", 41, false, 128, 18, decodeQ1_0},
    {"Q2_0", 42, false, 64, 18, decodeQ2_0},
    {"TQ1_0", 34, false, 256, 54, decodeTq1_0},
    {"TQ2_0", 35, false, 256, 66, decodeTq2_0},
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
