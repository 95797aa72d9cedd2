#include "core/files/unknown_family.h"

#include "core/base/error.h"
#include "core/files/shown_text.h"

#include <algorithm>
#include <set>
#include <utility>

namespace core {

namespace {

/// Notes which keys somebody asked for.
class AskedConfig : public ConfigSource
{
public:
    explicit AskedConfig(const ConfigSource& config)
        : m_config(config)
    {
    }
    const std::string& file() const override { return m_config.file(); }
    std::optional<Json> value(const std::string& key) const override
    {
        m_asked.insert(key.substr(0, key.find('.')));
        return m_config.value(key);
    }
    bool says(const std::string& key) const override
    {
        m_asked.insert(key);
        return m_config.says(key);
    }
    bool wasAsked(const std::string& key) const { return m_asked.count(key) > 0; }

private:
    const ConfigSource& m_config;
    mutable std::set<std::string> m_asked;
};

/// Keys that say nothing about the numbers of a pass.
bool isIdle(const std::string& key)
{
    static const std::set<std::string> idle{"architectures", "auto_map", "dtype", "torch_dtype", "model_type", "use_cache",
        "transformers_version", "initializer_range", "bos_token_id", "eos_token_id", "pad_token_id", "_name_or_path",
        "pretraining_tp", "output_attentions", "output_hidden_states", "return_dict", "id2label", "label2id"};
    return idle.count(key) > 0 || key.find("dropout") != std::string::npos || key.ends_with("pdrop");
}

/// How a family fits.
struct Fit
{
    const Family* family = nullptr;
    bool fits = false;
    std::size_t understood = 0;               // keys of the configuration
    std::vector<std::string> notUnderstood = {};
    std::size_t found = 0;                    // of the names of its table
    std::vector<std::string> missing = {};    // of its table, in the first layer
    std::string problem = {};                 // why it does not fit though no name is missing
};

/// The names of a family's table in the first layer: which of them are stored, which are not.
void compareNames(const StoredTensors& stored, Fit& fit)
{
    const Family& family = *fit.family;
    const auto nameOf = [](const TensorName& rule) {
        std::string name;
        std::size_t begin = 0;
        while (begin <= rule.stored.size()) { // N, E and H become 0
            const std::size_t end = std::min(rule.stored.find('.', begin), rule.stored.size());
            const std::string part = rule.stored.substr(begin, end - begin);
            name += (name.empty() ? "" : ".") + (part == "N" || part == "E" || part == "H" ? std::string("0") : part);
            begin = end + 1;
        }
        const bool isWhole = rule.native.ends_with(".weight") || rule.native.ends_with(".bias");
        return name + (isWhole ? "" : ".weight");
    };
    std::set<std::string> satisfied;
    for (const TensorName& rule : family.tensors)
        if (findStored(family, stored, nameOf(rule)))
            satisfied.insert(rule.native);
    fit.found = satisfied.size();
    for (const TensorName& rule : family.tensors)
        if (!satisfied.count(rule.native) && rule.native != "unembed") {
            satisfied.insert(rule.native);
            fit.missing.push_back(family.prefixes.front() + nameOf(rule));
        }
}

Fit tryFamily(const Family& family, const JsonConfig& config, const StoredTensors& stored)
{
    Fit fit{.family = &family};
    compareNames(stored, fit);
    const AskedConfig asked(config);
    if (fit.found <= fit.missing.size())
        return fit; // not worth a plan
    try {
        std::vector<std::string> aside, unused;
        const Choices choices = readChoices(family, asked, stored, aside);
        readWeights(family, resolve(choices, {}), stored, config.file(), unused);
        fit.fits = unused.empty();
        fit.problem = unused.empty() ? "" : unused.front();
    } catch (const Error& error) {
        fit.problem = error.parts().where + ": " + error.parts().problem;
    }
    for (const std::string& key : config.keys()) {
        if (asked.wasAsked(key))
            ++fit.understood;
        else if (!isIdle(key))
            fit.notUnderstood.push_back(key);
    }
    return fit;
}

std::string joined(const std::vector<std::string>& words, std::size_t most)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(most, words.size()); ++i)
        text += (i ? ", " : "") + shownText(words[i], 80);
    return words.size() > most ? text + ", and " + std::to_string(words.size() - most) + " more" : text;
}

/// What the family brings that the configuration does not say.
std::vector<std::string> assumed(const Fit& fit, const JsonConfig& config, const StoredTensors& stored)
{
    std::vector<std::string> aside, words;
    const Choices choices = readChoices(*fit.family, config, stored, aside);
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
    std::vector<Fit> fits;
    for (const Family& family : families)
        fits.push_back(tryFamily(family, config, stored));
    const auto rank = [](const Fit& fit) { // a name that is missing weighs more than one that is there
        return std::pair(fit.fits, fit.fits ? double(fit.understood) : double(fit.found) - 2.0 * double(fit.missing.size()));
    };
    std::stable_sort(fits.begin(), fits.end(), [&](const Fit& a, const Fit& b) { return rank(a) > rank(b); });
    const std::optional<Json> type = config.value("model_type");
    const Fit& best = fits.front();
    if (best.fits) {
        notes.push_back("model_type " + shownText(type ? writeJson(*type) : "(none)", 80)
            + " is unknown; the tensors have the names and shapes of " + best.family->id + ", and it is read as that");
        notes.push_back("assumed: " + joined(assumed(best, config, stored), 40));
        if (!best.notUnderstood.empty())
            notes.push_back("keys of the configuration that had no effect: " + joined(best.notUnderstood, keys));
        return *best.family;
    }
    std::string near;
    for (std::size_t i = 0; i < std::min(nearest, fits.size()) && fits[i].found > 0; ++i)
        near += std::string(i ? "; " : "") + fits[i].family->id + " ("
            + (fits[i].missing.empty() ? fits[i].problem : "missing: " + joined(fits[i].missing, names)) + ")";
    config.refuse("model_type", CUTAWAY_TR("unknown family of models"),
        near.empty() ? familyNames(families) + ", cutaway" : "a known family; nearest: " + near, type);
}

} // namespace core
