#pragma once

// LessonClaim: something that is so or not: which answer is right, and whether what was asked for has been done. Answers are
// claims about values, tasks about what the window shows. docs/lessons.md has the words.

#include "app/lessons/lesson_value.h"

#include <QJsonObject>

#include <string>

namespace app {

struct LessonClaim
{
    QJsonObject words; // as in the file
};

/// Throws core::Error{BadInput} for an unknown word, an unknown choice or figure, and nothing claimed.
LessonClaim readLessonClaim(const QJsonObject& words, const std::string& file, const std::string& where);

/// What an answer may say of a line that is veiled: "shape" is one of these.
const QStringList& guessShapes();

/// A number for which an answer holds, as near to the middle of what it says as can be; its bound where it has one only. Nothing
/// where it is of no number, or of one that is not known.
std::optional<double> exampleOf(const LessonClaim& answer, const LessonAnswers& known);

/// The names of the values that it names.
QStringList valuesOf(const LessonClaim& claim);

/// Whether it is so. What cannot be known is not so.
bool holds(const LessonClaim& claim, const LessonScene& scene, const LessonAnswers& known);

} // namespace app
