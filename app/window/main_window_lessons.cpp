// MainWindow, lessons: a lesson is planned steps that are walked beside the page. What was there before the first of them comes
// back with its end, whatever the person has changed meanwhile.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/lessons/lesson.h"
#include "app/lessons/picture_parts.h"
#include "app/window/compare_bar.h"
#include "app/window/greeting.h"
#include "app/window/lesson_guide.h"
#include "app/window/lesson_panel.h"
#include "app/window/lesson_papers.h"
#include "app/window/page_tabs.h"
#include "app/window/presenter.h"
#include "app/window/status_line.h"
#include "app/window/step_guide.h"
#include "app/window/tab_strip.h"

#include "widgets/controls/menu_text.h"
#include "widgets/controls/title_line.h"
#include "widgets/diagram/model_diagram.h"
#include "widgets/figure/needs.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/page_foot.h"

#include <QMenu>
#include <QPushButton>
#include <QTimer>

#include <utility>

namespace app {

void MainWindow::connectLessons()
{
    const auto on = [&](Act act, auto&& slot) { connect((*m_actions)[act], &QAction::triggered, this, slot); };
    on(Act::LeaveLesson, [this] { leaveLesson(); });
    connect(m_actions->lessonMenu(), &QMenu::aboutToShow, this, &MainWindow::fillLessonMenu);
    m_guide->setPlaces([this](const LessonTarget& target) { return placeOf(target); });
    connect(m_guide->player(), &LessonPlayer::stepWanted, this, [this](const PlannedStep& step) {
        m_presenter->follow(lessonCounter());
        m_stepGuide->setStep(step);
    });
    connect(m_guide->player(), &LessonPlayer::solutionWanted, this, [this](const PlannedStep& step) {
        showFigure(step.contents);
    });
    connect(m_guide, &LessonGuide::faultFound, this, [this](const core::Error::Parts& fault) { m_notifications->post(fault); });
    connect(m_guide->panel(), &LessonPanel::leaveWanted, this, &MainWindow::leaveLesson);
    connect(m_presenter, &Presenter::walkWanted, m_guide, &LessonGuide::walk);
    m_lessonLook = new QTimer(this); // what changes at a time is looked at once
    m_lessonLook->setSingleShot(true);
    m_lessonLook->setInterval(0);
    connect(m_lessonLook, &QTimer::timeout, this, &MainWindow::lookAtLesson);
    connect(this, &MainWindow::runShown, m_lessonLook, qOverload<>(&QTimer::start));
    connect(m_session.selection(), &widgets::SelectionModel::pinnedChanged, m_lessonLook, qOverload<>(&QTimer::start));
    new LessonPapers(*this, *m_guide);
    for (const Act act : {Act::LeaveLesson, Act::StudentSheet, Act::AnswerSheet})
        (*m_actions)[act]->setEnabled(false);
}

bool MainWindow::openLesson(const QString& path)
{
    try {
        beginLesson(readLesson(path.toStdString()));
    } catch (const core::Error& error) {
        m_notifications->post(error.parts());
        return false;
    }
    return true;
}

void MainWindow::greet()
{
    if (m_settings.isGreeted)
        return sayWhatIsKept();
    if (m_greeting)
        return;
    m_greeting = new Greeting(centralWidget());
    connect(m_greeting, &Greeting::dismissed, this, [this] {
        m_settings.isGreeted = true;
        if (m_start.remembers)
            saveSettings(m_settings); // it must not come back where the program is killed
        centralWidget()->setFocus();
    });
    connect(m_greeting, &Greeting::tourWanted, this,
        [this] { openLesson(QString::fromStdString(lessonFile(QStringLiteral("tour")))); });
    connect(m_greeting, &Greeting::comparisonWanted, this, [this] {
        WindowState next = withB(state());
        next.b->said.set("norm.placement", "post");
        change(next);
        showView(QStringLiteral("attention"));
    });
}

void MainWindow::beginLesson(const Lesson& lesson)
{
    if (!m_guide->isActive()) {
        m_drawersBeforeLesson = m_drawers->wishes();
        m_classroomBeforeLesson = m_classroom;
        m_rightTabs->addTab(QString());
    }
    m_guide->begin(lesson);
    setClassroom(lesson.classroom);
    nameDrawers();
    m_rightTabs->setCurrentIndex(m_rightTabs->count() - 1);
    m_drawers->setOpen(Drawers::Right, true);
    for (const Act act : {Act::LeaveLesson, Act::StudentSheet, Act::AnswerSheet})
        (*m_actions)[act]->setEnabled(true);
    fitPage();
}

/// The window is as it was before the first step, whatever was tried meanwhile.
void MainWindow::leaveLesson()
{
    if (!m_guide->isActive())
        return;
    const bool hadFocus = m_guide->panel()->isAncestorOf(focusWidget());
    m_guide->end();
    m_presenter->follow({});
    setClassroom(m_classroomBeforeLesson);
    if (m_rightTabs->currentIndex() == m_rightTabs->count() - 1)
        m_rightTabs->setCurrentIndex(0);
    m_rightTabs->removeTab(m_rightTabs->count() - 1);
    nameDrawers();
    m_drawers->setWishes(m_drawersBeforeLesson);
    for (const Act act : {Act::LeaveLesson, Act::StudentSheet, Act::AnswerSheet})
        (*m_actions)[act]->setEnabled(false);
    if (hadFocus)
        centralWidget()->setFocus();
    m_stepGuide->leave(false);
    refreshCounting();
    fitPage();
}

/// What is on screen, once all of it is there.
void MainWindow::lookAtLesson()
{
    const widgets::View* const view = currentView();
    if (!m_guide->isActive() || !view || !run() || isBusy() || view->isComputing() || m_session.isFigureDue())
        return;
    if (!(m_session.shown().a == state().a) || !(m_session.shown().b == state().b))
        return; // its run is on the way, or was refused
    const widgets::FigureData data = view->figureData();
    if (!missingNeeds(view->figure(), data).empty())
        return;
    m_guide->look({&view->figure(), data, QString::fromStdString(state().slot().text)}, m_stepGuide->isAtStep());
}

QString MainWindow::lessonCounter() const
{
    const LessonPlayer& player = *m_guide->player();
    return QStringLiteral("%1 / %2 · %3").arg(player.at() + 1).arg(player.count()).arg(player.text(currentLanguage()).title);
}

void MainWindow::fillLessonMenu()
{
    QMenu* const menu = m_actions->lessonMenu();
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

/// In the coordinates of the central widget; invalid where it is not in sight.
QRect MainWindow::placeOf(const LessonTarget& target) const
{
    const auto ofWidget = [this](const QWidget* widget) {
        return widget && widget->isVisible() ? QRect(widget->mapTo(centralWidget(), QPoint()), widget->size()) : QRect();
    };
    const widgets::View* const view = currentView();
    if (const auto* const figure = qobject_cast<const widgets::FigureView*>(view); figure && target.isInPicture()) {
        const std::optional<QRectF> part
            = figure->isEmpty() || !figure->plot()->isVisible() ? std::nullopt : partOf(*figure->plot(), target);
        return part ? part->translated(figure->plot()->mapTo(centralWidget(), QPoint())).toAlignedRect() : QRect();
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
        return ofWidget(m_status->findChild<QWidget*>(QStringLiteral("readOut")));
    if (target.kind == QLatin1String("page"))
        return m_tabs->isVisible() ? m_tabs->placeOf(target.name).translated(m_tabs->mapTo(centralWidget(), QPoint())) : QRect();
    if (target.kind == QLatin1String("switch")) {
        for (const widgets::PageSwitch* one : m_switches->findChildren<widgets::PageSwitch*>())
            if (QString::fromStdString(one->key().id) == target.name && one->isVisible())
                return ofWidget(one);
        return {};
    }
    const std::pair<const char*, const QWidget*> parts[] = {{"prompt", m_prompt}, {"tokens", m_tokenBar},
        {"compare", state().b ? static_cast<const QWidget*>(m_compare) : m_makeB}, {"diagram", m_diagram},
        {"choices", m_rightTabs}};
    for (const auto& [word, widget] : parts)
        if (target.kind == QLatin1String(word))
            return ofWidget(widget);
    return {};
}

} // namespace app
