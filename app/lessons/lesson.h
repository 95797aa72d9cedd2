#pragma once

// Lesson: planned steps with words, a prediction that is asked before its answer is shown, tasks, and marks that point into the
// window. NAME.json has the states, as planned steps (planned_steps.h), and beside it NAME.en.md, NAME.zh_CN.md … have the words
// (lesson_words.h). docs/lessons.md describes both.

#include "app/lessons/lesson_claim.h"
#include "app/lessons/lesson_target.h"
#include "app/lessons/lesson_words.h"
#include "app/session/classroom.h"
#include "app/session/planned_steps.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace app {

struct LessonStep
{
    PlannedStep state;
    std::vector<std::pair<QString, LessonValue>> values; // each after those that it is made of
    std::vector<LessonTarget> marks; // numbered from 1
    std::vector<LessonTarget> veil; // covered until the answer is shown
    std::vector<LessonClaim> answers; // the right one is the one that holds
    std::vector<LessonClaim> tasks; // done when they hold
    std::optional<PlannedStep> solution; // what the tasks lead to, and is there where there are some; else what the answer is seen in
};

struct Lesson
{
    std::string file;
    QString id; // the name of the file
    double order = 0; // among the lessons of its folder
    int minutes = 0; // 0: not said
    Classroom classroom; // what of the window is hidden
    std::vector<LessonStep> steps; // at least one
    std::map<QString, LessonWords> words; // by language; at least one

    /// In this language, else in one that there is.
    const LessonWords& wordsIn(const QString& language) const;
};

/// The answer that holds; −1 where none or several do.
int rightAnswer(const LessonStep& step, const LessonScene& scene, const LessonAnswers& known);

/// Words with these values in them.
LessonText filled(LessonText text, const LessonAnswers& known);

/// "A", "B" … of the answers of a question, as the language in force counts.
QString answerLetter(int answer);

/// Whether a file says that it is a lesson, however wrong it is otherwise. False for what cannot be read.
bool isLessonFile(const std::string& path);

/// Throws core::Error{BadInput} that names file and place of what is wrong.
Lesson readLesson(const std::string& path);

/// The file of the words in a language.
QString lessonWordsFile(const std::string& lesson, const QString& language);

/// Lessons that come with the program, along the course, then those of the user's data folder, by name. What cannot be read is
/// not among them.
std::vector<Lesson> allLessons();

/// The file of a lesson by its id; empty: there is none.
std::string lessonFile(const QString& id);

} // namespace app
