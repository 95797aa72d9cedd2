#include "core/layers/sinusoidal.h"

#include <algorithm>
#include <cmath>

namespace core {

void sinusoid(double position, const SinusoidForm& form, float* row, Index width)
{
    const bool isByWidth = form.waves == SinusoidalWaves::ByWidth;
    const Index half = isByWidth ? (width + 1) / 2 : width / 2; // an odd number at the end is 0 in the other
    const double most = isByWidth ? double(width) / 2.0 : std::max(1.0, double(half) - 1.0);
    if (width % 2 != 0)
        row[width - 1] = 0.f;
    for (Index i = 0; i < half; ++i) {
        const double angle = position * std::pow(10000.0, -double(i) / most);
        const Index sine = form.layout == SinusoidalLayout::Interleaved ? 2 * i : i;
        const Index cosine = form.layout == SinusoidalLayout::Interleaved ? 2 * i + 1 : half + i;
        row[sine] = float(std::sin(angle));
        if (cosine < width)
            row[cosine] = float(std::cos(angle));
    }
}

Tensor Sinusoidal::embed(const Scope& model, std::span<const Index> positions, Index dModel, Index) const
{
    Tensor table = model.make("pos_embed", {axis::token, axis::dModel}, {Index(positions.size()), dModel});
    model.rows(
        table.rows(), 16 * dModel, [&](Index t) { computeRow(positions[std::size_t(t)], {table.row(t), std::size_t(dModel)}); });
    return table;
}

bool Sinusoidal::computeRow(Index position, std::span<float> row) const
{
    sinusoid(double(position + offset), form, row.data(), Index(row.size()));
    if (position < 0)
        std::fill(row.begin(), row.end(), 0.f);
    return true;
}

} // namespace core
