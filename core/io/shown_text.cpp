#include "core/io/shown_text.h"

#include "core/io/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace core {

namespace {

/// Bytes of the character at `at` that may be shown as it is; 0 when its first byte must be escaped.
std::size_t showableBytes(std::string_view text, std::size_t at)
{
    const DecodedChar character = decodeChar(text, at);
    const char32_t code = character.code;
    const bool isControl = code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
    const bool turnsText = code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E)
        || (code >= 0x2066 && code <= 0x2069);
    return isControl || turnsText ? 0 : character.bytes;
}

} // namespace

std::string shownText(std::string_view text, std::size_t bytes)
{
    std::string shown;
    for (std::size_t at = 0; at < text.size();) {
        if (shown.size() >= bytes)
            return shown + "...";
        const std::size_t length = showableBytes(text, at);
        if (length == 0)
            shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
        else
            shown += text.substr(at, length);
        at += length == 0 ? 1 : length;
    }
    return shown;
}

bool isPlainText(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t length = showableBytes(text, at);
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

std::string shownList(const std::vector<std::string>& words, std::size_t most)
{
    constexpr std::size_t bytes = 80; // of each
    const auto shown = std::span(words).first(std::min(most, words.size()));
    const std::string text = joinedWords(shown, [](const std::string& word) { return shownText(word, bytes); });
    return words.size() > most ? text + ", and " + std::to_string(words.size() - most) + " more" : text;
}

std::string sizeText(std::size_t bytes, bool isUp)
{
    const int shift = bytes < (std::size_t(10) << 20) ? 10 : 20;
    const std::size_t up = isUp ? (std::size_t(1) << shift) - 1 : 0;
    return std::to_string((bytes + up) >> shift) + (shift == 10 ? " KiB" : " MiB");
}

} // namespace core
