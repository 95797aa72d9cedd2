#include "core/files/unknown_family.h"

#include "core/base/error.h"
#include "core/files/asked_config.h"
#include "core/files/leading_prefix.h"
#include "core/files/shown_text.h"
#include "core/files/weight_names.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace core {

namespace {

/// How a family fits.
struct Fit
{
    const Family* family = nullptr;
    bool fits = false;
    bool isPlanned = false;                   // all that it needs is there, and perhaps more
    std::size_t understood = 0;               // keys of the configuration
    std::vector<std::string> notUnderstood = {};
    std::size_t found = 0;                    // of the names of its table
    std::vector<std::string> missing = {};    // of its table
    std::vector<std::string> lacking = {};    // of the plan of the whole model
    std::string problem = {};                 // why it does not fit though no name is missing
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
    try {
        std::vector<std::string> unused;
        const Choices choices = readChoices(family, asked, stored, aside);
        readWeights(family, resolve(choices, {}), stored, config.file(), unused);
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
    return fit;
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

} // namespace

const Family& familyByTensors(
    const std::vector<Family>& families, const JsonConfig& config, const StoredTensors& stored, std::vector<std::string>& notes)
{
    constexpr std::size_t nearest = 3, names = 4, keys = 12;
    const StoredTensors generalNames = general(stored);
    std::vector<Fit> fits;
    for (const Family& family : families)
        fits.push_back(tryFamily(family, config, stored, generalNames));
    const auto rank = [](const Fit& fit) { // a name that is missing weighs more than one that is there
        const double fitting = double(fit.found) - 2.0 * double(fit.missing.size());
        const int depth = fit.isPlanned ? 2 : fit.lacking.empty() ? 0 : 1; // how far its plan came
        return std::tuple(fit.fits, fit.fits ? 0.0 : fitting, depth, -double(fit.lacking.size()), fit.understood);
    };
    std::stable_sort(fits.begin(), fits.end(), [&](const Fit& a, const Fit& b) { return rank(a) > rank(b); });
    const std::optional<Json> type = config.value("model_type");
    const Fit& best = fits.front();
    if (best.fits) {
        notes.push_back("model_type " + shownText(type ? writeJson(*type) : "(none)", 80)
            + " is unknown; the tensors have the names and shapes of " + best.family->id + ", and it is read as that");
        notes.push_back("assumed: " + shownList(assumed(best, config, stored), 40));
        if (!best.notUnderstood.empty())
            notes.push_back("keys of the configuration that had no effect: " + shownList(best.notUnderstood, keys));
        return *best.family;
    }
    std::string near;
    for (std::size_t i = 0; i < std::min(nearest, fits.size()) && fits[i].found > 0; ++i) {
        const std::vector<std::string>& missing
            = fits[i].lacking.empty() && fits[i].problem.empty() ? fits[i].missing : fits[i].lacking;
        near += std::string(i ? "; " : "") + fits[i].family->id + " ("
            + (missing.empty() ? fits[i].problem : "missing: " + shownList(missing, names)) + ")";
    }
    config.refuse("model_type", CUTAWAY_TR("unknown family of models"),
        near.empty() ? familyNames(families) + ", cutaway" : "a known family; nearest: " + near, type);
}

} // namespace core
