#pragma once

// Retention (RetNet, Sun et al. 2023, arXiv 2307.08621): attention whose softmax is a fixed decay of the distance, so that it
// can also be computed from a state of fixed size. Numerics as the authors' torchscale.

#include "core/base/kind.h"
#include "core/layers/back_scope.h"
#include "core/layers/kind_check.h"
#include "core/layers/mixer_lane.h"
#include "core/layers/scope.h"

namespace core {

struct MixerInput; // core/layers/mixer.h

/// W_o (silu(g) ∘ groupnorm(retention(q, k, v))) (eq. 8). Weights mixer.q, .k, .v, .g [heads·d_head, d_model], mixer.o
/// [d_model, heads·d_head]. Records q, k, v, g, rot_q, rot_k (with the scale), z, normalized, post [token, head, d_head],
/// scores [head, query, key] of the parallel form, out [token, d_model]; state [token, head, d_state, d_head] on request.
/// Without earlier tokens the parallel form computes z, unless an intervention waits for the state; after a cache the
/// recurrent form, which has no scores.
struct Retention
{
    static constexpr KindInfo info{"retention", CUTAWAY_TR("Retention"), "(QKᵀ ∘ γ^(n−m)) V"};
    /// Keys are kept, for the divisor of a row.
    Index cacheNumbersPerToken(Index heads, Index dHead) const { return heads * dHead; }
    Tensor run(const Scope& mixer, const MixerInput& input) const;
    Tensor backward(const BackScope& mixer, const MixerInput& input, const Tensor& dOut) const;
    MixerForm form(const BlockSizes& sizes) const; // lanes: heads
    MixerLane lane(const MixerRecord& record, Index lane) const;
    bool operator==(const Retention&) const = default;
};

} // namespace core
