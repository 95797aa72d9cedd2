#include "core/layers/causal_convolution.h"

#include "core/base/kernels.h"

#include <algorithm>
#include <vector>

namespace core {

void causalConvolution(const Scope& mixer, const MixerInput& in, const Tensor& x, ConvolutionForm form, Tensor& result)
{
    const Index taps = form.taps;
    const Index tokens = x.rows(), width = x.columns();
    const WeightTensor* matrix = mixer.weight("conv.weight", {width, taps}, Init::Projection);
    const float* bias = mixer.vectorWeight("conv.bias", width, Init::Bias);
    // [taps − 1, channel]: the last tokens of the pass before
    float* tail = in.cache && !mixer.planning() ? in.cache->state("mixer.tail", (taps - 1) * width).data() : nullptr;
    const auto rowOf = [&](Index t) { return t >= 0 ? x.row(t) : tail + (taps - 1 + t) * width; };
    const float* weight = matrix ? matrix->values().data() : nullptr;
    mixer.rows(tokens, (8 + taps) * width, [&](Index t) {
        float* sum = result.row(t);
        std::copy_n(bias, width, sum);
        for (Index back = std::min(taps - 1, in.places.positions[std::size_t(t)]); back >= 0; --back) {
            const float* earlier = rowOf(t - back);
            for (Index i = 0; i < width; ++i)
                sum[i] += weight[i * taps + taps - 1 - back] * earlier[i];
        }
        if (form.silu)
            kernels::best().swish(sum, 1.f, sum, width);
    });
    if (!tail)
        return;
    std::vector<float> next(std::size_t((taps - 1) * width));
    for (Index row = 0; row < taps - 1; ++row)
        std::copy_n(rowOf(tokens - (taps - 1) + row), width, next.data() + row * width);
    std::copy(next.begin(), next.end(), tail);
}

Tensor causalConvolutionBackward(
    const BackScope& mixer, const MixerInput& in, const Tensor& x, const ConvolutionForm& form, const Tensor& dResult)
{
    const Index taps = form.taps, tokens = x.rows(), width = x.columns();
    Tensor dSum = dResult;
    if (form.silu) { // the sums once more
        Tensor sum = mixer.make(x);
        causalConvolution(mixer.forward(), {in.x, in.heads, in.dHead, in.eps, in.activation, in.places}, x, {taps, false}, sum);
        dSum = mixer.make(x);
        mixer.rows(tokens, 8 * width, [&](Index t) {
            for (Index i = 0; i < width; ++i)
                dSum.row(t)[i] = dResult.row(t)[i] * float(Silu{}.derivative(double(sum.row(t)[i])));
        });
    }
    const float* weight = mixer.forward().weight("conv.weight", {width, taps}, Init::Projection)->values().data();
    float* dWeight = mixer.weightGradient("conv.weight");
    Tensor dx = mixer.zeros(x);
    mixer.rows(width, 4 * taps * tokens, [&](Index i) {
        for (Index t = 0; t < tokens; ++t)
            for (Index back = std::min(taps - 1, in.places.positions[std::size_t(t)]); back >= 0; --back) {
                const Index tap = i * taps + taps - 1 - back;
                dx.row(t - back)[i] += weight[tap] * dSum.row(t)[i];
                if (dWeight)
                    dWeight[tap] += x.row(t - back)[i] * dSum.row(t)[i];
            }
    });
    mixer.addToVector("conv.bias", dSum);
    return dx;
}

} // namespace core
