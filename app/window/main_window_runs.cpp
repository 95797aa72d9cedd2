// MainWindow, runs: what the session tells is passed to every view and panel.

#include "app/window/main_window.h"

#include "app/runs/fitting_text.h"
#include "app/runs/run_checker.h"
#include "app/window/compare_bar.h"
#include "app/window/compare_words.h"
#include "app/window/export_guide.h"
#include "app/window/next_tokens.h"
#include "app/window/page_needs.h"
#include "app/window/page_stack.h"
#include "app/window/page_tabs.h"
#include "app/window/session_guide.h"
#include "app/window/status_line.h"
#include "app/window/step_guide.h"
#include "app/window/symbol_legend.h"
#include "app/window/text_guide.h"
#include "app/window/training_guide.h"

#include "core/trace/trace.h"
#include "widgets/controls/dimmed.h"
#include "widgets/controls/text_label.h"
#include "widgets/diagram/model_diagram.h"
#include "widgets/figure/fairness.h"
#include "widgets/panels/inspector.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/panels/token_strip.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/run/unfinished.h"
#include "widgets/views/shared/view.h"

#include <QLocale>
#include <QPushButton>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace app {

namespace {

/// Pages that show a run which will not be finished go back to the last that was.
void takePartsBack(const std::vector<widgets::View*>& views, const widgets::RunPtr& a, const widgets::RunPtr& b)
{
    for (widgets::View* const view : views)
        if (const widgets::FigureData shown = view->figureData(); widgets::isUnfinished(shown.a, shown.b))
            view->setRun(a, b);
}

} // namespace

void MainWindow::showAsked()
{
    m_isShownDue = false;
    m_status->begin();
    (*m_actions)[Act::Stop]->setEnabled(true);
    if (!m_veil->isActive() && !isWriting() && !TrainingGuide::in(*this).isFollowing())
        m_veil->start();
}

void MainWindow::showAnswered()
{
    m_veil->stop();
    m_status->end();
    refreshStop();
}

void MainWindow::showState(const WindowState& before)
{
    const WindowState& now = state();
    m_textGuide->follow(before);
    for (widgets::View* const view : m_pages->allMade()) {
        view->setWhatIf(now.whatIf.value(m_tabs->idAt(m_pages->indexOf(view))).toMap());
        view->setSlotMode(now.mode, now.isLocked);
    }
    refreshCompare();
}

/// What is said of a run that is no longer asked for.
void MainWindow::dimWords(bool isDimmed)
{
    for (QWidget* part : std::initializer_list<QWidget*>{m_tokens, m_nextTitle, m_nextTokens}) {
        widgets::setDimmed(part, isDimmed);
        part->setEnabled(!isDimmed);
    }
}

/// While the text is emptied, the old picture and what is said of it step back; nothing moves.
void MainWindow::showTextGone(bool isGone)
{
    setStale(isGone);
    for (widgets::View* const view : m_pages->allMade())
        view->setTextGone(isGone);
    dimWords(isGone);
    m_status->setTextGone(isGone);
    (*m_actions)[Act::Undo]->setEnabled(isGone || m_session.history()->canUndo());
    m_textGuide->showTextGone(isGone);
}

void MainWindow::showResult(bool isNew)
{
    m_prompt->setProblem({});
    if (std::exchange(m_hasFailed, false) || (isNew && !TrainingGuide::in(*this).isFollowing()))
        m_notifications->clear(); // the request that failed is outdated
    if (isNew) {
        refreshPanels();
        for (widgets::View* const view : m_pages->allMade())
            view->setRun(runOf(0), runOf(1));
        refreshCompare();
        if (m_tokenBar->height() != barHeight() || !TrainingGuide::in(*this).isFollowing()) // a model that learns keeps its height
            fitLayout(); // the tokens and the training of this run have their height now
    }
    setStale(false);
    m_sessionGuide->restoreFigure();
    m_stepGuide->lookAtRun();
    m_exportGuide->goOn();
    m_isShownDue = true;
    TrainingGuide::in(*this).lookAtRun();
    pageShown();
}

