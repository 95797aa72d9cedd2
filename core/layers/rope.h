#pragma once

// Rotary positions (RoPE). How the angles change beyond the trained length is in rope_scaling.h.

#include "core/layers/position_kind.h"
#include "core/layers/rope_scaling.h"

namespace core {

enum class RopePairing
{
    HalfSplit,  // (x_i, x_{i + d/2})
    Interleaved // (x_{2i}, x_{2i+1})
};
inline constexpr std::string_view ropePairingWords[] = {"half_split", "interleaved"};
inline constexpr std::string_view ropePairingLabels[] = {CUTAWAY_TR("Half-split"), CUTAWAY_TR("Interleaved")};

/// Su et al. 2021: pair i of the first d_rot dimensions of q and k turns by p · base^(−2i/d).
struct Rope : PositionKind
{
    static constexpr KindInfo info{"rope", CUTAWAY_TR("Rotary (RoPE)"), "R(pθ) q, R(pθ) k, θᵢ = base^(−2i/d)"};
    static constexpr bool rotates = true;
    static constexpr bool suitsLatent = true;
    RopePairing pairing = RopePairing::HalfSplit;
    double fraction = 1.0; // d = int(d_head · fraction), and d_rot is d, an odd number rounded up
    double base = 10000.0;
    RopeScaling scaling;
    Index context = 0; // of the model, filled in: the trained length where the scaling states none

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"rope.pairing", CUTAWAY_TR("Pairing"), 0, 0, ropePairingWords, ropePairingLabels}, pairing);
        visit(ParamInfo{"rope.fraction", CUTAWAY_TR("Fraction"), 0.0, 1.0}, fraction);
        visit(ParamInfo{"rope.base", CUTAWAY_TR("Base"), 1.0, 1e12}, base);
        visit(ParamInfo{"rope.scaling", CUTAWAY_TR("Scaling")}, scaling);
    }

    /// d of the exponents, int(d_head · fraction), which may be odd.
    Index frequencyDims(Index dHead) const;

    /// Dimensions that turn, d_rot of d_head: an odd number is rounded up.
    Index rotatedDims(Index dHead) const { return frequencyDims(dHead) + frequencyDims(dHead) % 2; }

    /// Angles for a text of this length, [(dims + 1) / 2]; `dims` is d of the exponents.
    RopeAngles anglesOf(Index dims, Index length) const;

    /// Angle per position of each pair without scaling, radians: [d_rot / 2].
    std::vector<double> frequencies(Index dHead) const { return ropeFrequencies(frequencyDims(dHead), base); }

    void rotate(const Scope& scope, const Tensor& x, const TokenPlaces& places, Tensor& y) const;
    void rotateBackward(const BackScope& scope, const Tensor& dy, const TokenPlaces& places, Tensor& dx) const;

    /// The last `dims` numbers of each head turn, the first stay: the decoupled keys of latent attention.
    void rotateLast(const Scope& scope, const Tensor& x, const TokenPlaces& places, Index dims, Tensor& y) const;
    void rotateLastBackward(const BackScope& scope, const Tensor& dy, const TokenPlaces& places, Index dims, Tensor& dx) const;

    std::optional<TurnedPair> turnedPair(Index dim, Index dHead, Index position, Index textLength) const;

    /// Fills in the trained length of the model; a scaling that states the same one states none.
    void settle(Index trainedContext);

    double latentGrowth() const;
    void check(const BlockSizes& sizes) const;
    bool operator==(const Rope&) const = default;
};

} // namespace core
