#include "core/layers/gated_norm.h"

#include "core/base/kernels.h"
#include "core/layers/activation.h"
#include "core/layers/norm.h"

#include <cmath>

namespace core {

void gatedNorm(const Scope& slot, const Tensor& y, const Tensor& gate, const NormGroups& groups, Tensor& result)
{
    const Index width = y.columns();
    const float* gain = slot.vectorWeight("weight", width, Init::Gain);
    slot.rows(y.rows(), 12 * width, [&](Index t) {
        float* row = result.row(t);
        kernels::best().swish(gate.row(t), 1.f, row, width);
        kernels::best().multiply(row, y.row(t), row, width);
        for (Index first = 0; first < width; first += groups.width) {
            const auto factor = float(1.0 / std::sqrt(kernels::best().meanSquare(row + first, groups.width) + groups.eps));
            for (Index i = first; i < first + groups.width; ++i)
                row[i] *= factor * gain[i];
        }
    });
}

Tensor gatedNormBackward(const BackScope& slot, const GatedNormInput& in, const Tensor& dResult, Tensor& dGate)
{
    const Tensor &y = in.y, &gate = in.gate;
    const NormGroups& groups = in.groups;
    const Index width = y.columns();
    const float* gain = slot.forward().vectorWeight("weight", width, Init::Gain);
    Tensor normalized = slot.make(y), dY = slot.make(y);
    slot.rows(y.rows(), 32 * width, [&](Index t) {
        float *product = normalized.row(t), *d = dY.row(t);
        for (Index i = 0; i < width; ++i) {
            product[i] = y.row(t)[i] * float(Silu{}.value(double(gate.row(t)[i])));
            d[i] = dResult.row(t)[i] * gain[i];
        }
        for (Index first = 0; first < width; first += groups.width) {
            const auto scale = float(std::sqrt(kernels::best().meanSquare(product + first, groups.width) + groups.eps));
            kernels::best().scale(product + first, 1.f / scale, product + first, groups.width);
            throughStatistics(
                {.values = product + first, .gradient = d + first, .count = groups.width, .scale = scale}, d + first);
        }
        for (Index i = 0; i < width; ++i) {
            const double open = double(gate.row(t)[i]), ofProduct = double(d[i]);
            dGate.row(t)[i] = float(ofProduct * double(y.row(t)[i]) * Silu{}.derivative(open));
            d[i] = float(ofProduct * Silu{}.value(open));
        }
    });
    slot.addToVector("weight", dResult, &normalized);
    return dY;
}

} // namespace core
