#include "core/layers/position_encoding.h"

#include <algorithm>
#include <cmath>

namespace core {

Tensor Sinusoidal::embed(const Scope& model, std::span<const Index> positions, Index dModel, Index) const
{
    Tensor table = model.make("pos_embed", {axis::token, axis::dModel}, {Index(positions.size()), dModel});
    model.rows(table.rows(), 16 * dModel, [&](Index t) {
        const Index position = positions[std::size_t(t)];
        sinusoid(double(position + offset), form, table.row(t), dModel);
        if (position < 0)
            std::fill_n(table.row(t), dModel, 0.f);
    });
    return table;
}

Tensor Learned::embed(const Scope& model, std::span<const Index> positions, Index dModel, Index context) const
{
    std::vector<Index> rows(positions.begin(), positions.end());
    for (Index& row : rows)
        row = std::max<Index>(0, row + offset); // padding stands before the first position
    return learnedRows(model, rows, {context + offset, dModel});
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
    if (!slopes.empty())
        return slopes;
    std::vector<double> result;
    for (Index head = 0; head < heads; ++head)
        result.push_back(geometric(head, heads));
    return result;
}

std::vector<BiasTerm> Alibi::bias(const PositionInput& in) const
{
    return {{"bias",
        [in, of = slopesOf(in.heads), factor = scaled ? in.scale : 1.f](const ScoreTile& tile, float* out, Index stride) {
            const float m = float(of[std::size_t(tile.head)]) * factor;
            for (Index row = 0; row < tile.rows; ++row)
                for (Index key = 0; key < tile.keys; ++key)
                    out[row * stride + key] = -m * float(std::abs(in.queryPosition(tile.first + row) - in.keyPosition(key)));
        }}};
}

bool addsToEmbedding(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.addsToEmbedding; }, kind);
}

bool rotates(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.rotates; }, kind);
}

} // namespace core
