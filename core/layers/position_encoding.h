#pragma once

// Position encodings: the family. Each kind has a pair of files of its own.
//
// To add a kind: write its struct (position_kind.h says what it may do) and append it to the PositionEncoding line.

#include "core/layers/alibi.h"
#include "core/layers/disentangled.h"
#include "core/layers/learned_positions.h"
#include "core/layers/position_kind.h"
#include "core/layers/rope.h"
#include "core/layers/shaw.h"
#include "core/layers/sinusoidal.h"
#include "core/layers/t5_buckets.h"
#include "core/layers/transformer_xl.h"

#include <type_traits>

namespace core {

/// No positions: attention alone tells tokens apart by order of the mask.
struct NoPosition : PositionKind
{
    static constexpr KindInfo info{"none", CUTAWAY_TR("None"), "x"};
    static constexpr bool suitsLatent = true;
    bool operator==(const NoPosition&) const = default;
};

using PositionEncoding = std::variant<NoPosition, Sinusoidal, Learned, Shaw, TransformerXl, T5Buckets, Rope, Alibi, Disentangled>;

/// Whether what a kind writes of PositionKind's places has its way back beside it.
template <class Kind>
inline constexpr bool hasBackward
    = (std::is_same_v<decltype(&Kind::embed), decltype(&PositionKind::embed)>
          || !std::is_same_v<decltype(&Kind::embedBackward), decltype(&PositionKind::embedBackward)>)
    && (std::is_same_v<decltype(&Kind::rotate), decltype(&PositionKind::rotate)>
        || !std::is_same_v<decltype(&Kind::rotateBackward), decltype(&PositionKind::rotateBackward)>)
    && (std::is_same_v<decltype(&Kind::bias), decltype(&PositionKind::bias)>
        || !std::is_same_v<decltype(&Kind::biasBackward), decltype(&PositionKind::biasBackward)>)
    && (std::is_same_v<decltype(&Kind::mix), decltype(&PositionKind::mix)>
        || !std::is_same_v<decltype(&Kind::mixBackward), decltype(&PositionKind::mixBackward)>);
template <class... Kinds>
constexpr bool allHaveBackward(const std::variant<Kinds...>*)
{
    return (hasBackward<Kinds> && ...);
}
static_assert(allHaveBackward(static_cast<const PositionEncoding*>(nullptr)), "a position encoding has no way back");

bool addsToEmbedding(const PositionEncoding& kind);
bool rotates(const PositionEncoding& kind);

/// Fills in the trained length of the model where a kind needs it.
void settle(PositionEncoding& kind, Index context);

/// The setting of a kind whether it tells earlier tokens from later ones (T5's buckets): true in an encoder unless said. Null:
/// the kind has none.
bool* directionsOf(PositionEncoding& kind);

/// What PositionKind says of each, by the kind.
bool suitsLatent(const PositionEncoding& kind);
double scoreTerms(const PositionEncoding& kind);
std::optional<EmbeddedDistances> distanceTable(const PositionEncoding& kind);
double latentGrowth(const PositionEncoding& kind);
std::optional<Index> positionTableRow(const PositionEncoding& kind, Index position);
std::optional<Index> distanceRow(const PositionEncoding& kind, Index queryMinusKey);
bool computePositionRow(const PositionEncoding& kind, Index position, std::span<float> row);
std::optional<TurnedPair> turnedPair(const PositionEncoding& kind, Index dim, Index dHead, Index position, Index textLength);
BiasOfCell biasOfCell(const PositionEncoding& kind, const ScoreCell& cell);
std::optional<ValueRow> valueRow(const PositionEncoding& kind, Index query, Index key);

} // namespace core
