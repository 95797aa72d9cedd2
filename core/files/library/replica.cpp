#include "core/files/library/replica.h"

#include "core/base/edit_distance.h"
#include "core/base/error.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/model_folder.h"
#include "core/io/shown_text.h"
#include "core/run/cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace core {

namespace {

constexpr Index replicaContext = 512, replicaWindow = 8; // a window that a short text goes beyond
constexpr double usualRatio = 8.0 / 3.0;                 // of a gated feed-forward whose width is not known
constexpr std::size_t namesShown = 3;

/// What scales a model down.
struct Scale
{
    Index heads = 1, kvHeads = 1, dHead = 1;
    Index dModel = 64;
    Index layers = maxReplicaLayers;
    double badness = 0; // how far it is from a good size to look at
};

Index scaled(const AtlasModel& model, const std::string& key, const Scale& scale, Index atLeast)
{
    const double factor = double(scale.dModel) / double(model.size("d_model"));
    return std::max(atLeast, Index(std::llround(model.choices.value(key).get<double>() * factor)));
}

void scaleExperts(const AtlasModel& model, const Scale& scale, Choices& choices)
{
    const auto published = [&](const char* key) { return model.choices.value(key).get<Index>(); };
    const Index experts = std::min(maxReplicaExperts, published("mixture.experts"));
    const double share = double(published("mixture.top_k")) / double(published("mixture.experts"));
    choices.set("mixture.experts", experts);
    choices.set("mixture.top_k", std::max<Index>(1, std::llround(share * double(experts))));
    choices.set("mixture.d_expert", scaled(model, "mixture.d_expert", scale, 4));
}

void scaleLatent(const AtlasModel& model, const Scale& scale, Choices& choices)
{
    for (const char* rank : {"latent.kv_rank", "latent.q_rank"})
        choices.set(rank, scaled(model, rank, scale, 4));
    const auto published = [&](const char* key) { return model.choices.value(key).get<double>(); };
    const double factor = double(scale.dHead) / published("latent.d_value");
    choices.set("latent.d_value", scale.dHead);
    for (const char* width : {"latent.d_nope", "latent.d_rope"})
        choices.set(width, std::max<Index>(2, std::llround(published(width) * factor)));
    choices.set("sizes.d_head", scale.dHead);
}

Choices scaledChoices(const AtlasModel& model, const Scale& scale, Index vocabulary)
{
    AtlasModel small = model;
    Choices& choices = small.choices;
    choices.set("sizes.layers", scale.layers);
    if (choices.has("sizes.encoder_layers"))
        choices.set("sizes.encoder_layers", std::min(scale.layers, model.size("encoder_layers")));
    choices.set("sizes.d_model", scale.dModel);
    choices.set("sizes.heads", scale.heads);
    choices.set("sizes.kv_heads", scale.kvHeads);
    choices.set("sizes.d_head", scale.dHead);
    choices.set("sizes.vocab", vocabulary);
    choices.set("sizes.context", replicaContext);
    if (choices.has("sizes.d_ff"))
        choices.set("sizes.d_ff", scaled(model, "sizes.d_ff", scale, 4));
    else
        choices.set("sizes.d_ff", Index(std::llround(usualRatio * double(scale.dModel))));
    for (const char* width : {"mixer.d_inner", "embedding.width"})
        if (choices.has(width))
            choices.set(width, scaled(model, width, scale, 4));
    if (choices.has("latent.kv_rank"))
        scaleLatent(model, scale, choices);
    if (model.hasExperts())
        scaleExperts(model, scale, choices);
    if (choices.has("mask.window") || choices.has("mask.schedule"))
        choices.set("mask.window", replicaWindow);
    small.denseLayers = std::min<Index>(1, model.denseLayers);
    choices.set("seed", 1);
    Choices all = assumedChoices(model);
    all.merge(small.byLayer());
    return all;
}

/// Query and key/value heads that keep their ratio: two groups, or all heads of multi-query attention.
std::vector<std::pair<Index, Index>> headCounts(const AtlasModel& model)
{
    const Index heads = model.size("heads"), kvHeads = model.size("kv_heads");
    if (heads == 0)
        return {{1, 1}};
    if (kvHeads == 0) // latent: many heads of one vector
        return {{std::min<Index>(16, heads), std::min<Index>(16, heads)}, {8, 8}};
    if (kvHeads == heads)
        return {{std::min<Index>(8, heads), std::min<Index>(8, heads)}, {4, 4}};
    const Index groups = std::min<Index>(2, kvHeads);
    return {{heads / kvHeads * groups, groups}};
}

/// Layers that show every kind of layer once.
Index minLayers(const AtlasModel& model)
{
    std::size_t layers = std::max<std::size_t>(2, model.word("mask.schedule").size());
    for (const auto& [key, values] : model.pattern)
        layers = std::max(layers, values.size());
    return std::min<Index>(Index(layers), model.size("layers"));
}

/// Scales that keep the ratios, the best to look at first: eight layers, a stream of some hundred numbers, heads of sixteen.
std::vector<Scale> scales(const AtlasModel& model)
{
    static constexpr std::pair<Index, double> headWidths[]
        = {{16, 0}, {12, 0.1}, {8, 0.25}, {32, 0.25}, {64, 0.6}, {4, 1}, {2, 2}};
    static constexpr double bestWidth = 128;
    const Index most = std::min(maxReplicaLayers, model.size("layers"));
    const double ratio = model.headRatio();
    std::vector<Scale> exact, near;
    for (const auto& [heads, kvHeads] : headCounts(model))
        for (const auto& [dHead, odd] : headWidths) {
            const bool isWithoutHeads = model.size("heads") == 0;
            const double width = isWithoutHeads ? double(4 * dHead) : double(heads * dHead) / ratio;
            const Index dModel = 2 * std::max<Index>(8, std::llround(width / 2));
            const bool isExact = std::abs(double(dModel) - width) < 1e-6 * width;
            for (Index layers = most; layers >= minLayers(model); --layers)
                (isExact ? exact : near)
                    .push_back({heads, kvHeads, isWithoutHeads ? 1 : dHead, dModel, layers,
                        std::abs(std::log2(double(dModel) / bestWidth)) + odd + 0.12 * double(most - layers)
                            + (heads == 4 && kvHeads == 4 ? 0.3 : 0)});
        }
    std::ranges::stable_sort(exact, {}, &Scale::badness);
    std::ranges::stable_sort(near, {}, &Scale::badness);
    exact.insert(exact.end(), near.begin(), near.end());
    return exact;
}

std::shared_ptr<const Tokenizer> replicaTokenizer()
{
    static const std::shared_ptr<const Tokenizer> tokenizer = [] {
        const std::filesystem::path folder = std::filesystem::path(bundledModelsFolder()) / "main";
        std::error_code failure;
        const auto own = std::filesystem::exists(folder, failure) ? openFolderTokenizer(folder.generic_string()) : nullptr;
        return own ? own : std::shared_ptr<const Tokenizer>(makeBuiltInTokenizer());
    }();
    return tokenizer;
}

std::string keysOf(const Choices& choices)
{
    std::string keys;
    for (const auto& [key, value] : choices.all())
        keys += (keys.empty() ? "" : ", ") + key;
    return keys;
}

} // namespace

