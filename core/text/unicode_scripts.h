#pragma once

// Scripts as the pre-tokenizer UnicodeScripts sees them.

namespace core {

inline constexpr int anyScript = 0; // of the space and of characters that are not assigned

/// A number that characters of one script share, and no others: Han, Hiragana and Katakana count as one script, and what
/// is common to several scripts (digits, signs) or inherited (marks) as two more.
int referenceScript(char32_t code);

} // namespace core
