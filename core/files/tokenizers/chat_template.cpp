#include "core/files/tokenizers/chat_template.h"

#include "core/base/error.h"
#include "core/files/formats/gguf.h"
#include "core/io/file_reader.h"
#include "core/io/json_value.h"
#include "core/text/unicode.h"

#include <filesystem>

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

std::optional<std::string> fromConfig(const std::string& file)
{
    const Json json = readJson(file);
    const JsonValue config(json, file);
    if (!config.has("chat_template"))
        return std::nullopt;
    const JsonValue value = config["chat_template"];
    if (!value.isArray())
        return checked(value.string(), file, "chat_template");
    std::optional<std::string> chosen;
    for (std::size_t i = 0; i < value.arraySize(/*most=*/1024); ++i)
        if (!chosen || value[i]["name"].string() == "default")
            chosen = checked(value[i]["template"].string(), file, value[i].path());
    return chosen;
}

} // namespace

std::optional<std::string> readChatTemplate(const std::string& path)
{
    std::error_code failure;
    if (path.empty())
        return std::nullopt;
    if (!fs::is_directory(path, failure)) {
        if (fs::path(path).extension() != ".gguf")
            return std::nullopt;
        const std::optional<std::string> text = Gguf::open(path).string("tokenizer.chat_template");
        return text ? std::optional(checked(*text, path, "tokenizer.chat_template")) : std::nullopt;
    }
    const fs::path separate = fs::path(path) / "chat_template.jinja", config = fs::path(path) / "tokenizer_config.json";
    if (fs::exists(separate, failure))
        return textOf(separate.string());
    return fs::exists(config, failure) ? fromConfig(config.string()) : std::nullopt;
}

} // namespace core
