#include "core/analysis/divergence.h"

#include "core/analysis/comparison.h"
#include "core/base/engine_use.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

constexpr double rounding = 1e-6;

bool haveOtherCells(const TraceEntry& a, const TraceEntry& b)
{
    if (a.tensor.shape() != b.tensor.shape() || a.heads != b.heads)
        return true;
    const std::span<const float> x = a.tensor.values(), y = b.tensor.values();
    return !std::equal(
        x.begin(), x.end(), y.begin(), [](float one, float other) { return std::isfinite(one) == std::isfinite(other); });
}

} // namespace

bool TensorDivergence::differs() const { return hasOtherCells || !(relative <= rounding); }

std::size_t RunDivergence::bytes() const
{
    std::size_t all = tensors.size() * sizeof(TensorDivergence);
    for (const TensorDivergence& one : tensors)
        all += one.name.size();
    return all;
}

RunDivergence divergenceOf(const Trace& a, const Trace& b, const RunControl& control)
{
    countEngineUse();
    RunDivergence all;
    for (const TraceEntry& entry : a.entries()) {
        control.check();
        const TraceEntry* const other = b.findEntry(entry.name());
        if (!other) {
            all.onlyA.push_back(entry.name());
            continue;
        }
        const NameParts parts = partsOfName(entry.name());
        TensorDivergence one{entry.name(), parts.layer, parts.isOfEncoder};
        one.hasOtherCells = haveOtherCells(entry, *other);
        one.relative = entry.heads == other->heads ? relativeDifference(entry.tensor, other->tensor) : std::nan("");
        if (all.first < 0 && one.differs())
            all.first = Index(all.tensors.size());
        all.tensors.push_back(std::move(one));
    }
    for (const TraceEntry& entry : b.entries())
        if (!a.findEntry(entry.name()))
            all.onlyB.push_back(entry.name());
    return all;
}

} // namespace core
