// Session, what is opened: models, figures, sessions, planned steps.

#include "app/session/session.h"

#include "app/base/languages.h"
#include "app/base/model_names.h"
#include "app/session/scenes.h"
#include "app/session/session_file.h"

#include <utility>

namespace app {

bool Session::open(const QString& nameOrPath, const LocatedModels& located)
{
    WindowState next;
    try {
        next = stateOfOpened(nameOrPath, located);
    } catch (const core::Error& error) {
        if (m_report.missing.empty())
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
WindowState Session::stateOfOpened(const QString& nameOrPath, const LocatedModels& located)
{
    m_report = {};
    const std::string path = nameOrPath.toStdString();
    if (isPlannedStepsFile(path)) {
        PlannedSteps steps = readPlannedSteps(path);
        if (steps.keepsText)
            steps.runOn(state().slot());
        emit stepsOpened(steps, path == lectureFile(currentLanguage()));
        return stateOfFigure(steps.steps.front().contents);
    }
    if (isStateFile(path)) {
        if (!isSessionFile(path))
            return stateOfFigure(readStateFile(path));
        const OpenedSession opened = reportedSession(path, located);
        WindowState next = stateOfFigure(opened.contents);
        next.scenes = opened.scenes;
        return next;
    }
    WindowState next = state();
    m_guidance.begin(nameOrPath, next.slot(), next.b.has_value());
    return next;
}

/// Of a session what can be opened of it.
OpenedSession Session::reportedSession(const std::string& path, const LocatedModels& located)
{
    OpenedSession opened = openSession(path, located);
    m_report = {QString::fromStdString(path), opened.problems, opened.missing};
    if (!m_report.missing.empty())
        throw notFound(m_report.missing);
    return opened;
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
