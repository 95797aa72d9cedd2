#pragma once

// Steering: runs to whose stream a direction is added (Turner et al. 2023, "Activation addition: steering language models without
// optimization"; Rimsky et al. 2024, "Steering Llama 2 via contrastive activation addition"). An `add` that names a direction
// (core/trace/direction.h) gets its numbers of the model that runs; the pass knows of numbers only.

#include "core/run/weight_swaps.h"
#include "core/trace/direction.h"

#include <vector>

namespace core {

struct Metric; // core/run/metric.h

/// The numbers of a direction, times the factor that stands in its value: an array for the place of the intervention. Rows of
/// matrices are those of `setup`, and the texts run on it. Throws Error{Usage} for a pattern of several tensors or a text that is
/// not one token, Error{BadInput} for a file that holds no vector and a model that has no such rows or reads no texts, and what
/// forward() refuses; Stopped. REQUIRES: needsNumbers(what).
InterventionValue directionNumbers(const Setup& setup, const Intervention& what, const RunControl& control = {});

/// The list in which every direction has its numbers of this model. Throws what directionNumbers() throws; with `skipsUnfit` what
/// has none there is off.
std::vector<Intervention> withNumbers(
    const Setup& setup, std::vector<Intervention> list, bool skipsUnfit, const RunControl& control = {});

/// What a run was under at tensors, as it was said. Throws for a list that is not one.
std::vector<Intervention> saidInForce(const Trace& run);

/// The same for other runs of its text or of its setup: directions have their numbers. Those at weights
/// are in the setup of the run, which is meant. Throws what directionNumbers() throws, and for a list that is not one.
std::vector<Intervention> inForceOf(const Setup& setup, const Trace& run, const RunControl& control = {});

/// forwardWithSwaps() with directions, too; the trace has them in its list as they were said. What does not fit is left out where
/// the request skips it.
SwappedRun steeredForward(const SetupPtr& setup, const ForwardInput& input, const TraceRequest& request, const ModelOpener& open,
    const PassWatch& watch = {});

/// traceWithGradients() under all of them, of the setup with the weights that were taken.
struct AskedGradients
{
    const TraceRequest& request;
    const Metric& metric;
};
SwappedRun steeredGradients(const SetupPtr& setup, const ForwardInput& input, const AskedGradients& of, const ModelOpener& open,
    const RunControl& control = {});

} // namespace core
