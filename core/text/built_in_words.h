#pragma once

// The words of the built-in tokenizer, in lists separated by white space.
// To add a word: append it to its list. Ids follow the order, so a word added anywhere moves the ids behind
// it: a trained model that relies on them keeps its own tokenizer.json.

namespace core {

extern const char* const builtInCommonWords;  // English, also in capitals behind a space
extern const char* const builtInWords;        // English
extern const char* const builtInNames;        // English, always written with a capital
extern const char* const builtInEndings;      // English, joined to a word
extern const char* const builtInChineseWords; // longer than one character
extern const char* const builtInCharacters;   // single Chinese characters and signs, without spaces between

} // namespace core
