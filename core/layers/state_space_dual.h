#pragma once

// State space duality (Mamba-2, Dao and Gu 2024, arXiv 2405.21060): a selective state space whose A is one number per head, which
// makes it a form of linear attention with a mask that fades.

#include "core/base/kind.h"
#include "core/layers/back_scope.h"
#include "core/layers/kind_check.h"
#include "core/layers/mixer_lane.h"
#include "core/layers/scope.h"

namespace core {

struct MixerInput; // core/layers/mixer.h

/// h_t = exp(Δ_t A) h_{t−1} + Δ_t B_t x_tᵀ, y_t = C_t h_t + D x_t for each head (§2.1, §7.2), Δ = softplus(dt + bias) within
/// [dt_min, dt_max], post = RMSNorm(y ∘ silu(gate)) group by group, out = W_out post. d_inner = heads · d_head; heads of a group
/// share B and C. Weights mixer.in [2·d_inner + 2·groups·d_state + heads, d_model], its rows [gate; x; B; C; dt], mixer.conv
/// [d_inner + 2·groups·d_state, d_conv] with bias, mixer.dt.bias, mixer.a_log, mixer.d [heads], mixer.norm [d_inner], mixer.out
/// [d_model, d_inner]; in and out with biases on request. Records gate, conv (= x), y, post [token, d_inner], b, c
/// [token, groups · d_state], step (= Δ) [token, head], out [token, d_model]; state = h [token, head, d_state, d_head] on
/// request.
struct StateSpaceDual
{
    static constexpr KindInfo info{
        "state_space_dual", CUTAWAY_TR("State space duality"), "hₜ = exp(Δa) hₜ₋₁ + ΔB xₜᵀ, yₜ = C hₜ + D xₜ, a per head"};
    Index dState = 16;
    Index dConv = 4; // tokens that the convolution sees, its own included
    Index groups = 1; // divides heads
    double dtMin = 0.0;
    double dtMax = 0.0; // 0: no limit
    bool bias = false; // of in and out

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"mixer.d_state", CUTAWAY_TR("State size"), 1, 1 << 12}, dState);
        visit(ParamInfo{"mixer.d_conv", CUTAWAY_TR("Width of the convolution"), 1, 1 << 10}, dConv);
        visit(ParamInfo{"mixer.groups", CUTAWAY_TR("Groups of heads"), 1, 4096}, groups);
        visit(ParamInfo{"mixer.dt_min", CUTAWAY_TR("Min. step size"), 0, 1e6}, dtMin);
        visit(ParamInfo{"mixer.dt_max", CUTAWAY_TR("Max. step size"), 0, 1e6}, dtMax);
        visit(ParamInfo{"mixer.bias", CUTAWAY_TR("Biases of the projections")}, bias);
    }
    void check(const BlockSizes& sizes) const;
    Tensor run(const Scope& mixer, const MixerInput& input) const;
    Tensor backward(const BackScope& mixer, const MixerInput& input, const Tensor& dOut) const;
    MixerForm form(const BlockSizes& sizes) const; // lanes: heads
    MixerLane lane(const MixerRecord& record, Index lane) const;
    bool operator==(const StateSpaceDual&) const = default;
};

} // namespace core
