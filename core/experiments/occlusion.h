#pragma once

// Occlusion: what each token brings to a metric, without gradients. The text is run once for each token, with the vector with
// which it enters the first block replaced by the mean of those of all tokens, as a grey patch stands in an image (Zeiler &
// Fergus 2014, "Visualizing and understanding convolutional networks", section 4.2; of words Li, Monroe & Jurafsky 2016,
// "Understanding neural networks through representation erasure"). Unlike integrated gradients it is of one token at a time:
// effects of several tokens together are in none, or in each of them.

#include "core/experiments/changed_runs.h"
#include "core/experiments/measured_map.h"

namespace core {

/// A place for each token, those of an encoder first, in the order of the text; its value is that of the run in which it is
/// occluded. Throws what forward() and valueOf() throw, Stopped.
MeasuredMap occludeTokens(const Measurement& measurement, const RunControl& control = {}, RunWay way = RunWay::Packed);

/// The intervention of each place, in the order of the map. REQUIRES: `base` is a run of the text with the stream that enters the
/// first block of each stack.
std::vector<Changes> occlusionsOf(const Trace& base, const std::vector<MeasuredPlace>& places);

/// What the token of a place brings: the metric of the run less that without it; NaN where it is not known.
double broughtBy(const MeasuredMap& map, std::size_t place);

} // namespace core
