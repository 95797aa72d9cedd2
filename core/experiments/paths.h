#pragma once

// Paths: a circuit as the edges whose exchange changes the metric by a threshold or more, found from the logits downwards, and
// how much of the metric it keeps. A circuit is one of several: others may keep as much.

#include "core/experiments/path_model.h"
#include "core/io/json.h"

#include <limits>

namespace core {

struct PathEdge
{
    std::size_t sender = 0, receiver = 0; // places in the lists of the model
    std::string from, to;                 // their ids
    double effect = 0;                    // what the metric loses without it
};

/// What the metric loses without a sender, whose mean or other text's part comes in its place.
struct SenderEffects
{
    double direct = std::numeric_limits<double>::quiet_NaN(); // in what the logits read, everything else untouched
    double total = std::numeric_limits<double>::quiet_NaN();  // everywhere, everything behind it computed anew
};

/// The circuit of one threshold.
struct PathShare
{
    double threshold = 0;
    std::size_t edges = 0;
    double faithfulness = 0;
};

struct Circuit
{
    Metric metric;
    double untouched = 0;
    double replaced = 0; // the metric with every edge exchanged
    double threshold = 0;
    std::vector<PathEdge> edges; // largest effect first
    std::vector<std::string> nodes; // "embed", heads, feed-forwards, "logits", in the order of computation
    std::vector<SenderEffects> effects; // of each node but the logits
    double metricOfCircuit = 0;
    double faithfulness = 0; // (metric of the circuit alone − replaced) / (untouched − replaced)
    double completeness = 0; // 1 − (metric of all other edges − replaced) / (untouched − replaced)
    std::vector<PathShare> thresholds; // some above this one, rising
};

/// The edges of this size or more into one receiver: a place in the list of the model. Throws Stopped.
std::vector<PathEdge> edgesInto(const PathModel& model, std::size_t receiver, double threshold);

/// The senders that reach a receiver: places in the list of the model.
std::vector<std::size_t> sendersInto(const PathModel& model, std::size_t receiver);

/// The effects of the edges of this size or more into every receiver that is reached: of the logits, and of each node that has
/// such an edge. In the order of receivers, from the logits downwards. Throws Stopped.
std::vector<PathEdge> measuredEdges(const PathModel& model, double threshold, const RunControl& control);

/// Both effects of each of these senders: places in the list of the model. Throws Stopped.
std::vector<SenderEffects> senderEffects(const PathModel& model, const std::vector<std::size_t>& senders);

/// The metric when these edges alone are kept, or all but these. Throws Stopped.
double metricOfEdges(const PathModel& model, const std::vector<PathEdge>& edges, bool areKept);

/// Edges into the logits first, then into every node that has an edge which is kept, and so on. Throws as PathModel does;
/// Error{Usage} for a threshold that is no positive number.
Circuit circuitOf(const PathModel& model, double threshold, const RunControl& control = {});

/// {"metric", "untouched", "replaced", "threshold", "nodes": [{"id", "layer", "head", "direct", "total"}], "edges": [{"from",
/// "to", "effect"}], "faithfulness", "completeness", "thresholds": [{"threshold", "edges", "faithfulness"}]}.
Json toJson(const Circuit& circuit);

} // namespace core
