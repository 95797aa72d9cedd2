// Every lesson that comes with the program, played to its end in the real window, in both languages: each value is read from what
// was computed, each mark points at something in sight, one answer holds, and leaving restores what was there.

#include "app/base/languages.h"
#include "app/lessons/lesson_player.h"
#include "app/window/drawers.h"
#include "app/window/greeting.h"
#include "app/window/lesson_guide.h"
#include "app/window/lesson_host.h"
#include "app/window/lesson_panel.h"
#include "app/window/lesson_parts.h"
#include "app/window/lesson_work.h"

#include "tests/app/support/lesson_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/plot/plot.h"

#include <QFile>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

class TestLessonsPlayed : public QObject, support::LessonWindow
{
    Q_OBJECT
private slots:
    void init() { app::setLanguage("en"); }
    void nineLessonsComeAlongTheCourse();
    void everyLessonIsPlayedToItsEnd_data();
    void everyLessonIsPlayedToItsEnd();
    void anAnswerIsHiddenUntilThereIsAGuess();
    void theDrawerOverThePageIsNotVeiled();
    void wanderingOffIsAllowedAndTheStepComesBack();
    void leavingRestoresWhatWasThere();
    void inADrawerOverThePageOneEscapeLeaves();
    void theStepIsKeptForTheNextTime();
    void aClickerWalksTheLessonWhilePresenting();
    void tabFollowsTheEyeInALesson();
    void theFocusGoesToWhatIsDueNext();
    void aLessonThatPointsAtNothingSaysSoAndGoesOn();
    void theFirstStartHasOneCard();
    void theFirstStartComparesTwoModels();

private:
    void settleStep() { LessonWindow::settleStep(5); }
    app::LessonPanel& panel() { return *m_window->lessonGuide()->panel(); }
    void playStep(const QString& where);
};

void TestLessonsPlayed::nineLessonsComeAlongTheCourse()
{
    QStringList ids;
    for (const app::Lesson& lesson : app::allLessons()) {
        ids << lesson.id;
        QCOMPARE(lesson.words.size(), std::size_t(app::languages().size()));
        QVERIFY2(lesson.minutes > 0 && lesson.minutes <= 10, qPrintable(lesson.id));
    }
    const QStringList course{"tour", "input-position", "attention-by-hand", "heads-sharing", "norm-kinds", "norm-placement",
        "feed-forward", "rope-alibi", "logits-text", "transformer-llama"};
    QCOMPARE(ids, course);
}

void TestLessonsPlayed::everyLessonIsPlayedToItsEnd_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("language");
    for (const app::Lesson& lesson : app::allLessons())
        for (const QString& language : app::languages())
            QTest::newRow(qPrintable(lesson.id + "-" + language)) << lesson.id << language;
}

