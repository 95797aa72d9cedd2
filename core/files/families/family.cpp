#include "core/files/families/family.h"

#include "core/base/edit_distance.h"
#include "core/files/families/common_keys.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

std::string numberText(double value)
{
    return writeJson(value == std::floor(value) && std::abs(value) < 1e15 ? Json(std::int64_t(value)) : Json(value));
}

/// The value of one key as a choice. Throws Error when it is of the wrong type or out of range; no text counts as a number.
Json readValue(const ConfigSource& config, const ConfigSource::Named& named, const Reading& reading)
{
    const auto& [key, value] = named;
    const bool isInRange = value.is_number() && std::isfinite(value.get<double>()) && value.get<double>() >= reading.min
        && value.get<double>() <= reading.max;
    switch (reading.kind) {
    case Reading::Integer:
        if (!isInRange || !value.is_number_integer())
            config.refuse(
                key, CUTAWAY_TR("not an integer in range"), numberText(reading.min) + " to " + numberText(reading.max), value);
        return value;
    case Reading::Number:
        if (!isInRange)
            config.refuse(
                key, CUTAWAY_TR("not a number in range"), numberText(reading.min) + " to " + numberText(reading.max), value);
        return value;
    case Reading::Bool:
        if (!value.is_boolean())
            config.refuse(key, CUTAWAY_TR("wrong type"), "true or false", value);
        return value;
    case Reading::Word:
        break;
    }
    for (const auto& [word, choice] : reading.words)
        if (value == word)
            return choice;
    config.refuse(key, CUTAWAY_TR("unknown value"), joinedWords(reading.words, [](const auto& row) { return row.first; }), value);
}

/// Heads share out evenly.
void finishSizes(const Family& family, const ConfigSource& config, Choices& choices)
{
    const auto size = [&](const char* key) { return choices.value(key).get<Index>(); };
    const Index heads = size("sizes.heads");
    const Index kvHeads = size("sizes.kv_heads");
    if (kvHeads > heads || heads % kvHeads != 0)
        config.refuse(placeOf(family, config, "sizes.kv_heads"), CUTAWAY_TR("does not divide the number of heads"),
            "a divisor of " + std::to_string(heads), kvHeads);
    if (!choices.has("attention.kind"))
        choices.set("attention.kind", kvHeads == heads ? "multi_head" : kvHeads == 1 ? "multi_query" : "grouped_query");
    if (!choices.has("sizes.d_head")) {
        if (size("sizes.d_model") % heads != 0)
            config.refuse(placeOf(family, config, "sizes.heads"),
                CUTAWAY_TR("does not divide the width, and the width of a head is not given"),
                "a divisor of " + std::to_string(size("sizes.d_model")), heads);
        choices.set("sizes.d_head", size("sizes.d_model") / heads);
    }
}

/// Rotary positions turn pairs; a part of a head is rounded to pairs by the engine.
void checkPairs(const Family& family, const ConfigSource& config, const Choices& choices)
{
    const Index dHead = choices.value("sizes.d_head").get<Index>();
    if (choices.value("position.kind") == "rope" && !choices.has("rope.fraction") && dHead % 2 != 0)
        config.refuse(
            placeOf(family, config, "sizes.d_head"), CUTAWAY_TR("must be even for rotary positions"), "an even number", dHead);
}

const StoredTensor* findStoredMatrix(const Family& family, const StoredTensors& stored, const std::string& native)
{
    for (const TensorName& name : family.tensors)
        if (name.native == native)
            if (const StoredTensor* tensor = findStored(family, stored, name.stored + ".weight"))
                return tensor;
    return nullptr;
}

