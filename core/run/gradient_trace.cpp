#include "core/run/gradient_trace.h"

#include "core/io/shown_text.h"
#include "core/run/intervention_list.h"
#include "core/run/metric_gradient.h"
#include "core/run/stream_ids.h"
#include "core/run/tape_names.h"

#include <algorithm>
#include <map>

namespace core {

namespace {

constexpr std::string_view kGradient = "grad.", kOfWeights = "grad.weights.";

/// The patterns of a request, sorted by what they may name.
struct Patterns
{
    std::vector<std::string> all;       // as given
    std::vector<std::string> ofTensors; // those that can name a tensor or its gradient, without "grad."

    explicit Patterns(const std::vector<std::string>& given)
        : all(given)
    {
        for (const std::string& pattern : given)
            if (!pattern.starts_with(kOfWeights))
                ofTensors.push_back(pattern.starts_with(kGradient) ? pattern.substr(kGradient.size()) : pattern);
    }
    bool onlyWeights() const { return !all.empty() && ofTensors.empty(); }

    /// Those that name the tensor itself.
    TraceRequest ofRun() const
    {
        TraceRequest request;
        std::copy_if(all.begin(), all.end(), std::back_inserter(request.patterns),
            [](const std::string& pattern) { return !pattern.starts_with(kGradient); });
        request.nothing = !all.empty() && request.patterns.empty();
        return request;
    }
};

std::size_t bytesOf(const Shape& shape) { return std::size_t(elements(shape)) * sizeof(float); }

/// Tokens that the logits belong to.
Index streamTokensOf(const Setup& setup, const ForwardInput& input)
{
    return setup.config.hasEncoder() ? std::max<Index>(1, Index(input.decoderIds.size())) : Index(input.ids.size());
}

/// Throws when the metric cannot be taken of a run of this text.
void requireMetric(const Setup& setup, const Metric& metric, const ForwardInput& input)
{
    requireGradient(metric);
    targetsOf(metric, setup.config, setup.config.hasEncoder() ? input.decoderIds : input.ids); // throws where they are not known
    const Index tokens = streamTokensOf(setup, input);
    if (hasPosition(metric.kind))
        positionOf(metric, tokens);
    if (metric.kind == MetricKind::Loss && tokens < 2 && setup.config.outputHead != OutputHead::MaskedLanguage)
        throw Error({ErrorKind::BadInput, "", "metric", CUTAWAY_TR("one token has no next one to be predicted: add a word"),
            "2 tokens or more", std::to_string(tokens)});
}

/// Throws when the way back needs more than is allowed: the tape, what interventions changed on it, gradients of tensors and of
/// weights. What is left of it serves the weights.
std::size_t requireRoom(const Setup& setup, const ForwardInput& input, const TraceRequest& tape, const GradientRequest& request)
{
    const ModelConfig& config = setup.config;
    const Index source = Index(input.ids.size());
    const Index tokens = streamTokensOf(setup, input);
    const Plan planned = plan(config, tokens, source, tape);
    std::size_t bytes = planned.traceBytes();
    TraceRequest asked;
    asked.patterns = request.patterns;
    asked.nothing = request.noTensors;
    const TraceMatcher wanted(asked);
    InterventionList changes(tape.interventions, tape.openRun, tape.skipsUnfit);
    changes.bind(planned.tensors);
    for (const PlannedTensor& tensor : planned.tensors) {
        if (tensor.recorded && wanted.wants(tensor.name, tensor.onRequest ? Recording::OnRequest : Recording::Usual))
            bytes += bytesOf(tensor.shape);
        if (changes.touches(tensor.name))
            bytes += 4 * bytesOf(tensor.shape); // before and after, and what is let through
    }
    for (const WeightSpec& spec : setup.specs)
        for (const std::string& pattern : request.weights)
            if (matchesPattern(pattern, std::string(kOfWeights) + spec.name)) {
                bytes += bytesOf(spec.shape);
                break;
            }
    const std::size_t budget = tape.maxBytes > 0 ? tape.maxBytes : WeightsInMemory::ordinaryBudget();
    if (bytes > budget)
        throw Error({ErrorKind::BadInput, "", std::to_string(std::max(tokens, source)) + " tokens",
            CUTAWAY_TR("the trace and its gradients would not fit into the memory allowed"), "at most " + sizeText(budget, false),
            sizeText(bytes, true)});
    return budget - bytes;
}

void requireWeights(const Setup& setup, const std::vector<std::string>& patterns)
{
    for (const std::string& pattern : patterns) {
        if (!pattern.starts_with(kOfWeights))
            continue;
        std::vector<std::string> names;
        for (const WeightSpec& spec : setup.specs)
            names.push_back(std::string(kOfWeights) + spec.name);
        if (std::none_of(names.begin(), names.end(), [&](const std::string& name) { return matchesPattern(pattern, name); }))
            throw Error({ErrorKind::Usage, "", "--record " + pattern, CUTAWAY_TR("matches no weight of this model"),
                shownList(names, 3), shownText(pattern)});
    }
}

} // namespace

Tensor untouchedLogits(const Setup& setup, const ForwardInput& input, const Trace& run, const RunControl& control)
{
    if (run.replaced.empty())
        return run.at("logits");
    return forward(setup, input, {.patterns = {"logits"}}, {.stop = control.stop, .onProgress = {}})->at("logits");
}

std::shared_ptr<Trace> traceWithGradients(
    const Setup& setup, const ForwardInput& input, const TraceRequest& request, const Metric& metric, const RunControl& control)
{
    requireMetric(setup, metric, input);
    const Patterns patterns(request.patterns);
    requireWeights(setup, patterns.all);
    TraceRequest tapeOf = request;
    tapeOf.patterns = patterns.ofTensors;
    tapeOf = tapeRequest(tapeOf);
    GradientRequest asked{.patterns = patterns.ofTensors, .noTensors = patterns.onlyWeights(), .weights = patterns.all};
    asked.held = WeightsInMemory::of(setup, requireRoom(setup, input, tapeOf, asked));

    ForwardInput whole = input;
    if (!request.interventions.empty())
        whole.earlier = nullptr; // it does not tell what interventions changed
    const std::shared_ptr<Trace> tape = forward(setup, whole, tapeOf, control);
    const Tensor& logits = tape->at("logits");
    const std::vector<TokenId> targets = targetsOf(metric, setup.config, streamIds(*tape));
    const Tensor untouched = metric.kind == MetricKind::Kl ? untouchedLogits(setup, input, *tape, control) : logits;
    const MetricInput measured{logits, targets, &untouched};
    const Gradients gradients = backward({setup, input, *tape}, gradientOf(metric, measured), asked, control);

    const auto trace = std::make_shared<Trace>(tape->withEntries({}));
    const TraceMatcher ofRun(patterns.ofRun());
    for (const TraceEntry& entry : tape->entries())
        if (!isOfTape(entry.name()) && (patterns.all.empty() || ofRun.wants(entry.name(), Recording::OnRequest)))
            trace->add(keptEntry(entry.tensor, ofRun.heads(entry.name()), entry.replaced));
    for (const TraceEntry& entry : gradients.tensors)
        if (!isOfTape(entry.name()))
            trace->add(entry);
    for (const auto& [name, gradient] : gradients.weights)
        trace->add({gradient, {}, false});
    trace->metric = metric.text;
    trace->metricValue = valueOf(metric, measured);
    return trace;
}

} // namespace core
