#pragma once

// Whether index by index is a comparison at all: the rule of Difference::ByIndex, also for a page of a figure that has others.

#include "widgets/figure/figure.h"

namespace widgets {

/// Why number i of A and number i of B are not the same head, neuron or dimension; empty when they are. REQUIRES: A and B.
QString whyNotByIndex(const FigureData& data);

} // namespace widgets
