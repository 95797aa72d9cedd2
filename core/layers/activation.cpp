#include "core/layers/activation.h"

#include "core/base/kernels.h"
#include "core/base/softplus.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <string_view>

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

void Gelu::applyBack(const float* x, const float* dy, float* dx, Index count) const
{
    kernels::best().geluBack(x, dy, dx, count);
}

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

void GeluTanh::applyBack(const float* x, const float* dy, float* dx, Index count) const
{
    kernels::best().geluTanhBack(x, dy, dx, count);
}

double Silu::value(double x) const { return x * sigmoid(x); }

double Silu::derivative(double x) const
{
    const double s = sigmoid(x);
    return s + x * s * (1.0 - s);
}

void Silu::apply(const float* x, float* y, Index count) const { kernels::best().swish(x, 1.f, y, count); }

void Silu::applyBack(const float* x, const float* dy, float* dx, Index count) const
{
    kernels::best().swishBack(x, 1.f, dy, dx, count);
}

double ReluSquared::value(double x) const { return x > 0 ? x * x : 0; }
double ReluSquared::derivative(double x) const { return x > 0 ? 2 * x : 0; }
void ReluSquared::apply(const float* x, float* y, Index count) const
{
    kernels::best().relu(x, y, count);
    kernels::best().multiply(y, y, y, count);
}

constexpr double quickGeluBeta = 1.702;
double QuickGelu::value(double x) const { return Swish{quickGeluBeta}.value(x); }
double QuickGelu::derivative(double x) const { return Swish{quickGeluBeta}.derivative(x); }
void QuickGelu::apply(const float* x, float* y, Index count) const { kernels::best().swish(x, float(quickGeluBeta), y, count); }
void QuickGelu::applyBack(const float* x, const float* dy, float* dx, Index count) const
{
    kernels::best().swishBack(x, float(quickGeluBeta), dy, dx, count);
}

double Swish::value(double x) const { return x * sigmoid(beta * x); }
double Swish::derivative(double x) const
{
    const double s = sigmoid(beta * x);
    return s + beta * x * s * (1.0 - s);
}
void Swish::apply(const float* x, float* y, Index count) const { kernels::best().swish(x, float(beta), y, count); }

double Elu::value(double x) const { return x > 0 ? x : std::expm1(x); }
double Elu::derivative(double x) const { return x >= 0 ? 1 : std::exp(x); }
void Elu::apply(const float* x, float* y, Index count) const { kernels::best().elu(x, 1.f, 1.f, y, count); }

namespace {
constexpr double kSeluScale = 1.0507009873554804934, kSeluAlpha = 1.6732632423543772848; // Klambauer et al. 2017, appendix
}

double Selu::value(double x) const { return kSeluScale * (x > 0 ? x : kSeluAlpha * std::expm1(x)); }
double Selu::derivative(double x) const { return kSeluScale * (x >= 0 ? 1 : kSeluAlpha * std::exp(x)); }
void Selu::apply(const float* x, float* y, Index count) const
{
    kernels::best().elu(x, float(kSeluScale), float(kSeluScale * kSeluAlpha), y, count);
}

double Sigmoid::value(double x) const { return sigmoid(x); }
double Sigmoid::derivative(double x) const { return sigmoid(x) * (1.0 - sigmoid(x)); }
void Sigmoid::apply(const float* x, float* y, Index count) const { kernels::best().sigmoid(x, y, count); }

double Tanh::value(double x) const { return std::tanh(x); }
double Tanh::derivative(double x) const { return 1.0 - std::tanh(x) * std::tanh(x); }
void Tanh::apply(const float* x, float* y, Index count) const
{
    // tanh x = 2σ(2x) − 1
    kernels::best().scale(x, 2.f, y, count);
    kernels::best().sigmoid(y, y, count);
    for (Index i = 0; i < count; ++i)
        y[i] = 2.f * y[i] - 1.f;
}

double Linear::value(double x) const { return x; }
double Linear::derivative(double) const { return 1; }
void Linear::apply(const float* x, float* y, Index count) const
{
    if (x != y)
        std::copy_n(x, count, y);
}

double XIelu::value(double x) const
{
    const double positive = softplus(alphaP), negative = beta + softplus(alphaN);
    return x > 0 ? positive * x * x + beta * x : negative * (std::expm1(x) - x) + beta * x;
}
double XIelu::derivative(double x) const
{
    const double positive = softplus(alphaP), negative = beta + softplus(alphaN);
    return x > 0 ? 2 * positive * x + beta : negative * std::expm1(x) + beta;
}
void XIelu::apply(const float* x, float* y, Index count) const
{
    for (Index i = 0; i < count; ++i)
        y[i] = float(value(double(x[i])));
}

double SwigluClamped::value(double x) const { return Swish{beta}.value(std::min(x, limit)); }
double SwigluClamped::derivative(double x) const { return x < limit ? Swish{beta}.derivative(x) : 0.0; }
void SwigluClamped::apply(const float* x, float* y, Index count) const
{
    for (Index i = 0; i < count; ++i)
        y[i] = std::min(x[i], float(limit));
    kernels::best().swish(y, float(beta), y, count);
}

