// Which layers have a sliding window, and which do not.

#include "core/files/families/table_words.h"

#include "core/base/error.h"

#include <algorithm>

namespace core::table {

std::vector<std::string> layerTypes(const FamilyReading& reading)
{
    const std::optional<Json> types = reading.config.value("layer_types");
    if (!types)
        return {};
    const Index layers = reading.size("sizes.layers");
    if (!types->is_array() || Index(types->size()) != layers)
        reading.config.refuse("layer_types", CUTAWAY_TR("not one word for each layer"), std::to_string(layers) + " words", types);
    std::vector<std::string> words;
    for (const Json& type : *types) {
        if (type != "full_attention" && type != "sliding_attention")
            reading.config.refuse(
                "layer_types", CUTAWAY_TR("this kind of layer is not supported"), "full_attention, sliding_attention", type);
        words.push_back(type.get<std::string>());
    }
    return words;
}

Finish slidingWindow(WindowDefaults defaults)
{
    return [defaults](FamilyReading& reading) {
        const ConfigSource& config = reading.config;
        Index window = defaults.window;
        const std::vector<std::string> types = layerTypes(reading);
        // transformers writes 0 where windows are off; in use it would hide every token.
        const bool isOff = !defaults.enabledBy.empty() && config.value(defaults.enabledBy) != Json(true)
            && !(defaults.typesEnable && std::count(types.begin(), types.end(), "sliding_attention") > 0);
        const Index least = isOff ? 0 : 1;
        for (const std::string& name : defaults.names) {
            if (config.says(name))
                window = 0;
            window = wholeNumber(reading, name, least, Index(contextCap)).value_or(window);
        }
        if (isOff)
            window = 0;
        Index pattern = defaults.pattern;
        if (!defaults.patternName.empty() && types.empty()) // besides the types it may be a word ("LLLG")
            pattern = wholeNumber(reading, defaults.patternName, 1, Index(layersCap)).value_or(pattern);
        if (window == 0)
            return;
        reading.choices.set("mask.window", window);
        setLayers(reading, "mask.kind", [&](Index layer) {
            const bool slides = !types.empty() ? types[std::size_t(layer)] == "sliding_attention"
                : defaults.slides              ? defaults.slides(reading, layer)
                                               : pattern == 0 || (layer + 1) % pattern != 0;
            return Json(slides ? "sliding_window" : "causal");
        });
    };
}

} // namespace core::table
