// The panel of a lesson and what lies over the page with it: nothing of a step is missed, and no message.

#include "app/window/lesson_panel.h"

#include "app/base/languages.h"
#include "app/window/lesson_parts.h"
#include "app/window/lesson_work.h"

#include "tests/app/support/lesson_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/panels/notification_bar.h"

#include <QPushButton>
#include <QTest>

#include <algorithm>

class TestLessonPanel : public QObject, support::LessonWindow
{
    Q_OBJECT
private slots:
    void init() { app::setLanguage("en"); }
    void theAnswerIsInTheSentenceBelowThePicture();
    void whatIsBelowTheFoldIsSaid();
    void everyAnswerComesIntoSight_data();
    void everyAnswerComesIntoSight();
    void aMessageIsReadOverAVeil();

private:
    void settleStep() { LessonWindow::settleStep(5); }
    app::LessonPanel& panel() { return *m_window->lessonGuide()->panel(); }
};

void TestLessonPanel::theAnswerIsInTheSentenceBelowThePicture()
{
    open("main", "attention");
    start("attention-by-hand");
    settleStep();
    QVERIFY(m_window->selection()->pinned().key != 4); // which the title would say before the guess
    panel().work()->answerButtons()[0]->click();
    panel().work()->revealButton()->click();
    settleStep();
    QCOMPARE(m_window->selection()->pinned().key, 4);
    QVERIFY2(view()->captionText().contains("chair"), qPrintable(view()->captionText()));
    QVERIFY(!panel().restoreButton()->isEnabled()); // it is the step still
    player().goTo(1);
    settleStep();
    m_window->selection()->pin({.layer = 2, .head = 1, .query = 6, .key = 2});
    player().goTo(0);
    settleStep();
    QCOMPARE(m_window->selection()->pinned().key, 4);
    QVERIFY(!panel().restoreButton()->isEnabled());
}

void TestLessonPanel::whatIsBelowTheFoldIsSaid()
{
    open("main", "attention");
    m_window->setTheme(widgets::ThemeId::Projector);
    start("attention-by-hand");
    settleStep();
    const auto* const last = panel().work()->answerButtons().back();
    auto* const more = panel().findChild<QPushButton*>("moreOfStep");
    const auto isInSight = [&] { return last->visibleRegion().boundingRect().height() == last->height(); };
    m_window->resize(1366, 600);
    QTRY_VERIFY(!isInSight() && more->isVisible());
    for (int page = 0; page < 5 && more->isVisible(); ++page)
        more->click();
    QVERIFY(isInSight() && !more->isVisible());
    m_window->resize(1366, 1400);
    QTRY_VERIFY(isInSight());
    QVERIFY(!more->isVisible());
    m_window->setTheme(widgets::ThemeId::Light);
}

void TestLessonPanel::everyAnswerComesIntoSight_data()
{
    QTest::addColumn<QString>("lesson");
    for (const app::Lesson& lesson : app::allLessons())
        QTest::newRow(qPrintable(lesson.id)) << lesson.id;
}

void TestLessonPanel::everyAnswerComesIntoSight()
{
    QFETCH(QString, lesson);
    open("main", "attention");
    m_window->resize(1366, 738);
    start(lesson);
    const QWidget* const after = panel().work()->afterText();
    int asked = 0, answered = 0;
    for (int step = 0; step < player().count(); ++step) {
        if (player().lesson().steps[std::size_t(step)].answers.empty())
            continue;
        ++asked;
        player().goTo(step);
        settleStep();
        panel().work()->answerButtons()[0]->click();
        settleStep();
        player().revealToClass();
        settleStep();
        if (!panel().work()->isAnswered())
            continue; // there is something to be done first, or the answer is in the picture alone
        ++answered;
        QTRY_VERIFY(after->isVisible());
        QTest::qWait(20);
        const QRect seen = after->visibleRegion().boundingRect();
        const int line = after->fontMetrics().height();
        QVERIFY2(seen.top() <= 1 && seen.height() >= std::min(line, after->height()),
            qPrintable(QString("step %1: %2 to %3 of %4").arg(step).arg(seen.top()).arg(seen.bottom()).arg(after->height())));
    }
    QVERIFY(answered > 0 || asked == 0); // the tour asks nothing
    m_window->lessonHost()->leaveLesson();
}

void TestLessonPanel::aMessageIsReadOverAVeil()
{
    open("main", "attention");
    m_window->notifications()->post(
        {.severity = widgets::Severity::Warning, .text = "A window ended without closing.", .holds = true});
    start("attention-by-hand");
    settleStep();
    const QWidget* const bar = m_window->notifications();
    const QRect place(bar->mapTo(m_window->centralWidget(), QPoint()), bar->size());
    const auto& veils = m_window->lessonGuide()->veiled();
    QVERIFY(std::ranges::any_of(veils, [&](const QRect& veil) { return veil.intersects(place); }));
    for (int x = place.left() + 1; x < place.right(); x += 20) {
        const QWidget* const on = m_window->centralWidget()->childAt(x, place.center().y());
        QVERIFY(on == bar || bar->isAncestorOf(on));
    }
}

QUIET_TEST_MAIN(TestLessonPanel)
#include "tst_lesson_panel.moc"
