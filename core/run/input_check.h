#pragma once

#include "core/run/forward.h"

namespace core {

/// Throws Error{BadInput} when the ids are not of the vocabulary, when the text, `past` tokens of a cache included, is longer
/// than a table of the model, or when packed sequences do not begin at 0 and grow.
void checkInput(const Setup& setup, const ForwardInput& input, Index past);

} // namespace core
