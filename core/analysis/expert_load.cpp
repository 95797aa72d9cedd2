#include "core/analysis/expert_load.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace core {

namespace {

constexpr double notKnown = std::numeric_limits<double>::quiet_NaN();

bool isDropped(const Tensor* dropped, Index i) { return dropped && dropped->data()[i] != 0.f; }

} // namespace

std::vector<double> expertLoad(const Tensor& gates, const Tensor* dropped)
{
    const Index experts = gates.columns();
    std::vector<double> load(static_cast<std::size_t>(experts), 0.0);
    for (Index i = 0; i < gates.size(); ++i)
        if (gates.data()[i] != 0.f || isDropped(dropped, i))
            load[std::size_t(i % experts)] += 1.0 / double(gates.rows());
    return load;
}

std::vector<double> expertProbability(const Tensor& probs)
{
    const Index experts = probs.columns();
    std::vector<double> mean(static_cast<std::size_t>(experts), 0.0);
    for (Index t = 0; t < probs.rows(); ++t) {
        const double sum = std::accumulate(probs.row(t), probs.row(t) + experts, 0.0);
        for (Index e = 0; e < experts; ++e)
            mean[std::size_t(e)] += sum > 0 ? double(probs.row(t)[e]) / sum / double(probs.rows()) : 0.0;
    }
    return mean;
}

double loadBalancingLoss(std::span<const double> load, std::span<const double> probability)
{
    return double(load.size()) * std::inner_product(load.begin(), load.end(), probability.begin(), 0.0);
}

double routerZLoss(const Tensor& logits)
{
    double loss = 0;
    for (Index t = 0; t < logits.rows(); ++t) {
        const float* row = logits.row(t);
        const double largest = double(*std::max_element(row, row + logits.columns()));
        double sum = 0;
        for (Index e = 0; e < logits.columns(); ++e)
            sum += std::exp(double(row[e]) - largest);
        loss += std::pow(largest + std::log(sum), 2) / double(logits.rows());
    }
    return loss;
}

double droppedShare(const Tensor& gates, const Tensor& dropped)
{
    Index lost = 0, kept = 0;
    for (Index i = 0; i < gates.size(); ++i) {
        lost += isDropped(&dropped, i);
        kept += !isDropped(&dropped, i) && gates.data()[i] != 0.f;
    }
    return lost == 0 ? 0.0 : double(lost) / double(lost + kept);
}

LoadBalance balanceOf(std::span<const double> load)
{
    const double sum = std::accumulate(load.begin(), load.end(), 0.0);
    if (!(sum > 0))
        return {notKnown, notKnown, notKnown, notKnown, notKnown};
    const double mean = sum / double(load.size());
    LoadBalance balance;
    double squares = 0;
    for (const double share : load) {
        squares += (share - mean) * (share - mean);
        if (share > 0)
            balance.entropy -= share / sum * std::log(share / sum);
    }
    balance.variation = std::sqrt(squares / double(load.size())) / mean;
    balance.evenEntropy = std::log(double(load.size()));
    const auto [least, largest] = std::minmax_element(load.begin(), load.end());
    balance.largestOverFair = *largest / mean;
    balance.minOverFair = *least / mean;
    return balance;
}

std::vector<RouterReport> routerReports(const Trace& trace)
{
    static constexpr std::string_view ending = ".gates";
    std::vector<RouterReport> reports;
    for (const TraceEntry& entry : trace.entries()) {
        const Tensor& gates = entry.tensor;
        if (!gates.name().ends_with(".mlp.gates"))
            continue;
        RouterReport report;
        report.scope = gates.name().substr(0, gates.name().size() - ending.size());
        const Tensor* probs = trace.find(report.scope + ".router_probs");
        if (!probs || probs->shape() != gates.shape())
            continue;
        const Tensor* logits = trace.find(report.scope + ".router_logits");
        const Tensor* dropped = trace.find(report.scope + ".dropped");
        if (dropped && dropped->shape() != gates.shape())
            dropped = nullptr;
        report.tokens = gates.rows();
        report.load = expertLoad(gates, dropped);
        report.probability = expertProbability(*probs);
        report.balanceLoss = loadBalancingLoss(report.load, report.probability);
        report.zLoss = logits ? routerZLoss(*logits) : notKnown;
        report.droppedShare = dropped ? droppedShare(gates, *dropped) : 0.0;
        reports.push_back(std::move(report));
    }
    return reports;
}

double loadBalancingLoss(std::span<const RouterReport> routers)
{
    if (routers.empty())
        return notKnown;
    const std::size_t experts = routers.front().load.size();
    std::vector<double> load(experts, 0.0), probability(experts, 0.0);
    double tokens = 0;
    for (const RouterReport& router : routers)
        tokens += double(router.tokens);
    for (const RouterReport& router : routers) {
        if (router.load.size() != experts)
            return notKnown;
        for (std::size_t e = 0; e < experts; ++e) {
            load[e] += router.load[e] * double(router.tokens) / tokens;
            probability[e] += router.probability[e] * double(router.tokens) / tokens;
        }
    }
    return loadBalancingLoss(load, probability);
}

} // namespace core
