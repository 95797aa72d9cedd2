#pragma once

// LessonWords: what a lesson says in one language, from the Markdown beside its file: NAME.en.md of NAME.json.
//
//     # Title of the lesson
//     What it is about.
//     ## Title of a step            in the order of the file
//     Text, [words](mark:1) that point at the first mark, {name} of a value.
//     ### ? The question            its answers as a list
//     ### ! What is to be done      its tasks as a list
//     ### =                         what is said when the answer is known
//     ### >                         a note for the presenter

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace app {

struct LessonText
{
    QString title;
    QString body; // Markdown, as are those below
    QString question = {};
    QStringList answers = {};
    QString request = {}; // above the tasks
    QStringList tasks = {};
    QString after = {};
    QString notes = {};
};

struct LessonWords
{
    QString title;
    QString summary;
    std::vector<LessonText> steps;
};

/// Throws core::Error{BadInput} for a heading that means nothing, naming its line.
LessonWords readLessonWords(const QString& markdown, const std::string& file);

/// Words that point at marks as bold ones: "[words](mark:1)" as "**words**".
QString withBoldMarks(QString markdown);

/// Bold words that Markdown takes for bold whatever is around them: it takes the signs of "看向**“chair”**" for stars, as a
/// letter is before the sign and no letter behind it.
QString withSafeBold(const QString& markdown);

} // namespace app
