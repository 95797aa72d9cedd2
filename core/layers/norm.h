#pragma once

// Normalization: rescales each token's vector before a branch, on its output, or on the stream (block_layout.h).
//
// To add a kind: write its struct here, its apply() and backward() in norm.cpp, and append it to the Norm line. Menus, files, the command
// line and the laws that every kind must pass pick it up from there.

#include "core/base/kind.h"
#include "core/layers/back_scope.h"
#include "core/layers/scope.h"

namespace core {

/// How the stored gain w acts.
enum class NormGain
{
    Weight,        // · w
    OnePlusWeight, // · (1 + w), as in Gemma
    None           // no gain
};
inline constexpr std::string_view normGainWords[] = {"weight", "one_plus_weight", "none"};
inline constexpr std::string_view normGainLabels[] = {CUTAWAY_TR("· w"), CUTAWAY_TR("· (1 + w)"), CUTAWAY_TR("No gain")};

enum class EpsPlace
{
    Inside, // √(mean square + eps)
    Outside // √(mean square) + eps
};
inline constexpr std::string_view epsPlaceWords[] = {"inside", "outside"};
inline constexpr std::string_view epsPlaceLabels[] = {CUTAWAY_TR("Under the root"), CUTAWAY_TR("After the root")};

namespace normParam {
inline constexpr ParamInfo bias{"norm.bias", CUTAWAY_TR("Bias")};
inline constexpr ParamInfo gain{"norm.gain", CUTAWAY_TR("Gain"), 0, 0, normGainWords, normGainLabels};
inline constexpr ParamInfo eps{"norm.eps", CUTAWAY_TR("Epsilon"), 0.0, 1.0};
inline constexpr ParamInfo epsPlace{"norm.eps_place", CUTAWAY_TR("Place of epsilon"), 0, 0, epsPlaceWords, epsPlaceLabels};
} // namespace normParam

/// √(square + eps), or √square + eps: what a norm divides by, from the variance or the mean square.
float normScale(float square, double eps, EpsPlace place);

/// A norm with its statistics held at what they were: then it is linear up to a shift, and a part of its input has a part of
/// its output.
struct Frozen
{
    Tensor scale;                // [token], or [d_model] for BatchNorm
    const float* gain = nullptr; // [d_model] or null
    float gainShift = 0.f;

    /// What `part` [token, d_model] of the input is in the output: part / scale · gain.
    void applyTo(const Tensor& part, Tensor& out) const;
};

/// What others ask of a kind of norm, stated by each: how its numbers are explained, split into parts and drawn.
struct NormTraits
{
    bool normalizes = true;     // false: the slot records nothing
    bool subtractsMean = false;
    bool isOverTokens = false;  // statistics for each dimension over the tokens, not for each token over its vector
};

/// Ba, Kiros, Hinton 2016. Population variance over d_model.
struct LayerNorm
{
    static constexpr KindInfo info{"layer_norm", CUTAWAY_TR("LayerNorm"), "(x − mean) / √(variance + ε) · w + b"};
    static constexpr NormTraits traits{.subtractsMean = true};
    bool bias = true;
    NormGain gain = NormGain::Weight;
    double eps = 1e-5;
    EpsPlace epsPlace = EpsPlace::Inside;

    void eachParam(auto&& visit)
    {
        visit(normParam::bias, bias);
        visit(normParam::gain, gain);
        visit(normParam::eps, eps);
        visit(normParam::epsPlace, epsPlace);
    }
    Tensor apply(const Scope& slot, const Tensor& x, Frozen* frozen = nullptr) const;
    Tensor backward(const BackScope& slot, const Tensor& x, const Tensor& dOut) const;
    bool operator==(const LayerNorm&) const = default;
};

/// Zhang, Sennrich 2019.
struct RmsNorm
{
    static constexpr KindInfo info{"rms_norm", CUTAWAY_TR("RMSNorm"), "x / √(mean x² + ε) · w"};
    static constexpr NormTraits traits{};
    NormGain gain = NormGain::Weight;
    double eps = 1e-6;
    EpsPlace epsPlace = EpsPlace::Inside;

