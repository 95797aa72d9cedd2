#include "core/analysis/feed_forward.h"

#include "core/analysis/derivation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace core {

namespace {

/// mlp.pre of a layer; nullptr when it was not recorded.
const Tensor* before(const Trace& trace, Index layer) { return trace.find(blockName(layer, "mlp.pre")); }

/// 1, 2 or 5 times a power of ten, at least `width`.
double roundWidth(double width)
{
    const double power = std::pow(10.0, std::floor(std::log10(width)));
    for (const double step : {1.0, 2.0, 5.0})
        if (step * power >= width * (1 - 1e-9))
            return step * power;
    return 10 * power;
}

/// The numbers that a share of 0.0005 of all is below, and above: of at most a million of them, taken at equal distances.
std::pair<double, double> usualRange(std::span<const std::span<const float>> parts)
{
    std::size_t count = 0;
    for (const auto& part : parts)
        count += part.size();
    const std::size_t every = 1 + count / 1'000'000;
    std::vector<float> sample;
    std::size_t at = 0;
    for (const auto& part : parts)
        for (const float x : part)
            if (at++ % every == 0 && std::isfinite(x))
                sample.push_back(x);
    if (sample.empty())
        return {1, 0};
    std::ranges::sort(sample);
    const auto cut = std::size_t(double(sample.size()) * 0.0005);
    return {double(sample[cut]), double(sample[sample.size() - 1 - cut])};
}

} // namespace

Activation activationOf(const Setup& setup, Index layer)
{
    return boundActivation(setup.config.block(layer).activation, [&](const char* weight) {
        return double(*setup.weights.at(blockName(layer, std::string("mlp.") + weight)).values().data());
    });
}

SlopeZone slopeZone(const Activation& kind, double x)
{
    const double slope = std::abs(activationDerivative(kind, x));
    return slope < silentSlope ? SlopeZone::Silent : slope > passingSlope ? SlopeZone::Passes : SlopeZone::Bends;
}

bool isZeroBelowZero(const Activation& kind)
{
    for (const double x : {-1e-3, -0.5, -1.0, -2.0, -5.0})
        if (activationValue(kind, x) != 0)
            return false;
    return true;
}

void SlopeShares::add(const SlopeShares& more)
{
    silent += more.silent;
    bending += more.bending;
    passing += more.passing;
    notNumbers += more.notNumbers;
}

SlopeShares slopeShares(const Activation& kind, std::span<const float> x)
{
    SlopeShares shares;
    for (const float value : x) {
        if (!std::isfinite(value)) {
            ++shares.notNumbers;
            continue;
        }
        const SlopeZone zone = slopeZone(kind, double(value));
        ++(zone == SlopeZone::Silent ? shares.silent : zone == SlopeZone::Bends ? shares.bending : shares.passing);
    }
    return shares;
}

ValueCounts valueCounts(std::span<const std::span<const float>> parts, Index columns, const RunControl& control)
{
    ValueCounts result;
    auto [low, high] = usualRange(parts);
    if (low > high)
        return result;
    if (low == high) // all are one number
        low -= 0.5, high += 0.5;
    const double width = roundWidth((high - low) / double(columns));
    const double first = std::floor(low / width);
    const auto count = std::size_t(std::max(1.0, std::floor(high / width) - first + 1));
    for (std::size_t i = 0; i <= count; ++i)
        result.edges.push_back((first + double(i)) * width);
    result.counts.assign(count, 0);
    for (const auto& part : parts) {
        control.check();
        for (const float x : part) {
            if (!std::isfinite(x))
                continue;
            const double column = std::floor(double(x) / width) - first;
            if (column < 0)
                ++result.below;
            else if (column >= double(count))
                ++result.above;
            else
                ++result.counts[std::size_t(column)];
        }
    }
    return result;
}

