#pragma once

// Added tokens: strings that are matched in a text before any other stage, special ones among them.

#include "core/io/json_value.h"
#include "core/text/normalizer.h"
#include "core/text/tokenizer.h"
#include "core/text/trie.h"
#include "core/text/vocabulary.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

struct AddedToken
{
    std::string content;
    std::string found;           // what is looked for and decoded: the content, or its normalized form
    bool isSingleWord = false;   // counts only where no word character touches it
    bool takesLeftSpace = false; // swallows the white space before it
    bool takesRightSpace = false;
    bool isNormalized = false; // found in the normalized text, by its own normalized content
    bool isSpecial = false;
};

class AddedTokens
{
public:
    /// From the list `added_tokens`. Ids follow the rule of the reference: a content that the vocabulary has
    /// keeps that id, any other gets the next free one; the id in the file is not used. Throws
    /// Error{BadInput}.
    static AddedTokens fromJson(const JsonValue& json, const Vocabulary& vocabulary, const Normalizer& normalizer);

    Json toJson() const;

    /// A part of a text: an added token, or what is between two.
    struct Part
    {
        std::optional<TokenId> id;
        std::string_view text;
    };

    /// Cuts at the tokens that are looked for before (`isNormalized` false) or after normalization; leftmost,
    /// and of those the longest, first. Parts between tokens are never empty.
    std::vector<Part> split(std::string_view text, bool isNormalized) const;

    /// Ids of a text: those of the added tokens that are in it as it is, those that `encodePart` appends for what lies
    /// between, `before` and `after` around all. Throws Error{BadInput} for text that is not UTF-8 or larger than 8 MiB.
    using EncodePart = std::function<void(std::string_view part, std::vector<TokenId>& ids)>;
    std::vector<TokenId> encodeAround(std::string_view text, std::span<const TokenId> before, std::span<const TokenId> after,
        const EncodePart& encodePart) const;

    const AddedToken* find(TokenId id) const; // null: no added token
    bool isSpecial(TokenId id) const;

    /// Whether a decoded text leaves this one out: it is the content of a special token. One that normalization changes is
    /// decoded as it is found, and so stays.
    bool isSpecialText(const std::string& text) const { return m_specialTexts.count(text) > 0; }

    /// The ids of the vocabulary and of these: the highest + 1.
    std::size_t idCount(const Vocabulary& vocabulary) const;
    TokenId highestId() const { return m_tokens.empty() ? -1 : m_tokens.rbegin()->first; }

private:
    std::map<TokenId, AddedToken> m_tokens;
    std::set<std::string> m_specialTexts;
    Trie m_raw;
    Trie m_normalized;
};

} // namespace core
