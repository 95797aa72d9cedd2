// Rotary positions in the keys of Hugging Face's configurations, old and new: one set for all layers, or two.

#include "core/files/families/table_words.h"

#include "core/base/error.h"
#include "core/files/families/rope_set.h"

namespace core::table {

namespace {

/// Whether the objects hold one set per layer type.
bool isNested(const ConfigSource& config)
{
    for (const char* parent : {"rope_parameters", "rope_scaling"})
        if (const auto object = config.value(parent); object && object->is_object())
            if (object->contains("full_attention") || object->contains("sliding_attention"))
                return true;
    return false;
}

} // namespace

Finish rope(RopeDefaults defaults)
{
    return [defaults](FamilyReading& reading) {
        bool isSaid = false;
        for (const char* key : {"rope_parameters", "rope_scaling"}) {
            const auto object = reading.config.value(key);
            isSaid = isSaid || object;
            if (object && !object->is_object())
                reading.config.refuse(key, CUTAWAY_TR("wrong type"), "object", object);
        }
        Json scaling = defaults.scaling;
        if (const auto theta = reading.config.value("rope_theta"); theta && scaling.is_object())
            scaling["rope_theta"] = *theta;
        const JsonConfig fallback(Json{{"rope_parameters", scaling}}, reading.config.file());
        const ConfigSource& config = isSaid || defaults.scaling.is_null() ? reading.config : fallback;

        const Index context = reading.size("sizes.context");
        const bool nested = isNested(config);
        const auto read = [&](bool isSliding) {
            const std::string type = isSliding ? ".sliding_attention" : ".full_attention";
            std::vector<std::string> parents{"rope_parameters", "rope_scaling"};
            for (std::string& parent : parents)
                parent += nested ? type : "";
            if (!nested && isSliding && defaults.slidingBase > 0)
                parents = {"rope_sliding_parameters"}; // v4 scales the full layers only
            return readRopeSet({config, defaults, parents, isSliding, context, reading.size("sizes.d_head")});
        };
        if (!nested && defaults.slidingBase == 0) {
            for (const auto& [choice, value] : read(false))
                reading.choices.set(choice, value);
            return;
        }
        const RopeChoices full = read(false), sliding = read(true);
        const auto slides = [&](Index layer) { return reading.choices.value("mask.kind", int(layer)) == "sliding_window"; };
        RopeChoices all = full;
        all.insert(sliding.begin(), sliding.end());
        for (const auto& [choice, unused] : all)
            setLayers(reading, choice, [&, key = choice](Index layer) {
                const RopeChoices& set = slides(layer) ? sliding : full;
                const auto found = set.find(key);
                return found != set.end() ? found->second : key == "rope.scaling" ? Json("none") : Json();
            });
    };
}

} // namespace core::table
