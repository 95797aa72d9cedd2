#include "app/window/step_guide.h"

#include "app/base/languages.h"
#include "app/present/morph.h"
#include "app/window/lesson_guide.h"
#include "app/window/main_window.h"
#include "app/window/page_stack.h"
#include "app/window/page_tabs.h"
#include "app/window/presenter.h"
#include "app/window/presenter_tools.h"
#include "app/window/session_guide.h"
#include "app/window/settings_guide.h"

#include "widgets/panels/inspector.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_view.h"

#include <utility>

namespace app {

void StepGuide::openLecture()
{
    const std::string lecture = lectureFile(currentLanguage());
    if (lecture.empty())
        return m_notifications->post(
            widgets::Severity::Info, tr("The planned steps of the lecture did not come with this program."));
    if (m_session.open(QString::fromStdString(lecture)))
        m_window.sessionGuide()->showFigureAtOnce();
}

/// What the first step of a presentation found.
struct StepGuide::BeforeSteps
{
    Session::Bookmark session;
    Shown shown;
    QString tensor;
    QString language;
    std::vector<widgets::Notification> messages;
    bool isTimelineActive = false, hasPageFocus = false, wantsTokens = false, isTable = false;

    WindowState step; // of the last step, as it was asked for
};

StepGuide::StepGuide(MainWindow& window, PageStack& pages)
    : QObject(&window)
    , m_window(window)
    , m_session(window.session())
    , m_pages(&pages)
    , m_tabs(&window.pageTabs())
    , m_presenter(window.presenter())
    , m_notifications(window.notifications())
    , m_inspector(window.inspector())
    , m_steps(window.timeline())
    , m_morph(new Morph(&window))
{
    connect(window.action(Act::LectureSteps), &QAction::triggered, this, &StepGuide::openLecture);
    connect(m_presenter, &Presenter::stepWanted, this, &StepGuide::setStep);
    connect(&window, &MainWindow::runShown, this, &StepGuide::morph);
}

StepGuide::~StepGuide() = default;

const WindowState& StepGuide::state() const { return m_session.state(); }

void StepGuide::setStep(const PlannedStep& step)
{
    m_morph->stop();
    // What a lesson veils is not seen on the way to it either.
    if (auto* const plot = plotOnScreen(); plot && m_window.lessonGuide()->veiled().empty())
        m_morph->keep(*plot);
    if (m_window.isPresenting()) {
        m_morph->cover();
        m_presenter->tools()->raise();
    }
    const bool wasReturning = std::exchange(m_isReturning, false); // to what is kept already
    if (!std::exchange(m_isStepping, true) && !wasReturning)
        m_beforeSteps = beforeSteps();
    m_notifications->clear(); // what was said of the step before
    m_window.settingsGuide()->refreshCounting();
    m_window.setTokensOver(false); // the page of the step before
    m_window.setShowsTable(false);
    m_window.sessionGuide()->showFigure(step.contents);
    refreshPlace();
    m_beforeSteps->step = state();
    m_session.endStep();
    if (!m_window.isComputing())
        morph();
}

/// The picture of the page on screen; null: it has none now.
widgets::Plot* StepGuide::plotOnScreen() const
{
    const auto* const view = qobject_cast<widgets::FigureView*>(m_pages->current());
    return view && view->plot()->isVisible() ? view->plot() : nullptr;
}

/// A table is not the picture that was drawn on.
void StepGuide::refreshPlace()
{
    const QString page = m_tabs->idAt(m_tabs->currentIndex());
    const bool isTable = m_window.action(Act::ShowTable)->isChecked();
    m_presenter->tools()->setPlace(
        QStringLiteral("%1 %2%3").arg(QString::number(m_presenter->at()), page, isTable ? QStringLiteral(" table") : QString()));
}

/// From the picture of the step before to that of this one, which is there.
void StepGuide::morph()
{
    auto* const plot = plotOnScreen();
    if (plot && m_window.isPresenting())
        m_morph->play(*plot);
    else
        m_morph->stop();
    m_presenter->tools()->raise();
}

/// A lesson is no part of the session that it is opened in.
bool StepGuide::isInLesson() const { return m_isStepping && m_window.lessonGuide()->isActive(); }

WindowState StepGuide::kept() const
{
    if (!isInLesson())
        return state();
    WindowState before = m_beforeSteps->session.state;
    before.scenes = state().scenes;
    return before;
}

StepGuide::Shown StepGuide::shown() const
{
    return m_isReturning || isInLesson() ? m_beforeSteps->shown : shownNow();
}

StepGuide::Shown StepGuide::shownNow() const
{
    Shown now{m_tabs->currentIndex(), {}, m_window.sessionGuide()->pagesDue(), m_session.selection()->pinned()};
    for (widgets::View* const view : m_pages->allMade())
        now.pages[m_pages->indexOf(view)] = {view, QLatin1String(view->figure().id), view->figureData().options};
    return now;
}

std::shared_ptr<StepGuide::BeforeSteps> StepGuide::beforeSteps() const
{
    auto before = std::make_shared<BeforeSteps>();
    before->session = m_session.bookmark();
    before->shown = shownNow();
    before->tensor = m_inspector->tensorName();
    before->language = currentLanguage();
    before->isTimelineActive = m_steps->isActive();
    before->wantsTokens = m_window.wantsTokens();
    before->messages = m_notifications->everything();
    before->isTable = m_window.action(Act::ShowTable)->isChecked();
    const QWidget* const focus = m_window.focusBeforePresenting();
    before->hasPageFocus = focus && m_pages->isAncestorOf(focus);
    return before;
}

/// Run and comparison are those of the last step.
bool StepGuide::isAtStep() const
{
    return m_beforeSteps && state().a == m_beforeSteps->step.a && state().b == m_beforeSteps->step.b;
}

/// The presentation, or the lesson, is over: back to what was there; `keepsChanges`: unless the person has asked for another run
/// since the last step.
void StepGuide::leave(bool keepsChanges)
{
    if (!std::exchange(m_isStepping, false))
        return;
    m_window.settingsGuide()->refreshCounting();
    BeforeSteps& before = *m_beforeSteps;
    if (keepsChanges && !isAtStep()) {
        m_beforeSteps.reset();
        return;
    }
    m_isReturning = true;
    before.session.state.scenes = state().scenes; // what was kept meanwhile stays
    m_session.returnTo(before.session);
    if (before.language != currentLanguage())
        m_session.translateTexts();
    else if (m_window.isBusy() && !m_still.isNull()) // no other page is seen on the way back
        m_morph->hold(m_still);
    before.session.state = state();
    if (!m_window.isBusy() && m_window.runOf(0))
        lookAtRun();
}

/// The next window opens on the page that was there.
QString StepGuide::end()
{
    return std::exchange(m_isStepping, false) || m_isReturning ? m_tabs->idAt(m_beforeSteps->shown.page) : QString();
}

/// Page, controls and selection from before the steps, on the run that was there.
void StepGuide::lookAtRun()
{
    const BeforeSteps* const due = m_isReturning ? m_beforeSteps.get() : nullptr;
    if (!due)
        return;
    const bool isAsked = state().a == due->session.state.a && state().b == due->session.state.b;
    if (isAsked && !(m_session.shown().a == state().a && m_session.shown().b == state().b))
        return; // its run is on the way
    m_isReturning = false;
    if (!isAsked)
        return m_beforeSteps.reset(); // something else was asked for meanwhile
    const BeforeSteps& before = *due;
    const auto& [pageBefore, pages, pagesDue, selection] = before.shown;
    if (!m_session.guidance().isHeadDue) // first: what a page shows may be of the selected token
        m_session.selection()->pin(selection);
    for (int i = 0; i < m_pages->count(); ++i) {
        if (i == pageBefore || pages.contains(i))
            continue;
        if (m_pages->currentIndex() == i)
            m_window.showPage(pageBefore);
        m_pages->renew(i);
    }
    for (const auto& [place, page] : pages) {
        widgets::View* const view = m_pages->at(place);
        if (view != page.view || view->figureData().options != page.options || page.figure != QLatin1String(view->figure().id))
            view->restore(page.figure, page.options);
        view->setWhatIf(before.session.state.whatIf.value(m_tabs->idAt(place)).toMap());
    }
    m_window.showPage(pageBefore);
    m_window.sessionGuide()->setPagesDue(pagesDue); // a step may have looked at some
    if (m_steps->isActive() != before.isTimelineActive)
        m_window.action(Act::StepThrough)->trigger();
    m_inspector->showTensor(before.tensor);
    m_window.setTokensOver(before.wantsTokens);
    m_window.setShowsTable(before.isTable);
    m_window.fitPage();
    m_notifications->restore(before.messages);
    if (before.hasPageFocus && !m_pages->isAncestorOf(m_window.focusWidget()))
        m_pages->current()->setFocus();
    emit returned();
}

void StepGuide::keepWindow() { m_still = m_window.grab(); }

/// Whether the window is as it was before the steps, page and selection included.
bool StepGuide::isBeforeSteps() const
{
    return m_beforeSteps && state().a == m_beforeSteps->session.state.a && state().b == m_beforeSteps->session.state.b
        && m_tabs->currentIndex() == m_beforeSteps->shown.page
        && m_session.selection()->pinned() == m_beforeSteps->shown.selection;
}

/// A presentation that was left in the middle goes on with its step, unless the person went on with something else.
void StepGuide::resume()
{
    if (isBeforeSteps() || m_isReturning)
        m_presenter->again();
    else
        m_beforeSteps.reset();
}

} // namespace app
