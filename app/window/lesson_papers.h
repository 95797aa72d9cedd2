#pragma once

// LessonPapers: what a window writes of lessons: the sheet for students, the answers, and a step that is recorded from the screen.

#include <QObject>
#include <QString>

namespace app {

class HandoutJob;
class LessonGuide;
class MainWindow;

class LessonPapers : public QObject
{
    Q_OBJECT
public:
    /// `guide` has the lesson that is open. Both outlive it.
    LessonPapers(MainWindow& window, LessonGuide& guide);

    /// The sheet of the lesson that is open, when its runs are there. REQUIRES: one is.
    void write(const QString& path, bool hasAnswers);

    /// What is on screen as a further step of the lesson in this file; says so. Result: whether it could be written.
    bool record(const QString& path);

private:
    void askForSheet(bool hasAnswers);
    void askForLesson();

    MainWindow& m_window;
    LessonGuide& m_guide;
    HandoutJob* m_job;
    QString m_recorded; // the lesson that the last step went to
};

} // namespace app
