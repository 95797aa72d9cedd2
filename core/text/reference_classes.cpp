#include "core/text/reference_classes.h"

#include "core/text/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace core {

namespace {

struct Range
{
    char32_t first;
    char32_t last;
};

// Marks, signs and format characters of newer versions, which the classes of BERT's stages take for unassigned. The ranges
// also run over characters of other classes, where it makes no difference.
constexpr Range unknownToBert[] = {{0x61D, 0x61D}, {0x7FD, 0x7FD}, {0x890, 0x8E2}, {0x9FD, 0x9FE}, {0xA76, 0xA76}, {0xAFA, 0xAFF},
    {0xB55, 0xB55}, {0xC04, 0xC3C}, {0xC77, 0xC77}, {0xC84, 0xC84}, {0xD00, 0xD00}, {0xD3B, 0xD3C}, {0xD81, 0xD81},
    {0xEBA, 0xEBA}, {0xECE, 0xECE}, {0x180F, 0x1886}, {0x1ABF, 0x1ACE}, {0x1B7D, 0x1B7E}, {0x1DF6, 0x1DFB}, {0x2E43, 0x2E5D},
    {0xA82C, 0xA82C}, {0xA8C5, 0xA8C5}, {0xA8FF, 0xA8FF}, {0xA9BD, 0xA9BD}, {0x10D24, 0x10F89}, {0x11070, 0x11074},
    {0x110C2, 0x110CD}, {0x111C9, 0x111C9}, {0x111CF, 0x111CF}, {0x1123E, 0x11241}, {0x1133B, 0x1133B}, {0x11438, 0x1145E},
    {0x11660, 0x1166C}, {0x116B9, 0x116B9}, {0x1182F, 0x11FFF}, {0x12FF1, 0x13455}, {0x16E97, 0x16F4F}, {0x16FE2, 0x16FE4},
    {0x1CF00, 0x1CF46}, {0x1E000, 0x1E4EF}, {0x1E944, 0x1E95F}};

// The same for the marks of StripAccents.
constexpr Range unknownMarks[] = {{0x7FD, 0x7FD}, {0x898, 0x8D3}, {0x9FE, 0x9FE}, {0xAFA, 0xAFF}, {0xB55, 0xB55}, {0xC04, 0xC3C},
    {0xCF3, 0xD00}, {0xD3B, 0xD3C}, {0xD81, 0xD81}, {0xEBA, 0xEBA}, {0xECE, 0xECE}, {0x1715, 0x1715}, {0x180F, 0x180F},
    {0x1ABF, 0x1ACE}, {0x1CF7, 0x1CF7}, {0x1DF6, 0x1DFA}, {0xA82C, 0xA82C}, {0xA8FF, 0xA8FF}, {0x10D24, 0x10F85},
    {0x11070, 0x11074}, {0x110C2, 0x110C2}, {0x11145, 0x11146}, {0x111C9, 0x111C9}, {0x111CE, 0x111CF}, {0x11241, 0x11241},
    {0x1133B, 0x1133B}, {0x1145E, 0x1145E}, {0x1182C, 0x11A99}, {0x11D31, 0x11F42}, {0x13440, 0x13455}, {0x16F4F, 0x16F4F},
    {0x16F7F, 0x16F87}, {0x16FE4, 0x16FF1}, {0x1CF00, 0x1CF46}, {0x1E08F, 0x1E4EF}};

// Letters, marks and digits that are newer than our tables.
constexpr Range newWordChars[] = {{0x897, 0x897}, {0x1C89, 0x1C8A}, {0xA7CB, 0xA7CD}, {0xA7DA, 0xA7DC}, {0x105C0, 0x105F3},
    {0x10D40, 0x10D65}, {0x10D69, 0x10D6D}, {0x10D6F, 0x10D85}, {0x10EC2, 0x10EC4}, {0x10EFC, 0x10EFC}, {0x11380, 0x11389},
    {0x1138B, 0x1138B}, {0x1138E, 0x1138E}, {0x11390, 0x113B5}, {0x113B7, 0x113C0}, {0x113C2, 0x113C2}, {0x113C5, 0x113C5},
    {0x113C7, 0x113CA}, {0x113CC, 0x113D3}, {0x113E1, 0x113E2}, {0x116D0, 0x116E3}, {0x11BC0, 0x11BE0}, {0x11BF0, 0x11BF9},
    {0x11F5A, 0x11F5A}, {0x13460, 0x143FA}, {0x16100, 0x16139}, {0x16D40, 0x16D6C}, {0x16D70, 0x16D79}, {0x18CFF, 0x18CFF},
    {0x1CCF0, 0x1CCF9}, {0x1E5D0, 0x1E5FA}, {0x2EBF0, 0x2EE5D}};

// Numbers that are newer than our tables.
constexpr Range newNumbers[]
    = {{0x10D40, 0x10D49}, {0x116D0, 0x116E3}, {0x11BF0, 0x11BF9}, {0x11DE0, 0x11DE9}, {0x11F50, 0x11F59}, {0x16130, 0x16139},
        {0x16D70, 0x16D79}, {0x16FF4, 0x16FF6}, {0x1CCF0, 0x1CCF9}, {0x1D2C0, 0x1D2D3}, {0x1E4F0, 0x1E4F9}, {0x1E5F1, 0x1E5FA}};

template <std::size_t count>
bool isIn(const Range (&ranges)[count], char32_t code)
{
    const Range* after = std::upper_bound(
        std::begin(ranges), std::end(ranges), code, [](char32_t wanted, const Range& range) { return wanted < range.first; });
    return after != std::begin(ranges) && code <= std::prev(after)->last;
}

/// Capital letters that are newer than our tables: the small one stands this far behind the capital.
struct LowerCase
{
    char32_t first;
    char32_t last;
    int distance;
};
constexpr LowerCase newLowerCases[] = {{0x1C89, 0x1C89, 1}, {0xA7CB, 0xA7CB, 0x264 - 0xA7CB}, {0xA7CC, 0xA7CC, 1},
    {0xA7CE, 0xA7CE, 1}, {0xA7D2, 0xA7D2, 1}, {0xA7D4, 0xA7D4, 1}, {0xA7DA, 0xA7DA, 1}, {0xA7DC, 0xA7DC, 0x19B - 0xA7DC},
    {0x10D50, 0x10D65, 0x20}, {0x16EA0, 0x16EB8, 0x1B}};

utf8proc_category_t categoryOf(char32_t code) { return utf8proc_category(static_cast<utf8proc_int32_t>(code)); }

} // namespace

