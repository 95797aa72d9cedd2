// MainWindow, what each action and each signal of its parts does.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/window/compare_bar.h"
#include "app/window/compare_words.h"
#include "app/window/next_tokens.h"
#include "app/window/presenter.h"
#include "app/window/status_line.h"
#include "app/window/tab_strip.h"

#include "widgets/diagram/model_diagram.h"
#include "widgets/panels/inspector.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/views/shared/view.h"

#include <QPushButton>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace app {

void MainWindow::connectActions()
{
    const auto on = [&](Act act, auto&& slot) { connect((*m_actions)[act], &QAction::triggered, this, slot); };
    on(Act::OpenFile, [this] { openDialog(false); });
    on(Act::OpenFolder, [this] { openDialog(true); });
    on(Act::Export, [this] {
        if (!m_exportDialog) {
            m_exportDialog = new ExportDialog([this] { return exportSource(); }, this);
            connect(m_exportDialog, &ExportDialog::copyRequested, this, &MainWindow::copyFigure);
            connect(m_exportDialog, &ExportDialog::needsWanted, this,
                [this](const widgets::Needs& needs) { m_runner.ask(m_exportDialog, needs); });
            connect(m_exportDialog, &ExportDialog::exported, this, [this](const ExportSettings& settings, const QString& folder) {
                m_lastExport = settings;
                m_lastExportFolder = folder;
            });
        }
        m_exportDialog->show();
        m_exportDialog->raise();
        m_exportDialog->activateWindow();
    });
    on(Act::ExportAgain, [this] {
        if (m_lastExportFolder.isEmpty())
            (*m_actions)[Act::Export]->trigger();
        else
            exportFigure(m_lastExport, m_lastExportFolder);
    });
    on(Act::CopyFigure, [this] { copyFigure(m_lastExport); });
    on(Act::Quit, [this] { close(); });
    on(Act::Undo, [this] {
        finishWriting();
        m_undo.undo();
    });
    on(Act::Redo, [this] { m_undo.redo(); });
    on(Act::ResetChoices, [this] { setChoices(windowChoices()); });
    on(Act::MakeB, [this] {
        if (m_state.b) // it may have choices of its own
            return say(tr("There is a B already: Ctrl+Alt+D ends the comparison."));
        change(withB(m_state));
    });
    on(Act::CloseB, [this] { change(withoutB(m_state)); });
    on(Act::SwapSlots, [this] {
        if (m_state.b)
            change(swapped(m_state));
    });
    for (const auto& [act, mode] : {std::pair{Act::ShowA, widgets::SlotMode::A}, {Act::ShowB, widgets::SlotMode::B},
             {Act::ShowSideBySide, widgets::SlotMode::SideBySide}, {Act::ShowDelta, widgets::SlotMode::Delta},
             {Act::ShowAll, widgets::SlotMode::All}})
        on(act, [this, mode = mode] { showMode(mode); });
    on(Act::Blink, [this] {
        change(withMode(m_state, m_state.mode == widgets::SlotMode::A ? widgets::SlotMode::B : widgets::SlotMode::A));
    });
    const auto lock = [this](bool locked) {
        WindowState next = m_state;
        next.isLocked = locked;
        change(next);
    };
    on(Act::LockScales, lock);
    connect(m_compare, &CompareBar::lockChosen, this, lock);
    connect(m_compare, &CompareBar::modeChosen, this, &MainWindow::showMode);
    connect(m_compare, &CompareBar::slotChosen, this, [this](int slot) {
        WindowState next = m_state;
        next.edited = slot;
        if (next.mode == widgets::SlotMode::A || next.mode == widgets::SlotMode::B)
            next.mode = slot == 1 ? widgets::SlotMode::B : widgets::SlotMode::A;
        change(next);
    });
    connect(m_compare, &CompareBar::swapWanted, (*m_actions)[Act::SwapSlots], &QAction::trigger);
    connect(m_compare, &CompareBar::closeWanted, (*m_actions)[Act::CloseB], &QAction::trigger);
    connect(m_compareWords, &CompareWords::placeChosen, &m_selection, &widgets::SelectionModel::pin);
    connect(m_makeB, &QPushButton::clicked, (*m_actions)[Act::MakeB], &QAction::trigger);
    on(Act::Unpin, [this] {
        if (m_drawers->closeOver())
            return;
        if (m_isPresenting)
            setPresenting(false);
        else
            m_selection.unpin();
    });
    on(Act::ThemeLight, [this] { setTheme(widgets::ThemeId::Light); });
    on(Act::ThemeDark, [this] { setTheme(widgets::ThemeId::Dark); });
    on(Act::ThemeProjector, [this] { setTheme(widgets::ThemeId::Projector); });
    connect(m_actions, &WindowActions::languageRequested, this, [this](const QString& language) { setLanguage(language); });
    on(Act::ResetLayout, [this] { resetLayout(); });
    on(Act::ShowTokens, [this](bool checked) { showTokens(checked); });
    on(Act::ShowDiagram, [this] { m_drawers->setOpen(Drawers::Left, !m_drawers->isOpen(Drawers::Left)); });
    on(Act::ShowChoices, [this] { m_drawers->setOpen(Drawers::Right, !m_drawers->isOpen(Drawers::Right)); });
    connect(m_drawers, &Drawers::wordChosen, this, [this](Drawers::Side side, int word) {
        if (side == Drawers::Right)
            m_rightTabs->setCurrentIndex(word);
    });
    on(Act::Present, [this](bool checked) { setPresenting(checked); });
    on(Act::LectureSteps, [this] { openLecture(); });
    connect(m_presenter, &Presenter::stepWanted, this, &MainWindow::setStep);
    connect(m_presenter, &Presenter::pageWanted, this,
        [this](int by) { (*m_actions)[by > 0 ? Act::NextPage : Act::PreviousPage]->trigger(); });
    on(Act::NextPage, [this] { m_tabs->setCurrentIndex((m_tabs->currentIndex() + 1) % std::max(1, m_tabs->count())); });
    on(Act::PreviousPage,
        [this] { m_tabs->setCurrentIndex((m_tabs->currentIndex() + m_tabs->count() - 1) % std::max(1, m_tabs->count())); });
    on(Act::NextLayer, [this] { step(1, 0); });
    on(Act::PreviousLayer, [this] { step(-1, 0); });
    on(Act::NextHead, [this] { step(0, 1); });
    on(Act::PreviousHead, [this] { step(0, -1); });
    on(Act::CopyValue, [this] { copyValue(); });
    on(Act::Back, [this] {
        if (m_looks.canGoBack())
            showLook(m_looks.back());
    });
    on(Act::Forward, [this] {
        if (m_looks.canGoForward())
            showLook(m_looks.forward());
    });
    on(Act::StepThrough, [this](bool checked) {
        m_steps->setActive(checked);
        for (const Act act : {Act::StepBack, Act::StepOn})
            (*m_actions)[act]->setEnabled(checked);
    });
    on(Act::StepBack, [this] { m_steps->moveBy(-1); });
    on(Act::StepOn, [this] { m_steps->moveBy(1); });
    on(Act::FocusPrompt, [this] { m_prompt->setFocus(Qt::ShortcutFocusReason); });
    on(Act::Stop, [this] { m_runner.stop(); });
    on(Act::About, [this] {
        m_notifications->post(widgets::Severity::Info,
            tr("Cutaway %1: a running Transformer with the casing cut away. Free software under the GPL, version 3 or later.")
                .arg(CUTAWAY_VERSION));
    });
    connect(&m_undo, &QUndoStack::canUndoChanged, (*m_actions)[Act::Undo], &QAction::setEnabled);
    connect(&m_undo, &QUndoStack::canRedoChanged, (*m_actions)[Act::Redo], &QAction::setEnabled);
    for (const Act act : {Act::Undo, Act::Redo, Act::Stop, Act::StepBack, Act::StepOn})
        (*m_actions)[act]->setEnabled(false);

    connect(m_export, &QPushButton::clicked, (*m_actions)[Act::Export], &QAction::trigger);
    connect(m_present, &QPushButton::clicked, (*m_actions)[Act::Present], &QAction::trigger);
    connect(m_prompt, &widgets::PromptLine::textChosen, this, &MainWindow::setPrompt);
    for (const widgets::PromptLine* line : {m_prompt, m_target}) // keys are for the page again
        connect(line, &widgets::PromptLine::entered, this, [this] { currentView()->setFocus(Qt::OtherFocusReason); });
    connect(m_prompt, &widgets::PromptLine::exampleChosen, this, &MainWindow::choosePrompt);
    connect(m_scrubber, &widgets::StepScrubber::stepChosen, this, &MainWindow::setTrainingStep);
    connect(m_target, &widgets::PromptLine::textChosen, this, [this](const QString& text) {
        m_targetIsNew = false;
        WindowState next = m_state;
        next.slot().targetText = text.toStdString();
        next.slot().targetIds.clear();
        change(next);
    });
    widgets::ChoiceEditor* const editor = m_choices->editor();
    connect(editor, &widgets::ChoiceEditor::choicesChanged, this, &MainWindow::setChoices);
    connect(&m_selection, &widgets::SelectionModel::pinnedChanged, editor,
        [editor](const widgets::Selection& pinned) { editor->setLayer(pinned.layer); });
    connect(m_choices, &widgets::VariantPanel::pinToggled, m_switches, &widgets::PageSwitches::togglePinned);
    connect(m_switches, &widgets::PageSwitches::pinnedChanged, this, [this](const QStringList& keys) {
        m_settings.pinned = keys;
        m_choices->setPinned(keys);
    });
    m_choices->setPinned(m_switches->pinned());
    connect(m_nextTokens, &NextTokens::tokenChosen, this, &MainWindow::appendToken);
    connect(m_nextTokens, &NextTokens::continueWanted, this, &MainWindow::startWriting);
    connect(m_nextTokens, &NextTokens::stopWanted, &m_runner, &ForwardRunner::stop);
    connect(&m_selection, &widgets::SelectionModel::pinnedChanged, this, &MainWindow::refreshHint);
    connect(m_diagram, &widgets::ModelDiagram::nodeActivated, this, [this](const QString& tensor) {
        showView(widgets::viewsShowing(tensor).value(0));
        if (!tensor.isEmpty())
            showTensor(tensor);
    });
    connect(m_steps, &widgets::StepTimeline::stepShown, this, [this](const QString& tensor, const QStringList& views) {
        m_inspector->showTensor(tensor);
        m_diagram->showTensor(tensor);
        for (const QString& view : views)
            if (showView(view))
                break;
    });
    connect(m_status, &StatusLine::stopRequested, &m_runner, &ForwardRunner::stop);
    connect(m_status, &StatusLine::languageRequested, this, &MainWindow::setLanguage);
    connect(m_status, &StatusLine::messagesRequested, this, [this] {
        m_notifications->show();
        placeOver();
    });
    connect(m_notifications, &widgets::NotificationBar::countChanged, m_status, &StatusLine::setMessages);
    connect(m_notifications, &widgets::NotificationBar::countChanged, this, &MainWindow::placeOver, Qt::QueuedConnection);
    connect(&m_runner, &ForwardRunner::progressChanged, m_status, &StatusLine::setProgress);
    connect(&m_runner, &ForwardRunner::needsStarted, this, [this] {
        m_status->begin();
        (*m_actions)[Act::Stop]->setEnabled(true);
    });
    connect(&m_runner, &ForwardRunner::needsStopped, this, [this] {
        m_status->end();
        (*m_actions)[Act::Stop]->setEnabled(false);
        if (widgets::View* const view = currentView())
            view->setHalted();
        m_isDueToExport.reset();
        if (m_exportDialog)
            m_exportDialog->withdraw();
        finishWriting();
        if (std::exchange(m_isShownDue, false))
            emit runShown();
    });
    connect(&m_runner, &ForwardRunner::stopped, this, [this] {
        m_veil->stop();
        m_status->end();
        (*m_actions)[Act::Stop]->setEnabled(false);
        setStale(false);
        askNeeds(); // of the picture that stays
        if (m_writing)
            return finishWriting();
        if (m_isTextGone)
            return;
        m_notifications->post(widgets::Severity::Info, tr("Stopped. The picture shows the last run."));
    });
}

} // namespace app
