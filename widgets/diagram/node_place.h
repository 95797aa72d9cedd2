#pragma once

// Node place: what of a run a node of the diagram stands for, where it is changed by pointing.

#include "widgets/diagram/structure.h"
#include "widgets/run/selection_model.h"

namespace widgets {

struct NodePlace
{
    QString tensor; // empty: of no tensor
    Selection at;   // all tokens of it; of its heads the selected one
};

/// The node's own tensor; of a block of the mini-map the stream behind it, and so all that the layer adds.
NodePlace placeOfNode(const DiagramNode& node, const Selection& pinned);

} // namespace widgets