void MainWindow::showNeedsTaken()
{
    if (!m_session.runner().areNeedsComputed() && !m_session.runner().isBusy()) {
        m_status->end();
        refreshStop();
    }
    m_exportGuide->goOn();
    pageShown();
}

/// The result of the newest request is on screen, with all that its page needs.
void MainWindow::pageShown()
{
    const widgets::View* const view = currentView();
    if (!m_isShownDue || (view && view->isVisible() && view->isComputing()))
        return;
    m_isShownDue = false;
    emit runShown();
    m_session.writeOn();
}

void MainWindow::refreshChoices()
{
    if (run()->setup)
        m_choices->editor()->setSetup(run()->setup);
    else
        m_choices->editor()->setRecorded(run()->trace->choices);
}

void MainWindow::refreshPanels()
{
    const widgets::RunPtr& shown = run();
    if (!shown)
        return;
    const bool hasTwo = shown->setup && shown->setup->config.hasEncoder();
    for (QWidget* part : {static_cast<QWidget*>(m_arrow), static_cast<QWidget*>(m_target)})
        part->setVisible(hasTwo);
    m_prompt->setPart(hasTwo ? widgets::PromptLine::Part::Source : widgets::PromptLine::Part::Whole);

    m_tokens->setRun(shown);
    m_diagram->setSetup(shown->setup);
    m_diagram->setComparison(runOf(1) ? runOf(0) : nullptr, runOf(1));
    QStringList tokens;
    for (const std::string& token : widgets::streamTokens(*shown->trace))
        tokens << QString::fromStdString(token);
    m_choices->setTokens(tokens);
    refreshChoices();
    m_nextTokens->setRun(shown);
    m_inspector->setRun(shown);
    m_steps->setRun(shown);
    m_status->setRun(shown, m_session.shownSlot().record.maxBytes);
    m_checker->setRun(shown);
    m_symbols->setRuns(runOf(0), runOf(1));
    m_textGuide->refreshTraining();
    refreshNames();
    refreshLinks();
    m_textGuide->refreshHint();
}

/// The choices and the diagram of a model that is open, while no run of it is there yet; when it is not asked for any more, those
/// of the run that is. Whether there is such a model.
bool MainWindow::showConfigured()
{
    const core::SetupPtr& configured = m_session.runner().configured(state().edited == 1);
    const bool isAwaited = configured && !opening().isEmpty();
    if (isAwaited && configured != m_choices->editor()->setup()) {
        m_choices->editor()->setSetup(configured);
        m_diagram->setSetup(configured);
        m_diagram->setComparison(nullptr, nullptr);
    } else if (!isAwaited && run() && m_choices->editor()->setup() != run()->setup)
        refreshPanels();
    return isAwaited;
}

void MainWindow::refreshCompare()
{
    const widgets::View* view = currentView();
    const widgets::FigureData drawn = view && state().b ? view->figureData() : widgets::FigureData();
    const bool isCompared = drawn.a && drawn.b;
    if (isCompared) {
        const widgets::Fairness fairness = widgets::fairnessOf(drawn);
        m_compare->showSlots(view->figure(), drawn, fairness, state().edited);
        m_compareWords->showSlots(view->figure(), drawn, fairness);
    }
    const int beside = state().mode == widgets::SlotMode::All ? 3 : state().mode == widgets::SlotMode::SideBySide ? 2 : 1;
    // A and B are seen while a choice or an intervention is changed, and so is the picture while the words of a lesson beside it
    // or notes of a scene are read.
    const bool hasWords = m_guide->isActive() || m_rightTabs->currentIndex() == scenesTab;
    m_drawers->setPictures(std::max(m_guide->isActive() || !isCompared ? 0 : beside, hasWords ? 2 : 0));
    const bool wasCompared = m_compare->isVisibleTo(m_topLine);
    m_compare->setVisible(isCompared);
    refreshWords();
    for (const Act act : {Act::ShowA, Act::ShowB, Act::ShowSideBySide, Act::ShowDelta, Act::ShowAll,
             Act::Blink, Act::LockScales})
        (*m_actions)[act]->setEnabled(state().b.has_value());
    for (const Act act : {Act::CloseB, Act::SwapSlots})
        (*m_actions)[act]->setEnabled(state().b && !m_classroom.hides("compare"));
    static constexpr Act modes[] = {Act::ShowA, Act::ShowB, Act::ShowSideBySide, Act::ShowDelta, Act::ShowAll};
    (*m_actions)[modes[std::size_t(state().mode)]]->setChecked(true);
    (*m_actions)[Act::LockScales]->setChecked(state().isLocked);
    if (wasCompared != isCompared)
        fitLayout();
}