bool isReferencePunctuation(char32_t code)
{
    if (code == 0x166D || code == 0x111C9) // punctuation once, not any more
        return true;
    return isPunctuation(code) && !isIn(unknownToBert, code);
}

bool isReferenceControl(char32_t code)
{
    if (code == '\t' || code == '\n' || code == '\r')
        return false;
    const utf8proc_category_t category = categoryOf(code);
    const bool isOther = category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF || category == UTF8PROC_CATEGORY_CO;
    return (isOther && !isIn(unknownToBert, code)) || code == 0xFFFD;
}

bool isReferenceAccent(char32_t code)
{
    return code == 0x1734 || (categoryOf(code) == UTF8PROC_CATEGORY_MN && !isIn(unknownToBert, code));
}

bool isReferenceMark(char32_t code)
{
    const utf8proc_category_t category = categoryOf(code);
    const bool isMark = category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
    return code == 0x1CF2 || code == 0x1CF3 || (isMark && !isIn(unknownMarks, code));
}

bool isReferenceNumber(char32_t code) { return isNumber(code) || isIn(newNumbers, code); }

bool isReferenceWordChar(char32_t code) { return isWordChar(code) || isIn(newWordChars, code); }

void appendLowerCase(std::string& text, char32_t code)
{
    if (code == 0x130) { // I with a dot above: the only one that becomes two characters
        text += "i\xCC\x87";
        return;
    }
    for (const LowerCase& each : newLowerCases)
        if (code >= each.first && code <= each.last)
            return appendUtf8(text, static_cast<char32_t>(static_cast<std::int64_t>(code) + each.distance));
    appendUtf8(text, static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(code))));
}

} // namespace core
