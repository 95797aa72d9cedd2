#include "core/run/forward.h"

#include "core/base/kernels.h"
#include "core/base/system_memory.h"
#include "core/io/shown_text.h"
#include "core/layers/attention.h"
#include "core/layers/block.h"
#include "core/run/embedding.h"
#include "core/run/pass.h"
#include "core/run/weights_choice.h"
#include "core/trace/trace_request.h"
#include "core/trace/trace_too_large.h"

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

/// What one run through the model is given.
struct ModelInput
{
    const ModelConfig& config;
    const ForwardInput& input;
    const TokenPlaces& places; // of the decoder's tokens, or of the only stack's
    KvCache* cache = nullptr;
    bool allLogits = true;

    const std::vector<TokenId>& ids() const { return config.hasEncoder() ? input.decoderIds : input.ids; }
};

/// A copy that outlives the blocks, for what all of them read.
Tensor keptCopy(const Scope& scope, const Tensor& tensor)
{
    if (scope.planning() || !tensor)
        return tensor;
    Tensor copy(tensor.name(), tensor.axes(), tensor.shape());
    std::copy_n(tensor.data(), tensor.size(), copy.data());
    return copy;
}

/// The blocks of one stack over what the embedding gave; the stream after the last.
struct Stack
{
    Pass& pass;
    const ModelConfig& config;
    const Scope scope; // the root, or "encoder"
    const std::vector<BlockConfig>& blocks;
    const TokenPlaces& places;
    const Tensor* source = nullptr;
    KvCache* cache = nullptr;

    Tensor run(std::span<const TokenId> ids, const Known& known) const
    {
        Embedded embedded{known.stream, {}};
        if (known.layers == 0)
            embedded = runEmbedding(scope, config, blocks, ids, places);
        const Tensor relative = keptCopy(scope, runRelativeEmbedding(scope, config, blocks));
        Tensor stream = embedded.stream;
        for (Index layer = known.layers; layer < Index(blocks.size()); ++layer) {
            pass.control().check();
            pass.beginBlock();
            const Scope block = scope.child("blocks." + std::to_string(layer));
            const Tensor residPre = block.alias("resid_pre", stream);
            stream = runBlock(block,
                {.config = blocks[std::size_t(layer)],
                    .residPre = residPre,
                    .places = places,
                    .cache = cache ? &cache->layer(layer) : nullptr,
                    .source = source,
                    .relativeEmbedding = relative ? &relative : nullptr,
                    .positionPart = layer == 0 && embedded.positionPart && !cache ? &embedded.positionPart : nullptr});
            pass.control().progress(double(layer + 1) / double(blocks.size() + 1), "block");
        }
        pass.beginBlock();
        return config.finalNorm ? applyNorm(config.normAfter(blocks), scope.child("ln_final"), stream) : stream;
    }
};

/// The encoder's output [source token, d_model]; with a cache computed once.
Tensor runEncoder(Pass& pass, const ModelInput& in)
{
    if (in.cache && in.cache->source())
        return in.cache->source();
    const TokenPlaces places = placesOf(Index(in.input.ids.size()), {}, 0);
    const Scope scope = pass.root().child("encoder");
    const Stack stack{pass, in.config, scope, in.config.encoderBlocks, places};
    const Tensor source = keptCopy(scope, stack.run(in.input.ids, {}));
    if (in.cache && !pass.planning())
        in.cache->setSource(source);
    return source;
}

/// The model, top to bottom; the same in a plan and in a run. Returns the logits of the rows that were asked for, nothing where
/// the model has none.
Tensor runModel(Pass& pass, const ModelInput& in, const Known& known = {})
{
    const ModelConfig& config = in.config;
    const Scope model = pass.root();
    const Index tokens = Index(in.ids().size());
    pass.control().progress(0.0, "embed");
    const Tensor source = config.hasEncoder() ? runEncoder(pass, in) : Tensor();
    const Stack stack{pass, config, model, config.blocks, in.places, config.hasEncoder() ? &source : nullptr, in.cache};
    const Tensor h = stack.run(in.ids(), known);
    if (config.outputHead == OutputHead::None)
        return {};

    const Index rows = in.allLogits ? tokens : 1;
    const Tensor last(h.name(), h.axes(), {rows, config.dModel},
        pass.planning() ? nullptr : const_cast<float*>(h.row(tokens - rows)), h.owner());
    Tensor logits = model.make("logits", {axis::token, axis::vocabulary}, {rows, config.vocabulary});
    runUnembedding(model, config, last, logits);
    if (in.allLogits) {
        model.record(logits);
        Tensor logZ = model.make("log_z", {axis::token}, {rows}); // log of the softmax denominator
        model.nothingFollows(logZ, {"logits"});
        model.rows(rows, 4 * config.vocabulary,
            [&](Index t) { logZ.data()[t] = kernels::best().logSumExp(logits.row(t), config.vocabulary); });
        model.record(logZ);
    }
    pass.control().progress(1.0, "logits");
    return logits;
}

