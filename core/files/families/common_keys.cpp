#include "core/files/families/common_keys.h"

#include "core/base/error.h"

namespace core {

namespace {

bool isEncoder(const Choices& choices) { return choices.value("topology") == "encoder"; }
bool isPair(const Choices& choices) { return choices.value("topology") == "encoder_decoder"; }

struct CommonKey
{
    const char* key;
    Json (*legal)(const Choices&); // null: any value means the same model
};

/// Absent and null mean what the family is.
constexpr CommonKey commonKeys[] = {
    {"is_causal", [](const Choices& choices) { return Json(!isEncoder(choices)); }}, // false takes the mask away (transformers 5)
    {"use_bidirectional_attention", [](const Choices& choices) { return isEncoder(choices) ? Json() : Json(false); }},
    {"is_decoder", [](const Choices& choices) { return isEncoder(choices) || isPair(choices) ? Json(false) : Json(); }},
    {"add_cross_attention", [](const Choices& choices) { return isPair(choices) ? Json() : Json(false); }},
    {"is_encoder_decoder", [](const Choices& choices) { return Json(isPair(choices)); }},
    {"tie_encoder_decoder", [](const Choices&) { return Json(false); }},
    {"pruned_heads", [](const Choices&) { return Json::object(); }},
    {"per_layer_config", [](const Choices&) { return Json::object(); }}, // layers with values of their own (transformers 5)
};

bool isEmpty(const Json& value) { return (value.is_object() || value.is_array()) && value.empty(); }

} // namespace

void checkCommonKeys(const ConfigSource& config, const Choices& choices)
{
    for (const CommonKey& row : commonKeys) {
        const std::optional<Json> value = config.value(row.key);
        const Json legal = row.legal(choices);
        if (value && !legal.is_null() && *value != legal && !(isEmpty(*value) && isEmpty(legal)))
            config.refuse(row.key, CUTAWAY_TR("not supported yet"), writeJson(legal), value);
    }
}

} // namespace core
