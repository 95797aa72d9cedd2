#pragma once

// PathLayout: where the parts of a model stand in the graph of a circuit. Layers go upwards, between the embedding in the last row and
// the logits in row 0; heads are the columns, the feed-forward is the last one.

#include "widgets/plot/cell_plottable.h"
#include "widgets/views/circuits/path_graph.h"
#include "widgets/views/circuits/paths_numbers.h"

namespace widgets {

struct PathLayout
{
    std::vector<core::Index> layers; // that have a row, from the lowest
    int columns = 0;

    int rows() const { return int(layers.size()) + 2; }
    Cell cellOf(const core::PathSender& sender) const; // none: its layer has no row
    Cell logits() const { return {0, columns / 2}; }
    QStringList rowNames() const; // from the top: "", "L3", …, ""
    QStringList columnNames() const; // "H0", …, "FF"
};

/// Every layer; of a deep model those that have a part in the circuit of this step.
PathLayout pathLayout(const core::CircuitSteps& circuits, std::size_t step);

/// The part in a cell: a place in `senders`; −1: none, or the logits.
int senderAt(const core::CircuitSteps& circuits, const PathLayout& layout, Cell cell);

/// The nodes and edges of the circuit of this step: those of `senders` that have a row, then the logits, which are called
/// `answer`.
void fillGraph(PathGraph& graph, const core::CircuitSteps& circuits, std::size_t step, const QString& answer);

} // namespace widgets
