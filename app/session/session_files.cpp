// Session, what is opened: models, figures, sessions, planned steps.

#include "app/session/session.h"

#include "app/base/languages.h"
#include "app/session/scenes.h"
#include "app/session/session_file.h"

#include <utility>

namespace app {

bool Session::open(const QString& nameOrPath)
{
    WindowState next;
    try {
        next = stateOfOpened(nameOrPath);
    } catch (const core::Error& error) {
        emit notOpened(error.parts());
        return false;
    }
    emit guidanceChanged();
    if (next == state())
        request(); // the file may have changed
    change(next);
    return true;
}

/// What a name, a path, a figure, a session or the first of planned steps begins with. Throws core::Error.
WindowState Session::stateOfOpened(const QString& nameOrPath)
{
    const std::string path = nameOrPath.toStdString();
    if (isPlannedStepsFile(path)) {
        const PlannedSteps steps = readPlannedSteps(path);
        emit stepsOpened(steps, path == lectureFile(currentLanguage()));
        return stateOfFigure(steps.steps.front().contents);
    }
    if (isStateFile(path)) {
        const QList<PlannedStep> scenes = isSessionFile(path) ? readScenes(jsonObjectOf(path), path) : state().scenes;
        WindowState next = stateOfFigure(readStateFile(path));
        next.scenes = scenes;
        return next;
    }
    WindowState next = state();
    m_guidance.begin(nameOrPath, next.slot());
    return next;
}

/// What drew a figure, or what a session says; its page, controls and selection follow when its run is there (takeFigure).
WindowState Session::stateOfFigure(const RecipeContents& contents)
{
    m_figureIsDue = contents;
    WindowState next = stateOf(contents);
    next.scenes = state().scenes; // are of the window
    const auto preferText = [](RunRequest& slot) { // can be edited
        if (!slot.text.empty())
            slot.ids.clear();
        if (!slot.targetText.empty())
            slot.targetIds.clear();
    };
    preferText(next.a);
    if (next.b)
        preferText(*next.b);
    m_guidance.isTextDefault = false;
    m_guidance.isTargetNew = false;
    m_guidance.isHeadDue = false;
    m_guidance.setModel(QString::fromStdString(next.a.model));
    return next;
}

std::optional<RecipeContents> Session::takeFigure()
{
    std::optional<RecipeContents> due = std::exchange(m_figureIsDue, std::nullopt);
    const auto isRequested = [](const RunRequest& shown, const RunRequest& asked) {
        return shown.model == asked.model && shown.said == asked.said && shown.text == asked.text;
    };
    if (due
        && (!isRequested(m_shown.a, due->request.a) || m_shown.b.has_value() != due->request.b.has_value()
            || (m_shown.b && !isRequested(*m_shown.b, *due->request.b))))
        return {}; // something else was requested meanwhile
    return due;
}

} // namespace app
