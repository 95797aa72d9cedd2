#include "core/analysis/score_by_distance.h"

#include <cmath>
#include <limits>

namespace core {

namespace {

/// Sums by distance of what is finite.
struct Sums
{
    std::vector<double> sums;
    std::vector<Index> counts;

    explicit Sums(Index distances)
        : sums(std::size_t(distances), 0.0)
        , counts(std::size_t(distances), 0)
    {
    }

    /// Of [head, query, key], queries from `first` on.
    void add(const Tensor& scores, Index first)
    {
        const Index queries = scores.dim(1), keys = scores.dim(2);
        for (Index head = 0; head < scores.dim(0); ++head)
            for (Index query = first; query < queries; ++query) {
                const float* const row = scores.data() + (head * queries + query) * keys;
                for (Index key = 0; key <= query; ++key)
                    if (std::isfinite(row[key])) {
                        sums[std::size_t(query - key)] += double(row[key]);
                        ++counts[std::size_t(query - key)];
                    }
            }
    }

    std::vector<double> means() const
    {
        std::vector<double> all;
        for (std::size_t distance = 0; distance < sums.size(); ++distance)
            all.push_back(counts[distance] > 0 ? sums[distance] / double(counts[distance]) : std::numeric_limits<double>::quiet_NaN());
        return all;
    }
};

} // namespace

ScoreByDistance scoreByDistance(const Setup& setup, std::span<const std::vector<TokenId>> rows, const RunControl& control)
{
    ScoreByDistance all{rowsRead(setup, rows), {}, {}};
    all.firstQuery = all.length * 3 / 4;
    Sums scores(all.length), weights(all.length);
    runRows(setup, rows, {"blocks.*.attn.scores", "blocks.*.attn.pattern"}, control,
        [&](const Trace& trace, const std::vector<TokenId>&) {
            for (Index layer = 0; layer < setup.config.layers(); ++layer) {
                if (const Tensor* const recorded = trace.find(blockName(layer, "attn.scores")))
                    scores.add(*recorded, all.firstQuery);
                if (const Tensor* const recorded = trace.find(blockName(layer, "attn.pattern")))
                    weights.add(*recorded, all.firstQuery);
            }
        });
    all.score = scores.means();
    all.weight = weights.means();
    return all;
}

} // namespace core
