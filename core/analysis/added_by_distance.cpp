#include "core/analysis/added_by_distance.h"

#include "core/analysis/distance_penalty.h"
#include "core/analysis/position_table.h"

namespace core {

namespace {

std::vector<double> meansOf(const std::vector<DistanceSpread>& spread)
{
    std::vector<double> means;
    for (const DistanceSpread& at : spread)
        means.push_back(at.mean);
    return means;
}

/// A line for each head of [head, query, key].
std::vector<std::vector<double>> linesOf(const Tensor& scores)
{
    const Index size = scores.dim(1) * scores.dim(2);
    std::vector<std::vector<double>> lines;
    for (Index head = 0; head < scores.dim(0); ++head)
        lines.push_back(meansOf(spreadByDistance({scores.data() + head * size, std::size_t(size)}, scores.dim(1))));
    return lines;
}

} // namespace

std::size_t AddedByDistance::bytes() const
{
    std::size_t sum = 0;
    for (const std::vector<double>& line : lines)
        sum += line.size() * sizeof(double);
    return sum;
}

AddedByDistance addedByDistance(const Setup& setup, const std::vector<TokenId>& row, Index layer, const RunControl& control)
{
    AddedByDistance added{.lines = {}, .trained = setup.config.context};
    if (const PositionTable table = positionTable(setup, nullptr, Index(row.size()), control); !table.byDistance.empty()) {
        added.what = AddedByDistance::What::Products;
        added.lines.push_back(meansOf(table.byDistance));
        return added;
    }
    std::vector<TokenId> ids(row);
    ids.push_back(row.back()); // the rows of runRows() end with an id that follows
    const std::string bias = blockName(layer, "attn.bias"), scores = blockName(layer, "attn.scores"),
                      turned = blockName(layer, "attn.rot_q");
    runRows(setup, {&ids, 1}, {blockName(layer, "attn.*")}, control, // of which a model has some
        [&](const Trace& trace, const std::vector<TokenId>&) {
            const Tensor* const recorded = trace.find(bias);
            const bool isTurned = trace.find(turned);
            if (!recorded && !isTurned)
                return;
            added.what = recorded ? AddedByDistance::What::Bias : AddedByDistance::What::Score;
            added.lines = linesOf(recorded ? *recorded : trace.at(scores));
        });
    return added;
}

} // namespace core
