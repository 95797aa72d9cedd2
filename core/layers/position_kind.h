#pragma once

// What every position encoding may do. A kind may act in four places: it adds to the embedding, turns queries and keys,
// biases scores, or adds to the mix of values. Each has a no-op default, so a kind writes only its own.

#include "core/base/kind.h"
#include "core/layers/scores.h"

#include <span>
#include <vector>

namespace core {

/// The attention that a position kind works in.
struct PositionInput
{
    const Scope& attn; // "blocks.N.attn", for weights
    const TokenPlaces& places;
    Index dModel = 0;
    Index heads = 1;
    Index kvHeads = 1;
    Index dHead = 0;
    bool bias = false;      // whether projections have biases
    float scale = 1.f;      // of the scores
    const float* q = nullptr; // [query, head, d_head]
    const float* k = nullptr; // [key, kv_head, d_head]
    const Tensor* relativeEmbedding = nullptr; // [bucket, d_model], normed; of Disentangled only

    Index kvHead(Index head) const { return head / (heads / kvHeads); }
    Index queryPosition(Index query) const { return places.positions[std::size_t(query)]; }
    Index keyPosition(Index key) const { return places.keyPositions[std::size_t(key)]; }
    Index farthest() const; // largest distance between a query and a key
};

/// Defaults of the places.
struct PositionKind
{
    static constexpr bool addsToEmbedding = false;
    static constexpr bool rotates = false;

    /// What is added to the embedding: [token, d_model], recorded as pos_embed by the caller.
    Tensor embed(const Scope&, std::span<const Index> /*positions*/, Index /*dModel*/, Index /*context*/) const { return {}; }

    /// Turns x [token, head, d_head] into y (same shape), each token by its position.
    void rotate(const Scope&, const Tensor& /*x*/, const TokenPlaces&, Tensor& /*y*/) const { }

    /// The parts of the bias of the scores, complete, also where masked; none by default.
    std::vector<BiasTerm> bias(const PositionInput&) const { return {}; }

    /// What is added to the mix of values; null by default.
    decltype(ScoreInput::addToMix) mix(const PositionInput&) const { return {}; }

    bool operator==(const PositionKind&) const = default;
};

} // namespace core
