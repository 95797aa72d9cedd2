#pragma once

// Tokens × neurons of a layer as a map, in any picture.

#include "widgets/figure/figure.h"

class QCPLayoutGrid;

namespace widgets {

/// The map "neurons" and the strip below it, in rows `row` and `row` + 1 of a grid of the plot. REQUIRES: whyNoFeedForward() is
/// empty and neuronUseNeeded() is there.
void addNeuronMap(const Drawing& drawing, QCPLayoutGrid* in, int row);

/// The neuron, or with "of" = out the dimension, in this column of the map.
int neuronOfColumn(const FigureData& data, int column);

/// The column of a neuron; −1 when it has none.
int columnOfNeuron(const FigureData& data, int neuron);

/// The tensor that the map shows: "mlp.post".
const char* tensorOfMap(const FigureData& data);

} // namespace widgets
