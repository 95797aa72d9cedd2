// Planned steps: the lists that come with the program and those of a file, walked with a clicker in the real window.

#include "app/base/languages.h"
#include "app/session/planned_steps.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "tests/app/support/presented_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/controls/elided_label.h"
#include "widgets/figure/fairness.h"
#include "widgets/panels/notification_bar.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using support::Shown;
using support::words;

class TestPlannedSteps : public QObject, support::PresentedWindow
{
    Q_OBJECT
private slots:
    void init() { app::setLanguage("en"); }
    void theLectureComesInBothLanguages();
    void theWalkToLlamaChangesOneChoiceAtATime();
    void theWalkToLlamaKeepsTheText();
    void pageDownWalksTheLectureFromTheDefaultModel();
    void twoKeysInARowLeadToTheSecondStep();
    void anotherModelWalksItsPages_data();
    void anotherModelWalksItsPages();
    void anOpenedListIsWalkedWithAnyModel();
    void theStepStaysInAnotherLanguage();
    void whatIsWrongWithAListIsOneLine_data();
    void whatIsWrongWithAListIsOneLine();
};

void TestPlannedSteps::theLectureComesInBothLanguages()
{
    const app::PlannedSteps english = app::readPlannedSteps(app::lectureFile("en"));
    const app::PlannedSteps chinese = app::readPlannedSteps(app::lectureFile("zh_CN"));
    QVERIFY(english.steps.size() >= 10);
    QCOMPARE(chinese.steps.size(), english.steps.size());
    for (std::size_t i = 0; i < english.steps.size(); ++i) {
        QCOMPARE(chinese.steps[i].contents.figure, english.steps[i].contents.figure);
        QCOMPARE(chinese.steps[i].contents.data.options, english.steps[i].contents.data.options);
        QVERIFY(chinese.steps[i].title != english.steps[i].title);
    }
}

void TestPlannedSteps::theWalkToLlamaChangesOneChoiceAtATime()
{
    const std::string lectures = core::bundledModelsFolder() + "/../lectures/";
    const app::PlannedSteps english = app::readPlannedSteps(lectures + "llama.en.json");
    QCOMPARE(english.steps.size(), std::size_t(9));
    QCOMPARE(app::readPlannedSteps(lectures + "llama.zh_CN.json").steps.size(), english.steps.size());
    const core::ModelPtr model = core::openModel("untrained");
    core::Choices before = english.steps[0].contents.request.a.said;
    for (std::size_t i = 1; i + 1 < english.steps.size(); ++i) {
        const app::SlotsRequest& request = english.steps[i].contents.request;
        QVERIFY(request.b);
        QVERIFY(request.a.said == before); // goes on from the step before
        QVERIFY(!(core::configure(model, request.b->said)->config == core::configure(model, before)->config));
        before = request.b->said;
    }
    const app::SlotsRequest& both = english.steps.back().contents.request; // the first beside the last
    QVERIFY(both.a.said == english.steps[0].contents.request.a.said);
    QVERIFY(both.b && both.b->said == before);
    const core::ModelConfig last = core::configure(model, before)->config;
    QVERIFY(core::describe(last).value("norm.placement") == "pre" && core::describe(last).value("position.kind") == "rope");
}

void TestPlannedSteps::theWalkToLlamaKeepsTheText()
{
    app::Session session;
    session.begin({.model = "main", .text = "The red dog"});
    QTRY_VERIFY_WITH_TIMEOUT(session.run() && !session.isBusy(), 30000);
    app::PlannedSteps walk;
    connect(&session, &app::Session::stepsOpened, this, [&](const app::PlannedSteps& steps) { walk = steps; });
    QVERIFY(session.open(QString::fromStdString(core::bundledModelsFolder() + "/../lectures/llama.en.json")));
    QTRY_VERIFY_WITH_TIMEOUT(!session.isBusy(), 30000);
    QCOMPARE(session.state().a.text, std::string("The red dog"));
    QVERIFY(session.run()->trace->decoderIds.size() > 1); // the original Transformer reads it, too
    for (const app::PlannedStep& step : walk.steps)
        QCOMPARE(step.contents.request.a.text, std::string("The red dog"));
    session.showFigure(walk.steps[1].contents);
    QTRY_VERIFY_WITH_TIMEOUT(session.runOf(1) && !session.isBusy(), 30000);
    QCOMPARE(session.state().b->text, std::string("The red dog"));
}