void TestLessonsPlayed::playStep(const QString& where)
{
    settleStep();
    const app::LessonStep& step = player().step();
    QVERIFY2(player().missingValues().isEmpty(), qPrintable(where + ": " + player().missingValues().join(' ')));
    QVERIFY2(m_window->lessonGuide()->lostTargets().isEmpty(),
        qPrintable(where + ": " + m_window->lessonGuide()->lostTargets().join(", ")));
    QVERIFY2(step.answers.empty() || !step.veil.empty(), qPrintable(where + ": the answer is on screen before it is asked for"));
    if (step.veil.empty())
        QCOMPARE(m_window->lessonGuide()->marks()->marks().size(), step.marks.size());
    const app::LessonMarks& marks = *m_window->lessonGuide()->marks();
    for (const app::PlacedMark& mark : marks.marks()) { // each with its whole number
        const double radius = app::markRadius();
        const QRectF disc(marks.numberOf(mark) - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
        QVERIFY2(QRectF(marks.rect()).contains(disc), qPrintable(where));
    }
    for (const widgets::Notification& message : m_window->notifications()->notifications())
        QFAIL(qPrintable(where + ": " + message.text));
    QCOMPARE(m_window->lessonGuide()->veiled().empty(), step.veil.empty());
    QVERIFY(!panel().nextButton()->isEnabled() || (step.answers.empty() && step.tasks.empty()));
    look(where + "-a");
    if (!step.tasks.empty()) {
        QVERIFY2(!player().areTasksDone(), qPrintable(where + ": done before it was asked for"));
        panel().work()->solutionButton()->click();
        settle();
        QTRY_VERIFY2_WITH_TIMEOUT(player().areTasksDone(), qPrintable(where), 20000);
        QTRY_VERIFY2_WITH_TIMEOUT(
            player().areValuesThere(), qPrintable(where + ": " + player().missingValues().join(' ')), 20000);
    }
    if (!step.answers.empty()) {
        QVERIFY2(player().right() >= 0, qPrintable(where + ": no answer holds, or several"));
        panel().work()->answerButtons()[0]->click();
        QVERIFY(panel().work()->revealButton()->isEnabled());
        panel().work()->revealButton()->click();
        QTRY_VERIFY(m_window->lessonGuide()->veiled().empty());
        QCOMPARE(panel().work()->answerButtons()[std::size_t(player().right())]->look(), app::AnswerButton::Look::Right);
    }
    QTRY_COMPARE(m_window->lessonGuide()->marks()->marks().size(), step.marks.size());
    QVERIFY2(!panel().shownText().contains('{') && !panel().shownText().contains("NaN"), qPrintable(where + panel().shownText()));
    if (!step.tasks.empty() || !step.answers.empty())
        look(where + "-b");
    QVERIFY(panel().nextButton()->isEnabled());
}

void TestLessonsPlayed::everyLessonIsPlayedToItsEnd()
{
    QFETCH(QString, id);
    QFETCH(QString, language);
    app::setLanguage(language);
    open("main", "attention");
    const support::Shown before = shown();
    const app::Drawers::Wishes drawers = m_window->drawers()->wishes();
    start(id);
    const int steps = player().count();
    for (int step = 0; step < steps; ++step) {
        QCOMPARE(player().at(), step);
        playStep(QStringLiteral("%1 %2 step %3").arg(id, language).arg(step));
        if (QTest::currentTestFailed())
            return;
        panel().nextButton()->click();
    }
    settle();
    QVERIFY(!m_window->lessonGuide()->isActive());
    QVERIFY2(shown() == before, qPrintable(support::words(shown())));
    QVERIFY(m_window->drawers()->wishes() == drawers);
}

void TestLessonsPlayed::anAnswerIsHiddenUntilThereIsAGuess()
{
    open("main", "attention");
    start("attention-by-hand");
    settleStep();
    const QRect picture = m_window->lessonGuide()->veiled().at(0);
    QVERIFY(picture.contains(view()->plot()->mapTo(m_window->centralWidget(), view()->plot()->rect().center())));
    QVERIFY(!panel().work()->revealButton()->isEnabled());
    player().reveal();
    QVERIFY(!player().isRevealed());
    const int right = player().right();
    panel().work()->answerButtons()[std::size_t(right == 0 ? 1 : 0)]->click();
    QTest::keyClick(panel().work()->revealButton(), Qt::Key_Space);
    QVERIFY(player().isRevealed());
    QCOMPARE(panel().work()->answerButtons()[std::size_t(right)]->look(), app::AnswerButton::Look::Right);
    QCOMPARE(panel().work()->answerButtons()[std::size_t(right == 0 ? 1 : 0)]->look(), app::AnswerButton::Look::Wrong);
    QTRY_VERIFY(m_window->lessonGuide()->veiled().empty());
    player().choose(right); // too late
    QVERIFY(player().chosen() != right);
}

void TestLessonsPlayed::theDrawerOverThePageIsNotVeiled()
{
    open("main", "attention");
    m_window->setTheme(widgets::ThemeId::Projector);
    m_window->resize(1100, 738);
    start("attention-by-hand");
    settleStep();
    const app::Drawers& drawers = *m_window->drawers();
    QVERIFY(drawers.isOpen(app::Drawers::Right) && !drawers.isBeside(app::Drawers::Right));
    const QRect over = drawers.overPage().translated(drawers.mapTo(m_window->centralWidget(), QPoint()));
    QVERIFY(!m_window->lessonGuide()->veiled().empty());
    for (const QRect& veil : m_window->lessonGuide()->veiled())
        QVERIFY(!veil.intersects(over));
    m_window->setTheme(widgets::ThemeId::Light);
}

void TestLessonsPlayed::wanderingOffIsAllowedAndTheStepComesBack()
{
    open("main", "attention");
    start("norm-placement");
    settleStep();
    const support::Shown step = shown();
    QVERIFY(!panel().restoreButton()->isEnabled());
    m_window->showView("attention");
    m_window->setPrompt("The cat sees");
    settle();
    QTRY_VERIFY(panel().restoreButton()->isEnabled());
    panel().restoreButton()->click();
    settleStep();
    QVERIFY2(shown() == step, qPrintable(support::words(shown())));
    QVERIFY(!panel().restoreButton()->isEnabled());
}

void TestLessonsPlayed::leavingRestoresWhatWasThere()
{
    open("main", "rope", "The cat sees the dog.");
    m_window->addChoice("norm.kind", "layer_norm");
    settle();
    const support::Shown before = shown();
    const int undo = m_window->undoStack()->index();
    start("heads-sharing");
    settleStep();
    m_window->setPrompt("Something else"); // tried on the way
    settle();
    press(Qt::Key_Escape);
    QTRY_VERIFY(!m_window->lessonGuide()->isActive());
    settle();
    QVERIFY2(shown() == before, qPrintable(support::words(shown())));
    QCOMPARE(m_window->undoStack()->index(), undo);
    QVERIFY(!m_window->action(app::Act::Redo)->isEnabled()); // no step of the lesson
    QVERIFY(m_window->lessonGuide()->marks()->isHidden());
}

void TestLessonsPlayed::inADrawerOverThePageOneEscapeLeaves()
{
    open("main", "attention");
    m_window->resize(900, 738);
    start("heads-sharing");
    settleStep();
    QVERIFY(m_window->isLessonOverPage());
    m_window->action(app::Act::ShowChoices)->trigger(); // opened last, so closed first
    settle();
    press(Qt::Key_Escape);
    QVERIFY(m_window->lessonGuide()->isActive() && m_window->drawers()->overPage().isEmpty());
    m_window->showLessonTab();
    QVERIFY(m_window->isLessonOverPage());
    press(Qt::Key_Escape);
    QVERIFY(!m_window->lessonGuide()->isActive());
    settle();
}

void TestLessonsPlayed::theStepIsKeptForTheNextTime()
{
    open("main", "attention");
    start("rope-alibi");
    settleStep();
    player().goTo(3);
    settleStep();
    m_window->lessonHost()->leaveLesson();
    settle();
    start("rope-alibi");
    QCOMPARE(player().at(), 3);
}

void TestLessonsPlayed::aClickerWalksTheLessonWhilePresenting()
{
    open("main", "attention");
    start("norm-placement");
    settleStep();
    press(Qt::Key_F5);
    QVERIFY(counter().startsWith("1 / 7"));
    press(Qt::Key_PageDown);
    settleStep();
    QCOMPARE(player().at(), 1);
    press(Qt::Key_PageDown); // the answer first
    QVERIFY(player().isRevealed());
    QCOMPARE(player().at(), 1);
    press(Qt::Key_PageDown);
    QCOMPARE(player().at(), 2);
    press(Qt::Key_F5);
    QVERIFY(m_window->lessonGuide()->isActive()); // goes on beside the page
    QCOMPARE(player().at(), 2);
}

void TestLessonsPlayed::tabFollowsTheEyeInALesson()
{
    open("main", "attention");
    start("norm-placement");
    settleStep();
    player().goTo(1); // whose answers are newer than all that is below them
    settleStep();
    player().choose(0);
    const QWidget* last = panel().work()->answerButtons().front();
    panel().work()->answerButtons().front()->setFocus();
    QStringList walked;
    for (int stop = 0; stop < 40; ++stop) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        const QWidget* const now = QApplication::focusWidget();
        if (!panel().isAncestorOf(now))
            break;
        const QPoint at = now->mapTo(&panel(), QPoint()), before = last->mapTo(&panel(), QPoint()); // what is scrolled moves
        walked << now->objectName() + now->metaObject()->className();
        QVERIFY2(std::pair(at.y(), at.x()) > std::pair(before.y(), before.x()), qPrintable(walked.join(", ")));
        last = now;
    }
    QVERIFY2(walked.size() > 2, qPrintable(walked.join(", ")));
}

