// Every lesson that comes with the program, played while the window presents on a small projector, in both languages: what is
// asked can be read and answered there, and what a step points at has its room.

#include "app/base/languages.h"
#include "app/lessons/lesson_player.h"
#include "app/lessons/picture_parts.h"
#include "app/window/drawers.h"
#include "app/window/lesson_board.h"
#include "app/window/lesson_guide.h"
#include "app/window/lesson_host.h"
#include "app/window/lesson_panel.h"
#include "app/window/lesson_parts.h"
#include "app/window/lesson_work.h"

#include "tests/app/support/lesson_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/controls/disclosure.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/page_foot.h"

#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QTemporaryFile>
#include <QTest>

class TestLessonsPresented : public QObject, support::LessonWindow
{
    Q_OBJECT
private slots:
    void init() { app::setLanguage("en"); }
    void theQuestionIsAnsweredWhilePresenting();
    void theLessonCoversNothingOfThePicture_data();
    void theLessonCoversNothingOfThePicture();
    void whatFollowsFromAnAnswerIsBroughtIntoSight();
    void aNumberOfTheWordsIsThatOfThePicture();
    void aMarkIsOnANodeOfADiagram();
    void guessesAreDrawnOverTheVeiledLinesAndClickedThere();
    void aClickerAlonePlaysItToItsEnd();
    void aKeyPressedTooEarlyLeavesNoAnswerOut();
    void aMessageCoversNothingThatTheClassReads();
    void everyLessonIsPlayedPresenting_data();
    void everyLessonIsPlayedPresenting();

private:
    void settleStep() { LessonWindow::settleStep(20); }
    void look(const QString& name) { LessonWindow::look("F5-" + name); }
};

/// All of it in sight, with its words.
void TestLessonsPresented::theQuestionIsAnsweredWhilePresenting()
{
    open("main", "attention");
    start("norm-placement");
    settleStep();
    app::LessonBoard& board = *m_window->lessonGuide()->board();
    QVERIFY(!board.isVisible());
    press(Qt::Key_F5);
    QVERIFY(board.isVisible());
    QVERIFY(board.text()->isVisible() && board.text()->words() == player().text("en").body);
    board.nextButton()->click();
    settleStep();
    QCOMPARE(player().at(), 1);
    QStringList said;
    for (const QLabel* label : board.findChildren<QLabel*>())
        if (label->isVisible())
            said << label->text();
    QVERIFY2(said.contains(app::withMarks(player().text("en").question)), qPrintable(said.join('|')));
    QCOMPARE(board.work()->answerButtons().size(), player().step().answers.size());
    const QRect screen = m_window->rect();
    for (const app::AnswerButton* answer : board.work()->answerButtons()) {
        const QRect place(answer->mapTo(m_window.get(), QPoint()), answer->size());
        QVERIFY(answer->isVisible() && screen.contains(place) && !answer->visibleRegion().isEmpty());
        for (const QRect& veil : m_window->lessonGuide()->veiled())
            QVERIFY(!veil.translated(m_window->centralWidget()->mapTo(m_window.get(), QPoint())).intersects(place));
    }
    const app::LessonMarks& marks
        = *m_window->lessonGuide()->marks(); // what the words point at is in sight: no other part is veiled
    QTRY_COMPARE(marks.marks().size(), player().step().marks.size());
    QVERIFY(!board.nextButton()->isEnabled());
    QTest::mouseClick(board.work()->answerButtons().front(), Qt::LeftButton);
    QTest::mouseClick(board.work()->revealButton(), Qt::LeftButton);
    QVERIFY(player().isRevealed());
    QTRY_VERIFY(m_window->lessonGuide()->veiled().empty());
    QVERIFY(board.work()->afterText()->isVisible());
    press(Qt::Key_PageDown); // the keys are the clicker's
    QCOMPARE(player().at(), 2);
    settleStep();
    QVERIFY(!board.text()->isVisible()); // the picture has its room
    board.fold()->click();
    QVERIFY(board.text()->isVisible());
    press(Qt::Key_Escape);
    QVERIFY(!board.isVisible() && m_window->lessonGuide()->isActive());
}

void TestLessonsPresented::theLessonCoversNothingOfThePicture_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("before"); // the page that the lesson begins on
    QTest::newRow("the picture of the first step is there") << "heads-sharing"
                                                            << "attention";
    for (const app::Lesson& lesson : app::allLessons())
        QTest::newRow(qPrintable(lesson.id)) << lesson.id << "weights";
}

