#include "core/text/newer_unicode.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace core {

namespace {

struct NewRange
{
    std::uint32_t first;
    std::uint32_t last;
    std::string_view category;
};

// Characters of Unicode 15 and 16: measured, the engine of `tokenizers` 0.23.3 against Oniguruma 6.9.8.
// clang-format off
constexpr NewRange newRanges[] = {
    {0x897, 0x897, "Mn"}, {0xCF3, 0xCF3, "Mc"}, {0xECE, 0xECE, "Mn"}, {0x1B4E, 0x1B4F, "Po"}, {0x1B7F, 0x1B7F, "Po"},
    {0x1C89, 0x1C89, "Lu"}, {0x1C8A, 0x1C8A, "Ll"}, {0x2427, 0x2429, "So"}, {0x2FFC, 0x2FFF, "So"}, {0x31E4, 0x31E5, "So"},
    {0x31EF, 0x31EF, "So"}, {0xA7CB, 0xA7CC, "Lu"}, {0xA7CD, 0xA7CD, "Ll"}, {0xA7DA, 0xA7DA, "Lu"}, {0xA7DB, 0xA7DB, "Ll"},
    {0xA7DC, 0xA7DC, "Lu"}, {0x105C0, 0x105F3, "Lo"}, {0x10D40, 0x10D49, "Nd"}, {0x10D4A, 0x10D4D, "Lo"},
    {0x10D4E, 0x10D4E, "Lm"}, {0x10D4F, 0x10D4F, "Lo"}, {0x10D50, 0x10D65, "Lu"}, {0x10D69, 0x10D6D, "Mn"},
    {0x10D6E, 0x10D6E, "Pd"}, {0x10D6F, 0x10D6F, "Lm"}, {0x10D70, 0x10D85, "Ll"}, {0x10D8E, 0x10D8F, "Sm"},
    {0x10EC2, 0x10EC4, "Lo"}, {0x10EFC, 0x10EFF, "Mn"}, {0x1123F, 0x11240, "Lo"}, {0x11241, 0x11241, "Mn"},
    {0x11380, 0x11389, "Lo"}, {0x1138B, 0x1138B, "Lo"}, {0x1138E, 0x1138E, "Lo"}, {0x11390, 0x113B5, "Lo"},
    {0x113B7, 0x113B7, "Lo"}, {0x113B8, 0x113BA, "Mc"}, {0x113BB, 0x113C0, "Mn"}, {0x113C2, 0x113C2, "Mc"},
    {0x113C5, 0x113C5, "Mc"}, {0x113C7, 0x113CA, "Mc"}, {0x113CC, 0x113CD, "Mc"}, {0x113CE, 0x113CE, "Mn"},
    {0x113CF, 0x113CF, "Mc"}, {0x113D0, 0x113D0, "Mn"}, {0x113D1, 0x113D1, "Lo"}, {0x113D2, 0x113D2, "Mn"},
    {0x113D3, 0x113D3, "Lo"}, {0x113D4, 0x113D5, "Po"}, {0x113D7, 0x113D8, "Po"}, {0x113E1, 0x113E2, "Mn"},
    {0x116D0, 0x116E3, "Nd"}, {0x1171E, 0x1171E, "Mc"}, {0x11B00, 0x11B09, "Po"}, {0x11BC0, 0x11BE0, "Lo"},
    {0x11BE1, 0x11BE1, "Po"}, {0x11BF0, 0x11BF9, "Nd"}, {0x11F00, 0x11F01, "Mn"}, {0x11F02, 0x11F02, "Lo"},
    {0x11F03, 0x11F03, "Mc"}, {0x11F04, 0x11F10, "Lo"}, {0x11F12, 0x11F33, "Lo"}, {0x11F34, 0x11F35, "Mc"},
    {0x11F36, 0x11F3A, "Mn"}, {0x11F3E, 0x11F3F, "Mc"}, {0x11F40, 0x11F40, "Mn"}, {0x11F41, 0x11F41, "Mc"},
    {0x11F42, 0x11F42, "Mn"}, {0x11F43, 0x11F4F, "Po"}, {0x11F50, 0x11F59, "Nd"}, {0x11F5A, 0x11F5A, "Mn"},
    {0x1342F, 0x1342F, "Lo"}, {0x13439, 0x1343F, "Cf"}, {0x13440, 0x13440, "Mn"}, {0x13441, 0x13446, "Lo"},
    {0x13447, 0x13455, "Mn"}, {0x13460, 0x143FA, "Lo"}, {0x16100, 0x1611D, "Lo"}, {0x1611E, 0x16129, "Mn"},
    {0x1612A, 0x1612C, "Mc"}, {0x1612D, 0x1612F, "Mn"}, {0x16130, 0x16139, "Nd"}, {0x16D40, 0x16D42, "Lm"},
    {0x16D43, 0x16D6A, "Lo"}, {0x16D6B, 0x16D6C, "Lm"}, {0x16D6D, 0x16D6F, "Po"}, {0x16D70, 0x16D79, "Nd"},
    {0x18CFF, 0x18CFF, "Lo"}, {0x1B132, 0x1B132, "Lo"}, {0x1B155, 0x1B155, "Lo"}, {0x1CC00, 0x1CCEF, "So"},
    {0x1CCF0, 0x1CCF9, "Nd"}, {0x1CD00, 0x1CEB3, "So"}, {0x1D2C0, 0x1D2D3, "No"}, {0x1DF25, 0x1DF2A, "Ll"},
    {0x1E030, 0x1E06D, "Lm"}, {0x1E08F, 0x1E08F, "Mn"}, {0x1E4D0, 0x1E4EA, "Lo"}, {0x1E4EB, 0x1E4EB, "Lm"},
    {0x1E4EC, 0x1E4EF, "Mn"}, {0x1E4F0, 0x1E4F9, "Nd"}, {0x1E5D0, 0x1E5ED, "Lo"}, {0x1E5EE, 0x1E5EF, "Mn"},
    {0x1E5F0, 0x1E5F0, "Lo"}, {0x1E5F1, 0x1E5FA, "Nd"}, {0x1E5FF, 0x1E5FF, "Po"}, {0x1F6DC, 0x1F6DC, "So"},
    {0x1F774, 0x1F776, "So"}, {0x1F77B, 0x1F77F, "So"}, {0x1F7D9, 0x1F7D9, "So"}, {0x1F8B2, 0x1F8BB, "So"},
    {0x1F8C0, 0x1F8C1, "So"}, {0x1FA75, 0x1FA77, "So"}, {0x1FA87, 0x1FA89, "So"}, {0x1FA8F, 0x1FA8F, "So"},
    {0x1FAAD, 0x1FAAF, "So"}, {0x1FABB, 0x1FABF, "So"}, {0x1FAC6, 0x1FAC6, "So"}, {0x1FACE, 0x1FACF, "So"},
    {0x1FADA, 0x1FADC, "So"}, {0x1FADF, 0x1FADF, "So"}, {0x1FAE8, 0x1FAE9, "So"}, {0x1FAF7, 0x1FAF8, "So"},
    {0x1FBCB, 0x1FBEF, "So"}, {0x2B739, 0x2B739, "Lo"}, {0x2EBF0, 0x2EE5D, "Lo"}, {0x31350, 0x323AF, "Lo"}
};
// clang-format on

/// A property by its names without spaces and in small letters, and the categories that make it up.
struct Property
{
    std::array<std::string_view, 3> names;
    std::string_view categories; // letters of which the category begins with one, or whole categories
    std::string_view more = {};  // characters besides those
};

constexpr std::string_view newWord
    = "\\x{B2}\\x{B3}\\x{B9}\\x{BC}-\\x{BE}"; // superscripts and fractions of Latin-1: numbers, but not Nd
constexpr std::string_view newHan = "\\x{2B739}\\x{2EBF0}-\\x{2EE5D}\\x{31350}-\\x{323AF}";

constexpr Property properties[] = {{{"l", "letter"}, "L"}, {{"lu", "uppercaseletter"}, "Lu"}, {{"ll", "lowercaseletter"}, "Ll"},
    {{"lc", "casedletter"}, "Lu Ll"}, {{"lm", "modifierletter"}, "Lm"}, {{"lo", "otherletter"}, "Lo"},
    {{"m", "mark", "combiningmark"}, "M"}, {{"mn", "nonspacingmark"}, "Mn"}, {{"mc", "spacingmark"}, "Mc"},
    {{"n", "number"}, "N"}, {{"nd", "decimalnumber", "digit"}, "Nd"}, {{"no", "othernumber"}, "No"},
    {{"p", "punctuation", "punct"}, "P"}, {{"pd", "dashpunctuation"}, "Pd"}, {{"po", "otherpunctuation"}, "Po"},
    {{"s", "symbol"}, "S"}, {{"sm", "mathsymbol"}, "Sm"}, {{"so", "othersymbol"}, "So"}, {{"cf", "format"}, "Cf"},
    {{"word"}, "L M Nd", newWord}, {{"han"}, "", newHan}};

const Property word = *std::find_if(
    std::begin(properties), std::end(properties), [](const Property& property) { return property.names[0] == "word"; });

/// "cn" and "c" lose what has been assigned since.
constexpr std::string_view unassigned[] = {"cn", "unassigned"};
constexpr std::string_view others[] = {"c", "other"};

bool isOf(std::string_view category, std::string_view categories)
{
    for (std::size_t at = 0; at < categories.size();) {
        const std::size_t end = std::min(categories.find(' ', at), categories.size());
        if (category.starts_with(categories.substr(at, end - at)))
            return true;
        at = end + 1;
    }
    return false;
}

void appendCode(std::string& text, std::uint32_t code)
{
    static constexpr char digits[] = "0123456789ABCDEF";
    text += "\\x{";
    for (int shift = 20; shift >= 0; shift -= 4)
        text += digits[(code >> shift) & 15];
    text += '}';
}

template <class Wanted>
std::string rangesOf(Wanted wanted)
{
    std::string text;
    for (const NewRange& range : newRanges) {
        if (!wanted(range.category))
            continue;
        appendCode(text, range.first);
        text += '-';
        appendCode(text, range.last);
    }
    return text;
}

std::string charactersOf(const Property& property)
{
    return rangesOf([&](std::string_view category) { return isOf(category, property.categories); }) + std::string(property.more);
}

/// `property` of the engine together with the newer characters.
std::string united(const std::string& property, const Property& with, bool isNegated)
{
    return (isNegated ? "[^" : "[") + property + charactersOf(with) + "]";
}

template <std::size_t count>
bool isAmong(const std::string_view (&names)[count], const std::string& name)
{
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// What stands for \p{name}; nothing when newer characters make no difference.
std::optional<std::string> spelled(const std::string& name, bool isNegated)
{
    std::string plain;
    for (const char c : name)
        if (c != ' ' && c != '-' && c != '_')
            plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    const std::string property = "\\p{" + name + "}";
    for (const Property& each : properties)
        if (!plain.empty() && std::find(each.names.begin(), each.names.end(), plain) != each.names.end())
            return united(property, each, isNegated);
    if (isAmong(unassigned, plain) || isAmong(others, plain)) {
        const bool keepsFormat = isAmong(others, plain);
        const std::string gone = rangesOf([&](std::string_view category) { return !keepsFormat || category != "Cf"; });
        const std::string rest = "[" + property + "&&[^" + gone + "]]";
        return isNegated ? "[^" + rest + "]" : rest;
    }
    return std::nullopt;
}

/// Whether an option group such as (?W) narrows a class to ASCII.
bool narrowsClasses(const std::string& pattern)
{
    for (std::size_t at = pattern.find("(?"); at != std::string::npos; at = pattern.find("(?", at + 2)) {
        const std::size_t end = pattern.find_first_not_of("imxWDSPy{}gwCIL-", at + 2);
        if (pattern.substr(at, end - at).find_first_of("WDSP") != std::string::npos)
            return true;
    }
    return false;
}

class Rewriter
{
public:
    explicit Rewriter(const std::string& pattern)
        : m_pattern(pattern)
    {
    }

    std::string rewritten()
    {
        while (m_at < m_pattern.size()) {
            const char c = m_pattern[m_at];
            if (c == '\\' && m_at + 1 < m_pattern.size()) {
                readEscape();
                continue;
            }
            if (c == '[')
                openClass();
            else if (c == ']' && m_depth > 0)
                --m_depth;
            m_result += m_pattern[m_at++];
        }
        return std::move(m_result);
    }

private:
    void copy(std::size_t count)
    {
        m_result += m_pattern.substr(m_at, count);
        m_at += count;
    }

    /// At '[': copies what would be mistaken for the end of the class.
    void openClass()
    {
        const std::size_t end = m_pattern.find(":]", m_at);
        if (m_depth > 0 && m_pattern.compare(m_at, 2, "[:") == 0 && end != std::string::npos) {
            copy(end + 1 - m_at); // up to the ']' of [:alpha:]
            return;
        }
        ++m_depth;
        const std::size_t first = m_at + (m_pattern.compare(m_at, 2, "[^") == 0 ? 2 : 1);
        if (first < m_pattern.size() && m_pattern[first] == ']' && m_pattern.find(']', first + 1) != std::string::npos)
            copy(first - m_at);
    }

    void readEscape()
    {
        const char kind = m_pattern[m_at + 1];
        std::size_t length = 2;
        std::optional<std::string> text;
        if ((kind == 'p' || kind == 'P') && m_at + 2 < m_pattern.size() && m_pattern[m_at + 2] == '{') {
            const std::size_t end = std::min(m_pattern.find('}', m_at), m_pattern.size() - 1);
            length = end + 1 - m_at;
            const bool hasCaret = m_pattern[m_at + 3] == '^';
            const std::size_t begin = m_at + 3 + (hasCaret ? 1 : 0);
            if (end > begin)
                text = spelled(m_pattern.substr(begin, end - begin), (kind == 'P') != hasCaret);
        } else if (kind == 'w' || kind == 'W') {
            text = united("\\w", word, kind == 'W');
        } else if (kind == 'd' || kind == 'D') {
            text = spelled("Nd", kind == 'D');
        } else if ((kind == 'b' || kind == 'B') && m_depth == 0) {
            const std::string inside = united("\\w", word, false);
            text = kind == 'b' ? "(?:(?<=" + inside + ")(?!" + inside + ")|(?<!" + inside + ")(?=" + inside + "))"
                               : "(?:(?<=" + inside + ")(?=" + inside + ")|(?<!" + inside + ")(?!" + inside + "))";
        }
        if (!text)
            return copy(length);
        m_result += *text;
        m_at += length;
    }

    const std::string& m_pattern;
    std::string m_result;
    std::size_t m_at = 0;
    int m_depth = 0; // of classes
};

} // namespace

std::string withNewerCharacters(const std::string& pattern)
{
    return narrowsClasses(pattern) ? pattern : Rewriter(pattern).rewritten();
}

} // namespace core
