#pragma once

// RoPE beyond the trained length: how the angles change so that a longer text looks like one that was trained on.
//
// To add a kind: write its struct with angles(), its code in rope_scaling.cpp, and append it to the RopeScaling line.

#include "core/base/kind.h"
#include "core/layers/kind_check.h"

#include <vector>

namespace core {

/// What the angles are computed from.
struct RopeInput
{
    Index dims = 0;             // d of the exponents
    double base = 10000.0;
    double originalContext = 0; // length trained with, tokens
    Index length = 0;           // of this text, tokens
};

/// Radians a position of each pair, [(dims + 1) / 2], and what cos and sin are multiplied by.
struct RopeAngles
{
    std::vector<double> frequencies;
    double attentionFactor = 1.0;
};

/// θᵢ = base^(−2i/dims), [(dims + 1) / 2]. Su et al. 2021, eq. 15.
std::vector<double> ropeFrequencies(Index dims, double base);

struct NoScaling
{
    static constexpr KindInfo info{"none", CUTAWAY_TR("None"), "θᵢ = base^(−2i/d)"};
    RopeAngles angles(const RopeInput& in) const;
    bool operator==(const NoScaling&) const = default;
};

/// Chen et al. 2023 (position interpolation): positions divided by the factor.
struct LinearScaling
{
    static constexpr KindInfo info{"linear", CUTAWAY_TR("Linear"), "θᵢ / s"};
    double factor = 4.0;

    void eachParam(auto&& visit) { visit(ParamInfo{"rope.factor", CUTAWAY_TR("Factor"), 1e-3, 1e6}, factor); }
    RopeAngles angles(const RopeInput& in) const;
    bool operator==(const LinearScaling&) const = default;
};

/// NTK-aware scaling: base · factor^(d/(d − 2)), so that the slowest pair is stretched by the factor and the fastest stays.
struct NtkScaling
{
    static constexpr KindInfo info{"ntk", CUTAWAY_TR("NTK-aware"), "base · s^(d/(d−2))"};
    double factor = 4.0;

    void eachParam(auto&& visit) { visit(ParamInfo{"rope.factor", CUTAWAY_TR("Factor"), 1e-3, 1e6}, factor); }
    RopeAngles angles(const RopeInput& in) const;
    bool operator==(const NtkScaling&) const = default;
};

/// The same with a factor that grows with the text beyond the trained length L: factor · n/L − (factor − 1).
struct DynamicNtkScaling
{
    static constexpr KindInfo info{"dynamic_ntk", CUTAWAY_TR("Dynamic NTK"), "base · (s·n/L − s + 1)^(d/(d−2))", DependsOnLength};
    double factor = 4.0;
    Index originalContext = 0; // 0: the context

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"rope.factor", CUTAWAY_TR("Factor"), 1e-3, 1e6}, factor);
        visit(ParamInfo{"rope.original_context", CUTAWAY_TR("Trained length"), 0, 1 << 24}, originalContext);
    }
    RopeAngles angles(const RopeInput& in) const;
    bool operator==(const DynamicNtkScaling&) const = default;
};

/// Peng et al. 2023: fast pairs (more than beta_fast turns in the trained length) stay, slow ones (fewer than beta_slow) are
/// interpolated, a ramp between; cos and sin grow by the attention factor.
struct YarnScaling
{
    static constexpr KindInfo info{"yarn", CUTAWAY_TR("YaRN"), "(1 − γᵢ)·θᵢ/s + γᵢ·θᵢ"};
    double factor = 4.0;
    Index originalContext = 0;
    double betaFast = 32.0;
    double betaSlow = 1.0;
    double attentionFactor = 0.0; // 0: 0.1·ln s + 1, or by mscale and mscale_all_dim (DeepSeek-V2)
    double mscale = 0.0;
    double mscaleAllDim = 0.0;
    bool truncate = true; // the ends of the ramp are whole pairs

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"rope.factor", CUTAWAY_TR("Factor"), 1e-3, 1e6}, factor);
        visit(ParamInfo{"rope.original_context", CUTAWAY_TR("Trained length"), 0, 1 << 24}, originalContext);
        visit(ParamInfo{"rope.beta_fast", CUTAWAY_TR("Fast from (turns)"), 1e-3, 1e6}, betaFast);
        visit(ParamInfo{"rope.beta_slow", CUTAWAY_TR("Slow below (turns)"), 1e-3, 1e6}, betaSlow);
        visit(ParamInfo{"rope.attention_factor", CUTAWAY_TR("Attention factor"), 0, 1e6}, attentionFactor);
        visit(ParamInfo{"rope.mscale", CUTAWAY_TR("mscale"), 0, 1e6}, mscale);
        visit(ParamInfo{"rope.mscale_all_dim", CUTAWAY_TR("mscale of all dimensions"), 0, 1e6}, mscaleAllDim);
        visit(ParamInfo{"rope.truncate", CUTAWAY_TR("Ramp between whole pairs")}, truncate);
    }
    RopeAngles angles(const RopeInput& in) const;
    /// g(s, m) = 0.1·m·ln s + 1 beyond s = 1: the growth of the scores.
    static double growth(double factor, double mscale);
    /// DeepSeek-V2: the softmax of latent attention is sharper by the square of its growth.
    double latentGrowth() const
    {
        const double g = mscaleAllDim != 0.0 ? growth(factor, mscaleAllDim) : 1.0;
        return g * g;
    }
    bool operator==(const YarnScaling&) const = default;
};

