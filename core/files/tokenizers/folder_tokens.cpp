#include "core/files/tokenizers/folder_tokens.h"

#include "core/base/error.h"

#include <algorithm>
#include <filesystem>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t maxIds = 1 << 24;

Json readNextTo(const std::string& path)
{
    std::error_code failure;
    return fs::exists(path, failure) ? readJson(path) : Json(Json::object());
}

/// A token as the files name it: a text, or an object with how it is found.
Json readToken(const JsonValue& json, bool isSpecial)
{
    const bool isPlain = json.isString();
    const auto flag = [&](const char* key, bool missing) { return isPlain ? missing : json.boolean(key, missing); };
    return {{"id", 0}, {"content", isPlain ? json.string() : json["content"].string()},
        {"single_word", flag("single_word", false)}, {"lstrip", flag("lstrip", false)}, {"rstrip", flag("rstrip", false)},
        {"normalized", flag("normalized", !isSpecial)}, {"special", isSpecial}};
}

} // namespace

const std::vector<FolderTokens::Default>& fairseqTokens()
{
    static const std::vector<FolderTokens::Default> tokens{{"bos_token", "<s>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"},
        {"sep_token", "</s>"}, {"pad_token", "<pad>"}, {"cls_token", "<s>"}, {"mask_token", "<mask>"}};
    return tokens;
}

FolderTokens::FolderTokens(const std::string& folder)
    : m_configFile((fs::path(folder) / "tokenizer_config.json").generic_string())
    , m_mapFile((fs::path(folder) / "special_tokens_map.json").generic_string())
    , m_addedFile((fs::path(folder) / "added_tokens.json").generic_string())
    , m_configJson(readNextTo(m_configFile))
    , m_mapJson(readNextTo(m_mapFile))
    , m_addedJson(readNextTo(m_addedFile))
{
}

std::string FolderTokens::tokenizerClass(const std::string& missing) const
{
    std::string name = config().string("tokenizer_class", missing);
    if (name.ends_with("Fast"))
        name.resize(name.size() - 4);
    return name;
}

/// The file that defines a special token: the older one, but only where the newer list is missing.
JsonValue FolderTokens::fileOf(const char* key) const
{
    const JsonValue map(m_mapJson, m_mapFile);
    return !config().has("added_tokens_decoder") && map.has(key) ? map : config();
}

std::string FolderTokens::named(const char* key, const std::string& missing) const
{
    const JsonValue file = fileOf(key);
    return file.has(key) ? readToken(file[key], true)["content"].get<std::string>() : missing;
}

bool FolderTokens::isRefused(const char* key) const
{
    const JsonValue file = fileOf(key);
    return !file.has(key) && file.object().contains(key);
}

void FolderTokens::takeSpaceBefore(const char* key)
{
    const JsonValue file = fileOf(key);
    if (file.has(key) && !file[key].isString())
        return;
    for (Json& token : m_tokens)
        if (token["content"] == content(key))
            token["lstrip"] = true;
}

void FolderTokens::addToken(Json token)
{
    const auto content = token["content"].get<std::string>();
    if (content.empty() || m_ids.count(content))
        return; // one that is there already stays as it is
    const auto known = m_vocabulary->find(content);
    const std::int64_t next = std::max(std::int64_t(m_vocabulary->size()), m_highest + 1);
    const std::int64_t id = known == m_vocabulary->end() ? next : known->get<std::int64_t>();
    m_highest = std::max(m_highest, id);
    m_ids.emplace(content, id);
    token["id"] = id;
    m_tokens.push_back(std::move(token));
}

void FolderTokens::add(const std::string& content, bool isSpecial)
{
    const Json text = content;
    Json token = readToken(JsonValue(text, m_configFile), isSpecial);
    token["normalized"] = false;
    addToken(std::move(token));
}

/// Tokens with ids of their own: added_tokens_decoder {"id": token}, or the older added_tokens.json {"token": id}.
void FolderTokens::addNumbered()
{
    const JsonValue config(m_configJson, m_configFile), added(m_addedJson, m_addedFile);
    std::map<std::int64_t, Json> byId;
    if (config.has("added_tokens_decoder")) {
        const JsonValue decoder = config["added_tokens_decoder"];
        for (const auto& [id, token] : decoder.object()) {
            const bool isNumber = !id.empty() && id.size() < 9 && id.find_first_not_of("0123456789") == std::string::npos;
            if (!isNumber)
                decoder[id].refuse(CUTAWAY_TR("not a token id in range"), "0 to " + std::to_string(maxIds - 1), id);
            byId[std::stoll(id)] = readToken(decoder[id], decoder[id].boolean("special", false));
        }
    } else {
        for (const auto& [content, id] : added.object())
            byId[added[content].integer(0, maxIds - 1)] = readToken(JsonValue(Json(content), added.file()), false);
    }
    for (auto& [id, token] : byId)
        addToken(std::move(token));
}

void FolderTokens::collect(const Json& vocabulary, std::span<const Default> defaults)
{
    m_vocabulary = &vocabulary;
    addNumbered();
    const JsonValue config(m_configJson, m_configFile), map(m_mapJson, m_mapFile);
    const JsonValue& first = config.has("added_tokens_decoder") ? config : map;
    for (const auto& [key, otherwise] : defaults) {
        const JsonValue file = fileOf(key);
        const Json token = file.has(key) ? readToken(file[key], true) : readToken(JsonValue(Json(otherwise), m_configFile), true);
        m_contents[key] = token["content"];
        addToken(token);
    }
    for (const auto& [file, key] : {std::pair(&config, "extra_special_tokens"), std::pair(&config, "additional_special_tokens"),
             std::pair(&first, "additional_special_tokens")}) {
        if (!file->has(key) || !(*file)[key].isArray())
            continue;
        const JsonValue more = (*file)[key];
        for (std::size_t i = 0; i < more.arraySize(/*most=*/200'000); ++i)
            addToken(readToken(more[i], true));
        break;
    }
}

const std::string& FolderTokens::content(const char* key) const
{
    static const std::string none;
    const auto place = m_contents.find(key);
    return place == m_contents.end() ? none : place->second;
}

std::int64_t FolderTokens::idOf(const std::string& content) const { return m_ids.at(content); }

Json FolderTokens::aroundText(bool begins, bool ends) const
{
    Json parts = Json::array(), specials = Json::object();
    const auto addSpecial = [&](const char* key) {
        const std::string& name = content(key);
        if (name.empty())
            return;
        parts.push_back({{"SpecialToken", {{"id", name}, {"type_id", 0}}}});
        specials[name] = {{"id", name}, {"ids", {idOf(name)}}, {"tokens", {name}}};
    };
    if (begins)
        addSpecial("bos_token");
    parts.push_back({{"Sequence", {{"id", "A"}, {"type_id", 0}}}});
    if (ends)
        addSpecial("eos_token");
    if (specials.empty())
        return {};
    Json pair = parts;
    pair.push_back({{"Sequence", {{"id", "B"}, {"type_id", 1}}}});
    return {{"type", "TemplateProcessing"}, {"single", std::move(parts)}, {"pair", std::move(pair)},
        {"special_tokens", std::move(specials)}};
}

} // namespace core
