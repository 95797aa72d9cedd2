// The commands that draw what a session holds: render, scenes, animate.

#include "tests/app/command_line/program_test.h"
#include "tests/widgets/support/tool.h"

#include <QImage>
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

class TestCommandFrames : public ProgramTest
{
    Q_OBJECT
private slots:
    void renderDrawsWhatASessionShows();
    void scenesAreListedAndDrawn();
    void aTitleIsThereOnce();
    void plannedStepsAreScenesToo();
    void whatHasNoScenesIsRefused();
    void aTrainingIsAnimated();
    void wrongRangesHaveOneLine();

private:
    static constexpr const char* session = R"({"model": "main", "scenes": [
        {"title": "Copying <head>", "notes": "Ask first.", "model": "main", "figure": "attention"},
        {"title": "Norm", "model": "main", "figure": "norm"}]})";
};

void TestCommandFrames::renderDrawsWhatASessionShows()
{
    write("talk.cutaway",
        R"({"choices": {"sizes": {"layers": 2}}, "figure": "attention", "figure_theme": "dark", "model": "untrained",
        "options": {}, "schema": 1, "selection": {"layer": 1, "head": 1}, "text": "a cat"})");
    const Result drawn = run({"render", path("talk.cutaway"), "-o", path("talk.json")});
    QVERIFY2(drawn.exitCode == 0, drawn.err.constData());
    const QJsonObject recipe = QJsonDocument::fromJson(readAll(path("talk.json"))).object();
    QCOMPARE(recipe["figure"].toString(), QString("attention"));
    QCOMPARE(recipe["selection"].toObject()["layer"].toInt(), 1);
    QCOMPARE(recipe["style"].toObject()["theme"].toString(), QString("dark"));
    QCOMPARE(run({"render", path("talk.cutaway"), "-o", path("talk.pdf")}).exitCode, 0);
    QCOMPARE(run({"verify", path("talk.pdf")}).exitCode, 0);
    write("bare.cutaway", R"({"model": "untrained", "text": "a cat"})");
    const Result bare = run({"render", path("bare.cutaway"), "-o", path("bare.pdf")});
    QCOMPARE(bare.exitCode, 2);
    QVERIFY2(bare.err.contains("which figure"), bare.err.constData());
}

void TestCommandFrames::scenesAreListedAndDrawn()
{
    write("talk.cutaway", session);
    const QJsonArray rows = run({"scenes", path("talk.cutaway"), "--json"}).json().array();
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows[0].toObject()["notes"].toString(), QString("Ask first."));
    QCOMPARE(rows[1].toObject()["figure"].toString(), QString("norm"));
    const Result drawn
        = run({"scenes", path("talk.cutaway"), "-o", path("talk.pdf"), "-o", path("talk.html"), "-o", path("t-{frame}.svg")});
    QVERIFY2(drawn.exitCode == 0, drawn.err);
    QCOMPARE(drawn.out.count('\n'), 4);
    QCOMPARE(readAll(path("talk.pdf")).count("/Type /Page\n"), 2);
    QVERIFY(readAll(path("talk.html")).contains("Copying &lt;head&gt;"));
    QVERIFY(!readAll(path("talk.html")).contains("Ask first.")); // are the lecturer's
    QVERIFY(readAll(path("t-02.svg")).contains("</svg>"));
    QCOMPARE(run({"verify", path("t-01.svg")}).exitCode, 0);
}

/// A scene is kept with the title of its picture: the page has one of the two.
void TestCommandFrames::aTitleIsThereOnce()
{
    write("kept.cutaway", R"({"model": "main", "scenes": [
        {"title": "Which tokens does this head look at? · L2 H1", "model": "main", "figure": "attention"}]})");
    const Result drawn = run({"scenes", path("kept.cutaway"), "-o", path("kept.pdf"), "-o", path("kept.html")});
    QVERIFY2(drawn.exitCode == 0, drawn.err);
    const QByteArray words = support::runTool("pdftotext", {path("kept.pdf"), "-"}).out;
    QCOMPARE(words.count("Which tokens does this head look at?"), 1);
    QVERIFY(readAll(path("kept.html")).contains("<h1>kept</h1>"));
}

void TestCommandFrames::plannedStepsAreScenesToo()
{
    write("steps.json", R"({"model": "main", "steps": [{"title": "One", "notes": "a", "figure": "flow"}]})");
    const QJsonArray rows = run({"scenes", path("steps.json"), "--json"}).json().array();
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows[0].toObject()["notes"].toString(), QString("a"));
}

void TestCommandFrames::whatHasNoScenesIsRefused()
{
    write("empty.cutaway", R"({"model": "main"})");
    write("wrong.cutaway", R"({"model": "main", "scenes": [{"title": "x", "model": "main", "figure": "none"}]})");
    write("cut.cutaway", R"({"model": "main", "scenes": [{"title": "x")");
    QVERIFY(!run({"scenes", path("cut.cutaway")}).err.contains("no scenes")); // it is not known what it has
    for (const char* file : {"empty.cutaway", "wrong.cutaway", "gone.cutaway", "cut.cutaway"}) {
        const Result refused = run({"scenes", path(file), "-o", path("no.pdf")});
        QCOMPARE(refused.exitCode, 2);
        QCOMPARE(refused.err.count('\n'), 1);
        QVERIFY(!QFile::exists(path("no.pdf")));
    }
    QCOMPARE(run({"scenes"}).exitCode, 1);
    write("talk.cutaway", session);
    QCOMPARE(run({"scenes", path("talk.cutaway"), "-o", path("talk.mp4")}).exitCode, 1);
}

void TestCommandFrames::aTrainingIsAnimated()
{
    const Result drawn = run({"animate", "main", "--figure", "attention", "--layer", "2", "--head", "1", "--over",
        "training=1000,1400", "--dpi", "48", "-o", path("training.png"), "-o", path("step-{frame}.png")});
    QVERIFY2(drawn.exitCode == 0, drawn.err);
    QCOMPARE(drawn.out.count('\n'), 3);
    QCOMPARE(QImage(path("training.png")).width(), 1920);
    QVERIFY(QImage(path("step-01.png")) != QImage(path("step-02.png"))); // it has learned something
}

void TestCommandFrames::wrongRangesHaveOneLine()
{
    for (const char* range : {"weather=1", "training=7", "layer=3..0", "generation=0"}) {
        const Result refused
            = run({"animate", "main", "--figure", "attention", "--over", QLatin1String(range), "-o", path("no.png")});
        QCOMPARE(refused.exitCode, 1);
        QCOMPARE(refused.err.count('\n'), 1);
        QVERIFY(!QFile::exists(path("no.png")));
    }
}

QTEST_GUILESS_MAIN(TestCommandFrames)
#include "tst_command_frames.moc"
