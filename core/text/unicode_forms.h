#pragma once

// The four Unicode normalization forms, in time n log n whatever the text.

#include <string>

namespace core {

struct UnicodeFormKind
{
    bool isComposed = true;    // NFC, NFKC
    bool isCompatible = false; // NFKC, NFKD
};

/// REQUIRES: text is UTF-8.
std::string toUnicodeForm(const std::string& text, UnicodeFormKind kind);

} // namespace core
