#pragma once

// Position encodings: the family. The kinds that need more than a few lines are in rope.h and relative_positions.h.
//
// To add a kind: write its struct (position_kind.h says what it may do) and append it to the PositionEncoding line.

#include "core/layers/position_kind.h"
#include "core/layers/relative_positions.h"
#include "core/layers/rope.h"

#include <type_traits>

namespace core {

/// No positions: attention alone tells tokens apart by order of the mask.
struct NoPosition : PositionKind
{
    static constexpr KindInfo info{"none", CUTAWAY_TR("None"), "x"};
    static constexpr bool suitsLatent = true;
    bool operator==(const NoPosition&) const = default;
};

/// Vaswani et al. 2017: sin and cos of p · 10000^(−2i/d).
struct Sinusoidal : PositionKind
{
    static constexpr KindInfo info{"sinusoidal", CUTAWAY_TR("Sinusoidal"), "x + sin, cos(p · 10000^(−2i/d))"};
    static constexpr bool addsToEmbedding = true;
    SinusoidForm form;
    Index offset = 0; // position p has the row of p + offset; a padding token's is all zeros

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"sinusoidal.layout", CUTAWAY_TR("Layout"), 0, 0, sinusoidalLayoutWords, sinusoidalLayoutLabels},
            form.layout);
        visit(ParamInfo{"sinusoidal.waves", CUTAWAY_TR("Waves"), 0, 0, sinusoidalWavesWords, sinusoidalWavesLabels}, form.waves);
        visit(ParamInfo{"sinusoidal.offset", CUTAWAY_TR("Offset"), 0, 1 << 20}, offset);
    }
    Tensor embed(const Scope& model, std::span<const Index> positions, Index dModel, Index context) const;
    void embedBackward(const BackScope&, std::span<const Index>, const Tensor&) const { } // nothing is learned
    bool computeRow(Index position, std::span<float> row) const; // a padding token's position is negative
    bool operator==(const Sinusoidal&) const = default;
};

/// A table of vectors, row p + offset. Weight pos_embed.weight [context + offset, d_model]. Past its last row: Error.
struct Learned : PositionKind
{
    static constexpr KindInfo info{"learned", CUTAWAY_TR("Learned"), "x + P[p]"};
    static constexpr bool addsToEmbedding = true;
    Index offset = 0;

    void eachParam(auto&& visit) { visit(ParamInfo{"learned.offset", CUTAWAY_TR("Offset"), 0, 1 << 20}, offset); }
    Tensor embed(const Scope& model, std::span<const Index> positions, Index dModel, Index context) const;
    void embedBackward(const BackScope& model, std::span<const Index> positions, const Tensor& dTable) const;
    std::optional<Index> tableRow(Index position) const { return position + offset; }
    bool operator==(const Learned&) const = default;
};

/// What slopes, positions and their products are rounded to.
enum class AlibiPrecision
{
    Float32,
    Bfloat16 // Falcon was trained so
};
inline constexpr std::string_view alibiPrecisionWords[] = {"float32", "bfloat16"};
inline constexpr std::string_view alibiPrecisionLabels[] = {CUTAWAY_TR("float32"), CUTAWAY_TR("bfloat16")};

/// Press, Smith, Lewis 2021: bias −m_h · |i − j|.
struct Alibi : PositionKind
{
    static constexpr KindInfo info{"alibi", CUTAWAY_TR("ALiBi"), "QKᵀ − m·|i − j|"};
    std::vector<double> slopes; // [head]; empty: geometric
    bool scaled = false;        // multiplied by the score scale (Falcon)
    AlibiPrecision precision = AlibiPrecision::Float32;

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"alibi.slopes", CUTAWAY_TR("Slopes"), -1e6, 1e6, geometricWord, geometricLabel}, slopes);
        visit(ParamInfo{"alibi.scaled", CUTAWAY_TR("Scaled")}, scaled);
        visit(ParamInfo{"alibi.precision", CUTAWAY_TR("Precision"), 0, 0, alibiPrecisionWords, alibiPrecisionLabels}, precision);
    }

    /// Geometric slope of a head: powers of 2^(−8/heads) when `heads` is a power of two, interleaved otherwise; and the
    /// slopes in use, [heads].
    static double geometric(Index head, Index heads);
    std::vector<double> slopesOf(Index heads) const;

    /// slope · |i − j| where products are bfloat16 numbers: the distance between slope·i and slope·j.
    static float roundedPenalty(float slope, Index i, Index j);
    std::vector<BiasTerm> bias(const PositionInput& in) const;
    void biasBackward(const PositionInput&, const Tensor&, const PositionGradients&) const { } // nothing is learned
    BiasOfCell biasOfCell(const ScoreCell& cell) const;
    void check(const BlockSizes& sizes) const { checkCount("alibi.slopes", slopes.size(), sizes.heads); }
    bool operator==(const Alibi&) const = default;

private:
    static constexpr std::string_view geometricWord[] = {"geometric"};
    static constexpr std::string_view geometricLabel[] = {CUTAWAY_TR("Geometric")};
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
