// SHA-256 (FIPS 180-4).

#include "tests/support/without_qt/strings.h"

#include <array>
#include <bit>
#include <cmath>

namespace {

/// The first 32 bits behind the point of a root of the prime numbers: `degree` 2 or 3.
template <std::size_t Count>
std::array<std::uint32_t, Count> rootsOfPrimes(int degree)
{
    std::array<std::uint32_t, Count> bits{};
    std::size_t found = 0;
    for (int n = 2; found < Count; ++n) {
        bool isPrime = true;
        for (int i = 2; i * i <= n; ++i)
            isPrime = isPrime && n % i != 0;
        if (isPrime) {
            const double root = degree == 2 ? std::sqrt(n) : std::cbrt(n);
            bits[found++] = std::uint32_t((root - std::floor(root)) * 0x1p32);
        }
    }
    return bits;
}

void addBlock(std::array<std::uint32_t, 8>& state, const unsigned char* block)
{
    static const std::array<std::uint32_t, 64> constants = rootsOfPrimes<64>(3);
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i)
        w[i] = std::uint32_t(block[4 * i]) << 24 | block[4 * i + 1] << 16 | block[4 * i + 2] << 8 | block[4 * i + 3];
    for (std::size_t i = 16; i < 64; ++i)
        w[i] = w[i - 16] + (std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7]
            + (std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10);
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t one
            = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i];
        const std::uint32_t two = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
    }
    const std::uint32_t added[] = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i)
        state[i] += added[i];
}

} // namespace

QByteArray QCryptographicHash::hash(const QByteArray& bytes, Algorithm)
{
    std::string padded = bytes.toStdString() + '\x80';
    padded.resize((padded.size() + 8 + 63) / 64 * 64);
    for (std::size_t i = 0; i < 8; ++i)
        padded[padded.size() - 1 - i] = char(std::uint64_t(bytes.size()) * 8 >> 8 * i);
    std::array<std::uint32_t, 8> state = rootsOfPrimes<8>(2);
    for (std::size_t at = 0; at < padded.size(); at += 64)
        addBlock(state, reinterpret_cast<const unsigned char*>(padded.data()) + at);
    QByteArray digest;
    for (const std::uint32_t word : state)
        for (int shift = 24; shift >= 0; shift -= 8)
            digest.push_back(char(word >> shift));
    return digest;
}
