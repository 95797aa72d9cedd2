#include "core/experiments/text_values.h"

#include "core/experiments/reference_means.h"
#include "core/experiments/text_set.h"
#include "core/run/forward.h"
#include "core/trace/tensor_slice.h"
#include "core/trace/trace_request.h"

#include <algorithm>
#include <filesystem>

namespace core {

namespace {

constexpr Index maxNumbers = 100'000; // of a list in a session

std::vector<std::string> namesOf(const std::vector<Intervention>& places)
{
    std::vector<std::string> names;
    for (const Intervention& place : places)
        if (const std::string name = parseNamePattern(place.at)->name; std::ranges::find(names, name) == names.end())
            names.push_back(name);
    return names;
}

bool countsTokens(const std::string& word)
{
    return word == axis::token || word == axis::query || word == axis::key || word == axis::routedToken;
}

/// The index that a slice names along the heads, or behind them; −1: all.
struct Named
{
    Index head = -1, number = -1;
};

Named namedBy(const Intervention& place)
{
    Named named;
    if (const std::vector<Index> heads = parseNamePattern(place.at)->heads; heads.size() == 1)
        named.head = heads.front();
    for (const AxisRange& range : place.slice)
        if (range.axis == axis::head || range.axis == axis::kvHead)
            named.head = range.first;
        else if (!countsTokens(range.axis))
            named.number = range.first;
    return named;
}

/// How many a place has along an axis of tokens of a run of so many: all of them, or up to the last one that is named.
TokensNeeded neededAlong(const Intervention& place, const std::string& word, Index tokens)
{
    const auto range = std::ranges::find(place.slice, word, &AxisRange::axis);
    return range == place.slice.end() ? TokensNeeded{tokens, true} : TokensNeeded{range->last + 1, false};
}

/// Refuses a text whose run has not the tokens of the place.
void checkTokens(const Intervention& place, const Tensor& tensor, Index tokens)
{
    for (int at = 0; at < tensor.rank(); ++at) {
        const std::string& word = tensor.axes()[std::size_t(at)];
        if (!countsTokens(word))
            continue;
        const auto [needed, isExact] = neededAlong(place, word, tokens);
        const Index there = tensor.dim(at);
        if (isExact ? there != needed : there < needed)
            throw Error({ErrorKind::BadInput, "", "", CUTAWAY_TR("the text has other tokens than the place"),
                std::to_string(needed), std::to_string(there)});
    }
}

} // namespace

std::vector<Intervention> meansOverTexts(
    const Setup& setup, const std::string& texts, const std::vector<Intervention>& places, const RunControl& control)
{
    const ReferenceMeans means = referenceMeans(setup, idsOfTexts(texts, *setup.model), namesOf(places), control);
    std::vector<Intervention> all;
    for (const Intervention& place : places) {
        const std::string name = parseNamePattern(place.at)->name;
        const Named named = namedBy(place);
        const auto mean = means.tensors.find(name);
        const bool isOfHeads = named.head < 0 && mean != means.tensors.end() && mean->second.shape.size() == 2;
        for (Index head = isOfHeads ? 0 : named.head; head < (isOfHeads ? mean->second.shape[0] : named.head + 1); ++head) {
            Intervention one = place;
            one.at = isOfHeads ? name + "[" + std::to_string(head) + "]" : place.at;
            one.op = InterventionOp::Set;
            one.value = means.valueOf(name, head, named.number);
            one.origin = {.texts = typedIn(texts) ? texts : std::filesystem::path(texts).filename().string()};
            all.push_back(std::move(one));
        }
    }
    return all;
}

TokensNeeded tokensNeeded(const std::vector<Intervention>& places, const Trace& run)
{
    TokensNeeded all;
    for (const Intervention& place : places) {
        const std::optional<NamePattern> name = parseNamePattern(place.at);
        const Tensor* const tensor = name ? run.find(name->name) : nullptr;
        for (const std::string& word : tensor ? tensor->axes() : std::vector<std::string>())
            if (word == axis::token || word == axis::query || word == axis::key) {
                const TokensNeeded one = neededAlong(place, word, Index(run.ids.size()));
                all = {std::max(all.count, one.count), all.isExact || one.isExact};
            }
    }
    return all;
}

std::vector<Intervention> valuesInText(
    const Setup& setup, const std::string& text, const std::vector<Intervention>& places, Index tokens, const RunControl& control)
{
    const SetText one{.text = text, .line = 1};
    const auto trace = forward(setup, {.ids = idsOf(one, {}, *setup.model)}, {.patterns = namesOf(places)}, control);
    std::vector<Intervention> all = places;
    for (Intervention& place : all) {
        const NamePattern name = *parseNamePattern(place.at);
        const Tensor& tensor = trace->at(name.name);
        checkTokens(place, tensor, tokens);
        const TensorSlice slice = sliceOf(tensor.axes(), tensor.shape(), place.slice, name.heads);
        const SlicePlaces at(slice, tensor.shape());
        if (at.size() > maxNumbers)
            throw Error({ErrorKind::BadInput, "", "", CUTAWAY_TR("too many values"), "at most " + std::to_string(maxNumbers),
                std::to_string(at.size())});
        place.op = InterventionOp::Set;
        place.value = {at.size() == 1 ? Shape() : slice.shape(), {}};
        for (Index i = 0; i < at.size(); ++i)
            place.value.numbers.push_back(tensor.data()[at.at(i)]);
        place.origin = {.text = text};
    }
    return all;
}

} // namespace core
