#pragma once

// The tokens of a model: strings and their ids, both ways. Ids may have gaps.

#include "core/io/json_value.h"
#include "core/text/tokenizer.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace core {

class Vocabulary
{
public:
    Vocabulary() = default;
    Vocabulary(Vocabulary&&) = default;
    Vocabulary& operator=(Vocabulary&&) = default;

    /// Ids are the places in the list; none: a hole. Throws Error{BadInput} for a string that stands twice.
    static Vocabulary fromList(std::vector<std::optional<std::string>> tokens, const std::string& file, const std::string& path);

    /// The same, but a string may stand twice: its last id is found, all of them have their text.
    static Vocabulary fromRepeatingList(std::vector<std::optional<std::string>> tokens);

    /// From {"piece": id, …}. Throws Error{BadInput} for ids that are no integers, negative, used twice, or
    /// so large that the list would be mostly holes (more than 4 times the number of pieces + 65,536).
    static Vocabulary fromJson(const JsonValue& json);

    Json toJson() const; // {"piece": id, …}

    std::optional<TokenId> find(std::string_view token) const;
    const std::string* text(TokenId id) const;           // null: no such id
    std::size_t count() const { return m_ids.size(); }   // of tokens
    std::size_t size() const { return m_tokens.size(); } // highest id + 1

private:
    std::vector<std::optional<std::string>> m_tokens; // never changed after m_ids points into it
    std::unordered_map<std::string_view, TokenId> m_ids;
};

} // namespace core
