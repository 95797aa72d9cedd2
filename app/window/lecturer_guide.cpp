#include "app/window/lecturer_guide.h"

#include "app/base/languages.h"
#include "app/present/lecturer_window.h"
#include "app/present/presentation_screens.h"
#include "app/session/step_picture.h"
#include "app/window/lesson_guide.h"
#include "app/window/main_window.h"
#include "app/window/presenter.h"
#include "app/window/presenter_tools.h"

#include "widgets/panels/notification_bar.h"

namespace app {

LecturerGuide::LecturerGuide(MainWindow& window)
    : QObject(&window)
    , m_window(window)
    , m_presenter(*window.presenter())
    , m_screen(new LecturerWindow(&window))
    , m_next(new StepPicture(this))
{
    for (const Act act : {Act::FirstStep, Act::NextStep, Act::PreviousStep, Act::BlackScreen, Act::WhiteScreen, Act::Freeze,
             Act::LecturerNotes, Act::Present})
        m_screen->addAction(window.action(act)); // its keys are those of the presentation
    connect(m_screen, &LecturerWindow::walked, this,
        [this](int by) { m_window.action(by > 0 ? Act::NextStep : Act::PreviousStep)->trigger(); });
    connect(m_presenter.tools()->screens(), &PresentationScreens::changed, this, &LecturerGuide::place);
    connect(&m_presenter, &Presenter::stepWanted, this, &LecturerGuide::refresh);
    connect(&m_presenter, &Presenter::planned, this, &LecturerGuide::refresh);
    connect(window.lessonGuide()->player(), &LessonPlayer::stepChanged, this, &LecturerGuide::refresh);
    connect(window.action(Act::LecturerNotes), &QAction::triggered, this, [this](bool isWanted) {
        m_wish = isWanted;
        place();
    });
    connect(m_screen, &LecturerWindow::closed, this, [this] {
        m_wish = false;
        place();
    });
    connect(m_next, &StepPicture::ready, this,
        [this](const QImage& picture) { m_screen->setNextPicture(QPixmap::fromImage(picture)); });
}

/// On the screen of the lecturer, unless the window is there itself.
void LecturerGuide::place()
{
    const PresentationScreens& screens = *m_presenter.tools()->screens();
    QScreen* const own = screens.isFrozen() ? nullptr : screens.lecturer();
    const bool begins = screens.audience() && !m_isPresenting;
    m_isPresenting = screens.audience();
    if (!m_isPresenting)
        m_wish.reset();
    const bool isShown = m_isPresenting && m_wish.value_or(own != nullptr);
    m_window.action(Act::LecturerNotes)->setChecked(isShown);
    if (begins)
        m_screen->startClock();
    if (begins && !screens.lecturer())
        tellOneScreen();
    if (!isShown) {
        m_next->cancel();
        return m_screen->hide();
    }
    if (own)
        m_screen->showOn(own);
    else
        m_screen->showOver();
    m_window.activateWindow(); // the keys stay there
    refresh();
}

/// What a lecturer wrote for the own screen is not seen by itself. The notes of the shipped lecture are in its document, too.
void LecturerGuide::tellOneScreen()
{
    if (!m_presenter.areScenes())
        return;
    for (int step = 0; step < m_presenter.count(); ++step)
        if (!m_presenter.stepAt(step)->notes.isEmpty())
            return m_window.notifications()->post({.severity = widgets::Severity::Info,
                .text = tr("There is one screen: notes and clock can be shown on it, where the audience sees them, too."),
                .offer = m_window.offerOf(Act::LecturerNotes)});
}

/// Of a lesson, whose player has its own steps.
void LecturerGuide::refreshLesson()
{
    const LessonPlayer& player = *m_window.lessonGuide()->player();
    const auto step = [&](int at) {
        PlannedStep planned = player.lesson().steps[std::size_t(at)].state;
        planned.title = player.lesson().wordsIn(currentLanguage()).steps[std::size_t(at)].title;
        return planned;
    };
    PlannedStep now = step(player.at());
    now.notes = player.text(currentLanguage()).notes;
    const bool isLast = player.at() + 1 == player.count();
    const PlannedStep next = step(isLast ? player.at() : player.at() + 1);
    m_screen->setStep(player.at(), player.count(), &now, isLast ? nullptr : &next);
    if (isLast)
        m_next->cancel();
    else
        m_next->request(next);
}

void LecturerGuide::refresh()
{
    if (!m_screen->isVisible())
        return;
    if (m_window.lessonGuide()->isActive())
        return refreshLesson();
    const int at = m_presenter.at();
    const PlannedStep* const next = m_presenter.stepAt(at + 1);
    m_screen->setStep(at, m_presenter.count(), m_presenter.stepAt(at), next);
    if (next)
        m_next->request(*next);
    else
        m_next->cancel();
}

} // namespace app
