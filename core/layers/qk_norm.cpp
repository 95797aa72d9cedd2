#include "core/layers/qk_norm.h"

#include "core/base/kernels.h"

#include <algorithm>
#include <utility>

namespace core {

namespace {

/// How a kind norms x [token, head, d]: `rows` vectors of `width` numbers, by these weights.
struct QkNormForm
{
    LayerNorm numbers; // gain, eps and its place
    Index heads, d, width, rows;
    bool isCentred;
    float shift; // added to the gain
    const WeightTensor* gain = nullptr;
    const WeightTensor* bias = nullptr;

    QkNormForm(QkNorm kind, const Norm& like, const Scope& slot, const Tensor& x)
        : heads(x.dim(1))
        , d(x.dim(2))
    {
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
        const bool perHead = kind == QkNorm::RmsHead || kind == QkNorm::LayerHead;
        isCentred = kind == QkNorm::LayerHead || kind == QkNorm::LayerFull;
        width = perHead ? d : heads * d;
        rows = x.size() / std::max<Index>(1, width);
        const Shape other = perHead ? Shape{heads, d} : Shape{};
        shift = numbers.gain == NormGain::OnePlusWeight ? 1.f : 0.f;
        if (numbers.gain != NormGain::None)
            gain = slot.weight(
                {.name = "weight", .shape = {width}, .init = Init::Gain, .gain = 1.f - shift, .otherShape = other});
        bias = slot.weight({.name = "bias", .shape = {width}, .init = Init::Bias, .otherShape = other, .optional = true});
    }

    /// A weight of one head serves all; one of all heads has a row for each.
    Index placeOf(const WeightTensor& weight, Index row) const { return weight.shape().size() == 2 ? row % heads * d : 0; }
    const float* rowOf(const WeightTensor* weight, Index row) const
    {
        return weight ? weight->values().data() + placeOf(*weight, row) : nullptr;
    }

    /// Mean (0 where it is not taken away) and scale of a vector.
    std::pair<float, float> statistics(const float* from) const
    {
        float mean = 0.f, square = 0.f;
        if (isCentred)
            kernels::best().meanVariance(from, width, &mean, &square);
        else
            square = kernels::best().meanSquare(from, width);
        return {mean, normScale(square, numbers.eps, numbers.epsPlace)};
    }
};

} // namespace

void applyQkNorm(QkNorm kind, const Norm& like, const Scope& slot, const Tensor& x, Tensor& y)
{
    const QkNormForm form(kind, like, slot, x);
    if (slot.planning())
        return;
    const Index width = form.width;
    slot.rows(form.rows, 6 * width, [&](Index row) {
        const float* from = x.data() + row * width;
        const auto [mean, scale] = form.statistics(from);
        kernels::best().normalize(from, mean, 1.f / scale, form.rowOf(form.gain, row), form.shift, form.rowOf(form.bias, row),
            y.data() + row * width, y.data() + row * width, width);
    });
}

Tensor qkNormBackward(QkNorm kind, const Norm& like, const BackScope& slot, const Tensor& x, const Tensor& dy)
{
    const QkNormForm form(kind, like, slot.forward(), x);
    const Index width = form.width;
    Tensor normalized = slot.make(x), gradient = slot.make(x), dx = slot.make(x);
    slot.rows(form.rows, 12 * width, [&](Index row) {
        const Index at = row * width;
        const auto [mean, scale] = form.statistics(x.data() + at);
        const float* gain = form.rowOf(form.gain, row);
        for (Index i = 0; i < width; ++i) {
            normalized.data()[at + i] = (x.data()[at + i] - mean) / scale;
            gradient.data()[at + i] = dy.data()[at + i] * (gain ? gain[i] + form.shift : 1.f);
        }
        throughStatistics({.values = normalized.data() + at,
                              .gradient = gradient.data() + at,
                              .count = width,
                              .scale = scale,
                              .isCentred = form.isCentred,
                              .epsPlace = form.numbers.epsPlace},
            dx.data() + at);
    });
    float* dGain = form.gain ? slot.weightGradient("weight") : nullptr;
    float* dBias = form.bias ? slot.weightGradient("bias") : nullptr;
    for (Index row = 0; (dGain || dBias) && row < form.rows; ++row)
        for (Index i = 0; i < width; ++i) {
            const float of = dy.data()[row * width + i];
            if (dGain)
                dGain[form.placeOf(*form.gain, row) + i] += of * normalized.data()[row * width + i];
            if (dBias)
                dBias[form.placeOf(*form.bias, row) + i] += of;
        }
    return dx;
}

} // namespace core