/// In the window that is projected as it is, with its panel: the page gives the room, as long as half of the width is left, and
/// the picture of each step has enough of it.
void TestLessonsPresented::theLessonCoversNothingOfThePicture()
{
    QFETCH(QString, id);
    QFETCH(QString, before);
    open("main", before);
    m_window->setTheme(widgets::ThemeId::Projector);
    const auto light = qScopeGuard([&] { m_window->setTheme(widgets::ThemeId::Light); });
    settle();
    start(id);
    settleStep();
    const app::Drawers& drawers = *m_window->drawers();
    QVERIFY(drawers.isOpen(app::Drawers::Right) && !drawers.isBeside(app::Drawers::Right));
    const auto placeOfPicture = [&] {
        const QWidget* const picture = m_window->currentView()->picture();
        return QRect(picture->mapTo(&drawers, QPoint()), picture->size());
    };
    for (int step = 0; step < player().count(); ++step) {
        player().goTo(step);
        settleStep();
        const QString where = QStringLiteral("step %1").arg(step);
        QVERIFY2(!placeOfPicture().intersects(drawers.overPage()), qPrintable(where));
        for (const widgets::Notification& message : m_window->notifications()->notifications())
            QFAIL(qPrintable(where + ": " + message.text));
        if (const auto* const figure = qobject_cast<const widgets::FigureView*>(m_window->currentView()))
            for (const QCPTextElement* const text : figure->plot()->findChildren<QCPTextElement*>())
                QVERIFY2(!text->text().startsWith("This picture has no room here"), qPrintable(where));
    }
    m_window->lessonHost()->leaveLesson();
    settle();
    QVERIFY(placeOfPicture().width() > drawers.width() * 3 / 4);
}

/// On a projector a question is as high as its panel: the button that shows the answer, and then the answer.
void TestLessonsPresented::whatFollowsFromAnAnswerIsBroughtIntoSight()
{
    open("main", "attention");
    m_window->setTheme(widgets::ThemeId::Projector);
    const auto light = qScopeGuard([&] { m_window->setTheme(widgets::ThemeId::Light); });
    start("norm-placement");
    const app::LessonPanel& panel = *m_window->lessonGuide()->panel();
    player().goTo(2);
    settleStep();
    const auto seen = [](const QWidget* widget) { return widget->visibleRegion().boundingRect().height(); };
    const QWidget *const reveal = panel.work()->revealButton(), *const after = panel.work()->afterText();
    QVERIFY(seen(reveal) < reveal->height());
    panel.work()->answerButtons()[0]->click();
    QTRY_COMPARE(seen(reveal), reveal->height());
    player().reveal();
    QTRY_VERIFY(after->isVisible());
    QTRY_COMPARE(seen(after), after->height());
    player().goTo(3);
    player().goTo(2); // whose answer is known: from its beginning
    settleStep();
    QTest::qWait(20);
    QVERIFY(seen(after) < after->height());
}

/// To its last digit.
void TestLessonsPresented::aNumberOfTheWordsIsThatOfThePicture()
{
    open("main", "attention");
    start("norm-placement");
    player().goTo(player().count() - 1);
    settleStep();
    const auto* const view = qobject_cast<const widgets::FigureView*>(m_window->currentView());
    const QString words = player().text("en").body;
    int compared = 0;
    for (int i = 0; view && i < view->plot()->graphCount(); ++i) {
        const QCPGraph* const graph = view->plot()->graph(i);
        const auto values = graph->data();
        if (graph->valueAxis() != view->plot()->graph(0)->valueAxis()
            || values->constBegin()->value == (values->constEnd() - 1)->value)
            continue; // of another chart, or a level
        ++compared;
        const QString end = widgets::formatFixed((values->constEnd() - 1)->value, 2);
        QVERIFY2(words.contains(end), qPrintable(end + ": " + words));
    }
    QCOMPARE(compared, 3);
}

