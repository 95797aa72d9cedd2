#pragma once

// CircuitSteps: the circuits of a metric over all thresholds. A higher threshold keeps a part of what a lower one keeps, so that
// the edges are measured once and each says up to which threshold it is there. They are measured in parts, so that a circuit is
// there before all of its numbers are: the edges from the logits downwards, what each sender does, then one circuit after the
// other from the highest threshold.

#include "core/experiments/paths.h"

#include <limits>

namespace core {

/// The circuit of one threshold: the edges whose `until` is that or more.
struct CircuitStep
{
    double threshold = 0;
    std::size_t edges = 0;
    double faithfulness = std::numeric_limits<double>::quiet_NaN(), completeness = faithfulness; // as of Circuit; NaN: not yet
};

struct CircuitSteps
{
    Metric metric;
    double untouched = 0;
    double replaced = 0; // the metric with every edge exchanged
    std::size_t heads = 0; // of the model: senders may be fewer of them
    std::vector<PathSender> senders;
    std::vector<PathReceiver> receivers; // the logits are the last
    std::vector<std::vector<std::size_t>> nodes; // of each receiver: the senders whose input it is; of the logits none
    std::vector<PathEdge> edges; // largest effect first
    std::vector<double> until; // of each edge: the largest threshold whose circuit has it
    std::vector<double> lives; // of each sender: the same; 0: it is in none
    std::vector<SenderEffects> effects; // of each sender; NaN: it is in none, or not yet measured
    std::vector<CircuitStep> steps; // one or more, rising thresholds, each of another number of edges

    std::size_t receiversLeft = 0; // the first of the list, whose edges are not yet measured
    std::size_t stepsLeft = 0; // the first of the list, of the edges that there are
    bool hasEffects = false;
    std::size_t runs = 0, allRuns = 0; // that are measured, or of no use, and how many there are

    bool isComplete() const { return receiversLeft == 0 && stepsLeft == 0 && hasEffects; }
    std::size_t bytes() const;
};

/// The smallest threshold that is measured, as a share of |untouched − replaced|.
inline constexpr double smallestShare = 0.005;

/// Nothing measured but untouched and replaced. Throws Error{BadInput} where the metric is the same with every edge exchanged, so
/// that nothing can be lost; Stopped.
CircuitSteps beginCircuits(const PathModel& model);

/// The same with the next part measured. Throws Stopped. REQUIRES: it is not complete.
CircuitSteps withNextPart(CircuitSteps circuits, const PathModel& model);

/// All parts: up to some 40 steps, fewer of a deep model; every one where there are no more. Throws what beginCircuits() throws.
CircuitSteps circuitSteps(const PathModel& model, const RunControl& control = {});

/// The place in `steps` of the circuit with the fewest edges that keeps this share of the metric; where none does the lowest step
/// that is measured; where none is measured the lowest of few edges.
std::size_t fewestEdgesKeeping(const CircuitSteps& circuits, double faithfulness);

/// The circuit of a step, as circuitOf() has it: its edges, its nodes with their effects, and the thresholds from its own on that
/// are measured.
Circuit circuitAt(const CircuitSteps& circuits, std::size_t step);

} // namespace core
