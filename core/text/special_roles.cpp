#include "core/text/special_roles.h"

#include "core/io/json_value.h"

#include <cstdint>

namespace core {

namespace {

constexpr const char* beginRole = "begin_of_sequence";
constexpr const char* endRole = "end_of_sequence";

} // namespace

Json withRoles(Json addedTokens, const SpecialIds& special)
{
    for (Json& token : addedTokens) {
        Json roles = Json::array();
        if (token["id"] == special.beginOfSequence)
            roles.push_back(beginRole);
        if (token["id"] == special.endOfSequence)
            roles.push_back(endRole);
        if (!roles.empty())
            token["roles"] = std::move(roles);
    }
    return addedTokens;
}

SpecialIds withRolesOf(SpecialIds special, const Json& addedTokens, const std::string& file)
{
    SpecialIds stored;
    for (std::size_t i = 0; addedTokens.is_array() && i < addedTokens.size(); ++i) {
        const JsonValue token(addedTokens[i], file, "added_tokens[" + std::to_string(i) + "]");
        if (!token.has("roles"))
            continue;
        const auto id = static_cast<TokenId>(token["id"].integer(0, INT32_MAX));
        const JsonValue roles = token["roles"];
        for (std::size_t role = 0; role < roles.arraySize(/*most=*/16); ++role) {
            if (roles[role].string() == beginRole)
                stored.beginOfSequence = id;
            else if (roles[role].string() == endRole)
                stored.endOfSequence = id;
        }
    }
    if (!special.beginOfSequence)
        special.beginOfSequence = stored.beginOfSequence;
    if (!special.endOfSequence)
        special.endOfSequence = stored.endOfSequence;
    return special;
}

} // namespace core
