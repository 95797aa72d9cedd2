#include "core/analysis/run_change.h"

#include "core/analysis/comparison.h"
#include "core/analysis/logit_lens.h"
#include "core/analysis/top_k.h"
#include "core/base/engine_use.h"
#include "core/base/logit_distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr double roundingOfSums = 1e-6; // of float32 in another order

bool isSame(const TraceEntry& a, const TraceEntry& b)
{
    if (a.tensor.shape() != b.tensor.shape() || a.heads != b.heads)
        return false;
    const std::span<const float> x = a.tensor.values(), y = b.tensor.values();
    const bool hasSameCells = std::equal(
        x.begin(), x.end(), y.begin(), [](float one, float other) { return std::isfinite(one) == std::isfinite(other); });
    const double relative = relativeDifference(a.tensor, b.tensor);
    const bool isEmpty = std::none_of(x.begin(), x.end(), [](float one) { return std::isfinite(one); });
    return hasSameCells && (isEmpty || relative <= roundingOfSums);
}

} // namespace

bool readTheSame(const Trace& a, const Trace& b)
{
    const auto stream = [](const Trace& trace) -> const std::vector<TokenId>& {
        return trace.decoderIds.empty() ? trace.ids : trace.decoderIds;
    };
    const bool haveSources = !a.decoderIds.empty() && !b.decoderIds.empty();
    return stream(a) == stream(b) && (!haveSources || a.ids == b.ids);
}

RunChange runChangeOf(const Trace& a, const Trace& b, const RunControl& control)
{
    countEngineUse();
    RunChange change;
    for (const TraceEntry& entry : b.entries()) {
        control.check();
        const TraceEntry* const before = a.findEntry(entry.name());
        if (before && isSame(*before, entry))
            continue;
        change.first = entry.name();
        change.isNew = !before;
        break;
    }
    const auto lastOf
        = [](const Trace& trace) { return Index(trace.decoderIds.empty() ? trace.ids.size() : trace.decoderIds.size()) - 1; };
    const std::span<const float> p = logitsAfter(a, lastOf(a)), q = logitsAfter(b, lastOf(b));
    change.hasDistribution = !p.empty() && p.size() == q.size() && readTheSame(a, b);
    if (!change.hasDistribution)
        return change;
    change.divergence = divergenceOfLogits(p, q);
    const TokenProbability bestA = topK(p, 1).front(), bestB = topK(q, 1).front();
    change.tokenA = bestA.id;
    change.tokenB = bestB.id;
    change.probabilityA = bestA.probability;
    change.probabilityB = bestB.probability;
    return change;
}

} // namespace core
