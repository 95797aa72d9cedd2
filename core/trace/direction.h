#pragma once

// Directions: what an `add` may name in place of numbers: a vector that a file holds, the difference of two texts at its place, a
// row of the embedding or of the output matrix, or what leads towards a token. What makes numbers of it is
// core/experiments/steering.h; the value beside it is then a factor. Where the value is an array it is the numbers themselves, and
// the direction says where they came from.

#include "core/trace/intervention.h"

#include <string>

namespace core {

enum class DirectionKind
{
    None,
    File, // `source` names the file, and the tensor in it
    Difference, // what a run of `text` has less what one of `less` has, at the last token of each
    Embedding, // of the token `text`
    Unembedding, // the row of the output matrix of the token `text`
    Towards // the same, less the mean of all rows
};

struct Direction
{
    DirectionKind kind = DirectionKind::None;
    std::string text = {}; // or a token, as a metric says it
    std::string less = {};
};

/// None for anything but an `add` that has one.
Direction directionOf(const Intervention& what);

/// REQUIRES: an `add`, and no file: that one is in `source`.
void setDirection(Intervention& what, const Direction& direction);

/// Whether its numbers are to be made before a run.
bool needsNumbers(const Intervention& what);

} // namespace core
