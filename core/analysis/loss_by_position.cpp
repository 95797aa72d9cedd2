#include "core/analysis/loss_by_position.h"

#include "core/base/logit_distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

LossByPosition lossByPosition(const Setup& setup, std::span<const std::vector<TokenId>> rows, const RunControl& control)
{
    LossByPosition loss{rowsRead(setup, rows), {}};
    loss.mean.assign(std::size_t(loss.length), 0.0);
    runRows(setup, rows, {"logits"}, control, [&](const Trace& trace, const std::vector<TokenId>& row) {
        const Tensor& logits = trace.at("logits");
        for (Index at = 0; at < loss.length; ++at)
            loss.mean[std::size_t(at)]
                += surpriseOf({logits.row(at), std::size_t(logits.columns())}, row[std::size_t(at) + 1]) / double(loss.rows);
    });
    return loss;
}

double meanBetween(std::span<const double> numbers, Index first, Index last)
{
    if (first >= last || last > Index(numbers.size()))
        return std::numeric_limits<double>::quiet_NaN();
    double sum = 0;
    for (Index at = first; at < last; ++at)
        sum += numbers[std::size_t(at)];
    return sum / double(last - first);
}

std::vector<double> smoothed(std::span<const double> numbers, Index width)
{
    std::vector<double> means;
    const Index count = Index(numbers.size()), half = width / 2;
    for (Index at = 0; at < count; ++at) {
        const Index first = std::max<Index>(0, at - half), last = std::min(count, at + half + 1);
        double sum = 0;
        for (Index i = first; i < last; ++i)
            sum += numbers[std::size_t(i)];
        means.push_back(sum / double(last - first));
    }
    return means;
}

} // namespace core
