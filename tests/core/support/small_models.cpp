#include "tests/core/support/small_models.h"

#include "core/model/choice_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

using namespace core;

namespace support {

namespace {

constexpr const char* smallAssignments
    = "sizes.layers=2 sizes.d_model=18 sizes.heads=6 sizes.d_head=5 sizes.d_ff=11 sizes.vocab=13 sizes.context=17 "
      "bias.attention=true bias.attention_output=true bias.feed_forward=true bias.output=true mask.window=3";

/// A few values that a key may have, as text.
std::vector<std::string> valuesOf(const ChoiceKey& key)
{
    const auto text = [](double number) { return fmt::format("{}", number); }; // the shortest that reads back
    switch (key.type) {
    case ChoiceType::Word:
        return key.words;
    case ChoiceType::Bool:
        return {"true", "false"};
    case ChoiceType::Integer:
        if (key.id == "mixer.d_inner") // the heads of a recurrence share it
            return {"0", "12"};
        return {std::to_string(Index(std::max(key.min, 0.0))), std::to_string(Index(std::max(key.min, 0.0)) + 2)};
    case ChoiceType::Number:
        if (key.min < 0)
            return {"-0.7", "0", "2.5"};
        return {text(key.min), text(key.min + 0.4 * std::min(1.0, key.max - key.min)), text(std::min(key.max, key.min + 5000))};
    case ChoiceType::NumberOrWord:
        return {key.words.front(), "0.5", "2"};
    case ChoiceType::Numbers: // as many as the small models have heads, or pairs that turn
        return key.words.empty() ? std::vector<std::string>{"3,0.5"}
                                 : std::vector<std::string>{key.words.front(), "1,0.5,0,2,0.25,-1"};
    case ChoiceType::Text:
        return key.id == "mask.schedule" ? std::vector<std::string>{"wf", "f"} : std::vector<std::string>{"auto", "0.3"};
    case ChoiceType::Table:
        return {};
    }
    return {};
}

/// What a value needs beside it to be legal, or to show.
std::string companionOf(const std::string& assignment)
{
    static const std::vector<std::pair<std::string, std::string>> companions{
        {"mixture.experts=1", "mixture.top_k=1"},         // no more than there are
        {"mixture.groups_top_k=", "mixture.groups=4"},    // of groups
        {"mixture.shared_gate=", "mixture.shared=1"},     // of a shared expert
        {"attention.kind=latent", "position.kind=rope"},  // the kind with a part that turns
        {"rope.long_factor=", "rope.original_context=2"}, // the text is longer than that
        {"t5.max_distance=", "t5.buckets=8"},             // the text reaches the buckets that grow
        {"disentangled.max_distance=", "disentangled.buckets=4"},
        {"norm.deep_", "norm.placement=deep_norm"},
        {"norm.tokens_first=", "norm.embedding=true position.kind=learned"},
        {"embedding.projection=", "embedding.width=5"},
        {"embedding.padding_id=2", "position.kind=learned"}, // an id of the small text
        {"output.head_activation=", "output.head=masked_language"},
        {"bias.head=", "output.head=masked_language"},
    };
    for (const auto& [value, needs] : companions)
        if (assignment.starts_with(value))
            return needs + " ";
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

Choices assigned(const std::string& assignments, Choices on)
{
    std::istringstream words(assignments);
    for (std::string word; words >> word;)
        on.setText(word, on.has("sizes.layers") ? on.value("sizes.layers").get<int>() : 1);
    return on;
}

Choices smallChoices()
{
    Choices result = assigned(smallAssignments);

    Json cells = Json::array(); // of the painted mask: no kind of its own looks like it, and each query sees something
    for (int query = 0; query < 17; ++query) {
        cells.push_back(Json::array());
        for (int key = 0; key < 17; ++key)
            cells.back().push_back(key == query || (3 * query + 5 * key) % 7 < 3 ? 1 : 0);
    }
    result.set("mask.painted", cells);
    return result;
}

Choices choices(const std::string& assignments) { return assigned(assignments, smallChoices()); }

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
            const std::string assignment = outer + companionOf(family->id + "=" + kind) + family->id + "=" + kind;
            result.push_back(assignment);
            for (const ChoiceKey& key : choiceKeys())
                if (key.ofKey == family->id && key.formulas.empty()
                    && std::count(key.ofKinds.begin(), key.ofKinds.end(), kind) > 0)
                    for (const std::string& value : valuesOf(key)) {
                        const std::string parameter = key.id + "=" + value;
                        result.push_back(assignment + " " + companionOf(parameter) + parameter);
                    }
        }
    return result;
}

std::vector<std::string> everyPlainChoice()
{
    std::vector<std::string> result;
    for (const ChoiceKey& key : choiceKeys())
        if (key.ofKey.empty() && key.formulas.empty() && !key.id.starts_with("sizes.") && key.id != "weights" && key.id != "seed")
            for (const std::string& value : valuesOf(key))
                result.push_back(key.id + "=" + value);
    return result;
}

std::vector<std::string> everyChoice()
{
    std::vector<std::string> result = everyKindAndParameter();
    const std::vector<std::string> plain = everyPlainChoice();
    result.insert(result.end(), plain.begin(), plain.end());
    return result;
}

std::vector<std::string> everySetOfNames()
{
    std::vector<std::string> all = everyChoice();
    all.push_back("position.kind=learned norm.embedding=true"); // the four terms through a norm of their own
    all.push_back("attention.kind=latent position.kind=rope latent.q_rank=5 score.qk_norm=rms_head");
    all.push_back("topology=encoder_decoder score.qk_norm=layer_full norm.placement=sandwich");
    TraceRequest everything;
    everything.patterns = {"*"};
    std::vector<std::string> result;
    std::set<std::string> seen;
    for (const std::string& assignments : all) {
        std::string names;
        for (const PlannedTensor& tensor : plan(resolve(choices(assignments), {}), 4, everything).tensors)
            names += tensor.name + " ";
        if (seen.insert(names).second)
            result.push_back(assignments);
    }
    return result;
}

std::vector<std::string> everyPair(const std::vector<std::string>& keys, const std::function<bool(const ModelConfig&)>& isMeant)
{
    const auto isLegal = [&](const std::string& assignments) {
        const Choices said = choices(assignments);
        return !isRefused(said) && (!isMeant || isMeant(resolve(said, {})));
    };
    std::vector<std::vector<std::string>> values; // [key][value], "norm.kind=none"
    for (const std::string& id : keys)
        for (values.emplace_back(); const std::string& value : valuesOf(*findChoiceKey(id)))
            values.back().push_back(id + "=" + value);

    using Row = std::vector<std::size_t>; // the value of each key
    using Pair = std::array<std::size_t, 4>;
    const auto pairsOf = [](const Row& row) {
        std::vector<Pair> pairs;
        for (std::size_t a = 0; a < row.size(); ++a)
            for (std::size_t b = a + 1; b < row.size(); ++b)
                pairs.push_back({a, row[a], b, row[b]});
        return pairs;
    };
    const auto textOf = [&](const Row& row) {
        std::string text;
        for (std::size_t key = 0; key < row.size(); ++key)
            text += (key == 0 ? "" : " ") + values[key][row[key]];
        return text;
    };

    std::vector<std::string> result;
    std::set<Pair> covered;
    std::uint64_t random = 1;
    const auto draw = [&](std::size_t count) { // any mixing of bits does
        random = random * 6364136223846793005u + 1442695040888963407u;
        return std::size_t(random >> 33) % count;
    };
    const auto cover = [&](const Pair& pair) {
        Row best;
        std::size_t most = 0;
        for (int attempt = 0; attempt < 60 && (attempt < 12 || best.empty()); ++attempt) {
            Row row;
            for (std::size_t key = 0; key < keys.size(); ++key)
                row.push_back(draw(values[key].size()));
            row[pair[0]] = pair[1];
            row[pair[2]] = pair[3];
            const std::vector<Pair> pairs = pairsOf(row);
            const std::size_t fresh
                = std::size_t(std::count_if(pairs.begin(), pairs.end(), [&](const Pair& p) { return !covered.contains(p); }));
            if (fresh > most && isLegal(textOf(row))) {
                most = fresh;
                best = row;
            }
        }
        if (best.empty())
            return; // no legal combination holds this pair
        for (const Pair& p : pairsOf(best))
            covered.insert(p);
        result.push_back(textOf(best));
    };
    for (std::size_t a = 0; a < keys.size(); ++a)
        for (std::size_t b = a + 1; b < keys.size(); ++b)
            for (std::size_t i = 0; i < values[a].size(); ++i)
                for (std::size_t j = 0; j < values[b].size(); ++j)
                    if (!covered.contains({a, i, b, j}))
                        cover({a, i, b, j});
    return result;
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
    for (const BlockConfig& block : config.blocks) {
        if (block.sinks)
            collector.nature |= LosesMass;
        const auto* mixture = std::get_if<MixtureOfExperts>(&block.feedForward);
        if (mixture && mixture->routing.capacity > 0)
            collector.nature |= DependsOnLength; // the places of an expert go by the length of the text
    }
    if (config.topology == Topology::Encoder)
        collector.nature |= LooksAhead; // whatever the mask: windows look both ways
    return collector.nature;
}

std::shared_ptr<Trace> run(const Setup& setup, const std::vector<TokenId>& ids, const TraceRequest& request, KvCache* cache)
{
    ForwardInput input{ids, {}};
    input.decoderIds = ids;
    return forward(setup, input, request, {}, cache);
}

double relativeDifference(std::span<const float> a, std::span<const float> b, double atLeast)
{
    if (a.size() != b.size())
        return std::numeric_limits<double>::infinity();
    double largest = atLeast, difference = 0;
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

double largestValue(std::span<const float> values)
{
    double largest = 0;
    for (const float value : values)
        largest = std::max(largest, std::abs(double(value)));
    return largest;
}

std::string scaleBeside(const std::string& name)
{
    return name.ends_with(".mean") ? name.substr(0, name.size() - 4) + "scale" : std::string();
}

} // namespace support
