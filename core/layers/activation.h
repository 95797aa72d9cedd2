#pragma once

// Activation: the nonlinearity of the feed-forward layer.
//
// To add a kind: write its struct here with value() and derivative(), its loop in activation.cpp, and append it to the
// Activation line.

#include "core/base/kind.h"
#include "core/base/tensor.h"

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
    bool operator==(const Gelu&) const = default;
};

/// GELU's tanh form, as in GPT-2.
struct GeluTanh
{
    static constexpr KindInfo info{"gelu_tanh", CUTAWAY_TR("GELU (tanh)"), "x/2 · (1 + tanh(√(2/π)(x + 0.044715 x³)))"};
    double value(double x) const;
    double derivative(double x) const;
    void apply(const float* x, float* y, Index count) const;
    bool operator==(const GeluTanh&) const = default;
};

/// Swish with β = 1.
struct Silu
{
    static constexpr KindInfo info{"silu", CUTAWAY_TR("SiLU"), "x · σ(x)"};
    double value(double x) const;
    double derivative(double x) const;
    void apply(const float* x, float* y, Index count) const;
    bool operator==(const Silu&) const = default;
};

using Activation = std::variant<Relu, Gelu, GeluTanh, Silu>;

/// The reference value, in double precision from the formula of the paper.
double activationValue(const Activation& kind, double x);

/// Its derivative (at a kink: the right-hand one).
double activationDerivative(const Activation& kind, double x);

/// y[i] = activation(x[i]) for count numbers, in float32; x and y may be the same. Within 1e-6 · max(1, |x|) of the
/// reference value.
void applyActivation(const Activation& kind, const float* x, float* y, Index count);

} // namespace core
