// Rotary positions in the keys and tensors of GGUF files.

#include "core/files/families/gguf_words.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace core::table {

namespace {

using RopeChoices = std::map<std::string, Json>;

/// Reads the keys "ARCHITECTURE.rope.…".
struct GgufRopeReader
{
    const FamilyReading& reading;
    Index dims = 0; // of a head that turn

    std::string key(const std::string& name) const { return ggufKey(reading, "rope." + name); }

    std::optional<double> number(const std::string& name, double min, double max) const
    {
        const std::optional<Json> value = reading.config.value(key(name));
        const double found = value && value->is_number() ? value->get<double>() : std::nan("");
        if (value && !(found >= min && found <= max))
            reading.config.refuse(
                key(name), CUTAWAY_TR("not a number in range"), writeJson(min) + " to " + writeJson(max), value);
        return value ? std::optional(found) : std::nullopt;
    }

    /// What the frequencies are divided by, one number per pair; nothing when the file has no such tensor.
    std::optional<Json> divisors(const std::string& name) const
    {
        const auto found = reading.stored.find(name);
        if (found == reading.stored.end())
            return {};
        const StoredTensor& tensor = found->second;
        const bool isReadable = tensor.format && tensor.shape == Shape{dims / 2};
        std::vector<float> values(std::size_t(dims / 2));
        if (isReadable)
            tensor.read(0, dims / 2, values.data());
        Json list = Json::array();
        bool isLegal = isReadable;
        for (const float value : values) {
            isLegal = isLegal && std::isfinite(value) && value > 0;
            list.push_back(double(value));
        }
        if (!isLegal)
            throw Error({.file = reading.config.file(),
                .where = "tensor \"" + name + "\"",
                .problem = CUTAWAY_TR("not a list of positive numbers"),
                .expected = std::to_string(dims / 2),
                .found = tensor.dtype + " " + shapeText(tensor.shape)});
        return list;
    }

    Index trainedLength() const
    {
        constexpr Index longest = Index(1) << 24;
        const Index said = wholeNumber(reading, key("scaling.original_context_length"), 0, longest).value_or(0);
        return said > 0 ? said : std::min(longest, reading.size("sizes.context")); // 0 stands for nothing said
    }

    /// The word of the scaling. A factor without a word means "linear".
    std::string word(double factor, bool hasFactors) const
    {
        const std::optional<Json> said = reading.config.value(key("scaling.type"));
        for (const char* known : {"none", "linear", "yarn", "longrope"})
            if (said == Json(known))
                return known;
        if (said)
            reading.config.refuse(key("scaling.type"), CUTAWAY_TR("this scaling of rotary positions is not supported"),
                "none, linear, yarn, longrope", said);
        return hasFactors ? "longrope" : factor != 1.0 ? "linear" : "none";
    }

    RopeChoices read(double base) const
    {
        RopeChoices choices{{"rope.base", number("freq_base", 1, 1e12).value_or(base)}};
        const auto said = number("scaling.factor", 0, factorCap), old = number("scale_linear", 0, factorCap);
        const double factor = said.value_or(0) > 0 ? *said : old.value_or(0) > 0 ? *old : 1.0; // 0 stands for nothing said
        const double attention = number("scaling.attn_factor", 1e-3, factorCap).value_or(1.0);
        const Index trained = trainedLength();
        const auto longer = divisors("rope_factors_long.weight"), shorter = divisors("rope_factors_short.weight");
        const auto always = divisors("rope_freqs.weight");
        const std::string kind = word(factor, longer && shorter);

        if (kind == "yarn")
            readYarn(choices, factor, attention, trained);
        else if (always || kind == "longrope") {
            if (!always && (!longer || !shorter))
                throw Error({.file = reading.config.file(),
                    .where = "tensors",
                    .problem = CUTAWAY_TR("missing tensors"),
                    .expected = "rope_factors_long.weight, rope_factors_short.weight"});
            if (always && (factor != 1.0 || longer || shorter))
                reading.config.refuse(
                    key("scaling.factor"), CUTAWAY_TR("contradicts another key"), "1, beside rope_freqs.weight");
            choices["rope.scaling"] = "longrope";
            choices["rope.long_factor"] = always ? *always : *longer;
            choices["rope.short_factor"] = always ? *always : *shorter;
            choices["rope.original_context"] = trained;
            choices["rope.factor"] = 1.0;
            choices["rope.attention_factor"] = attention;
        } else {
            if (attention != 1.0)
                reading.config.refuse(key("scaling.attn_factor"), CUTAWAY_TR("not supported yet"), "1", attention);
            if (kind == "linear") {
                choices["rope.scaling"] = "linear";
                choices["rope.factor"] = factor;
            }
        }
        return choices;
    }

