#include "core/files/tokenizers/tokenizer_notes.h"

#include "core/io/shown_text.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

namespace core {

namespace {

bool has(const Json& json, const char* key) { return json.is_object() && json.contains(key) && !json[key].is_null(); }

const Json& part(const Json& json, const char* key)
{
    static const Json none;
    return has(json, key) ? json[key] : none;
}

void addMergeNotes(const Json& merges, std::vector<std::string>& notes)
{
    std::set<std::string> seen;
    for (const Json& merge : merges) {
        const std::string text = merge.is_string() ? merge.get<std::string>() : writeJson(merge);
        if (!seen.insert(text).second) {
            notes.push_back("a merge stands twice, the later place counts: " + shownText(text, 60));
            return;
        }
    }
}

void addVocabularyNotes(const Json& vocabulary, std::vector<std::string>& notes)
{
    std::int64_t highest = -1;
    for (const Json& id : vocabulary)
        if (id.is_number_integer())
            highest = std::max(highest, id.get<std::int64_t>());
    if (highest + 1 > std::int64_t(vocabulary.size()))
        notes.push_back("the vocabulary has " + std::to_string(vocabulary.size()) + " tokens, but ids up to "
            + std::to_string(highest) + ": some stand for nothing");
}

/// The ids of added tokens that are in no vocabulary are given out in turn; the number in the file is not used.
void addIdNotes(const Json& added, const Json& vocabulary, std::vector<std::string>& notes)
{
    std::int64_t highest = -1;
    std::map<std::string, std::int64_t> ids;
    for (const Json& token : added) {
        if (!has(token, "content") || !token["content"].is_string() || !has(token, "id") || !token["id"].is_number_integer())
            return;
        const auto content = token["content"].get<std::string>();
        if (content.empty())
            continue;
        const bool isKnown = vocabulary.is_object() && vocabulary.contains(content) && vocabulary[content].is_number_integer();
        if (vocabulary.is_array())
            return; // pieces with scores: the id is a place in the list
        const std::int64_t id
            = isKnown ? vocabulary[content].get<std::int64_t>() : std::max(std::int64_t(vocabulary.size()), highest + 1);
        highest = std::max(highest, id);
        if (token["id"] != id) {
            notes.push_back("the added token " + shownText(content, 60) + " gets the id " + std::to_string(id)
                + ", as in the reference, not " + token["id"].dump());
            return;
        }
    }
}

} // namespace

void addTokenizerNotes(const Json& json, std::vector<std::string>& notes)
{
    if (!has(json, "version"))
        notes.push_back("tokenizer.json does not say its version, read as 1.0");
    if (has(json, "truncation") || has(json, "padding"))
        notes.push_back("tokenizer.json cuts or fills up texts to one length: here they stay as long as they are");
    const Json& vocabulary = part(part(json, "model"), "vocab");
    if (vocabulary.is_object())
        addVocabularyNotes(vocabulary, notes);
    if (part(part(json, "model"), "merges").is_array())
        addMergeNotes(json["model"]["merges"], notes);
    if (part(json, "added_tokens").is_array())
        addIdNotes(json["added_tokens"], vocabulary, notes);
}

} // namespace core
