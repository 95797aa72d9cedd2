#pragma once

// Sinusoidal positions: rows of sines and cosines, added to the embedding. Transformer-XL makes such rows of distances.

#include "core/layers/position_kind.h"

namespace core {

enum class SinusoidalLayout
{
    Interleaved, // sin, cos, sin, cos … (Vaswani et al. 2017)
    Halves       // all sines, then all cosines (Marian, Transformer-XL)
};
inline constexpr std::string_view sinusoidalLayoutWords[] = {"interleaved", "halves"};
inline constexpr std::string_view sinusoidalLayoutLabels[] = {CUTAWAY_TR("Interleaved"), CUTAWAY_TR("Halves")};

/// How fast pair i of a row of `width` numbers turns.
enum class SinusoidalWaves
{
    ByWidth, // 10000^(−2i/width) (Vaswani et al. 2017)
    ToLast    // 10000^(−i/(width/2 − 1)): the last one is 1/10000 (tensor2tensor, M2M-100, XGLM)
};
inline constexpr std::string_view sinusoidalWavesWords[] = {"by_width", "to_last"};
inline constexpr std::string_view sinusoidalWavesLabels[] = {CUTAWAY_TR("By the width"), CUTAWAY_TR("To 1/10000 at the end")};

/// How a row of sines and cosines is made.
struct SinusoidForm
{
    SinusoidalLayout layout = SinusoidalLayout::Interleaved;
    SinusoidalWaves waves = SinusoidalWaves::ByWidth;
    bool operator==(const SinusoidForm&) const = default;
};

/// sin and cos of position times the speed of each pair, into row [width].
void sinusoid(double position, const SinusoidForm& form, float* row, Index width);

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

} // namespace core
