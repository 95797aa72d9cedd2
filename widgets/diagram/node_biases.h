#pragma once

// Node biases: which parts of a model's diagram add a bias, from the weights of the engine's plan.

#include "core/run/forward.h"
#include "widgets/diagram/structure.h"

namespace widgets {

/// Adds "with a bias" to the detail of each node that has one. Its weights are those that the plan has from the node before it up
/// to its tensor; the parts of an encoder are one node without them.
void sayBiases(Diagram& diagram, const core::Plan& plan);

} // namespace widgets
