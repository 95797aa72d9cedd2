#include "core/experiments/steering.h"

#include "core/analysis/token_directions.h"
#include "core/files/formats/vector_file.h"
#include "core/io/shown_text.h"
#include "core/run/gradient_trace.h"
#include "core/run/kept_beginning.h"
#include "core/run/metric.h"
#include "core/trace/tensor_slice.h"
#include "core/trace/weight_place.h"

#include <algorithm>
#include <filesystem>

namespace core {

namespace {

[[noreturn]] void refuse(
    const Intervention& what, ErrorKind kind, const std::string& where, const char* problem, const std::string& found = "")
{
    throw Error({kind, what.list, what.place + (what.place.empty() ? "" : ".") + where, problem, "", found});
}

/// What a run has at the place, at one token; without the axis of tokens, and axes of length 1.
InterventionValue atToken(const Trace& trace, const Intervention& what, const NamePattern& name, Index token)
{
    const Tensor& tensor = trace.at(name.name);
    const int tokens = tokenAxis(tensor.axes());
    std::vector<AxisRange> ranges = what.slice;
    if (tokens >= 0) {
        const std::string& axis = tensor.axes()[std::size_t(tokens)];
        std::erase_if(ranges, [&](const AxisRange& range) { return range.axis == axis; });
        ranges.push_back({axis, token, token});
    }
    const TensorSlice slice = sliceOf(tensor.axes(), tensor.shape(), ranges, name.heads);
    const SlicePlaces places(slice, tensor.shape());
    InterventionValue value{slice.shape(), {}};
    std::erase(value.shape, 1);
    if (value.shape.empty())
        value.shape = {1};
    for (Index i = 0; i < places.size(); ++i)
        value.numbers.push_back(tensor.data()[places.at(i)]);
    return value;
}

/// Whether two texts in one pass have the tensor each by itself: its rows are those of the tokens, and nothing else of it is.
bool canPack(const Setup& setup, const std::string& name)
{
    const std::vector<PlannedTensor> tensors = plan(setup.config, 2, {}).tensors;
    const auto tensor = std::ranges::find(tensors, name, &PlannedTensor::name);
    return tensor != tensors.end() && !mixesTokens(setup.config) && tensor->axes.front() == axis::token
        && std::ranges::find(tensor->axes, axis::key) == tensor->axes.end();
}

/// What both texts have at the place, each at its last token: from one pass where they can be packed.
std::pair<InterventionValue, InterventionValue> atLastTokens(
    const Setup& setup, const Intervention& what, const NamePattern& name, const Direction& direction, const RunControl& control)
{
    const std::vector<TokenId> text = setup.model->tokenizer->encode(direction.text),
                               less = setup.model->tokenizer->encode(direction.less);
    const TraceRequest request{.patterns = {name.name}};
    const Index first = Index(text.size()), all = first + Index(less.size());
    if (text.empty() || less.empty() || !canPack(setup, name.name)) {
        const auto of = [&](const std::vector<TokenId>& ids) {
            return atToken(*forward(setup, {.ids = ids}, request, control), what, name, Index(ids.size()) - 1);
        };
        return {of(text), of(less)};
    }
    ForwardInput input{.ids = text, .sequenceStarts = {0, first}};
    input.ids.insert(input.ids.end(), less.begin(), less.end());
    const auto trace = forward(setup, input, request, control);
    return {atToken(*trace, what, name, first - 1), atToken(*trace, what, name, all - 1)};
}

InterventionValue differenceOf(
    const Setup& setup, const Intervention& what, const Direction& direction, const RunControl& control)
{
    const auto name = parseNamePattern(what.at);
    if (!name || name->name.find_first_of("*?") != std::string::npos)
        refuse(what, ErrorKind::Usage, "at", CUTAWAY_TR("the difference of two texts is of one tensor"), shownText(what.at));
    if (setup.config.hasEncoder())
        refuse(what, ErrorKind::BadInput, "source", CUTAWAY_TR("of a model with two stacks a text alone is no input"));
    if (!setup.model || !setup.model->tokenizer)
        refuse(what, ErrorKind::BadInput, "source", CUTAWAY_TR("the model has no tokenizer"));
    auto [value, less] = atLastTokens(setup, what, *name, direction, control);
    if (value.shape != less.shape)
        refuse(
            what, ErrorKind::BadInput, "source", CUTAWAY_TR("the text has other tokens than the place"), shapeText(less.shape));
    for (std::size_t i = 0; i < value.numbers.size(); ++i)
        value.numbers[i] -= less.numbers[i];
    return value;
}

InterventionValue rowOf(const Setup& setup, const Intervention& what, const Direction& direction)
{
    const TokenId token = parseMetric("logit:" + direction.text + "@-1", setup).token;
    std::vector<float> row = direction.kind == DirectionKind::Embedding ? embeddingDirection(setup, token)
        : direction.kind == DirectionKind::Unembedding                   ? unembeddingDirection(setup, token)
                                                                         : directionTowards(setup, token);
    if (row.empty())
        refuse(what, ErrorKind::BadInput, "source", CUTAWAY_TR("the tables of the model have another width than its stream"));
    return {{Index(row.size())}, std::move(row)};
}

InterventionValue fromFile(const Intervention& what)
{
    const std::string path = (std::filesystem::path(what.source.folder) / what.source.file).generic_string();
    std::vector<float> numbers = readVector(path, what.source.name);
    return {{Index(numbers.size())}, std::move(numbers)};
}

/// The list of what was in force as it was said: `filled` is what ran.
Json asSaid(const std::vector<Intervention>& said, const std::vector<Intervention>& filled, const Json& inForce)
{
    Json all;
    std::size_t next = 0;
    for (std::size_t i = 0; i < said.size() && next < inForce.size(); ++i) {
        if (filled[i].isOff || toJson({filled[i]}).front() != inForce[next])
            continue;
        all.push_back(toJson({said[i]}).front());
        ++next;
    }
    return all;
}

} // namespace

InterventionValue directionNumbers(const Setup& setup, const Intervention& what, const RunControl& control)
{
    const Direction direction = directionOf(what);
    InterventionValue value = direction.kind == DirectionKind::File ? fromFile(what)
        : direction.kind == DirectionKind::Difference               ? differenceOf(setup, what, direction, control)
                                                                    : rowOf(setup, what, direction);
    const float factor = what.value.numbers.empty() ? 1.f : what.value.numbers.front();
    for (float& number : value.numbers)
        number *= factor;
    return value;
}

std::vector<Intervention> withNumbers(
    const Setup& setup, std::vector<Intervention> list, bool skipsUnfit, const RunControl& control)
{
    for (Intervention& one : list) {
        if (!needsNumbers(one) || one.isOff)
            continue;
        try {
            one.value = directionNumbers(setup, one, {.stop = control.stop, .onProgress = {}});
        } catch (const Error&) {
            if (!skipsUnfit)
                throw;
            one.isOff = true;
        }
    }
    return list;
}

std::vector<Intervention> saidInForce(const Trace& run)
{
    std::vector<Intervention> list;
    if (!run.interventions.is_null())
        list = interventionsFromJson(run.interventions, "");
    std::erase_if(list, isOfWeight);
    return list;
}

std::vector<Intervention> inForceOf(const Setup& setup, const Trace& run, const RunControl& control)
{
    return withNumbers(setup, saidInForce(run), false, control);
}

SwappedRun steeredForward(const SetupPtr& setup, const ForwardInput& input, const TraceRequest& request, const ModelOpener& open,
    const PassWatch& watch)
{
    if (std::ranges::none_of(request.interventions, needsNumbers))
        return forwardWithSwaps(setup, input, request, open, watch);
    TraceRequest filled = request;
    filled.interventions = withNumbers(*setup, request.interventions, request.skipsUnfit, watch.control);
    SwappedRun run = forwardWithSwaps(setup, input, filled, open, watch);
    run.trace->interventions = asSaid(request.interventions, filled.interventions, run.trace->interventions);
    return run;
}

SwappedRun steeredGradients(const SetupPtr& setup, const ForwardInput& input, const AskedGradients& of, const ModelOpener& open,
    const RunControl& control)
{
    const auto& [request, metric] = of;
    if (request.interventions.empty())
        return {setup, traceWithGradients(*setup, input, request, metric, control)};
    TraceRequest asked = request;
    asked.patterns.clear();
    asked.nothing = true;
    const SwappedRun untraced = steeredForward(setup, input, asked, open, {control}); // the weights, and what was in force
    TraceRequest filled = request;
    filled.interventions = withNumbers(*setup, request.interventions, request.skipsUnfit, control);
    std::erase_if(filled.interventions, isOfWeight);
    const SwappedRun run{untraced.setup, traceWithGradients(*untraced.setup, input, filled, metric, control)};
    run.trace->interventions = untraced.trace->interventions;
    return run;
}

} // namespace core
