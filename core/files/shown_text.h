#pragma once

// Names and texts from files, made fit for a one-line message.

#include <string>
#include <string_view>

namespace core {

/// The text with control characters, direction marks and bytes that are not UTF-8 written as \xNN, cut after `bytes`.
std::string shownText(std::string_view text, std::size_t bytes = 200);

/// Whether shownText() would leave every character as it is.
bool isPlainText(std::string_view text);

} // namespace core
