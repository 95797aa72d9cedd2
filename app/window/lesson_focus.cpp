#include "app/window/lesson_focus.h"

#include "app/window/lesson_parts.h"
#include "app/window/lesson_ways.h"
#include "app/window/lesson_work.h"

#include <QApplication>
#include <QPushButton>
#include <QTimer>

#include <utility>

namespace app {

LessonFocus::LessonFocus(QWidget* place, LessonWork* work, LessonWays* ways)
    : QObject(place)
    , m_place(place)
    , m_work(work)
    , m_ways(ways)
{
    connect(qApp, &QApplication::focusChanged, this, &LessonFocus::follow);
}

/// The button that shows the answer, the first answer or task, or the way on; null: none of them can be used now.
QWidget* LessonFocus::due() const
{
    QWidgetList order{m_work->revealButton()};
    for (AnswerButton* const answer : m_work->answerButtons())
        order << answer;
    order << m_work->solutionButton() << m_ways->nextButton();
    for (QWidget* const one : std::as_const(order))
        if (one->isVisible() && one->isEnabled())
            return one;
    return nullptr;
}

void LessonFocus::follow(const QWidget* left)
{
    if (!left || !m_place->isAncestorOf(left) || (left->isEnabled() && !left->isHidden()))
        return;
    QTimer::singleShot(0, this, [this] { // all of the step is there
        QWidget* const next = m_place->isVisible() ? due() : nullptr;
        if (next)
            next->setFocus(Qt::OtherFocusReason);
    });
}

} // namespace app
