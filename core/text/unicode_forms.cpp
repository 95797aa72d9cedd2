#include "core/text/unicode_forms.h"

#include "core/text/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <vector>

namespace core {

namespace {

/// Canonical order of the marks behind each base character; the sort is ours because that of the library is
/// quadratic.
void orderMarks(std::vector<utf8proc_int32_t>& codes)
{
    const auto rank = [](utf8proc_int32_t code) { return utf8proc_get_property(code)->combining_class; };
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
        const utf8proc_ssize_t count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(next.code), parts.data(),
            static_cast<utf8proc_ssize_t>(parts.size()), static_cast<utf8proc_option_t>(form), &boundClass);
        codes.insert(codes.end(), parts.begin(), parts.begin() + std::max<utf8proc_ssize_t>(count, 0));
        at += next.bytes;
    }
    orderMarks(codes);

    auto length = static_cast<utf8proc_ssize_t>(codes.size());
    if (kind.isComposed)
        length
            = utf8proc_normalize_utf32(codes.data(), length, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    std::string result;
    result.reserve(text.size());
    for (utf8proc_ssize_t i = 0; i < length; ++i)
        appendUtf8(result, static_cast<char32_t>(codes[static_cast<std::size_t>(i)]));
    return result;
}

} // namespace core
