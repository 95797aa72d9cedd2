// MainWindow, runs: requests them, and passes the results to every view and panel.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/runs/fitting_text.h"
#include "app/session/state_command.h"
#include "app/window/compare_bar.h"
#include "app/window/compare_words.h"
#include "app/window/next_tokens.h"
#include "app/window/status_line.h"
#include "app/window/tab_strip.h"

#include "widgets/controls/text_label.h"
#include "widgets/diagram/model_diagram.h"
#include "widgets/figure/fairness.h"
#include "widgets/panels/inspector.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/panels/token_strip.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/views/shared/view.h"

#include <QLocale>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>

#include <utility>

namespace app {

void MainWindow::request()
{
    m_isShownDue = false;
    m_runner.run({m_state.a, m_state.b, !m_guided});
    m_status->begin();
    (*m_actions)[Act::Stop]->setEnabled(true);
    if (!m_veil->isActive() && !m_writing)
        m_veil->start();
}

void MainWindow::showResult(const RunOutcome& outcome)
{
    m_veil->stop();
    m_status->end();
    (*m_actions)[Act::Stop]->setEnabled(false);
    const widgets::RunPtr& edited = m_state.edited == 1 && outcome.b ? outcome.b : outcome.result;
    if (edited->setup && edited->setup->config.hasEncoder() && m_targetIsNew) {
        // One start token alone would show nothing: the translation of the first example, else the text itself.
        const QStringList pair = plainSentences();
        const qsizetype at = pair.indexOf(QString::fromStdString(m_state.slot().text));
        m_target->setText(at == 0 || at == 1 ? pair[1 - at] : m_prompt->text());
        m_state.slot().targetText = m_target->text().toStdString();
        m_targetIsNew = false;
        return request();
    }
    const bool isNew = outcome.result != m_runA || outcome.b != m_runB;
    m_runA = outcome.result;
    m_runB = outcome.b;
    m_ofRuns = outcome.results;
    m_shown = outcome.request;
    m_prompt->setProblem({});
    if (std::exchange(m_hasFailed, false) || isNew)
        m_notifications->clear(); // the request that failed is outdated
    if (isNew) {
        refreshPanels();
        for (int i = 0; i < m_pages->count(); ++i)
            if (auto* view = qobject_cast<widgets::View*>(m_pages->widget(i)))
                view->setRun(m_runA, m_runB);
        refreshCompare();
        fitLayout(); // the tokens and the training of this run have their height now
    }
    setStale(false);
    restoreFigure();
    showBeforeSteps();
    exportDue();
    m_isShownDue = true;
    pageShown();
}

/// What the page on screen needs: what is kept is there at once, the rest is computed.
void MainWindow::askNeeds()
{
    widgets::View* const view = currentView();
    if (!view)
        return;
    const widgets::FigureData shown = view->figureData();
    const widgets::Needs missing = missingNeeds(view->figure(), shown);
    widgets::NeedResults kept;
    if (takeFrom(m_runner.store(), missing, kept))
        return view->setResults(neededNow(view->figure(), shown, kept)); // which asks for the rest
    m_runner.ask(this, missing);
}

void MainWindow::takeResults(const widgets::NeedResults& arrived)
{
    if (widgets::View* const view = currentView())
        view->setResults(neededNow(view->figure(), view->figureData(), arrived));
    if (!m_runner.areNeedsComputed() && !m_runner.isBusy()) {
        m_status->end();
        (*m_actions)[Act::Stop]->setEnabled(false);
    }
    exportDue();
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
    writeOn();
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
    for (QWidget* part : {static_cast<QWidget*>(m_arrow), static_cast<QWidget*>(m_target)})
        part->setVisible(shown->setup && shown->setup->config.hasEncoder());

    const core::Trace& trace = *shown->trace;
    const int tokens = int(widgets::streamTokens(trace).size());
    followSelection();
    if (m_selection.pinned().query < 0) {
        widgets::Selection last = m_selection.pinned();
        last.query = tokens - 1;
        m_selection.pin(last);
    }

    lookAtHead();
    m_tokens->setRun(shown);
    m_diagram->setSetup(shown->setup);
    m_diagram->setComparison(m_runB ? m_runA : nullptr, m_runB);
    m_choices->setTokens(tokens);
    refreshChoices();
    m_nextTokens->setRun(shown);
    m_inspector->setRun(shown);
    m_steps->setRun(shown);
    m_status->setRun(shown);
    refreshScrubber();
    refreshNames();
    refreshHint();
}

void MainWindow::refreshCompare()
{
    const widgets::View* view = currentView();
    const widgets::FigureData drawn = view && m_state.b ? view->figureData() : widgets::FigureData();
    const bool isCompared = drawn.a && drawn.b;
    if (isCompared) {
        const widgets::Fairness fairness = widgets::fairnessOf(drawn);
        m_compare->showSlots(view->figure(), drawn, fairness, m_state.edited);
        m_compareWords->showSlots(view->figure(), drawn, fairness);
    }
    const bool wasCompared = m_compare->isVisibleTo(m_topLine);
    m_compare->setVisible(isCompared);
    refreshWords();
    for (const Act act : {Act::CloseB, Act::SwapSlots, Act::ShowA, Act::ShowB, Act::ShowSideBySide, Act::ShowDelta, Act::ShowAll,
             Act::Blink, Act::LockScales})
        (*m_actions)[act]->setEnabled(m_state.b.has_value());
    static constexpr Act modes[] = {Act::ShowA, Act::ShowB, Act::ShowSideBySide, Act::ShowDelta, Act::ShowAll};
    (*m_actions)[modes[std::size_t(m_state.mode)]]->setChecked(true);
    (*m_actions)[Act::LockScales]->setChecked(m_state.isLocked);
    if (wasCompared != isCompared)
        fitLayout();
}

/// Beside the title, where nothing is compared: what the text shows, where its head is on screen.
void MainWindow::refreshWords()
{
    if (m_compare->isVisibleTo(m_topLine))
        return;
    const bool isItsPage = m_guided && m_tabs->tabData(m_tabs->currentIndex()).toString() == QLatin1String("attention");
    m_compareWords->showHint(isItsPage ? m_prompt->hint() : QString());
}

void MainWindow::showFailure(const RunOutcome& outcome)
{
    m_veil->stop();
    m_status->end();
    (*m_actions)[Act::Stop]->setEnabled(false);
    setStale(false);
    m_hasFailed = true;
    if (outcome.tooLong)
        offerToCut(outcome);
    else
        m_notifications->post(outcome.error);
    if (!m_runA)
        return;
    askNeeds(); // of the picture that stays, as the request ended them

    // What was refused is taken back, so that controls and picture agree again. A text stays as it was typed.
    WindowState typed = m_state;
    typed.a.text = m_shown.a.text;
    typed.a.ids = m_shown.a.ids;
    if (typed.b && m_shown.b) {
        typed.b->text = m_shown.b->text;
        typed.b->ids = m_shown.b->ids;
    }
    const bool isText = typed.a == m_shown.a && typed.b == m_shown.b;
    setStale(isText && !(m_state.a == m_shown.a && m_state.b == m_shown.b)); // the picture is of the text before
    if (!isText && m_undo.canUndo()) {
        const auto* refused = static_cast<const StateCommand*>(m_undo.command(m_undo.index() - 1));
        const WindowState before = refused->before();
        const_cast<StateCommand*>(refused)->setObsolete(true);
        m_undo.undo(); // forgets an obsolete command without undoing it
        m_isReverting = true;
        applyState(before);
        m_isReverting = false;
    }
    refreshChoices();
    m_headIsDue = false;
    m_figureIsDue.reset();
    m_isReturning = false;
    refreshScrubber();
    refreshCompare();
    refreshHint(); // no room is kept for what was said of another text
    finishWriting();
}

/// The way out of a text that is too long for the memory: as much of it as fits.
void MainWindow::offerToCut(const RunOutcome& outcome)
{
    const QLocale locale;
    const TextTooLong& text = *outcome.tooLong;
    const auto cut = [this, asked = outcome.request, fitting = text.request(), isOfB = outcome.isOfB] {
        WindowState next = m_state;
        if (!(next.a == asked.a) || next.b.has_value() != asked.b.has_value() || (next.b && !(*next.b == *asked.b)))
            return; // something else was requested meanwhile
        (isOfB ? *next.b : next.a) = fitting;
        change(next);
    };
    m_notifications->post(tr("The text is too long for the memory of this computer: of its %1 tokens the first %2 fit.")
                              .arg(locale.toString(qlonglong(text.tokens())), locale.toString(qlonglong(text.fitting()))),
        outcome.error, {tr("Cut it there"), cut});
}

const RunRequest& MainWindow::shownSlot() const { return m_state.edited == 1 && m_shown.b ? *m_shown.b : m_shown.a; }

} // namespace app
