// Lesson files: what is read, what is refused in one line, what a value is read from, and a step that is recorded.

#include "app/base/languages.h"
#include "app/lessons/lesson.h"
#include "app/lessons/lesson_numbers.h"
#include "app/lessons/lesson_record.h"
#include "app/lessons/picture_parts.h"
#include "app/session/classroom.h"

#include "core/base/error.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>

class TestLesson : public QObject
{
    Q_OBJECT
private slots:
    void init() { app::setLanguage("en"); }
    void whatIsWrongIsOneLine_data();
    void whatIsWrongIsOneLine();
    void deepAndLargeFilesAreRefused();
    void tablesAreRead();
    void namesBecomeNumbers();
    void aStepIsRecordedAndOpens();
    void hiddenThingsAreNamed();
    void theMarkOfALineGoesAroundItsNumber();
    void axesAreNamedByTheirLine();

private:
    std::string write(const QByteArray& lesson, const QByteArray& words)
    {
        for (const auto& [name, bytes] : {std::pair("mine.json", lesson), {"mine.en.md", words}}) {
            QFile file(m_folder.filePath(name));
            if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate))
                qFatal("cannot write");
            file.write(bytes);
        }
        return m_folder.filePath("mine.json").toStdString();
    }
    QTemporaryDir m_folder;
};

void TestLesson::whatIsWrongIsOneLine_data()
{
    QTest::addColumn<QByteArray>("lesson");
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, QByteArray steps, QByteArray words, const char* said) {
        QTest::newRow(name) << R"({"lesson": 1, "model": "main", "steps": [)" + steps + "]}" << words << QString(said);
    };
    const QByteArray one = "# Mine\n## First\nText.\n";
    QTest::newRow("syntax") << QByteArray(R"({"lesson": 1, "steps": [})") << one << "byte";
    QTest::newRow("version") << QByteArray(R"({"lesson": 9, "model": "main", "steps": [{}]})") << one << "later version";
    QTest::newRow("no steps") << QByteArray(R"({"lesson": 1, "model": "main", "steps": []})") << one << "at least one step";
    QTest::newRow("hide") << QByteArray(R"({"lesson": 1, "model": "main", "hide": {"pages": ["atlantis"]}, "steps": [{}]})")
                          << one << "hide: pages: unknown page";
    QTest::newRow("order") << QByteArray(R"({"lesson": 1, "order": "5", "model": "main", "steps": [{}]})") << one
                           << "order: missing or of the wrong type (expected number, found \"5\")";
    row("index", R"({"marks": [{"map": "head", "index": "1"}]})", one, "steps[0]: marks[0]: index: missing or of the wrong type");
    row("named", R"({"marks": [{"map": 3}]})", one,
        "steps[0]: marks[0]: map: missing or of the wrong type (expected string, found 3)");
    row("live", R"({"values": {"a": {"next": "token", "live": "yes"}}})", one, "values: a: live: missing or of the wrong type");
    row("slot", R"({"values": {"a": {"next": "token", "slot": "c"}}})", one,
        "values: a: slot: unknown value (expected a, b, found c)");
    row("within", R"({"values": {"a": {"next": "token"}}, "answers": [{"value": "a", "near": 1, "within": "5 %"}]})", one,
        "answers[0]: within: missing or of the wrong type (expected number");
    row("shape", R"({"values": {"a": {"next": "token"}}, "answers": [{"value": "a", "is": "x", "shape": "bends"}]})", one,
        "answers[0]: shape: unknown value (expected rises, stays, falls, found bends)");
    row("select", R"({"tasks": [{"select": {"kwery": 9}}], "solution": {}})", one,
        "tasks[0]: select: unknown word (expected layer");
    row("word", R"({"figure": "flow", "answer": []})", one, "steps[0]: unknown word (expected model");
    row("figure", R"({"figure": "flaw"})", one, "steps[0]: figure: unknown figure (found flaw)");
    row("mark", R"({"marks": ["the moon"]})", one, "steps[0]: marks[0]: a lesson points at a part of the window");
    row("page", R"({"marks": [{"page": "moon"}]})", one, "steps[0]: marks[0]: unknown page (found moon)");
    row("switch", R"({"marks": [{"switch": "moon.kind"}]})", one, "steps[0]: marks[0]: unknown choice");
    row("source", R"({"values": {"a": {"kolumn": "x"}}})", one, "steps[0]: values: a: a value says where it is read");
    row("take", R"({"values": {"a": {"column": "x", "take": "median"}}})", one, "steps[0]: values: a: take: unknown value");
    row("operand", R"({"values": {"a": {"ratio": ["b", "c"]}}})", one, "steps[0]: values: a: no value of this name (found b)");
    row("claim", R"({"answers": [{"value": "a"}]})", one, "steps[0]: answers[0]: a claim says what must be so");
    row("choice", R"({"tasks": [{"choice": "moon.kind", "is": "x"}], "solution": {}})", one, "unknown choice");
    row("solution of nothing", R"({"solution": {}})", one, "tasks and the solution that they lead to come together");
    row("solution", R"({"tasks": [{"figure": "flow"}]})", one, "tasks and the solution that they lead to come together");
    row("name", R"({"figure": "flow"})", "# Mine\n## First\nIt is {much}.\n", "no value of this name (found much)");
    row("count", R"({"figure": "flow"}, {"figure": "flow"})", one, "as many steps (##) as the lesson has (expected 2, found 1)");
    row("answers", R"({"values": {"a": {"next": "token"}}, "answers": [{"value": "a", "is": "x"}]})", one,
        "as many answers as the step has (expected 1, found 0)");
    row("link", R"({"figure": "flow"})", "# Mine\n## First\n[here](mark:2)\n", "point at a mark that the step does not have");
    row("heading", R"({"figure": "flow"})", "# Mine\n## First\n### Why\n", "line 3: a part of a step begins with");
    row("title", R"({"figure": "flow"})", "## First\n", "a lesson begins with its title");
}

