#pragma once

// Activation: the nonlinearity of the feed-forward layer.
//
// To add a kind: write its struct here with value() and derivative(), its loop in activation.cpp, and append it to the
// Activation line. A kind whose way back has a loop of its own has applyBack(): dx = dy · derivative(x).

#include "core/base/kind.h"
#include "core/layers/back_scope.h"
#include "core/layers/scope.h"

#include <cmath>
#include <functional>

namespace core {

/// max(0, x)
struct Relu
{
    static constexpr KindInfo info{"relu", CUTAWAY_TR("ReLU"), "max(0, x)"};
    double value(double x) const;
    double derivative(double x) const;
    void apply(const float* x, float* y, Index count) const;
    bool operator==(const Relu&) const = default;
};

/// Hendrycks, Gimpel 2016, with the exact error function.
struct Gelu
{
    static constexpr KindInfo info{"gelu", CUTAWAY_TR("GELU"), "x · Φ(x)"};
    double value(double x) const;
    double derivative(double x) const;
    void apply(const float* x, float* y, Index count) const;
    void applyBack(const float* x, const float* dy, float* dx, Index count) const;
    bool operator==(const Gelu&) const = default;
};

/// GELU's tanh form, as in GPT-2.
struct GeluTanh
{
    static constexpr KindInfo info{"gelu_tanh", CUTAWAY_TR("GELU (tanh)"), "x/2 · (1 + tanh(√(2/π)(x + 0.044715 x³)))"};
    double value(double x) const;
    double derivative(double x) const;
    void apply(const float* x, float* y, Index count) const;
    void applyBack(const float* x, const float* dy, float* dx, Index count) const;
    bool operator==(const GeluTanh&) const = default;
};

/// Swish with β = 1.
struct Silu
{
    static constexpr KindInfo info{"silu", CUTAWAY_TR("SiLU"), "x · σ(x)"};
    double value(double x) const;
    double derivative(double x) const;
    void apply(const float* x, float* y, Index count) const;
    void applyBack(const float* x, const float* dy, float* dx, Index count) const;
    bool operator==(const Silu&) const = default;
};

/// So et al. 2021 (Primer): max(0, x)².
struct ReluSquared
{
    static constexpr KindInfo info{"relu_squared", CUTAWAY_TR("ReLU²"), "max(0, x)²"};
    double value(double x) const;
    double derivative(double x) const;
    void apply(const float* x, float* y, Index count) const;
    bool operator==(const ReluSquared&) const = default;
};

/// Hendrycks, Gimpel 2016: the sigmoid approximation of GELU (CLIP).
struct QuickGelu
{
    static constexpr KindInfo info{"quick_gelu", CUTAWAY_TR("GELU (sigmoid)"), "x · σ(1.702 x)"};
    double value(double x) const;
    double derivative(double x) const;
    void apply(const float* x, float* y, Index count) const;
    void applyBack(const float* x, const float* dy, float* dx, Index count) const;
    bool operator==(const QuickGelu&) const = default;
};

/// Ramachandran, Zoph, Le 2017.
struct Swish
{
    static constexpr KindInfo info{"swish", CUTAWAY_TR("Swish"), "x · σ(βx)"};
    double beta = 1.0;

    void eachParam(auto&& visit) { visit(ParamInfo{"activation.beta", CUTAWAY_TR("β"), -1e3, 1e3}, beta); }
    double value(double x) const;
    double derivative(double x) const;
    void apply(const float* x, float* y, Index count) const;
    bool operator==(const Swish&) const = default;
};

/// Clevert, Unterthiner, Hochreiter 2015, α = 1.
struct Elu
{
    static constexpr KindInfo info{"elu", CUTAWAY_TR("ELU"), "x > 0: x; else eˣ − 1"};
    double value(double x) const;
    double derivative(double x) const;
    void apply(const float* x, float* y, Index count) const;
    bool operator==(const Elu&) const = default;
};

/// Klambauer et al. 2017.
struct Selu
{
    static constexpr KindInfo info{"selu", CUTAWAY_TR("SELU"), "λ · (x > 0: x; else α(eˣ − 1))"};
    double value(double x) const;
    double derivative(double x) const;
    void apply(const float* x, float* y, Index count) const;
    bool operator==(const Selu&) const = default;
};

struct Sigmoid
{
    static constexpr KindInfo info{"sigmoid", CUTAWAY_TR("Sigmoid"), "σ(x) = 1/(1 + e⁻ˣ)"};
    double value(double x) const;
    double derivative(double x) const;
    void apply(const float* x, float* y, Index count) const;
    bool operator==(const Sigmoid&) const = default;
};

struct Tanh
{
    static constexpr KindInfo info{"tanh", CUTAWAY_TR("tanh"), "tanh x"};
    double value(double x) const;
    double derivative(double x) const;
    void apply(const float* x, float* y, Index count) const;
    bool operator==(const Tanh&) const = default;
};

/// No nonlinearity; gated, it is the bilinear layer.
struct Linear
{
    static constexpr KindInfo info{"linear", CUTAWAY_TR("Linear"), "x"};
    double value(double x) const;
    double derivative(double x) const;
    void apply(const float* x, float* y, Index count) const;
    bool operator==(const Linear&) const = default;
};

/// Huang, Schlag 2024 (Apertus): the integral of an ELU with learned slopes αp = softplus(alpha_p), αn = β + softplus(alpha_n).
struct XIelu
{
    static constexpr KindInfo info{"xielu", CUTAWAY_TR("xIELU"), "x > 0: αp x² + βx; else αn (eˣ − 1 − x) + βx"};
    double beta = 0.5;
    double alphaP = 0.0; // as stored, filled in by boundActivation
    double alphaN = 0.0;

