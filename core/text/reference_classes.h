#pragma once

// Character classes as the reference library has them: its tables are of older versions of Unicode than ours, those of
// lower case and \w of a newer one. Measured over all code points with `tokenizers` 0.23.3; the rest is what the standard says.

#include <string>

namespace core {

bool isReferencePunctuation(char32_t code); // categories P*; for ASCII its symbols too
bool isReferenceControl(char32_t code);     // categories Cc, Cf and Co; U+0000 and U+FFFD too, but not \t \n \r
bool isReferenceAccent(char32_t code);      // category Mn, as BertNormalizer strips it
bool isReferenceMark(char32_t code);        // categories M*, as StripAccents strips them
bool isReferenceNumber(char32_t code);      // categories N*
bool isReferenceWordChar(char32_t code);    // \w: letters, marks, decimal digits, connectors, joiners

/// Appends the lower case of a character; it does not look at the neighbours (no final sigma).
void appendLowerCase(std::string& text, char32_t code);

} // namespace core