void TestLesson::whatIsWrongIsOneLine()
{
    QFETCH(QByteArray, lesson);
    QFETCH(QByteArray, words);
    QFETCH(QString, said);
    const std::string path = write(lesson, words);
    QVERIFY(app::isLessonFile(path));
    try {
        app::readLesson(path);
        QFAIL("accepted");
    } catch (const core::Error& error) {
        const QString line = QString::fromUtf8(error.what());
        QVERIFY2(line.contains(said) && line.startsWith(m_folder.path()), qPrintable(line));
        QVERIFY(!line.contains('\n'));
        QCOMPARE(error.kind(), core::ErrorKind::BadInput);
    }
}

void TestLesson::deepAndLargeFilesAreRefused()
{
    const QByteArray deep = R"({"lesson": 1, "steps": )" + QByteArray(500000, '[') + QByteArray(500000, ']') + "}";
    QVERIFY_EXCEPTION_THROWN(app::readLesson(write(deep, "# Mine\n")), core::Error);
    const QByteArray large = R"({"lesson": 1, "text": ")" + QByteArray(2 << 20, 'a') + R"(", "steps": []})";
    QVERIFY_EXCEPTION_THROWN(app::readLesson(write(large, "# Mine\n")), core::Error);
    QFile::remove(m_folder.filePath("mine.en.md"));
    QFile file(m_folder.filePath("mine.json"));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(R"({"lesson": 1, "model": "main", "steps": [{"figure": "flow"}]})");
    file.close();
    try {
        app::readLesson(m_folder.filePath("mine.json").toStdString());
        QFAIL("accepted");
    } catch (const core::Error& error) {
        QVERIFY(QString::fromUtf8(error.what()).contains("mine.en.md"));
    }
}

