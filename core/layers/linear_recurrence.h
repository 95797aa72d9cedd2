#pragma once

// RWKV-4's time mixing (Peng et al. 2023, arXiv 2305.13048): a weighted mean of all values so far, channel by channel, whose
// weights fade with the distance; the first token's weight is learned apart.

#include "core/base/kind.h"
#include "core/layers/back_scope.h"
#include "core/layers/kind_check.h"
#include "core/layers/mixer_lane.h"
#include "core/layers/scope.h"

namespace core {

struct MixerInput; // core/layers/mixer.h

/// wkv_t = (Σ_{s<t} e^(w(t−1−s) + k_s) v_s + e^(u + k_t) v_t) / (the same with v = 1), w = −exp(decay), u = first (eq. 16).
/// Weights mixer.k, .v, .r [d_inner, d_model], mixer.o [d_model, d_inner], mixer.decay, .first [d_inner], mixer.mix_k, .mix_v,
/// .mix_r [d_model]. Records k, v, r (before σ), wkv, post [token, d_inner], out [token, d_model].
/// state [token, 1, 3, d_inner] after each token, on request: numerator and denominator of Σ_{s≤t} e^(w(t−s) + k_s), both
/// divided by e^max, and max, the largest exponent of the sum.
struct LinearRecurrence
{
    static constexpr KindInfo info{
        "linear_recurrence", CUTAWAY_TR("Linear recurrence"), "Σ e^(w(t−1−s)+kₛ) vₛ / Σ e^(w(t−1−s)+kₛ)"};
    Index dInner = 0; // 0: d_model

    Index innerWidth(Index dModel) const { return dInner > 0 ? dInner : dModel; }

    void eachParam(auto&& visit) { visit(ParamInfo{"mixer.d_inner", CUTAWAY_TR("Inner width"), 0, 1 << 20}, dInner); }
    Tensor run(const Scope& mixer, const MixerInput& input) const;
    Tensor backward(const BackScope& mixer, const MixerInput& input, const Tensor& dOut) const;
    MixerForm form(const BlockSizes& sizes) const; // lanes: channels
    MixerLane lane(const MixerRecord& record, Index lane) const;
    bool operator==(const LinearRecurrence&) const = default;
};

} // namespace core
