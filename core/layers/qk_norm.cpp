#include "core/layers/qk_norm.h"

#include "core/base/kernels.h"

#include <cmath>

namespace core {

void applyQkNorm(QkNorm kind, const Norm& like, const Scope& slot, const Tensor& x, Tensor& y)
{
    LayerNorm numbers; // gain, eps and its place
    std::visit(
        [&](const auto& norm) {
            if constexpr (requires { norm.gain; })
                numbers.gain = norm.gain;
            if constexpr (requires { norm.eps; })
                numbers.eps = norm.eps;
            if constexpr (requires { norm.epsPlace; })
                numbers.epsPlace = norm.epsPlace;
        },
        like);

    const Index heads = x.dim(1), d = x.dim(2);
    const bool perHead = kind == QkNorm::RmsHead || kind == QkNorm::LayerHead;
    const bool centred = kind == QkNorm::LayerHead || kind == QkNorm::LayerFull;
    const Index width = perHead ? d : heads * d, rows = x.size() / std::max<Index>(1, width);
    const Shape other = perHead ? Shape{heads, d} : Shape{};
    const float shift = numbers.gain == NormGain::OnePlusWeight ? 1.f : 0.f;
    const WeightTensor* gain = numbers.gain == NormGain::None
        ? nullptr
        : slot.weight({.name = "weight", .shape = {width}, .init = Init::Gain, .gain = 1.f - shift, .otherShape = other});
    const WeightTensor* bias
        = slot.weight({.name = "bias", .shape = {width}, .init = Init::Bias, .otherShape = other, .optional = true});
    if (slot.planning())
        return;

    // A weight of one head serves all; one of all heads has a row for each.
    const auto rowOf = [&](const WeightTensor* weight, Index row) -> const float* {
        if (!weight)
            return nullptr;
        return weight->values().data() + (weight->shape().size() == 2 ? row % heads * d : 0);
    };
    slot.rows(rows, 6 * width, [&](Index row) {
        const float* from = x.data() + row * width;
        float mean = 0.f, square = 0.f;
        if (centred)
            kernels::best().meanVariance(from, width, &mean, &square);
        else
            square = kernels::best().meanSquare(from, width);
        kernels::best().normalize(from, mean, 1.f / normScale(square, numbers.eps, numbers.epsPlace), rowOf(gain, row), shift,
            rowOf(bias, row), y.data() + row * width, y.data() + row * width, width);
    });
}

} // namespace core