    void eachParam(auto&& visit) { visit(ParamInfo{"activation.beta", CUTAWAY_TR("β"), -1e3, 1e3}, beta); }
    /// read("alpha_p.weight") is that weight's one number.
    void bind(const auto& read)
    {
        alphaP = read("alpha_p.weight");
        alphaN = read("alpha_n.weight");
    }
    /// What value(x) gains for each of them: add(weight, number).
    void eachLearned(double x, const auto& add) const
    {
        if (x > 0)
            add("alpha_p.weight", x * x / (1.0 + std::exp(-alphaP)));
        else
            add("alpha_n.weight", (std::expm1(x) - x) / (1.0 + std::exp(-alphaN)));
    }
    double value(double x) const;
    double derivative(double x) const;
    void apply(const float* x, float* y, Index count) const;
    bool operator==(const XIelu&) const = default;
};

/// gpt-oss 2025: Swish of a gate that is at most `limit`; as a gate it multiplies the linear half, held within ±limit, plus 1.
struct SwigluClamped
{
    static constexpr KindInfo info{"swiglu_clamped", CUTAWAY_TR("Clamped SwiGLU"), "g · σ(βg) · (u + 1), g ≤ limit, |u| ≤ limit"};
    double beta = 1.702;
    double limit = 7.0;

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"activation.beta", CUTAWAY_TR("β"), -1e3, 1e3}, beta);
        visit(ParamInfo{"activation.limit", CUTAWAY_TR("Limit"), 1e-6, 1e6}, limit);
    }
    double value(double x) const;
    double derivative(double x) const;
    void apply(const float* x, float* y, Index count) const;
    bool operator==(const SwigluClamped&) const = default;
};

using Activation = std::variant<Relu, ReluSquared, Gelu, GeluTanh, QuickGelu, Silu, Swish, Elu, Selu, Sigmoid, Tanh, Linear,
    XIelu, SwigluClamped>;

/// The activation with its learned numbers, which `read` gives by the last part of a weight's name; others as they are.
Activation boundActivation(Activation kind, const std::function<double(const char* weight)>& read);

/// The same from the weights: SCOPE.alpha_p.weight and SCOPE.alpha_n.weight [1] of xIELU.
Activation boundActivation(const Activation& kind, const Scope& scope);

/// The reference value, in double precision from the formula of the paper.
double activationValue(const Activation& kind, double x);

/// Its derivative (at a kink: the right-hand one).
double activationDerivative(const Activation& kind, double x);

/// y[i] = activation(x[i]) for count numbers, in float32; x and y may be the same. Within 1e-6 · max(1, |x|) of the
/// reference value.
void applyActivation(const Activation& kind, const float* x, float* y, Index count);

/// What the activation of a gate is multiplied by: the linear half itself, or held within limits and plus 1.
double linearHalf(const Activation& kind, double up);

/// y[i] = activation(gate[i]) · linearHalf(up[i]): the gated feed-forward. y may be neither of them.
void applyGate(const Activation& kind, const float* gate, const float* up, float* y, Index count);

/// Back through y = activation(x): dx = dy · activation′(x), all of one shape; dx may be dy. `learned` is where the numbers of an
/// activation that has some are (boundActivation): their gradients go there.
void activationBackward(const Activation& kind, const BackScope& learned, const Tensor& x, const Tensor& dy, Tensor& dx);

/// Both halves of a gate, and their gradients.
struct GateHalves
{
    const Tensor& gate;
    const Tensor& up;
};
struct GateGradients
{
    Tensor& gate;
    Tensor& up;
};

/// The same through applyGate.
void gateBackward(const Activation& kind, const BackScope& learned, const GateHalves& of, const Tensor& dy,
    const GateGradients& gradients);

} // namespace core
