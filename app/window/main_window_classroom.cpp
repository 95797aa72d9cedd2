// MainWindow, a class: pages and controls that a lesson or a session hides are not there, by no click and no key.

#include "app/window/main_window.h"

#include "app/window/page_tabs.h"
#include "app/window/scene_guide.h"
#include "app/window/tab_strip.h"
#include "app/window/text_guide.h"

#include "widgets/panels/choice_editor.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/variant_panel.h"

#include <QPushButton>
#include <QToolButton>

namespace app {

void MainWindow::setClassroom(const Classroom& classroom)
{
    m_classroom = classroom;
    m_tabs->setHidden(classroom.pages);
    for (int page = 0; page < m_tabs->count(); ++page)
        m_pageActions[std::size_t(page)]->setVisible(!m_tabs->isHidden(page));
    for (int tab = 0; tab < m_tabs->tabCount(); ++tab) {
        const bool isThere = !m_tabs->isHidden(m_tabs->pageOf(tab));
        m_tabActions[std::size_t(tab)]->setVisible(isThere);
        m_tabActions[std::size_t(tab)]->setEnabled(isThere);
    }
    if (m_tabs->isHidden(m_tabs->currentIndex()))
        (*m_actions)[Act::NextPage]->trigger();
    // The actions of a control go with it, and come back as they were: none of them is disabled otherwise.
    static constexpr std::pair<const char*, Act> ofControls[] = {{"compare", Act::MakeB}, {"present", Act::Present},
        {"export", Act::Export}, {"export", Act::ExportAgain}, {"export", Act::CopyFigure},
        {"export", Act::ExportAnimation}, {"diagram", Act::ShowDiagram},
        {"choices", Act::ShowChoices}, {"tokens", Act::ShowTokens}, {"concepts", Act::FindConcept}, {"symbols", Act::ShowSymbols},
        {"prompt", Act::FocusPrompt}, {"menu", Act::OpenFile}, {"menu", Act::OpenFolder}};
    for (const auto& [control, act] : ofControls) {
        (*m_actions)[act]->setVisible(!classroom.hides(control));
        (*m_actions)[act]->setEnabled(!classroom.hides(control));
    }
    m_sceneGuide->setExportable(!classroom.hides("export"));
    m_textGuide->refreshHint();
    m_concepts->setVisible(!classroom.hides("concepts"));
    m_symbolsButton->setVisible(!classroom.hides("symbols"));
    m_choices->editor()->setHidden(classroom.controls); // of which the switches on the page are, too
    m_switches->setVisible(!classroom.hides("switches"));
    m_rightTabs->setTabShown(0, !classroom.hides("choices"));
    m_rightTabs->setTabShown(1, !classroom.hides("tensor"));
    for (int tab = 0; tab <= scenesTab && !m_rightTabs->isTabVisible(m_rightTabs->currentIndex()); ++tab)
        if (m_rightTabs->isTabVisible(tab))
            m_rightTabs->setCurrentIndex(tab);
    nameDrawers();
    for (const Act act : {Act::CloseB, Act::SwapSlots}) // a comparison stays as it is
        (*m_actions)[act]->setVisible(!classroom.hides("compare"));
    refreshLinks();
    refreshCompare();
    fitLayout();
}

} // namespace app
