#include "core/experiments/circuit_steps.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace core {

namespace {

constexpr std::size_t maxSteps = 40, minSteps = 8, stepsTimesLayers = 240;
constexpr std::size_t fewEdges = 60; // as many as can be told apart while there is no other measure of a circuit
constexpr std::size_t runsOfStep = 2; // the circuit alone, and everything else

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

/// A threshold above `below` and up to `size`, in as few digits as that takes: as it is said, it gives the same circuit again.
double shortThreshold(double below, double size)
{
    for (int digits = 2; digits < 17; ++digits) {
        const double unit = std::pow(10., std::floor(std::log10(size)) - digits + 1);
        char text[32];
        std::snprintf(text, sizeof text, "%.*e", digits - 1, std::floor(size / unit) * unit);
        if (const double rounded = std::atof(text); rounded > below && rounded <= size)
            return rounded;
    }
    return size;
}

/// Rising thresholds, each of another number of edges, and each by about the same factor above the one before.
std::vector<double> thresholdsOf(const std::vector<double>& until, std::size_t most)
{
    std::vector<double> sizes = until;
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    sizes.erase(sizes.begin(), std::upper_bound(sizes.begin(), sizes.end(), 0.));
    const auto shortened = [&](std::vector<double> thresholds) {
        for (double& threshold : thresholds) {
            const auto at = std::lower_bound(sizes.begin(), sizes.end(), threshold);
            threshold = shortThreshold(at == sizes.begin() ? 0 : *(at - 1), threshold);
        }
        return thresholds;
    };
    if (sizes.size() <= most)
        return shortened(sizes);
    std::vector<double> thresholds;
    for (std::size_t i = 0; i < most; ++i) {
        const double near = sizes.front() * std::pow(sizes.back() / sizes.front(), double(i) / double(most - 1));
        const auto next = std::lower_bound(sizes.begin(), sizes.end(), near * (1 - 1e-9));
        if (next != sizes.end() && (thresholds.empty() || *next > thresholds.back()))
            thresholds.push_back(*next);
    }
    return shortened(thresholds);
}

std::size_t layersOf(const CircuitSteps& circuits) { return std::size_t(std::max<Index>(1, circuits.receivers.back().layer)); }

std::size_t mostSteps(const CircuitSteps& circuits)
{
    return std::clamp(stepsTimesLayers / layersOf(circuits), minSteps, maxSteps);
}

/// A part takes long enough to be worth a picture: runs of a deep model begin far above its first layer.
std::size_t runsOfPart(const CircuitSteps& circuits) { return std::max<std::size_t>(100, 20 * layersOf(circuits)); }

/// A circuit by itself takes a pass for each kind of input of each layer.
std::size_t stepsOfPart(const CircuitSteps& circuits) { return std::max<std::size_t>(1, 16 / layersOf(circuits)); }

/// The circuits of the edges that are there, not yet measured.
void findSteps(CircuitSteps& circuits)
{
    circuits.steps.clear();
    for (const double threshold : thresholdsOf(circuits.until, mostSteps(circuits)))
        circuits.steps.push_back(
            {threshold, std::size_t(std::ranges::count_if(circuits.until, [&](double until) { return until >= threshold; }))});
    if (circuits.steps.empty()) // no edge is large enough
        circuits.steps.push_back({smallestShare * std::abs(circuits.untouched - circuits.replaced), 0});
    circuits.stepsLeft = circuits.steps.size();
}

/// The edges into the next receivers that are used, from the logits downwards.
void measureEdges(CircuitSteps& circuits, const PathModel& model)
{
    const double threshold = smallestShare * std::abs(circuits.untouched - circuits.replaced);
    std::set<std::size_t> live;
    for (const PathEdge& edge : circuits.edges)
        live.insert(edge.sender);
    for (std::size_t measured = 0; circuits.receiversLeft > 0 && measured < runsOfPart(circuits);) {
        const std::size_t receiver = --circuits.receiversLeft, runs = sendersInto(model, receiver).size();
        circuits.runs += runs;
        if (circuits.receivers[receiver].input != PathInput::Logits
            && std::ranges::none_of(circuits.nodes[receiver], [&](std::size_t node) { return live.contains(node); }))
            continue;
        for (PathEdge& edge : edgesInto(model, receiver, threshold)) {
            live.insert(edge.sender);
            circuits.edges.push_back(std::move(edge));
        }
        measured += runs;
    }
    std::stable_sort(circuits.edges.begin(), circuits.edges.end(),
        [](const PathEdge& a, const PathEdge& b) { return std::abs(a.effect) > std::abs(b.effect); });
    findLives(circuits);
    findSteps(circuits);
}

/// Of the senders that are in any circuit.
void measureEffects(CircuitSteps& circuits, const PathModel& model)
{
    std::vector<std::size_t> live;
    for (std::size_t sender = 0; sender < circuits.senders.size(); ++sender)
        if (circuits.lives[sender] > 0)
            live.push_back(sender);
    const std::vector<SenderEffects> measured = senderEffects(model, live);
    for (std::size_t i = 0; i < live.size(); ++i)
        circuits.effects[live[i]] = measured[i];
    circuits.hasEffects = true;
    circuits.runs += 2 * circuits.senders.size();
    circuits.allRuns -= runsOfStep * (mostSteps(circuits) - circuits.steps.size());
}

/// The highest circuit that is not yet measured.
void measureStep(CircuitSteps& circuits, const PathModel& model)
{
    CircuitStep& step = circuits.steps[--circuits.stepsLeft];
    std::vector<PathEdge> kept;
    for (std::size_t i = 0; i < circuits.edges.size(); ++i)
        if (circuits.until[i] >= step.threshold)
            kept.push_back(circuits.edges[i]);
    const double all = circuits.untouched - circuits.replaced;
    step.faithfulness = (metricOfEdges(model, kept, true) - circuits.replaced) / all;
    step.completeness = 1 - (metricOfEdges(model, kept, false) - circuits.replaced) / all;
    circuits.runs += runsOfStep;
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

CircuitSteps beginCircuits(const PathModel& model)
{
    CircuitSteps circuits;
    circuits.metric = model.metric();
    circuits.untouched = model.untouched();
    circuits.replaced = metricOfEdges(model, {}, true);
    const double all = circuits.untouched - circuits.replaced;
    if (!std::isfinite(all) || std::abs(all) < 1e-6)
        throw Error({ErrorKind::BadInput, "", circuits.metric.text,
            CUTAWAY_TR("the metric is the same with every path exchanged: choose another metric or text"), "",
            std::to_string(circuits.untouched)});
    circuits.heads = model.heads();
    circuits.senders = model.senders();
    circuits.receivers = model.receivers();
    circuits.receiversLeft = circuits.receivers.size();
    circuits.effects.resize(circuits.senders.size());
    circuits.lives.assign(circuits.senders.size(), 0);
    circuits.allRuns = 2 * circuits.senders.size() + runsOfStep * mostSteps(circuits);
    for (std::size_t receiver = 0; receiver < circuits.receivers.size(); ++receiver) {
        circuits.nodes.push_back(model.nodesOf(circuits.receivers[receiver]));
        circuits.allRuns += sendersInto(model, receiver).size();
    }
    findSteps(circuits);
    return circuits;
}

CircuitSteps withNextPart(CircuitSteps circuits, const PathModel& model)
{
    if (circuits.receiversLeft > 0)
        measureEdges(circuits, model);
    else if (!circuits.hasEffects)
        measureEffects(circuits, model);
    else
        for (std::size_t i = stepsOfPart(circuits); i > 0 && circuits.stepsLeft > 0; --i)
            measureStep(circuits, model);
    return circuits;
}

CircuitSteps circuitSteps(const PathModel& model, const RunControl& control)
{
    CircuitSteps circuits = beginCircuits(model);
    while (!circuits.isComplete()) {
        control.check();
        control.progress(double(circuits.runs) / double(circuits.allRuns), "paths");
        circuits = withNextPart(std::move(circuits), model);
    }
    return circuits;
}

std::size_t fewestEdgesKeeping(const CircuitSteps& circuits, double faithfulness)
{
    const std::vector<CircuitStep>& steps = circuits.steps;
    std::size_t lowest = steps.size(); // that is measured
    for (std::size_t step = steps.size(); step-- > 0;) {
        if (steps[step].faithfulness >= faithfulness)
            return step;
        if (!std::isnan(steps[step].faithfulness))
            lowest = step;
    }
    if (lowest < steps.size())
        return lowest;
    const auto few = std::ranges::find_if(steps, [](const CircuitStep& step) { return step.edges <= fewEdges; });
    return std::min(steps.size() - 1, std::size_t(few - steps.begin()));
}

Circuit circuitAt(const CircuitSteps& circuits, std::size_t step)
{
    const CircuitStep& shown = circuits.steps[step];
    Circuit circuit;
    circuit.metric = circuits.metric;
    circuit.untouched = circuits.untouched;
    circuit.replaced = circuits.replaced;
    circuit.threshold = shown.threshold;
    circuit.metricOfCircuit = circuits.replaced + shown.faithfulness * (circuits.untouched - circuits.replaced);
    circuit.faithfulness = shown.faithfulness;
    circuit.completeness = shown.completeness;
    for (std::size_t i = 0; i < circuits.edges.size(); ++i)
        if (circuits.until[i] >= shown.threshold)
            circuit.edges.push_back(circuits.edges[i]);
    for (std::size_t sender = 0; sender < circuits.senders.size(); ++sender)
        if (circuits.lives[sender] >= shown.threshold) {
            circuit.nodes.push_back(circuits.senders[sender].id);
            circuit.effects.push_back(circuits.hasEffects ? circuits.effects[sender] : SenderEffects());
        }
    circuit.nodes.emplace_back("logits");
    for (std::size_t i = std::max(step, circuits.stepsLeft); i < circuits.steps.size(); ++i)
        circuit.thresholds.push_back({circuits.steps[i].threshold, circuits.steps[i].edges, circuits.steps[i].faithfulness});
    return circuit;
}

} // namespace core
