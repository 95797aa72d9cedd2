#include "core/files/families/unknown_family.h"

#include "core/base/error.h"
#include "core/files/families/asked_config.h"
#include "core/files/families/leading_prefix.h"
#include "core/files/families/weight_names.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace core {

namespace {

/// Keys that change nothing, but that only some classes write: they tell of which family a folder is not.
constexpr const char* idleOfSome[] = {"pretraining_tp"};

/// Widths that classes of latent attention write and work out from others.
bool followsFromOthers(const std::string& key, const Json& value, const Choices& choices)
{
    if (choices.value("attention.kind") != "latent")
        return false;
    const Index dRope = choices.value("latent.d_rope").get<Index>();
    return (key == "head_dim" && value == dRope)
        || (key == "qk_head_dim" && value == choices.value("latent.d_nope").get<Index>() + dRope);
}

/// How a family fits.
struct Fit
{
    const Family* family = nullptr;
    bool fits = false;
    std::vector<std::string> unsaid = {};     // keys that a folder of the family would have
    ModelConfig config = {};                  // and weights, where it fits
    Weights weights = {};
    bool isPlanned = false;                   // all that it needs is there, and perhaps more
    std::size_t understood = 0;               // keys of the configuration
    std::vector<std::string> notUnderstood = {};
    std::size_t found = 0;                    // of the names of its table
    std::vector<std::string> missing = {};    // of its table
    std::vector<std::string> lacking = {};    // of the plan of the whole model
    std::string problem = {};                 // why it does not fit though no name is missing

    /// Nothing of the folder is left over, and nothing of the family is supposed.
    bool isExplained() const { return fits && notUnderstood.empty() && unsaid.empty(); }
};

/// The name with another number, or a letter that stands for one, in the place of each.
template <class IsNumber>
std::string withZeros(const std::string& name, IsNumber&& isNumber)
{
    std::string zeros;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        const std::string part = name.substr(begin, end - begin);
        zeros += (begin == 0 ? "" : ".") + (isNumber(part) ? std::string("0") : part);
        begin = end + 1;
    }
    return zeros;
}

bool isCount(const std::string& part) { return !part.empty() && part.find_first_not_of("0123456789") == std::string::npos; }
bool isLetter(const std::string& part) { return part == "N" || part == "E" || part == "H" || part == "G"; }

/// The tensors of all layers, experts and groups as of the first ones: some have parts that the first layer has not.
StoredTensors general(const StoredTensors& stored)
{
    StoredTensors tensors;
    for (const auto& [name, tensor] : stored)
        tensors.try_emplace(withZeros(name, isCount), tensor);
    return tensors;
}

/// The names of a family's table: which of them are stored in any layer, which are not.
void compareNames(const StoredTensors& generalNames, Fit& fit)
{
    const Family& family = *fit.family;
    const auto nameOf = [](const TensorName& rule) {
        const bool isWhole = rule.native.ends_with(".weight") || rule.native.ends_with(".bias");
        return withZeros(rule.stored, isLetter) + (isWhole ? "" : ".weight");
    };
    const auto weightOf = [](const TensorName& rule) { // rules of a weight with its ending and without are of one
        return rule.native.ends_with(".weight") ? rule.native.substr(0, rule.native.size() - 7) : rule.native;
    };
    std::set<std::string> satisfied;
    for (const TensorName& rule : family.tensors)
        if (findStored(family, generalNames, withZeros(nameOf(rule), isCount)))
            satisfied.insert(weightOf(rule));
    fit.found = satisfied.size();
    for (const TensorName& rule : family.tensors)
        if (!satisfied.count(weightOf(rule)) && rule.native != "unembed" && !rule.isZeroWhenAbsent) {
            satisfied.insert(weightOf(rule));
            fit.missing.push_back(family.prefixes.front() + nameOf(rule));
        }
}

