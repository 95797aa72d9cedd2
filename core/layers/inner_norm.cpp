#include "core/layers/inner_norm.h"

#include "core/base/kernels.h"
#include "core/layers/norm.h"

#include <cmath>

namespace core {

namespace {

/// Null where the norm has none.
const float* gainOf(const Scope& slot, const SelectiveSsm& of, Index count)
{
    return of.innerNorm == InnerNorm::Rms ? slot.vectorWeight("weight", count, Init::Gain) : nullptr;
}

} // namespace

void normInner(const Scope& slot, const SelectiveSsm& of, Tensor& x)
{
    if (of.innerNorm == InnerNorm::None)
        return;
    const Index count = x.columns();
    const float* gain = gainOf(slot, of, count);
    slot.rows(x.rows(), 4 * count, [&](Index t) {
        float* row = x.row(t);
        const auto factor = float(1.0 / std::sqrt(kernels::best().meanSquare(row, count) + of.innerEps));
        for (Index i = 0; i < count; ++i)
            row[i] *= gain ? factor * gain[i] : factor;
    });
}

void normInnerBackward(const BackScope& slot, const SelectiveSsm& of, const Tensor& x, Tensor& d)
{
    if (of.innerNorm == InnerNorm::None)
        return;
    const Index count = x.columns();
    const float* gain = gainOf(slot.forward(), of, count);
    Tensor normalized = slot.make(x), dx = slot.make(x);
    slot.rows(x.rows(), 8 * count, [&](Index t) {
        const auto scale = float(std::sqrt(kernels::best().meanSquare(x.row(t), count) + of.innerEps));
        for (Index i = 0; i < count; ++i) {
            normalized.row(t)[i] = x.row(t)[i] / scale;
            dx.row(t)[i] = d.row(t)[i] * (gain ? gain[i] : 1.f);
        }
        throughStatistics({.values = normalized.row(t), .gradient = dx.row(t), .count = count, .scale = scale}, dx.row(t));
    });
    if (gain)
        slot.addToVector("weight", d, &normalized);
    d = dx;
}

} // namespace core
