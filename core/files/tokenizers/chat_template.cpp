#include "core/files/tokenizers/chat_template.h"

#include "core/base/error.h"
#include "core/files/formats/gguf.h"
#include "core/files/tokenizers/folder_tokens.h"
#include "core/io/file_reader.h"
#include "core/io/utf8.h"

#include <algorithm>
#include <array>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest = std::size_t(1) << 20;

std::string checked(std::string text, const std::string& file, const std::string& where)
{
    if (text.size() > longest)
        throw Error({.file = file,
            .where = where,
            .problem = CUTAWAY_TR("text too long"),
            .expected = "at most " + std::to_string(longest) + " bytes",
            .found = std::to_string(text.size())});
    return lossyUtf8(text);
}

std::string textOf(const std::string& path)
{
    const FileReader file(path);
    if (file.size() > longest)
        throw Error({.file = path,
            .problem = CUTAWAY_TR("text too long"),
            .expected = "at most " + std::to_string(longest) + " bytes",
            .found = std::to_string(file.size())});
    std::string text(static_cast<std::size_t>(file.size()), '\0');
    file.readAt(0, text.data(), text.size());
    return lossyUtf8(text);
}

constexpr const char* configKey = "chat_template";
constexpr const char* ggufKey = "tokenizer.chat_template";

std::optional<std::string> fromConfig(const std::string& file)
{
    const Json json = readJson(file);
    const JsonValue config(json, file);
    if (!config.has(configKey))
        return std::nullopt;
    const JsonValue value = config[configKey];
    if (!value.isArray())
        return checked(value.string(), file, configKey);
    std::optional<std::string> chosen;
    for (std::size_t i = 0; i < value.arraySize(/*most=*/1024); ++i)
        if (!chosen || value[i]["name"].string() == "default")
            chosen = checked(value[i]["template"].string(), file, value[i].path());
    return chosen;
}

using NamedTokens = decltype(ChatFormat::tokens);

NamedTokens tokensOf(const std::string& folder)
{
    const FolderTokens named(folder);
    NamedTokens tokens;
    for (const char* key : {"bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"})
        if (const std::string token = named.named(key, ""); !token.empty())
            tokens.emplace_back(key, token);
    return tokens;
}

/// Keys of the file for the names that templates know; one is spelled so in the files.
constexpr std::pair<const char*, const char*> ggufTokens[] = {{"bos_token", "bos"}, {"eos_token", "eos"},
    {"unk_token", "unknown"}, {"sep_token", "seperator"}, {"pad_token", "padding"}, {"cls_token", "cls"}, {"mask_token", "mask"}};

NamedTokens tokensOf(const Gguf& gguf)
{
    NamedTokens tokens;
    const auto texts = gguf.strings("tokenizer.ggml.tokens");
    for (const auto& [name, key] : ggufTokens) {
        const auto most = texts ? std::int64_t(texts->size()) - 1 : -1;
        const auto id = most < 0 ? std::nullopt : gguf.integer("tokenizer.ggml." + std::string(key) + "_token_id", 0, most);
        if (id)
            tokens.emplace_back(name, lossyUtf8((*texts)[std::size_t(*id)]));
    }
    return tokens;
}

} // namespace

namespace {

std::optional<ChatFormat> fromGguf(const Gguf& gguf)
{
    const std::optional<std::string> text = gguf.string(ggufKey);
    if (!text)
        return std::nullopt;
    return ChatFormat{checked(*text, gguf.path(), ggufKey), gguf.path(), ggufKey, tokensOf(gguf)};
}

} // namespace

std::optional<ChatFormat> readChatTemplate(const std::string& path)
{
    std::error_code failure;
    if (path.empty())
        return std::nullopt;
    if (!fs::is_directory(path, failure))
        return fs::path(path).extension() == ".gguf" ? fromGguf(Gguf::open(path)) : std::nullopt;
    const std::string separate = (fs::path(path) / "chat_template.jinja").generic_string();
    const std::string config = (fs::path(path) / "tokenizer_config.json").generic_string();
    if (fs::exists(separate, failure))
        return ChatFormat{textOf(separate), separate, {}, tokensOf(path)};
    std::optional<std::string> text = fs::exists(config, failure) ? fromConfig(config) : std::nullopt;
    return text ? std::optional(ChatFormat{std::move(*text), config, configKey, tokensOf(path)}) : std::nullopt;
}

namespace {

/// A template that was read, or why it was not.
struct Kept
{
    std::string path;
    std::array<fs::file_time_type, 3> times; // of the files that it may come from
    std::optional<ChatFormat> format = {};
    std::optional<Error> problem = {};
};

/// Reads the template of a path once, for the last few paths; for any thread.
std::shared_ptr<const Kept> kept(const std::string& path)
{
    static std::mutex mutex;
    static std::deque<std::shared_ptr<const Kept>> last;
    constexpr std::size_t paths = 4; // two slots, and what they had before
    std::array<fs::file_time_type, 3> times;
    std::ranges::transform(std::array{"", "chat_template.jinja", "tokenizer_config.json"}, times.begin(), [&](const char* name) {
        std::error_code missing;
        return fs::last_write_time(*name == '\0' ? fs::path(path) : fs::path(path) / name, missing);
    });
    const std::scoped_lock lock(mutex);
    for (const auto& one : last)
        if (one->path == path && one->times == times)
            return one;
    auto read = std::make_shared<Kept>(Kept{path, times});
    try {
        read->format = readChatTemplate(path);
    } catch (const Error& error) {
        read->problem = error;
    }
    last.push_front(read);
    last.resize(std::min(last.size(), paths));
    return read;
}

} // namespace

bool hasChatTemplate(const std::string& path) { return !path.empty() && kept(path)->format.has_value(); }

std::string inChatOf(const std::string& path, const std::string& text)
{
    const std::shared_ptr<const Kept> one = kept(path);
    if (one->problem)
        throw Error(*one->problem);
    if (!one->format)
        throw Error({.file = path, .problem = CUTAWAY_TR("the model has no chat template")});
    return userTurn(*one->format, text);
}

} // namespace core