void TestPlannedSteps::pageDownWalksTheLectureFromTheDefaultModel()
{
    open("main");
    QVERIFY(!m_window->presenter()->counter()->isVisible());
    press(Qt::Key_F5);
    QVERIFY(m_window->presenter()->counter()->isVisible());
    QCOMPARE(m_window->presenter()->at(), -1); // what was prepared stays until the first key
    const app::PlannedSteps lecture = app::readPlannedSteps(app::lectureFile("en"));
    const int last = int(lecture.steps.size()) - 1;
    for (int step = 0; step <= last; ++step) {
        press(Qt::Key_PageDown);
        QCOMPARE(m_window->presenter()->at(), step);
        QCOMPARE(QString(view()->figure().id), lecture.steps[std::size_t(step)].contents.figure);
        QVERIFY2(!view()->isEmpty(), qPrintable(counter()));
        QVERIFY2(m_window->notifications()->notifications().empty(), qPrintable(counter()));
        QVERIFY(counter().startsWith(QStringLiteral("%1 / %2").arg(step + 1).arg(last + 1)));
        QVERIFY(counter().contains(lecture.steps[std::size_t(step)].title));
        const QVariantMap wanted = lecture.steps[std::size_t(step)].contents.data.options;
        for (auto option = wanted.begin(); option != wanted.end(); ++option)
            QCOMPARE(view()->figureData().options.value(option.key()).toString(), option.value().toString());
        const widgets::FigureData data = view()->figureData();
        if (data.b && data.b->setup->origin.how == core::WeightsOrigin::How::Kept)
            QVERIFY2(widgets::sharesWeights(data), qPrintable(counter())); // also after steps with another model
    }
    press(Qt::Key_PageDown);
    QCOMPARE(m_window->presenter()->at(), last);
    press(Qt::Key_F5);
    QVERIFY(!m_window->presenter()->counter()->isVisible());
    press(Qt::Key_F5);
    press(Qt::Key_PageUp); // goes on where it was left
    QCOMPARE(m_window->presenter()->at(), last - 1);
}

void TestPlannedSteps::twoKeysInARowLeadToTheSecondStep()
{
    open("main");
    press(Qt::Key_F5);
    press(Qt::Key_PageDown);
    const Shown first = shown();
    for (int i = 0; i < 6; ++i)
        QTest::keyClick(m_window->centralWidget(), Qt::Key_PageDown);
    for (int i = 0; i < 6; ++i)
        QTest::keyClick(m_window->centralWidget(), Qt::Key_PageUp);
    settle();
    QVERIFY2(shown() == first, qPrintable(words(shown())));
}

void TestPlannedSteps::anotherModelWalksItsPages_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("text");
    QTest::newRow("another model") << "untrained"
                                   << "";
    QTest::newRow("a text of one's own") << "main"
                                         << "The cat sees the dog.";
}

void TestPlannedSteps::anotherModelWalksItsPages()
{
    QFETCH(QString, model);
    QFETCH(QString, text);
    open(model, "attention", text);
    const app::WindowState before = m_window->state();
    press(Qt::Key_F5);
    QVERIFY(!m_window->presenter()->counter()->isVisible());
    const widgets::View* const page = m_window->currentView();
    press(Qt::Key_PageDown);
    QVERIFY(m_window->currentView() != page);
    press(Qt::Key_PageUp);
    QCOMPARE(m_window->currentView(), page);
    QVERIFY(m_window->state() == before);
}

