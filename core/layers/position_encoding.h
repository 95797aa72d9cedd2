#pragma once

// Position encodings. A kind may act in three places: it adds to the embedding, turns queries and keys, or biases scores.
// Each place has a no-op default, so a kind writes only its own.
//
// To add a kind: write its struct here, its code in position_encoding.cpp, and append it to the PositionEncoding line.

#include "core/base/kind.h"
#include "core/layers/pass.h"

#include <optional>
#include <span>
#include <vector>

namespace core {

/// Defaults of the three places.
struct PositionKind
{
    static constexpr bool addsToEmbedding = false;
    static constexpr bool rotates = false;
    static constexpr bool biases = false;

    /// What is added to the embedding: [token, d_model], recorded as pos_embed by the caller.
    Tensor embed(const Scope& model, std::span<const Index> positions, Index dModel, Index context) const;
    /// Turns x [token, head, d_head] into y (same shape), token t by position positions[t].
    void rotate(const Scope& scope, const Tensor& x, std::span<const Index> positions, Tensor& y) const;
    /// Adds nothing: bias of one head for query position i and key positions.
    void biasRow(Index head, Index heads, Index query, std::span<const Index> keys, float scoreScale, float* row) const;
    bool operator==(const PositionKind&) const = default;
};

/// No positions: attention alone tells tokens apart by order of the mask.
struct NoPosition : PositionKind
{
    static constexpr KindInfo info{"none", CUTAWAY_TR("None"), "x"};
    bool operator==(const NoPosition&) const = default;
};

enum class SinusoidalLayout
{
    Interleaved, // sin, cos, sin, cos … (Vaswani et al. 2017)
    Halves       // all sines, then all cosines (Marian)
};
inline constexpr std::string_view sinusoidalLayoutWords[] = {"interleaved", "halves"};
inline constexpr std::string_view sinusoidalLayoutLabels[] = {CUTAWAY_TR("Interleaved"), CUTAWAY_TR("Halves")};

/// Vaswani et al. 2017: sin and cos of p · 10000^(−2i/d).
struct Sinusoidal : PositionKind
{
    static constexpr KindInfo info{"sinusoidal", CUTAWAY_TR("Sinusoidal"), "x + sin, cos(p · 10000^(−2i/d))"};
    static constexpr bool addsToEmbedding = true;
    SinusoidalLayout layout = SinusoidalLayout::Interleaved;

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"sinusoidal.layout", CUTAWAY_TR("Layout"), 0, 0, sinusoidalLayoutWords, sinusoidalLayoutLabels}, layout);
    }
    Tensor embed(const Scope& model, std::span<const Index> positions, Index dModel, Index context) const;
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
    bool operator==(const Learned&) const = default;
};

enum class RopePairing
{
    HalfSplit,  // (x_i, x_{i + d/2})
    Interleaved // (x_{2i}, x_{2i+1})
};
inline constexpr std::string_view ropePairingWords[] = {"half_split", "interleaved"};
inline constexpr std::string_view ropePairingLabels[] = {CUTAWAY_TR("Half-split"), CUTAWAY_TR("Interleaved")};

/// Su et al. 2021: pair i of the first d_rot dimensions of q and k turns by p · base^(−2i/d_rot).
struct Rope : PositionKind
{
    static constexpr KindInfo info{"rope", CUTAWAY_TR("Rotary (RoPE)"), "R(pθ) q, R(pθ) k, θᵢ = base^(−2i/d)"};
    static constexpr bool rotates = true;
    RopePairing pairing = RopePairing::HalfSplit;
    double fraction = 1.0; // d_rot = int(d_head · fraction), an odd number rounded up
    double base = 10000.0;

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"rope.pairing", CUTAWAY_TR("Pairing"), 0, 0, ropePairingWords, ropePairingLabels}, pairing);
        visit(ParamInfo{"rope.fraction", CUTAWAY_TR("Fraction"), 0.0, 1.0}, fraction);
        visit(ParamInfo{"rope.base", CUTAWAY_TR("Base"), 1.0, 1e12}, base);
    }

    /// Dimensions that turn, of d_head.
    Index rotatedDims(Index dHead) const;
    /// Angle per position of each pair, radians: [d_rot / 2].
    std::vector<double> frequencies(Index dHead) const;
    void rotate(const Scope& scope, const Tensor& x, std::span<const Index> positions, Tensor& y) const;
    bool operator==(const Rope&) const = default;
};

/// Press, Smith, Lewis 2021: bias −m_h · |i − j|.
struct Alibi : PositionKind
{
    static constexpr KindInfo info{"alibi", CUTAWAY_TR("ALiBi"), "QKᵀ − m·|i − j|"};
    static constexpr bool biases = true;
    bool scaled = false; // multiplied by the score scale (Falcon)

    void eachParam(auto&& visit) { visit(ParamInfo{"alibi.scaled", CUTAWAY_TR("Scaled")}, scaled); }

    /// Slope of a head, geometric when `heads` is a power of two, interleaved otherwise; and of all: [heads].
    static double slope(Index head, Index heads);
    static std::vector<double> slopes(Index heads);
    void biasRow(Index head, Index heads, Index query, std::span<const Index> keys, float scoreScale, float* row) const;
    bool operator==(const Alibi&) const = default;
};

using PositionEncoding = std::variant<NoPosition, Sinusoidal, Learned, Rope, Alibi>;

bool addsToEmbedding(const PositionEncoding& kind);
bool rotates(const PositionEncoding& kind);
bool biasesScores(const PositionEncoding& kind);

} // namespace core
