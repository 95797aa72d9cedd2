#pragma once

// Numbers from counters: pure integer arithmetic, so the same bits on every platform, in any order, on any thread.

#include <cstdint>
#include <string_view>

namespace core {

/// FNV-1a, 64 bits.
constexpr std::uint64_t hashText(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash;
}

/// Steele, Lea, Flood 2014 (SplitMix64): all 64 bits of the counter reach all bits of the result.
constexpr std::uint64_t mixBits(std::uint64_t counter)
{
    counter = (counter ^ (counter >> 30)) * 0xbf58476d1ce4e5b9u;
    counter = (counter ^ (counter >> 27)) * 0x94d049bb133111ebu;
    return counter ^ (counter >> 31);
}

/// The distance between counters: odd, without pattern.
inline constexpr std::uint64_t counterStep = 0x9e3779b97f4a7c15u;

/// The stream of numbers that belongs to one row of a named tensor.
constexpr std::uint64_t rowStream(std::uint64_t seed, std::string_view name, std::uint64_t row)
{
    return mixBits(mixBits(mixBits(seed + counterStep) ^ hashText(name)) + row * counterStep);
}

/// Approximately normal with mean 0 and standard deviation 1: the sum of twelve 16-bit uniforms (Irwin-Hall), within
/// ±6. A multiple of 2^-16, so exact in float32.
constexpr float normalNumber(std::uint64_t stream, std::uint64_t column)
{
    constexpr std::uint64_t lanes = 0x0000ffff0000ffffu;
    std::uint64_t sum = 0; // two lanes of 32 bits, six uniforms in each
    for (std::uint64_t i = 0; i < 3; ++i) {
        const std::uint64_t bits = mixBits(stream + (3 * column + i) * counterStep);
        sum += (bits & lanes) + ((bits >> 16) & lanes);
    }
    const std::int32_t total = std::int32_t(sum & 0xffffffffu) + std::int32_t(sum >> 32);
    return float(total - 12 * 65535 / 2) * (1.f / 65536.f);
}

/// Uniform in [0, 1): 53 bits of the stream at this counter.
constexpr double uniformNumber(std::uint64_t stream, std::uint64_t counter)
{
    return double(mixBits(stream + counter * counterStep) >> 11) * 0x1p-53;
}

} // namespace core
