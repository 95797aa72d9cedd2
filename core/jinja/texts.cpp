#include "core/jinja/texts.h"

#include "core/base/error.h"
#include "core/io/utf8.h"
#include "core/jinja/budget.h"
#include "core/text/unicode.h"

#include <algorithm>

#include <utf8proc.h>

namespace core::jinja {

namespace {

bool isSpace(const std::string& character)
{
    const char32_t code = decodeChar(character, 0).code;
    return isWhiteSpace(code) || (code >= 0x1c && code <= 0x1f);
}

std::string mapped(const std::string& character, utf8proc_int32_t (*map)(utf8proc_int32_t))
{
    std::string out;
    appendUtf8(out, char32_t(map(utf8proc_int32_t(decodeChar(character, 0).code))));
    return out;
}

std::string mappedAll(const std::string& text, utf8proc_int32_t (*map)(utf8proc_int32_t))
{
    std::string out;
    for (const std::string& one : charactersOf(text))
        out += mapped(one, map);
    return out;
}

bool isLetter(const std::string& character)
{
    const utf8proc_category_t category = utf8proc_category(utf8proc_int32_t(decodeChar(character, 0).code));
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

std::vector<Value> wordsOf(const std::string& text, std::int64_t most, Side from)
{
    std::vector<std::string> words;
    bool isInside = false;
    std::vector<std::string> characters = charactersOf(text);
    if (from == Side::Right)
        std::ranges::reverse(characters);
    for (const std::string& one : characters) {
        const bool isFull = most >= 0 && std::int64_t(words.size()) > most;
        if (isSpace(one) && !(isFull && isInside)) {
            isInside = false;
            continue;
        }
        if (!isInside)
            words.emplace_back();
        isInside = true;
        words.back() = from == Side::Right ? one + words.back() : words.back() + one;
    }
    if (from == Side::Right)
        std::ranges::reverse(words);
    return {words.begin(), words.end()};
}

} // namespace

std::string stripped(const std::string& text, Side side, const Value& letters)
{
    const std::vector<std::string> characters = charactersOf(text);
    const std::vector<std::string> set = letters.text() ? charactersOf(*letters.text()) : std::vector<std::string>();
    const auto goes
        = [&](const std::string& one) { return letters.text() ? std::ranges::find(set, one) != set.end() : isSpace(one); };
    auto begin = characters.begin(), end = characters.end();
    while (side != Side::Right && begin != end && goes(*begin))
        ++begin;
    while (side != Side::Left && begin != end && goes(*(end - 1)))
        --end;
    std::string out;
    for (; begin != end; ++begin)
        out += *begin;
    return out;
}

std::string upper(const std::string& text)
{
    std::string out;
    for (const std::string& one : charactersOf(text))
        out += one == "ß" ? "SS" : mapped(one, utf8proc_toupper); // the one common letter that becomes two
    return out;
}

std::string lower(const std::string& text) { return mappedAll(text, utf8proc_tolower); }

std::string capitalized(const std::string& text)
{
    const std::vector<std::string> characters = charactersOf(text);
    return characters.empty() ? text
                              : mapped(characters.front(), utf8proc_totitle) + lower(text.substr(characters.front().size()));
}

std::string titled(const std::string& text, bool asFilter)
{
    std::string out;
    bool isStart = true;
    for (const std::string& one : charactersOf(text)) {
        out += mapped(one, isStart ? utf8proc_totitle : utf8proc_tolower);
        isStart = asFilter ? isSpace(one) || std::string("-({[<").find(one) != std::string::npos : !isLetter(one);
    }
    return out;
}

std::string replaced(const std::string& text, const std::string& from, const std::string& to, std::int64_t most)
{
    std::string out;
    if (from.empty()) { // between all characters
        for (const std::string& one : charactersOf(text)) {
            out += (most != 0 ? to : "") + one;
            most -= most > 0 ? 1 : 0;
            Budget().text(out.size());
        }
        return most != 0 ? out + to : out;
    }
    std::size_t at = 0;
    for (; most != 0; most -= most > 0 ? 1 : 0) {
        const std::size_t found = text.find(from, at);
        if (found == std::string::npos)
            break;
        out.append(text, at, found - at).append(to);
        Budget().text(out.size());
        at = found + from.size();
    }
    return out.append(text, at);
}

std::vector<Value> parts(const std::string& text, const std::string& separator, std::int64_t most, Side from)
{
    if (separator.empty())
        return wordsOf(text, most, from);
    std::vector<Value> all;
    std::string rest = text;
    for (; most != 0; most -= most > 0 ? 1 : 0) {
        const std::size_t found = from == Side::Right ? rest.rfind(separator) : rest.find(separator);
        if (found == std::string::npos)
            break;
        const std::string behind = rest.substr(found + separator.size());
        all.emplace_back(from == Side::Right ? behind : rest.substr(0, found));
        rest = from == Side::Right ? rest.substr(0, found) : behind;
    }
    all.emplace_back(rest);
    if (from == Side::Right)
        std::ranges::reverse(all);
    return all;
}

std::vector<Value> linesOf(const std::string& text)
{
    std::vector<Value> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
        lines.emplace_back(text.substr(at, end - at));
        at = end + (end + 1 < text.size() && text[end] == '\r' && text[end + 1] == '\n' ? 2 : 1);
    }
    return lines;
}

bool isAll(const std::string& method, const std::string& text)
{
    const std::vector<std::string> characters = charactersOf(text);
    const auto digit = [](const std::string& one) { return isNumber(decodeChar(one, 0).code); };
    const auto cased = [](const std::string& one) { return upper(one) != lower(one); };
    if (method == "isupper" || method == "islower")
        return std::ranges::any_of(characters, cased) && text == (method == "isupper" ? upper(text) : lower(text));
    return !characters.empty() && std::ranges::all_of(characters, [&](const std::string& one) {
        return method == "isspace" ? isSpace(one)
            : method == "isdigit"  ? digit(one)
            : method == "isalpha"  ? isLetter(one)
                                   : digit(one) || isLetter(one);
    });
}

} // namespace core::jinja
