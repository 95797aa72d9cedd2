#include "core/run/forward.h"

#include "core/base/kernels.h"
#include "core/base/system_memory.h"
#include "core/layers/attention.h"
#include "core/layers/block.h"
#include "core/layers/embedding.h"
#include "core/run/pass.h"
#include "core/run/trace_request.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <map>

namespace core {

namespace {

/// Where the tokens of packed sequences stand, after `past` tokens of a cache.
TokenPlaces placesOf(Index tokens, const std::vector<Index>& sequenceStarts, Index past)
{
    TokenPlaces places;
    std::vector<Index> starts = sequenceStarts.empty() ? std::vector<Index>{0} : sequenceStarts;
    starts.push_back(tokens);
    for (Index key = 0; key < past; ++key)
        places.keyPositions.push_back(key);
    for (std::size_t s = 0; s + 1 < starts.size(); ++s)
        for (Index t = starts[s]; t < starts[s + 1]; ++t) {
            const Index position = past + t - starts[s];
            places.positions.push_back(position);
            places.keyPositions.push_back(position);
            places.keyStart.push_back(past > 0 ? 0 : starts[s]);
            places.keyEnd.push_back(past + starts[s + 1]);
        }
    return places;
}

/// What is already known of a pass: the stream that enters layer `layers`.
struct Known
{
    Index layers = 0;
    Tensor stream;
};

/// The model, top to bottom; the same in a plan and in a run. Returns the logits of the rows that were asked for.
Tensor runModel(Pass& pass, const ModelConfig& config, std::span<const TokenId> ids, const TokenPlaces& places, KvCache* cache,
    bool allLogits, const Known& known = {})
{
    const Scope model = pass.root();
    const Index tokens = Index(ids.size());
    pass.control().progress(0.0, "embed");
    Tensor stream = known.layers > 0 ? known.stream : runEmbedding(model, config, ids, places);

    for (Index layer = known.layers; layer < config.layers(); ++layer) {
        pass.control().check();
        pass.beginBlock();
        const Scope block = model.child("blocks." + std::to_string(layer));
        CacheRows rows;
        if (cache)
            rows = {cache->keys(layer, places.keys()), cache->values(layer, places.keys()), cache->tokens()};
        const Tensor residPre = block.alias("resid_pre", stream);
        stream = runBlock(block, config.block(layer), config.dModel, places, rows, residPre);
        pass.control().progress(double(layer + 1) / double(config.layers() + 1), "block");
    }

    pass.beginBlock();
    const Tensor h
        = config.finalNorm ? applyNorm(config.block(config.layers() - 1).norm, model.child("ln_final"), stream) : stream;
    const Index rows = allLogits ? tokens : 1;
    const Tensor last(h.name(), h.axes(), {rows, config.dModel},
        pass.planning() ? nullptr : const_cast<float*>(h.row(tokens - rows)), h.owner());
    Tensor logits = model.make("logits", {axis::token, axis::vocabulary}, {rows, config.vocabulary});
    runUnembedding(model, config, last, logits);
    if (allLogits) {
        model.record(logits);
        Tensor logZ = model.make("log_z", {axis::token}, {rows}); // log of the softmax denominator
        model.rows(rows, 4 * config.vocabulary,
            [&](Index t) { logZ.data()[t] = kernels::best().logSumExp(logits.row(t), config.vocabulary); });
        model.record(logZ);
    }
    pass.control().progress(1.0, "logits");
    return logits;
}

/// Logits that nobody asks for are computed for the last token only.
bool needsAllLogits(const TraceMatcher& matcher, const InterventionList& interventions)
{
    const auto asked = [&](const char* name) { return matcher.wants(name, Recording::Usual) || interventions.asksFor(name); };
    return asked("logits") || asked("log_z");
}

void checkInput(const ModelConfig& config, const ForwardInput& input, Index past)
{
    const Index tokens = Index(input.ids.size());
    if (tokens == 0)
        throw Error({ErrorKind::BadInput, "", "ids", CUTAWAY_TR("there are no tokens"), "1 or more", "0"});
    for (Index t = 0; t < tokens; ++t) {
        const TokenId id = input.ids[std::size_t(t)];
        if (id < 0 || id >= config.vocabulary)
            throw Error(
                {ErrorKind::BadInput, "", "ids[" + std::to_string(t) + "]", CUTAWAY_TR("the id is outside the vocabulary"),
                    "0 to " + std::to_string(config.vocabulary - 1), std::to_string(id)});
    }
    Index last = -1;
    for (const Index start : input.sequenceStarts) {
        if (start <= last || start >= tokens || (last == -1 && start != 0))
            throw Error({ErrorKind::BadInput, "", "sequence_starts", CUTAWAY_TR("sequence starts must begin at 0 and grow"),
                "less than " + std::to_string(tokens), std::to_string(start)});
        last = start;
    }
    if (past > 0 && input.sequenceStarts.size() > 1)
        throw Error({ErrorKind::BadInput, "", "sequence_starts", CUTAWAY_TR("a cache holds one sequence"), "1",
            std::to_string(input.sequenceStarts.size())});
    if (std::holds_alternative<Learned>(config.position()) && past + tokens > config.context)
        throw Error({ErrorKind::BadInput, "", "pos_embed", CUTAWAY_TR("the text is longer than the table of learned positions"),
            "at most " + std::to_string(config.context) + " tokens", std::to_string(past + tokens)});
}

std::string mebibytes(std::size_t bytes) { return std::to_string((bytes + (std::size_t(1) << 20) - 1) >> 20) + " MiB"; }

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

/// Whether both setups hold the same tensors under every name that begins with `prefix`.
bool sharesWeights(const Setup& a, const Setup& b, const std::string& prefix)
{
    return std::all_of(a.specs.begin(), a.specs.end(), [&](const WeightSpec& spec) {
        return !spec.name.starts_with(prefix) || a.weights.share(spec.name) == b.weights.share(spec.name);
    });
}

bool sharesEmbedding(const Setup& a, const Setup& b)
{
    return a.config.dModel == b.config.dModel && a.config.vocabulary == b.config.vocabulary
        && a.config.embeddingScale == b.config.embeddingScale && a.config.position() == b.config.position()
        && sharesWeights(a, b, "embed.") && sharesWeights(a, b, "pos_embed.");
}

/// How many blocks have their numbers from before this tensor was made.
Index blocksBefore(std::string_view name, Index layers)
{
    constexpr std::string_view prefix = "blocks.";
    Index layer = 0;
    if (name.starts_with(prefix))
        std::from_chars(name.data() + prefix.size(), name.data() + name.size(), layer);
    else if (name.starts_with("ln_final.") || name == "logits" || name == "log_z")
        layer = layers;
    return layer;
}

/// Blocks that have the same numbers with the interventions of this run and of the earlier one.
Index blocksBeforeInterventions(const Plan& planned, const InterventionList& interventions, const Trace& earlier, Index layers)
{
    Index blocks = layers;
    for (const PlannedTensor& tensor : planned.tensors)
        if (interventions.touches(tensor.name))
            blocks = std::min(blocks, blocksBefore(tensor.name, layers));
    for (const std::string& name : earlier.replaced)
        blocks = std::min(blocks, blocksBefore(name, layers));
    return blocks;
}

/// Copies what the earlier run computed alike into the trace, and returns where to go on.
Known takeFromEarlier(
    const Setup& setup, const ForwardInput& input, const Plan& planned, const InterventionList& interventions, Trace& trace)
{
    const Trace* earlier = input.earlier.get();
    const Setup* before = input.earlierSetup.get();
    if (!earlier || !before || earlier->ids != input.ids || !sharesEmbedding(setup, *before))
        return {};

    // A block counts when every tensor wanted of it is there, whole and as it was computed.
    const auto recordedAlike = [&](const std::string& prefix) {
        return std::all_of(planned.tensors.begin(), planned.tensors.end(), [&](const PlannedTensor& tensor) {
            if (!tensor.recorded || !tensor.name.starts_with(prefix))
                return true;
            const TraceEntry* entry = earlier->findEntry(tensor.name);
            return entry && entry->tensor.shape() == tensor.shape && entry->heads.empty();
        });
    };
    const Index most
        = std::min(before->config.layers(), blocksBeforeInterventions(planned, interventions, *earlier, setup.config.layers()));
    Known known;
    while (known.layers < most) {
        const std::string prefix = blockName(known.layers, "");
        const Tensor* stream = earlier->find(prefix + "resid_post");
        if (!stream || !(setup.config.block(known.layers) == before->config.block(known.layers))
            || !sharesWeights(setup, *before, prefix) || !recordedAlike(prefix))
            break;
        known.stream = *stream;
        ++known.layers;
    }
    if (known.layers == 0 || !recordedAlike("embed") || !recordedAlike("pos_embed"))
        return {};
    for (const PlannedTensor& tensor : planned.tensors) {
        if (tensor.name == blockName(known.layers, "resid_pre") || tensor.name.starts_with("ln_final") || tensor.name == "logits")
            break;
        if (tensor.recorded)
            trace.add({earlier->at(tensor.name), {}, false});
    }
    return known;
}

Plan planOf(const ModelConfig& config, Index tokens, Index past, const TraceMatcher& matcher, bool allLogits)
{
    Plan plan;
    Pass pass(plan, matcher);
    const std::vector<TokenId> ids(std::size_t(tokens), 0);
    runModel(pass, config, ids, placesOf(tokens, {}, past), nullptr, allLogits);
    return plan;
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

Plan plan(const ModelConfig& config, Index tokens, const TraceRequest& request)
{
    const TraceMatcher matcher(request);
    InterventionList interventions(request.interventions);
    Plan result = planOf(config, tokens, 0, matcher, needsAllLogits(matcher, interventions));
    matcher.checkAllMatch(result.tensors);
    interventions.bind(result.tensors);
    return result;
}

std::shared_ptr<Trace> forward(
    const Setup& setup, const ForwardInput& input, const TraceRequest& request, const RunControl& control, KvCache* cache)
{
    const auto start = std::chrono::steady_clock::now();
    const ModelConfig& config = setup.config;
    const Index tokens = Index(input.ids.size());
    const Index past = cache ? cache->tokens() : 0;
    checkInput(config, input, past);
    const TraceMatcher matcher(request);

    InterventionList interventions(request.interventions);

    // What would be recorded is known before anything is computed, and what does not fit is refused.
    const bool allLogits = needsAllLogits(matcher, interventions);
    const Plan planned = planOf(config, tokens, past, matcher, allLogits);
    matcher.checkAllMatch(planned.tensors);
    interventions.bind(planned.tensors);
    const std::size_t budget = request.maxBytes > 0 ? request.maxBytes : systemMemoryBytes() / 2;
    if (planned.traceBytes() > budget)
        throw Error({ErrorKind::BadInput, "", std::to_string(tokens) + " tokens",
            CUTAWAY_TR("the trace would not fit into the memory allowed"), "at most " + mebibytes(budget),
            mebibytes(planned.traceBytes())});

    Pass pass(setup.weights, matcher, interventions, control, largestBlock(planned));
    const bool mayShare = !cache && input.sequenceStarts.size() <= 1 && !request.nothing;
    const Known known = mayShare ? takeFromEarlier(setup, input, planned, interventions, pass.trace()) : Known{};
    const TokenPlaces places = placesOf(tokens, input.sequenceStarts, past);
    const Tensor logits = runModel(pass, config, input.ids, places, cache, allLogits, known);
    if (cache)
        cache->advance(tokens);

    const std::shared_ptr<Trace> trace = pass.takeTrace();
    if (setup.model) {
        trace->model = setup.model->name;
        trace->dtype = setup.model->dtype;
        if (setup.model->tokenizer)
            for (const TokenId id : input.ids)
                trace->tokens.push_back(setup.model->tokenizer->tokenText(id));
    }
    if (trace->tokens.empty())
        for (const TokenId id : input.ids)
            trace->tokens.push_back(std::to_string(id));
    if (!request.nothing)
        trace->choices = describe(config).toJson();
    if (!request.interventions.empty())
        trace->interventions = toJson(request.interventions);
    trace->ids = input.ids;
    trace->seed = config.seed;
    if (!trace->find("logits")) {
        const float* row = logits.row(logits.rows() - 1);
        trace->lastLogits.assign(row, row + config.vocabulary);
    }
    trace->milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return trace;
}

} // namespace core
