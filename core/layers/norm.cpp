#include "core/layers/norm.h"

#include "core/base/kernels.h"
#include "core/layers/passed_back.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace core {

namespace {

struct Gain
{
    const float* values = nullptr; // [d_model] or null
    float shift = 0.f;             // added to each value
};

Gain gainOf(const Scope& slot, NormGain kind, Index width)
{
    if (kind == NormGain::None)
        return {};
    const float shift = kind == NormGain::OnePlusWeight ? 1.f : 0.f;
    return {slot.vectorWeight("weight", width, Init::Gain, 1.f - shift), shift};
}

/// Records normalized and out. Where an intervention waits for a value inside the norm, the steps after it run again from
/// what it left: statistics first, then normalized, then gain and bias.
void recordNormalized(const Scope& slot, bool stepwise, const std::function<void(Index)>& finish, const Gain& gain,
    const float* bias, Tensor& normalized, Tensor& out)
{
    const Index width = out.columns();
    if (stepwise)
        slot.rows(out.rows(), 3 * width, finish);
    slot.record(normalized);
    if (slot.intervenes("normalized"))
        slot.rows(out.rows(), 3 * width, [&](Index t) {
            kernels::best().normalize(
                normalized.row(t), 0.f, 1.f, gain.values, gain.shift, bias, normalized.row(t), out.row(t), width);
        });
    slot.record(out);
}

} // namespace

float normScale(float square, double eps, EpsPlace place)
{
    return place == EpsPlace::Inside ? std::sqrt(square + float(eps)) : std::sqrt(square) + float(eps);
}

Tensor LayerNorm::apply(const Scope& slot, const Tensor& x, Frozen* frozen) const
{
    const Index width = x.columns();
    const Gain gainValues = gainOf(slot, gain, width);
    const float* biasValues = bias ? slot.vectorWeight("bias", width, Init::Bias) : nullptr;
    Tensor mean = slot.make("mean", {x.axes().front()}, {x.rows()});
    Tensor scale = slot.make("scale", {x.axes().front()}, {x.rows()});
    Tensor normalized = slot.make("normalized", x.axes(), x.shape());
    Tensor out = slot.make("out", x.axes(), x.shape());
    const auto finish = [&](Index t) {
        kernels::best().normalize(x.row(t), mean.data()[t], 1.f / scale.data()[t], gainValues.values, gainValues.shift,
            biasValues, normalized.row(t), out.row(t), width);
    };
    const bool stepwise = slot.intervenes("mean") || slot.intervenes("scale") || slot.intervenes("normalized");
    slot.rows(x.rows(), 6 * width, [&](Index t) {
        float variance = 0.f;
        kernels::best().meanVariance(x.row(t), width, mean.data() + t, &variance);
        scale.data()[t] = normScale(variance, eps, epsPlace);
        if (!stepwise)
            finish(t);
    });
    slot.record(mean);
    slot.record(scale);
    recordNormalized(slot, stepwise, finish, gainValues, biasValues, normalized, out);
    if (frozen)
        *frozen = {scale, gainValues.values, gainValues.shift};
    return out;
}

Tensor RmsNorm::apply(const Scope& slot, const Tensor& x, Frozen* frozen) const
{
    const Index width = x.columns();
    const Gain gainValues = gainOf(slot, gain, width);
    Tensor scale = slot.make("scale", {x.axes().front()}, {x.rows()});
    Tensor normalized = slot.make("normalized", x.axes(), x.shape());
    Tensor out = slot.make("out", x.axes(), x.shape());
    const auto finish = [&](Index t) {
        kernels::best().normalize(x.row(t), 0.f, 1.f / scale.data()[t], gainValues.values, gainValues.shift, nullptr,
            normalized.row(t), out.row(t), width);
    };
    const bool stepwise = slot.intervenes("scale") || slot.intervenes("normalized");
    slot.rows(x.rows(), 6 * width, [&](Index t) {
        scale.data()[t] = normScale(kernels::best().meanSquare(x.row(t), width), eps, epsPlace);
        if (!stepwise)
            finish(t);
    });
    slot.record(scale);
    recordNormalized(slot, stepwise, finish, gainValues, nullptr, normalized, out);
    if (frozen)
        *frozen = {scale, gainValues.values, gainValues.shift};
    return out;
}

