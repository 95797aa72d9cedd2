#pragma once

// Tokens × neurons of a layer as a map, in any picture.

#include "widgets/figure/figure.h"

class QCPLayoutGrid;

namespace widgets {

/// The map neuronMapName() and the strip below it, in rows `row` and `row` + 1 of a grid of the plot. REQUIRES:
/// whyNoFeedForward() is empty and neuronUseNeeded() is there.
void addNeuronMap(const Drawing& drawing, QCPLayoutGrid* in, int row);

/// "neurons"; "neurons B" where those are others than A's and have an order of their own.
QString neuronMapName(const FigureData& data);

/// The data of the side that a map of either name is of.
FigureData ofNeuronMap(const FigureData& data, const QString& map);
bool isNeuronMap(const QString& map);

/// The neuron, or with "of" = out the dimension, in this column of the map.
int neuronOfColumn(const FigureData& data, int column);

/// The column of a neuron; −1 when it has none.
int columnOfNeuron(const FigureData& data, int neuron);

/// The tensor that the map shows: "mlp.post".
const char* tensorOfMap(const FigureData& data);

} // namespace widgets
