#pragma once

// Selective state space (Mamba, Gu and Dao 2023, arXiv 2312.00752): a linear recurrence on d_state numbers per channel, whose
// step, input and output weights follow from the token itself.

#include "core/base/kind.h"
#include "core/layers/back_scope.h"
#include "core/layers/kind_check.h"
#include "core/layers/mixer_lane.h"
#include "core/layers/scope.h"

namespace core {

struct MixerInput; // core/layers/mixer.h

/// Of what makes a state space selective.
enum class InnerNorm
{
    None,
    Rms,
    RmsNoGain
};
inline constexpr std::string_view innerNormWords[] = {"none", "rms", "rms_no_gain"};
inline constexpr std::string_view innerNormLabels[]
    = {CUTAWAY_TR("None"), CUTAWAY_TR("RMSNorm"), CUTAWAY_TR("RMSNorm without a gain")};

/// h_t = exp(Δ_t A) h_{t−1} + Δ_t B_t c_t, y_t = C_t · h_t + D ∘ c_t (eq. 2), out = W_out (y ∘ silu(gate)).
/// Weights mixer.in [2·d_inner, d_model], mixer.conv [d_inner, d_conv] with bias, mixer.x [dt_rank + 2·d_state, d_inner],
/// mixer.dt [d_inner, dt_rank] with bias, mixer.a_log [d_inner, d_state], mixer.d [d_inner], mixer.out [d_model, d_inner];
/// in and out with biases on request. Records pre, gate, conv, dt (= Δ), y, post [token, d_inner], b, c [token, d_state],
/// out [token, d_model]; state = h [token, 1, d_state, d_inner] on request.
/// Jamba and Falcon-Mamba norm what makes it selective (RMSNorm, before dt's matrix), with gains mixer.dt_norm [dt_rank],
/// mixer.b_norm and mixer.c_norm [d_state] or without: b and c are recorded after it.
struct SelectiveSsm
{
    static constexpr KindInfo info{
        "selective_ssm", CUTAWAY_TR("Selective state space"), "hₜ = exp(ΔA) hₜ₋₁ + ΔB xₜ, yₜ = C hₜ + D xₜ"};
    Index dState = 16;
    Index dInner = 0; // 0: 2 · d_model
    Index dConv = 4; // tokens that the convolution sees, its own included
    Index dtRank = 0; // numbers of a token that its step is computed from; 0: ⌈d_model / 16⌉
    InnerNorm innerNorm = InnerNorm::None;
    double innerEps = 1e-6;
    bool bias = false; // of in and out

    Index innerWidth(Index dModel) const { return dInner > 0 ? dInner : 2 * dModel; }
    Index stepRank(Index dModel) const { return dtRank > 0 ? dtRank : (dModel + 15) / 16; }

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"mixer.d_state", CUTAWAY_TR("State size"), 1, 1 << 12}, dState);
        visit(ParamInfo{"mixer.d_inner", CUTAWAY_TR("Inner width"), 0, 1 << 20}, dInner);
        visit(ParamInfo{"mixer.d_conv", CUTAWAY_TR("Width of the convolution"), 1, 1 << 10}, dConv);
        visit(ParamInfo{"mixer.dt_rank", CUTAWAY_TR("Rank of the step size"), 0, 1 << 18}, dtRank);
        visit(ParamInfo{"mixer.inner_norm", CUTAWAY_TR("Norm of Δ, B, C"), 0, 0, innerNormWords, innerNormLabels}, innerNorm);
        visit(ParamInfo{"mixer.inner_eps", CUTAWAY_TR("Epsilon of that norm"), 1e-30, 1}, innerEps);
        visit(ParamInfo{"mixer.bias", CUTAWAY_TR("Biases of the projections")}, bias);
    }
    Tensor run(const Scope& mixer, const MixerInput& input) const;
    Tensor backward(const BackScope& mixer, const MixerInput& input, const Tensor& dOut) const;
    MixerForm form(const BlockSizes& sizes) const; // lanes: channels
    MixerLane lane(const MixerRecord& record, Index lane) const;
    bool operator==(const SelectiveSsm&) const = default;
};

} // namespace core
