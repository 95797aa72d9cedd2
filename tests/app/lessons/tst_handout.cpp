// Handouts: A4, in both languages, text that can be searched, questions without answers, and the answers apart.

#include "app/base/languages.h"
#include "app/lessons/handout.h"
#include "app/lessons/handout_values.h"

#include "tests/widgets/support/quiet.h"

#include <QTest>
#include <QTextDocument>

class TestHandout : public QObject
{
    Q_OBJECT
private slots:
    void everyLessonHasItsSheets_data();
    void everyLessonHasItsSheets();
    void laterStepsGiveNoAnswerAway();
    void noSignOfMarkdownIsPrinted();
    void whereAPageHasNoPictureThePaperHasNoRoomForIt();
};

void TestHandout::everyLessonHasItsSheets_data()
{
    QTest::addColumn<QString>("id");
    for (const app::Lesson& lesson : app::allLessons())
        QTest::newRow(qPrintable(lesson.id)) << lesson.id;
}

void TestHandout::everyLessonHasItsSheets()
{
    QFETCH(QString, id);
    const app::Lesson lesson = app::readLesson(app::lessonFile(id));
    const std::vector<app::HandoutStep> steps = app::computeHandout(lesson);
    QCOMPARE(steps.size(), lesson.steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const app::LessonAnswers known = app::answersOf(lesson.steps[i], steps[i]);
        QCOMPARE(known.size(), lesson.steps[i].values.size()); // as in the window, without one
        if (!lesson.steps[i].answers.empty())
            QVERIFY2(app::rightAnswer(lesson.steps[i], {}, known) >= 0, qPrintable(QString::number(i)));
    }
    for (const QString& language : app::languages()) {
        const QByteArray questions = app::handoutPdf(lesson, steps, {language, false});
        const QByteArray answers = app::handoutPdf(lesson, steps, {language, true});
        QVERIFY(questions.startsWith("%PDF-") && answers.startsWith("%PDF-"));
        QVERIFY(questions != answers);
        QVERIFY(questions.contains("595") && questions.contains("842")); // A4
        QVERIFY(!questions.contains("/DCTDecode")); // no picture was made of pixels
        QVERIFY(questions.count("/Type /Page\n") >= 2);
    }
}

/// On a sheet for students the steps after a question stand beside it.
void TestHandout::laterStepsGiveNoAnswerAway()
{
    QList<bool> covered, gaps;
    const auto read = [&](const QString& id) {
        const app::Lesson lesson = app::readLesson(app::lessonFile(id));
        const std::vector<app::HandoutStep> steps = app::computeHandout(lesson);
        app::AskedSoFar asked;
        covered.clear();
        gaps.clear();
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const app::LessonAnswers known = app::answersOf(lesson.steps[i], steps[i]);
            covered << asked.hasCovered(lesson.steps[i]);
            gaps << (asked.withGaps(lesson.steps[i], known) != known);
            asked.add(lesson.steps[i], known);
        }
    };
    read(QStringLiteral("attention-by-hand"));
    // The scores and the weights of the row that the first step asks about; the score that the second one asks for.
    QCOMPARE(covered, QList<bool>({false, false, true, true, true, false, false}));
    QCOMPARE(gaps, QList<bool>({false, false, false, true, false, false, false}));
    read(QStringLiteral("norm-placement")); // the third step covers parts of a picture that the next ones have whole
    QVERIFY(!covered[2] && covered[3] && covered[4]);
}

/// The last step of this lesson begins at a page that has none.
void TestHandout::whereAPageHasNoPictureThePaperHasNoRoomForIt()
{
    const app::Lesson lesson = app::readLesson(app::lessonFile(QStringLiteral("feed-forward")));
    const std::vector<app::HandoutStep> steps = app::computeHandout(lesson);
    for (const QString& language : app::languages())
        QCOMPARE(app::handoutPdf(lesson, steps, {language, false}).count("/Type /Page\n"), 3);
}

/// Bold is bold behind a Chinese letter, too.
void TestHandout::noSignOfMarkdownIsPrinted()
{
    const auto printed = [](const QString& markdown) {
        QTextDocument document;
        document.setMarkdown(app::withBoldMarks(markdown));
        return document.toPlainText().remove(QChar(0x2060));
    };
    QCOMPARE(printed(QStringLiteral("看向[“chair”](mark:1)：它")), QStringLiteral("看向“chair”：它"));
    QCOMPARE(printed(QStringLiteral("看向**“chair”**。**键**和**（值）**里")), QStringLiteral("看向“chair”。键和（值）里"));
    QCOMPARE(printed("2 * 3 ** 4"), QString("2 * 3 ** 4"));
    for (const app::Lesson& lesson : app::allLessons())
        for (const QString& language : app::languages())
            for (const app::LessonText& step : lesson.wordsIn(language).steps)
                for (const QString& words :
                    QStringList{step.body, step.question, step.request, step.after, step.notes} + step.answers + step.tasks)
                    QVERIFY2(!printed(words).contains("**"), qPrintable(lesson.id + ": " + printed(words)));
}

QUIET_TEST_MAIN(TestHandout)
#include "tst_handout.moc"
