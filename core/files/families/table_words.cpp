#include "core/files/families/table_words.h"

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

void setLayers(FamilyReading& reading, const std::string& choice, const std::function<Json(Index layer)>& valueOf)
{
    Json values = Json::array();
    for (Index layer = 0; layer < reading.size("sizes.layers"); ++layer)
        values.push_back(valueOf(layer));
    reading.choices.setLayers(choice, values);
}

} // namespace core::table
