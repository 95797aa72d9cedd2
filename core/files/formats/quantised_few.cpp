// Two, three or four values: a half-precision scale d times −1, 0, 1 or 2.

#include "core/files/formats/quantised.h"

#include "core/files/formats/stored_numbers.h"

namespace core {

namespace {

float scaleAt(const std::byte* in) { return halfToFloat(loadAs<std::uint16_t>(in)); }

/// Five digits to the base 3 in a byte, as a fraction of 256: digit `place`, the first one highest.
int digit(unsigned byte, std::size_t place)
{
    constexpr unsigned powers[] = {1, 3, 9, 27, 81};
    return int((byte * powers[place] & 0xFF) * 3 >> 8);
}

} // namespace

/// d, 128 bits: −d or d
void decodeQ1_0(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 18, out += 128) {
        const float d = scaleAt(in);
        for (std::size_t i = 0; i < 128; ++i)
            out[i] = loadByte(in + 2 + i / 8) >> (i % 8) & 1 ? d : -d;
    }
}

/// d, 64 × 2 bits: (q − 1)·d
void decodeQ2_0(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 18, out += 64) {
        const float d = scaleAt(in);
        for (std::size_t i = 0; i < 64; ++i)
            out[i] = float(int(loadByte(in + 2 + i / 4) >> (i % 4 * 2) & 3) - 1) * d;
    }
}

/// 32 bytes hold 160 numbers, 16 bytes 80, 4 bytes the last 16; d. The first digits of all bytes of a group come first.
void decodeTq1_0(const std::byte* in, std::size_t blocks, float* out)
{
    struct Group
    {
        std::size_t byte, bytes, digits, number;
    };
    constexpr Group groups[] = {{0, 32, 5, 0}, {32, 16, 5, 160}, {48, 4, 4, 240}};
    for (; blocks > 0; --blocks, in += 54, out += 256) {
        const float d = scaleAt(in + 52);
        for (const Group& group : groups)
            for (std::size_t i = 0; i < group.bytes * group.digits; ++i)
                out[group.number + i] = d * float(digit(loadByte(in + group.byte + i % group.bytes), i / group.bytes) - 1);
    }
}

/// 64 bytes of 2 bits, d: d·(q − 1). 128 numbers share 32 bytes.
void decodeTq2_0(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += 66, out += 256) {
        const float d = scaleAt(in + 64);
        for (std::size_t i = 0; i < 256; ++i)
            out[i] = d * float(int(loadByte(in + i / 128 * 32 + i % 32) >> (i % 128 / 32 * 2) & 3) - 1);
    }
}

} // namespace core
