#pragma once

// The way back: what a metric gains for each number of a run. The run's trace is the tape; every kind of every family has its
// backward() beside its forward (core/layers/back_scope.h says the conventions), and this walks the model from the logits down.

#include "core/run/forward.h"
#include "core/run/weights_in_memory.h"

#include <map>
#include <string>
#include <vector>

namespace core {

struct GradientRequest
{
    /// Names of the trace whose gradients are kept, as in TraceRequest: empty: all usual ones.
    std::vector<std::string> patterns = {};
    bool noTensors = false; // only weights: training

    /// Shell patterns over "grad.weights.NAME", NAME as it is stored ("blocks.0.attn.q.weight"); none: no gradient of a weight.
    std::vector<std::string> weights = {};

    /// Where gradients of weights are added, by stored name, in the stored shape, in place of tensors of their own: training.
    /// Of a weight without an entry there is none; one that the metric does not depend on stays as it is.
    std::map<std::string, GradientSum>* into = nullptr;

    WeightsInMemory held = {}; // in which form matrices are in memory
};

struct Gradients
{
    std::vector<TraceEntry> tensors; // "grad.blocks.0.attn.q", with the axes of the tensor, in the order of the way back
    std::map<std::string, Tensor> weights; // by stored name, in the stored shape; 0 where the metric does not depend on it
};

/// The request of a forward pass whose trace is a tape: everything usual, and what `patterns` name besides.
TraceRequest tapeRequest(const TraceRequest& asked);

/// The same with no more than what backward() reads for a request with noTensors: nothing says what the run was.
TraceRequest bareTapeRequest(const ModelConfig& config);

/// A run that a way back follows. REQUIRES: `tape` is its trace under one of these, without a cache, and without an earlier run
/// where interventions were in force; backward() throws Error{Usage} for one that gradients do not go back through; of a run that
/// was given its stream (ForwardInput::known) that of layer 0 of a single stack: the way back ends there; with tensors
/// NAME.mlp.router_probs.added besides, it is what the number gains for these probabilities on a way of its own.
struct TapedRun
{
    const Setup& setup;
    const ForwardInput& input;
    const Trace& tape;
};

/// The gradients of a number whose gradient with respect to the logits [token, vocabulary] of the run is `ofLogits`. Throws
/// Stopped. REQUIRES: the model has logits.
Gradients backward(const TapedRun& run, const Tensor& ofLogits, const GradientRequest& request, const RunControl& control = {});

} // namespace core
