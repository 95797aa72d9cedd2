#pragma once

// LessonFocus: what a person is to do next in a lesson has the focus when the button that had it is hidden or disabled: else the
// next widget of the window would get it, whatever it does.

#include <QObject>

class QWidget;

namespace app {

class LessonWays;
class LessonWork;

class LessonFocus : public QObject
{
    Q_OBJECT
public:
    /// Of the lesson in `place`, which has both and owns this.
    LessonFocus(QWidget* place, LessonWork* work, LessonWays* ways);

private:
    QWidget* due() const;
    void follow(const QWidget* left);

    QWidget* m_place;
    LessonWork* m_work;
    LessonWays* m_ways;
};

} // namespace app
