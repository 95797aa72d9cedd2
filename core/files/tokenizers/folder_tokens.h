#pragma once

// The files next to a vocabulary in a model's folder: tokenizer_config.json, special_tokens_map.json, added_tokens.json.
// From them the added tokens of a tokenizer.json are made, as the reference makes them.

#include "core/io/json_value.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace core {

class FolderTokens
{
public:
    /// Files that are not there count as empty. Throws Error{BadInput} naming the file.
    explicit FolderTokens(const std::string& folder);
    FolderTokens(const FolderTokens&) = delete;
    FolderTokens& operator=(const FolderTokens&) = delete;

    JsonValue config() const { return JsonValue(m_configJson, m_configFile); } // tokenizer_config.json

    /// The class of tokenizer that the folder names, without "Fast"; `missing` when it names none.
    std::string tokenizerClass(const std::string& missing) const;

    /// The text that the files give the special token `key`; `missing` when they name none.
    std::string named(const char* key, const std::string& missing) const;

    /// The files say with a null that there is no such token.
    bool isRefused(const char* key) const;

    using Default = std::pair<const char*, const char*>;

    /// Collects the tokens of all files. `vocabulary` ({"token": id}) gives the ids; a token that it lacks gets the next free
    /// one. `defaults`: the special tokens of the class in the order in which the reference adds them; empty: none unless a
    /// file names it. Throws Error{BadInput}.
    void collect(const Json& vocabulary, std::span<const Default> defaults);

    /// One more token that is found in the text as it stands, unless it is there. REQUIRES: after collect().
    void add(const std::string& content, bool isSpecial);

    const Json& added() const { return m_tokens; } // as tokenizer.json writes them
    const std::string& content(const char* key) const; // of "bos_token" …; empty: none
    std::int64_t idOf(const std::string& content) const; // of an added token

    /// White space before this added token belongs to it, unless a file says how it is found.
    void takeSpaceBefore(const char* key);

    /// The template that puts bos_token before and eos_token behind a text; null when neither is wanted or there.
    Json aroundText(bool begins, bool ends) const;

private:
    void addToken(Json token);
    void addNumbered();
    JsonValue fileOf(const char* key) const;

    std::string m_configFile, m_mapFile, m_addedFile;
    Json m_configJson, m_mapJson, m_addedJson;
    const Json* m_vocabulary = nullptr;
    Json m_tokens = Json::array();
    std::map<std::string, std::int64_t> m_ids;
    std::map<std::string, std::string> m_contents;
    std::int64_t m_highest = -1;
};

/// The special tokens of fairseq, which many classes have, in the order in which the reference adds them.
const std::vector<FolderTokens::Default>& fairseqTokens();

} // namespace core
