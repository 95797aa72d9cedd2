#pragma once

// Numbers of the Flow figure from core/analysis. A product with the output matrix is large, so what was read out of a trace is
// kept for as long as the trace lives, and can be read a little at a time.

#include "core/analysis/attribution.h"
#include "core/analysis/logit_lens.h"
#include "core/analysis/top_k.h"
#include "widgets/run/run_result.h"

#include <span>
#include <vector>

namespace widgets {

using LensTokens = std::vector<core::TokenProbability>; // the five most probable, best first

/// What the stream at a place says; nullptr: not read yet.
const LensTokens* lensTokens(const RunResult& run, core::LensPlace place);

/// Reads the places that are not known, in this order, as long as at most `most` numbers are multiplied; what the run itself
/// says costs nothing. Returns whether all are known now. REQUIRES: run.setup has an output head, the places are recorded.
bool readLens(const RunResult& run, std::span<const core::LensPlace> places, double most);

/// Parts of the logit of `token` at a position; null where the logit is no sum. The last answers are kept.
const core::Attribution* attributionOf(const RunResult& run, int position, core::TokenId token);
const core::HeadParts* headPartsOf(const RunResult& run, int layer, int position, core::TokenId token);

/// The layers of a picture with at most `most` rows, from the last down to 0, then −1 for the embedding: all, or every k-th
/// with the first, the last and the selected one. Only those whose stream was recorded.
std::vector<int> flowLayers(const core::Trace& trace, int selected, int most);

/// What the branches of several layers add to a logit together.
struct FlowSum
{
    double mixer = 0;       // attention, its stand-in, and cross-attention; of row −1 the embedding
    double feedForward = 0;
};

/// For each row of flowLayers the layers from it down to above the row below it.
std::vector<FlowSum> flowSums(const core::Attribution& parts, const std::vector<int>& rows);

/// A key that a query looks at.
struct FlowArc
{
    int key = 0;
    double weight = 0;
    bool isSink = false; // the first key, where it takes more than half and says little of the text
};

/// The keys of a query with at least 2 % of its weight, largest first, at most 12. Empty when the pattern was not recorded.
std::vector<FlowArc> flowArcs(const RunResult& run, int layer, int head, int query);

} // namespace widgets
