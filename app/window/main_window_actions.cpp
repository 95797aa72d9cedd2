// MainWindow, what each action of its menus does.

#include "app/window/main_window.h"

#include "app/window/compare_bar.h"
#include "app/window/compare_words.h"
#include "app/window/greeting.h"
#include "app/window/intervening.h"
#include "app/window/lesson_guide.h"
#include "app/window/lesson_host.h"
#include "app/window/page_links.h"
#include "app/window/page_tabs.h"
#include "app/window/palette_entries.h"
#include "app/window/presenter.h"
#include "app/window/presenter_tools.h"
#include "app/window/settings_guide.h"
#include "app/window/symbol_legend.h"
#include "app/window/tab_strip.h"
#include "app/window/token_bars.h"

#include "widgets/panels/inspector.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/plot_cursor.h"
#include "widgets/views/shared/view.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace app {

/// The menu of the bar that the keys reached, in a picture or among the next tokens. False where they are at none.
static bool offersBarWith(QWidget* focus)
{
    const auto* const plot = qobject_cast<const widgets::Plot*>(focus);
    if (!focus || (plot ? plot->cursor().ring().isEmpty() : !qobject_cast<const TokenBars*>(focus)))
        return false;
    QContextMenuEvent asks(QContextMenuEvent::Keyboard, focus->rect().center(), focus->mapToGlobal(focus->rect().center()));
    QCoreApplication::sendEvent(focus, &asks);
    return asks.isAccepted();
}

/// As CITATION.cff has it, without persons that it does not name.
static QString citation()
{
    return QStringLiteral(
        "@software{cutaway,\n  title = {Cutaway: a running Transformer with the casing cut away},\n  author = {{Cutaway "
        "maintainers}},\n  version = {%1},\n  license = {GPL-3.0-or-later}\n}\n")
        .arg(QStringLiteral(CUTAWAY_VERSION));
}

void MainWindow::connectActions()
{
    connectFiles();
    connectUndo();
    connectComparing();
    connectLooking();
    connectPresenting();
    connectSteps();
    connectPalette();
    const auto on = [&](Act act, auto&& slot) { connect((*m_actions)[act], &QAction::triggered, this, slot); };
    connect(m_actions, &WindowActions::languageRequested, this, [this](const QString& language) { setLanguage(language); });
    on(Act::ResetLayout, [this] { resetLayout(); });
    on(Act::ShowTokens, [this](bool checked) { showTokens(checked); });
    on(Act::ShowTable, [this] { showTable(); });
    on(Act::ShowDiagram, [this] { m_drawers->setOpen(Drawers::Left, !m_drawers->isOpen(Drawers::Left)); });
    for (const auto& [act, tab] : {std::pair(Act::ShowChoices, 0), {Act::ShowScenes, scenesTab}})
        on(act, [this, tab = tab] { // closed by its own key alone
            const bool isOpen = m_drawers->isOpen(Drawers::Right) && m_rightTabs->currentIndex() == tab;
            m_rightTabs->setCurrentIndex(tab);
            m_drawers->setOpen(Drawers::Right, !isOpen);
        });
    on(Act::FocusPrompt, [this] { m_prompt->setFocus(Qt::ShortcutFocusReason); });
    on(Act::Stop, [this] { stopAll(); });
    on(Act::Intervene, [this] {
        if (currentView() && !offersBarWith(focusWidget()))
            m_intervening->offerMarked(*currentView());
    });
    on(Act::CopyCitation, [this] {
        QGuiApplication::clipboard()->setText(citation());
        say(tr("The citation is on the clipboard, as BibTeX."));
    });
    on(Act::About, [this] {
        m_notifications->post(widgets::Severity::Info,
            tr("Cutaway %1: a running Transformer with the casing cut away. Free software under the GPL, version 3 or later.")
                .arg(CUTAWAY_VERSION));
    });
    for (const Act act : {Act::Undo, Act::Redo, Act::CheckRun, Act::Stop, Act::StepBack, Act::StepOn})
        (*m_actions)[act]->setEnabled(false);
}

void MainWindow::connectPalette()
{
    m_palette = new CommandPalette(this);
    m_palette->setRecent(m_settings.palette);
    connect(m_palette, &CommandPalette::recentChanged, this, [this] { m_settings.palette = m_palette->recent(); });
    connect((*m_actions)[Act::FindAnything], &QAction::triggered, this, [this] { m_palette->open({}); });
    connect((*m_actions)[Act::FindConcept], &QAction::triggered, this, [this] { m_palette->open(QStringLiteral("concept")); });
    new PaletteEntries(*this, *m_actions, *m_palette);
}

void MainWindow::connectFiles()
{
    const auto on = [&](Act act, auto&& slot) { connect((*m_actions)[act], &QAction::triggered, this, slot); };
    on(Act::CopyValue, [this] { copyValue(); });
    on(Act::Quit, [this] { close(); });
    connect(m_export, &QPushButton::clicked, (*m_actions)[Act::Export], &QAction::trigger);
}

