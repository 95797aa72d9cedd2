#include "core/layers/activation.h"

#include "core/base/kernels.h"

#include <cmath>
#include <numbers>

namespace core {

namespace {

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

} // namespace

double Relu::value(double x) const { return x <= 0.0 ? 0.0 : x; }

double Relu::derivative(double x) const { return x >= 0.0 ? 1.0 : 0.0; }

void Relu::apply(const float* x, float* y, Index count) const { kernels::best().relu(x, y, count); }

double Gelu::value(double x) const { return 0.5 * x * (1.0 + std::erf(x / std::numbers::sqrt2)); }

double Gelu::derivative(double x) const
{
    const double density = std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::numbers::pi);
    return 0.5 * (1.0 + std::erf(x / std::numbers::sqrt2)) + x * density;
}

void Gelu::apply(const float* x, float* y, Index count) const { kernels::best().gelu(x, y, count); }

double GeluTanh::value(double x) const
{
    return 0.5 * x * (1.0 + std::tanh(std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}

double GeluTanh::derivative(double x) const
{
    const double c = std::sqrt(2.0 / std::numbers::pi);
    const double t = std::tanh(c * (x + 0.044715 * x * x * x));
    return 0.5 * (1.0 + t) + 0.5 * x * (1.0 - t * t) * c * (1.0 + 3 * 0.044715 * x * x);
}

void GeluTanh::apply(const float* x, float* y, Index count) const { kernels::best().geluTanh(x, y, count); }

double Silu::value(double x) const { return x * sigmoid(x); }

double Silu::derivative(double x) const
{
    const double s = sigmoid(x);
    return s + x * s * (1.0 - s);
}

void Silu::apply(const float* x, float* y, Index count) const { kernels::best().silu(x, y, count); }

double activationValue(const Activation& kind, double x)
{
    return std::visit([&](const auto& k) { return k.value(x); }, kind);
}

double activationDerivative(const Activation& kind, double x)
{
    return std::visit([&](const auto& k) { return k.derivative(x); }, kind);
}

void applyActivation(const Activation& kind, const float* x, float* y, Index count)
{
    std::visit([&](const auto& k) { k.apply(x, y, count); }, kind);
}

} // namespace core
