#include "app/window/perspective_guide.h"

#include "app/window/command_palette.h"
#include "app/window/export_guide.h"
#include "app/window/lesson_guide.h"
#include "app/window/lesson_host.h"
#include "app/window/main_window.h"
#include "app/window/page_tabs.h"
#include "app/window/tab_strip.h"

#include <algorithm>
#include <utility>

namespace app {

namespace {

constexpr std::pair<Act, Perspective> perspectiveActs[] = {{Act::Explore, Perspective::Explore},
    {Act::CompareTwo, Perspective::Compare}, {Act::Lesson, Perspective::Lesson}, {Act::Figures, Perspective::Figures}};

} // namespace

PerspectiveGuide::PerspectiveGuide(MainWindow& window, const WindowActions& actions, TabStrip& rightTabs, Settings& settings)
    : QObject(&window)
    , m_window(window)
    , m_actions(actions)
    , m_rightTabs(rightTabs)
    , m_settings(settings)
{
    for (const auto& [act, perspective] : perspectiveActs) {
        connect(m_actions[act], &QAction::triggered, this, [this, perspective = perspective] { choose(perspective); });
        m_actions[act]->setChecked(perspective == m_settings.perspective);
    }
}

Arrangement PerspectiveGuide::arrangement() const
{
    const PageTabs& pages = m_window.pageTabs();
    return {m_window.drawers()->wishes(), std::min(m_rightTabs.currentIndex(), MainWindow::scenesTab),
        pages.idAt(pages.currentIndex())};
}

/// The widths of the panels stay: they are of the person, whatever is looked at.
void PerspectiveGuide::arrange(const Arrangement& to)
{
    Drawers::Wishes drawers = to.drawers;
    for (const Drawers::Side side : {Drawers::Left, Drawers::Right})
        drawers[side].width = m_window.drawers()->wishes()[side].width;
    m_window.lessonHost()->setDrawersWithout(drawers); // which may be open, and leave for these
    if (m_rightTabs.isTabVisible(to.rightTab))
        m_rightTabs.setCurrentIndex(to.rightTab);
    m_window.drawers()->setWishes(drawers);
    m_window.showView(to.view);
}

/// The panel that lies over the page for want of room beside it.
std::optional<Drawers::Side> PerspectiveGuide::panelOver() const
{
    const Drawers& drawers = *m_window.drawers();
    for (const Drawers::Side side : {Drawers::Left, Drawers::Right})
        if (drawers.isOpen(side) && !drawers.isBeside(side))
            return side;
    return {};
}

/// Panels and page as they were when this perspective was left; those of the one that is there, as delivered.
void PerspectiveGuide::choose(Perspective perspective)
{
    m_window.setPresenting(false);
    const Perspective before = std::exchange(m_settings.perspective, perspective);
    m_settings.arrangements[std::size_t(before)] = perspective == before ? deliveredArrangement(before) : arrangement();
    m_over[std::size_t(before)] = perspective == before ? std::nullopt : panelOver();
    arrange(m_settings.arrangements[std::size_t(perspective)]);
    if (perspective == Perspective::Compare && !m_window.state().b)
        m_actions[Act::MakeB]->trigger();
    if (perspective == Perspective::Lesson && m_window.lessonGuide()->isActive())
        m_window.showLessonTab();
    else if (perspective == Perspective::Lesson)
        m_window.commandPalette()->open(QStringLiteral("lesson"));
    if (perspective == Perspective::Figures)
        m_actions[Act::Export]->trigger();
    else if (before == Perspective::Figures && m_window.exportGuide()->dialog())
        m_window.exportGuide()->dialog()->hide();
    m_window.fitLayout();
    if (const auto over = m_over[std::size_t(perspective)])
        m_window.drawers()->setOpen(*over, true);
}

} // namespace app
