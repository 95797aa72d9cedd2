#include "core/run/weights_choice.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <tuple>

namespace core {

namespace {

using Sibling = TrainedSiblings::Sibling;

Json valueOf(const Choices& choices, const std::string& key)
{
    const auto found = choices.all().find(key);
    return found == choices.all().end() ? Json() : found->second;
}

/// Weights from a file have the sizes of the file: only fewer layers and the context may be said.
void checkSizes(const Model& model, const Choices& own, const Choices& said)
{
    if (!model.sizesFixed)
        return;
    for (const auto& [key, value] : said.all()) {
        const Json of = valueOf(own, key);
        if (!key.starts_with("sizes.") || value == of || key == "sizes.context" || (key == "sizes.layers" && value < of))
            continue;
        throw Error({ErrorKind::Usage, {}, key, CUTAWAY_TR("is fixed by the weights of the model"),
            of.is_null()                ? ""
                : key == "sizes.layers" ? "1–" + plainText(of)
                                        : plainText(of),
            plainText(value)});
    }
}

/// Keys that no training knows of: a table of positions is read as far as the context, the seed fills what is missing.
bool isOutsideTraining(const std::string& key) { return key == "weights" || key == "seed" || key == "sizes.context"; }

/// The request: the choices to run, and those among them that were not given and may be as in the weights' training.
struct Wish
{
    const Choices& own;  // of the model opened
    const Choices& said;
    Choices run;         // both together
    std::set<std::string> free;

    Wish(const Choices& ownChoices, const Choices& givenChoices, const ModelConfig& config)
        : own(ownChoices)
        , said(givenChoices)
        , run(describe(config))
    {
        // Widths change with the kind, so that models compared have as many parameters.
        for (const char* key : {"sizes.d_ff", "sizes.d_head", "sizes.kv_heads", "score.scale"})
            if (!said.has(key))
                free.insert(key);
        for (const ChoiceKey& key : choiceKeys())
            if (!key.ofKey.empty() && !said.has(key.id) && valueOf(run, key.ofKey) != valueOf(own, key.ofKey))
                free.insert(key.id);
    }

    /// Whether two values of a key are the same in the layers that run.
    bool isSame(const Choices& trained, const std::string& key) const
    {
        if (valueOf(trained, key) == valueOf(run, key))
            return true;
        const int layers = valueOf(run, "sizes.layers").get<int>();
        for (int layer = 0; layer < layers; ++layer)
            if (trained.value(key, layer) != run.value(key, layer))
                return false;
        return true;
    }

    /// Where the run departs from a training. A key that only follows from another that differs is not named again: the
    /// parameters of a kind, the final norm from the placement, the mask from the topology.
    std::vector<ChangedChoice> changes(const Choices& trained) const
    {
        static constexpr std::array<std::pair<const char*, const char*>, 3> followers{
            {{"norm.final", "norm.placement"}, {"mask.kind", "topology"}, {"sizes.kv_heads", "attention.kind"}}};
        const auto follows = [&](const std::string& key) {
            const ChoiceKey* known = findChoiceKey(key);
            if (known && !known->ofKey.empty() && !isSame(trained, known->ofKey))
                return true;
            return std::any_of(followers.begin(), followers.end(),
                [&](const auto& pair) { return key == pair.first && !said.has(key) && !isSame(trained, pair.second); });
        };
        std::set<std::string> keys;
        for (const Choices* side : {&trained, &run})
            for (const auto& [key, value] : side->all())
                keys.insert(key);
        std::vector<ChangedChoice> result;
        for (const std::string& key : keys)
            if (!isOutsideTraining(key) && !free.contains(key) && !isSame(trained, key) && !follows(key))
                result.push_back({key, valueOf(trained, key), valueOf(run, key)});
        return result;
    }

