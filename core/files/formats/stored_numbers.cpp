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
    {{"F32", 1, 4, decodeF32}, 0, true},
    {{"F16", 1, 2, decodeF16, LaneKind::F16}, 1, true},
    {{"BF16", 1, 2, decodeBf16, LaneKind::BF16}, 30, true},
    {{"F64", 1, 8, decodeF64}, 28, true},
    {{"I8", 1, 1, decodeIntegers<std::int8_t>}, 24, false},
    {{"I16", 1, 2, decodeIntegers<std::int16_t>}, 25, false},
    {{"I32", 1, 4, decodeIntegers<std::int32_t>}, 26, false},
    {{"I64", 1, 8, decodeIntegers<std::int64_t>}, 27, false},
    {{"Q4_0", 32, 18, decodeQ4_0, LaneKind::Q4_0}, 2, false},
    {{"Q4_1", 32, 20, decodeQ4_1, LaneKind::Q4_1}, 3, false},
    {{"Q5_0", 32, 22, decodeQ5_0, LaneKind::Q5_0}, 6, false},
    {{"Q5_1", 32, 24, decodeQ5_1, LaneKind::Q5_1}, 7, false},
    {{"Q8_0", 32, 34, decodeQ8_0, LaneKind::Q8_0}, 8, false},
    {{"Q2_K", 256, 84, decodeQ2_K}, 10, false},
    {{"Q3_K", 256, 110, decodeQ3_K}, 11, false},
    {{"Q4_K", 256, 144, decodeQ4_K, LaneKind::Q4_K}, 12, false},
    {{"Q5_K", 256, 176, decodeQ5_K, LaneKind::Q5_K}, 13, false},
    {{"Q6_K", 256, 210, decodeQ6_K, LaneKind::Q6_K}, 14, false},
    {{"Q8_K", 256, 292, decodeQ8_K}, 15, false},
    {{"IQ1_S", 256, 50, decodeIq1S}, 19, false},
    {{"IQ1_M", 256, 56, decodeIq1M}, 29, false},
    {{"IQ2_XXS", 256, 66, decodeIq2Xxs}, 16, false},
    {{"IQ2_XS", 256, 74, decodeIq2Xs}, 17, false},
    {{"IQ2_S", 256, 82, decodeIq2S}, 22, false},
    {{"IQ3_XXS", 256, 98, decodeIq3Xxs}, 18, false},
    {{"IQ3_S", 256, 110, decodeIq3S}, 21, false},
    {{"IQ4_NL", 32, 18, decodeIq4Nl, LaneKind::IQ4_NL}, 20, false},
    {{"IQ4_XS", 256, 136, decodeIq4Xs, LaneKind::IQ4_XS}, 23, false},
    {{"MXFP4", 32, 17, decodeMxfp4, LaneKind::MXFP4}, 39, false},
    {{"NVFP4", 64, 36, decodeNvfp4}, 40, false},
    {{"Q1_0", 128, 18, decodeQ1_0}, 41, false},
    {{"Q2_0", 64, 18, decodeQ2_0}, 42, false},
    {{"TQ1_0", 256, 54, decodeTq1_0}, 34, false},
    {{"TQ2_0", 256, 66, decodeTq2_0}, 35, false},
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
