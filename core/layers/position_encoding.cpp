#include "core/layers/position_encoding.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace core {

Tensor PositionKind::embed(const Scope&, std::span<const Index>, Index, Index) const { return {}; }

void PositionKind::rotate(const Scope&, const Tensor&, std::span<const Index>, Tensor&) const { }

void PositionKind::biasRow(Index, Index, Index, std::span<const Index>, float, float*) const { }

Tensor Sinusoidal::embed(const Scope& model, std::span<const Index> positions, Index dModel, Index) const
{
    Tensor table = model.make("pos_embed", {axis::token, axis::dModel}, {Index(positions.size()), dModel});
    model.rows(table.rows(), 16 * dModel, [&](Index t) {
        float* row = table.row(t);
        const Index half = (dModel + 1) / 2;
        for (Index i = 0; i < half; ++i) {
            const double angle = double(positions[std::size_t(t)]) * std::pow(10000.0, -2.0 * double(i) / double(dModel));
            const Index sine = layout == SinusoidalLayout::Interleaved ? 2 * i : i;
            const Index cosine = layout == SinusoidalLayout::Interleaved ? 2 * i + 1 : half + i;
            row[sine] = float(std::sin(angle));
            if (cosine < dModel)
                row[cosine] = float(std::cos(angle));
        }
    });
    return table;
}

Tensor Learned::embed(const Scope& model, std::span<const Index> positions, Index dModel, Index context) const
{
    const WeightTensor* table = model.weight("pos_embed.weight", {context + offset, dModel}, Init::Embedding);
    Tensor rows = model.make("pos_embed", {axis::token, axis::dModel}, {Index(positions.size()), dModel});
    if (table)
        for (Index t = 0; t < rows.rows(); ++t)
            table->read(positions[std::size_t(t)] + offset, 1, rows.row(t));
    return rows;
}

Index Rope::rotatedDims(Index dHead) const
{
    const Index dims = Index(double(dHead) * fraction);
    return std::min(dims + dims % 2, dHead - dHead % 2);
}

std::vector<double> Rope::frequencies(Index dHead) const
{
    const Index dims = rotatedDims(dHead);
    std::vector<double> result;
    for (Index i = 0; i < dims / 2; ++i)
        result.push_back(std::pow(base, -2.0 * double(i) / double(dims)));
    return result;
}

void Rope::rotate(const Scope& scope, const Tensor& x, std::span<const Index> positions, Tensor& y) const
{
    const Index heads = x.dim(1);
    const Index dHead = x.dim(2);
    const std::vector<double> theta = frequencies(dHead);
    const Index pairs = Index(theta.size());
    scope.rows(x.dim(0), 2 * heads * dHead + 32 * pairs, [&](Index t) {
        thread_local std::vector<float> cosines;
        thread_local std::vector<float> sines;
        cosines.resize(theta.size());
        sines.resize(theta.size());
        for (std::size_t i = 0; i < theta.size(); ++i) {
            const double angle = double(positions[std::size_t(t)]) * theta[i];
            cosines[i] = float(std::cos(angle));
            sines[i] = float(std::sin(angle));
        }
        for (Index head = 0; head < heads; ++head) {
            const float* from = x.data() + (t * heads + head) * dHead;
            float* to = y.data() + (t * heads + head) * dHead;
            for (Index i = 0; i < pairs; ++i) {
                const Index a = pairing == RopePairing::HalfSplit ? i : 2 * i;
                const Index b = pairing == RopePairing::HalfSplit ? i + pairs : 2 * i + 1;
                const float c = cosines[std::size_t(i)];
                const float s = sines[std::size_t(i)];
                to[a] = from[a] * c - from[b] * s;
                to[b] = from[a] * s + from[b] * c;
            }
            std::copy(from + 2 * pairs, from + dHead, to + 2 * pairs);
        }
    });
}

double Alibi::slope(Index head, Index heads)
{
    // Powers of 2^(−8/n) for n a power of two; the heads beyond take every other slope of the next power.
    Index power = 1;
    while (2 * power <= heads)
        power *= 2;
    return head < power ? std::pow(2.0, -8.0 * double(head + 1) / double(power))
                        : std::pow(2.0, -4.0 * double(2 * (head - power) + 1) / double(power));
}

std::vector<double> Alibi::slopes(Index heads)
{
    std::vector<double> result;
    for (Index head = 0; head < heads; ++head)
        result.push_back(slope(head, heads));
    return result;
}

void Alibi::biasRow(Index head, Index heads, Index query, std::span<const Index> keys, float scoreScale, float* row) const
{
    const float m = float(slope(head, heads)) * (scaled ? scoreScale : 1.f);
    for (std::size_t key = 0; key < keys.size(); ++key)
        row[key] = -m * float(std::abs(query - keys[key]));
}

bool addsToEmbedding(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.addsToEmbedding; }, kind);
}

bool rotates(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.rotates; }, kind);
}

bool biasesScores(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.biases; }, kind);
}

} // namespace core
