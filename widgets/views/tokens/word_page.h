#pragma once

// What the pages of one word share: the strip of words over the picture, and the word in words.

#include "widgets/views/tokens/tokenized_texts.h"

#include <qcustomplot.h>

namespace widgets {

/// The tokenizer that the options name, and its text; nullptr: refused, or not there.
std::string wordTokenizer(const FigureData& data);
const TokenizedText* wordText(const FigureData& data);

/// The word whose steps are shown. REQUIRES: wordText().
const core::EncodedWord& shownWord(const TokenizedText& text);

/// A text whose spaces are to be seen: "␣tired".
QString shownSpaces(const std::string& text);

/// A token as it is read: bytes without their signs, "E7" for <0xE7>.
QString shownToken(const std::string& text);

/// A part of the word as it was typed: not in the letters that stand for bytes.
std::string writtenText(const TokenizedText& text, const std::string& part);

/// "“␣tired”", as it was typed.
QString quotedWord(const TokenizedText& text);

/// Needs of the pages of one word: the list of tokenizers and the text of both runs.
Needs wordNeeds(const FigureData& data);

/// Why there is no word: no text, no tokenizer, or a file without one.
QString whyNoWord(const FigureData& data);

/// The strip of words in the first row of the panel, a heading for the word, and the rect below it for its picture.
QCPAxisRect* drawWordStrip(const Drawing& drawing, const QString& heading);

/// Characters of a word before byte `at`, and parts of one.
double characterAt(const std::string& word, std::size_t at);

FigureOptions wordOptions(const FigureData& data);

} // namespace widgets