/// Beside the title, where nothing is compared: what the text shows, where its head is on screen.
void MainWindow::refreshWords()
{
    if (m_compare->isVisibleTo(m_topLine) || m_session.isTextGone())
        return;
    const widgets::View* const view = currentView(); // none while the window is built
    const bool isItsPage = m_session.guidance().prompt && m_tabs->idAt(m_tabs->currentIndex()) == QLatin1String("attention");
    const std::string marked = view ? view->markedTensor().toStdString() : std::string();
    const core::NameParts parts = core::partsOfName(marked);
    const bool isOfStory
        = view && view->marksPlace() && !parts.isOfEncoder && parts.rest.find("cross_attn") == std::string_view::npos;
    m_compareWords->showHint(isItsPage && isOfStory ? m_prompt->hint() : QString()); // of a head of the stack that writes
}

void MainWindow::showFailure(const RunOutcome& outcome)
{
    m_hasFailed = true;
    takePartsBack(m_pages->allMade(), runOf(0), runOf(1));
    setStale(m_session.isTextRefused()); // the picture is of the text before
    if (outcome.tooLong)
        offerToCut(outcome);
    else
        m_notifications->postReason(outcome.error);
    if (!run())
        return;
    m_needs->ask(); // of the picture that stays, as the request ended them
    refreshChoices();
    m_stepGuide->stopReturning();
    m_textGuide->refreshTraining();
    refreshCompare();
    m_textGuide->refreshHint(); // no room is kept for what was said of another text
}

void MainWindow::showStopped()
{
    takePartsBack(m_pages->allMade(), runOf(0), runOf(1));
    setStale(false);
    m_needs->ask(); // of the picture that stays
    if (!isWriting() && !m_session.isTextGone())
        m_notifications->post(widgets::Severity::Info, tr("Stopped. The picture shows the last run."));
}

void MainWindow::showNeedsStopped()
{
    m_status->end();
    refreshStop();
    if (widgets::View* const view = currentView())
        view->setHalted();
    m_exportGuide->withdraw();
    m_session.finishWriting();
    if (std::exchange(m_isShownDue, false))
        emit runShown();
}

/// The way out of a text that is too long for the memory: as much of it as fits.
void MainWindow::offerToCut(const RunOutcome& outcome)
{
    const QLocale locale;
    const TextTooLong& text = *outcome.tooLong;
    const auto cut = [this, asked = outcome.request, fitting = text.request(), isOfB = outcome.isOfB] {
        WindowState next = state();
        if (!(next.a == asked.a) || next.b.has_value() != asked.b.has_value() || (next.b && !(*next.b == *asked.b)))
            return; // something else was requested meanwhile
        (isOfB ? *next.b : next.a) = fitting;
        change(next);
    };
    m_notifications->postReason(tr("The text is too long for the memory of this computer: of its %1 tokens the first %2 fit.")
                                    .arg(locale.toString(qlonglong(text.tokens())), locale.toString(qlonglong(text.fitting()))),
        outcome.error, {tr("Cut it there"), cut});
}

} // namespace app
