#pragma once

// The interface of position encodings. A kind may act in four places: it adds to the embedding, turns queries and keys,
// biases scores, or adds to the mix of values. Each has a no-op default, so a kind writes only its own.

#include "core/base/kind.h"
#include "core/layers/back_scope.h"
#include "core/layers/kind_check.h"
#include "core/layers/scores.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
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
    const Tensor* relativeEmbedding = nullptr; // [bucket, d_model], normalised; of Disentangled only

    Index kvHead(Index head) const { return head / (heads / kvHeads); }
    Index queryPosition(Index query) const { return places.positions[std::size_t(query)]; }
    Index keyPosition(Index key) const { return places.keyPositions[std::size_t(key)]; }

    /// The largest distance between a query and a key.
    Index farthest() const
    {
        Index most = 0;
        for (const std::vector<Index>* of : {&places.positions, &places.keyPositions})
            for (const Index position : *of)
                most = std::max(most, position);
        return most;
    }
};

/// How a kind makes the bias of one cell (query, key) of a head, for explanations of that number. Tables are weights below
/// "blocks.N.attn".
namespace bias_of_cell {
struct Terms // the sum of what is recorded as bias_*
{
};
struct Slope // −slope · distance
{
    double slope = 0;
    Index distance = 0;
};
struct Penalty // −penalty, rounded on the way
{
    double penalty = 0;
};
struct TableCell // one number of a table
{
    std::string_view table;
    Index row = 0, column = 0;
};
struct QueryTimesRow // q · row of a table · scale
{
    std::string_view table;
    Index row = 0;
};
} // namespace bias_of_cell
using BiasOfCell = std::variant<bias_of_cell::Terms, bias_of_cell::Slope, bias_of_cell::Penalty, bias_of_cell::TableCell,
    bias_of_cell::QueryTimesRow>;

/// A cell of the scores of a head, as a kind is asked about it.
struct ScoreCell
{
    Index head = 0, query = 0, key = 0;
    Index heads = 1;
    double scale = 1.0; // of the scores
};

/// Two numbers of a head that turn together: first' = first · cosine − second · sine, second' = first · sine + second · cosine.
struct TurnedPair
{
    Index pair = 0;
    Index first = 0, second = 0; // dimensions of the head
    double frequency = 0; // radians a position
    double cosine = 1, sine = 0; // as used, with a factor of the scaling
};

/// A row of a table of values that belongs to a query and a key, added to the value of the key.
struct ValueRow
{
    std::string_view table; // a weight below "blocks.N.attn", [row, d_head]
    Index row = 0;
};

/// What a kind adds to on the way back: gradients of queries, keys and of the table of distances, and through `attn` those of its
/// weights.
struct PositionGradients
{
    const BackScope& attn;
    Tensor& q; // [query, head, d_head]
    Tensor& k; // [key, kv_head, d_head]
    Tensor* relativeEmbedding = nullptr; // [bucket, d_model]
};

/// A table of embedded distances that all layers share, rel_embed [rows, d_model].
struct EmbeddedDistances
{
    Index rows = 0;
    bool isNormed = false; // by ln_rel
};

/// Defaults of the places, and of what others ask of a kind. What a kind writes itself of embed, rotate, bias and mix it takes back,
/// too: position_encoding.h holds it.
struct PositionKind
{
    static constexpr bool addsToEmbedding = false;
    static constexpr bool rotates = false;
    static constexpr bool suitsLatent = false; // latent attention can use it

    /// What is added to the embedding: [token, d_model], recorded as pos_embed by the caller.
    Tensor embed(const Scope&, std::span<const Index> /*positions*/, Index /*dModel*/, Index /*context*/) const { return {}; }

    /// Turns x [token, head, d_head] into y (same shape), each token by its position.
    void rotate(const Scope&, const Tensor& /*x*/, const TokenPlaces&, Tensor& /*y*/) const { }

    /// The parts of the bias of the scores, complete, also where masked; none by default.
    std::vector<BiasTerm> bias(const PositionInput&) const { return {}; }

    /// What is added to the mix of values; null by default.
    decltype(ScoreInput::addToMix) mix(const PositionInput&) const { return {}; }

    /// Back through each of them: the weights of `dTable` [token, width], the gradient of pos_embed; dx from dy; what the bias
    /// gains [head, query, key]; dPattern [head, query, key] gains what dZ [token, head, d_head] says of the mix by `pattern`.
    void embedBackward(const BackScope&, std::span<const Index> /*positions*/, const Tensor& /*dTable*/) const { }
    void rotateBackward(const BackScope&, const Tensor& /*dy*/, const TokenPlaces&, Tensor& /*dx*/) const { }
    void biasBackward(const PositionInput&, const Tensor& /*dBias*/, const PositionGradients&) const { }
    void mixBackward(const PositionInput&, const BackScope&, const Tensor& /*dZ*/, const Tensor& /*pattern*/,
        Tensor& /*dPattern*/) const
    {
    }

    /// Parts that a score is a sum of, content included, where the kind divides by their number.
    double scoreTerms() const { return 1.0; }

    /// What the scores of latent attention grow by.
    double latentGrowth() const { return 1.0; }

    /// The table of distances of the stack, which comes to bias() as `relativeEmbedding`; none: there is no such table.
    std::optional<EmbeddedDistances> distanceTable() const { return {}; }

    /// Row of the table pos_embed.weight that a position reads (may be negative: then the first); none: there is no table.
    std::optional<Index> tableRow(Index /*position*/) const { return {}; }

    /// Row of a table of distances that is read for a key so far before the query (negative: behind it); none: there is no such
    /// table.
    std::optional<Index> distanceRow(Index /*queryMinusKey*/) const { return {}; }

    /// What is added to the embedding at a position, [d_model], where it is computed and not read; false: it is not.
    bool computeRow(Index /*position*/, std::span<float> /*row*/) const { return false; }

    /// The pair in which a dimension of a head turns; none: it does not turn.
    std::optional<TurnedPair> turnedPair(Index /*dim*/, Index /*dHead*/, Index /*position*/, Index /*textLength*/) const
    {
        return {};
    }

    BiasOfCell biasOfCell(const ScoreCell&) const { return bias_of_cell::Terms{}; }
    std::optional<ValueRow> valueRow(Index /*query*/, Index /*key*/) const { return {}; }

    bool operator==(const PositionKind&) const = default;
};

} // namespace core
