#pragma once

// Directional derivatives of a run: what a gradient says along a direction of all weights or of a tensor, against difference
// quotients.

#include "core/run/backward.h"
#include "core/run/forward.h"
#include "tests/core/support/small_models.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace support {

using namespace core;

/// Random numbers of about 1, by name.
inline std::vector<float> randomNumbers(const std::string& name, Index count)
{
    std::vector<float> numbers(static_cast<std::size_t>(count));
    seededSource({name, {1, count}, Init::Embedding, 1.f}, 77)->read(0, 1, numbers.data());
    return numbers;
}

/// A tensor with a multiple of another one on it.
class MovedSource : public TensorSource
{
public:
    MovedSource(WeightPtr of, std::vector<float> direction, double step)
        : m_of(std::move(of))
        , m_direction(std::move(direction))
        , m_step(step)
    {
    }
    const Shape& shape() const override { return m_of->shape(); }
    std::string dtype() const override { return "F32"; }
    std::string origin() const override { return "file"; }
    void read(Index row, Index rows, float* out) const override
    {
        m_of->read(row, rows, out);
        const Index width = shape()[0] == 0 ? 0 : elements(shape()) / shape()[0];
        for (Index i = 0; i < rows * width; ++i)
            out[i] = float(double(out[i]) + m_step * double(m_direction[std::size_t(row * width + i)]));
    }

private:
    WeightPtr m_of;
    std::vector<float> m_direction;
    double m_step;
};

/// What is differentiated: a random combination of all logits.
struct Combination
{
    std::vector<float> weights;

    explicit Combination(const Tensor& logits)
        : weights(randomNumbers("metric", logits.size()))
    {
        for (float& weight : weights)
            weight /= std::sqrt(float(weights.size()));
    }
    double of(const Trace& trace) const
    {
        const std::span<const float> logits = trace.at("logits").values();
        double sum = 0;
        for (std::size_t i = 0; i < weights.size(); ++i)
            sum += double(weights[i]) * double(logits[i]);
        return sum;
    }
    Tensor gradient(const Tensor& logits) const
    {
        Tensor result("d", logits.axes(), logits.shape());
        std::copy(weights.begin(), weights.end(), result.data());
        return result;
    }
};

/// The choice on a model without kinks, unless it is about these.
inline SetupPtr smoothSetup(const std::string& assignments)
{
    const bool isOfActivation = assignments.find("activation.kind") != std::string::npos;
    return smallSetup(choices(isOfActivation ? assignments : assignments + " activation.kind=gelu"));
}

inline ForwardInput inputOf(const Setup& setup)
{
    ForwardInput input{smallText(), {}};
    if (setup.config.hasEncoder())
        input.decoderIds = {3, 9, 1, 12, 4};
    return input;
}

/// How a directional derivative and the gradient compare.
enum class Verdict
{
    Agrees,
    Differs,
    AtKink // the difference quotients do not settle
};

struct Derivative
{
    double gradient = 0; // Σ gradient · direction
    double size = 0; // what such a sum of random signs would be
};

inline Derivative along(std::span<const float> gradient, std::span<const float> direction)
{
    Derivative of;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
        const double part = double(gradient[i]) * double(direction[i]);
        of.gradient += part;
        of.size += part * part;
    }
    of.size = std::sqrt(of.size);
    return of;
}

/// `metricAt` is the metric `step` along the direction.
inline Verdict compare(const Derivative& of, const std::function<double(double step)>& metricAt, std::string& words)
{
    const auto quotient = [&](double step) { return (metricAt(step) - metricAt(-step)) / (2 * step); };
    double last = 0;
    for (const double step : {4e-2, 1e-2, 2.5e-3}) {
        const double wide = quotient(step), narrow = quotient(step / 2), expected = (4 * narrow - wide) / 3;
        const double scale = std::max({std::abs(expected), std::abs(of.gradient), 0.3 * of.size, 1e-3});
        words = std::to_string(of.gradient) + " expected " + std::to_string(expected) + " of " + std::to_string(of.size);
        if (std::abs(of.gradient - expected) <= 2e-2 * scale)
            return Verdict::Agrees;
        last = std::abs(wide - narrow) / scale;
    }
    return last > 1e-2 ? Verdict::AtKink : Verdict::Differs;
}

/// The gradients of all weights of a run under interventions along one direction, against the metric along it.
class WeightDirection
{
public:
    WeightDirection(const Setup& setup, const Gradients& gradients)
        : m_setup(setup)
    {
        for (const auto& [name, gradient] : gradients.weights) {
            std::vector<float>& direction = m_directions[setup.weights.find(name)];
            direction = randomNumbers(name, gradient.size());
            for (float& number : direction)
                number *= gradient.rank() == 2 ? 0.3f / std::sqrt(float(gradient.columns())) : 0.1f;
            const Derivative part = along(gradient.values(), direction);
            m_total.gradient += part.gradient;
            m_total.size += part.size * part.size;
        }
        m_total.size = std::sqrt(m_total.size);
    }

    Verdict compared(const std::function<double(const Setup&)>& metricOf, std::string& words) const
    {
        return compare(
            m_total, [&](double step) { return metricOf(moved(step)); }, words);
    }

private:
    Setup moved(double step) const
    {
        Setup other = m_setup;
        std::map<const WeightTensor*, WeightPtr> made;
        for (const auto& [name, tensor] : m_setup.weights.all()) {
            WeightPtr& weight = made[tensor.get()];
            if (!weight)
                weight
                    = std::make_shared<WeightTensor>(std::make_shared<MovedSource>(tensor, m_directions.at(tensor.get()), step));
            other.weights.set(name, weight);
        }
        return other;
    }

    const Setup& m_setup;
    std::map<const WeightTensor*, std::vector<float>> m_directions;
    Derivative m_total;
};

} // namespace support
