#pragma once

// The form of every stage of tokenizer.json: null, one object with a "type", or a Sequence of such
// objects.

#include "core/base/error.h"
#include "core/io/json_value.h"

#include <string>
#include <vector>

namespace core {

/// Calls readOne(place, type) for the stage, or for each member of a Sequence (`members` names its list),
/// depth first.
template <class ReadOne>
void eachStage(const JsonValue& json, const std::string& members, ReadOne readOne)
{
    if (json.json().is_null())
        return;
    const std::string& type = json["type"].string();
    if (type != "Sequence") {
        readOne(json, type);
        return;
    }
    const JsonValue list = json[members];
    const std::size_t count = list.arraySize(/*most=*/1024);
    for (std::size_t i = 0; i < count; ++i)
        eachStage(list[i], members, readOne); // the depth is that of the document, which is limited
}

[[noreturn]] inline void refuseType(const JsonValue& json, const std::string& known)
{
    json["type"].refuse(CUTAWAY_TR("unknown type; the tokenization would be wrong"), known);
}

} // namespace core