/// Keys that the folders of the family have and this one has not: those of its own, and sizes and widths of its class, which a
/// folder of another family would not have by chance.
std::vector<std::string> missingKeys(const Family& family, const JsonConfig& config)
{
    std::vector<std::string> unsaid;
    for (const std::string& key : family.ownKeys)
        if (!config.says(key))
            unsaid.push_back(key);
    for (const ConfigKey& key : family.keys) {
        const bool isSize = key.choice.starts_with("sizes.") && key.choice != "sizes.context";
        if (isSize && key.missing.value.is_number() && !config.firstOf(key.names) && !key.names.empty())
            unsaid.push_back(key.names.front());
    }
    return unsaid;
}

/// Whether the folder is of a masked-language model, and the family of none.
bool hasOtherHead(const Family& family, const JsonConfig& config)
{
    const std::optional<Json> names = config.value("architectures");
    const bool isMasked = names && names->is_array() && !names->empty() && names->front().is_string()
        && names->front().get_ref<const std::string&>().ends_with("ForMaskedLM");
    return isMasked && !family.architecture.ends_with("ForMaskedLM");
}

Fit tryFamily(const Family& family, const JsonConfig& config, const StoredTensors& all, const StoredTensors& generalNames)
{
    Fit fit{.family = &family};
    std::vector<std::string> aside;
    const std::optional<StoredTensors> plain = withoutLeadingPrefix(family, all, aside);
    const StoredTensors& stored = plain ? *plain : all;
    compareNames(plain ? general(*plain) : generalNames, fit);
    const AskedConfig asked(config);
    if (fit.found <= fit.missing.size())
        return fit; // not worth a plan
    Choices choices;
    try {
        std::vector<std::string> unused;
        choices = readChoices(family, asked, stored, aside);
        fit.config = resolve(choices, {});
        fit.weights = readWeights(family, fit.config, stored, config.file(), unused);
        fit.isPlanned = true;
        fit.fits = unused.empty();
        fit.problem = unused.empty() ? "" : unused.front();
    } catch (const MissingTensors& error) {
        fit.lacking = error.names;
    } catch (const Error& error) {
        fit.problem = error.parts().where + ": " + error.parts().problem;
    }
    fit.understood = asked.asked();
    fit.notUnderstood = asked.unasked();
    std::erase_if(fit.notUnderstood, [&](const std::string& key) {
        const std::optional<Json> value = config.value(key);
        return fit.isPlanned && value && followsFromOthers(key, *value, choices);
    });
    fit.unsaid = missingKeys(family, config);
    for (const char* key : idleOfSome)
        if (config.value(key) && std::count(family.idleKeys.begin(), family.idleKeys.end(), key) == 0)
            fit.notUnderstood.emplace_back(key);
    if (hasOtherHead(family, config))
        fit.notUnderstood.push_back("architectures");
    return fit;
}

/// A window at least as long as the context is no window, and the context repeats it.
ModelConfig withoutIdleWindows(ModelConfig config)
{
    for (BlockConfig& block : config.blocks)
        block.mask = withinContext(block.mask, config.context);
    return config;
}

/// Whether a few rows of two weights are the same.
bool sameRows(const TensorSource& a, const TensorSource& b)
{
    if (a.shape() != b.shape())
        return false;
    const Index rows = a.shape().front();
    const std::size_t width = std::size_t(elements(a.shape()) / std::max<Index>(1, rows));
    std::vector<float> ofA(width), ofB(width);
    for (const Index row : {Index(0), rows / 3, rows - 1}) {
        a.read(row, 1, ofA.data());
        b.read(row, 1, ofB.data());
        if (ofA != ofB)
            return false;
    }
    return true;
}

/// A choice or weight in which two readings of one folder differ; "" when they compute the same numbers.
std::string differenceOf(const Fit& a, const Fit& b)
{
    const ModelConfig configA = withoutIdleWindows(a.config), configB = withoutIdleWindows(b.config);
    const Choices choicesA = describe(configA), choicesB = describe(configB);
    for (const auto& [key, value] : choicesA.all())
        if (const auto other = choicesB.all().find(key); other == choicesB.all().end() || other->second != value)
            return key;
    if (!(configA == configB))
        return "choices";
    if (a.weights.all().size() != b.weights.all().size())
        return "tensors";
    for (const auto& [name, weight] : a.weights.all()) {
        const WeightTensor* other = b.weights.find(name);
        if (!other || !sameRows(weight->source(), other->source()))
            return name;
    }
    return configA.hasEncoder() && a.family->decoderStart != b.family->decoderStart ? "decoder_start_token_id" : "";
}