void TestLesson::tablesAreRead()
{
    const app::CsvTable table("kind,depth,rms\npre,0,1\npre,1,3\npre,2,5\n\"po,st\",0,1\n\"po,st\",2,\"0.5\"\n");
    QCOMPARE(table.rows(), 5);
    QCOMPARE(table.rowsWhere({{"kind", "pre"}}), (std::vector{0, 1, 2}));
    QCOMPARE(table.rowsWhere({{"kind", "po,st"}, {"depth", -1}}), std::vector{4}); // from the largest
    QCOMPARE(table.rowsWhere({{"kind", "pre"}, {"depth", QJsonObject{{"from", 1}}}}), (std::vector{1, 2}));
    QVERIFY(table.rowsWhere({{"moon", 1}}).empty());
    QCOMPARE(table.number(4, "rms"), 0.5);
    const float third = 1.0F / 3; // a cell has the shortest text that a float is read back from
    const app::CsvTable stored("x\n" + QByteArray::fromStdString(widgets::exactText(third).toStdString()) + "\nred\n");
    QVERIFY(stored.number(0, "x") != double(third));
    QCOMPARE(stored.storedNumber(0, "x"), double(third));
    QVERIFY(std::isnan(stored.storedNumber(1, "x")));
    QCOMPARE(app::taken({1, 3, 5}, "mean"), std::optional(3.0));
    QCOMPARE(app::taken({3, 4}, "rms"), std::optional(std::sqrt(12.5)));
    QVERIFY(!app::taken({1, 2}, "")); // several where one is asked for
    QVERIFY(!app::taken({}, "mean"));
}

void TestLesson::namesBecomeNumbers()
{
    const app::LessonAnswers known{{"size", 18.9196}, {"share", 0.25}, {"count", 12345.0}, {"word", QString("Rome")}};
    QCOMPARE(app::withAnswers("{size} {size:1} {share:%} {count} “{word}” {gone} {Not}", known),
        QStringLiteral("18.9 18.9 25.0\u00a0% 12,345 “Rome” ? {Not}"));
    QCOMPARE(app::answerNames("{a} and {b:2}"), QStringList({"a", "b"}));
    for (const char* const words : {"{number}. So many.", "Here:\n\n{number}. So many."}) {
        QTextDocument shown;
        shown.setMarkdown(app::withAnswers(words, {{"number", 2.0}}));
        QVERIFY2(shown.toPlainText().endsWith("2. So many."), qPrintable(shown.toPlainText()));
    }
}

void TestLesson::aStepIsRecordedAndOpens()
{
    app::WindowState state;
    state.a.model = "main";
    state.a.text = "red dog chair";
    const QString path = m_folder.filePath("recorded.json");
    const QVariantMap options{{"stage", "scaled"}};
    QCOMPARE(app::recordStep(path, {state, "attention", options, {.layer = 2, .head = 1, .query = 2}}, "zh_CN"), 1);
    QCOMPARE(app::recordStep(path, {state, "flow", {}, {}}, "en"), 2); // in the language that it began in
    const app::Lesson lesson = app::readLesson(path.toStdString());
    QCOMPARE(lesson.steps.size(), std::size_t(2));
    QCOMPARE(lesson.words.size(), std::size_t(1));
    QVERIFY(lesson.words.contains("zh_CN"));
    QCOMPARE(lesson.steps[0].state.contents.figure, QStringLiteral("attention"));
    QCOMPARE(lesson.steps[0].state.contents.data.options.value("stage").toString(), QStringLiteral("scaled"));
    QCOMPARE(lesson.steps[0].state.contents.data.selection.head, 1);
    QCOMPARE(lesson.steps[0].state.contents.request.a.text, std::string("red dog chair"));
    QFile other(m_folder.filePath("notes.json"));
    QVERIFY(other.open(QIODevice::WriteOnly));
    other.write("{\"mine\": 1}");
    other.close();
    QVERIFY_EXCEPTION_THROWN(app::recordStep(other.fileName(), {state, "flow", {}, {}}, "en"), core::Error);
    QVERIFY(other.open(QIODevice::ReadOnly));
    QCOMPARE(other.readAll(), QByteArray("{\"mine\": 1}")); // as it was
}

