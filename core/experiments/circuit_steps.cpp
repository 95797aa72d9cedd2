#include "core/experiments/circuit_steps.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr std::size_t maxSteps = 40, minSteps = 8, stepsTimesLayers = 240;

/// `until` and `lives`, from the logits downwards: an edge is there as long as it is large enough and what it enters is there.
void findLives(CircuitSteps& circuits)
{
    circuits.until.assign(circuits.edges.size(), 0);
    circuits.lives.assign(circuits.senders.size(), 0);
    for (std::size_t receiver = circuits.receivers.size(); receiver-- > 0;) {
        const bool isEnd = circuits.receivers[receiver].input == PathInput::Logits;
        double entered = isEnd ? std::numeric_limits<double>::infinity() : 0;
        for (const std::size_t node : circuits.nodes[receiver])
            entered = std::max(entered, circuits.lives[node]);
        for (std::size_t i = 0; i < circuits.edges.size(); ++i)
            if (const PathEdge& edge = circuits.edges[i]; edge.receiver == receiver) {
                circuits.until[i] = std::min(std::abs(edge.effect), entered);
                circuits.lives[edge.sender] = std::max(circuits.lives[edge.sender], circuits.until[i]);
            }
    }
}

/// Of the senders that are in any circuit.
void measureEffects(CircuitSteps& circuits, const PathModel& model)
{
    std::vector<std::size_t> live;
    for (std::size_t sender = 0; sender < circuits.senders.size(); ++sender)
        if (circuits.lives[sender] > 0)
            live.push_back(sender);
    circuits.effects.resize(circuits.senders.size());
    const std::vector<SenderEffects> measured = senderEffects(model, live);
    for (std::size_t i = 0; i < live.size(); ++i)
        circuits.effects[live[i]] = measured[i];
}

/// Rising thresholds, each of another number of edges, and each by about the same factor above the one before.
std::vector<double> thresholdsOf(const std::vector<double>& until, std::size_t most)
{
    std::vector<double> sizes = until;
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    sizes.erase(sizes.begin(), std::upper_bound(sizes.begin(), sizes.end(), 0.));
    if (sizes.size() <= most)
        return sizes;
    std::vector<double> thresholds;
    for (std::size_t i = 0; i < most; ++i) {
        const double near = sizes.front() * std::pow(sizes.back() / sizes.front(), double(i) / double(most - 1));
        const auto next = std::lower_bound(sizes.begin(), sizes.end(), near * (1 - 1e-9));
        if (next != sizes.end() && (thresholds.empty() || *next > thresholds.back()))
            thresholds.push_back(*next);
    }
    return thresholds;
}

} // namespace

std::size_t CircuitSteps::bytes() const
{
    std::size_t all = steps.size() * sizeof(CircuitStep) + edges.size() * (sizeof(PathEdge) + sizeof(double));
    for (const PathEdge& edge : edges)
        all += edge.from.capacity() + edge.to.capacity();
    return all + senders.size() * (sizeof(PathSender) + sizeof(double) + sizeof(SenderEffects))
        + receivers.size() * sizeof(PathReceiver);
}

CircuitSteps circuitSteps(const PathModel& model, const RunControl& control)
{
    CircuitSteps circuits;
    circuits.metric = model.metric();
    circuits.untouched = model.untouched();
    circuits.replaced = metricOfEdges(model, {}, true);
    const double all = circuits.untouched - circuits.replaced;
    if (!std::isfinite(all) || std::abs(all) < 1e-6)
        throw Error({ErrorKind::BadInput, "", circuits.metric.text,
            CUTAWAY_TR("the metric is the same with every path exchanged: there is nothing to find"), "",
            std::to_string(circuits.untouched)});
    circuits.senders = model.senders();
    circuits.receivers = model.receivers();
    for (const PathReceiver& receiver : circuits.receivers)
        circuits.nodes.push_back(model.nodesOf(receiver));
    circuits.edges = measuredEdges(model, smallestShare * std::abs(all), control);
    std::stable_sort(circuits.edges.begin(), circuits.edges.end(),
        [](const PathEdge& a, const PathEdge& b) { return std::abs(a.effect) > std::abs(b.effect); });
    findLives(circuits);
    measureEffects(circuits, model);
    const std::size_t layers = std::size_t(std::max<Index>(1, circuits.receivers.back().layer));
    const std::vector<double> thresholds
        = thresholdsOf(circuits.until, std::clamp(stepsTimesLayers / layers, minSteps, maxSteps));
    for (const double threshold : thresholds) {
        control.check();
        control.progress(double(circuits.steps.size()) / double(thresholds.size()), "paths");
        std::vector<PathEdge> kept;
        for (std::size_t i = 0; i < circuits.edges.size(); ++i)
            if (circuits.until[i] >= threshold)
                kept.push_back(circuits.edges[i]);
        circuits.steps.push_back({threshold, kept.size(), (metricOfEdges(model, kept, true) - circuits.replaced) / all,
            1 - (metricOfEdges(model, kept, false) - circuits.replaced) / all});
    }
    return circuits;
}

std::size_t fewestEdgesKeeping(const CircuitSteps& circuits, double faithfulness)
{
    for (std::size_t step = circuits.steps.size(); step-- > 0;)
        if (circuits.steps[step].faithfulness >= faithfulness)
            return step;
    return 0;
}

} // namespace core
