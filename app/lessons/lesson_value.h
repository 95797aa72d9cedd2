#pragma once

// LessonValue: a number or a token that a lesson names, as its file names it: where it is read, never what it is. Read from
// the numbers of the step's figure (the CSV of `cutaway export`), a tensor of the run, the next tokens, the cost or the choices
// of the model, or made of two others. docs/lessons.md has the words.
//
// To add a source: its word in sources(), and how it is read in readSource().

#include "widgets/figure/figure.h"

#include <QJsonObject>
#include <QString>

#include <map>
#include <optional>
#include <string>
#include <variant>

namespace app {

/// A number, or words: a token, a kind.
using LessonAnswer = std::variant<double, QString>;
using LessonAnswers = std::map<QString, LessonAnswer>;

/// What is on screen: values are read from it, claims are checked against it.
struct LessonScene
{
    const widgets::FigureInfo* figure = nullptr; // of the page; null: none
    widgets::FigureData data; // with the runs, what was computed for the picture, and the selection
    QString text = {};        // of the slot that is edited
};

struct LessonValue
{
    QJsonObject words; // as in the file
    bool isLive = false; // "live": of what the learner has made of the step, once its tasks are done; else of the step itself
};

/// Throws core::Error{BadInput} naming `where` for an unknown word or source, and for a value made of one that is not there.
LessonValue readLessonValue(const QJsonObject& words, const std::string& file, const std::string& where);

/// The names of the two values that this one is made of; empty: of none.
QStringList operandsOf(const LessonValue& value);

/// Its value in this scene. `known`: the values that come before it. Nothing when the scene does not have it, or has several
/// where one is asked for.
std::optional<LessonAnswer> answerOf(const LessonValue& value, const LessonScene& scene, const LessonAnswers& known);

/// "{name}" in words is the value as people read it: "{name:2}" with two decimals, "{name:%}" as per cent, "{name:B}" as bytes.
/// What is not known is "?". Words are Markdown.
QString withAnswers(const QString& words, const LessonAnswers& known);

/// The names in it, "{post:2}" as "post".
QStringList answerNames(const QString& words);

} // namespace app
