#pragma once

// ALiBi: a penalty that grows with the distance, each head with a slope of its own.

#include "core/layers/position_kind.h"

namespace core {

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

} // namespace core
