#pragma once

// Formulas of the naive twin that need nothing of the pass: activations, slopes, masks. From the papers, in double precision.

#include "core/layers/activation.h"
#include "core/layers/attention_mask.h"

#include <vector>

namespace support {

/// REQUIRES: a kind without learned numbers.
double naiveActivation(const core::Activation& kind, double x);

/// [head], of ALiBi (Press, Smith, Lewis 2021).
std::vector<double> naiveAlibiSlopes(core::Index heads);

/// Whether query i may look at key j; `encoder` where windows look to both sides.
bool naiveSees(const core::AttentionMask& mask, bool encoder, core::Index i, core::Index j);

} // namespace support
