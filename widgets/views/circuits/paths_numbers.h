#pragma once

// What the figure of paths needs: the circuits of a metric over all thresholds, computed by the worker, and the one that is
// shown.

#include "core/experiments/circuit_steps.h"
#include "widgets/views/circuits/map_numbers.h"

namespace widgets {

/// What comes in place of a path: the mean over the tokens of the text, or what the text of the other slot gives.
inline constexpr WordOption pathOption{"with", {"mean", "b"}};

/// Whose paths are measured: of a model with more heads "32" are those whose exchange changes the metric most.
inline constexpr WordOption pathHeadsOption{"heads", {"all", "32"}};
inline constexpr std::size_t rankedHeads = 32;

/// The smallest effect that is shown, in units of the metric; missing or 0: that of the circuit with the fewest paths that keeps
/// `keptShare` of the metric. A and B beside each other have one: the smaller, so that each keeps as much.
inline constexpr NumberOption thresholdOption{"threshold", 0, 1e9};
inline constexpr double keptShare = 0.8;

/// What is measured, as text; "answer" is the logit difference of the likeliest next token and the second, with another text in
/// place of paths that of both answers (patchingMetric()). Empty without logits.
std::string pathMetric(const FigureData& data, const RunPtr& run);

/// The run whose text comes in place of a path; null: means do.
RunPtr replacingRun(const FigureData& data, const RunPtr& run);

/// FigureInfo::needs.
Needs pathNeeds(const FigureData& data);

/// What has been measured so far; nullptr: nothing.
const core::CircuitSteps* circuitsOf(const FigureData& data, const RunPtr& run);

/// Why no more of it comes, in the language of errors; "" where it does.
std::string whyNoMore(const FigureData& data, const RunPtr& run);

/// The place in `steps` of the circuit that the options ask for.
std::size_t shownStep(const core::CircuitSteps& circuits, const FigureData& data);

/// Its threshold, of A and B that of both, in as many digits as say it again.
QString thresholdText(const core::CircuitSteps& circuits, const FigureData& data);

/// The edges of that circuit, largest first: places in `edges`.
std::vector<std::size_t> shownEdges(const core::CircuitSteps& circuits, std::size_t step);

/// The heads that are in the circuit of a step and not in that of the next higher threshold: places in `senders`.
std::vector<std::size_t> headsEntering(const core::CircuitSteps& circuits, std::size_t step);

/// "L1 H2", "L1 FF", "embedding".
QString senderName(const core::PathSender& sender);

/// "L2 H3 keys", "L1 FF", "logits".
QString receiverName(const core::PathReceiver& receiver);

} // namespace widgets