Tensor BatchNorm::apply(const Scope& slot, const Tensor& x, Frozen* frozen) const
{
    const Index width = x.columns(), tokens = x.rows();
    const Gain gainValues = gainOf(slot, gain, width);
    const float* biasValues = bias ? slot.vectorWeight("bias", width, Init::Bias) : nullptr;
    Tensor mean = slot.make("mean", {axis::dModel}, {width});
    Tensor scale = slot.make("scale", {axis::dModel}, {width});
    Tensor normalized = slot.make("normalized", x.axes(), x.shape());
    Tensor out = slot.make("out", x.axes(), x.shape());
    const auto finish = [&](Index t) {
        for (Index i = 0; i < width; ++i)
            normalized.row(t)[i] = (x.row(t)[i] - mean.data()[i]) / scale.data()[i];
        kernels::best().normalize(
            normalized.row(t), 0.f, 1.f, gainValues.values, gainValues.shift, biasValues, normalized.row(t), out.row(t), width);
    };
    slot.rows(width, 4 * tokens, [&](Index i) {
        double sum = 0, squares = 0;
        for (Index t = 0; t < tokens; ++t)
            sum += double(x.row(t)[i]);
        const double average = sum / double(tokens);
        for (Index t = 0; t < tokens; ++t)
            squares += (double(x.row(t)[i]) - average) * (double(x.row(t)[i]) - average);
        mean.data()[i] = float(average);
        scale.data()[i] = normScale(float(squares / double(tokens)), eps, epsPlace);
    });
    slot.record(mean);
    slot.record(scale);
    recordNormalized(slot, true, finish, gainValues, biasValues, normalized, out);
    if (frozen)
        *frozen = {scale, gainValues.values, gainValues.shift};
    return out;
}

void Frozen::applyTo(const Tensor& part, Tensor& out) const
{
    const Index width = part.columns();
    const bool byToken = scale.axes().front() != axis::dModel;
    for (Index t = 0; t < part.rows(); ++t)
        for (Index i = 0; i < width; ++i)
            out.row(t)[i] = part.row(t)[i] / scale.data()[byToken ? t : i] * (gain ? gain[i] + gainShift : 1.f);
}

StatisticsGradient throughStatistics(const NormalizedNumbers& of, float* dx)
{
    double sums[3] = {}; // Σ dn, Σ dn · n, Σ n²
    if (of.stride == 1)
        kernels::best().sumsAlong(of.gradient, of.values, of.count, sums);
    for (Index i = 0; of.stride != 1 && i < of.count; ++i) {
        const double n = double(of.values[i * of.stride]), gradient = double(of.gradient[i * of.stride]);
        sums[0] += gradient;
        sums[1] += gradient * n;
        sums[2] += n * n;
    }
    const auto [sum, along, square] = sums;
    const double count = double(of.count), scale = double(of.scale);
    // d scale / d (mean square) = 1 / (2 · root): the root is the scale itself, or the scale without the eps after it.
    const double root = of.epsPlace == EpsPlace::Inside ? scale : scale * std::sqrt(square / count);
    const double mean = of.isCentred ? sum / count : 0.0, pull = root > 0.0 ? along / (count * root) : 0.0;
    const double factor = scale > 0.0 ? 1.0 / scale : 0.0;
    if (of.stride == 1)
        kernels::best().subtractAlong({of.gradient, of.values, float(mean), float(factor), float(pull), dx, of.count});
    for (Index i = 0; of.stride != 1 && i < of.count; ++i) {
        const double gradient = double(of.gradient[i * of.stride]);
        dx[i * of.stride] = float((gradient - mean) * factor - double(of.values[i * of.stride]) * pull);
    }
    return {float(-sum * factor), float(-along * factor)};
}

