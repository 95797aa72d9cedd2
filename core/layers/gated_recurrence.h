#pragma once

// The recurrent block of Griffin (De et al. 2024, arXiv 2402.19427) with its real-gated linear recurrent unit, RG-LRU.

#include "core/base/kind.h"
#include "core/layers/back_scope.h"
#include "core/layers/kind_check.h"
#include "core/layers/mixer_lane.h"
#include "core/layers/scope.h"

namespace core {

struct MixerInput; // core/layers/mixer.h

/// h_t = a_t ∘ h_{t−1} + √(1 − a_t²) ∘ (i_t ∘ c_t), log a_t = −8 · softplus(Λ) ∘ r_t (eq. 1–4; the first token enters whole),
/// with the gates r = σ(recurrent_gate(c)), i = σ(input_gate(c)) head by head, c the convolution of W_x x; out = W_out (h ∘
/// act(W_y x)). Weights mixer.x, .y [d_inner, d_model], mixer.out [d_model, d_inner], all with biases; mixer.conv [d_inner,
/// d_conv] with bias; mixer.input_gate, .recurrent_gate [d_inner, d_inner / heads] with biases [d_inner], whose row is the number
/// that is read and whose columns are those of its head; mixer.lambda [d_inner], and xIELU's two numbers. Records pre (= W_x x),
/// gate (= W_y x), conv, input_gate, recurrent_gate, decay (= a), h, post [token, d_inner], out [token, d_model]; state = h
/// [token, 1, 1, d_inner] on request.
struct GatedRecurrence
{
    static constexpr KindInfo info{
        "gated_recurrence", CUTAWAY_TR("Gated recurrence (RG-LRU)"), "hₜ = a hₜ₋₁ + √(1 − a²) (i xₜ), a = e^(−8 softplus(Λ) r)"};
    Index dInner = 0; // 0: d_model; heads divide it
    Index dConv = 4; // tokens that the convolution sees, its own included

    Index innerWidth(Index dModel) const { return dInner > 0 ? dInner : dModel; }

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"mixer.d_inner", CUTAWAY_TR("Inner width"), 0, 1 << 20}, dInner);
        visit(ParamInfo{"mixer.d_conv", CUTAWAY_TR("Width of the convolution"), 1, 1 << 10}, dConv);
    }
    void check(const BlockSizes& sizes) const;
    Tensor run(const Scope& mixer, const MixerInput& input) const;
    Tensor backward(const BackScope& mixer, const MixerInput& input, const Tensor& dOut) const;
    MixerForm form(const BlockSizes& sizes) const; // lanes: channels
    MixerLane lane(const MixerRecord& record, Index lane) const;
    bool operator==(const GatedRecurrence&) const = default;
};

} // namespace core
