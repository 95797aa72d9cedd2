#pragma once

// Colour scales: which colour a number has. A ScaleChoice is the rule ("symmetric, robust"), a ColorScale the rule applied to
// numbers. To compare A with B, make one scale from both and give it to both maps.

#include "widgets/plot/color_map.h"
#include "widgets/plot/grid.h"

#include <QString>

#include <span>
#include <string_view>

namespace widgets {

enum class ScalePolicy
{
    Fixed01,          // 0 … 1
    ZeroToMax,        // 0 … largest
    MinToMax,         // smallest … largest
    SymmetricRobust,  // ± the magnitude that 99.5 % of the values stay below
    SymmetricMax,     // ± the largest magnitude
    MinusOneToOne,    // −1 … 1
    Phase,            // −π … π, cyclic
    MinToRobust       // smallest … the number that 99.5 % stay below: norms over depth
};

enum class ScaleTransform
{
    Linear,
    SquareRoot, // makes small weights of long texts visible
    Log         // attention with sinks, norms over depth; from the smallest positive value (at most 4 decades)
};

struct ScaleChoice
{
    ColorMapId map = ColorMapId::Viridis;
    ScalePolicy policy = ScalePolicy::Fixed01;
    ScaleTransform transform = ScaleTransform::Linear;
    bool withoutFirst = false; // the first column (the sink) does not count for the range, unless it is the only one
    bool operator==(const ScaleChoice&) const = default;
};

struct ColorScale
{
    ScaleChoice choice;
    double low = 0;
    double high = 1; // > low
    core::Index clippedLow = 0;  // numbers beyond the ends, −inf and NaN not counted
    core::Index clippedHigh = 0;
    core::Index masked = 0;      // −inf
    core::Index notNumbers = 0;  // NaN and +inf

    /// 0 at low, 1 at high, clamped. REQUIRES: value is not NaN.
    double position(double value) const;

    /// The number at a position 0..1.
    double valueAt(double position) const;

    /// REQUIRES: value is finite.
    int index(double value) const { return colorIndex(position(value), int(colorTable(choice.map).size())); }
    QRgb color(double value) const { return colorTable(choice.map)[std::size_t(index(value))]; }

    /// What must be said beside the title of the bar: "log", "√", "P99.5", "without first"; empty for a plain scale.
    QString suffix() const;
};

/// −inf is a masked cell; NaN and +inf have no colour either: all are hatched.
bool hasColor(float value);

/// The rule for a tensor by its name in the trace ("blocks.3.attn.pattern"); `difference` = B − A of two such tensors.
ScaleChoice scaleChoiceFor(std::string_view tensorName, bool difference = false);

/// The rule applied to all these grids together.
ColorScale makeScale(const ScaleChoice& choice, std::span<const Grid> grids);
ColorScale makeScale(const ScaleChoice& choice, const Grid& grid);

} // namespace widgets