/// As in a window, not presented: the step says "after the sum", and the box of the norm behind the sum is ringed in the small
/// diagram of Post.
void TestLessonsPresented::aMarkIsOnANodeOfADiagram()
{
    open("main", "attention");
    start("norm-placement");
    settleStep();
    player().goTo(2);
    settleStep();
    const app::LessonMarks& marks = *m_window->lessonGuide()->marks();
    QTRY_COMPARE(marks.marks().size(), std::size_t(1)); // in sight before the answer is
    widgets::Plot& plot = *m_window->currentView()->findChild<widgets::Plot*>();
    const auto placed = [&](const char* node) {
        return app::partOf(plot, {.kind = QStringLiteral("node"), .name = QString::fromLatin1(node)});
    };
    QVERIFY(placed("post.ln1") && placed("post.resid_mid") && placed("pre.ln1"));
    QVERIFY(placed("post.ln1")->left() >= placed("post.resid_mid")->right() - 1); // behind the sum
    QVERIFY(!placed("post.ln9") && !placed("atlantis.ln1"));
    const QRect ring = marks.marks()[0].place;
    QVERIFY(ring.contains(placed("post.ln1")->center().toPoint() + plot.mapTo(m_window->centralWidget(), QPoint())));
    QVERIFY(ring.width() < plot.width() / 8);
    const QPushButton& next = *m_window->lessonGuide()->panel()->nextButton(); // says where it leads to when the answer is out
    QCOMPARE(next.text(), QStringLiteral("Next ›"));
    player().choose(1);
    player().reveal();
    QTRY_COMPARE(next.text(), QStringLiteral("Next: Both at once ›"));
    QVERIFY(next.sizeHint().width() <= next.width());
    m_window->resize(880, 480); // its diagrams are small, or have no room: nothing is said of that
    settleStep();
    QVERIFY2(m_window->lessonGuide()->lostTargets().isEmpty(), qPrintable(m_window->lessonGuide()->lostTargets().join(' ')));
    QVERIFY(!app::hasNoRoom(plot, {.kind = QStringLiteral("node"), .name = QStringLiteral("atlantis.ln1")}));
}

void TestLessonsPresented::guessesAreDrawnOverTheVeiledLinesAndClickedThere()
{
    open("main", "attention");
    start("norm-placement");
    player().goTo(2);
    settleStep();
    const auto guessing = [&] {
        app::LessonVeil* found = nullptr;
        for (app::LessonVeil* const veil : m_window->lessonGuide()->veils())
            if (veil->isVisible() && veil->hasGuesses())
                found = veil;
        return found;
    };
    // Each ends where the line would with what it says, on axes that stay in sight; the answers have it as a sketch.
    QTRY_VERIFY(guessing());
    widgets::Plot& plot = *view()->plot();
    const QPointF veil = plot.mapFrom(m_window->centralWidget(), guessing()->pos());
    const app::LessonTarget post{.kind = QStringLiteral("plot"), .name = QStringLiteral("post")};
    const QPointF rises = *app::pointOf(plot, post, std::get<double>(player().answers().at("pre")));
    QVERIFY(std::abs(guessing()->endOf(0).y() + veil.y() - rises.y()) < 1);
    QVERIFY(std::abs(guessing()->endOf(0).x() + veil.x() - 2 * app::markRadius() - rises.x()) < 1);
    const double stays = guessing()->endOf(1).y() + veil.y(); // moved up to leave room for the lowest
    QVERIFY(stays < app::pointOf(plot, post, 0.5)->y() && stays > app::pointOf(plot, post, 2)->y());
    QVERIFY(guessing()->endOf(2).y() > guessing()->endOf(1).y() + 2 * app::markRadius());
    for (const QCPAxisRect* const axes : plot.axisRects())
        if (axes->rect().contains(rises.toPoint()))
            QVERIFY(axes->rect().left() < veil.x() && axes->rect().bottom() + 2 > veil.y() + guessing()->height());
    for (const app::AnswerButton* answer : m_window->lessonGuide()->panel()->work()->answerButtons())
        QVERIFY(!answer->shape().isEmpty());
    for (const int answer : {2, 1}) {
        QTRY_VERIFY(guessing());
        QTest::mouseClick(guessing(), Qt::LeftButton, {}, guessing()->endOf(std::size_t(answer)).toPoint());
        QCOMPARE(player().chosen(), answer);
        press(Qt::Key_F5); // and there
    }
    QTest::mouseClick(guessing(), Qt::LeftButton, {}, {2, 2}); // no line
    QCOMPARE(player().chosen(), 1);
    player().reveal();
    QTRY_VERIFY(!guessing());
}

/// Tasks, answer, next step: one key. A class that has guessed aloud is not told that it was wrong.
void TestLessonsPresented::aClickerAlonePlaysItToItsEnd()
{
    open("main", "attention");
    start("input-position"); // whose last step asks and has a task
    settleStep();
    press(Qt::Key_F5);
    int steps = 0, tasks = 0;
    for (; steps < player().count(); ++steps) {
        settleStep();
        QCOMPARE(player().at(), steps);
        if (!player().step().tasks.empty()) {
            press(Qt::Key_PageDown);
            settle();
            QTRY_VERIFY_WITH_TIMEOUT(player().areTasksDone() && player().areValuesThere(), 20000);
            ++tasks;
        }
        if (!player().step().answers.empty()) {
            press(Qt::Key_PageDown);
            QVERIFY(player().isRevealed() && player().at() == steps);
            const auto* const verdict = m_window->lessonGuide()->board()->work()->findChild<QLabel*>("verdict");
            QVERIFY(verdict && verdict->isVisible());
            QCOMPARE(verdict->palette().color(QPalette::WindowText), widgets::currentTheme().accent);
        }
        press(Qt::Key_PageDown);
    }
    QVERIFY(steps > 1 && tasks > 0 && player().isFinished());
}

