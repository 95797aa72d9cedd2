// Handouts: A4, in both languages, text that can be searched, questions without answers, and the answers apart.

#include "app/base/languages.h"
#include "app/lessons/handout.h"
#include "app/lessons/handout_values.h"

#include "tests/widgets/support/quiet.h"

#include <QTest>

class TestHandout : public QObject
{
    Q_OBJECT
private slots:
    void everyLessonHasItsSheets_data();
    void everyLessonHasItsSheets();
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

QUIET_TEST_MAIN(TestHandout)
#include "tst_handout.moc"