/// A stored matrix wins over a key that says "tied", unless it is the embedding once more.
void finishTying(const Family& family, const ConfigSource& config, const StoredTensors& stored, Choices& choices,
    std::vector<std::string>& notes)
{
    if (choices.value("output.head") == "none") {
        choices.set("output.tied", true); // there is no output matrix of its own
        return;
    }
    const StoredTensor* output = findStoredMatrix(family, stored, "unembed");
    const StoredTensor* embedding = findStoredMatrix(family, stored, "embed");
    const bool isSaid = choices.has("output.tied");
    bool isTied = isSaid ? choices.value("output.tied").get<bool>() : !output;
    if (isTied && output && embedding && !sameNumbers(*output, *embedding)) {
        isTied = false;
        notes.push_back("the configuration says that the output matrix is tied, but the file holds another one: that is used");
    }
    if (!isTied && !output && embedding) // without an embedding more is missing, which readWeights() names
        config.refuse(placeOf(family, config, "output.tied"), CUTAWAY_TR("missing output matrix"),
            "an output matrix among the tensors, or a tied one");
    choices.set("output.tied", isTied);
}

} // namespace

const Family* findFamily(const std::vector<Family>& families, const std::string& id, const ConfigSource* config)
{
    const auto family = std::find_if(families.begin(), families.end(), [&](const Family& f) {
        const bool isMeant = f.id == id || std::find(f.otherIds.begin(), f.otherIds.end(), id) != f.otherIds.end();
        return isMeant && (!f.suits || (config && f.suits(*config)));
    });
    return family == families.end() ? nullptr : &*family;
}

std::string placeOf(const Family& family, const ConfigSource& config, const std::string& choice)
{
    const auto there = [&](const std::vector<std::string>& names) {
        return std::find_if(names.begin(), names.end(), [&](const std::string& name) { return config.value(name).has_value(); });
    };
    for (const ConfigKey& key : family.keys)
        if (key.choice == choice && !key.names.empty()) {
            const auto name = there(key.names);
            return name == key.names.end() ? key.names.front() : *name;
        }
    if (choice == "mixture.groups" || choice == "mixture.groups_top_k")
        return choice == "mixture.groups" ? "n_group" : "topk_group";
    const std::string rope = "rope.";
    if (!choice.starts_with(rope))
        return choice;
    const std::string word = choice.substr(rope.size());
    std::vector<std::string> names;
    for (const std::string parent : {"rope_parameters.", "rope_scaling."})
        for (const std::string layers : {"", "full_attention.", "sliding_attention."})
            names.push_back(parent + layers + word);
    const auto name = there(names);
    return name == names.end() ? choice : *name;
}

Error inWordsOf(const Error& error, const Family& family, const ConfigSource& config)
{
    Error::Parts parts = error.parts();
    if (parts.kind == ErrorKind::Usage)
        parts.kind = ErrorKind::BadInput;
    parts.where = placeOf(family, config, parts.where);
    return Error(std::move(parts)).inFile(config.file());
}

std::string familiesNear(const std::vector<Family>& families, const std::string& id)
{
    constexpr std::size_t shown = 3;
    std::vector<std::string> known;
    for (const Family& family : families)
        known.push_back(family.id);
    return "nearest names: " + joinedWords(nearestWords(id, known, shown)) + "; all: cutaway list families";
}

Choices readChoices(
    const Family& family, const ConfigSource& config, const StoredTensors& stored, std::vector<std::string>& notes)
{
    for (const Requirement& requirement : family.requirements) {
        const std::optional<Json> value = config.value(requirement.key);
        if (value && *value != requirement.legal)
            config.refuse(requirement.key, CUTAWAY_TR("not supported yet"), writeJson(requirement.legal), value);
    }
    try {
        Choices choices;
        for (const auto& [choice, value] : family.fixed)
            choices.set(choice, value);
        for (const ConfigKey& key : family.keys) {
            const auto named = config.firstOf(key.names);
            if (!named && key.missing.isError)
                config.refuse(key.names.front(), CUTAWAY_TR("missing key"));
            const Json value = named ? readValue(config, *named, key.reading)
                : key.missing.derive ? key.missing.derive(choices)
                                     : key.missing.value;
            if (!value.is_null())
                choices.set(key.choice, value);
        }
        finishSizes(family, config, choices);
        FamilyReading reading{config, stored, choices, notes};
        for (const Finish& finish : family.finish)
            finish(reading);
        checkPairs(family, config, choices);
        checkCommonKeys(config, choices);
        finishTying(family, config, stored, choices, notes);
        return choices;
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Usage)
            throw;
        throw inWordsOf(error, family, config);
    }
}

} // namespace core
