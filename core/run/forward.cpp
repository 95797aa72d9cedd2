#include "core/run/forward.h"

#include "core/base/engine_use.h"
#include "core/io/shown_text.h"
#include "core/run/earlier_run.h"
#include "core/run/input_check.h"
#include "core/run/intervention_list.h"
#include "core/run/kept_beginning.h"
#include "core/run/model_pass.h"
#include "core/run/pass.h"
#include "core/run/weights_choice.h"
#include "core/run/weights_in_memory.h"
#include "core/trace/trace_request.h"
#include "core/trace/trace_too_large.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace core {

namespace {

/// Logits that are not requested, and the head before them, are computed for the last token only.
bool needsAllLogits(const TraceMatcher& matcher, const InterventionList& interventions)
{
    const auto asked = [&](const char* name) { return matcher.wants(name, Recording::Usual) || interventions.asksFor(name); };
    static constexpr const char* ofAllTokens[]
        = {"logits", "log_z", "head.pre", "head.post", "head.ln.mean", "head.ln.scale", "head.ln.normalized", "head.ln.out"};
    return std::any_of(std::begin(ofAllTokens), std::end(ofAllTokens), asked);
}

/// Largest number of bytes that one block records.
std::size_t largestBlock(const Plan& plan)
{
    std::map<std::string, std::size_t> blocks;
    for (const PlannedTensor& tensor : plan.tensors)
        if (tensor.recorded && tensor.name.starts_with("blocks."))
            blocks[tensor.name.substr(0, tensor.name.find('.', 7))]
                += (std::size_t(elements(tensor.shape)) * sizeof(float) + 63) / 64 * 64;
    std::size_t largest = 0;
    for (const auto& [name, bytes] : blocks)
        largest = std::max(largest, bytes);
    return largest;
}

/// `tokens` of the decoder or of the only stack; `sourceTokens` of the encoder where there is one.
struct PassLength
{
    Index tokens;
    Index sourceTokens; // of an encoder
    Index past = 0;     // tokens in the cache
};

/// Which logits a pass computes.
struct LogitRows
{
    bool all; // of all tokens; otherwise of the last one
    std::span<const Index> tokens; // not empty: of these
};

Plan planOf(const ModelConfig& config, const PassLength& length, const TraceMatcher& matcher, const LogitRows& logits)
{
    const auto& [tokens, sourceTokens, past] = length;
    Plan plan;
    Pass pass(plan, matcher);
    ForwardInput input{std::vector<TokenId>(std::size_t(config.hasEncoder() ? sourceTokens : tokens), 0), {}};
    input.decoderIds.assign(std::size_t(tokens), 0);
    const TokenPlaces places = placesOf(tokens, {}, past);
    runModel(pass, {config, input, places, nullptr, logits.all, logits.tokens});
    return plan;
}

/// The most tokens whose record is within the budget, below `tooMany`; 0 when not even one is.
template <class BytesOf>
Index fittingTokens(Index tooMany, std::size_t budget, const BytesOf& bytesOf)
{
    Index fits = 0;
    while (tooMany - fits > 1) {
        const Index middle = fits + (tooMany - fits) / 2;
        (bytesOf(middle) <= budget ? fits : tooMany) = middle;
    }
    return fits;
}

/// What a trace says of its run: the model, its choices, the texts of the tokens.
void label(Trace& trace, const Setup& setup, const ForwardInput& input, const TraceRequest& request)
{
    if (setup.model) {
        trace.model = setup.model->name;
        trace.dtype = setup.model->dtype;
        trace.replicaOf = setup.model->replicaOf;
    }
    const Tokenizer* tokenizer = setup.model ? setup.model->tokenizer.get() : nullptr;
    const auto texts = [&](const std::vector<TokenId>& ids, std::vector<std::string>& into) {
        for (const TokenId id : ids)
            into.push_back(tokenizer ? tokenizer->tokenText(id) : "#" + std::to_string(id));
    };
    texts(input.ids, trace.tokens);
    if (setup.config.hasEncoder()) {
        trace.decoderIds = input.decoderIds;
        texts(input.decoderIds, trace.decoderTokens);
    }
    if (!request.nothing)
        trace.choices = describeSetup(setup).toJson();
}

/// What the numbers were changed by.
void labelInterventions(Trace& trace, const InterventionList& interventions)
{
    if (const std::vector<Intervention> inForce = interventions.inForce(); !inForce.empty())
        trace.interventions = toJson(inForce);
}

} // namespace

