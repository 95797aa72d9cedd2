#include "core/text/unicode_forms.h"

#include "core/text/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

namespace core {

namespace {

struct Range
{
    char32_t first;
    char32_t last;
};

// Characters that our tables order or take apart and those of `tokenizers` 0.23.3, which are older, leave alone. Measured.
constexpr Range unknownCharacters[] = {{0x7FD, 0x7FD}, {0x898, 0x89F}, {0x8CA, 0x8D3}, {0x9FE, 0x9FE}, {0xC3C, 0xC3C},
    {0xD3B, 0xD3C}, {0xEBA, 0xEBA}, {0xECE, 0xECE}, {0x1715, 0x1715}, {0x1ABF, 0x1ACE}, {0x1DF6, 0x1DFA}, {0x32FF, 0x32FF},
    {0xA7F2, 0xA7F4}, {0xA82C, 0xA82C}, {0xAB69, 0xAB69}, {0x10781, 0x107BA}, {0x10D24, 0x10D27}, {0x10EAB, 0x10EAC},
    {0x10EFD, 0x10EFF}, {0x10F46, 0x10F50}, {0x10F82, 0x10F85}, {0x11070, 0x11070}, {0x1133B, 0x1133B}, {0x1145E, 0x1145E},
    {0x11839, 0x1183A}, {0x11938, 0x11938}, {0x1193D, 0x1193E}, {0x11943, 0x11943}, {0x119E0, 0x119E0}, {0x11A34, 0x11A34},
    {0x11A47, 0x11A47}, {0x11A99, 0x11A99}, {0x11D42, 0x11D42}, {0x11D44, 0x11D45}, {0x11D97, 0x11D97}, {0x11F41, 0x11F42},
    {0x16FF0, 0x16FF1}, {0x1E030, 0x1E06D}, {0x1E08F, 0x1E08F}, {0x1E130, 0x1E136}, {0x1E2AE, 0x1E2AE}, {0x1E2EC, 0x1E2EF},
    {0x1E4EC, 0x1E4EF}, {0x1F16C, 0x1F16C}, {0x1FBF0, 0x1FBF9}};

bool isUnknown(utf8proc_int32_t code)
{
    const auto wanted = static_cast<char32_t>(code);
    const Range* after = std::upper_bound(std::begin(unknownCharacters), std::end(unknownCharacters), wanted,
        [](char32_t each, const Range& range) { return each < range.first; });
    return after != std::begin(unknownCharacters) && wanted <= std::prev(after)->last;
}

/// Canonical order of the marks behind each base character; the sort is ours because that of the library is
/// quadratic.
void orderMarks(std::vector<utf8proc_int32_t>& codes)
{
    const auto rank = [](utf8proc_int32_t code) { return isUnknown(code) ? 0 : utf8proc_get_property(code)->combining_class; };
    for (auto first = codes.begin(); first != codes.end();) {
        if (rank(*first) == 0) {
            ++first;
            continue;
        }
        const auto last = std::find_if(first, codes.end(), [&](utf8proc_int32_t code) { return rank(code) == 0; });
        std::stable_sort(first, last, [&](utf8proc_int32_t a, utf8proc_int32_t b) { return rank(a) < rank(b); });
        first = last;
    }
}

/// Nothing joins over an unknown character, nor into one.
void compose(std::vector<utf8proc_int32_t>& codes)
{
    constexpr auto option = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    std::vector<utf8proc_int32_t> result;
    result.reserve(codes.size());
    for (auto first = codes.begin(); first != codes.end();) {
        const auto last = std::find_if(first + 1, codes.end(), isUnknown);
        const bool startsUnknown = isUnknown(*first);
        const utf8proc_ssize_t length = utf8proc_normalize_utf32(&*first, last - first, option);
        for (utf8proc_ssize_t i = 0; i < length; ++i) {
            if (!isUnknown(first[i]) || (i == 0 && startsUnknown))
                result.push_back(first[i]);
            else // the only pair that is newer
                result.insert(result.end(), {0x11935, 0x11930});
        }
        first = last;
    }
    codes = std::move(result);
}

} // namespace

std::string toUnicodeForm(const std::string& text, UnicodeFormKind kind)
{
    if (std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
        return text;

    const int form = UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | (kind.isCompatible ? UTF8PROC_COMPAT : 0);
    std::vector<utf8proc_int32_t> codes;
    std::array<utf8proc_int32_t, 32> parts; // the longest decomposition has 18
    for (std::size_t at = 0; at < text.size();) {
        const DecodedChar next = decodeChar(text, at);
        int boundClass = 0;
        if (isUnknown(static_cast<utf8proc_int32_t>(next.code))) {
            codes.push_back(static_cast<utf8proc_int32_t>(next.code));
            at += next.bytes;
            continue;
        }
        const utf8proc_ssize_t count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(next.code), parts.data(),
            static_cast<utf8proc_ssize_t>(parts.size()), static_cast<utf8proc_option_t>(form), &boundClass);
        codes.insert(codes.end(), parts.begin(), parts.begin() + std::max<utf8proc_ssize_t>(count, 0));
        at += next.bytes;
    }
    orderMarks(codes);

    if (kind.isComposed)
        compose(codes);
    std::string result;
    result.reserve(text.size());
    for (const utf8proc_int32_t code : codes)
        appendUtf8(result, static_cast<char32_t>(code));
    return result;
}

} // namespace core
