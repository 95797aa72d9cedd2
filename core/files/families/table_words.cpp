#include "core/files/families/table_words.h"

#include "core/base/error.h"

#include <algorithm>

namespace core::table {

const Reading activation{Reading::Word, 0, 0,
    {{"relu", "relu"}, {"gelu", "gelu"}, {"gelu_python", "gelu"}, {"gelu_new", "gelu_tanh"}, {"gelu_pytorch_tanh", "gelu_tanh"},
        {"gelu_fast", "gelu_tanh"}, {"gelu_python_tanh", "gelu_tanh"}, {"gelu_accurate", "gelu_tanh"}, {"silu", "silu"},
        {"swish", "silu"}, {"relu2", "relu_squared"}, {"quick_gelu", "quick_gelu"}, {"tanh", "tanh"}, {"sigmoid", "sigmoid"},
        {"linear", "linear"}, {"xielu", "xielu"}}};

Json fourTimesDModel(const Choices& choices) { return 4 * choices.value("sizes.d_model").get<Index>(); }
Json asManyAsHeads(const Choices& choices) { return choices.value("sizes.heads"); }

Keys with(Keys common, Keys own)
{
    for (ConfigKey& key : own) {
        const auto same
            = std::find_if(common.begin(), common.end(), [&](const ConfigKey& other) { return other.choice == key.choice; });
        if (same == common.end())
            common.push_back(std::move(key));
        else
            *same = std::move(key);
    }
    return common;
}

Names with(Names common, Names own)
{
    common.insert(common.begin(), own.begin(), own.end());
    return common;
}

Fixed with(Fixed common, Fixed own)
{
    common.insert(common.end(), own.begin(), own.end()); // a later value replaces an earlier one
    return common;
}

bool flag(const FamilyReading& reading, const std::string& key, bool otherwise)
{
    const std::optional<Json> value = reading.config.value(key);
    if (value && !value->is_boolean())
        reading.config.refuse(key, CUTAWAY_TR("wrong type"), "true or false", value);
    return value ? value->get<bool>() : otherwise;
}

std::optional<Index> wholeNumber(const FamilyReading& reading, const std::string& key, Index min, Index max)
{
    const std::optional<Json> value = reading.config.value(key);
    if (value && !(value->is_number_integer() && *value >= min && *value <= max))
        reading.config.refuse(
            key, CUTAWAY_TR("not an integer in range"), std::to_string(min) + " to " + std::to_string(max), value);
    return value ? std::optional(value->get<Index>()) : std::nullopt;
}

void shareHeads(FamilyReading& reading, Index kvHeads, const std::string& key)
{
    const Index heads = reading.size("sizes.heads");
    if (kvHeads < 1 || heads % kvHeads != 0)
        reading.config.refuse(
            key, CUTAWAY_TR("does not divide the number of heads"), "a divisor of " + std::to_string(heads), kvHeads);
    reading.choices.set("sizes.kv_heads", kvHeads);
    reading.choices.set("attention.kind", kvHeads == heads ? "multi_head" : kvHeads == 1 ? "multi_query" : "grouped_query");
}

Names expertNames(const std::string& place, const ExpertWords& own)
{
    const std::string native = "blocks.N.mlp.experts.E.", at = "layers.N." + place + ".";
    return {
        {"blocks.N.mlp.router", at + own.router},
        {native + "gate", at + "experts.E." + own.gate},
        {native + "up", at + "experts.E." + own.up},
        {native + "down", at + "experts.E." + own.down},
        {native + "gate.weight", at + "experts.gate_up_proj", false, Part::FirstHalf},
        {native + "up.weight", at + "experts.gate_up_proj", false, Part::SecondHalf},
        {native + "down.weight", at + "experts.down_proj"},
    };
}

void setMixtures(FamilyReading& reading, const std::function<bool(Index layer)>& isMixture)
{
    setLayers(reading, "feed_forward.kind", [&](Index layer) { return Json(isMixture(layer) ? "mixture" : "gated"); });
}

void setLayers(FamilyReading& reading, const std::string& choice, const std::function<Json(Index layer)>& valueOf)
{
    Json values = Json::array();
    for (Index layer = 0; layer < reading.size("sizes.layers"); ++layer)
        values.push_back(valueOf(layer));
    reading.choices.setLayers(choice, values);
}

} // namespace core::table