const AtlasModel* replicated(std::string_view name)
{
    return isReplicaName(name) ? findAtlasModel(std::string(name.substr(replicaPrefix.size()))) : nullptr;
}

AtlasModel withSizes(const AtlasModel& model)
{
    AtlasModel sized = model;
    if (const AtlasModel* const from = findAtlasModel(model.sizesFrom))
        for (const auto& [key, value] : from->choices.all())
            if (key.starts_with("sizes.") && !sized.choices.has(key))
                sized.choices.set(key, value);
    return sized;
}

std::optional<Error> noReplica(const AtlasModel& published)
{
    const AtlasModel model = withSizes(published);
    const std::string name = std::string(replicaPrefix) + model.id;
    for (const auto& [key, word] : model.unsupported)
        return Error({.file = name,
            .where = key,
            .problem = CUTAWAY_TR("the published choice is none of the kinds here, so it has no replica"),
            .expected = fmt::format("{}", fmt::join(findChoiceKey(key)->words, ", ")),
            .found = word});
    std::string missing;
    const bool attends = model.choices.has("attention.kind");
    for (const char* size : {"layers", "d_model", "heads"})
        if (model.size(size) == 0 && (attends || size != std::string_view("heads")))
            missing += std::string(missing.empty() ? "" : ", ") + "sizes." + size;
    if (!missing.empty())
        return Error({.file = name,
            .where = missing,
            .problem = CUTAWAY_TR("these sizes were not published, so it has no replica"),
            .expected = CUTAWAY_TR("another model of `cutaway list atlas`")});
    return {};
}

