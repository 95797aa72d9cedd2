#include "core/run/forward.h"

#include "core/base/engine_use.h"
#include "core/io/shown_text.h"
#include "core/run/earlier_run.h"
#include "core/run/growing_trace.h"
#include "core/run/input_check.h"
#include "core/run/intervention_list.h"
#include "core/run/kept_beginning.h"
#include "core/run/kept_rows.h"
#include "core/run/model_pass.h"
#include "core/run/pass.h"
#include "core/run/passing_weights.h"
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

/// What a trace says of its run: the model, its choices, the texts of the tokens, what the numbers were changed by.
void label(Trace& trace, const Setup& setup, const ForwardInput& input, const TraceRequest& request,
    const InterventionList& interventions)
{
    if (setup.model) {
        trace.model = setup.model->name;
        trace.dtype = setup.model->dtype;
        trace.replicaOf = setup.model->replicaOf;
    }
    if (setup.config.hasEncoder())
        trace.decoderIds = input.decoderIds;
    if (request.nothing && request.isTape) // it serves a way back only
        return;
    const Tokenizer* tokenizer = setup.model ? setup.model->tokenizer.get() : nullptr;
    const auto texts = [&](const std::vector<TokenId>& ids, std::vector<std::string>& into) {
        for (const TokenId id : ids)
            into.push_back(tokenizer ? tokenizer->tokenText(id) : "#" + std::to_string(id));
    };
    texts(input.ids, trace.tokens);
    if (setup.config.hasEncoder())
        texts(input.decoderIds, trace.decoderTokens);
    if (!request.nothing)
        trace.choices = describeSetup(setup).toJson();
    if (const std::vector<Intervention> inForce = interventions.inForce(); !inForce.empty())
        trace.interventions = toJson(inForce);
}

/// What a run may use, and what it takes besides its trace.
struct Memory
{
    std::size_t budget;
    std::size_t cache;
    std::size_t stored; // all weights as they are stored
    std::size_t passing; // matrices of one step, where not all of them can stay

    std::size_t neededBy(std::size_t trace) const
    {
        const std::size_t kept = trace + cache;
        return kept + (kept + stored <= budget ? 0 : passing);
    }

    /// For weights. REQUIRES: what is needed is within the budget.
    std::size_t leftBy(std::size_t trace) const { return budget - trace - cache; }
};

/// The error of a run of so many tokens, of which `fits` would do.
[[noreturn]] void refuse(const Memory& memory, std::size_t trace, Index tokens, Index fits)
{
    throw TraceTooLarge({ErrorKind::BadInput, "", std::to_string(tokens) + " tokens",
                            trace + memory.cache > memory.budget
                                ? CUTAWAY_TR("the trace would not fit into the memory allowed")
                                : CUTAWAY_TR("the trace and the matrices of one step would not fit into the memory allowed"),
                            "at most " + sizeText(memory.budget, false) + ", room for " + std::to_string(fits) + " tokens",
                            sizeText(memory.neededBy(trace), true)},
        tokens, fits);
}

KeptRows keptRows(const KnownBeginnings& known, const ForwardInput& input, Index tokens)
{
    std::vector<KeptBeginning> kept;
    for (std::size_t sequence = 0; sequence < known.tokens.size(); ++sequence)
        kept.push_back({input.sequenceStarts[sequence], known.tokens[sequence]});
    return {kept, tokens, known.run};
}

/// What a pass may have besides.
struct Besides
{
    KvCache* cache = nullptr;
    OnLayer onLayer = {};
    const KnownBeginnings* beginnings = nullptr;
};

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

static std::shared_ptr<Trace> passOf(
    const Setup& setup, const ForwardInput& asked, const TraceRequest& request, const RunControl& control, const Besides& besides)
{
    countEngineUse();
    KvCache* const cache = besides.cache;
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
    const Memory memory{request.maxBytes > 0 ? request.maxBytes : WeightsInMemory::ordinaryBudget(), cache ? cache->bytes() : 0,
        WeightsInMemory::bytes(setup, MatrixForm::Stored), passingBytes(setup, planned)};
    const std::size_t traceBytes = planned.traceBytes();
    if (memory.neededBy(traceBytes) > memory.budget) {
        const Index most = std::max(tokens, sourceTokens);
        const Index fits = fittingTokens(most, memory.budget, [&](Index longest) {
            const PassLength shorter{std::min(tokens, longest), std::min(sourceTokens, longest), past};
            return memory.neededBy(planOf(config, shorter, matcher, logitRows).traceBytes());
        });
        refuse(memory, traceBytes, most, fits);
    }

    Pass pass(setup.weights, matcher, interventions, control, largestBlock(planned));
    pass.holdWeights(WeightsInMemory::of(setup, memory.leftBy(traceBytes)));
    pass.setTape(request.isTape);
    pass.watchLayers(besides.onLayer);
    if (!input.known.stream) // a part of a run is not labelled as one
        label(pass.trace(), setup, input, request, interventions);
    pass.trace().ids = input.ids;
    pass.trace().seed = config.seed;
    const bool mayShare = !cache && !config.hasEncoder() && input.sequenceStarts.size() <= 1 && !request.nothing;
    const EarlierRun earlier{setup, input, planned, matcher, interventions};
    const Known known = input.known.stream ? input.known : mayShare ? takeFromEarlier(earlier, pass.trace()) : Known{};
    if (mayShare && !known.stream)
        pass.keep(KeptRows({{0, keptBeginning(earlier)}}, tokens, input.earlier));
    else if (besides.beginnings)
        pass.keep(keptRows(*besides.beginnings, input, tokens));
    const TokenPlaces places = placesOf(tokens, input.sequenceStarts, past);
    const Tensor logits = runModel(pass, {config, input, places, cache, logitRows.all, logitRows.tokens}, known);
    if (cache)
        cache->advance(tokens);

    const std::shared_ptr<Trace> trace = pass.takeTrace();
    if (logits && !trace->find("logits")) {
        const float* row = logits.row(logits.rows() - 1);
        trace->lastLogits.assign(row, row + config.vocabulary);
    }
    trace->milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return trace;
}

std::shared_ptr<Trace> forward(
    const Setup& setup, const ForwardInput& input, const TraceRequest& request, const RunControl& control, KvCache* cache)
{
    return passOf(setup, input, request, control, {cache});
}

std::shared_ptr<Trace> forwardByLayers(
    const Setup& setup, const ForwardInput& input, const TraceRequest& request, const RunControl& control, const OnLayer& onLayer)
{
    return passOf(setup, input, request, control, {nullptr, onLayer});
}

std::shared_ptr<Trace> forwardFrom(const KnownBeginnings& known, const Setup& setup, const ForwardInput& input,
    const TraceRequest& request, const RunControl& control)
{
    return passOf(setup, input, request, control, {nullptr, {}, &known});
}

} // namespace core