std::size_t Plan::traceBytes() const
{
    std::map<std::string, bool> recorded;
    std::size_t bytes = 0;
    for (const PlannedTensor& tensor : tensors) {
        const bool shared = !tensor.aliasOf.empty() && recorded[tensor.aliasOf];
        recorded[tensor.name] = tensor.recorded || shared;
        if (tensor.recorded && !shared)
            bytes += std::size_t(elements(tensor.shape)) * sizeof(float);
    }
    return bytes;
}

Plan plan(const ModelConfig& config, Index tokens, const TraceRequest& request) { return plan(config, tokens, tokens, request); }

Plan plan(const ModelConfig& config, Index tokens, Index sourceTokens, const TraceRequest& request)
{
    const TraceMatcher matcher(request);
    InterventionList interventions(request.interventions, request.openRun, request.skipsUnfit);
    Plan result = planOf(config, {tokens, sourceTokens}, matcher, {needsAllLogits(matcher, interventions), request.logitTokens});
    matcher.checkAllMatch(result.tensors);
    interventions.bind(result.tensors);
    return result;
}

std::shared_ptr<Trace> forward(
    const Setup& setup, const ForwardInput& asked, const TraceRequest& request, const RunControl& control, KvCache* cache)
{
    countEngineUse();
    const auto start = std::chrono::steady_clock::now();
    const ModelConfig& config = setup.config;
    ForwardInput input = asked;
    if (config.hasEncoder() && input.decoderIds.empty())
        input.decoderIds = {setup.model ? setup.model->decoderStart : 0};
    const Index tokens = Index(config.hasEncoder() ? input.decoderIds.size() : input.ids.size());
    const Index past = cache ? cache->tokens() : 0;
    checkInput(setup, input, past);
    const TraceMatcher matcher(request);

    InterventionList interventions(request.interventions, request.openRun, request.skipsUnfit);

    // What would be recorded is known before anything is computed, and what does not fit is refused.
    const LogitRows logitRows{needsAllLogits(matcher, interventions), request.logitTokens};
    const Index sourceTokens = Index(input.ids.size());
    const Plan planned = planOf(config, {tokens, sourceTokens, past}, matcher, logitRows);
    matcher.checkAllMatch(planned.tensors);
    interventions.bind(planned.tensors);
    const std::size_t budget = request.maxBytes > 0 ? request.maxBytes : WeightsInMemory::ordinaryBudget();
    const std::size_t traceBytes = planned.traceBytes();
    if (traceBytes > budget) {
        const Index most = std::max(tokens, sourceTokens);
        const Index fits = fittingTokens(most, budget, [&](Index longest) {
            return planOf(config, {std::min(tokens, longest), std::min(sourceTokens, longest), past}, matcher, logitRows)
                .traceBytes();
        });
        throw TraceTooLarge({ErrorKind::BadInput, "", std::to_string(most) + " tokens",
                                CUTAWAY_TR("the trace would not fit into the memory allowed"),
                                "at most " + sizeText(budget, false) + ", room for " + std::to_string(fits) + " tokens",
                                sizeText(traceBytes, true)},
            most, fits);
    }

    Pass pass(setup.weights, matcher, interventions, control, largestBlock(planned));
    const std::size_t cacheBytes = cache ? cache->bytes() : 0;
    pass.holdWeights(WeightsInMemory::of(setup, std::max(budget, traceBytes + cacheBytes) - traceBytes - cacheBytes));
    const bool mayShare = !cache && !config.hasEncoder() && input.sequenceStarts.size() <= 1 && !request.nothing;
    const EarlierRun earlier{setup, input, planned, matcher, interventions};
    const Known known = input.known.stream ? input.known : mayShare ? takeFromEarlier(earlier, pass.trace()) : Known{};
    if (mayShare && !known.stream)
        pass.keepBeginning(keptBeginning(earlier), tokens, input.earlier);
    const TokenPlaces places = placesOf(tokens, input.sequenceStarts, past);
    const Tensor logits = runModel(pass, {config, input, places, cache, logitRows.all, logitRows.tokens}, known);
    if (cache)
        cache->advance(tokens);

    const std::shared_ptr<Trace> trace = pass.takeTrace();
    if (!input.known.stream) { // a part of a run is not labelled as one
        label(*trace, setup, input, request);
        labelInterventions(*trace, interventions);
    }
    trace->ids = input.ids;
    trace->seed = config.seed;
    if (logits && !trace->find("logits")) {
        const float* row = logits.row(logits.rows() - 1);
        trace->lastLogits.assign(row, row + config.vocabulary);
    }
    trace->milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return trace;
}

} // namespace core
