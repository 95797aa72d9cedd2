#pragma once

// What a click on the page of one neuron means.

namespace widgets {

struct FigureData;

/// The token of a bar of the chart "tokens"; −1 outside it.
int tokenOfNeuronBar(const FigureData& data, int bar);

} // namespace widgets
