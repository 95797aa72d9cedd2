#include "core/run/intervention_list.h"

#include "core/base/edit_distance.h"
#include "core/io/shown_text.h"
#include "core/run/forward.h"
#include "core/run/tape_names.h"
#include "core/trace/direction.h"
#include "core/trace/tensor_slice.h"
#include "core/trace/trace.h"
#include "core/trace/trace_request.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

namespace core {

namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

[[noreturn]] void refuse(const Intervention& what, Error::Parts parts)
{
    parts.file = what.list;
    parts.where = what.place + (what.place.empty() ? "" : ".") + parts.where;
    throw Error(std::move(parts));
}

/// Calls `step`, and says of an Error{Usage} without a file in which list and where it stands.
template <class Step>
auto inPlace(const Intervention& what, Step&& step)
{
    try {
        return step();
    } catch (const Error& error) {
        Error::Parts parts = error.parts();
        if (parts.kind == ErrorKind::Usage && parts.file.empty())
            refuse(what, std::move(parts));
        throw;
    }
}

Shape withoutOnes(Shape shape)
{
    std::erase(shape, 1);
    return shape;
}

/// How an array meets a slice: one number for all, a number for each, or one for each index of the last axis.
enum class Spread
{
    One,
    Each,
    LastAxis,
    None
};

Spread spreadOf(const InterventionValue& value, const Shape& slice)
{
    if (value.shape.empty())
        return Spread::One;
    if (withoutOnes(value.shape) == withoutOnes(slice))
        return Spread::Each;
    if (value.shape.size() == 1 && !slice.empty() && value.shape[0] == slice.back())
        return Spread::LastAxis;
    return Spread::None;
}

/// The number of its array that meets each of a slice.
auto valueOf(const Intervention& what, const Shape& slice)
{
    return
        [&numbers = what.value.numbers, spread = spreadOf(what.value, slice), last = slice.empty() ? 1 : slice.back()](Index i) {
            return numbers[std::size_t(spread == Spread::One ? 0 : spread == Spread::Each ? i : i % last)];
        };
}

/// Each number becomes the mean over the tokens of the slice; masked ones stay and do not count.
void toMean(const SlicePlaces& places, const Shape& slice, int tokens, float* data)
{
    Index outer = 1, inner = 1;
    for (int axis = 0; axis < int(slice.size()); ++axis)
        (axis < tokens ? outer : inner) *= axis == tokens ? 1 : slice[std::size_t(axis)];
    const Index count = slice[std::size_t(tokens)];
    for (Index i = 0; i < outer; ++i)
        for (Index j = 0; j < inner; ++j) {
            const auto number = [&](Index t) -> float& { return data[places.at((i * count + t) * inner + j)]; };
            double sum = 0;
            Index counted = 0;
            for (Index t = 0; t < count; ++t)
                if (number(t) != kMasked) {
                    sum += double(number(t));
                    ++counted;
                }
            for (Index t = 0; t < count; ++t)
                if (number(t) != kMasked)
                    number(t) = float(sum / double(counted));
        }
}

/// A tensor of a run that is in memory.
std::optional<RecordedTensor> tensorOf(const std::shared_ptr<const Trace>& trace, const std::string& name)
{
    const TraceEntry* entry = trace->findEntry(name);
    if (!entry)
        return {};
    return RecordedTensor{entry->tensor.shape(), entry->heads, [trace, entry] { return entry->tensor; }};
}

} // namespace

/// Calls `step`, which is about this intervention. Where what does not fit is left out, an Error of it is kept instead of thrown.
template <class Step>
void InterventionList::skippingUnfit(std::size_t number, Step&& step) const
{
    try {
        step();
    } catch (const Error& error) {
        if (!m_skipsUnfit)
            throw;
        m_unfit.push_back({number, error.parts()});
    }
}

bool InterventionList::isUnfit(std::size_t number) const
{
    return std::any_of(m_unfit.begin(), m_unfit.end(), [&](const UnfitIntervention& one) { return one.number == number; });
}

InterventionList::InterventionList(const std::vector<Intervention>& interventions, RunOpener openRun, bool skipsUnfit)
    : m_interventions(interventions)
    , m_openRun(std::move(openRun))
    , m_skipsUnfit(skipsUnfit)
{
    m_patterns.resize(interventions.size()); // no name is empty: one that is off or left out matches nothing
    for (std::size_t i = 0; i < interventions.size(); ++i) {
        const Intervention& what = interventions[i];
        if (!what.isOff)
            skippingUnfit(i, [&] { m_patterns[i] = patternOf(what); });
    }
}

std::vector<Intervention> InterventionList::inForce() const
{
    std::vector<Intervention> list;
    for (std::size_t i = 0; i < m_interventions.size(); ++i)
        if (!m_interventions[i].isOff && !isUnfit(i))
            list.push_back(m_interventions[i]);
    return list;
}

