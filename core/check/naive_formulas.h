#pragma once

// Formulas of the naive twin that need nothing of the pass: activations, slopes, masks. From the papers, in double precision.

#include "core/layers/activation.h"
#include "core/layers/attention_mask.h"

#include <variant>
#include <vector>

namespace core::naive {

/// The kind, when the family has this one; else nullptr.
template <class Kind, class Family>
const Kind* as(const Family& family)
{
    return std::get_if<Kind>(&family);
}

/// REQUIRES: a kind without learned numbers.
double naiveActivation(const Activation& kind, double x);

/// [head], of ALiBi (Press, Smith, Lewis 2021).
std::vector<double> naiveAlibiSlopes(Index heads);

/// Whether query i may look at key j; `encoder` where windows look to both sides.
bool naiveSees(const AttentionMask& mask, bool encoder, Index i, Index j);

} // namespace core::naive
