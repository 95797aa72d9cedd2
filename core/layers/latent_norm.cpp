#include "core/layers/latent_norm.h"

#include "core/base/kernels.h"
#include "core/layers/latent_attention.h"

namespace core {

namespace {

float latentScale(const float* row, Index rank)
{
    return normScale(kernels::best().meanSquare(row, rank), latentNorm.eps, latentNorm.epsPlace);
}

} // namespace

void normLatent(const Scope& slot, Tensor& x)
{
    const Index rank = x.columns();
    const float* gain = slot.vectorWeight("weight", rank, Init::Gain);
    slot.rows(x.rows(), 4 * rank, [&](Index t) {
        float* row = x.row(t);
        kernels::best().normalize(row, 0.f, 1.f / latentScale(row, rank), gain, 0.f, nullptr, row, row, rank);
    });
}

Tensor normLatentBackward(const BackScope& slot, const Tensor& x, const Tensor& dLatent)
{
    const Index rank = x.columns();
    const float* gain = slot.forward().vectorWeight("weight", rank, Init::Gain);
    Tensor normalized = slot.make(x), dx = slot.make(x);
    slot.rows(x.rows(), 8 * rank, [&](Index t) {
        const float scale = latentScale(x.row(t), rank);
        for (Index i = 0; i < rank; ++i) {
            normalized.row(t)[i] = x.row(t)[i] / scale;
            dx.row(t)[i] = dLatent.row(t)[i] * gain[i];
        }
        throughStatistics({.values = normalized.row(t), .gradient = dx.row(t), .count = rank, .scale = scale}, dx.row(t));
    });
    slot.addToVector("weight", dLatent, &normalized);
    return dx;
}

} // namespace core
