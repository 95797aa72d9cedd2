#pragma once

// CircuitSteps: the circuits of a metric over all thresholds. A higher threshold keeps a part of what a lower one keeps, so that
// the edges are measured once and each says up to which threshold it is there.

#include "core/experiments/paths.h"

namespace core {

/// The circuit of one threshold: the edges whose `until` is that or more.
struct CircuitStep
{
    double threshold = 0;
    std::size_t edges = 0;
    double faithfulness = 0, completeness = 0; // as of Circuit
};

struct CircuitSteps
{
    Metric metric;
    double untouched = 0;
    double replaced = 0; // the metric with every edge exchanged
    std::vector<PathSender> senders;
    std::vector<PathReceiver> receivers; // the logits are the last
    std::vector<std::vector<std::size_t>> nodes; // of each receiver: the senders whose input it is; of the logits none
    std::vector<PathEdge> edges; // largest effect first
    std::vector<double> until; // of each edge: the largest threshold whose circuit has it
    std::vector<double> lives; // of each sender: the same; 0: it is in none
    std::vector<SenderEffects> effects; // of each sender; NaN: it is in none
    std::vector<CircuitStep> steps; // rising thresholds, each of another number of edges

    std::size_t bytes() const;
};

/// The smallest threshold that is measured, as a share of |untouched − replaced|.
inline constexpr double smallestShare = 0.005;

/// Up to some 40 steps, fewer of a deep model; every one where there are no more. Throws Error{BadInput} where the metric is the
/// same with every edge exchanged, so that nothing can be lost; Stopped.
CircuitSteps circuitSteps(const PathModel& model, const RunControl& control = {});

/// The place in `steps` of the circuit with the fewest edges that keeps this share of the metric, or the lowest step where none
/// does. REQUIRES: steps.
std::size_t fewestEdgesKeeping(const CircuitSteps& circuits, double faithfulness);

} // namespace core
