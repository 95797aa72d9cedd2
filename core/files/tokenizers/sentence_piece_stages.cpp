#include "core/files/tokenizers/sentence_piece_stages.h"

#include "core/text/unicode.h"

#include <algorithm>

namespace core {

Json replace(const char* kind, const char* from, const char* to)
{
    return {{"type", "Replace"}, {"pattern", {{kind, from}}}, {"content", to}};
}

Json metaspace(const char* scheme, bool isSplit)
{
    return {{"type", "Metaspace"}, {"replacement", spaceMark}, {"prepend_scheme", scheme}, {"split", isSplit}};
}

Json normalizers(Json list) { return {{"type", "Sequence"}, {"normalizers", std::move(list)}}; }

Json around(const FolderTokens& tokens, const std::vector<const char*>& before, const std::vector<const char*>& after,
    const std::string& language, bool isLanguageFirst)
{
    Json parts = Json::array(), specials = Json::object();
    const auto addText = [&](const std::string& name) {
        if (name.empty())
            return;
        parts.push_back({{"SpecialToken", {{"id", name}, {"type_id", 0}}}});
        specials[name] = {{"id", name}, {"ids", {tokens.idOf(name)}}, {"tokens", {name}}};
    };
    const auto add = [&](const char* key) { addText(tokens.content(key)); };
    if (isLanguageFirst)
        addText(language);
    std::for_each(before.begin(), before.end(), add);
    parts.push_back({{"Sequence", {{"id", "A"}, {"type_id", 0}}}});
    std::for_each(after.begin(), after.end(), add);
    if (!isLanguageFirst)
        addText(language);
    Json pair = parts;
    pair.push_back({{"Sequence", {{"id", "B"}, {"type_id", 1}}}});
    return {{"type", "TemplateProcessing"}, {"single", std::move(parts)}, {"pair", std::move(pair)},
        {"special_tokens", std::move(specials)}};
}

} // namespace core
