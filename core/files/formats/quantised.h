#pragma once

// The block types of GGUF: numbers stored as small integers with shared scales. Each function decodes whole blocks, as
// NumberFormat::decode says; the sizes of blocks are in the table of stored_numbers.cpp. Multiplications and additions are
// done in float32 in the order in which the `gguf` library does them, so that results are the same bit for bit.
// To add a type: a function in the file of its kind, its line here, its row in stored_numbers.cpp, its name in
// tools/fixtures/gguf_types.py.

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace core {

/// A number at any address.
template <class T>
T loadAs(const std::byte* in)
{
    T value;
    std::memcpy(&value, in, sizeof(T));
    return value;
}
inline unsigned loadByte(const std::byte* in) { return std::to_integer<unsigned>(*in); }

// quantised_small.cpp: 32 numbers, one scale
void decodeQ4_0(const std::byte* in, std::size_t blocks, float* out);
void decodeQ4_1(const std::byte* in, std::size_t blocks, float* out);
void decodeQ5_0(const std::byte* in, std::size_t blocks, float* out);
void decodeQ5_1(const std::byte* in, std::size_t blocks, float* out);
void decodeQ8_0(const std::byte* in, std::size_t blocks, float* out);

// quantised_k.cpp: 256 numbers, scales of sub-blocks
void decodeQ2_K(const std::byte* in, std::size_t blocks, float* out);
void decodeQ3_K(const std::byte* in, std::size_t blocks, float* out);
void decodeQ4_K(const std::byte* in, std::size_t blocks, float* out);
void decodeQ5_K(const std::byte* in, std::size_t blocks, float* out);
void decodeQ6_K(const std::byte* in, std::size_t blocks, float* out);
void decodeQ8_K(const std::byte* in, std::size_t blocks, float* out);

// quantised_table.cpp: nibbles that choose from sixteen values
void decodeIq4Nl(const std::byte* in, std::size_t blocks, float* out);
void decodeIq4Xs(const std::byte* in, std::size_t blocks, float* out);
void decodeMxfp4(const std::byte* in, std::size_t blocks, float* out);
void decodeNvfp4(const std::byte* in, std::size_t blocks, float* out);

// quantised_grid.cpp: numbers of points with four or eight coordinates
void decodeIq1S(const std::byte* in, std::size_t blocks, float* out);
void decodeIq1M(const std::byte* in, std::size_t blocks, float* out);
void decodeIq2Xxs(const std::byte* in, std::size_t blocks, float* out);
void decodeIq2Xs(const std::byte* in, std::size_t blocks, float* out);
void decodeIq2S(const std::byte* in, std::size_t blocks, float* out);
void decodeIq3Xxs(const std::byte* in, std::size_t blocks, float* out);
void decodeIq3S(const std::byte* in, std::size_t blocks, float* out);

// quantised_few.cpp: two, three or four values
void decodeQ1_0(const std::byte* in, std::size_t blocks, float* out);
void decodeQ2_0(const std::byte* in, std::size_t blocks, float* out);
void decodeTq1_0(const std::byte* in, std::size_t blocks, float* out);
void decodeTq2_0(const std::byte* in, std::size_t blocks, float* out);

} // namespace core