    /// Whether weights trained with these sizes fit at all; fewer layers may be run.
    bool fits(const Choices& trained) const
    {
        for (const auto& [key, value] : run.all()) {
            const Json of = valueOf(trained, key);
            const bool isFewer = key == "sizes.layers" && value <= of;
            if (key.starts_with("sizes.") && key != "sizes.context" && !free.contains(key) && value != of && !isFewer)
                return false;
        }
        return true;
    }
};

/// The first of those trained with exactly these choices: whose training differs least from that of the model opened.
const Sibling* exactSibling(const std::vector<Sibling>& siblings, const Wish& wish)
{
    const Sibling* best = nullptr;
    for (const Sibling& sibling : siblings)
        if (wish.changes(sibling.choices).empty() && (!best || sibling.trainingDifferences < best->trainingDifferences))
            best = &sibling;
    return best;
}

/// How far a training is: changed choices first, then changed parameters of kinds that are the same, then the settings of the
/// training.
using Distance = std::tuple<std::size_t, std::size_t, int>;

Distance distanceOf(const std::vector<ChangedChoice>& changes, int trainingDifferences)
{
    const auto isParameter = [](const ChangedChoice& change) {
        const ChoiceKey* key = findChoiceKey(change.key);
        return key && !key->ofKey.empty();
    };
    const auto parameters = std::size_t(std::count_if(changes.begin(), changes.end(), isParameter));
    return {changes.size() - parameters, parameters, trainingDifferences};
}

/// The nearest whose sizes fit, when it is nearer than the model opened.
const Sibling* nearestSibling(const std::vector<Sibling>& siblings, const Wish& wish)
{
    const Sibling* best = nullptr;
    Distance least = distanceOf(wish.changes(wish.own), -1);
    for (const Sibling& sibling : siblings) {
        const Distance distance = distanceOf(wish.changes(sibling.choices), sibling.trainingDifferences);
        if (distance < least && wish.fits(sibling.choices)) {
            best = &sibling;
            least = distance;
        }
    }
    return best;
}

/// The choices of the run as they are with the weights of a sibling.
WeightsChoice withSibling(const Model& model, const Sibling& sibling, const Wish& wish)
{
    const ModelPtr source = model.siblings->open(sibling.name);
    Choices asked = wish.run;
    for (const std::string& key : wish.free)
        asked.remove(key);
    WeightsChoice choice{.source = source, .config = resolve(source->choices, asked), .origin = {}};
    choice.origin.model = sibling.name;
    choice.origin.changed = wish.changes(sibling.choices);
    choice.origin.how = choice.origin.changed.empty() ? WeightsOrigin::How::Trained : WeightsOrigin::How::Kept;
    return choice;
}

} // namespace

const char* wordOf(WeightsOrigin::How how)
{
    return how == WeightsOrigin::How::Seeded ? "seeded" : how == WeightsOrigin::How::Trained ? "trained" : "kept";
}

WeightsChoice chooseWeights(const ModelPtr& model, const Choices& said)
{
    const Json word = said.has("weights") ? said.value("weights") : model->choices.value("weights");
    const bool wantsTrained = word == "trained" || word == "trained_or_keep";
    const Choices own = describe(resolve(model->choices, {}));
    if (!wantsTrained)
        checkSizes(*model, own, said);

    WeightsChoice choice{.source = model, .config = resolve(model->choices, said), .origin = {}};
    choice.origin.model = model->name;
    if (model->trained) {
        const Wish wish(own, said, choice.config);
        choice.origin.changed = wish.changes(own);
        if (!choice.origin.changed.empty() && wantsTrained && model->siblings) {
            if (const Sibling* exact = exactSibling(model->siblings->all(), wish))
                return withSibling(*model, *exact, wish);
            checkSizes(*model, own, said);
            const Sibling* nearest = word == "trained" ? nullptr : nearestSibling(model->siblings->all(), wish);
            if (nearest)
                return withSibling(*model, *nearest, wish);
        }
        choice.origin.how = choice.origin.changed.empty() ? WeightsOrigin::How::Trained : WeightsOrigin::How::Kept;
    }
    checkSizes(*model, own, said);
    if (word == "trained" && choice.origin.how != WeightsOrigin::How::Trained)
        throw Error({ErrorKind::Usage, {}, "weights", CUTAWAY_TR("no bundled weights were trained with these choices"),
            "keep, trained_or_keep", "trained"});
    return choice;
}

std::string trainedWith(const ModelPtr& model, const Choices& said)
{
    if (!model->trained)
        return {};
    const Choices own = describe(resolve(model->choices, {}));
    const Wish wish(own, said, resolve(model->choices, said));
    if (wish.changes(own).empty())
        return model->name;
    const Sibling* exact = model->siblings ? exactSibling(model->siblings->all(), wish) : nullptr;
    return exact ? exact->name : std::string();
}

Choices describeSetup(const Setup& setup)
{
    Choices choices = describe(setup.config);
    const bool isOwn = setup.origin.model.empty() || !setup.model || setup.origin.model == setup.model->name;
    if (!isOwn)
        choices.set("weights", setup.origin.how == WeightsOrigin::How::Trained ? "trained" : "trained_or_keep");
    return choices;
}

} // namespace core
