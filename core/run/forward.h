#pragma once

// The forward pass, and its dry run (plan): the same code runs in both, so the list of weights, the
// list of tensors, bytes and FLOPs can never disagree with what is computed.

#include "core/base/run_control.h"
#include "core/layers/dropout.h"
#include "core/run/kv_cache.h"
#include "core/run/model.h"
#include "core/trace/trace.h"
#include "core/trace/trace_request.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// What is already known of a pass: the stream that enters layer `layers`.
struct Known
{
    Index layers = 0;
    Tensor stream; // [token, d_model]; empty: nothing is known
    Tensor source = {}; // [source token, d_model]: the encoder's output, of an encoder–decoder
};

struct ForwardInput
{
    std::vector<TokenId> ids;           // packed sequences; the source of an encoder–decoder
    std::vector<Index> sequenceStarts = {}; // first token of each; empty = one sequence

    /// An earlier run, or null. Blocks that would compute the same numbers again (same ids, choices and weights from the
    /// embedding up to there) are not computed: the new trace shares their tensors. Interventions end it, those of this
    /// run and those of the earlier one: from the first block that one of them touches on, everything is computed.
    std::shared_ptr<const Trace> earlier = nullptr;
    std::shared_ptr<const Setup> earlierSetup = nullptr;

    /// The target of an encoder–decoder, empty: the model's start token. Not used otherwise.
    std::vector<TokenId> decoderIds = {};

    /// Where the pass begins instead of at the embedding, as the caller has it from another run: nothing before is computed or
    /// recorded. With a source, packed sequences are those of the target, which all read the same source.
    Known known = {};

    /// Of a training; a run that is looked at has none.
    Dropout dropout = {};
};

/// The record of one pass. With a cache, `ids` continue what it holds: the query axis has the new tokens, the key axis all.
/// Throws Stopped, Error{Usage} for a pattern or an intervention that does not fit, or Error{BadInput} for no tokens, an id
/// outside the vocabulary, a text longer than a learned table, a trace over budget (with its size, before anything is computed).
std::shared_ptr<Trace> forward(const Setup& setup, const ForwardInput& input, const TraceRequest& request = {},
    const RunControl& control = {}, KvCache* cache = nullptr);

/// The longest text that the tables of a configuration reach for (learned positions, a painted mask); nothing: without end.
std::optional<Index> longestText(const ModelConfig& config);

/// What a pass does until the numbers of a tensor are there, or more of them: the products of one call, what follows them. The
/// steps of a plan are the calls of RunControl::onMade, in order, but for tensors that only a record has.
struct PlannedStep
{
    std::string tensor;
    Index size = 0;            // numbers of the tensor
    Index made = 0;            // numbers of all tensors that this step makes, those on the way too
    Index read = 0;            // numbers of the weights that it uses
    std::size_t weights = 0;   // of the plan's list, with those that this step adds
    double productFlops = 0;
    double attentionFlops = 0;
};

struct Plan
{
    std::vector<WeightSpec> weights;
    std::vector<PlannedTensor> tensors;
    std::vector<PlannedStep> steps;
    double productFlops = 0;   // 2·tokens·out·in over all products with weights
    double attentionFlops = 0; // 4·T²·heads·d_head over all layers, nothing subtracted for the mask
    std::size_t traceBytes() const;
};

/// What a pass over this many tokens would need and record. Throws Error{Usage} for a pattern that matches nothing or an
/// intervention that does not fit.
Plan plan(const ModelConfig& config, Index tokens, const TraceRequest& request = {});

/// The same where the text that an encoder–decoder reads has another length than the one it writes.
Plan plan(const ModelConfig& config, Index tokens, Index sourceTokens, const TraceRequest& request);

} // namespace core
