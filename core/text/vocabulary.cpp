#include "core/text/vocabulary.h"

#include "core/base/error.h"
#include "core/base/stop_scope.h"

namespace core {

Vocabulary Vocabulary::fromList(std::vector<std::optional<std::string>> tokens, const std::string& file, const std::string& path)
{
    Vocabulary result;
    result.m_tokens = std::move(tokens);
    result.m_ids.reserve(result.m_tokens.size());
    for (std::size_t id = 0; id < result.m_tokens.size(); ++id) {
        checkStop();
        if (!result.m_tokens[id])
            continue;
        const auto [place, isNew] = result.m_ids.try_emplace(*result.m_tokens[id], static_cast<TokenId>(id));
        if (!isNew)
            throw Error({.file = file,
                .where = path + "[" + std::to_string(id) + "]",
                .problem = CUTAWAY_TR("token occurs twice in the vocabulary"),
                .found = "\"" + result.m_tokens[id]->substr(0, 60) + "\", also " + std::to_string(place->second)});
    }
    return result;
}

Vocabulary Vocabulary::fromRepeatingList(std::vector<std::optional<std::string>> tokens)
{
    Vocabulary result;
    result.m_tokens = std::move(tokens);
    result.m_ids.reserve(result.m_tokens.size());
    for (std::size_t id = 0; id < result.m_tokens.size(); ++id)
        if (result.m_tokens[id])
            result.m_ids.insert_or_assign(*result.m_tokens[id], static_cast<TokenId>(id));
    return result;
}

Vocabulary Vocabulary::fromJson(const JsonValue& json)
{
    const Json::object_t& pieces = json.object();
    const auto maxIds = static_cast<std::int64_t>(4 * pieces.size() + 65'536);
    std::int64_t highest = -1;
    for (const auto& [piece, id] : pieces) {
        checkStop();
        const bool isInRange = id.is_number_integer()
            && !(id.is_number_unsigned() && id.get<std::uint64_t>() >= static_cast<std::uint64_t>(maxIds))
            && id.get<std::int64_t>() >= 0;
        if (!isInRange)
            json[piece].refuse(CUTAWAY_TR("not a token id in range"), "0 to " + std::to_string(maxIds - 1));
        highest = std::max(highest, id.get<std::int64_t>());
    }
    std::vector<std::optional<std::string>> tokens(static_cast<std::size_t>(highest + 1));
    for (const auto& [piece, id] : pieces) {
        checkStop();
        std::optional<std::string>& place = tokens[id.get<std::size_t>()];
        if (place)
            json[piece].refuse(CUTAWAY_TR("token id used twice"), "", id.dump() + ", also for \"" + place->substr(0, 60) + "\"");
        place = piece;
    }
    return fromList(std::move(tokens), json.file(), json.path());
}

Json Vocabulary::toJson() const
{
    Json result = Json::object();
    for (std::size_t id = 0; id < m_tokens.size(); ++id)
        if (m_tokens[id])
            result[*m_tokens[id]] = id;
    return result;
}

std::optional<TokenId> Vocabulary::find(std::string_view token) const
{
    const auto place = m_ids.find(token);
    return place == m_ids.end() ? std::nullopt : std::optional(place->second);
}

const std::string* Vocabulary::text(TokenId id) const
{
    const auto index = static_cast<std::size_t>(id);
    return id >= 0 && index < m_tokens.size() && m_tokens[index] ? &*m_tokens[index] : nullptr;
}

} // namespace core
