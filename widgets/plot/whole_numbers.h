#pragma once

// A number stays on one line: Qt (6.4) breaks "1.00" behind its point where it begins a text or follows "(1)", and any power at
// its thin spaces.

#include <QString>

#include <vector>

namespace widgets {

/// Where Qt would break a line inside a number: "1.00", "3,072", "1.00 × 10⁻³⁰", "12.5 %".
std::vector<qsizetype> breaksInNumbers(const QString& text);

/// The text from one place to another with a word joiner, which has no width, at each of these breaks between them;
/// behind a space with one that does not break.
QString joinedAt(const std::vector<qsizetype>& breaks, const QString& text, qsizetype from, qsizetype to);

/// A whole text to lay out.
inline QString withWholeNumbers(const QString& text) { return joinedAt(breaksInNumbers(text), text, 0, text.size()); }

/// How many letters of such a text are none of that which is written.
qsizetype joinersIn(QStringView text);

} // namespace widgets
