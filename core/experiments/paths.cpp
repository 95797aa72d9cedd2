#include "core/experiments/paths.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace core {

namespace {

constexpr std::size_t maxThresholds = 8; // of the curve

/// The edges of these that are on a way to the logits when only those of `threshold` or more are kept.
std::vector<PathEdge> connected(const PathModel& model, const std::vector<PathEdge>& edges, double threshold)
{
    std::set<std::size_t> live; // senders whose part is used
    std::vector<PathEdge> kept;
    for (std::size_t receiver = model.receivers().size(); receiver-- > 0;) {
        const std::vector<std::size_t> nodes = model.nodesOf(model.receivers()[receiver]);
        const bool isUsed = model.receivers()[receiver].input == PathInput::Logits
            || std::any_of(nodes.begin(), nodes.end(), [&](std::size_t node) { return live.contains(node); });
        if (!isUsed)
            continue;
        for (const PathEdge& edge : edges)
            if (edge.receiver == receiver && std::abs(edge.effect) >= threshold) {
                kept.push_back(edge);
                live.insert(edge.sender);
            }
    }
    return kept;
}

/// The senders of these edges and the logits, and the effects of the senders.
void addNodes(Circuit& circuit, const PathModel& model)
{
    std::set<std::size_t> used;
    for (const PathEdge& edge : circuit.edges)
        used.insert(edge.sender);
    for (const std::size_t sender : used)
        circuit.nodes.push_back(model.senders()[sender].id);
    circuit.nodes.emplace_back("logits");
    circuit.effects = senderEffects(model, {used.begin(), used.end()});
}

/// Thresholds between this one and the largest effect, each of another number of edges.
std::vector<double> thresholdsOf(const std::vector<PathEdge>& edges, double threshold)
{
    std::vector<double> sizes;
    for (const PathEdge& edge : edges)
        sizes.push_back(std::abs(edge.effect));
    std::sort(sizes.begin(), sizes.end());
    std::vector<double> thresholds{threshold};
    for (std::size_t i = 1; i < maxThresholds && !sizes.empty(); ++i)
        if (const double next = sizes[sizes.size() * i / maxThresholds]; next > thresholds.back())
            thresholds.push_back(next);
    return thresholds;
}

Json numberJson(double value) { return std::isfinite(value) ? Json(value) : Json(); }

} // namespace

std::vector<std::size_t> sendersInto(const PathModel& model, std::size_t receiver)
{
    std::vector<std::size_t> senders;
    for (std::size_t sender = 0; sender < model.senders().size(); ++sender)
        if (model.reaches(model.senders()[sender], model.receivers()[receiver]))
            senders.push_back(sender);
    return senders;
}

std::vector<PathEdge> edgesInto(const PathModel& model, std::size_t receiver, double threshold)
{
    const PathReceiver& to = model.receivers()[receiver];
    const std::vector<std::size_t> senders = sendersInto(model, receiver);
    const std::vector<double> effects = model.effects(senders, to);
    std::vector<PathEdge> edges;
    for (std::size_t i = 0; i < senders.size(); ++i)
        if (std::abs(effects[i]) >= threshold)
            edges.push_back({senders[i], receiver, model.senders()[senders[i]].id, to.id, effects[i]});
    return edges;
}

std::vector<PathEdge> measuredEdges(const PathModel& model, double threshold, const RunControl& control)
{
    std::set<std::size_t> live;
    std::vector<PathEdge> edges;
    const std::size_t receivers = model.receivers().size();
    for (std::size_t receiver = receivers; receiver-- > 0;) {
        control.check();
        control.progress(double(receivers - 1 - receiver) / double(receivers), "paths");
        const PathReceiver& to = model.receivers()[receiver];
        const std::vector<std::size_t> nodes = model.nodesOf(to);
        if (to.input != PathInput::Logits
            && std::none_of(nodes.begin(), nodes.end(), [&](std::size_t node) { return live.contains(node); }))
            continue;
        for (PathEdge& edge : edgesInto(model, receiver, threshold)) {
            live.insert(edge.sender);
            edges.push_back(std::move(edge));
        }
    }
    return edges;
}

