#pragma once

// Selective state space (Mamba, Gu and Dao 2023, arXiv 2312.00752): a linear recurrence on d_state numbers a channel, whose step,
// input and output weights follow from the token itself.

#include "core/base/kind.h"
#include "core/layers/pass.h"

namespace core {

struct MixerInput; // core/layers/mixer.h

/// h_t = exp(Δ_t A) h_{t−1} + Δ_t B_t c_t, y_t = C_t · h_t + D ∘ c_t (eq. 2), out = W_out (y ∘ silu(gate)).
/// Weights mixer.in [2·d_inner, d_model], mixer.conv [d_inner, d_conv] with bias, mixer.x [dt_rank + 2·d_state, d_inner],
/// mixer.dt [d_inner, dt_rank] with bias, mixer.a_log [d_inner, d_state], mixer.d [d_inner], mixer.out [d_model, d_inner];
/// dt_rank = ⌈d_model / 16⌉. Records pre, gate, conv, dt (= Δ), y, post [token, d_inner], b, c [token, d_state],
/// out [token, d_model]; state = h [token, 1, d_state, d_inner] on request.
struct SelectiveSsm
{
    static constexpr KindInfo info{
        "selective_ssm", CUTAWAY_TR("Selective state space"), "hₜ = exp(ΔA) hₜ₋₁ + ΔB xₜ, yₜ = C hₜ + D xₜ"};
    Index dState = 16;
    Index dInner = 0; // 0: 2 · d_model
    Index dConv = 4; // tokens that the convolution sees, its own included

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"mixer.d_state", CUTAWAY_TR("Numbers of the state"), 1, 1 << 12}, dState);
        visit(ParamInfo{"mixer.d_inner", CUTAWAY_TR("Inner width"), 0, 1 << 20}, dInner);
        visit(ParamInfo{"mixer.d_conv", CUTAWAY_TR("Width of the convolution"), 1, 1 << 10}, dConv);
    }
    Tensor run(const Scope& mixer, const MixerInput& input) const;
    bool operator==(const SelectiveSsm&) const = default;
};

} // namespace core