double linearHalf(const Activation& kind, double up)
{
    const SwigluClamped* clamped = std::get_if<SwigluClamped>(&kind);
    return clamped ? std::clamp(up, -clamped->limit, clamped->limit) + 1.0 : up;
}

void applyGate(const Activation& kind, const float* gate, const float* up, float* y, Index count)
{
    applyActivation(kind, gate, y, count);
    if (std::holds_alternative<SwigluClamped>(kind))
        for (Index i = 0; i < count; ++i)
            y[i] *= float(linearHalf(kind, double(up[i])));
    else
        kernels::best().multiply(y, up, y, count);
}

namespace {

/// d linearHalf / d up.
float linearHalfSlope(const Activation& kind, float up)
{
    const SwigluClamped* clamped = std::get_if<SwigluClamped>(&kind);
    return clamped && std::abs(double(up)) > clamped->limit ? 0.f : 1.f;
}

/// The learned numbers of a kind that has some gain Σ dy · ∂value(x).
void addLearned(const Activation& kind, const BackScope& learned, const Tensor& x, const Tensor& dy)
{
    std::visit(
        [&]<class Kind>(const Kind& k) {
            const auto ignore = [](const char*, double) {};
            if constexpr (requires { k.eachLearned(0.0, ignore); }) {
                std::map<std::string_view, double> sums;
                for (Index i = 0; i < x.size(); ++i)
                    k.eachLearned(double(x.data()[i]),
                        [&](const char* weight, double slope) { sums[weight] += double(dy.data()[i]) * slope; });
                for (const auto& [weight, sum] : sums)
                    if (float* gradient = learned.weightGradient(weight))
                        *gradient += float(sum);
            }
        },
        kind);
}

/// β of a kind that is x · σ(βx) with a β that is given.
std::optional<float> swishFactor(const Activation& kind)
{
    if (std::holds_alternative<Silu>(kind))
        return 1.f;
    return std::holds_alternative<QuickGelu>(kind) ? std::optional(float(quickGeluBeta)) : std::nullopt;
}

/// dx = dy · derivative of the kind; in float32 where that is exact enough and fast.
void backward(const Activation& kind, const float* x, const float* dy, float* dx, Index count)
{
    std::visit(
        [&](const auto& k) {
            if constexpr (requires { k.applyBack(x, dy, dx, count); })
                k.applyBack(x, dy, dx, count);
            else
                for (Index i = 0; i < count; ++i)
                    dx[i] = dy[i] * float(k.derivative(double(x[i])));
        },
        kind);
}

} // namespace

void activationBackward(const Activation& kind, const BackScope& learned, const Tensor& x, const Tensor& dy, Tensor& dx)
{
    addLearned(kind, learned, x, dy);
    const Index width = x.columns();
    learned.rows(x.rows(), 16 * width, [&](Index t) { backward(kind, x.row(t), dy.row(t), dx.row(t), width); });
}

void gateBackward(
    const Activation& kind, const BackScope& learned, const GateHalves& of, const Tensor& dy, const GateGradients& gradients)
{
    if (const std::optional<float> beta = swishFactor(kind))
        return learned.rows(dy.rows(), 16 * dy.columns(), [&](Index t) {
            kernels::best().swishGateBack(
                {of.gate.row(t), of.up.row(t), dy.row(t), *beta, gradients.gate.row(t), gradients.up.row(t), dy.columns()});
        });
    // What the activation gains, and what the linear half does.
    Tensor dActivated = learned.make(dy);
    learned.rows(dy.rows(), 16 * dy.columns(), [&](Index t) {
        applyActivation(kind, of.gate.row(t), gradients.up.row(t), dy.columns());
        if (!std::holds_alternative<SwigluClamped>(kind)) {
            kernels::best().multiply(dy.row(t), of.up.row(t), dActivated.row(t), dy.columns());
            kernels::best().multiply(dy.row(t), gradients.up.row(t), gradients.up.row(t), dy.columns());
            return;
        }
        for (Index i = 0; i < dy.columns(); ++i) {
            const float half = of.up.row(t)[i];
            dActivated.row(t)[i] = dy.row(t)[i] * float(linearHalf(kind, double(half)));
            gradients.up.row(t)[i] *= dy.row(t)[i] * linearHalfSlope(kind, half);
        }
    });
    activationBackward(kind, learned, of.gate, dActivated, gradients.gate);
}

Activation boundActivation(Activation kind, const std::function<double(const char* weight)>& read)
{
    std::visit(
        [&](auto& k) {
            if constexpr (requires { k.bind(read); })
                k.bind(read);
        },
        kind);
    return kind;
}

Activation boundActivation(const Activation& kind, const Scope& scope)
{
    return boundActivation(kind, [&](const char* weight) {
        const float* number = scope.vectorWeight(weight, 1, Init::Bias);
        return scope.planning() ? 0.0 : double(*number);
    });
}

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