Choices assumedChoices(const AtlasModel& model)
{
    static const std::pair<const char*, Json> gpt3[] = {{"norm.kind", "layer_norm"}, {"norm.placement", "pre"},
        {"position.kind", "learned"}, {"activation.kind", "gelu"}, {"output.tied", true}};
    Choices assumed;
    for (const auto& [key, value] : gpt3)
        if (!model.choices.has(key) && !model.unsupported.contains(key))
            assumed.set(key, value);
    return assumed;
}

Choices replicaChoices(const AtlasModel& published, Index vocabulary)
{
    const AtlasModel model = withSizes(published);
    const std::vector<Scale> all = scales(model);
    for (const Scale& scale : all) {
        Choices choices = scaledChoices(model, scale, vocabulary);
        if (costOf(resolve(choices, {})).parameters <= maxReplicaParameters)
            return choices;
    }
    return scaledChoices(model, all.back(), vocabulary);
}

ModelPtr openReplica(const std::string& name)
{
    const AtlasModel* published = replicated(name);
    if (!published) {
        std::vector<std::string> ids;
        for (const AtlasModel& model : atlas())
            ids.push_back(std::string(replicaPrefix) + model.id);
        throw Error({.file = shownText(name),
            .problem = CUTAWAY_TR("no model of the atlas has this id; `cutaway list atlas` has all"),
            .expected = joinedWords(nearestWords(name, ids, namesShown))});
    }
    if (const std::optional<Error> reason = noReplica(*published))
        throw *reason;
    const auto model = std::make_shared<Model>();
    model->name = std::string(replicaPrefix) + published->id;
    model->replicaOf = published->name;
    model->family = "cutaway";
    model->dtype = "F32";
    model->trained = false;
    model->sizesFixed = false;
    model->tokenizer = replicaTokenizer();
    model->choices = replicaChoices(*published, model->tokenizer->vocabularySize());
    if (const Choices assumed = assumedChoices(*published); !assumed.all().empty())
        model->notes.push_back("not published, here as in GPT-3: " + keysOf(assumed));
    if (!published->sizesFrom.empty())
        model->notes.push_back("not published, here as in " + published->sizesFrom + ", which was made from it: its sizes");
    else if (published->size("d_ff") == 0 && !published->hasExperts() && published->word("feed_forward.kind") != "none")
        model->notes.push_back("not published, here 8/3 of d_model: sizes.d_ff");
    return model;
}

std::optional<ModelConfig> publishedConfig(const AtlasModel& published)
{
    const AtlasModel model = withSizes(published);
    const bool hasWidth = model.size("d_ff") > 0 || model.hasExperts() || model.word("feed_forward.kind") == "none";
    if (noReplica(model) || !hasWidth)
        return {};
    Choices all = assumedChoices(model);
    if (model.size("heads") == 0)
        for (const char* size : {"sizes.heads", "sizes.kv_heads", "sizes.d_head"})
            all.set(size, 1);
    all.merge(model.byLayer());
    if (model.hasExperts() && model.size("d_ff") == 0)
        all.set("sizes.d_ff", all.value("mixture.d_expert"));
    return resolve(all, {});
}

FullSize fullSizeOf(const AtlasModel& model)
{
    FullSize size;
    size.replica = resolve(openReplica(std::string(replicaPrefix) + model.id)->choices, {});
    size.replicaCost = costOf(size.replica);
    size.config = publishedConfig(model);
    if (size.config)
        size.cost = costOf(*size.config);
    return size;
}

} // namespace core
