#pragma once

// What the pages of mixers are drawn from: the layer, head or channel that is looked at, its matrix and its states, and runs of
// the same tokens with other mixers.

#include "core/analysis/mixer_states.h"
#include "widgets/figure/figure.h"
#include "widgets/figure/options.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/grid.h"

#include <string>
#include <vector>

namespace widgets {

/// One head or channel, or the mean of the magnitudes of all.
inline constexpr WordOption lanesOption{"lanes", {"one", "mean"}};
/// The channel of a mixer whose channels have coefficients of their own; of others the selected head counts.
inline constexpr WholeOption channelOption{"channel", 0, WholeOption::many};

/// The selected layer inside this run. REQUIRES: a setup.
int mixerLayer(const RunResult& run, const Selection& selection);

/// "retention": the kind in this layer. REQUIRES: a setup.
std::string mixerKind(const RunResult& run, int layer);
bool isAttentionMixer(const RunResult& run, int layer);

/// The place that is looked at; `ofOne`: a head or channel whatever the options say.
core::MixerPlace mixerPlace(const RunResult& run, const FigureData& data, bool ofOne = false);

/// Why a run has no matrix of its mixer in this layer; empty: it has one.
QString whyNoMatrix(const RunResult& run, const FigureData& data);

Need mixerMatrixNeed(const RunPtr& run, const FigureData& data);
const core::MixerMatrix* mixerMatrixOf(const FigureData& data, const RunPtr& run); // null: not there

Need mixerStatesNeed(const RunPtr& run, const FigureData& data);
const core::MixerStates* mixerStatesOf(const FigureData& data, const RunPtr& run); // null: not there

/// A run of the same tokens with another mixer, of which its matrix can be computed.
Need mixerRunNeed(const RunPtr& run, const std::string& kind);

/// A matrix [query, key] as a map: keys behind the query are hidden where none of them counts.
Grid mixerGrid(const core::Matrix& matrix);

/// The colours of such maps: from 0 where no number is negative, else around 0. `withoutDiagonal` tells whether what a token has
/// of itself is so much larger than the rest that the scale is without it.
ColorScale mixerScale(const std::vector<Grid>& grids, bool* withoutDiagonal = nullptr);

/// "±0.02", "≤0.3": what the colours run over, for a place without a key.
QString rangeText(const ColorScale& scale);

} // namespace widgets
