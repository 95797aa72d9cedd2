#pragma once

// visibleToken: a token as pictures and panels write it, on one line and in any script.

#include <QString>

namespace widgets {

/// One leading space dropped, white space visible ("␣", "⏎", "⇥"), control characters as "\x1b", at most `maxLetters` code units
/// and whole letters. A mark whose letter is in the token before stands on a dotted circle; joiners between letters stay; what is
/// written from right to left is isolated (U+2068, U+2069), so that the words and numbers around it keep their order.
QString visibleToken(const QString& token, int maxLetters = 16);

/// The same words for a file of numbers.
QString withoutIsolates(QString text);

} // namespace widgets
