#include "core/files/families/rope_set.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace core::table {

namespace {

constexpr double originalCap = 1 << 24;

/// Keys stand inside of objects, and some of them outside too.
struct RopeReader : RopeSet
{
    std::optional<ConfigSource::Named> find(const std::string& key, std::vector<std::string> outside = {}) const
    {
        std::vector<std::string> names = std::move(outside);
        for (const std::string& parent : parents)
            names.push_back(parent + "." + key);
        return config.firstOf(names);
    }

    std::optional<double> asNumber(const std::optional<ConfigSource::Named>& found, double min, double max) const
    {
        if (!found)
            return {};
        const double value = found->value.is_number() ? found->value.get<double>() : std::nan("");
        if (!(value >= min && value <= max))
            config.refuse(
                found->key, CUTAWAY_TR("not a number in range"), writeJson(min) + " to " + writeJson(max), found->value);
        return value;
    }
    std::optional<double> number(const std::string& key, double min, double max) const { return asNumber(find(key), min, max); }

    double base() const
    {
        std::vector<std::string> names = defaults.baseNames;
        if (isSliding && !defaults.slidingBaseName.empty())
            names = {defaults.slidingBaseName};
        else
            names.insert(names.begin(), "rope_theta");
        const double otherwise = isSliding && defaults.slidingBase > 0 ? defaults.slidingBase : defaults.base;
        return asNumber(find("rope_theta", names), 1, 1e12).value_or(otherwise);
    }
    double fraction() const
    {
        std::vector<std::string> names = defaults.fractionNames;
        names.insert(names.begin(), "partial_rotary_factor");
        const auto found = find("partial_rotary_factor", names);
        const double value = asNumber(found, 0, 1).value_or(defaults.fraction);
        if (value != 1.0 && defaults.fraction == 1.0 && !defaults.mayBePartial)
            config.refuse(found->key, CUTAWAY_TR("not supported yet"), "1", found->value);
        return value;
    }

    /// The word of the scaling; "default" when there is none.
    ConfigSource::Named type() const
    {
        std::vector<std::string> names;
        for (const std::string& parent : parents)
            for (const char* key : {".rope_type", ".type"})
                names.push_back(parent + key);
        const auto found = config.firstOf(names);
        const auto old = config.value("rope_scaling");
        if (old && !old->contains("rope_type") && !old->contains("type") && old->contains("factor"))
            config.refuse("rope_scaling.rope_type", CUTAWAY_TR("missing key"));
        if (found)
            return *found;
        return {parents.front() + ".rope_type", "default"};
    }

    /// Where a key stands, or would.
    std::string placeOf(const std::string& key) const
    {
        if (const auto found = find(key))
            return found->key;
        const auto there
            = std::find_if(parents.begin(), parents.end(), [&](const std::string& parent) { return config.value(parent); });
        return (there == parents.end() ? parents.front() : *there) + "." + key;
    }

    double needed(const std::string& key, double min, double max) const
    {
        const std::optional<double> value = number(key, min, max);
        if (!value)
            config.refuse(placeOf(key), CUTAWAY_TR("missing key"));
        return *value;
    }

    Json divisors(const std::string& key) const
    {
        const auto found = find(key);
        if (!found)
            config.refuse(placeOf(key), CUTAWAY_TR("missing key"));
        bool isLegal = found->value.is_array() && !found->value.empty() && found->value.size() <= std::size_t(dHeadCap);
        for (const Json& value : found->value)
            isLegal = isLegal && value.is_number() && value.get<double>() > 0 && std::isfinite(value.get<double>());
        if (!isLegal)
            config.refuse(found->key, CUTAWAY_TR("not a list of positive numbers"), "one number for each pair", found->value);
        return found->value;
    }

    /// The trained length: outside before inside (Phi-3).
    std::optional<double> original() const
    {
        const std::string key = "original_max_position_embeddings";
        if (const auto outside = config.value(key))
            return asNumber(ConfigSource::Named{key, *outside}, 1, originalCap);
        return number(key, 1, originalCap);
    }

