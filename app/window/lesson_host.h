#pragma once

// LessonHost: lessons in a window: from the menu or a file, walked beside the page. What was there before the first step comes
// back with the end, whatever the person has changed meanwhile.

#include "app/lessons/lesson.h"
#include "app/window/drawers.h"

#include <QObject>
#include <QRect>

#include <vector>

class QAction;
class QTimer;

namespace widgets {
class NotificationBar;
}

namespace app {

class LessonGuide;
class MainWindow;
class Presenter;
class Session;
class StepGuide;
class WindowActions;

class LessonHost : public QObject
{
    Q_OBJECT
public:
    /// `guide` walks them. All outlive it; the window has all its parts.
    LessonHost(MainWindow& window, LessonGuide& guide, const WindowActions& actions);

    /// Planned steps with words, beside the page. False, with a message, for a file that cannot be read.
    bool openLesson(const QString& path);

    /// The window is as it was before the first step. Nothing where no lesson is open.
    void leaveLesson();

    /// The same, as a person wants it: where parts of the window that the lesson hides would be there again, asks first.
    void askToLeave();

    /// The drawers as they are without the lesson that is open.
    const Drawers::Wishes& drawersWithout() const;
    const Classroom& classroomWithout() const; // what the window hides without it
    void setDrawersWithout(const Drawers::Wishes& wishes) { m_drawersBeforeLesson = wishes; }

private:
    void beginLesson(const Lesson& lesson);
    void enableActions(bool areEnabled);
    bool isPictureThere() const;
    void lookAtLesson();
    QString lessonCounter() const;
    void fillLessonMenu();
    QRect placeOf(const LessonTarget& target) const;
    std::optional<QPointF> pointOf(const LessonTarget& line, std::optional<double> value) const; // in them, too

    MainWindow& m_window;
    Session& m_session;
    const WindowActions& m_actions;
    LessonGuide* m_guide;
    Presenter* m_presenter;
    QTimer* m_lessonLook; // what changes at a time is looked at once
    std::vector<QAction*> m_lessonActions; // in the menu
    Drawers::Wishes m_drawersBeforeLesson;
    Classroom m_classroomBeforeLesson;
    QString m_leavingQuestion; // that was asked; empty: none
};

} // namespace app
