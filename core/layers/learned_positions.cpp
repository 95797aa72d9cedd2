#include "core/layers/learned_positions.h"

#include <algorithm>

namespace core {

namespace {

/// Of a table that begins with padding.
Index rowOf(const Learned& kind, Index position) { return std::max<Index>(0, position + kind.offset); }

} // namespace

Tensor Learned::embed(const Scope& model, std::span<const Index> positions, Index dModel, Index context) const
{
    const WeightTensor* table = model.weight("pos_embed.weight", {context + offset, dModel}, Init::Embedding);
    Tensor result = model.make("pos_embed", {axis::token, axis::dModel}, {Index(positions.size()), dModel});
    if (table)
        for (Index t = 0; t < result.rows(); ++t)
            table->read(rowOf(*this, positions[std::size_t(t)]), 1, result.row(t));
    return result;
}

void Learned::embedBackward(const BackScope& model, std::span<const Index> positions, const Tensor& dTable) const
{
    float* table = model.weightGradient("pos_embed.weight");
    for (Index t = 0; table && t < dTable.rows(); ++t) {
        float* row = table + rowOf(*this, positions[std::size_t(t)]) * dTable.columns();
        for (Index i = 0; i < dTable.columns(); ++i)
            row[i] += dTable.row(t)[i];
    }
}

} // namespace core
