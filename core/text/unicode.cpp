#include "core/text/unicode.h"

#include <utf8proc.h>

namespace core {

namespace {

utf8proc_category_t categoryOf(char32_t code) { return utf8proc_category(static_cast<utf8proc_int32_t>(code)); }

bool isBetween(char32_t code, char32_t first, char32_t last) { return code >= first && code <= last; }

} // namespace

bool isWhiteSpace(char32_t code)
{
    return isBetween(code, 0x09, 0x0D) || code == 0x20 || code == 0x85 || code == 0xA0 || code == 0x1680
        || isBetween(code, 0x2000, 0x200A) || code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F
        || code == 0x3000;
}

bool isNumber(char32_t code)
{
    const utf8proc_category_t category = categoryOf(code);
    return category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
}

bool isPunctuation(char32_t code)
{
    if (code < 0x80)
        return isBetween(code, '!', '/') || isBetween(code, ':', '@') || isBetween(code, '[', '`') || isBetween(code, '{', '~');
    const utf8proc_category_t category = categoryOf(code);
    return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO;
}

bool isWordChar(char32_t code)
{
    const utf8proc_category_t category = categoryOf(code);
    const bool isLetterOrMark = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_ME;
    const bool isEnclosedLetter = isBetween(code, 0x24B6, 0x24E9) || isBetween(code, 0x1F130, 0x1F149)
        || isBetween(code, 0x1F150, 0x1F169) || isBetween(code, 0x1F170, 0x1F189);
    return isLetterOrMark || isEnclosedLetter || category == UTF8PROC_CATEGORY_ND || category == UTF8PROC_CATEGORY_NL
        || category == UTF8PROC_CATEGORY_PC || code == 0x200C || code == 0x200D;
}

std::size_t whiteSpaceStart(std::string_view text, std::size_t end)
{
    for (;;) {
        const DecodedChar before = charBefore(text, end);
        if (before.bytes == 0 || !isWhiteSpace(before.code))
            return end;
        end -= before.bytes;
    }
}

std::size_t whiteSpaceEnd(std::string_view text, std::size_t start)
{
    for (;;) {
        const DecodedChar next = decodeChar(text, start);
        if (next.bytes == 0 || !isWhiteSpace(next.code))
            return start;
        start += next.bytes;
    }
}

} // namespace core
