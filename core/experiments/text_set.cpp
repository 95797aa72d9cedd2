#include "core/experiments/text_set.h"

#include "core/base/program_folder.h"
#include "core/io/json.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace core {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t maxTexts = 1'000'000;
constexpr std::size_t maxLineBytes = std::size_t(8) << 20; // as much as a tokenizer takes at once

fs::path setsFolder() { return sharedFolder("texts"); }

std::string pathOf(const std::string& nameOrPath)
{
    if (typedIn(nameOrPath))
        return nameOrPath;
    std::error_code ignored;
    const std::vector<std::string> sets = bundledTextSets();
    const bool isSet = std::find(sets.begin(), sets.end(), nameOrPath) != sets.end();
    return isSet && !fs::exists(nameOrPath, ignored) ? (setsFolder() / (nameOrPath + ".jsonl")).generic_string() : nameOrPath;
}

/// A line without its end; false at the end of the file. What is longer than a tokenizer takes is not kept.
bool readLine(std::istream& file, std::string& line, bool& isTooLong)
{
    line.clear();
    isTooLong = false;
    std::streambuf* buffer = file.rdbuf();
    for (int c = buffer->sbumpc(); c != std::char_traits<char>::eof(); c = buffer->sbumpc()) {
        if (c == '\n')
            return true;
        if (line.size() < maxLineBytes)
            line.push_back(char(c));
        else
            isTooLong = true;
    }
    return !line.empty();
}

std::string member(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

} // namespace

std::optional<std::string> typedIn(const std::string& name)
{
    return name.starts_with(typedTexts) ? std::optional(name.substr(typedTexts.size())) : std::nullopt;
}

TextReader::TextReader(const std::string& nameOrPath)
    : m_path(pathOf(nameOrPath))
{
    if (const std::optional<std::string> typed = typedIn(nameOrPath)) {
        m_size = typed->size();
        m_file = std::make_unique<std::istringstream>(*typed);
        return;
    }
    std::error_code failure;
    if (!fs::is_regular_file(m_path, failure))
        throw Error({ErrorKind::BadInput, m_path, "", CUTAWAY_TR("there is no such file of texts"),
            [] {
                std::string sets = "*.txt, *.jsonl";
                for (const std::string& set : bundledTextSets())
                    sets += ", " + set;
                return sets;
            }(),
            ""});
    m_size = fs::file_size(m_path, failure);
    m_file = std::make_unique<std::ifstream>(fs::path(m_path), std::ios::binary);
    if (!*m_file)
        throw Error({ErrorKind::BadInput, m_path, "", CUTAWAY_TR("cannot be read"), "", std::strerror(errno)});
    m_isJson = fs::path(m_path).extension() == ".jsonl";
}

void TextReader::seek(std::uint64_t offset, std::size_t line)
{
    m_file->seekg(std::streamoff(offset));
    m_offset = offset;
    m_line = line;
}

std::optional<SetText> TextReader::next()
{
    std::string line;
    bool isTooLong = false;
    while (readLine(*m_file, line, isTooLong)) {
        ++m_line;
        m_offset += line.size() + 1;
        const std::string where = "line " + std::to_string(m_line);
        if (isTooLong)
            throw Error({ErrorKind::BadInput, m_path, where, CUTAWAY_TR("the line is too long"),
                "at most " + std::to_string(maxLineBytes) + " bytes", ""});
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        if (line.empty())
            continue;
        if (!m_isJson)
            return SetText{.text = line, .line = m_line};
        Json json;
        try {
            json = parseJson(line, m_path);
        } catch (const Error& error) {
            Error::Parts parts = error.parts();
            parts.where = where + (parts.where.empty() ? "" : ": " + parts.where);
            throw Error(std::move(parts));
        }
        const bool isObject = json.is_object() && json.contains("text") && json["text"].is_string();
        if (!isObject && !json.is_string())
            throw Error({ErrorKind::BadInput, m_path, where, CUTAWAY_TR("wrong type"), "\"TEXT\", {\"text\": \"TEXT\"}",
                shownText(line, 60)});
        SetText text{.text = isObject ? member(json, "text") : json.get<std::string>(), .line = m_line};
        if (text.text.empty())
            continue; // as an empty line of any other file
        if (isObject)
            text = {std::move(text.text), member(json, "answer"), member(json, "wrong"), m_line};
        return text;
    }
    return {};
}

std::vector<std::string> bundledTextSets()
{
    std::vector<std::string> names;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(setsFolder(), failure))
        if (entry.path().extension() == ".jsonl")
            names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::string stateOfTexts(const std::string& nameOrPath)
{
    if (typedIn(nameOrPath))
        return nameOrPath;
    const std::string path = pathOf(nameOrPath);
    std::error_code failure; // without a file both are what such functions return then
    const auto bytes = fs::file_size(path, failure);
    const auto changed = fs::last_write_time(path, failure);
    return path + " of " + std::to_string(bytes) + " bytes, changed " + std::to_string(changed.time_since_epoch().count());
}

std::vector<SetText> readTexts(const std::string& nameOrPath)
{
    TextReader reader(nameOrPath);
    std::vector<SetText> texts;
    while (std::optional<SetText> text = reader.next()) {
        if (texts.size() == maxTexts)
            throw Error({ErrorKind::BadInput, reader.path(), "", CUTAWAY_TR("too many texts"), "at most " + std::to_string(maxTexts),
                ""});
        texts.push_back(std::move(*text));
    }
    if (texts.empty())
        throw Error({ErrorKind::BadInput, typedIn(nameOrPath) ? CUTAWAY_TR("typed texts") : reader.path(), "",
            CUTAWAY_TR("the file has no text"), "", ""});
    return texts;
}

std::vector<TokenId> idsOf(const SetText& text, const std::string& file, const Model& model)
{
    if (!model.tokenizer)
        throw Error(
            {ErrorKind::BadInput, model.path, "", CUTAWAY_TR("the model has no tokenizer, so only token ids can be given"), "", ""});
    try {
        return model.tokenizer->encode(text.text);
    } catch (const Error& error) {
        Error::Parts parts = error.parts();
        parts.file = typedIn(file) ? CUTAWAY_TR("typed texts") : file;
        parts.where = "line " + std::to_string(text.line) + (parts.where.empty() ? "" : ": " + parts.where);
        throw Error(std::move(parts));
    }
}

std::vector<std::vector<TokenId>> idsOfTexts(const std::string& nameOrPath, const Model& model)
{
    std::vector<std::vector<TokenId>> all;
    for (const SetText& text : readTexts(nameOrPath))
        all.push_back(idsOf(text, nameOrPath, model));
    return all;
}

} // namespace core
