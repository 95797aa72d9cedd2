#include "core/files/word_piece_folder.h"

#include "core/base/error.h"
#include "core/files/file_reader.h"
#include "core/text/json_value.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <vector>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largestVocabulary = std::uint64_t(64) << 20; // bytes
constexpr std::int64_t mostIds = 1 << 24;

// In the order in which the reference adds them; an empty default: none unless a file names one.
constexpr std::pair<const char*, const char*> specialTokens[] = {{"bos_token", ""}, {"eos_token", ""}, {"unk_token", "[UNK]"},
    {"sep_token", "[SEP]"}, {"pad_token", "[PAD]"}, {"cls_token", "[CLS]"}, {"mask_token", "[MASK]"}};

std::string trimmedRight(std::string line)
{
    for (;;) {
        std::size_t last = line.size();
        while (last > 0 && (line[last - 1] & 0xC0) == 0x80)
            --last;
        if (last == 0 || !isWhiteSpace(decodeChar(line, last - 1).code))
            return line;
        line.resize(last - 1);
    }
}

/// {"token": line, …}; of two equal lines the later counts.
Json readVocabulary(const std::string& path)
{
    const FileReader file(path);
    if (file.size() > largestVocabulary)
        throw Error({.file = path,
            .problem = CUTAWAY_TR("document too large"),
            .expected = "at most " + std::to_string(largestVocabulary) + " bytes",
            .found = std::to_string(file.size())});
    std::string text(static_cast<std::size_t>(file.size()), '\0');
    file.readAt(0, text.data(), text.size());
    if (const std::optional<std::size_t> invalid = firstInvalidByte(text))
        throw Error({.file = path, .where = "byte " + std::to_string(*invalid), .problem = CUTAWAY_TR("text is not UTF-8")});
    Json vocabulary = Json::object();
    for (std::size_t at = 0, id = 0; at < text.size(); ++id) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        vocabulary[trimmedRight(text.substr(at, end - at))] = id;
        at = end + 1;
    }
    if (vocabulary.empty())
        throw Error({.file = path, .problem = CUTAWAY_TR("empty vocabulary")});
    return vocabulary;
}

/// A file beside vocab.txt; an empty object when there is none.
Json readBeside(const fs::path& path)
{
    std::error_code failure;
    return fs::exists(path, failure) ? readJson(path.string()) : Json(Json::object());
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

/// The added tokens in the order in which their ids are given out.
class TokenList
{
public:
    explicit TokenList(const Json& vocabulary)
        : m_vocabulary(vocabulary)
    {
    }

    /// A token that is there already stays as it is.
    void add(Json token)
    {
        const auto content = token["content"].get<std::string>();
        if (content.empty() || m_ids.count(content))
            return;
        const auto known = m_vocabulary.find(content);
        const std::int64_t next = std::max(std::int64_t(m_vocabulary.size()), m_highest + 1);
        const std::int64_t id = known == m_vocabulary.end() ? next : known->get<std::int64_t>();
        m_highest = std::max(m_highest, id);
        m_ids.emplace(content, id);
        token["id"] = id;
        m_tokens.push_back(std::move(token));
    }

    std::int64_t idOf(const std::string& content) const { return m_ids.at(content); }
    const Json& tokens() const { return m_tokens; }

private:
    const Json& m_vocabulary;
    Json m_tokens = Json::array();
    std::map<std::string, std::int64_t> m_ids;
    std::int64_t m_highest = -1;
};

/// Tokens with ids of their own: added_tokens_decoder {"id": token}, or the older added_tokens.json {"token": id}.
void addNumbered(TokenList& list, const JsonValue& config, const JsonValue& added)
{
    std::map<std::int64_t, Json> byId;
    if (config.has("added_tokens_decoder")) {
        const JsonValue decoder = config["added_tokens_decoder"];
        for (const auto& [id, token] : decoder.object()) {
            const bool isNumber = !id.empty() && id.size() < 9 && id.find_first_not_of("0123456789") == std::string::npos;
            if (!isNumber)
                decoder[id].refuse(CUTAWAY_TR("not a token id in range"), "0 to " + std::to_string(mostIds - 1), id);
            byId[std::stoll(id)] = readToken(decoder[id], decoder[id].boolean("special", false));
        }
    } else {
        for (const auto& [content, id] : added.object())
            byId[added[content].integer(0, mostIds - 1)] = readToken(JsonValue(Json(content), added.file()), false);
    }
    for (auto& [id, token] : byId)
        list.add(std::move(token));
}

} // namespace

std::optional<Json> readWordPieceFolder(const std::string& folder, bool isBert)
{
    const fs::path vocabularyFile = fs::path(folder) / "vocab.txt";
    std::error_code failure;
    if (!fs::exists(vocabularyFile, failure))
        return {};

    const std::string configFile = (fs::path(folder) / "tokenizer_config.json").string();
    const std::string mapFile = (fs::path(folder) / "special_tokens_map.json").string();
    const std::string addedFile = (fs::path(folder) / "added_tokens.json").string();
    const Json configJson = readBeside(configFile), mapJson = readBeside(mapFile), addedJson = readBeside(addedFile);
    const JsonValue config(configJson, configFile), map(mapJson, mapFile), added(addedJson, addedFile);
    const std::string type = config.string("tokenizer_class", isBert ? "BertTokenizer" : "");
    if (type != "BertTokenizer" && type != "BertTokenizerFast")
        return {};

    const Json vocabulary = readVocabulary(vocabularyFile.string());
    TokenList list(vocabulary);
    addNumbered(list, config, added);
    // The older file of special tokens wins, but it counts only where the newer list is not there.
    const JsonValue& first = config.has("added_tokens_decoder") ? config : map;
    std::map<std::string, std::string> contents;
    for (const auto& [key, otherwise] : specialTokens) {
        const JsonValue& file = first.has(key) ? first : config;
        const Json token = file.has(key) ? readToken(file[key], true) : readToken(JsonValue(Json(otherwise), configFile), true);
        contents[key] = token["content"];
        list.add(token);
    }
    for (const auto& [file, key] : {std::pair(&config, "extra_special_tokens"), std::pair(&config, "additional_special_tokens"),
             std::pair(&first, "additional_special_tokens")}) {
        if (!file->has(key))
            continue;
        const JsonValue more = (*file)[key];
        for (std::size_t i = 0; i < more.arraySize(/*most=*/200'000); ++i)
            list.add(readToken(more[i], true));
        break;
    }

    const auto processor = [&](const char* key) { return Json::array({contents[key], list.idOf(contents[key])}); };
    return Json{{"version", "1.0"}, {"added_tokens", list.tokens()},
        {"normalizer",
            {{"type", "BertNormalizer"}, {"clean_text", true},
                {"handle_chinese_chars", config.boolean("tokenize_chinese_chars", true)},
                {"strip_accents", config.has("strip_accents") ? Json(config["strip_accents"].boolean()) : Json()},
                {"lowercase", config.boolean("do_lower_case", true)}}},
        {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
        {"post_processor", {{"type", "BertProcessing"}, {"sep", processor("sep_token")}, {"cls", processor("cls_token")}}},
        {"decoder", {{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", true}}},
        {"model",
            {{"type", "WordPiece"}, {"unk_token", contents["unk_token"]}, {"continuing_subword_prefix", "##"},
                {"max_input_chars_per_word", 100}, {"vocab", vocabulary}}}};
}

} // namespace core
