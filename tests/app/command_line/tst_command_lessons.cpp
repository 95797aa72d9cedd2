// Lessons on the command line: listed, written as sheets, and refused in one line.

#include "tests/app/command_line/program_test.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

class TestCommandLessons : public ProgramTest
{
    Q_OBJECT
private slots:
    void lessonsAreListed();
    void aLessonIsWrittenAsSheets();
    void aWrongLessonIsOneLine();
};

void TestCommandLessons::lessonsAreListed()
{
    const QJsonArray lessons = run({"list", "lessons", "--json"}).json().array();
    QCOMPARE(lessons.size(), 10); // a tour, and nine along the course
    for (const QJsonValue& lesson : lessons) {
        QVERIFY(!lesson["id"].toString().isEmpty() && !lesson["title"].toString().isEmpty());
        QVERIFY(lesson["steps"].toInt() >= 4);
        QCOMPARE(lesson["languages"].toArray(), (QJsonArray{"en", "zh_CN"}));
    }
    const QJsonArray chinese = run({"list", "lessons", "--json", "--lang", "zh_CN"}).json().array();
    QVERIFY(chinese[1]["title"] != lessons[1]["title"]);
}

void TestCommandLessons::aLessonIsWrittenAsSheets()
{
    const QString sheet = path("sheet.pdf"), answers = path("answers.pdf");
    QCOMPARE(run({"handout", "norm-kinds", "-o", sheet}).exitCode, 0);
    QCOMPARE(run({"handout", "norm-kinds", "-o", answers, "--answers", "--lang", "zh_CN"}).exitCode, 0);
    QVERIFY(readAll(sheet).startsWith("%PDF-"));
    QVERIFY(readAll(answers).startsWith("%PDF-"));
    const Result none = run({"handout", "norm-kindz", "-o", sheet});
    QCOMPARE(none.exitCode, 2);
    QVERIFY(none.err.contains("norm-kinds") && none.err.count('\n') == 1);
    QCOMPARE(run({"handout", "tour", "-o", path("nowhere/sheet.pdf")}).exitCode, 3);
}

void TestCommandLessons::aWrongLessonIsOneLine()
{
    write("mine.json", R"({"lesson": 1, "model": "main", "steps": [{"figure": "flow", "marks": [{"page": "moon"}]}]})");
    write("mine.en.md", "# Mine\n## First\n");
    for (const QStringList& words : {QStringList{path("mine.json")}, {"handout", path("mine.json"), "-o", path("x.pdf")}}) {
        const Result wrong = run(words);
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY2(wrong.err.contains("steps[0]: marks[0]: unknown page (found moon)"), wrong.err);
        QCOMPARE(wrong.err.count('\n'), 1);
    }
}

QTEST_GUILESS_MAIN(TestCommandLessons)
#include "tst_command_lessons.moc"