/// The picture of the step is on its way: it is veiled from the beginning, and the second key waits for it.
void TestLessonsPresented::aKeyPressedTooEarlyLeavesNoAnswerOut()
{
    open("main", "attention");
    start("heads-sharing");
    settleStep();
    press(Qt::Key_F5);
    player().goTo(2);
    settleStep();
    m_window->lessonGuide()->walk(1);
    QVERIFY(!m_window->lessonGuide()->veiled().empty());
    QVERIFY(m_window->findChild<QWidget*>("morph")->isHidden()); // the picture of the step before is not over it
    m_window->lessonGuide()->walk(1);
    QCOMPARE(player().at(), 3);
    settleStep();
    QVERIFY(!player().isRevealed());
    press(Qt::Key_PageDown);
    QVERIFY(player().at() == 3 && player().isRevealed());
}

void TestLessonsPresented::aMessageCoversNothingThatTheClassReads()
{
    open("main", "attention");
    start("norm-placement");
    settleStep();
    press(Qt::Key_F5);
    widgets::NotificationBar& messages = *m_window->notifications();
    messages.post(widgets::Severity::Info, QStringLiteral("There is one screen"));
    QTRY_VERIFY(messages.isVisible() && messages.width() > m_window->width() / 2);
    const auto placeOf = [&](const QWidget& widget) { return QRect(widget.mapTo(m_window.get(), QPoint()), widget.size()); };
    QVERIFY(!placeOf(messages).intersects(placeOf(*m_window->lessonGuide()->board())));
    QVERIFY(!placeOf(messages).intersects(placeOf(*m_window->currentView()->findChild<widgets::PageFoot*>())));
    QVERIFY(!placeOf(messages).intersects(placeOf(*m_window->currentView()->picture())));
}

void TestLessonsPresented::everyLessonIsPlayedPresenting_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("language");
    for (const app::Lesson& lesson : app::allLessons())
        for (const QString& language : app::languages())
            QTest::newRow(qPrintable(lesson.id + "-" + language)) << lesson.id << language;
}

/// By what is on the screen alone: no step needs a part of the window that is not there.
void TestLessonsPresented::everyLessonIsPlayedPresenting()
{
    QFETCH(QString, id);
    QFETCH(QString, language);
    app::setLanguage(language);
    open("main", "attention");
    start(id);
    settleStep();
    press(Qt::Key_F5);
    app::LessonBoard& board = *m_window->lessonGuide()->board();
    const int steps = player().count();
    for (int step = 0; step < steps; ++step) {
        settleStep();
        QCOMPARE(player().at(), step);
        const QString where = QStringLiteral("%1 %2 step %3").arg(id, language).arg(step);
        look(where + "-a");
        QVERIFY2(m_window->lessonGuide()->lostTargets().isEmpty(),
            qPrintable(where + ": " + m_window->lessonGuide()->lostTargets().join(", ")));
        QVERIFY(board.isVisible() && board.height() <= m_window->height() / 2);
        if (!player().step().tasks.empty()) {
            board.work()->solutionButton()->click();
            settle();
            QTRY_VERIFY_WITH_TIMEOUT(player().areTasksDone() && player().areValuesThere(), 20000);
        }
        if (!player().step().answers.empty()) {
            board.work()->answerButtons()[0]->click();
            board.work()->revealButton()->click();
            QVERIFY(player().isRevealed());
        }
        QTest::qWait(20);
        look(where + "-b");
        QVERIFY2(!m_window->currentView()->findChild<widgets::PageFoot*>()->isSentenceCut(), qPrintable(where));
        QVERIFY(board.nextButton()->isEnabled());
        board.nextButton()->click();
    }
    settle();
    QVERIFY(!m_window->lessonGuide()->isActive() && !board.isVisible());
    m_window->setPresenting(false);
}

int main(int argc, char** argv)
{
    QTemporaryFile file;
    if (!file.open())
        return 1;
    file.write(R"({"synchronousWindowSystemEvents": true, "windowFrameMargins": false, "screens": [
        {"name": "projector", "x": 0, "y": 0, "width": 1366, "height": 768, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]})");
    file.flush();
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + file.fileName().toUtf8());
    return support::runQuietly<TestLessonsPresented>(argc, argv);
}
#include "tst_lessons_presented.moc"