/// By keys alone: answer, "Show the answer", "Next", the answers of the next question.
void TestLessonsPlayed::theFocusGoesToWhatIsDueNext()
{
    open("main", "attention");
    start("rope-alibi");
    settleStep();
    QVERIFY(!panel().work()->answerButtons().empty());
    const auto focus = [this] { return m_window->focusWidget(); };
    panel().work()->answerButtons()[0]->setFocus(Qt::TabFocusReason);
    press(Qt::Key_Space);
    QTRY_COMPARE(focus(), panel().work()->revealButton());
    press(Qt::Key_Space);
    QVERIFY(player().isRevealed());
    QTRY_COMPARE(focus(), panel().nextButton());
    bool wasAsked = false;
    while (player().at() + 1 < player().count()) {
        if (!panel().nextButton()->isEnabled()) { // as a person who has answered
            player().choose(0);
            player().showSolution();
            QTRY_VERIFY_WITH_TIMEOUT(player().areTasksDone() && player().areValuesThere(), 20000);
            player().reveal();
            QTRY_VERIFY(panel().nextButton()->isEnabled());
            panel().nextButton()->setFocus();
        }
        press(Qt::Key_Space);
        settleStep();
        QTRY_VERIFY2(focus() && panel().isAncestorOf(focus()), qPrintable(QString::number(player().at())));
        if (!player().step().answers.empty() && player().step().tasks.empty()) {
            wasAsked = true;
            QTRY_COMPARE(focus(), panel().work()->answerButtons()[0]);
        }
    }
    QVERIFY(wasAsked);
}

