#include "core/base/error.h"

namespace core {

namespace {

/// Control characters of a hostile file must not reach the terminal or break the one line.
std::string printable(const std::string& text)
{
    static const char* digits = "0123456789abcdef";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7f)
            result += c;
        else
            (result += "\\x") += {digits[byte >> 4], digits[byte & 15]};
    }
    return result;
}

} // namespace

std::string Error::text(const Parts& parts)
{
    std::string line;
    for (const std::string* part : {&parts.file, &parts.where, &parts.problem})
        if (!part->empty())
            line += (line.empty() ? "" : ": ") + printable(*part);
    if (!parts.expected.empty() || !parts.found.empty()) {
        line += " (";
        if (!parts.expected.empty())
            line += "expected " + printable(parts.expected);
        if (!parts.found.empty())
            line += (parts.expected.empty() ? "found " : ", found ") + printable(parts.found);
        line += ")";
    }
    return line;
}

} // namespace core
