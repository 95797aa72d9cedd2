#include "core/layers/norm.h"

#include "core/base/kernels.h"

#include <cmath>
#include <functional>

namespace core {

namespace {

/// √(value + eps), or √value + eps.
float scaleOf(float value, double eps, EpsPlace place)
{
    return place == EpsPlace::Inside ? std::sqrt(value + float(eps)) : std::sqrt(value) + float(eps);
}

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

Tensor LayerNorm::apply(const Scope& slot, const Tensor& x) const
{
    const Index width = x.columns();
    const Gain gainValues = gainOf(slot, gain, width);
    const float* biasValues = bias ? slot.vectorWeight("bias", width, Init::Bias) : nullptr;
    Tensor mean = slot.make("mean", {axis::token}, {x.rows()});
    Tensor scale = slot.make("scale", {axis::token}, {x.rows()});
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
        scale.data()[t] = scaleOf(variance, eps, epsPlace);
        if (!stepwise)
            finish(t);
    });
    slot.record(mean);
    slot.record(scale);
    recordNormalized(slot, stepwise, finish, gainValues, biasValues, normalized, out);
    return out;
}

Tensor RmsNorm::apply(const Scope& slot, const Tensor& x) const
{
    const Index width = x.columns();
    const Gain gainValues = gainOf(slot, gain, width);
    Tensor scale = slot.make("scale", {axis::token}, {x.rows()});
    Tensor normalized = slot.make("normalized", x.axes(), x.shape());
    Tensor out = slot.make("out", x.axes(), x.shape());
    const auto finish = [&](Index t) {
        kernels::best().normalize(x.row(t), 0.f, 1.f / scale.data()[t], gainValues.values, gainValues.shift, nullptr,
            normalized.row(t), out.row(t), width);
    };
    const bool stepwise = slot.intervenes("scale") || slot.intervenes("normalized");
    slot.rows(x.rows(), 6 * width, [&](Index t) {
        scale.data()[t] = scaleOf(kernels::best().meanSquare(x.row(t), width), eps, epsPlace);
        if (!stepwise)
            finish(t);
    });
    slot.record(scale);
    recordNormalized(slot, stepwise, finish, gainValues, nullptr, normalized, out);
    return out;
}

Tensor applyNorm(const Norm& norm, const Scope& slot, const Tensor& x)
{
    return std::visit([&](const auto& kind) { return kind.apply(slot, x); }, norm);
}

} // namespace core
