#include "app/window/lecturer_guide.h"

#include "app/present/lecturer_window.h"
#include "app/present/presentation_screens.h"
#include "app/session/step_picture.h"
#include "app/window/main_window.h"
#include "app/window/presenter.h"
#include "app/window/presenter_tools.h"

namespace app {

LecturerGuide::LecturerGuide(MainWindow& window)
    : QObject(&window)
    , m_window(window)
    , m_presenter(*window.presenter())
    , m_screen(new LecturerWindow(&window))
    , m_next(new StepPicture(this))
{
    for (const Act act : {Act::FirstStep, Act::NextStep, Act::PreviousStep, Act::BlackScreen, Act::WhiteScreen, Act::Freeze, Act::Present})
        m_screen->addAction(window.action(act)); // its keys are those of the presentation
    connect(m_screen, &LecturerWindow::walked, this,
        [this](int by) { m_window.action(by > 0 ? Act::NextStep : Act::PreviousStep)->trigger(); });
    connect(m_presenter.tools()->screens(), &PresentationScreens::changed, this, &LecturerGuide::place);
    connect(&m_presenter, &Presenter::stepWanted, this, &LecturerGuide::refresh);
    connect(&m_presenter, &Presenter::planned, this, &LecturerGuide::refresh);
    connect(m_next, &StepPicture::ready, this,
        [this](const QImage& picture) { m_screen->setNextPicture(QPixmap::fromImage(picture)); });
}

/// On the screen of the lecturer, unless the window is there itself.
void LecturerGuide::place()
{
    const PresentationScreens& screens = *m_presenter.tools()->screens();
    QScreen* const screen = screens.isFrozen() ? nullptr : screens.lecturer();
    if (!screen) {
        m_next->cancel();
        return m_screen->hide();
    }
    m_screen->showOn(screen);
    m_window.activateWindow(); // the keys stay there
    refresh();
}

void LecturerGuide::refresh()
{
    if (!m_screen->isVisible())
        return;
    const int at = m_presenter.at();
    const PlannedStep* const next = m_presenter.stepAt(at + 1);
    m_screen->setStep(at, m_presenter.count(), m_presenter.stepAt(at), next);
    if (next)
        m_next->request(*next);
    else
        m_next->cancel();
}

} // namespace app
