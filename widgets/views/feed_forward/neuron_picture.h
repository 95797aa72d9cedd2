#pragma once

// What a click on the page of one neuron means.

namespace widgets {

class Plot;

/// The token of a bar of the chart "tokens"; −1 outside it.
int tokenOfNeuronBar(Plot& plot, int bar);

} // namespace widgets
