#pragma once

// Node biases: which parts of a model's diagram add a bias, from the weights of the engine's plan; and what sets parts apart that
// are called the same.

#include "core/run/forward.h"
#include "widgets/diagram/structure.h"

namespace widgets {

/// Adds "with a bias" to the detail of each node that has one. Its weights are those that the plan has from the node before it up
/// to its tensor; the parts of an encoder are one node without them.
void sayBiases(Diagram& diagram, const core::Plan& plan);

/// Names what sets the boxes of `a` apart from those that `b` calls the same at the same place: "down · with a bias".
void nameDifferences(Diagram& a, const Diagram& b);

} // namespace widgets
