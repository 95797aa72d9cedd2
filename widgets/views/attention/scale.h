#pragma once

// The colour scale of attention weights: linear 0…1, or logarithmic when the first key takes most of the weight, and in a long
// text, where each key takes next to none.

#include "widgets/figure/options.h"
#include "widgets/plot/color_scale.h"

#include <QString>

namespace widgets {

/// Share of all weight that is on the first key, 0…1. What is masked has none.
double firstKeyShare(std::span<const Grid> patterns);

/// Whether most of the queries give no key a twentieth of their weight: on a scale from 0 to 1 all would have one colour.
bool areFaint(std::span<const Grid> patterns);

/// The option of the figures that colour weights.
inline constexpr WordOption scaleOption{"scale", {"auto", "linear", "log", "without_first"}};

/// The rule for `option`: "linear", "log", "without_first", or "auto" / empty (log when the first key takes more than
/// half of the weight in half of the patterns or more, a wall having the scale that most of its heads have alone; or when all are
/// faint).
ScaleChoice weightScale(std::span<const Grid> patterns, const QString& option);

/// "log" or "without first"; empty of a plain scale.
QString scaleWords(const ScaleChoice& choice);

/// " · log" behind the name of a map, whose key may have no room to say so; nothing of a plain scale.
QString scaleMark(const ScaleChoice& choice);

} // namespace widgets
