#pragma once

// The activation with the numbers that meet it, in an axis rect of any picture.

#include "widgets/figure/figure.h"

class QCPAxisRect;

namespace widgets {

/// Curve, slope, the histogram of the numbers before the activation and the selected neuron at every token. REQUIRES:
/// whyNoFeedForward() is empty and activationUseNeeded() is there.
void addActivationCurve(const Drawing& drawing, QCPAxisRect* rect);

} // namespace widgets
