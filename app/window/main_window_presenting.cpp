// MainWindow, presenting: bare and full on a screen, in larger type; afterwards it is as it was.

#include "app/window/main_window.h"

#include "app/present/presentation_screens.h"
#include "app/window/lesson_guide.h"
#include "app/window/page_tabs.h"
#include "app/window/presenter.h"
#include "app/window/presenter_tools.h"
#include "app/window/status_line.h"
#include "app/window/step_guide.h"

#include "widgets/panels/notification_bar.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_view.h"

#include <QLayout>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTimer>

#include <utility>

namespace app {

/// An action as the way out of a message.
widgets::NotificationOffer MainWindow::offerOf(Act act) const
{
    return {m_actions->withKeys(m_actions->textOf(act), act), [action = (*m_actions)[act]] { action->trigger(); }};
}

void MainWindow::connectPresenting()
{
    const auto on = [&](Act act, auto&& slot) { connect((*m_actions)[act], &QAction::triggered, this, slot); };
    PresenterTools* const tools = m_presenter->tools();
    on(Act::Present, [this](bool checked) { setPresenting(checked); });
    connect(m_presenter, &Presenter::pageWanted, this, &MainWindow::walkPages);
    connect(m_present, &QPushButton::clicked, (*m_actions)[Act::Present], &QAction::trigger);
    connect(tools, &PresenterTools::refused, this, [this](const QString& why) {
        m_notifications->post({.severity = widgets::Severity::Info, .text = why, .offer = offerOf(Act::BlackScreen)});
    });
    connect(tools, &PresenterTools::copied, this, [this] { say(tr("The screen is on the clipboard, with what was drawn.")); });
    tools->screens()->setWanted(m_settings.presentOn);
    connect(m_actions->screenMenu(), &QMenu::aboutToShow, this, [this, tools] {
        fillScreenMenu(*m_actions->screenMenu(), *tools->screens(), [this](const QString& name) { m_settings.presentOn = name; });
    });
}

/// By a clicker: the end of the presentation leads back.
void MainWindow::walkPages(int by)
{
    const int before = m_tabs->currentIndex();
    (*m_actions)[by > 0 ? Act::NextPage : Act::PreviousPage]->trigger();
    m_pageWalk = {m_pageWalk ? m_pageWalk->first : before, m_tabs->currentIndex()};
}

/// To the page that the presentation began its walk on, unless the person has gone to another one since.
void MainWindow::leaveWalk()
{
    const auto walk = std::exchange(m_pageWalk, std::nullopt);
    if (walk && walk->second == m_tabs->currentIndex())
        showPage(walk->first);
}

void MainWindow::setPresenting(bool presenting)
{
    if (presenting == m_isPresenting)
        return;
    if (presenting) {
        m_stepGuide->keepWindow();
        m_notifications->setWaiting(true); // the audience reads the sentence below the picture
        m_focusBeforePresenting = focusWidget();
        m_geometryBeforePresenting = saveGeometry();
        m_scrollsBeforePresenting.clear();
        for (QScrollBar* const bar : m_drawers->findChildren<QScrollBar*>())
            m_scrollsBeforePresenting.emplace_back(bar, bar->value());
    }
    m_isPresenting = presenting;
    (*m_actions)[Act::Present]->setChecked(presenting);
    m_presenter->setPresenting(presenting, state().a.model, m_session.guidance().isTextDefault);
    for (QWidget* part : {m_topLine, static_cast<QWidget*>(m_status), static_cast<QWidget*>(m_tabs)})
        part->setVisible(!presenting);
    m_pageMenu->setVisible(presenting);
    m_drawers->setBare(presenting);
    hostGuests();
    if (presenting) {
        m_themeBeforePresenting = widgets::currentTheme().id;
        widgets::setCurrentTheme(widgets::ThemeId::Projector);
        restyle();
        m_presenter->tools()->begin();
        centralWidget()->setFocus();
    } else {
        widgets::setCurrentTheme(m_themeBeforePresenting); // and what is set of it stays
        restyle();
        m_presenter->tools()->end();
        if (m_focusBeforePresenting)
            m_focusBeforePresenting->setFocus();
    }
    if (!presenting)
        m_notifications->setWaiting(false);
    fitLayout();
    m_content->widget()->layout()->activate();
    m_page->layout()->activate();
    if (presenting && m_guide->isActive())
        return; // its step is on screen
    if (presenting)
        return m_stepGuide->resume();
    leaveWalk();
    if (!m_guide->isActive()) // else it goes on in the window
        m_stepGuide->leave(true);
    scrollBack();
    QTimer::singleShot(0, this, &MainWindow::scrollBack); // when every part has its new type
}

/// What can be scrolled is where it was before the presentation.
void MainWindow::scrollBack()
{
    for (const auto& [bar, value] : m_scrollsBeforePresenting)
        if (bar && !m_isPresenting)
            bar->setValue(value);
}

} // namespace app
