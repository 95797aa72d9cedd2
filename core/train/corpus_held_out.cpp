#include "core/train/corpus_held_out.h"

#include <algorithm>
#include <array>
#include <bit>

namespace core::corpus {

namespace {

constexpr std::uint64_t kParts = 20;
constexpr std::size_t kBlock = 128; // bytes

// RFC 7693 §2.6: the fractional parts of square roots of primes, as in SHA-512.
constexpr std::array<std::uint64_t, 8> kStart{0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
    0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u};

// RFC 7693 §2.7.
constexpr std::uint8_t kOrder[10][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3}, {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8}, {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9}, {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10}, {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

using State = std::array<std::uint64_t, 8>;
using Words = std::array<std::uint64_t, 16>;

void mix(Words& v, std::array<std::size_t, 4> at, std::uint64_t x, std::uint64_t y)
{
    const auto [a, b, c, d] = at;
    v[a] += v[b] + x;
    v[d] = std::rotr(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = std::rotr(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = std::rotr(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = std::rotr(v[b] ^ v[c], 63);
}

/// RFC 7693 §3.2, of a block of which `length` bytes of the message are at an end.
void compress(State& state, const Words& m, std::uint64_t length, bool isLast)
{
    Words v{};
    std::copy(state.begin(), state.end(), v.begin());
    std::copy(kStart.begin(), kStart.end(), v.begin() + 8);
    v[12] ^= length;
    if (isLast)
        v[14] = ~v[14];
    for (std::size_t round = 0; round < 12; ++round) {
        const std::uint8_t* const s = kOrder[round % 10];
        for (std::size_t i = 0; i < 4; ++i)
            mix(v, {i, 4 + i, 8 + i, 12 + i}, m[s[2 * i]], m[s[2 * i + 1]]);
        for (std::size_t i = 0; i < 4; ++i)
            mix(v, {i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4}, m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
    }
    for (std::size_t i = 0; i < 8; ++i)
        state[i] ^= v[i] ^ v[i + 8];
}

} // namespace

std::uint64_t blake2b64(std::string_view message)
{
    State state = kStart;
    state[0] ^= 0x01010000u ^ 8u; // no key, 8 bytes of digest
    const std::size_t blocks = std::max<std::size_t>(1, (message.size() + kBlock - 1) / kBlock);
    for (std::size_t block = 0; block < blocks; ++block) {
        const std::string_view bytes = message.substr(block * kBlock, kBlock);
        Words m{};
        for (std::size_t i = 0; i < bytes.size(); ++i)
            m[i / 8] |= std::uint64_t(static_cast<unsigned char>(bytes[i])) << (8 * (i % 8));
        compress(state, m, block * kBlock + bytes.size(), block + 1 == blocks);
    }
    return state[0];
}

bool isHeldOut(const std::vector<std::string>& key)
{
    std::string list = "[";
    for (const std::string& item : key)
        list += (list.size() > 1 ? ", " : "") + item;
    return blake2b64(list + "]") % kParts == 0;
}

bool isSequenceHeldOut(TokenId a, TokenId b, TokenId c)
{
    return (std::uint64_t(a) * 7919u + std::uint64_t(b) * 104729u + std::uint64_t(c) * 1299709u) % 1000003u % kParts == 0;
}

} // namespace core::corpus