/// Logits that nobody asks for, and the head before them, are computed for the last token only.
bool needsAllLogits(const TraceMatcher& matcher, const InterventionList& interventions)
{
    const auto asked = [&](const char* name) { return matcher.wants(name, Recording::Usual) || interventions.asksFor(name); };
    static constexpr const char* ofAllTokens[]
        = {"logits", "log_z", "head.pre", "head.post", "head.ln.mean", "head.ln.scale", "head.ln.normalized", "head.ln.out"};
    return std::any_of(std::begin(ofAllTokens), std::end(ofAllTokens), asked);
}

void checkIds(const Setup& setup, const std::vector<TokenId>& ids, const std::string& name)
{
    const ModelConfig& config = setup.config;
    const Tokenizer* tokenizer = setup.model ? setup.model->tokenizer.get() : nullptr;
    if (ids.empty())
        throw Error({ErrorKind::BadInput, "", name, CUTAWAY_TR("there are no tokens"), "1 or more", "0"});
    for (std::size_t t = 0; t < ids.size(); ++t)
        if (ids[t] < 0 || ids[t] >= config.vocabulary) {
            const std::string where = name + "[" + std::to_string(t) + "]";
            const std::string expected = "0 to " + std::to_string(config.vocabulary - 1), found = std::to_string(ids[t]);
            if (tokenizer && ids[t] >= 0 && std::size_t(ids[t]) < tokenizer->vocabularySize())
                throw Error({ErrorKind::BadInput, setup.model->path,
                    where + ", token \"" + shownText(tokenizer->tokenText(ids[t]), 60) + "\"",
                    CUTAWAY_TR("the tokenizer has this token, but the embedding has no row for its id"), expected, found});
            throw Error({ErrorKind::BadInput, "", where, CUTAWAY_TR("the id is outside the vocabulary"), expected, found});
        }
}

/// Whether positions are rows of a table, which ends.
bool hasPositionTable(const PositionEncoding& position) { return positionTableRow(position, 0).has_value(); }

/// Tables that end somewhere: learned positions, painted masks.
void checkLength(const ModelConfig& config, const std::vector<BlockConfig>& blocks, Index tokens)
{
    const auto refuse = [&](const char* where, const char* problem, Index most) {
        throw Error(
            {ErrorKind::BadInput, "", where, problem, "at most " + std::to_string(most) + " tokens", std::to_string(tokens)});
    };
    if (hasPositionTable(blocks.front().position) && tokens > config.context)
        refuse("pos_embed", CUTAWAY_TR("the text is longer than the table of learned positions"), config.context);
    for (const BlockConfig& block : blocks)
        if (const std::optional<Index> most = longestText(block.mask); most && tokens > *most)
            refuse("mask.painted", CUTAWAY_TR("the text is longer than the painted mask"), *most);
}

void checkInput(const Setup& setup, const ForwardInput& input, Index past)
{
    const ModelConfig& config = setup.config;
    const Index tokens = Index(input.ids.size());
    checkIds(setup, input.ids, "ids");
    if (config.hasEncoder())
        checkIds(setup, input.decoderIds, "decoder_ids");
    Index last = -1;
    for (const Index start : input.sequenceStarts) {
        if (start <= last || start >= tokens || (last == -1 && start != 0))
            throw Error({ErrorKind::BadInput, "", "sequence_starts", CUTAWAY_TR("sequence starts must begin at 0 and grow"),
                "less than " + std::to_string(tokens), std::to_string(start)});
        last = start;
    }
    if ((past > 0 || config.hasEncoder()) && input.sequenceStarts.size() > 1)
        throw Error({ErrorKind::BadInput, "", "sequence_starts",
            config.hasEncoder() ? CUTAWAY_TR("an encoder–decoder takes one sequence") : CUTAWAY_TR("a cache holds one sequence"),
            "1", std::to_string(input.sequenceStarts.size())});
    if (config.hasEncoder())
        checkLength(config, config.encoderBlocks, tokens);
    checkLength(config, config.blocks, past + (config.hasEncoder() ? Index(input.decoderIds.size()) : tokens));
}

