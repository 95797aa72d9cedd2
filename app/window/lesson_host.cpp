#include "app/window/lesson_host.h"

#include "app/base/languages.h"
#include "app/lessons/picture_parts.h"
#include "app/window/lesson_board.h"
#include "app/window/lesson_guide.h"
#include "app/window/lesson_panel.h"
#include "app/window/lesson_papers.h"
#include "app/window/main_window.h"
#include "app/window/page_tabs.h"
#include "app/window/presenter.h"
#include "app/window/session_guide.h"
#include "app/window/settings_guide.h"
#include "app/window/status_line.h"
#include "app/window/step_guide.h"

#include "widgets/controls/menu_text.h"
#include "widgets/controls/title_line.h"
#include "widgets/figure/needs.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/page_switches.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/page_foot.h"

#include <QMenu>
#include <QTimer>

#include <utility>

namespace app {

LessonHost::LessonHost(MainWindow& window, LessonGuide& guide, const WindowActions& actions)
    : QObject(&window)
    , m_window(window)
    , m_session(window.session())
    , m_actions(actions)
    , m_guide(&guide)
    , m_presenter(window.presenter())
    , m_lessonLook(new QTimer(this))
{
    connect(actions[Act::LeaveLesson], &QAction::triggered, this, &LessonHost::askToLeave);
    connect(actions.lessonMenu(), &QMenu::aboutToShow, this, &LessonHost::fillLessonMenu);
    m_guide->setPlaces([this](const LessonTarget& target) { return placeOf(target); },
        [this](const LessonTarget& line, std::optional<double> value) { return pointOf(line, value); },
        [this] {
            const auto* const figure = qobject_cast<const widgets::FigureView*>(m_window.currentView());
            return figure && widgets::saysLeftOut(*figure->plot());
        },
        [this](const LessonTarget& target) {
            const auto* const figure = qobject_cast<const widgets::FigureView*>(m_window.currentView());
            return figure && hasNoRoom(*figure->plot(), target);
        });
    m_guide->setUnderWay([this] { return m_lessonLook->isActive() || !isPictureThere(); });
    connect(m_guide->player(), &LessonPlayer::stepWanted, this, [this](const PlannedStep& step) {
        m_presenter->follow(lessonCounter());
        m_window.stepGuide()->setStep(step);
    });
    connect(m_guide->player(), &LessonPlayer::solutionWanted, this,
        [this](const PlannedStep& step) { m_window.sessionGuide()->showFigure(step.contents); });
    connect(m_guide, &LessonGuide::faultFound, this,
        [this](const core::Error::Parts& fault) { m_window.notifications()->post(fault); });
    connect(m_guide->panel(), &LessonPanel::leaveWanted, this, &LessonHost::askToLeave);
    connect(m_guide->board(), &LessonBoard::leaveWanted, this, &LessonHost::askToLeave);
    connect(m_presenter, &Presenter::walkWanted, m_guide, &LessonGuide::walk);
    m_lessonLook->setSingleShot(true);
    m_lessonLook->setInterval(0);
    connect(m_lessonLook, &QTimer::timeout, this, &LessonHost::lookAtLesson);
    connect(&window, &MainWindow::runShown, m_lessonLook, qOverload<>(&QTimer::start));
    connect(&window, &MainWindow::pictureChanged, m_lessonLook, qOverload<>(&QTimer::start));
    connect(m_session.selection(), &widgets::SelectionModel::pinnedChanged, m_lessonLook, qOverload<>(&QTimer::start));
    new LessonPapers(window, guide);
    enableActions(false);
}

void LessonHost::enableActions(bool areEnabled)
{
    for (const Act act : {Act::LeaveLesson, Act::StudentSheet, Act::AnswerSheet})
        m_actions[act]->setEnabled(areEnabled);
}

const Drawers::Wishes& LessonHost::drawersWithout() const
{
    return m_guide->isActive() ? m_drawersBeforeLesson : m_window.drawers()->wishes();
}

const Classroom& LessonHost::classroomWithout() const
{
    return m_guide->isActive() ? m_classroomBeforeLesson : m_window.classroom();
}

bool LessonHost::openLesson(const QString& path)
{
    try {
        beginLesson(readLesson(path.toStdString()));
    } catch (const core::Error& error) {
        m_window.notifications()->post(error.parts());
        return false;
    }
    return true;
}

void LessonHost::beginLesson(const Lesson& lesson)
{
    if (!m_guide->isActive()) {
        m_drawersBeforeLesson = m_window.drawers()->wishes();
        m_classroomBeforeLesson = m_window.classroom();
        m_window.setLessonTab(true);
    }
    m_guide->begin(lesson);
    m_window.setClassroom(lesson.classroom);
    m_window.drawers()->setPictures(2); // also where its first picture is the one that is shown
    m_window.showLessonTab();
    enableActions(true);
    m_window.fitPage();
}

void LessonHost::askToLeave()
{
    if (!m_guide->isActive() || !m_window.classroom().hidesMoreThan(m_classroomBeforeLesson))
        return leaveLesson();
    m_window.notifications()->withdraw(m_leavingQuestion); // once is enough
    m_leavingQuestion = tr("“%1” hides parts of the window. Leave the lesson, and all of them are there again?")
                            .arg(m_guide->player()->lesson().wordsIn(currentLanguage()).title);
    m_window.notifications()->post({.severity = widgets::Severity::Warning,
        .text = m_leavingQuestion,
        .offer = {tr("Leave the lesson"), [this] { leaveLesson(); }},
        .other = {tr("Stay in the lesson"), [] {}},
        .holds = true});
}

/// The window is as it was before the first step, whatever was tried meanwhile.
void LessonHost::leaveLesson()
{
    if (!m_guide->isActive())
        return;
    m_window.notifications()->withdraw(std::exchange(m_leavingQuestion, {}));
    const bool hadFocus = m_guide->panel()->isAncestorOf(m_window.focusWidget());
    m_guide->end();
    m_presenter->follow({});
    m_window.setClassroom(m_classroomBeforeLesson);
    m_window.setLessonTab(false);
    m_window.drawers()->setWishes(m_drawersBeforeLesson);
    enableActions(false);
    if (hadFocus)
        m_window.centralWidget()->setFocus();
    m_window.stepGuide()->leave(false);
    m_window.settingsGuide()->refreshCounting();
    m_window.fitPage();
}

/// All of it: nothing more is on its way.
bool LessonHost::isPictureThere() const
{
    const widgets::View* const view = m_window.currentView();
    return view && m_window.run() && !m_window.isBusy() && !view->isComputing() && !m_session.isFigureDue();
}

/// What is on screen, once all of it is there.
void LessonHost::lookAtLesson()
{
    if (!m_guide->isActive() || !isPictureThere())
        return;
    const widgets::View* const view = m_window.currentView();
    if (!(m_session.shown().a == m_window.state().a) || !(m_session.shown().b == m_window.state().b))
        return; // its run is on the way, or was refused
    const widgets::FigureData data = view->figureData();
    if (!missingNeeds(view->figure(), data).empty())
        return;
    m_guide->look(
        {&view->figure(), data, QString::fromStdString(m_window.state().slot().text)}, m_window.stepGuide()->isAtStep());
}

QString LessonHost::lessonCounter() const
{
    const LessonPlayer& player = *m_guide->player();
    return QStringLiteral("%1 / %2 · %3").arg(player.at() + 1).arg(player.count()).arg(player.text(currentLanguage()).title);
}

void LessonHost::fillLessonMenu()
{
    QMenu* const menu = m_actions.lessonMenu();
    for (QAction* const old : std::exchange(m_lessonActions, {}))
        delete old;
    QAction* const first = menu->actions().value(0);
    for (const Lesson& lesson : allLessons()) {
        const QString title = widgets::menuText(lesson.wordsIn(currentLanguage()).title);
        auto* const open = new QAction(title, menu);
        connect(open, &QAction::triggered, this, [this, file = lesson.file] { openLesson(QString::fromStdString(file)); });
        menu->insertAction(first, open);
        m_lessonActions.push_back(open);
    }
    m_lessonActions.push_back(menu->insertSeparator(first));
}

std::optional<QPointF> LessonHost::pointOf(const LessonTarget& line, std::optional<double> value) const
{
    const auto* const figure = qobject_cast<const widgets::FigureView*>(m_window.currentView());
    const std::optional<QPointF> at = figure ? app::pointOf(*figure->plot(), line, value) : std::nullopt;
    return at ? std::optional(*at + figure->plot()->mapTo(m_window.centralWidget(), QPoint())) : at;
}

/// In the coordinates of the central widget; invalid where it is not in sight.
QRect LessonHost::placeOf(const LessonTarget& target) const
{
    const auto ofWidget = [this](const QWidget* widget) {
        return widget && widget->isVisible() ? QRect(widget->mapTo(m_window.centralWidget(), QPoint()), widget->size()) : QRect();
    };
    const widgets::View* const view = m_window.currentView();
    if (const auto* const figure = qobject_cast<const widgets::FigureView*>(view); figure && target.isInPicture()) {
        const std::optional<QRectF> part
            = figure->isEmpty() || !figure->plot()->isVisible() ? std::nullopt : partOf(*figure->plot(), target);
        return part ? part->translated(figure->plot()->mapTo(m_window.centralWidget(), QPoint())).toAlignedRect() : QRect();
    }
    if (target.kind == QLatin1String("picture"))
        return ofWidget(view ? view->picture() : nullptr);
    if (target.kind == QLatin1String("caption"))
        return ofWidget(view ? view->findChild<widgets::PageFoot*>() : nullptr);
    if (target.kind == QLatin1String("title"))
        return ofWidget(view ? view->findChild<widgets::TitleLine*>() : nullptr);
    if (target.kind == QLatin1String("control"))
        return ofWidget(view ? view->findChild<QWidget*>(target.name) : nullptr);
    if (target.kind == QLatin1String("status")) // what it says of the marked place
        return ofWidget(m_window.statusLine()->findChild<QWidget*>(QStringLiteral("readOut")));
    const PageTabs& tabs = m_window.pageTabs();
    if (target.kind == QLatin1String("page"))
        return tabs.isVisible() ? tabs.placeOf(target.name).translated(tabs.mapTo(m_window.centralWidget(), QPoint())) : QRect();
    if (target.kind == QLatin1String("switch")) {
        const auto* const line = m_window.findChild<const widgets::PageSwitches*>();
        return ofWidget(line ? line->controlOf(target.name) : nullptr);
    }
    return ofWidget(m_window.part(target.kind));
}

} // namespace app
