#pragma once

// Mixers: alternatives to attention that carry information between tokens. They ignore the mask, the score and
// positions inside attention (contract §2); norms, residuals and the feed-forward around them stay.
//
// To add a kind: write its struct with run() and backward() in a pair of its own, and append it to the Mixer line.

#include "core/base/kind.h"
#include "core/layers/activation.h"
#include "core/layers/back_scope.h"
#include "core/layers/gated_recurrence.h"
#include "core/layers/layer_cache.h"
#include "core/layers/linear_recurrence.h"
#include "core/layers/mixer_lane.h"
#include "core/layers/retention.h"
#include "core/layers/scope.h"
#include "core/layers/selective_ssm.h"
#include "core/layers/state_space_dual.h"
#include "core/layers/token_places.h"

namespace core {

/// What a mixer is given.
struct MixerInput
{
    const Tensor& x; // [token, d_model]
    Index heads = 1;
    Index dHead = 0;
    double eps = 1e-5; // norm.eps
    const Activation& activation;
    const TokenPlaces& places;
    LayerCache* cache = nullptr; // null: no earlier tokens

    Index dModel() const { return x.columns(); }
};

/// Attention, with all its own choices.
struct AttentionMixer
{
    static constexpr KindInfo info{"attention", CUTAWAY_TR("Attention"), "softmax(QKᵀ/√d) V"};
    Tensor run(const Scope&, const MixerInput&) const { return {}; } // block.cpp calls runAttention
    Tensor backward(const BackScope&, const MixerInput&, const Tensor&) const { return {}; } // and attentionBackward
    bool operator==(const AttentionMixer&) const = default;
};

using Mixer = std::variant<AttentionMixer, Retention, LinearRecurrence, SelectiveSsm, StateSpaceDual, GatedRecurrence>;

inline bool isAttention(const Mixer& kind) { return std::holds_alternative<AttentionMixer>(kind); }

/// Numbers that a cache keeps of each token for the mixer: 0 unless a kind states some; attention's are in its sharing.
inline Index mixerNumbersPerToken(const Mixer& kind, Index heads, Index dHead)
{
    return std::visit(
        [&](const auto& k) -> Index {
            if constexpr (requires { k.cacheNumbersPerToken(heads, dHead); })
                return k.cacheNumbersPerToken(heads, dHead);
            else
                return 0;
        },
        kind);
}

/// The lanes of a kind that states them; `lanes` is 0 for others, attention too (its pattern is recorded).
inline MixerForm mixerForm(const Mixer& kind, const BlockSizes& sizes)
{
    return std::visit(
        [&](const auto& k) -> MixerForm {
            if constexpr (requires { k.form(sizes); })
                return k.form(sizes);
            else
                return {};
        },
        kind);
}

/// The coefficients of one of them. REQUIRES: lane < mixerForm().lanes; the record has all that the form reads and names.
inline MixerLane mixerLane(const Mixer& kind, const MixerRecord& record, Index lane)
{
    return std::visit(
        [&](const auto& k) -> MixerLane {
            if constexpr (requires { k.lane(record, lane); })
                return k.lane(record, lane);
            else
                return {0, 0};
        },
        kind);
}

/// x [token, d_model] -> mixer.out [token, d_model]; scope `mixer` is "blocks.N.mixer". REQUIRES: !isAttention(kind).
inline Tensor runMixer(const Mixer& kind, const Scope& mixer, const MixerInput& input)
{
    return std::visit([&](const auto& k) { return k.run(mixer, input); }, kind);
}

/// Back through it: the gradient of x from that of mixer.out, both [token, d_model]. Says those of all that it recorded and of the
/// weights. `input.x` is what the mixer read in the run.
inline Tensor mixerBackward(const Mixer& kind, const BackScope& mixer, const MixerInput& input, const Tensor& dOut)
{
    return std::visit([&](const auto& k) { return k.backward(mixer, input, dOut); }, kind);
}

} // namespace core