void TestPlannedSteps::anOpenedListIsWalkedWithAnyModel()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("mine.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"model": "untrained", "text": "one two three", "selection": {"layer": 1, "head": 1, "query": 2},
        "steps": [{"title": "Mine", "figure": "residual"},
                  {"title": "Post", "figure": "attention", "choices": {"norm": {"placement": "post"}},
                   "options": {"stage": "raw"}}]})");
    file.close();
    open(path);
    QCOMPARE(QString(view()->figure().id), QStringLiteral("residual")); // its first step, before anybody presents
    QCOMPARE(m_window->state().a.text, std::string("one two three"));
    press(Qt::Key_F5);
    QCOMPARE(m_window->presenter()->at(), 0);
    QVERIFY(m_window->presenter()->counter()->isVisible());
    QCOMPARE(counter(), QStringLiteral("1 / 2 · → goes on · Mine")); // no key has said so yet
    QVERIFY(m_window->presenter()->counter()->toolTip().contains("Page Up"));
    press(Qt::Key_PageDown);
    QCOMPARE(counter(), QStringLiteral("2 / 2 · Post"));
    QCOMPARE(QString(view()->figure().id), QStringLiteral("attention"));
    QVERIFY(m_window->state().a.said.has("norm.placement"));
    QCOMPARE(m_window->selection()->pinned().layer, 1);
    press(Qt::Key_F5);
    m_window->action(app::Act::LectureSteps)->trigger(); // from the menu: the lecture instead
    settle();
    QCOMPARE(m_window->state().a.model, core::defaultModel());
    press(Qt::Key_F5);
    QVERIFY(counter().contains(app::readPlannedSteps(app::lectureFile("en")).steps.front().title));
}

void TestPlannedSteps::theStepStaysInAnotherLanguage()
{
    open("main");
    press(Qt::Key_F5);
    for (int i = 0; i < 3; ++i)
        press(Qt::Key_PageDown);
    m_window->setLanguage("zh_CN");
    settle();
    const app::PlannedSteps chinese = app::readPlannedSteps(app::lectureFile("zh_CN"));
    QVERIFY(counter().contains(chinese.steps[2].title));
    press(Qt::Key_PageDown);
    QCOMPARE(m_window->state().a.text, chinese.steps[3].contents.request.a.text);
}

void TestPlannedSteps::whatIsWrongWithAListIsOneLine_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* list, const char* words) {
        QTest::newRow(name) << QByteArray(list) << QString(words);
    };
    row("empty", R"({"model": "main", "steps": []})", "steps: a list of planned steps needs at least one step");
    row("no title", R"({"model": "main", "steps": [{"figure": "flow"}]})", "steps[0]: title: missing");
    row("no model", R"({"steps": [{"title": "x", "figure": "flow"}]})", "steps[0]: model: missing");
    row("figure", R"({"model": "main", "steps": [{"title": "x"}, {"title": "y", "figure": "flaw"}]})",
        "steps[1]: figure: unknown figure");
    row("slot", R"({"model": "main", "steps": [{"title": "x", "b": {}, "slot": "both"}]})", "steps[0]: recipe: slot");
    row("selection", R"({"model": "main", "steps": [{"title": "x", "selection": 3}]})",
        "steps[0]: selection: missing or of the wrong type");
}

void TestPlannedSteps::whatIsWrongWithAListIsOneLine()
{
    QFETCH(QByteArray, list);
    QFETCH(QString, words);
    QTemporaryDir folder;
    QFile file(folder.filePath("list.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(list);
    file.close();
    const std::string path = file.fileName().toStdString();
    QVERIFY(app::isPlannedStepsFile(path));
    try {
        app::readPlannedSteps(path);
        QFAIL("accepted");
    } catch (const core::Error& error) {
        const QString said = QString::fromUtf8(error.what());
        QVERIFY2(said.startsWith(file.fileName() + ": " + words), qPrintable(said));
        QVERIFY(!said.contains('\n'));
    }
}

QUIET_TEST_MAIN(TestPlannedSteps)
#include "tst_planned_steps.moc"