std::vector<SenderEffects> senderEffects(const PathModel& model, const std::vector<std::size_t>& senders)
{
    const std::vector<double> direct = model.effects(senders, model.receivers().back()), total = model.totalEffects(senders);
    std::vector<SenderEffects> effects;
    for (std::size_t i = 0; i < senders.size(); ++i)
        effects.push_back({direct[i], total[i]});
    return effects;
}

double metricOfEdges(const PathModel& model, const std::vector<PathEdge>& edges, bool areKept)
{
    std::set<std::pair<std::size_t, std::size_t>> all;
    for (const PathEdge& edge : edges)
        all.emplace(edge.sender, edge.receiver);
    return model.metricOf([&](std::size_t sender, std::size_t receiver) { return all.contains({sender, receiver}) == areKept; });
}

Circuit circuitOf(const PathModel& model, double threshold, const RunControl& control)
{
    if (!(threshold > 0) || !std::isfinite(threshold))
        throw Error({ErrorKind::Usage, "", "--threshold", CUTAWAY_TR("not a number in the legal range"), "> 0",
            std::to_string(threshold)});
    Circuit circuit;
    circuit.metric = model.metric();
    circuit.untouched = model.untouched();
    circuit.threshold = threshold;
    circuit.edges = connected(model, measuredEdges(model, threshold, control), threshold);
    circuit.replaced = metricOfEdges(model, {}, true);
    const auto share = [&](double metric) { return (metric - circuit.replaced) / (circuit.untouched - circuit.replaced); };
    circuit.metricOfCircuit = metricOfEdges(model, circuit.edges, true);
    circuit.faithfulness = share(circuit.metricOfCircuit);
    circuit.completeness = 1 - share(metricOfEdges(model, circuit.edges, false));
    for (const double higher : thresholdsOf(circuit.edges, threshold)) {
        const std::vector<PathEdge> kept = connected(model, circuit.edges, higher);
        circuit.thresholds.push_back({higher, kept.size(), share(metricOfEdges(model, kept, true))});
    }
    addNodes(circuit, model);
    std::stable_sort(circuit.edges.begin(), circuit.edges.end(),
        [](const PathEdge& a, const PathEdge& b) { return std::abs(a.effect) > std::abs(b.effect); });
    return circuit;
}

Json toJson(const Circuit& circuit)
{
    Json json = {{"metric", circuit.metric.text}, {"untouched", numberJson(circuit.untouched)},
        {"replaced", numberJson(circuit.replaced)}, {"threshold", circuit.threshold}, {"nodes", Json::array()},
        {"edges", Json::array()}, {"faithfulness", numberJson(circuit.faithfulness)},
        {"completeness", numberJson(circuit.completeness)}, {"thresholds", Json::array()}};
    for (std::size_t i = 0; i < circuit.nodes.size(); ++i) {
        const std::string& node = circuit.nodes[i];
        Json one = {{"id", node}};
        if (const NameParts parts = partsOfName(node); parts.layer >= 0)
            one["layer"] = parts.layer;
        if (const std::optional<NamePattern> pattern = parseNamePattern(node); pattern && !pattern->heads.empty())
            one["head"] = pattern->heads.front();
        if (i < circuit.effects.size()) {
            one["direct"] = numberJson(circuit.effects[i].direct);
            one["total"] = numberJson(circuit.effects[i].total);
        }
        json["nodes"].push_back(std::move(one));
    }
    for (const PathEdge& edge : circuit.edges)
        json["edges"].push_back({{"from", edge.from}, {"to", edge.to}, {"effect", numberJson(edge.effect)}});
    for (const PathShare& share : circuit.thresholds)
        json["thresholds"].push_back(
            {{"threshold", share.threshold}, {"edges", share.edges}, {"faithfulness", numberJson(share.faithfulness)}});
    return json;
}

} // namespace core
