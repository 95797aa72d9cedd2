#include "core/text/charsmap.h"

#include "core/base/error.h"
#include "core/text/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace core {

namespace {

static_assert(std::endian::native == std::endian::little); // so are the units in the file

constexpr std::size_t longestCluster = 5; // bytes, that the reference looks up as one
constexpr std::size_t longestResult = std::size_t(1) << 30;

bool hasLeaf(std::uint32_t unit) { return (unit >> 8) & 1; }
std::uint32_t valueOf(std::uint32_t unit) { return unit & 0x7FFFFFFFu; }
std::uint32_t labelOf(std::uint32_t unit) { return unit & 0x800000FFu; }
std::size_t offsetOf(std::uint32_t unit) { return std::size_t(unit >> 10) << ((unit & 0x200u) >> 6); }

[[noreturn]] void refuse(const char* problem, const std::string& expected = {}, const std::string& found = {})
{
    throw Error({.problem = problem, .expected = expected, .found = found});
}

/// Bytes of the grapheme cluster that begins at `at`.
std::size_t clusterLength(std::string_view text, std::size_t at)
{
    utf8proc_int32_t state = 0;
    DecodedChar last = decodeChar(text, at);
    std::size_t end = at + last.bytes;
    while (end < text.size()) {
        const DecodedChar next = decodeChar(text, end);
        if (utf8proc_grapheme_break_stateful(
                static_cast<utf8proc_int32_t>(last.code), static_cast<utf8proc_int32_t>(next.code), &state))
            break;
        last = next;
        end += next.bytes;
    }
    return end - at;
}

std::size_t characters(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

} // namespace

Charsmap::Charsmap(std::string_view bytes)
{
    std::uint32_t size = 0;
    if (bytes.size() < sizeof(size))
        refuse(CUTAWAY_TR("the character map is cut off"), "at least 4 bytes", std::to_string(bytes.size()));
    std::memcpy(&size, bytes.data(), sizeof(size));
    bytes.remove_prefix(sizeof(size));
    if (size == 0 || size % 4 != 0 || size > bytes.size())
        refuse(CUTAWAY_TR("the trie of the character map has an impossible size"),
            "a multiple of 4, at most " + std::to_string(bytes.size()), std::to_string(size));
    m_units.resize(size / 4);
    std::memcpy(m_units.data(), bytes.data(), size);
    m_texts = bytes.substr(size);
    if (const std::optional<std::size_t> invalid = firstInvalidByte(m_texts))
        refuse(CUTAWAY_TR("the texts of the character map are not UTF-8"), {}, "byte " + std::to_string(*invalid));
    checkTrie();
}

void Charsmap::checkTrie() const
{
    // A place is where the children of a node begin: child c stands at place ^ c. Each is looked at once, so that circles end.
    std::vector<bool> isSeen(m_units.size());
    std::vector<std::size_t> places{offsetOf(m_units[0])};
    while (!places.empty()) {
        const std::size_t place = places.back();
        places.pop_back();
        if (place >= m_units.size() || (place | 0xFF) >= m_units.size())
            refuse(CUTAWAY_TR("the trie of the character map points outside itself"), "at most " + std::to_string(m_units.size()),
                std::to_string(place));
        if (isSeen[place])
            continue;
        isSeen[place] = true;
        for (std::uint32_t byte = 1; byte < 256; ++byte) {
            const std::size_t node = place ^ byte;
            const std::uint32_t unit = m_units[node];
            if (labelOf(unit) != byte)
                continue;
            const std::size_t next = node ^ offsetOf(unit);
            if (next >= m_units.size() || (hasLeaf(unit) && !beginsText(valueOf(m_units[next]))))
                refuse(CUTAWAY_TR("the trie of the character map points outside itself"),
                    "at most " + std::to_string(m_units.size()), std::to_string(next));
            places.push_back(next);
        }
    }
}

bool Charsmap::beginsText(std::size_t place) const
{
    return place <= m_texts.size() && (place == m_texts.size() || (m_texts[place] & 0xC0) != 0x80);
}

std::string_view Charsmap::textAt(std::uint32_t unit) const
{
    const std::size_t begin = valueOf(unit);
    return std::string_view(m_texts).substr(begin, m_texts.find('\0', begin) - begin);
}

/// Calls visit(length, unit of the text) for each beginning that the map knows, shortest first, while it returns true.
template <class Visitor>
void Charsmap::eachMatch(std::string_view text, Visitor visit) const
{
    std::size_t place = offsetOf(m_units[0]);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte == 0)
            return;
        place ^= byte;
        const std::uint32_t unit = m_units[place];
        if (labelOf(unit) != byte)
            return;
        place ^= offsetOf(unit);
        if (hasLeaf(unit) && !visit(i + 1, m_units[place]))
            return;
    }
}

std::optional<std::string_view> Charsmap::find(std::string_view text) const
{
    std::optional<std::string_view> result;
    eachMatch(text, [&](std::size_t, std::uint32_t unit) {
        result = textAt(unit);
        return false;
    });
    return result;
}

std::optional<std::pair<std::size_t, std::string_view>> Charsmap::findLongest(std::string_view text) const
{
    std::optional<std::pair<std::size_t, std::uint32_t>> longest;
    eachMatch(text, [&](std::size_t length, std::uint32_t unit) {
        longest = {length, unit};
        return true;
    });
    if (!longest)
        return std::nullopt;
    return std::pair(longest->first, textAt(longest->second));
}

std::string Charsmap::apply(std::string_view text, std::size_t* start) const
{
    std::string result;
    result.reserve(text.size());
    std::size_t source = 0; // characters of the text that the reference counts as used: none for those that go first
    std::size_t newStart = 0;
    const std::size_t startCharacters = start ? characters(text.substr(0, *start)) : 0;
    const auto append = [&](std::string_view old, std::string_view fresh) {
        const std::size_t before = characters(old);
        std::size_t added = 0;
        for (std::size_t at = 0; start && at < fresh.size(); ++added) {
            at += decodeChar(fresh, at).bytes;
            if (source + std::min(added, before - 1) < startCharacters)
                newStart = result.size() + at;
        }
        if (!fresh.empty() || !result.empty())
            source += before;
        if (fresh.size() > longestResult - result.size())
            refuse(CUTAWAY_TR("a replacement of the tokenizer makes the text too long"));
        result += fresh;
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view cluster = text.substr(at, clusterLength(text, at));
        at += cluster.size();
        if (cluster.size() <= longestCluster) {
            if (const auto fresh = find(cluster)) {
                append(cluster, *fresh);
                continue;
            }
        }
        for (std::size_t i = 0; i < cluster.size();) {
            const std::string_view character = cluster.substr(i, decodeChar(cluster, i).bytes);
            append(character, find(character).value_or(character));
            i += character.size();
        }
    }
    if (start)
        *start = newStart;
    return result;
}

} // namespace core
