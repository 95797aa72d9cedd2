#pragma once

// The gradient of a metric with respect to the logits: where a way back begins.

#include "core/run/metric.h"

namespace core {

/// [token, vocabulary], what the metric gains for each logit; of one position the other rows are 0. REQUIRES: as valueOf(). Throws
/// Error{BadInput} for a metric that has no gradient, and as positionOf() does.
Tensor gradientOf(const Metric& metric, const MetricInput& input);

/// Throws the first of these.
void requireGradient(const Metric& metric);

} // namespace core