    void eachParam(auto&& visit)
    {
        visit(normParam::gain, gain);
        visit(normParam::eps, eps);
        visit(normParam::epsPlace, epsPlace);
    }
    Tensor apply(const Scope& slot, const Tensor& x, Frozen* frozen = nullptr) const;
    Tensor backward(const BackScope& slot, const Tensor& x, const Tensor& dOut) const;
    bool operator==(const RmsNorm&) const = default;
};

/// No normalization: the slot records nothing and has no weights.
struct NoNorm
{
    static constexpr KindInfo info{"none", CUTAWAY_TR("None"), "x"};
    static constexpr NormTraits traits{.normalizes = false};
    Tensor apply(const Scope&, const Tensor& x, Frozen* = nullptr) const { return x; }
    Tensor backward(const BackScope&, const Tensor&, const Tensor& dOut) const { return dOut; }
    bool operator==(const NoNorm&) const = default;
};

/// Ioffe, Szegedy 2015, over the tokens of this text. For teaching only: each token is normalised with its future, which is why
/// language models do not use it.
struct BatchNorm
{
    static constexpr KindInfo info{"batch_norm", CUTAWAY_TR("BatchNorm (teaching)"),
        "(x − mean of the tokens) / √(their variance + ε) · w + b", MixesTokens};
    static constexpr NormTraits traits{.subtractsMean = true, .isOverTokens = true};
    bool bias = true;
    NormGain gain = NormGain::Weight;
    double eps = 1e-5;
    EpsPlace epsPlace = EpsPlace::Inside;

    void eachParam(auto&& visit)
    {
        visit(normParam::bias, bias);
        visit(normParam::gain, gain);
        visit(normParam::eps, eps);
        visit(normParam::epsPlace, epsPlace);
    }
    Tensor apply(const Scope& slot, const Tensor& x, Frozen* frozen = nullptr) const;
    Tensor backward(const BackScope& slot, const Tensor& x, const Tensor& dOut) const;
    bool operator==(const BatchNorm&) const = default;
};

using Norm = std::variant<LayerNorm, RmsNorm, BatchNorm, NoNorm>;

inline NormTraits traitsOf(const Norm& norm)
{
    return std::visit([](const auto& kind) { return kind.traits; }, norm);
}

/// x [token, d_model] normalized, the same shape. Records under the slot: mean [token] (LayerNorm), scale [token],
/// normalized and out [token, d_model] (contract §3); BatchNorm's statistics are [d_model]. Weights: SLOT.weight, SLOT.bias
/// [d_model]. `frozen` is filled unless null.
Tensor applyNorm(const Norm& norm, const Scope& slot, const Tensor& x, Frozen* frozen = nullptr);

/// Back through it: the gradient of x from that of out, dOut; both [token, d_model]. Says those of mean, scale, normalized, out and
/// of the weights. A scale acts on the normalised numbers only.
Tensor normBackward(const Norm& norm, const BackScope& slot, const Tensor& x, const Tensor& dOut);

/// Numbers that were normalised together, n = (x − mean) / scale, `stride` apart, with their gradient.
struct NormalizedNumbers
{
    const float* values = nullptr;   // n
    const float* gradient = nullptr; // of n
    Index count = 0;
    Index stride = 1;
    float scale = 1.f;
    bool isCentred = false; // else the mean is held at 0
    EpsPlace epsPlace = EpsPlace::Inside;
};

/// What mean and scale gain by their own effect on the normalised numbers.
struct StatisticsGradient
{
    float mean = 0.f;
    float scale = 0.f;
};

/// The gradient of x, written to dx at the same stride; dx may be `gradient`. Any norm of numbers goes back through this one: those
/// of heads, latents and mixers too.
StatisticsGradient throughStatistics(const NormalizedNumbers& numbers, float* dx);

} // namespace core