/// What the family brings that the configuration does not say.
std::vector<std::string> assumed(const Fit& fit, const JsonConfig& config, const StoredTensors& all)
{
    std::vector<std::string> aside, words;
    const std::optional<StoredTensors> plain = withoutLeadingPrefix(*fit.family, all, aside);
    const Choices choices = readChoices(*fit.family, config, plain ? *plain : all, aside);
    for (const auto& [choice, value] : fit.family->fixed)
        words.push_back(choice + " " + writeJson(choices.value(choice)));
    for (const ConfigKey& key : fit.family->keys)
        if (!config.firstOf(key.names) && choices.has(key.choice))
            words.push_back(key.choice + " " + writeJson(choices.value(key.choice)));
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

/// The reasons against reading the folder as this family.
std::string obstacleOf(const Fit& fit)
{
    constexpr std::size_t names = 4;
    if (fit.fits && !fit.notUnderstood.empty())
        return "keys that it does not know: " + shownList(fit.notUnderstood, names);
    if (fit.fits)
        return "missing keys: " + shownList(fit.unsaid, names);
    const std::vector<std::string>& missing = fit.lacking.empty() && fit.problem.empty() ? fit.missing : fit.lacking;
    return missing.empty() ? fit.problem : "missing: " + shownList(missing, names);
}

} // namespace

const Family& familyByTensors(
    const std::vector<Family>& families, const JsonConfig& config, const StoredTensors& stored, std::vector<std::string>& notes)
{
    constexpr std::size_t nearest = 3;
    const StoredTensors generalNames = general(stored);
    std::vector<Fit> fits;
    for (const Family& family : families)
        fits.push_back(tryFamily(family, config, stored, generalNames));
    const auto rank = [](const Fit& fit) { // a name that is missing weighs more than one that is there
        const double fitting = double(fit.found) - 2.0 * double(fit.missing.size());
        const int depth = fit.isPlanned ? 2 : fit.lacking.empty() ? 0 : 1; // how far its plan came
        return std::tuple(fit.isExplained(), fit.fits, fit.fits ? 0.0 : fitting, depth, -double(fit.lacking.size()),
            double(fit.understood) - double(fit.unsaid.size()));
    };
    std::stable_sort(fits.begin(), fits.end(), [&](const Fit& a, const Fit& b) { return rank(a) > rank(b); });

    const std::optional<Json> type = config.value("model_type");
    const Fit& best = fits.front();
    std::string near;
    const auto add = [&](const Fit& fit, const std::string& obstacle) {
        near += (near.empty() ? "" : "; ") + fit.family->id + " (" + obstacle + ")";
    };
    for (std::size_t i = 1; best.isExplained() && i < fits.size() && fits[i].isExplained(); ++i)
        if (const std::string difference = differenceOf(best, fits[i]); !difference.empty()) {
            add(best, "all fits");
            add(fits[i], "all fits, but means another " + difference);
            config.refuse("model_type", CUTAWAY_TR("unknown family of models, which may be one of several"), near, type);
        }
    if (best.isExplained()) {
        notes.push_back("model_type " + shownText(type ? writeJson(*type) : "(none)", 80)
            + " is unknown; the keys and tensors are those of " + best.family->id + ", and it is read as that");
        notes.push_back("assumed: " + shownList(assumed(best, config, stored), 40));
        return *best.family;
    }
    for (std::size_t i = 0; i < std::min(nearest, fits.size()) && fits[i].found > 0; ++i)
        add(fits[i], obstacleOf(fits[i]));
    const std::string word = type && type->is_string() ? type->get<std::string>() : "";
    config.refuse("model_type", CUTAWAY_TR("unknown family of models"),
        near.empty() ? familiesNear(families, word) : "a known family; nearest: " + near, type);
}

} // namespace core