ValueCounts inColumnsOf(const ValueCounts& values, double width)
{
    const double ratio = values.counts.empty() ? 0 : std::round(width / values.width());
    if (ratio < 2 || std::abs(ratio * values.width() - width) > 1e-6 * width)
        return values;
    const double first = std::floor(values.edges.front() / width + 1e-6);
    const auto columnOf = [&](std::size_t i) { return std::size_t(std::floor((values.edges[i] + values.edges[i + 1]) / 2 / width) - first); };
    ValueCounts result;
    result.below = values.below;
    result.above = values.above;
    result.counts.assign(columnOf(values.counts.size() - 1) + 1, 0);
    for (std::size_t i = 0; i < values.counts.size(); ++i)
        result.counts[columnOf(i)] += values.counts[i];
    for (std::size_t i = 0; i <= result.counts.size(); ++i)
        result.edges.push_back((first + double(i)) * width);
    return result;
}

ActivationUse activationUse(const Setup& setup, const Trace& trace, std::span<const Index> layers, const RunControl& control)
{
    ActivationUse use;
    std::vector<std::span<const float>> parts;
    for (const Index layer : layers)
        if (const Tensor* pre = before(trace, layer)) {
            control.check();
            parts.push_back(pre->values());
            use.shares.add(slopeShares(activationOf(setup, layer), pre->values()));
        }
    use.values = valueCounts(parts, 60, control);
    return use;
}

std::vector<NeuronUse> neuronUse(const Setup& setup, const Trace& trace, Index layer, const RunControl& control)
{
    const Tensor* pre = before(trace, layer);
    const Tensor* post = trace.find(blockName(layer, "mlp.post"));
    if (!pre || !post || pre->shape() != post->shape())
        return {};
    const Activation kind = activationOf(setup, layer);
    std::vector<NeuronUse> neurons(std::size_t(pre->columns()));
    for (Index token = 0; token < pre->rows(); ++token) {
        control.check();
        for (Index i = 0; i < pre->columns(); ++i) {
            NeuronUse& neuron = neurons[std::size_t(i)];
            const float x = pre->row(token)[i], y = post->row(token)[i];
            if (token == 0 || std::abs(y) > std::abs(neuron.peak)) {
                neuron.peak = y;
                neuron.peakToken = token;
            }
            neuron.isNeverPositive = neuron.isNeverPositive && x <= 0;
            neuron.isNeverPositiveLater = neuron.isNeverPositiveLater && (token == 0 || x <= 0);
            neuron.isSilent = neuron.isSilent && slopeZone(kind, double(x)) == SlopeZone::Silent;
        }
    }
    return neurons;
}

std::vector<Index> neuronOrder(std::span<const NeuronUse> neurons, NeuronOrder order)
{
    std::vector<Index> sorted(neurons.size());
    std::iota(sorted.begin(), sorted.end(), Index(0));
    const auto at = [&](Index i) -> const NeuronUse& { return neurons[std::size_t(i)]; };
    if (order == NeuronOrder::ByToken)
        std::ranges::stable_sort(sorted, [&](Index a, Index b) {
            return at(a).peakToken != at(b).peakToken ? at(a).peakToken < at(b).peakToken : at(a).peak > at(b).peak;
        });
    else if (order == NeuronOrder::BySize)
        std::ranges::stable_sort(sorted, [&](Index a, Index b) { return std::abs(at(a).peak) > std::abs(at(b).peak); });
    return sorted;
}

NeuronInputs neuronInputs(const Setup& setup, const Trace& trace, const NeuronPlace& place, Index terms)
{
    const Derivation derived
        = derivationOf(setup, trace, blockName(place.layer, "mlp.pre"), {place.position, place.neuron}, terms);
    NeuronInputs inputs;
    inputs.value = derived.recorded;
    inputs.reason = derived.reason;
    inputs.missing = derived.missing;
    for (const DerivationLine& line : derived.lines) {
        const Element *input = nullptr, *weight = nullptr;
        for (const Element& factor : line.factors)
            (factor.kind == Element::Kind::Recorded ? input : weight) = &factor;
        if (input && weight && !input->place.empty()) {
            inputs.tensor = input->tensor;
            inputs.largest.push_back({input->place.back(), input->value, weight->value});
        } else if (!input && weight && weight->kind == Element::Kind::Weight) {
            inputs.bias = line.value;
        }
    }
    std::ranges::stable_sort(
        inputs.largest, [](const auto& a, const auto& b) { return std::abs(a.product()) > std::abs(b.product()); });
    inputs.rest = inputs.value - inputs.bias;
    for (const NeuronInput& input : inputs.largest)
        inputs.rest -= input.product();
    return inputs;
}

} // namespace core
