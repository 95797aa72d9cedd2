#include "core/layers/position_encoding.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace core {

namespace {

/// To the nearest number with 8 binary digits, to the even one of two. REQUIRES: finite.
float roundedToBfloat16(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return std::bit_cast<float>((bits + 0x7FFFu + (bits >> 16 & 1u)) & 0xFFFF0000u);
}

} // namespace

Tensor Sinusoidal::embed(const Scope& model, std::span<const Index> positions, Index dModel, Index) const
{
    Tensor table = model.make("pos_embed", {axis::token, axis::dModel}, {Index(positions.size()), dModel});
    model.rows(table.rows(), 16 * dModel, [&](Index t) {
        computeRow(positions[std::size_t(t)], {table.row(t), std::size_t(dModel)});
    });
    return table;
}

bool Sinusoidal::computeRow(Index position, std::span<float> row) const
{
    sinusoid(double(position + offset), form, row.data(), Index(row.size()));
    if (position < 0)
        std::fill(row.begin(), row.end(), 0.f);
    return true;
}

Tensor Learned::embed(const Scope& model, std::span<const Index> positions, Index dModel, Index context) const
{
    return learnedRows(model, positions, offset, {context + offset, dModel});
}

void Learned::embedBackward(const BackScope& model, std::span<const Index> positions, const Tensor& dTable) const
{
    learnedRowsBackward(model, positions, offset, dTable);
}

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

bool addsToEmbedding(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.addsToEmbedding; }, kind);
}

bool rotates(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.rotates; }, kind);
}

void settle(PositionEncoding& kind, Index context)
{
    std::visit(
        [&](auto& k) {
            if constexpr (requires { k.settle(context); })
                k.settle(context);
        },
        kind);
}

bool* directionsOf(PositionEncoding& kind)
{
    return std::visit(
        [](auto& k) -> bool* {
            if constexpr (requires { k.bidirectional; })
                return &k.bidirectional;
            else
                return nullptr;
        },
        kind);
}

bool suitsLatent(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.suitsLatent; }, kind);
}

double scoreTerms(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.scoreTerms(); }, kind);
}

std::optional<EmbeddedDistances> distanceTable(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.distanceTable(); }, kind);
}

double latentGrowth(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.latentGrowth(); }, kind);
}

std::optional<Index> positionTableRow(const PositionEncoding& kind, Index position)
{
    return std::visit([&](const auto& k) { return k.tableRow(position); }, kind);
}

std::optional<Index> distanceRow(const PositionEncoding& kind, Index queryMinusKey)
{
    return std::visit([&](const auto& k) { return k.distanceRow(queryMinusKey); }, kind);
}

bool computePositionRow(const PositionEncoding& kind, Index position, std::span<float> row)
{
    return std::visit([&](const auto& k) { return k.computeRow(position, row); }, kind);
}

std::optional<TurnedPair> turnedPair(const PositionEncoding& kind, Index dim, Index dHead, Index position, Index textLength)
{
    return std::visit([&](const auto& k) { return k.turnedPair(dim, dHead, position, textLength); }, kind);
}

BiasOfCell biasOfCell(const PositionEncoding& kind, const ScoreCell& cell)
{
    return std::visit([&](const auto& k) { return k.biasOfCell(cell); }, kind);
}

std::optional<ValueRow> valueRow(const PositionEncoding& kind, Index query, Index key)
{
    return std::visit([&](const auto& k) { return k.valueRow(query, key); }, kind);
}

} // namespace core
