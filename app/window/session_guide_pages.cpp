// SessionGuide, the pages: what they show is written into a session, and comes back with it, with a figure or with a planned
 // step.

#include "app/window/session_guide.h"

#include "app/session/recovery.h"
#include "app/session/session_file.h"
#include "app/session/session_keeper.h"
#include "app/window/export_guide.h"
#include "app/window/lesson_host.h"
#include "app/window/main_window.h"
#include "app/window/page_stack.h"
#include "app/window/page_tabs.h"
#include "app/window/presenter.h"

#include "widgets/panels/notification_bar.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/views/shared/view.h"

namespace app {

QByteArray SessionGuide::sessionBytes(const QString& folder, const QJsonObject& more) const
{
    if (!m_window.currentView() || !m_session.runOf(0))
        return {};
    const StepGuide::Shown shown = m_window.stepGuide()->shown();
    const StepGuide::Shown::Page& onScreen = shown.pages.at(shown.page);
    QJsonObject others = m_otherWords;
    for (auto member = more.begin(); member != more.end(); ++member)
        others[member.key()] = member.value();
    if (const int step = m_presenter->lectureStep(); step > 0)
        others[lectureStepWord] = step;
    return app::writeSession({m_window.stepGuide()->kept(), onScreen.figure, onScreen.options, shown.selection,
                                 m_window.lessonHost()->classroomWithout(),
                                 m_tabs->idAt(shown.page), otherPages(shown), m_window.exportGuide()->theme(), others},
        folder);
}

/// What the pages show that are not on screen.
QJsonObject SessionGuide::otherPages(const StepGuide::Shown& shown) const
{
    QJsonObject pages = shown.due;
    for (const auto& [place, page] : shown.pages)
        if (place != shown.page)
            pages[m_tabs->idAt(place)]
                = QJsonObject{{"figure", page.figure}, {"options", QJsonObject::fromVariantMap(page.options)}};
    return pages;
}

/// What a session says beside its figure. The other pages begin anew as it says, each when it is looked at.
void SessionGuide::takePages(const RecipeContents& session)
{
    if (m_opened.isEmpty())
        return; // a figure, or a planned step
    m_otherWords = session.others;
    const QString belongsTo = m_otherWords.take(savedAsWord).toString();
    if (const int step = m_otherWords.take(lectureStepWord).toInt(); step > 0)
        m_presenter->resumeLecture(step);
    if (isOfRecovery(m_opened))
        m_keeper->adopt(m_opened, belongsTo);
    m_window.exportGuide()->setTheme(session.style.theme);
    m_pagesDue = session.pages;
    for (int i = 0; i < m_pages->count(); ++i)
        if (i != m_pages->currentIndex())
            m_pages->renew(i);
}

void SessionGuide::restoreKept(int page, widgets::View& view)
{
    const QJsonObject kept = m_pagesDue.take(m_tabs->idAt(page)).toObject();
    if (!kept.isEmpty())
        view.restore(kept["figure"].toString(), kept["options"].toObject().toVariantMap());
}

void SessionGuide::showFigure(const RecipeContents& figure)
{
    m_session.showFigure(figure);
    showFigureAtOnce();
}

void SessionGuide::showFigureAtOnce()
{
    if (!m_session.isBusy() && m_session.run())
        restoreFigure();
}

/// The page, controls and selection of a figure that was opened, once its run is there.
void SessionGuide::restoreFigure()
{
    const std::optional<RecipeContents> figure = m_session.takeFigure();
    if (!figure)
        return;
    const RecipeContents& made = *figure;
    if (const bool isStep = made.data.selection.step >= 0; m_window.timeline()->isActive() != isStep)
        m_actions[Act::StepThrough]->trigger();
    m_session.selection()->unhover(); // the mouse may rest where another picture was
    m_session.selection()->pin(made.data.selection);
    if (!m_opened.isEmpty())
        m_pagesDue = {}; // of the session before
    if (!made.figure.isEmpty() && !showPageOf(made))
        m_window.notifications()->post(widgets::Severity::Info,
            tr("No page shows the figure “%1”; its model, choices and text are restored.").arg(made.figure));
    takePages(made);
}

/// The page of a figure, the one that is named first, with all of its controls as said. False: there is none.
bool SessionGuide::showPageOf(const RecipeContents& made)
{
    std::vector<int> pages;
    for (int i = 0; i < m_tabs->count(); ++i)
        pages.insert(m_tabs->idAt(i) == made.page ? pages.begin() : pages.end(), i);
    for (const int i : pages) {
        if (!m_pages->at(i)->restore(made.figure, made.data.options))
            continue;
        m_pages->renew(i);
        m_pages->at(i)->restore(made.figure, made.data.options);
        m_window.showPage(i);
        const QVariantMap now = m_window.currentView()->figureData().options;
        for (auto option = made.data.options.begin(); option != made.data.options.end(); ++option)
            if (option.key() != QLatin1String("reading") // of older files, and no choice
                && now.value(option.key()).toString() != option.value().toString())
                m_window.notifications()->post(widgets::Severity::Info,
                    tr("The file was drawn with %1 = %2, which this page has no control for.")
                        .arg(option.key(), option.value().toString()));
        return true;
    }
    return false;
}

} // namespace app