void TestLesson::hiddenThingsAreNamed()
{
    const QJsonObject hide{{"pages", QJsonArray{"atlas"}}, {"controls", QJsonArray{"export", "norm.kind"}}};
    const app::Classroom classroom = app::readClassroom(hide, "f");
    QVERIFY(classroom.hides("export") && classroom.hides("norm.kind") && !classroom.hides("prompt"));
    QCOMPARE(app::classroomJson(classroom), hide);
    QVERIFY_EXCEPTION_THROWN(app::readClassroom(QJsonObject{{"controls", QJsonArray{"moon"}}}, "f"), core::Error);
    QVERIFY_EXCEPTION_THROWN(app::readClassroom(QJsonArray{}, "f"), core::Error);
}

/// And not through it.
void TestLesson::theMarkOfALineGoesAroundItsNumber()
{
    widgets::Plot plot;
    widgets::FigureStyle style;
    style.size = {420, 300};
    plot.reset(style);
    auto* const chart = new widgets::LineChart(plot.addAxisRect(0, 0, style), style);
    QCPGraph* const sum = chart->addLine({0, 1, 2}, {0.0, 3.0, 2.9}, QStringLiteral("146.8"), {.color = Qt::blue});
    sum->setName(QStringLiteral("sum"));
    chart->addLine({0, 1, 2}, {0.0, 1.0, 0.5}, {}, {.color = Qt::red})->setName(QStringLiteral("other"));
    chart->fitAxes();
    plot.setViewport({0, 0, 420, 300});
    plot.replot();
    const auto marked = app::partOf(plot, {.kind = QStringLiteral("line"), .name = QStringLiteral("sum")});
    QVERIFY(marked && !chart->labelPlace(sum).isEmpty());
    QVERIFY(marked->contains(chart->labelPlace(sum)));
    QVERIFY(marked->contains(QPointF(sum->keyAxis()->coordToPixel(2), sum->valueAxis()->coordToPixel(2.9))));
    const auto bare = app::partOf(plot, {.kind = QStringLiteral("line"), .name = QStringLiteral("other")});
    QVERIFY(bare && bare->width() < 20); // its end alone
}

/// A small page leaves axes out: those that are named are found whatever else is there, or not at all; what is drawn on them, so
/// that a veil leaves the scale in sight.
void TestLesson::axesAreNamedByTheirLine()
{
    widgets::Plot plot;
    widgets::FigureStyle style;
    style.size = {420, 300};
    plot.reset(style);
    for (const auto& [row, name] : {std::pair{0, "stream"}, std::pair{1, "ln1"}}) {
        auto* const chart = new widgets::LineChart(plot.addAxisRect(row, 0, style), style);
        chart->addLine({0, 1}, {0.0, 3.0}, {}, {.color = Qt::blue})->setName(QString::fromLatin1(name));
        chart->fitAxes();
    }
    plot.setViewport({0, 0, 420, 300});
    plot.replot();
    const auto placed = [&](const QJsonValue& value) {
        return app::partOf(plot, app::readLessonTarget(QJsonObject{{"plot", value}}, "f", "w"));
    };
    QVERIFY(placed("stream") && placed("ln1"));
    QVERIFY(!placed("stream")->intersects(*placed("ln1")));
    const int index = plot.axisRects()[0]->plottables()[0]->name() == QLatin1String("stream") ? 0 : 1;
    const QRectF inside(plot.axisRects()[index]->rect());
    QVERIFY(placed(index)->contains(*placed("stream")) && placed("stream")->contains(inside.center()));
    QVERIFY(placed("stream")->left() > inside.left() && placed("stream")->bottom() <= inside.bottom());
    QVERIFY(!placed("ln2"));
}

QUIET_TEST_MAIN(TestLesson)
#include "tst_lesson.moc"
