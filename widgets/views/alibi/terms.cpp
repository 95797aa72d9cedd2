#include "widgets/views/alibi/terms.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/views/alibi/numbers.h"
#include "widgets/views/alibi/penalty.h"
#include "widgets/views/alibi/pictures.h"
#include "widgets/views/shared/head_scores.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {


/// Of another run than the one on screen.
struct FurtherTerms
{
    core::TracePtr trace; // null: not possible
    core::WeightsOrigin origin;

    std::size_t bytes() const { return trace ? trace->bytes() : 0; }
};

/// Whether the run holds the terms itself.
bool hasOwnTerms(const RunResult& run) { return isAdded(positionKindOf(run, 0)) && core::hasSinusoidTerms(*run.trace); }

NeedId idOf(const RunPtr& run) { return {run->trace, {}, "terms of sinusoids"}; }

NeedId idOf(const RunPtr& run, const core::ScoredPair& pair)
{
    return {run->trace, {},
        "moved pair " + std::to_string(pair.head) + ' ' + std::to_string(pair.query) + ' ' + std::to_string(pair.key)};
}

/// Null: not possible.
core::TracePtr termsOf(const FigureData& data, const RunPtr& run)
{
    if (hasOwnTerms(*run))
        return run->trace;
    const auto* const computed = data.results.value<FurtherTerms>(idOf(run));
    return computed ? computed->trace : nullptr;
}

QString whyNotRun(const FigureData& data, const RunPtr& shown)
{
    const RunResult& run = *shown;
    const auto tokens = int(streamTokens(*run.trace).size());
    if (tokens > maxTermTokens)
        return Alibi::tr("%1 tokens are too many for the four terms: shorten the text to %2.").arg(tokens).arg(maxTermTokens);
    if (termsOf(data, shown))
        return {};
    const core::BlockConfig* block = blockOf(run, 0);
    if (!block)
        return Alibi::tr("The four terms need another run, and the model of this trace is not open.");
    if (!core::isAttention(block->mixer))
        return Alibi::tr("Layer %1 mixes its tokens without attention, so its scores have no terms.").arg(counted(0));
    if (block->qkNorm != core::QkNorm::None || block->clipQkv > 0)
        return Alibi::tr(
            "Queries and keys are normalised or clipped after projection here, so a score is no longer a sum of terms.");
    if (core::isLatent(block->sharing))
        return Alibi::tr("Latent attention compresses keys first: a score does not split into four terms.");
    return Alibi::tr("This model cannot be run with sinusoids.");
}

} // namespace

bool isAdded(const std::string& positionKind) { return positionKind == "sinusoidal" || positionKind == "learned"; }

core::ScoredPair markedPair(const FigureData& data, const RunResult& run)
{
    const auto last = core::Index(streamTokens(*run.trace).size()) - 1;
    const Selection& at = data.selection;
    const bool isMarked = at.query >= 0 && at.key >= 0 && at.key <= at.query && at.query <= last;
    const core::Index query = isMarked ? at.query : last, key = isMarked ? at.key : 0;
    return {shownHead(data, slopesOf(run, 0)), query, key};
}

std::vector<core::MovedScore> movedOf(const FigureData& data, const RunPtr& run)
{
    const auto* const scores = data.results.value<std::vector<core::MovedScore>>(idOf(run, markedPair(data, *run)));
    return scores ? *scores : std::vector<core::MovedScore>();
}

Needs termsNeeded(const FigureData& data)
{
    Needs needs, parts;
    for (const RunPtr& run : drawnRuns(data)) {
        if (!hasAttention(*run, 0) || int(streamTokens(*run->trace).size()) > maxTermTokens)
            continue;
        if (!hasOwnTerms(*run))
            needs.push_back(derivedNeed(idOf(run), [run](const core::RunControl& control) {
                const core::Setup of = core::withAddedPositions(*run->setup);
                return FurtherTerms{core::sinusoidTerms(of, *run->trace, control), of.origin};
            }));
        const core::ScoredPair pair = markedPair(data, *run);
        parts.push_back(derivedNeed(idOf(run, pair), [run, pair](const core::RunControl& control) {
            return core::movedScores(core::withAddedPositions(*run->setup), *run->trace, pair, control);
        }));
        parts.back().isPart = true;
    }
    needs.insert(needs.end(), parts.begin(), parts.end());
    return needs;
}

std::vector<Grid> termGrids(const FigureData& data, const RunPtr& run, int head)
{
    std::vector<Grid> grids(core::sinusoidTermNames.size());
    const core::TracePtr trace = termsOf(data, run);
    for (std::size_t term = 0; trace && term < grids.size(); ++term)
        grids[term] = hiddenWhere(
            headGrid(*trace, 0, core::sinusoidTermNames[term], head), headGrid(*run->trace, 0, "attn.scores", head));
    return grids;
}

const core::WeightsOrigin* originOfTerms(const FigureData& data, const RunPtr& run)
{
    const auto* const computed = hasOwnTerms(*run) ? nullptr : data.results.value<FurtherTerms>(idOf(run));
    return computed ? &computed->origin : nullptr;
}

QString whyNoTerms(const FigureData& data)
{
    if (data.side == Side::Delta && data.b)
        if (QString reason = whyNotRun(data, data.b); !reason.isEmpty())
            return reason;
    return whyNotRun(data, shownRun(data));
}

std::vector<core::DistanceSpread> spreadOf(const std::vector<Grid>& grids)
{
    const Grid& first = grids.front();
    std::vector<float> sum(std::size_t(first.size()), 0.F);
    for (const Grid& grid : grids)
        for (core::Index row = 0; row < first.rows; ++row)
            for (core::Index column = 0; column < first.columns; ++column)
                sum[std::size_t(row * first.columns + column)] += grid.at(row, column);
    return core::spreadByDistance(sum, first.rows);
}

double widestSpread(const std::vector<core::DistanceSpread>& spreads)
{
    double width = 0;
    for (const core::DistanceSpread& spread : spreads)
        width = std::max(width, spread.width());
    return width;
}

double deviationOfTerms(const std::vector<Grid>& grids)
{
    double largest = 0;
    for (core::Index row = 0; row < grids[4].rows; ++row)
        for (core::Index column = 0; column < grids[4].columns; ++column) {
            double sum = 0;
            for (std::size_t term = 0; term < 4; ++term)
                sum += double(grids[term].at(row, column));
            if (const double off = std::abs(sum - double(grids[4].at(row, column))); std::isfinite(off))
                largest = std::max(largest, off);
        }
    return largest;
}

} // namespace widgets
