#pragma once

// A derivation in words: as a table with links, and as one line with live numbers.

#include "widgets/run/run_result.h"

#include "core/analysis/derivation.h"

#include <QString>

namespace widgets {

/// What a factor is called: "rot_q[5, 3]" within `layer`, "L1 resid_post[5, 3]" elsewhere; "W[3, 5]" of a weight; a word else.
QString factorName(const core::Element& factor, int layer);

/// Rows "op | what | number" as an HTML table; each recorded operand is a link "line.factor". The last row is the number itself.
QString derivationTable(const core::Derivation& derivation, int layer);

/// "1.21 × 0.19 + 0.80 × 0.11 + … = 0.423"; empty when nothing is explained.
QString derivationLine(const core::Derivation& derivation);

/// Why there is none, translated; empty when there is one.
QString derivationReason(const core::Derivation& derivation);

} // namespace widgets
