#pragma once

// Gate × up in an axis rect of any picture.

#include "widgets/figure/figure.h"

class QCPAxisRect;

namespace widgets {

/// A dot for each neuron at each token, coloured by the product, with the lines on which the product is the same. REQUIRES: the
/// shown layer is gated and neuronUseNeeded() is there.
void addGateCloud(const Drawing& drawing, QCPAxisRect* rect);

/// "Gate × up: a dot is a neuron at a token", or which of them are shown where those are too many.
QString gateCloudHeading(const FigureData& data);

} // namespace widgets