InterventionList::Pattern InterventionList::patternOf(const Intervention& what)
{
    const std::optional<NamePattern> pattern = parseNamePattern(what.at);
    if (!pattern)
        refuse(what, {ErrorKind::Usage, "", "at", CUTAWAY_TR("malformed list of heads"), "name[0,3]", shownText(what.at)});
    const bool headTwice = !pattern->heads.empty()
        && std::any_of(what.slice.begin(), what.slice.end(), [](const AxisRange& r) { return headAxis({r.axis}) == 0; });
    if (headTwice)
        refuse(what, {ErrorKind::Usage, "", "slice", CUTAWAY_TR("the heads are given twice"), "", shownText(what.at)});
    return {pattern->name, pattern->heads};
}

bool InterventionList::asksFor(std::string_view name) const
{
    return std::any_of(
        m_patterns.begin(), m_patterns.end(), [&](const Pattern& pattern) { return matchesPattern(pattern.name, name); });
}

void InterventionList::bind(const std::vector<PlannedTensor>& tensors)
{
    m_actions.clear();
    Sources sources;
    for (std::size_t i = 0; i < m_interventions.size(); ++i)
        if (!m_interventions[i].isOff && !isUnfit(i))
            skippingUnfit(i, [&] { bindOne(i, tensors, sources); });
}

void InterventionList::bindOne(std::size_t number, const std::vector<PlannedTensor>& tensors, Sources& sources)
{
    const Intervention& what = m_interventions[number];
    const Pattern& pattern = m_patterns[number];
    std::vector<std::pair<std::string, Action>> found; // all of them fit, or none is changed
    const PlannedTensor* end = nullptr;
    for (const PlannedTensor& tensor : tensors) {
        if (!matchesPattern(pattern.name, tensor.name) || (!pattern.heads.empty() && headAxis(tensor.axes) < 0))
            continue;
        if (!tensor.changeInstead.empty()) {
            end = &tensor; // a pattern passes it over
            continue;
        }
        found.emplace_back(tensor.name, actionFor(tensor, number, sources));
    }
    for (auto& [name, action] : found)
        m_actions[name].push_back(std::move(action));
    if (!found.empty())
        return;
    if (end)
        refuse(what,
            {ErrorKind::Usage, "", "at", CUTAWAY_TR("nothing of the run is computed from this tensor"), end->changeInstead,
                shownText(what.at)});
    std::vector<std::string> names;
    for (const PlannedTensor& tensor : tensors)
        names.push_back(tensor.name);
    refuse(what,
        {ErrorKind::Usage, "", "at", CUTAWAY_TR("matches no tensor of this model"),
            joinedWords(nearestWords(pattern.name, names, 3)), shownText(what.at)});
}

InterventionList::Action InterventionList::actionFor(
    const PlannedTensor& tensor, std::size_t intervention, Sources& sources) const
{
    const Intervention& what = m_interventions[intervention];
    Action action{intervention, &what, m_patterns[intervention].heads, {}};
    if (what.op == InterventionOp::From) {
        namespace fs = std::filesystem;
        const std::string name = what.source.name.empty() ? tensor.name : what.source.name;
        const std::string file = (fs::path(what.source.folder) / what.source.file).generic_string();
        if (what.source.trace) {
            action.source = tensorOf(what.source.trace, name);
        } else {
            std::shared_ptr<const RecordedRun>& opened = sources[file];
            if (!opened)
                opened = m_openRun(file);
            action.source = opened->find(name);
        }
        if (!action.source)
            throw Error(
                {ErrorKind::BadInput, file, shownText(name), CUTAWAY_TR("this run recorded no tensor of this name"), "", ""});
    }
    check(action, tensor.axes, tensor.shape, true);
    return action;
}

/// What can be known without numbers. A plan does not know how many tokens an expert gets. Throws Error{Usage}.
void InterventionList::check(const Action& action, const Axes& axes, const Shape& shape, bool isPlanned)
{
    const Intervention& what = *action.what;
    const TensorSlice slice = inPlace(what, [&] { return sliceOf(axes, shape, what.slice, action.heads); });
    const int axisOfTokens = tokenAxis(axes);
    if (what.op == InterventionOp::Mean && axisOfTokens < 0)
        refuse(what,
            {ErrorKind::Usage, "", "op", CUTAWAY_TR("the tensor has no tokens to take the mean over"),
                "token, query, routed_token", axes.empty() ? "" : axes.front()});
    if (needsNumbers(what))
        refuse(what, {ErrorKind::Usage, "", "source", CUTAWAY_TR("its direction was not computed"), "", ""});
    if (isPlanned && axisOfTokens >= 0 && axes[std::size_t(axisOfTokens)] == axis::routedToken)
        return;
    if (spreadOf(what.value, slice.shape()) == Spread::None)
        refuse(what,
            {ErrorKind::Usage, "", "value", CUTAWAY_TR("the array has another shape than the slice"),
                shapeText(slice.shape()) + ", " + shapeText({slice.shape().empty() ? 1 : slice.shape().back()}),
                shapeText(what.value.shape)});
    if (action.source)
        inPlace(what, [&] { return sliceInSource(slice, axes, shape, action.source->shape, action.source->heads); });
}