void TestLessonsPlayed::aLessonThatPointsAtNothingSaysSoAndGoesOn()
{
    const QTemporaryDir folder;
    for (const auto& [name, bytes] : {std::pair("mine.json",
                                          R"({"lesson": 1, "model": "main", "text": "red dog", "steps": [{"figure": "attention",
                                              "marks": [{"map": "atlantis"}, {"map": "head"}]}]})"),
             {"mine.en.md", "# Mine\n\n## First\n\nLook at [it](mark:1) and [that](mark:2).\n"}}) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    open("main", "flow");
    QVERIFY(m_window->lessonHost()->openLesson(folder.filePath("mine.json")));
    settle();
    settleStep();
    QTRY_COMPARE(m_window->notifications()->notifications().size(), std::size_t(1));
    const QString said = m_window->notifications()->notifications().front().text;
    QVERIFY2(said.contains("atlantis") && said.contains("steps[0]") && !said.contains('\n'), qPrintable(said));
    QTRY_COMPARE(m_window->lessonGuide()->marks()->marks().size(), std::size_t(1)); // the other one
    QVERIFY(panel().nextButton()->isEnabled());
}

void TestLessonsPlayed::theFirstStartHasOneCard()
{
    open("main", "attention");
    QVERIFY(!m_window->greeting()); // only where it is asked for
    m_window->greet();
    QVERIFY(m_window->greeting()->isVisible());
    press(Qt::Key_Escape);
    QVERIFY(!m_window->greeting() || m_window->greeting()->isHidden());
}

void TestLessonsPlayed::theFirstStartComparesTwoModels()
{
    open("main", "attention");
    m_window->greet();
    m_window->greeting()->compareButton()->click();
    settle();
    QVERIFY(!m_window->greeting() || m_window->greeting()->isHidden());
    QVERIFY(m_window->state().b && m_window->state().b->said.has("norm.placement"));
    m_window->greet();
    QVERIFY(!m_window->greeting() || m_window->greeting()->isHidden()); // gone for good
}

QUIET_TEST_MAIN(TestLessonsPlayed)
#include "tst_lessons_played.moc"
