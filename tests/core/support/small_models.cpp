#include "tests/core/support/small_models.h"

#include "core/model/choice_list.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

using namespace core;

namespace support {

namespace {

constexpr const char* smallAssignments
    = "sizes.layers=2 sizes.d_model=18 sizes.heads=6 sizes.d_head=5 sizes.d_ff=11 sizes.vocab=13 sizes.context=17 "
      "bias.attention=true bias.attention_output=true bias.feed_forward=true bias.output=true mask.window=3";

/// A few values that a parameter may have, as text.
std::vector<std::string> valuesOf(const ChoiceKey& key)
{
    switch (key.type) {
    case ChoiceType::Word:
        return key.words;
    case ChoiceType::Bool:
        return {"true", "false"};
    case ChoiceType::Integer:
        return {std::to_string(Index(std::max(key.min, 0.0))), std::to_string(Index(std::max(key.min, 0.0)) + 2)};
    case ChoiceType::Number:
        return {std::to_string(key.min), std::to_string(key.min + 0.4 * std::min(1.0, key.max - key.min)),
            std::to_string(std::min(key.max, key.min + 5000))};
    case ChoiceType::NumberOrWord:
        return {key.words.front(), "0.5", "2"};
    case ChoiceType::Numbers: // as many as the small models have heads; divisors of pairs have tests of their own
        return key.words.empty() ? std::vector<std::string>() : std::vector<std::string>{key.words.front(), "1,0.5,0,2,0.25,-1"};
    case ChoiceType::Text:
    case ChoiceType::Table:
        return {};
    }
    return {};
}

struct NatureCollector
{
    unsigned nature = Plain;
    template <class T>
    void ofModel(const ParamInfo&, T&)
    {
    }
    template <class T>
    void ofBlock(const ParamInfo&, T&)
    {
    }
    void said(const ParamInfo&, ChoiceType) { }
    template <class Family>
    void family(std::string_view, std::string_view, Family& kind)
    {
        nature |= infoOf(kind).nature;
        eachParam(kind, [&]<class T>(const ParamInfo& info, T& value) {
            if constexpr (isFamily<T>)
                family(info.id, info.label, value);
        });
    }
};

} // namespace

Choices smallChoices()
{
    Choices result;
    std::istringstream words(smallAssignments);
    for (std::string word; words >> word;)
        result.setText(word, 2);

    Json cells = Json::array(); // of the painted mask: no kind of its own looks like it, and each query sees something
    for (int query = 0; query < 17; ++query) {
        cells.push_back(Json::array());
        for (int key = 0; key < 17; ++key)
            cells.back().push_back(key == query || (3 * query + 5 * key) % 7 < 3 ? 1 : 0);
    }
    result.set("mask.painted", cells);
    return result;
}

Choices choices(const std::string& assignments)
{
    Choices result = smallChoices();
    std::istringstream words(assignments);
    for (std::string word; words >> word;)
        result.setText(word, result.value("sizes.layers").get<int>());
    return result;
}

SetupPtr smallSetup(const Choices& said, std::uint64_t seed)
{
    auto setup = std::make_shared<Setup>();
    auto model = std::make_shared<Model>();
    model->name = "small";
    model->trained = false;
    model->sizesFixed = false;
    setup->model = model;
    setup->said = said;
    setup->config = resolve(said, {});
    setup->specs = plan(setup->config, 1).weights;
    Weights random; // optional tensors too, so that none hides
    for (const WeightSpec& spec : setup->specs)
        if (spec.sharedWith.empty())
            random.set(
                spec.name, std::make_shared<WeightTensor>(seededSource({spec.name, spec.shape, Init::Projection, 1.f}, seed)));
    setup->weights = resolveWeights(setup->specs, random, seed, *model->generated);
    return setup;
}

std::vector<TokenId> smallText() { return {7, 2, 11, 0, 2, 12, 5}; }

std::vector<const ChoiceKey*> familyKeys()
{
    std::vector<const ChoiceKey*> keys;
    for (const ChoiceKey& key : choiceKeys())
        if (!key.formulas.empty())
            keys.push_back(&key);
    return keys;
}

std::vector<std::string> everyKindAndParameter()
{
    std::vector<std::string> result;
    for (const ChoiceKey* family : familyKeys())
        for (const std::string& kind : family->words) {
            // A family within a kind (RoPE's scaling) needs that kind.
            const std::string outer = family->ofKey.empty() ? "" : family->ofKey + "=" + family->ofKinds.front() + " ";
            const std::string assignment = outer + family->id + "=" + kind;
            result.push_back(assignment);
            for (const ChoiceKey& key : choiceKeys())
                if (key.ofKey == family->id && std::count(key.ofKinds.begin(), key.ofKinds.end(), kind) > 0)
                    for (const std::string& value : valuesOf(key))
                        result.push_back(assignment + " " + key.id + "=" + value);
        }
    return result;
}

void eachCombination(const std::vector<std::string>& keys, const std::function<void(const std::string&)>& visit)
{
    std::vector<std::string> combinations{""};
    for (const std::string& id : keys) {
        std::vector<std::string> longer;
        for (const std::string& shorter : combinations)
            for (const std::string& word : findChoiceKey(id)->words)
                longer.push_back(shorter + (shorter.empty() ? "" : " ") + id + "=" + word);
        combinations = std::move(longer);
    }
    std::for_each(combinations.begin(), combinations.end(), visit);
}

bool isRefused(const Choices& said)
{
    try {
        resolve(said, {});
        return false;
    } catch (const Error&) {
        return true;
    }
}

unsigned natureOf(const ModelConfig& config)
{
    NatureCollector collector;
    ModelConfig model = config;
    for (BlockConfig& block : model.blocks)
        eachChoice(model, block, collector);
    for (const BlockConfig& block : config.blocks)
        if (block.sinks)
            collector.nature |= LosesMass;
    return collector.nature;
}

std::shared_ptr<Trace> run(const Setup& setup, const std::vector<TokenId>& ids, const TraceRequest& request, KvCache* cache)
{
    ForwardInput input{ids, {}};
    input.decoderIds = ids;
    return forward(setup, input, request, {}, cache);
}

double relativeDifference(std::span<const float> a, std::span<const float> b)
{
    if (a.size() != b.size())
        return std::numeric_limits<double>::infinity();
    double largest = 1e-30, difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] == b[i])
            difference = std::max(difference, 0.0);
        else if (!std::isfinite(a[i]) || !std::isfinite(b[i]))
            return std::numeric_limits<double>::infinity();
        else
            difference = std::max(difference, std::abs(double(a[i]) - double(b[i])));
        if (std::isfinite(b[i]))
            largest = std::max(largest, std::abs(double(b[i])));
    }
    return difference / largest;
}

} // namespace support