    void readYarn(RopeChoices& choices, double factor, double attention, Index trained) const
    {
        if (const auto extension = number("scaling.yarn_ext_factor", -factorCap, factorCap); extension && *extension >= 0)
            if (*extension != 1.0)
                reading.config.refuse(key("scaling.yarn_ext_factor"), CUTAWAY_TR("not supported yet"), "1", *extension);
        if (const auto own = number("scaling.yarn_attn_factor", -factorCap, factorCap); own && *own >= 0) { // below 0: not said
            if (*own == 0)
                reading.config.refuse(key("scaling.yarn_attn_factor"), CUTAWAY_TR("not a number in range"), "more than 0", *own);
            attention *= *own; // either one grows cosines and sines
        }
        choices["rope.scaling"] = "yarn";
        choices["rope.factor"] = factor;
        choices["rope.original_context"] = trained;
        if (const auto fast = number("scaling.yarn_beta_fast", 0, factorCap))
            choices["rope.beta_fast"] = *fast;
        if (const auto slow = number("scaling.yarn_beta_slow", 0, factorCap))
            choices["rope.beta_slow"] = *slow;
        const bool isLatent = reading.choices.value("attention.kind") == "latent";
        const double mscale = isLatent ? 10.0 * number("scaling.yarn_log_multiplier", 0, factorCap).value_or(0) : 0.0;
        if (mscale > 0) { // a tenth of it is stored; cosines keep their length, scores grow
            choices["rope.mscale"] = mscale;
            choices["rope.mscale_all_dim"] = mscale;
        }
        if (attention != 1.0)
            choices["rope.attention_factor"] = attention * (mscale > 0 || factor <= 1 ? 1.0 : 0.1 * std::log(factor) + 1.0);
    }
};

} // namespace

Finish ggufRope(GgufRope defaults)
{
    return [defaults](FamilyReading& reading) {
        const Index dHead = reading.size("sizes.d_head");
        const std::string dimsKey = ggufKey(reading, "rope.dimension_count");
        const Index dims = wholeNumber(reading, dimsKey, 2, dHead).value_or(dHead);
        if (dims % 2 != 0)
            reading.config.refuse(dimsKey, CUTAWAY_TR("not an even number up to the width of a head"),
                std::to_string(dHead) + " at most", Json(std::int64_t(dims)));
        if (dims != dHead)
            reading.choices.set("rope.fraction", double(dims) / double(dHead)); // the engine rounds up to pairs

        const GgufRopeReader reader{reading, dims};
        const RopeChoices full = reader.read(defaults.base);
        if (defaults.slidingBase == 0) {
            for (const auto& [choice, value] : full)
                reading.choices.set(choice, value);
            return;
        }
        const Json otherwise = defaults.slidingBase > 0 ? Json(defaults.slidingBase) : full.at("rope.base");
        const double slidingBase = reader.number("freq_base_swa", 1, 1e12).value_or(otherwise.get<double>());
        for (const auto& [choice, value] : full)
            setLayers(reading, choice, [&, key = choice, inFull = value](Index layer) {
                if (reading.choices.value("mask.kind", int(layer)) != "sliding_window")
                    return inFull;
                return key == "rope.base" ? Json(slidingBase) : key == "rope.scaling" ? Json("none") : Json();
            });
    };
}

} // namespace core::table