void InterventionList::apply(Tensor& tensor, const OnShare& onShare) const
{
    std::size_t number = 0;
    if (const auto found = m_actions.find(tensor.name()); found != m_actions.end())
        for (const Action& action : found->second)
            skippingUnfit(action.number, [&] {
                check(action, tensor.axes(), tensor.shape(), false);
                if (onShare)
                    share(action, tensor, number++, onShare);
                change(action, tensor);
            });
}

/// What is replaced lets nothing through, what is mixed by a strength the rest of it.
void InterventionList::share(const Action& action, const Tensor& tensor, std::size_t number, const OnShare& onShare)
{
    const Intervention& what = *action.what;
    const TensorSlice slice = sliceOf(tensor.axes(), tensor.shape(), what.slice, action.heads);
    const Shape shape = slice.shape();
    const SlicePlaces places(slice, tensor.shape());
    const float strength = std::clamp(what.strength, 0.f, 1.f);
    const bool isMean = what.op == InterventionOp::Mean;
    Tensor passed(passedName(tensor.name(), number), tensor.axes(), tensor.shape());
    Tensor shared(sharedName(tensor.name(), number), tensor.axes(), tensor.shape());
    std::fill_n(passed.data(), passed.size(), 1.f);
    std::fill_n(shared.data(), shared.size(), 0.f);
    const auto value = valueOf(what, shape);
    for (Index i = 0; i < places.size(); ++i) {
        const Index at = places.at(i);
        if (isMean && tensor.data()[at] == kMasked) // it stays
            continue;
        if (isMean)
            shared.data()[at] = strength;
        if (what.op == InterventionOp::Scale)
            passed.data()[at] = 1 + strength * (value(i) - 1);
        else if (what.op != InterventionOp::Add)
            passed.data()[at] = 1 - strength;
    }
    onShare(passed);
    if (isMean && strength > 0)
        onShare(shared);
}

/// Between untouched and replaced, as its strength says. At full strength the bits are those of the replacement.
void InterventionList::change(const Action& action, Tensor& tensor)
{
    const TensorSlice slice = sliceOf(tensor.axes(), tensor.shape(), action.what->slice, action.heads);
    const float strength = action.what->strength;
    if (strength >= 1)
        return replace(action, slice, tensor);
    if (strength <= 0) // nor −inf times 0
        return;
    const SlicePlaces places(slice, tensor.shape());
    std::vector<float> untouched(std::size_t(places.size()));
    for (Index i = 0; i < places.size(); ++i)
        untouched[std::size_t(i)] = tensor.data()[places.at(i)];
    replace(action, slice, tensor);
    for (Index i = 0; i < places.size(); ++i)
        if (const float before = untouched[std::size_t(i)]; before != kMasked) {
            float& number = tensor.data()[places.at(i)];
            number = before + strength * (number - before);
        }
}

void InterventionList::replace(const Action& action, const TensorSlice& slice, Tensor& tensor)
{
    const Intervention& what = *action.what;
    const Shape shape = slice.shape();
    const SlicePlaces places(slice, tensor.shape());
    float* data = tensor.data();
    const auto eachNumber = [&](const auto& changed) {
        for (Index i = 0; i < places.size(); ++i)
            if (float& number = data[places.at(i)]; number != kMasked)
                number = changed(number, i);
    };
    const auto value = valueOf(what, shape);
    switch (what.op) {
    case InterventionOp::Zero:
        eachNumber([](float, Index) { return 0.f; });
        break;
    case InterventionOp::Mean:
        toMean(places, shape, tokenAxis(tensor.axes()), data);
        break;
    case InterventionOp::Set:
        eachNumber([&](float, Index i) { return value(i); });
        break;
    case InterventionOp::Add:
        eachNumber([&](float number, Index i) { return number + value(i); });
        break;
    case InterventionOp::Scale:
        eachNumber([&](float number, Index i) { return number * value(i); });
        break;
    case InterventionOp::From: {
        const Tensor source = action.source->read();
        const SlicePlaces from(
            sliceInSource(slice, tensor.axes(), tensor.shape(), source.shape(), action.source->heads), source.shape());
        eachNumber([&](float, Index i) { return source.data()[from.at(i)]; });
        break;
    }
    }
}

std::vector<UnfitIntervention> unfitInterventions(
    const ModelConfig& config, Index tokens, Index sourceTokens, const TraceRequest& request)
{
    TraceRequest skipping = request;
    skipping.skipsUnfit = true;
    const Plan planned = plan(config, tokens, sourceTokens, skipping);
    InterventionList list(request.interventions, request.openRun, true);
    list.bind(planned.tensors);
    std::vector<UnfitIntervention> unfit = list.unfit();
    std::ranges::sort(unfit, {}, &UnfitIntervention::number);
    return unfit;
}

} // namespace core