/// In whole MiB, below ten of them in KiB; `isUp`: rounded up, so that what is too large never reads like what is allowed.
std::string sizeText(std::size_t bytes, bool isUp)
{
    const int shift = bytes < (std::size_t(10) << 20) ? 10 : 20;
    const std::size_t up = isUp ? (std::size_t(1) << shift) - 1 : 0;
    return std::to_string((bytes + up) >> shift) + (shift == 10 ? " KiB" : " MiB");
}

/// All weights in float32.
std::size_t weightBytes(const Setup& setup)
{
    std::size_t bytes = 0;
    for (const WeightSpec& spec : setup.specs)
        bytes += std::size_t(elements(spec.shape)) * sizeof(float);
    return bytes;
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
        && a.config.embeddingNorm == b.config.embeddingNorm && a.config.tokenTypes == b.config.tokenTypes
        && a.config.embeddingWidth == b.config.embeddingWidth && a.config.embeddingProjection == b.config.embeddingProjection
        && a.config.normsTokensFirst == b.config.normsTokensFirst && a.config.paddingId == b.config.paddingId
        && sharesWeights(a, b, "embed_in.") && (!a.config.embeddingNorm || a.config.block(0).norm == b.config.block(0).norm)
        && sharesWeights(a, b, "embed.") && sharesWeights(a, b, "pos_embed.") && sharesWeights(a, b, "token_type_embed.")
        && sharesWeights(a, b, "ln_embed.") && sharesWeights(a, b, "rel_embed.") && sharesWeights(a, b, "ln_rel.");
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
Known takeFromEarlier(const Setup& setup, const ForwardInput& input, const Plan& planned, const TraceMatcher& matcher,
    const InterventionList& interventions, Trace& trace)
{
    const Trace* earlier = input.earlier.get();
    const Setup* before = input.earlierSetup.get();
    if (!earlier || !before || earlier->ids != input.ids || !sharesEmbedding(setup, *before))
        return {};
    if (before->config.hasEncoder()) // its blocks have the same names and weights, and cross-attention besides
        return {};

    // A block counts when every tensor wanted of it is there, whole and as it was computed.
    const auto recordedAlike = [&](const std::string& prefix) {
        return std::all_of(planned.tensors.begin(), planned.tensors.end(), [&](const PlannedTensor& tensor) {
            const bool isRouted = tensor.axes.front() == axis::routedToken; // how many there are the plan cannot know
            if (!tensor.recorded || isRouted || !tensor.name.starts_with(prefix))
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
    if (known.layers == 0)
        return {};
    for (const char* name : {"embed", "pos_embed", "token_type_embed", "ln_embed."})
        if (!recordedAlike(name))
            return {};

    std::map<std::string_view, Recording> kinds; // of what is planned; experts that the plan does not name are usual
    for (const PlannedTensor& tensor : planned.tensors)
        kinds[tensor.name] = tensor.onRequest ? Recording::OnRequest : Recording::Usual;
    for (const TraceEntry& entry : earlier->entries()) {
        const auto kind = kinds.find(entry.name());
        const bool isKnown = entry.name().starts_with("blocks.")
            ? blocksBefore(entry.name(), known.layers) < known.layers
            : entry.name() == "embed" || entry.name().ends_with("_embed") || entry.name().starts_with("ln_embed.");
        if (isKnown && matcher.wants(entry.name(), kind == kinds.end() ? Recording::Usual : kind->second))
            trace.add({entry.tensor, {}, false});
    }
    return known;
}

/// `tokens` of the decoder or of the only stack; `sourceTokens` of the encoder where there is one.
Plan planOf(const ModelConfig& config, Index tokens, Index sourceTokens, Index past, const TraceMatcher& matcher, bool allLogits)
{
    Plan plan;
    Pass pass(plan, matcher);
    ForwardInput input{std::vector<TokenId>(std::size_t(config.hasEncoder() ? sourceTokens : tokens), 0), {}};
    input.decoderIds.assign(std::size_t(tokens), 0);
    const TokenPlaces places = placesOf(tokens, {}, past);
    runModel(pass, {config, input, places, nullptr, allLogits});
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
    InterventionList interventions(request.interventions, request.openRun);
    Plan result = planOf(config, tokens, tokens, 0, matcher, needsAllLogits(matcher, interventions));
    matcher.checkAllMatch(result.tensors);
    interventions.bind(result.tensors);
    return result;
}

std::optional<Index> longestText(const ModelConfig& config)
{
    std::optional<Index> most;
    const auto endsAt = [&](Index tokens) { most = most ? std::min(*most, tokens) : tokens; };
    for (const std::vector<BlockConfig>* blocks : {&config.encoderBlocks, &config.blocks}) {
        if (!blocks->empty() && hasPositionTable(blocks->front().position))
            endsAt(config.context);
        for (const BlockConfig& block : *blocks)
            if (const std::optional<Index> ofMask = longestText(block.mask))
                endsAt(*ofMask);
    }
    return most;
}

std::shared_ptr<Trace> forward(
    const Setup& setup, const ForwardInput& asked, const TraceRequest& request, const RunControl& control, KvCache* cache)
{
    const auto start = std::chrono::steady_clock::now();
    const ModelConfig& config = setup.config;
    ForwardInput input = asked;
    if (config.hasEncoder() && input.decoderIds.empty())
        input.decoderIds = {setup.model ? setup.model->decoderStart : 0};
    const Index tokens = Index(config.hasEncoder() ? input.decoderIds.size() : input.ids.size());
    const Index past = cache ? cache->tokens() : 0;
    checkInput(setup, input, past);
    const TraceMatcher matcher(request);

    InterventionList interventions(request.interventions, request.openRun);

    // What would be recorded is known before anything is computed, and what does not fit is refused.
    const bool allLogits = needsAllLogits(matcher, interventions);
    const Index sourceTokens = Index(input.ids.size());
    const Plan planned = planOf(config, tokens, sourceTokens, past, matcher, allLogits);
    matcher.checkAllMatch(planned.tensors);
    interventions.bind(planned.tensors);
    const std::size_t budget = request.maxBytes > 0 ? request.maxBytes : systemMemoryBytes() / 2;
    const std::size_t traceBytes = planned.traceBytes();
    if (traceBytes > budget) {
        const Index most = std::max(tokens, sourceTokens);
        const Index fits = fittingTokens(most, budget, [&](Index longest) {
            return planOf(config, std::min(tokens, longest), std::min(sourceTokens, longest), past, matcher, allLogits)
                .traceBytes();
        });
        throw TraceTooLarge({ErrorKind::BadInput, "", std::to_string(most) + " tokens",
                                CUTAWAY_TR("the trace would not fit into the memory allowed"),
                                "at most " + sizeText(budget, false) + ", room for " + std::to_string(fits) + " tokens",
                                sizeText(traceBytes, true)},
            most, fits);
    }

    Pass pass(setup.weights, matcher, interventions, control, largestBlock(planned));
    pass.keepWeights(weightBytes(setup) <= budget - traceBytes);
    const bool mayShare = !cache && !config.hasEncoder() && input.sequenceStarts.size() <= 1 && !request.nothing;
    const Known known = mayShare ? takeFromEarlier(setup, input, planned, matcher, interventions, pass.trace()) : Known{};
    const TokenPlaces places = placesOf(tokens, input.sequenceStarts, past);
    const Tensor logits = runModel(pass, {config, input, places, cache, allLogits}, known);
    if (cache)
        cache->advance(tokens);

    const std::shared_ptr<Trace> trace = pass.takeTrace();
    if (setup.model) {
        trace->model = setup.model->name;
        trace->dtype = setup.model->dtype;
    }
    const Tokenizer* tokenizer = setup.model ? setup.model->tokenizer.get() : nullptr;
    const auto texts = [&](const std::vector<TokenId>& ids, std::vector<std::string>& into) {
        for (const TokenId id : ids)
            into.push_back(tokenizer ? tokenizer->tokenText(id) : "#" + std::to_string(id));
    };
    texts(input.ids, trace->tokens);
    if (config.hasEncoder()) {
        trace->decoderIds = input.decoderIds;
        texts(input.decoderIds, trace->decoderTokens);
    }
    if (!request.nothing)
        trace->choices = describeSetup(setup).toJson();
    if (!request.interventions.empty())
        trace->interventions = toJson(request.interventions);
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
