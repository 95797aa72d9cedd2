#include "core/layers/alibi.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace core {

namespace {

/// To the nearest number with 8 binary digits, to the even one of two. REQUIRES: finite.
float roundedToBfloat16(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return std::bit_cast<float>((bits + 0x7FFFu + (bits >> 16 & 1u)) & 0xFFFF0000u);
}

} // namespace

double Alibi::geometric(Index head, Index heads)
{
    // Powers of 2^(−8/n) for n a power of two; the heads beyond take every other slope of the next power.
    Index power = 1;
    while (2 * power <= heads)
        power *= 2;
    return head < power ? std::pow(2.0, -8.0 * double(head + 1) / double(power))
                        : std::pow(2.0, -4.0 * double(2 * (head - power) + 1) / double(power));
}

std::vector<double> Alibi::slopesOf(Index heads) const
{
    std::vector<double> result = slopes;
    for (Index head = 0; slopes.empty() && head < heads; ++head)
        result.push_back(geometric(head, heads));
    if (precision == AlibiPrecision::Bfloat16)
        for (double& slope : result)
            slope = double(roundedToBfloat16(float(slope)));
    return result;
}

float Alibi::roundedPenalty(float slope, Index i, Index j)
{
    const auto at = [slope](Index position) { return roundedToBfloat16(slope * roundedToBfloat16(float(position))); };
    return std::abs(at(i) - at(j));
}

std::vector<BiasTerm> Alibi::bias(const PositionInput& in) const
{
    return {{"bias",
        [in, of = slopesOf(in.heads), factor = scaled ? in.scale : 1.f, isRounded = precision == AlibiPrecision::Bfloat16](
            const ScoreTile& tile, float* out, Index stride) {
            const float slope = float(of[std::size_t(tile.head)]), m = slope * factor;
            for (Index row = 0; row < tile.rows; ++row)
                for (Index key = 0; key < tile.keys; ++key) {
                    const Index i = in.queryPosition(tile.first + row), j = in.keyPosition(key);
                    out[row * stride + key]
                        = isRounded ? -Alibi::roundedPenalty(slope, i, j) * factor : -m * float(std::abs(i - j));
                }
        }}};
}

BiasOfCell Alibi::biasOfCell(const ScoreCell& cell) const
{
    const double factor = scaled ? cell.scale : 1.0, slope = slopesOf(cell.heads)[std::size_t(cell.head)];
    if (precision == AlibiPrecision::Bfloat16)
        return bias_of_cell::Penalty{double(roundedPenalty(float(slope), cell.query, cell.key)) * factor};
    return bias_of_cell::Slope{slope * factor, std::abs(cell.query - cell.key)};
}

} // namespace core
