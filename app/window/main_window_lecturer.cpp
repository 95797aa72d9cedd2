// MainWindow, the lecturer's screen: notes, clock and the next step, where there is a second screen.

#include "app/window/main_window.h"

#include "app/present/lecturer_window.h"
#include "app/present/presentation_screens.h"
#include "app/session/step_picture.h"
#include "app/window/presenter.h"
#include "app/window/presenter_tools.h"

namespace app {

void MainWindow::connectLecturer()
{
    for (const Act act : {Act::NextStep, Act::PreviousStep, Act::BlackScreen, Act::WhiteScreen, Act::Freeze, Act::Present})
        m_lecturer->addAction((*m_actions)[act]); // its keys are those of the presentation
    connect(m_lecturer, &LecturerWindow::walked, this,
        [this](int by) { (*m_actions)[by > 0 ? Act::NextStep : Act::PreviousStep]->trigger(); });
    connect(m_presenter->tools()->screens(), &PresentationScreens::changed, this, &MainWindow::placeLecturer);
    connect(m_presenter, &Presenter::stepWanted, this, &MainWindow::refreshLecturer);
    connect(m_presenter, &Presenter::planned, this, &MainWindow::refreshLecturer);
    connect(m_nextPicture, &StepPicture::ready, this,
        [this](const QImage& picture) { m_lecturer->setNextPicture(QPixmap::fromImage(picture)); });
}

/// On the screen of the lecturer, unless the window is there itself.
void MainWindow::placeLecturer()
{
    const PresentationScreens& screens = *m_presenter->tools()->screens();
    QScreen* const screen = screens.isFrozen() ? nullptr : screens.lecturer();
    if (!screen) {
        m_nextPicture->cancel();
        return m_lecturer->hide();
    }
    m_lecturer->showOn(screen);
    activateWindow(); // the keys stay here
    refreshLecturer();
}

void MainWindow::refreshLecturer()
{
    if (!m_lecturer->isVisible())
        return;
    const int at = m_presenter->at();
    const PlannedStep* const next = m_presenter->stepAt(at + 1);
    m_lecturer->setStep(at, m_presenter->count(), m_presenter->stepAt(at), next);
    if (next)
        m_nextPicture->request(*next);
    else
        m_nextPicture->cancel();
}

} // namespace app
