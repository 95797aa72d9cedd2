#pragma once

// A window in which a lesson is played.

#include "app/lessons/lesson_player.h"
#include "app/window/lesson_guide.h"
#include "app/window/lesson_host.h"

#include "tests/app/support/presented_window.h"

#include <QTest>

namespace support {

class LessonWindow : public PresentedWindow
{
protected:
    app::LessonPlayer& player() { return *m_window->lessonGuide()->player(); }
    void start(const QString& id)
    {
        QVERIFY(m_window->lessonHost()->openLesson(QString::fromStdString(app::lessonFile(id))));
        settle();
    }

    /// Waits until the step is there, and as many ms for what follows from it.
    void settleStep(int after)
    {
        settle();
        QTRY_VERIFY_WITH_TIMEOUT(player().isHere(), 20000);
        QTest::qWait(after);
    }

    /// For looking: every step as a picture, where a folder for them is named.
    void look(const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("LESSON_PICTURES"); !folder.isEmpty())
            m_window->grab().save(folder + "/" + QString(name).replace(' ', '-') + ".png");
    }
};

} // namespace support
