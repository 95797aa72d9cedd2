// handout: a lesson on paper.

#include "app/command_line/command.h"

#include "app/base/languages.h"
#include "app/lessons/handout.h"

#include "core/base/error.h"
#include "core/io/shown_text.h"

namespace app {

namespace {

constexpr Option handoutOptions[] = {{"-o", "FILE", QT_TRANSLATE_NOOP("commandLine", "the PDF to write")},
    {"--answers", nullptr, QT_TRANSLATE_NOOP("commandLine", "the answers instead of the questions alone")}, languageOption,
    helpOption};

int runHandout(const Arguments& arguments, const std::stop_token& stop)
{
    if (arguments.positionals().empty())
        throw core::Error({core::ErrorKind::Usage, {}, "handout", CUTAWAY_TR("needs a lesson"), "LESSON"});
    const std::string& said = arguments.positionals()[0];
    const std::string known = lessonFile(QString::fromStdString(said)), file = known.empty() ? said : known;
    if (known.empty() && !isLessonFile(file)) {
        const std::vector<Lesson> lessons = allLessons();
        throw core::Error({.where = "handout",
            .problem = CUTAWAY_TR("no lesson of this name"),
            .expected = core::joinedWords(lessons, [](const Lesson& lesson) { return lesson.id.toStdString(); }),
            .found = said});
    }
    const std::string path = arguments.required("-o");
    const Lesson lesson = readLesson(file);
    core::RunControl control;
    control.stop = stop;
    const std::vector<HandoutStep> steps = computeHandout(lesson, control);
    writeHandout(QString::fromStdString(path), handoutPdf(lesson, steps, {currentLanguage(), arguments.has("--answers")}));
    return Done;
}

} // namespace

extern const Command handoutCommand;
const Command handoutCommand{"handout",
    QT_TRANSLATE_NOOP("commandLine", "writes a lesson as a sheet for students, or its answers, as PDF"),
    "LESSON -o FILE.pdf [--answers] [--lang LANGUAGE]", "cutaway handout norm-placement -o sheet.pdf", handoutOptions, 1,
    [](const Arguments&) { return true; }, runHandout};

} // namespace app
