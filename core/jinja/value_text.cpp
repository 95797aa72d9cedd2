// Values as texts: Python's str() and repr(), and JSON.

#include "core/base/error.h"
#include "core/jinja/budget.h"
#include "core/jinja/value.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace core::jinja {

namespace {

std::string shownNumber(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    // The shortest digits that read back as this number; an exponent where Python has one.
    char digits[32];
    const double size = std::abs(value);
    const auto form = size != 0 && (size < 1e-4 || size >= 1e16) ? std::chars_format::scientific : std::chars_format::fixed;
    std::string text(digits, std::to_chars(digits, digits + sizeof digits, value, form).ptr);
    if (form == std::chars_format::fixed && text.find('.') == std::string::npos)
        text += ".0";
    return text;
}

std::string quotedText(const std::string& text)
{
    const char mark = text.find('\'') != std::string::npos && text.find('"') == std::string::npos ? '"' : '\'';
    std::string out(1, mark);
    for (const char letter : text) {
        const char* const escape = letter == '\n' ? "\\n" : letter == '\r' ? "\\r" : letter == '\t' ? "\\t" : nullptr;
        const auto code = static_cast<unsigned char>(letter);
        if (escape)
            out += escape;
        else if (code < 0x20 || code == 0x7f)
            out.append("\\x").append(1, "0123456789abcdef"[code >> 4U]).append(1, "0123456789abcdef"[code & 15U]);
        else
            (letter == mark || letter == '\\' ? out += '\\' : out) += letter;
    }
    return out + mark;
}

/// Parts between brackets. No text grows far beyond what a budget would refuse anyway.
template <class Parts, class Show>
std::string joined(const char* open, const char* close, const Parts& parts, const Show& show)
{
    std::string text = open;
    for (const auto& part : parts) {
        text += (text.size() > 1 ? ", " : "") + show(part);
        if (text.size() > Budget::maxBytes)
            Budget().text(text.size());
    }
    return text + close;
}

struct JsonWriter
{
    int indent;
    bool sortsKeys;

    std::string lineStart(int level) const { return indent < 0 ? "" : "\n" + std::string(std::size_t(indent) * level, ' '); }

    template <class Parts, class Show>
    std::string list(const char* open, const char* close, const Parts& parts, const Show& show, int level) const
    {
        if (parts.empty())
            return std::string(open) + close;
        std::string text = open;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            text += i == 0 ? "" : indent < 0 ? ", " : ",";
            text += lineStart(level + 1) + show(parts[i]);
            Budget().text(text.size());
        }
        return text + lineStart(level) + close;
    }

    std::string write(const Value& value, int level) const
    {
        if (value.isNone())
            return "null";
        if (const auto* const flag = value.as<bool>())
            return *flag ? "true" : "false";
        if (const auto number = value.whole())
            return std::to_string(*number);
        if (value.real())
            return shownNumber(*value.real());
        if (value.text())
            return writeJson(Json(*value.text()));
        if (value.items())
            return list(
                "[", "]", value.items()->items, [&](const Value& one) { return write(one, level + 1); }, level);
        if (!value.dictionary())
            refuse(CUTAWAY_TR("an operation does not fit its values"), "JSON", value.kind());
        auto entries = value.dictionary()->entries;
        if (sortsKeys)
            std::ranges::sort(entries, {}, &std::pair<std::string, Value>::first);
        const auto show = [&](const auto& entry) { return writeJson(Json(entry.first)) + ": " + write(entry.second, level + 1); };
        return list("{", "}", entries, show, level);
    }
};

} // namespace

std::string shown(const Value& value)
{
    if (value.isUndefined())
        return {};
    return value.text() ? *value.text() : quoted(value);
}

std::string quoted(const Value& value)
{
    if (value.isUndefined())
        return "Undefined";
    if (value.isNone())
        return "None";
    if (const auto* const flag = value.as<bool>())
        return *flag ? "True" : "False";
    if (const auto number = value.whole())
        return std::to_string(*number);
    if (value.real())
        return shownNumber(*value.real());
    if (value.text())
        return quotedText(*value.text());
    if (value.items())
        return joined("[", "]", value.items()->items, [](const Value& one) { return quoted(one); });
    if (value.dictionary())
        return joined("{", "}", value.dictionary()->entries,
            [](const auto& entry) { return quotedText(entry.first) + ": " + quoted(entry.second); });
    refuse(CUTAWAY_TR("an operation does not fit its values"), CUTAWAY_TR("a text"), value.kind());
}

std::string jsonText(const Value& value, int indent, bool sortsKeys) { return JsonWriter{indent, sortsKeys}.write(value, 0); }

} // namespace core::jinja
