#include "app/command_line/command.h"

#include "app/command_line/frame_words.h"
#include "app/session/scenes.h"
#include "app/session/session_file.h"

#include "core/base/error.h"

#include <QFileInfo>

namespace app {

namespace {

constexpr Option scenesOptions[] = {frameFileOption, framePresetOption, frameThemeOption, frameSecondsOption, frameDpiOption,
    {"--title", "TEXT", QT_TRANSLATE_NOOP("commandLine", "title of the file; without it the name of FILE")},
    {"--notes", nullptr, QT_TRANSLATE_NOOP("commandLine", "a web page shows the notes, too")}, jsonOption, languageOption,
    helpOption};

/// Of a session, or planned steps. Throws core::Error{BadInput} where there are none.
QList<PlannedStep> scenesIn(const std::string& file)
{
    if (isPlannedStepsFile(file)) {
        const PlannedSteps planned = readPlannedSteps(file);
        return {planned.steps.begin(), planned.steps.end()};
    }
    if (!isSessionFile(file))
        throw core::Error({.file = file, .problem = CUTAWAY_TR("neither a session nor planned steps")});
    readSessionFile(file); // whole, or refused
    const QList<PlannedStep> scenes = readScenes(readJsonObject(file), file);
    if (scenes.isEmpty())
        throw core::Error({.file = file, .where = "scenes", .problem = CUTAWAY_TR("the session has no scenes")});
    return scenes;
}

int runScenes(const Arguments& arguments, const std::stop_token& stop)
{
    if (arguments.positionals().empty())
        throw core::Error({core::ErrorKind::Usage, {}, "scenes", CUTAWAY_TR("needs a session with scenes"), "FILE"});
    frameSettingsOf(arguments);
    const QList<PlannedStep> scenes = scenesIn(arguments.positionals()[0]);
    if (arguments.all("-o").empty()) {
        core::Json list = core::Json::array();
        for (qsizetype i = 0; i < scenes.size(); ++i) {
            const PlannedStep& scene = scenes[i];
            if (arguments.has("--json"))
                list.push_back({{"number", i + 1}, {"title", scene.title.toStdString()}, {"notes", scene.notes.toStdString()},
                    {"model", scene.contents.request.a.model}, {"figure", scene.contents.figure.toStdString()}});
            else
                printRow(std::to_string(i + 1), scene.title.toStdString());
        }
        if (arguments.has("--json"))
            printJson(list);
        return Done;
    }
    core::RunControl control;
    control.stop = stop;
    RunDesk desk;
    const QFileInfo file(QString::fromStdString(arguments.positionals()[0]));
    drawFrames({scenes, file.completeBaseName()}, arguments, desk, control);
    return Done;
}

} // namespace

extern const Command scenesCommand;
const Command scenesCommand{"scenes", QT_TRANSLATE_NOOP("commandLine", "lists the scenes of a session, or draws them into files"),
    "FILE [-o FILE.pdf …] [--json]", "cutaway scenes talk.cutaway -o talk.pdf -o talk.html -o 'talk-{frame}.png'", scenesOptions,
    1, [](const Arguments& arguments) { return arguments.has("-o"); }, runScenes};

} // namespace app