/// Llama 3.1: wavelengths beyond L/low_freq_factor are divided by the factor, those below L/high_freq_factor stay, smooth
/// between.
struct Llama3Scaling
{
    static constexpr KindInfo info{"llama3", CUTAWAY_TR("Llama 3"), "θᵢ/s for wavelengths > L/low, θᵢ for < L/high"};
    double factor = 8.0;
    Index originalContext = 0;
    double lowFreqFactor = 1.0;
    double highFreqFactor = 4.0;

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"rope.factor", CUTAWAY_TR("Factor"), 1e-3, 1e6}, factor);
        visit(ParamInfo{"rope.original_context", CUTAWAY_TR("Trained length"), 0, 1 << 24}, originalContext);
        visit(ParamInfo{"rope.low_freq_factor", CUTAWAY_TR("Low-frequency factor"), 1e-3, 1e6}, lowFreqFactor);
        visit(ParamInfo{"rope.high_freq_factor", CUTAWAY_TR("High-frequency factor"), 1e-3, 1e6}, highFreqFactor);
    }
    RopeAngles angles(const RopeInput& in) const;
    bool operator==(const Llama3Scaling&) const = default;
};

/// Ding et al. 2024 (LongRoPE, Phi-3): each pair has a divisor of its own, one list up to the trained length, one beyond it.
struct LongRopeScaling
{
    static constexpr KindInfo info{"longrope", CUTAWAY_TR("LongRoPE"), "θᵢ / λᵢ", DependsOnLength};
    double factor = 4.0;
    Index originalContext = 0;
    double attentionFactor = 0.0; // 0: √(1 + ln s / ln L)
    double shortMscale = 0.0;     // in place of the attention factor up to the trained length; 0: not
    double longMscale = 0.0;      // the same beyond it
    std::vector<double> shortFactor; // [dims / 2]; empty: 1
    std::vector<double> longFactor;  // [dims / 2]; empty: the factor

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"rope.factor", CUTAWAY_TR("Factor"), 1e-3, 1e6}, factor);
        visit(ParamInfo{"rope.original_context", CUTAWAY_TR("Trained length"), 0, 1 << 24}, originalContext);
        visit(ParamInfo{"rope.attention_factor", CUTAWAY_TR("Attention factor"), 0, 1e6}, attentionFactor);
        visit(ParamInfo{"rope.short_mscale", CUTAWAY_TR("Attention factor up to the trained length"), 0, 1e6}, shortMscale);
        visit(ParamInfo{"rope.long_mscale", CUTAWAY_TR("Attention factor beyond trained length"), 0, 1e6}, longMscale);
        visit(ParamInfo{"rope.short_factor", CUTAWAY_TR("Divisors up to the trained length"), 1e-6, 1e6}, shortFactor);
        visit(ParamInfo{"rope.long_factor", CUTAWAY_TR("Divisors beyond trained length"), 1e-6, 1e6}, longFactor);
    }
    RopeAngles angles(const RopeInput& in) const;
    /// Each list is empty or has a divisor for every pair; else throws Error.
    void check(Index pairs) const
    {
        checkCount("rope.short_factor", shortFactor.size(), pairs);
        checkCount("rope.long_factor", longFactor.size(), pairs);
    }
    bool operator==(const LongRopeScaling&) const = default;
};

using RopeScaling
    = std::variant<NoScaling, LinearScaling, NtkScaling, DynamicNtkScaling, YarnScaling, Llama3Scaling, LongRopeScaling>;

} // namespace core
