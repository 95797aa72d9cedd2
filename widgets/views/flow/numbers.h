#pragma once

// Numbers of the Flow figure from core/analysis: what each layer reads out at each place, and what each part adds to the answer.
// They are products with the output matrix, so they are needs: the selected position first, then the grid, a block of places at a
// time, as parts that fill the picture while they come.

#include "core/analysis/answer_parts.h"
#include "core/analysis/logit_lens.h"
#include "core/analysis/top_k.h"
#include "widgets/figure/figure.h"
#include "widgets/run/run_result.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace widgets {

using core::LensTokens; // the five most probable, best first

/// FigureInfo::needs of the Flow.
Needs flowNeeded(const FigureData& data);

/// What the stream at a place says; nullptr: not computed yet.
const LensTokens* lensTokens(const NeedResults& results, const RunPtr& run, core::LensPlace place);

/// The same of every place of a run; each block of places is looked up once.
class LensOfRun
{
public:
    LensOfRun(NeedResults results, RunPtr run)
        : m_results(std::move(results))
        , m_run(std::move(run))
    {
    }

    const LensTokens* at(core::LensPlace place) const;

private:
    NeedResults m_results;
    RunPtr m_run;
    mutable std::map<std::pair<int, int>, const std::vector<LensTokens>*> m_blocks; // of a layer; null: not computed yet
};

/// What run A gives to the likeliest words of run B; each block of places is looked up once.
class OtherProbabilities
{
public:
    OtherProbabilities(NeedResults results, RunPtr a, RunPtr b)
        : m_results(std::move(results))
        , m_a(std::move(a))
        , m_b(std::move(b))
    {
    }

    /// Nothing: not computed yet, or A has no such token.
    std::optional<double> at(core::LensPlace place) const;

private:
    using Block = std::vector<std::pair<core::Index, double>>; // by position

    NeedResults m_results;
    RunPtr m_a, m_b;
    mutable std::map<std::pair<int, int>, const Block*> m_blocks; // of a layer; null: not computed yet
};

/// Parts of the logit of what the run says at a position; null where the logit is no sum, or before they are computed.
const core::Attribution* attributionOf(const NeedResults& results, const RunPtr& run, int position);
const core::HeadParts* headPartsOf(const NeedResults& results, const RunPtr& run, int layer, int position);

/// The layers of a picture with at most `most` rows, from the last down to 0, then −1 for the embedding: all, or every k-th
/// with the first, the last and the selected one. Only those whose stream was recorded.
std::vector<int> flowLayers(const RunResult& run, int selected, int most);

/// What the branches of several layers add to a logit together.
struct FlowSum
{
    double mixer = 0; // attention, its stand-in, and cross-attention; of row −1 the embedding
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
