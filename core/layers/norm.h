#pragma once

// Normalization: rescales each token's vector before a branch, on its output, or on the stream (block_layout.h).
//
// To add a kind: write its struct here, its apply() in norm.cpp, and append it to the Norm line. Menus, files, the command
// line and the laws that every kind must pass pick it up from there.

#include "core/base/kind.h"
#include "core/layers/pass.h"

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

/// Ba, Kiros, Hinton 2016. Population variance over d_model.
struct LayerNorm
{
    static constexpr KindInfo info{"layer_norm", CUTAWAY_TR("LayerNorm"), "(x − mean) / √(variance + ε) · w + b"};
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
    Tensor apply(const Scope& slot, const Tensor& x) const;
    bool operator==(const LayerNorm&) const = default;
};

/// Zhang, Sennrich 2019.
struct RmsNorm
{
    static constexpr KindInfo info{"rms_norm", CUTAWAY_TR("RMSNorm"), "x / √(mean x² + ε) · w"};
    NormGain gain = NormGain::Weight;
    double eps = 1e-6;
    EpsPlace epsPlace = EpsPlace::Inside;

    void eachParam(auto&& visit)
    {
        visit(normParam::gain, gain);
        visit(normParam::eps, eps);
        visit(normParam::epsPlace, epsPlace);
    }
    Tensor apply(const Scope& slot, const Tensor& x) const;
    bool operator==(const RmsNorm&) const = default;
};

/// No normalization: the slot records nothing and has no weights.
struct NoNorm
{
    static constexpr KindInfo info{"none", CUTAWAY_TR("None"), "x"};
    Tensor apply(const Scope&, const Tensor& x) const { return x; }
    bool operator==(const NoNorm&) const = default;
};

using Norm = std::variant<LayerNorm, RmsNorm, NoNorm>;

/// x [token, d_model] normalized, the same shape. Records under the slot: mean [token] (LayerNorm), scale [token],
/// normalized and out [token, d_model] (DESIGN §4). Weights: SLOT.weight, SLOT.bias [d_model].
Tensor applyNorm(const Norm& norm, const Scope& slot, const Tensor& x);

} // namespace core