void MainWindow::connectUndo()
{
    const auto on = [&](Act act, auto&& slot) { connect((*m_actions)[act], &QAction::triggered, &m_session, slot); };
    on(Act::Undo, &Session::undo);
    on(Act::Redo, &Session::redo);
    on(Act::ResetChoices, [this] { setChoices(windowChoices()); });
    connect(m_session.history(), &StateHistory::canUndoChanged, (*m_actions)[Act::Undo], &QAction::setEnabled);
    connect(m_session.history(), &StateHistory::canRedoChanged, (*m_actions)[Act::Redo], &QAction::setEnabled);
}

/// The two slots, by menu and by the bar that compares them.
void MainWindow::connectComparing()
{
    const auto on = [&](Act act, auto&& slot) { connect((*m_actions)[act], &QAction::triggered, this, slot); };
    on(Act::MakeB, [this] {
        if (state().b) // it may have choices of its own
            return say(tr("There is a B already. “%1” removes it.").arg(m_actions->textOf(Act::CloseB)));
        change(withB(state()));
    });
    on(Act::CloseB, [this] { change(withoutB(state())); });
    on(Act::SwapSlots, [this] {
        if (state().b)
            change(swapped(state()));
    });
    for (const auto& [act, mode] : {std::pair{Act::ShowA, widgets::SlotMode::A}, {Act::ShowB, widgets::SlotMode::B},
             {Act::ShowSideBySide, widgets::SlotMode::SideBySide}, {Act::ShowDelta, widgets::SlotMode::Delta},
             {Act::ShowAll, widgets::SlotMode::All}})
        on(act, [this, mode = mode] { showMode(mode); });
    on(Act::Blink, [this] {
        change(withMode(state(), state().mode == widgets::SlotMode::A ? widgets::SlotMode::B : widgets::SlotMode::A));
    });
    const auto lock = [this](bool locked) {
        WindowState next = state();
        next.isLocked = locked;
        change(next);
    };
    on(Act::LockScales, lock);
    connect(m_compare, &CompareBar::lockChosen, this, lock);
    connect(m_compare, &CompareBar::modeChosen, this, &MainWindow::showMode);
    connect(m_compare, &CompareBar::slotChosen, this, [this](int slot) {
        WindowState next = state();
        next.edited = slot;
        if (next.mode == widgets::SlotMode::A || next.mode == widgets::SlotMode::B)
            next.mode = slot == 1 ? widgets::SlotMode::B : widgets::SlotMode::A;
        change(next);
    });
    connect(m_compare, &CompareBar::swapWanted, (*m_actions)[Act::SwapSlots], &QAction::trigger);
    connect(m_compare, &CompareBar::closeWanted, (*m_actions)[Act::CloseB], &QAction::trigger);
    connect(m_compareWords, &CompareWords::placeChosen, m_session.selection(), &widgets::SelectionModel::pin);
    connect(m_makeB, &QPushButton::clicked, (*m_actions)[Act::MakeB], &QAction::trigger);
}

/// Pages, layers and heads, back and forward.
void MainWindow::connectLooking()
{
    const auto on = [&](Act act, auto&& slot) { connect((*m_actions)[act], &QAction::triggered, this, slot); };
    on(Act::Unpin, [this] {
        if (m_settingsGuide->closeKeys())
            return;
        if (m_greeting && m_greeting->isVisible())
            m_greeting->leave();
        else if (m_symbols->isVisible())
            showSymbols(false);
        else if (m_isPresenting && m_presenter->tools()->putAway())
            return;
        else if (m_isPresenting) // whose drawers are hidden, and come back as they were
            setPresenting(false);
        else if (!isLessonOverPage() && m_drawers->closeOver()) // the lesson's own place is left with the lesson
            return;
        else if (m_guide->isActive())
            m_lessonHost->askToLeave();
        else
            m_session.selection()->unpin();
    });
    const auto walk = [this](int by) { // past those that a class does not see
        int page = m_tabs->currentIndex();
        do
            page = (page + by + m_tabs->count()) % m_tabs->count();
        while (m_tabs->isHidden(page));
        showPage(page);
    };
    on(Act::NextPage, [walk] { walk(1); });
    on(Act::PreviousPage, [walk] { walk(-1); });
    on(Act::NextInPass, [this] { showView(m_links->after()); });
    on(Act::PreviousInPass, [this] { showView(m_links->before()); });
    connect(m_links, &PageLinks::chosen, this, &MainWindow::showView);
    on(Act::NextLayer, [this] { step(1, 0); });
    on(Act::PreviousLayer, [this] { step(-1, 0); });
    on(Act::NextHead, [this] { step(0, 1); });
    on(Act::PreviousHead, [this] { step(0, -1); });
    on(Act::ShowSymbols, [this](bool checked) { showSymbols(checked); });
}

/// The steps of a pass.
void MainWindow::connectSteps()
{
    const auto on = [&](Act act, auto&& slot) { connect((*m_actions)[act], &QAction::triggered, this, slot); };
    on(Act::StepThrough, [this](bool checked) {
        m_steps->setActive(checked);
        for (const Act act : {Act::StepBack, Act::StepOn})
            (*m_actions)[act]->setEnabled(checked);
    });
    on(Act::StepBack, [this] { m_steps->moveBy(-1); });
    on(Act::StepOn, [this] { m_steps->moveBy(1); });
}

} // namespace app
