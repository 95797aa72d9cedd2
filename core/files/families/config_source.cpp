#include "core/files/families/config_source.h"

#include "core/base/error.h"
#include "core/io/shown_text.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <type_traits>

namespace core {

namespace {

/// A float32 as a person wrote it: 1e-05, not 9.999999747378752e-06.
double shortest(double value)
{
    const auto single = static_cast<float>(value);
    if (double(single) != value)
        return value;
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, single).ptr;
    double result = value;
    std::from_chars(text, end, result);
    return result;
}

/// Puts the texts, and blanks, in place of Infinity and -Infinity outside of texts; whether there was one.
bool replaceInfinities(std::string& text)
{
    const std::string word = "Infinity";
    bool isInText = false, hasChanged = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\\' && isInText)
            ++at;
        else if (text[at] == '"')
            isInText = !isInText;
        else if (!isInText && text.compare(at, word.size(), word) == 0) {
            const std::size_t sign = at > 0 && text[at - 1] == '-' ? 1 : 0;
            std::string quoted = std::string("\"") + (sign ? minusInfinityWord : infinityWord) + "\"";
            quoted.resize(word.size() + sign, ' '); // places in the file stay what they are
            text.replace(at - sign, quoted.size(), quoted);
            at += quoted.size() - sign - 1;
            hasChanged = true;
        }
    }
    return hasChanged;
}

/// Numbers and flags, as many as there can be layers; empty for texts and for longer ones.
Json listOf(const GgufArray& array)
{
    constexpr std::size_t most = 4096;
    Json list = Json::array();
    std::visit(
        [&](const auto& elements) {
            using Element = typename std::decay_t<decltype(elements)>::value_type;
            if constexpr (!std::is_same_v<Element, std::string>)
                for (std::size_t i = 0; i < elements.size() && elements.size() <= most; ++i)
                    list.push_back(Element(elements[i]));
        },
        array);
    return list;
}

} // namespace

std::optional<ConfigSource::Named> ConfigSource::firstOf(const std::vector<std::string>& keys) const
{
    std::optional<Named> first;
    for (const std::string& key : keys) {
        const std::optional<Json> here = value(key);
        if (!here)
            continue;
        if (first && first->value != *here)
            refuse(key, CUTAWAY_TR("contradicts another key"), first->key + " = " + shownText(writeJson(first->value), 60), here);
        if (!first)
            first = Named{key, *here};
    }
    return first;
}

void ConfigSource::refuse(
    const std::string& key, const char* problem, const std::string& expected, const std::optional<Json>& found) const
{
    throw Error({.file = file(),
        .where = shownText(key),
        .problem = problem,
        .expected = expected,
        .found = found ? shownText(writeJson(*found), 60) : ""});
}

JsonConfig::JsonConfig(Json document, std::string file)
    : m_document(std::move(document))
    , m_file(std::move(file))
{
    if (!m_document.is_object())
        throw Error({.file = m_file, .problem = CUTAWAY_TR("wrong type"), .expected = "object", .found = m_document.type_name()});
}

std::optional<Json> JsonConfig::value(const std::string& key) const
{
    const Json* at = &m_document;
    std::size_t begin = 0;
    while (true) {
        const std::size_t dot = key.find('.', begin);
        const auto member = at->find(key.substr(begin, dot == std::string::npos ? dot : dot - begin));
        if (member == at->end() || member->is_null())
            return {};
        if (dot == std::string::npos)
            return *member;
        if (!member->is_object())
            refuse(key.substr(0, dot), CUTAWAY_TR("wrong type"), "object", *member);
        at = &*member;
        begin = dot + 1;
    }
}

std::vector<std::string> JsonConfig::keys() const
{
    std::vector<std::string> keys;
    for (const auto& [key, value] : m_document.items())
        keys.push_back(key);
    return keys;
}

std::optional<Json> GgufConfig::value(const std::string& key) const
{
    m_asked.insert(key);
    constexpr std::string_view lengthOf = ".length";
    if (key.ends_with(lengthOf)) {
        const GgufValue* value = m_gguf.find(key.substr(0, key.size() - lengthOf.size()));
        const auto* array = value ? std::get_if<GgufArray>(value) : nullptr;
        if (!array)
            return {};
        return Json(std::visit([](const auto& elements) { return elements.size(); }, *array));
    }
    const GgufValue* value = m_gguf.find(key);
    if (!value)
        return {};
    if (const auto* number = std::get_if<double>(value))
        return Json(shortest(*number));
    if (const auto* integer = std::get_if<std::int64_t>(value))
        return Json(*integer);
    if (const auto* boolean = std::get_if<bool>(value))
        return Json(*boolean);
    if (const auto* text = std::get_if<std::string>(value))
        return Json(*text);
    return listOf(std::get<GgufArray>(*value));
}

std::vector<std::string> GgufConfig::unasked(const std::string& prefix) const
{
    std::vector<std::string> keys;
    for (const std::string& key : m_gguf.keys())
        if (key.starts_with(prefix) && !m_asked.count(key))
            keys.push_back(key);
    return keys;
}

Json readConfigDocument(const std::string& path)
{
    try {
        return readJson(path);
    } catch (const Error&) {
        std::error_code failure;
        const std::uintmax_t size = std::filesystem::file_size(path, failure);
        if (failure || !std::filesystem::is_regular_file(path, failure) || size > JsonLimits().bytes)
            throw;
        std::ifstream file(std::filesystem::path(path), std::ios::binary);
        std::string text{std::istreambuf_iterator<char>(file), {}};
        if (!replaceInfinities(text))
            throw;
        return parseJson(text, path);
    }
}

} // namespace core
