#pragma once

// From queries, keys and values to the mix of values: content, bias, soft cap, mask, softmax (with a sink), mixing; the same
// for every kind of attention. Works a tile of one head at a time, so that score matrices exist as a whole only where
// they are recorded.

#include "core/layers/attention_mask.h"
#include "core/layers/back_scope.h"
#include "core/layers/dropout.h"
#include "core/layers/scope.h"
#include "core/layers/token_places.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Queries [first, first + rows) of one head.
struct ScoreTile
{
    Index head = 0;
    Index first = 0;
    Index rows = 0;
    Index keys = 0; // columns to fill, from key 0 on

    Index last() const { return first + rows; }
};

/// One part of the bias of the scores, e.g. ALiBi's penalty. Where there are several, each is recorded by its own name, too.
struct BiasTerm
{
    std::string name; // "bias_u"
    /// Writes the term into out [row, key], rows `stride` numbers apart.
    std::function<void(const ScoreTile& tile, float* out, Index stride)> fill;
};

/// What the scores are made of. Keys and values may be those of a cache or of another sequence.
struct ScoreInput
{
    const TokenPlaces& places;
    const AttentionMask& mask;
    Index heads = 1;
    Index kvHeads = 1;
    Index dKey = 0;           // width of a query and a key
    Index dValue = 0;
    const float* q = nullptr; // [query, head, d_key]
    const float* k = nullptr; // [key, kv_head, d_key]
    const float* v = nullptr; // [key, kv_head, d_value]
    Index valueStride = 0;    // from one key's values to the next; 0: kv_heads · d_value
    float scale = 1.f;
    float softCap = 0.f;             // cap · tanh(score / cap), Gemma 2; 0 = off
    bool hasSinks = false;           // a logit in each row that no value belongs to (gpt-oss)
    const float* sinks = nullptr;    // [head]; null in a plan, too
    std::vector<BiasTerm> bias = {};
    /// Adds to z [row, d_value] of a tile what the pattern [row, key] brings besides the values (Shaw's a^V); null = nothing.
    std::function<void(const ScoreTile& tile, const float* pattern, Index stride, float* z, Index zStride)> addToMix = {};
    Dropout dropout = {}; // of the pattern where it mixes values

    Index kvHead(Index head) const { return head / (heads / kvHeads); }
};

/// The pattern [head, query, key] under dropout: what mixes the values in a training.
inline constexpr std::string_view droppedPattern = "pattern_dropped";

/// z [token, head, d_value]. Records scores_content, bias (and its terms), scores, pattern, sink_weight and z (contract §3).
Tensor attend(const Scope& attn, const ScoreInput& input);

/// Gradients of what scores are made of, each in the shape of its tensor.
struct ScoreGradients
{
    Tensor q; // [query, head, d_key]
    Tensor k; // [key, kv_head, d_key]
    Tensor v; // [key, kv_head, d_value]
};

/// What positions inside attention do on the way back; null: nothing.
struct ScoreHooks
{
    std::function<void(const Tensor& dBias, ScoreGradients& gradients)> bias; // dBias [head, query, key]: of every term
    /// Adds what addToMix brings to the gradient of the pattern that it was given, both [head, query, key].
    std::function<void(const Tensor& pattern, Tensor& dPattern)> mix;
};

/// Back through attend(), from the gradient of z. Says those of z, pattern, scores, bias and its terms, scores_content and of the
/// learned sinks; cells that the mask hides have 0. `input` is as it was in the run.
ScoreGradients attendBackward(const BackScope& attn, const ScoreInput& input, const Tensor& dZ, const ScoreHooks& hooks);

} // namespace core