namespace {

/// Back through gain and bias: the gradients of both weights, and of the normalised numbers of a token.
struct GainBack
{
    const BackScope& slot;
    const Tensor dOut;
    Gain gain;

    GainBack(const BackScope& scope, NormGain kind, bool hasBias, const Tensor& gradient)
        : slot(scope)
        , dOut(through(scope, "out", gradient))
        , gain(gainOf(scope.forward(), kind, gradient.columns()))
    {
        if (gain.values)
            slot.addToVector("weight", dOut, &slot.tape("normalized"));
        if (hasBias)
            slot.addToVector("bias", dOut);
    }

    /// That of the normalised numbers, as the statistics made them.
    Tensor normalized() const
    {
        Tensor d = slot.make(dOut);
        slot.rows(d.rows(), 2 * d.columns(), [&](Index t) {
            if (gain.values)
                kernels::best().applyGain(dOut.row(t), gain.values, gain.shift, d.row(t), d.columns());
            else
                std::copy_n(dOut.row(t), d.columns(), d.row(t));
        });
        return through(slot, "normalized", d);
    }
};

/// Back through gain and bias, and through mean and scale of each token.
Tensor throughTokens(const GainBack& gain, bool isCentred, EpsPlace place)
{
    const BackScope& slot = gain.slot;
    const Tensor &normalized = computed(slot, "normalized"), &scale = slot.tape("scale");
    Tensor dNormalized = gain.normalized(), dx = slot.make(gain.dOut), dMean = slot.make(scale), dScale = slot.make(scale);
    slot.rows(dx.rows(), 6 * dx.columns(), [&](Index t) {
        const StatisticsGradient of = throughStatistics({.values = normalized.row(t),
                                                            .gradient = dNormalized.row(t),
                                                            .count = dx.columns(),
                                                            .scale = scale.data()[t],
                                                            .isCentred = isCentred,
                                                            .epsPlace = place},
            dx.row(t));
        dMean.data()[t] = of.mean;
        dScale.data()[t] = of.scale;
    });
    slot.record("scale", dScale);
    if (isCentred)
        slot.record("mean", dMean);
    return dx;
}

} // namespace

Tensor LayerNorm::backward(const BackScope& slot, const Tensor&, const Tensor& dOut) const
{
    return throughTokens({slot, gain, bias, dOut}, true, epsPlace);
}

Tensor RmsNorm::backward(const BackScope& slot, const Tensor&, const Tensor& dOut) const
{
    return throughTokens({slot, gain, false, dOut}, false, epsPlace);
}

Tensor BatchNorm::backward(const BackScope& slot, const Tensor& x, const Tensor& dOut) const
{
    const GainBack throughGain(slot, gain, bias, dOut);
    Tensor dNormalized = throughGain.normalized();
    const Tensor &normalized = computed(slot, "normalized"), &scale = slot.tape("scale");
    Tensor dx = slot.make(dOut), dMean = slot.make(scale), dScale = slot.make(scale);
    const Index width = x.columns();
    slot.rows(width, 6 * x.rows(), [&](Index i) {
        const StatisticsGradient of = throughStatistics({.values = normalized.data() + i,
                                                            .gradient = dNormalized.data() + i,
                                                            .count = x.rows(),
                                                            .stride = width,
                                                            .scale = scale.data()[i],
                                                            .isCentred = true,
                                                            .epsPlace = epsPlace},
            dx.data() + i);
        dMean.data()[i] = of.mean;
        dScale.data()[i] = of.scale;
    });
    slot.record("scale", dScale);
    slot.record("mean", dMean);
    return dx;
}

Tensor normBackward(const Norm& norm, const BackScope& slot, const Tensor& x, const Tensor& dOut)
{
    return std::visit([&](const auto& kind) { return kind.backward(slot, x, dOut); }, norm);
}

Tensor applyNorm(const Norm& norm, const Scope& slot, const Tensor& x, Frozen* frozen)
{
    return std::visit([&](const auto& kind) { return kind.apply(slot, x, frozen); }, norm);
}

} // namespace core
