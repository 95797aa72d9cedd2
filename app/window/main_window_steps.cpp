// MainWindow, planned steps: opened as a file, walked while presenting, each of them the whole state of the window.

#include "app/base/languages.h"
#include "app/session/session_file.h"
#include "app/window/main_window.h"
#include "app/window/presenter.h"

#include "widgets/panels/notification_bar.h"
#include "widgets/views/shared/view.h"

#include <QApplication>
#include <QStackedWidget>

namespace app {

/// What a name, a path, a figure, a session or the first of planned steps begins with. Throws core::Error.
WindowState MainWindow::stateOfOpened(const QString& nameOrPath)
{
    const std::string path = nameOrPath.toStdString();
    if (isPlannedStepsFile(path)) {
        const PlannedSteps steps = readPlannedSteps(path);
        m_presenter->plan(steps, path == lectureFile(currentLanguage()) ? Presenter::Asked::Lecture : Presenter::Asked::File);
        return stateOfFigure(steps.steps.front().contents);
    }
    return isStateFile(path) ? stateOfFigure(readStateFile(path)) : beginning(m_state, nameOrPath);
}

/// Its page, controls and selection follow with its runs, at once where they are on screen.
void MainWindow::goTo(const WindowState& state)
{
    change(state);
    if (!isBusy() && m_runA)
        restoreFigure();
}

void MainWindow::openLecture()
{
    const std::string lecture = lectureFile(currentLanguage());
    if (lecture.empty())
        return m_notifications->post(
            widgets::Severity::Info, tr("The planned steps of the lecture did not come with this program."));
    try {
        goTo(stateOfOpened(QString::fromStdString(lecture)));
    } catch (const core::Error& error) {
        m_notifications->post(error.parts());
    }
}

/// The page in its initial state: controls that a file does not mention have their defaults.
void MainWindow::renew(int page)
{
    QWidget* const view = m_pages->widget(page);
    auto* const placeholder = new QWidget(m_pages);
    m_pages->insertWidget(page, placeholder);
    m_pages->removeWidget(view);
    if (view->isAncestorOf(QApplication::focusWidget()))
        centralWidget()->setFocus();
    view->setParent(nullptr);
    view->deleteLater(); // the key that led here may be on its way through it
}

void MainWindow::setStep(const PlannedStep& step)
{
    m_notifications->clear();
    goTo(stateOfFigure(step.contents));
}

} // namespace app