    RopeChoices read() const
    {
        RopeChoices choices{{"rope.base", base()}};
        if (const double f = fraction(); f != 1.0)
            choices["rope.fraction"] = f;
        const ConfigSource::Named named = type();
        const std::string word = named.value.is_string() ? named.value.get<std::string>() : "";
        if (word == "linear" || word == "dynamic") {
            choices["rope.scaling"] = word == "linear" ? "linear" : "dynamic_ntk";
            choices["rope.factor"] = needed("factor", 1e-3, factorCap);
            if (word == "dynamic")
                choices["rope.original_context"] = Index(context);
            if (word == "dynamic" && double(dHead) * fraction() < 4)
                config.refuse(named.key, CUTAWAY_TR("needs two pairs that turn"), "4 numbers of a head or more", dHead);
        } else if (word == "llama3")
            readLlama3(choices);
        else if (word == "yarn")
            readYarn(choices);
        else if (word == "longrope" || word == "su")
            readLongrope(choices);
        else if (word != "default")
            config.refuse(named.key, CUTAWAY_TR("this scaling of rotary positions is not supported"),
                "default, linear, dynamic, llama3, yarn, longrope", named.value);
        return choices;
    }

    void readLlama3(RopeChoices& choices) const
    {
        const double low = needed("low_freq_factor", 1e-3, factorCap), high = needed("high_freq_factor", 1e-3, factorCap);
        if (!(high > low))
            config.refuse(
                find("high_freq_factor")->key, CUTAWAY_TR("not above low_freq_factor"), "more than " + writeJson(low), high);
        choices["rope.scaling"] = "llama3";
        choices["rope.factor"] = needed("factor", 1e-3, factorCap);
        choices["rope.original_context"] = Index(original().value_or(double(context)));
        choices["rope.low_freq_factor"] = low;
        choices["rope.high_freq_factor"] = high;
    }

    void readYarn(RopeChoices& choices) const
    {
        const std::optional<double> said = original();
        const double trained = said.value_or(double(context));
        choices["rope.scaling"] = "yarn";
        choices["rope.original_context"] = Index(trained);
        choices["rope.factor"]
            = said ? number("factor", 1e-3, factorCap).value_or(double(context) / trained) : needed("factor", 1e-3, factorCap);
        for (const auto& [key, choice] : {std::pair{"beta_fast", "rope.beta_fast"}, {"beta_slow", "rope.beta_slow"},
                 {"attention_factor", "rope.attention_factor"}, {"mscale", "rope.mscale"},
                 {"mscale_all_dim", "rope.mscale_all_dim"}})
            if (const std::optional<double> value = number(key, 0, factorCap))
                choices[choice] = *value;
        // Beside one that the file says the other one's default.
        const double fast = number("beta_fast", 0, factorCap).value_or(32), slow = number("beta_slow", 0, factorCap).value_or(1);
        if (!(fast > slow))
            config.refuse(placeOf("beta_fast"), CUTAWAY_TR("not above beta_slow"), "more than " + writeJson(slow), fast);
        if (choices["rope.base"] == Json(1))
            config.refuse("rope_theta", CUTAWAY_TR("all pairs turn alike: none is fast or slow"), "more than 1", 1);
        if (const auto truncate = find("truncate")) {
            if (!truncate->value.is_boolean())
                config.refuse(truncate->key, CUTAWAY_TR("wrong type"), "true or false", truncate->value);
            choices["rope.truncate"] = truncate->value;
        }
    }

    void readLongrope(RopeChoices& choices) const
    {
        const double trained = original().value_or(double(context));
        choices["rope.scaling"] = "longrope";
        choices["rope.original_context"] = Index(trained);
        choices["rope.factor"] = number("factor", 1e-3, factorCap).value_or(double(context) / trained);
        choices["rope.short_factor"] = divisors("short_factor");
        choices["rope.long_factor"] = divisors("long_factor");
        if (const std::optional<double> value = number("attention_factor", 0, factorCap))
            choices["rope.attention_factor"] = *value;
    }
};

} // namespace

RopeChoices readRopeSet(const RopeSet& set) { return RopeReader{set}.read(); }

} // namespace core::table
