// A training in the window: the runs on screen follow its weights, a changed choice is asked about, another model pauses it.

#include "app/window/session_guide.h"
#include "app/window/training_guide.h"

#include "app/base/languages.h"
#include "core/experiments/text_set.h"
#include "core/files/library/model_files.h"
#include "core/train/bundled_recipes.h"
#include "core/train/joined_history.h"
#include "tests/app/support/shown_window.h"
#include "tests/core/support/temporary_files.h"
#include "tests/core/train/small_trainings.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/views/training/data.h"
#include "widgets/views/training/view.h"

#include "widgets/views/shared/predictions.h"

#include <QDir>
#include <QFile>
#include <QMenu>
#include <QTest>
#include <QToolButton>

using app::MainWindow;
using app::TrainingPhase;

class TestTrainingGuide : public QObject
{
    Q_OBJECT

    TemporaryFolder m_files;
    std::unique_ptr<MainWindow> m_window;

    widgets::TrainingView* view() { return qobject_cast<widgets::TrainingView*>(m_window->currentView()); }
    void click(const char* name) { view()->findChild<QToolButton*>(QLatin1String(name))->click(); }
    app::TrainingState training() { return app::TrainingGuide::in(*m_window).runner()->state(); }
    std::vector<widgets::Training> curves() { return widgets::shownTrainings(view()->figureData()); }
    long points() { return curves().empty() ? 0 : long(curves()[0].history->points()); }

    void begin(int steps, const QString& text = QStringLiteral("The cat sat"))
    {
        app::setLanguage("en");
        app::MainWindow::Start start{.text = text, .view = "training", .remembers = false};
        for (const char* choice : {"sizes.layers=2", "sizes.d_model=16", "sizes.heads=2", "sizes.d_ff=32", "sizes.context=64"})
            start.said.setText(choice, 2);
        m_window = support::shown(start);
        QVERIFY(view());
        view()->setTrains(true);
        view()->training()->setSettings({.text = QString::fromStdString(m_files.write("cats.txt", support::tinyText())),
            .recipe = {.steps = steps, .rows = 4, .length = 16, .rate = 1e-2}});
    }

    void trainSixSteps()
    {
        begin(6);
        click("trainGo");
        QTRY_COMPARE_WITH_TIMEOUT(training().phase, TrainingPhase::Finished, 30000);
        QTRY_COMPARE_WITH_TIMEOUT(points(), 7, 30000);
    }

    /// The question about a changed choice; without words where there is none.
    widgets::Notification asked()
    {
        for (const widgets::Notification& one : m_window->notifications()->notifications())
            if (!one.other.label.isEmpty())
                return one;
        return {};
    }

private slots:
    void initTestCase() { qputenv("CUTAWAY_DATA_DIR", QByteArray::fromStdString(m_files.path("data"))); }

    void theRunsFollowTheWeights()
    {
        trainSixSteps();
        QCOMPARE(QString::fromStdString(m_window->run()->trace->model), QStringLiteral("trained@6"));
        QVERIFY(!view()->isEmpty());
        m_window->undoStack()->undo(); // the training is one step
        support::waitForRun(*m_window);
        QVERIFY(curves().empty());
    }

    void aWindowThatClosesAsksAboutATrainingOnce()
    {
        begin(2000);
        click("trainGo");
        QTRY_VERIFY_WITH_TIMEOUT(training().step > 2, 30000);
        QVERIFY(!m_window->close());
        QVERIFY(m_window->isVisible());
        QCOMPARE(asked().other.label, QStringLiteral("Close without it"));
        QVERIFY(m_window->close()); // asked again it closes
    }

    void aTrainingIsKeptBeforeTheWindowCloses()
    {
        begin(2000);
        click("trainGo");
        QTRY_VERIFY_WITH_TIMEOUT(training().step > 2, 30000);
        QVERIFY(!m_window->close());
        asked().offer.take();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), 30000);
        const QDir models(QString::fromStdString(core::userDataFolder()) + QStringLiteral("/models"));
        QVERIFY(!models.entryList({QStringLiteral("trained*")}, QDir::Dirs).isEmpty());
    }

    void whatIsChosenIsUndoneAndKeptInTheSession()
    {
        begin(6);
        const auto steps = [this] { return long(view()->training()->settings().recipe.steps); };
        QMenu* const menu = view()->findChild<QToolButton*>(QStringLiteral("trainSteps"))->menu();
        emit menu->aboutToShow();
        menu->actions().front()->trigger();
        QCOMPARE(steps(), 50L);
        const QString file = QString::fromStdString(m_files.path("kept.cutaway"));
        QVERIFY(m_window->sessionGuide()->save(file));
        m_window->undoStack()->undo();
        QCOMPARE(steps(), 6L);
        m_window->undoStack()->redo();
        QCOMPARE(steps(), 50L);
        m_window->undoStack()->undo();
        m_window = support::shown({.model = file, .remembers = false});
        support::waitForRun(*m_window);
        QVERIFY(view());
        QCOMPARE(steps(), 50L);
        QCOMPARE(view()->training()->settings().text, QString::fromStdString(m_files.path("cats.txt")));
    }

    void aSessionOfWhatIsTrainedOpensAgain()
    {
        trainSixSteps();
        const QString file = QString::fromStdString(m_files.path("trained.cutaway"));
        QVERIFY(!m_window->sessionGuide()->save(file));
        QVERIFY(!QFile::exists(file));
        const std::vector<widgets::Notification> said = m_window->notifications()->notifications();
        const auto question = std::ranges::find_if(
            said, [](const widgets::Notification& one) { return one.offer.label == QStringLiteral("Keep and save"); });
        QVERIFY(question != said.end());
        question->offer.take();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), 30000);
        QVERIFY(m_window->sessionGuide()->save(file)); // kept now: nothing is asked
        const auto nextOf = [this] { return widgets::nextTokens(*m_window->run()->trace, 2, 1).front().logit; };
        const float logit = nextOf();
        QVERIFY(m_window->close());
        m_window = support::shown({.model = file, .remembers = false});
        support::waitForRun(*m_window);
        QVERIFY(m_window->run());
        QCOMPARE(QString::fromStdString(m_window->run()->trace->model).section(QLatin1Char('-'), 0, 0), QStringLiteral("trained"));
        QCOMPARE(nextOf(), logit);
    }

    void aKeptModelGoesOnWithItsCurve()
    {
        begin(6);
        click("trainGo");
        QTRY_COMPARE_WITH_TIMEOUT(training().phase, TrainingPhase::Finished, 30000);
        QStringList folders;
        connect(app::TrainingGuide::in(*m_window).runner(), &app::TrainingRunner::kept, this,
            [&](const QStringList& kept) { folders = kept; });
        click("trainKeep");
        QTRY_COMPARE_WITH_TIMEOUT(folders.size(), 1, 30000);
        widgets::TrainSettings settings = view()->training()->settings();
        settings.isFresh = false;
        const auto lastStep = [&](const QString& text) {
            begin(6);
            settings.text = text;
            view()->training()->setSettings(settings);
            m_window->openModel(QDir(folders.first()).dirName());
            support::waitForRun(*m_window);
            click("trainGo");
            if (!support::waitUntil([&] { return training().phase == TrainingPhase::Finished; }, 30000))
                return -1.0;
            const core::Json history = app::TrainingGuide::in(*m_window).runner()->histories().front();
            m_window->close();
            return double(core::lastStepOf(history));
        };
        QCOMPARE(lastStep(settings.text), 12.0);
        QCOMPARE(lastStep(QString::fromStdString(m_files.write("other.txt", support::tinyText()))), 6.0); // another curve
    }

    void aChangedChoiceIsAskedAbout()
    {
        begin(2000);
        click("trainGo");
        QTRY_VERIFY_WITH_TIMEOUT(points() > 2, 30000);
        m_window->addChoice("norm.placement", "post");
        QTRY_VERIFY_WITH_TIMEOUT(!asked().other.label.isEmpty(), 30000);
        QCOMPARE(training().phase, TrainingPhase::Paused);
        asked().other.take(); // go on with the same weights
        const auto isMarked = [this] { return points() > 0 && curves()[0].history->training.contains("changes"); };
        QTRY_VERIFY_WITH_TIMEOUT(isMarked(), 30000);
        click("trainStop");
        QVERIFY(view()->findChild<QToolButton*>(QStringLiteral("trainKeep"))->isEnabled());
        m_window->close();
    }

    void aChoiceIsAskedAboutOnEveryPageAndWhileWeightsAreOnTheirWay()
    {
        begin(2000);
        click("trainGo");
        QTRY_VERIFY_WITH_TIMEOUT(points() > 2, 30000);
        const auto& guide = app::TrainingGuide::in(*m_window);
        for (const char* page : {"flow", "norm"}) {
            QVERIFY(m_window->showView(QLatin1String(page)));
            QVERIFY(support::waitUntil([&] { return guide.isFollowing(); }, 30000));
            m_window->addChoice("norm.placement", "post");
            QTRY_VERIFY_WITH_TIMEOUT(!asked().other.label.isEmpty(), 30000);
            QCOMPARE(training().phase, TrainingPhase::Paused);
            m_window->addChoice("norm.placement", "sandwich"); // and about the next
            support::waitForRun(*m_window);
            QTRY_VERIFY_WITH_TIMEOUT(!asked().other.label.isEmpty(), 30000);
            m_window->undoStack()->undo();
            m_window->undoStack()->undo(); // taken back: it goes on by itself
            QCOMPARE(training().phase, TrainingPhase::Running);
            const core::Index step = training().step;
            QTRY_VERIFY_WITH_TIMEOUT(training().step > step, 30000);
            QTRY_VERIFY_WITH_TIMEOUT(asked().other.label.isEmpty(), 30000);
        }
        m_window->addChoice("norm.placement", "post");
        QTRY_VERIFY_WITH_TIMEOUT(!asked().other.label.isEmpty(), 30000);
        asked().offer.take(); // begin again
        const std::string shown = m_window->run()->trace->model;
        QTRY_VERIFY_WITH_TIMEOUT(m_window->run()->trace->model != shown, 30000); // and the pictures follow
        QCOMPARE(training().phase, TrainingPhase::Running);
        m_window->close();
    }

    void anotherModelPausesItWhileWeightsAreOnTheirWay()
    {
        begin(2000);
        click("trainGo");
        QTRY_VERIFY_WITH_TIMEOUT(points() > 0, 30000);
        QVERIFY(support::waitUntil([&] { return app::TrainingGuide::in(*m_window).isFollowing(); }, 30000)); // for a moment only
        m_window->openModel("untrained");
        QTRY_COMPARE_WITH_TIMEOUT(training().phase, TrainingPhase::Paused, 30000);
        support::waitForRun(*m_window);
        QCOMPARE(QString::fromStdString(m_window->run()->trace->model), QStringLiteral("untrained"));
        m_window->close();
    }

    void theTextStaysInAnotherLanguage()
    {
        begin(2000, {}); // the program's own text
        click("trainGo");
        QTRY_VERIFY_WITH_TIMEOUT(points() > 0, 30000);
        const std::string text = m_window->state().a.text;
        QVERIFY(!text.empty());
        app::setLanguage("zh_CN");
        QCoreApplication::processEvents();
        QCOMPARE(QString::fromStdString(m_window->state().a.text), QString::fromStdString(text));
        app::setLanguage("en");
        m_window->close();
    }

    void theSetsOfTextsHaveNamesInBothLanguages()
    {
        for (const std::string& set : core::bundledTextSets()) {
            const widgets::TrainSettings settings{.text = QString::fromStdString(set)};
            app::setLanguage("en");
            QCOMPARE(widgets::dataWords(settings), QString::fromStdString(set));
            app::setLanguage("zh_CN");
            QVERIFY2(widgets::dataWords(settings) != QString::fromStdString(set), set.c_str());
        }
        app::setLanguage("en");
    }

    void whatNeverBeganCannotBeKept()
    {
        begin(6);
        view()->training()->setSettings({.text = QString::fromStdString(m_files.path("missing.txt"))});
        click("trainGo");
        QTRY_COMPARE_WITH_TIMEOUT(training().phase, TrainingPhase::Failed, 30000);
        QTest::qWait(50);
        QVERIFY(!view()->findChild<QToolButton*>(QStringLiteral("trainKeep"))->isEnabled());
        QVERIFY(view()->training()->words().isEmpty());
        m_window->close();
    }

    void aRefusedTextLeavesTheTrainingBefore()
    {
        trainSixSteps();
        const widgets::TrainSettings settings = view()->training()->settings();
        widgets::TrainSettings empty = settings;
        empty.text = QString::fromStdString(m_files.write("empty.txt", ""));
        view()->training()->setSettings(empty);
        click("trainGo");
        asked().other.take(); // without keeping it: it is there again
        const auto isSaid = [this] {
            return std::ranges::any_of(m_window->notifications()->notifications(),
                [](const widgets::Notification& one) { return one.text.contains(QStringLiteral("empty.txt")); });
        };
        QTRY_VERIFY_WITH_TIMEOUT(isSaid(), 30000);
        QTRY_COMPARE_WITH_TIMEOUT(training().phase, TrainingPhase::Finished, 30000); // said before the other one is there again
        QVERIFY(view()->findChild<QToolButton*>(QStringLiteral("trainKeep"))->isEnabled());
        QVERIFY(view()->training()->words().startsWith(QStringLiteral("step 6 of 6")));
        QTRY_COMPARE_WITH_TIMEOUT(points(), 7, 30000);
        QVERIFY(!m_window->close()); // what it had learned is asked about
        QVERIFY(m_window->close());
    }

    void nothingBeginsInsteadOfATrainingThatIsNotKeptUnasked()
    {
        trainSixSteps();
        const auto live = training().live;
        click("trainGo"); // once more
        QCOMPARE(asked().other.label, QStringLiteral("Begin without it"));
        const widgets::TrainSettings settings = view()->training()->settings();
        emit view()->training()->raceWanted(QStringLiteral("C29")); // a question in place of the other
        QCOMPARE(std::ranges::count_if(m_window->notifications()->notifications(), [](const auto& one) { return !one.other.label.isEmpty(); }), 1);
        QVERIFY(view()->training()->settings() == settings);
        QVERIFY(training().live == live);
        QVERIFY(!m_window->close()); // this is another question
        QCOMPARE(asked().other.label, QStringLiteral("Begin without it"));
        int folders = 0;
        connect(app::TrainingGuide::in(*m_window).runner(), &app::TrainingRunner::kept, this,
            [&](const QStringList& kept) { folders += int(kept.size()); });
        asked().offer.take();
        QTRY_COMPARE_WITH_TIMEOUT(folders, 1, 30000);
        QCOMPARE(view()->training()->settings().preset, QStringLiteral("C29"));
        QTRY_VERIFY_WITH_TIMEOUT(training().live.size() == 2 && training().step > 0, 60000);
        QVERIFY(asked().other.label.isEmpty());
        click("trainStop");
        QVERIFY(!m_window->close());
        QCOMPARE(asked().other.label, QStringLiteral("Close without it"));
        QVERIFY(m_window->close());
    }

    void whatGoesOnLosesNothingAndIsNotAskedAbout()
    {
        trainSixSteps();
        const auto live = training().live;
        widgets::TrainSettings settings = view()->training()->settings();
        settings.isFresh = false;
        view()->training()->setSettings(settings);
        click("trainGo");
        QVERIFY(asked().other.label.isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(points(), 13, 30000);
        QVERIFY(m_window->close() || m_window->close());
    }

    void theStateOfATrainingBelongsToItsModel()
    {
        trainSixSteps();
        const auto* const keep = view()->findChild<QToolButton*>(QStringLiteral("trainKeep"));
        QVERIFY(keep->isEnabled() && !view()->training()->words().isEmpty());
        m_window->openModel("main");
        support::waitForRun(*m_window);
        QVERIFY(!keep->isEnabled() && view()->training()->words().isEmpty());
        m_window->undoStack()->undo();
        support::waitForRun(*m_window);
        QVERIFY(keep->isEnabled() && !view()->training()->words().isEmpty());
        m_window->close();
    }

    void aPresetHasItsRecipeItsModelsAndItsPage()
    {
        begin(6);
        emit view()->training()->raceWanted(QStringLiteral("C29"));
        const app::TrainingPlan race = app::TrainingGuide::in(*m_window).runner()->plan();
        core::TrainingRecipe recipe = core::recipeNamed("C29");
        recipe.snapshots = race.recipe.snapshots; // the guide's
        QVERIFY(race.recipe == recipe);
        QCOMPARE(race.race, std::string("C29"));
        QCOMPARE(race.text, std::string("corpus"));
        QCOMPARE(race.lanes.size(), std::size_t(2));
        QVERIFY(app::recipeOf(race, race.lanes[0]).balance > 0 && app::recipeOf(race, race.lanes[1]).balance == 0);
        QCOMPARE(view()->training()->settings().preset, QStringLiteral("C29"));
        QCOMPARE(view()->figureData().options.value(QStringLiteral("show")).toString(), QStringLiteral("experts"));
        QTRY_COMPARE_WITH_TIMEOUT(curves().size(), std::size_t(2), 60000);
        QTRY_VERIFY_WITH_TIMEOUT(training().step > 0, 60000);
        emit view()->training()->raceWanted(QStringLiteral("induction")); // one model, instead of the two
        asked().other.take();
        QTRY_COMPARE_WITH_TIMEOUT(curves().size(), std::size_t(1), 60000);
        QTRY_VERIFY_WITH_TIMEOUT(points() > 0, 60000);
        QCOMPARE(view()->figureData().options.value(QStringLiteral("show")).toString(), QStringLiteral("heads"));
        click("trainStop");
        m_window->close();
    }

    void anotherModelPausesIt()
    {
        begin(2000);
        click("trainGo");
        QTRY_VERIFY_WITH_TIMEOUT(points() > 0, 30000);
        m_window->openModel("untrained");
        QTRY_COMPARE_WITH_TIMEOUT(training().phase, TrainingPhase::Paused, 30000);
        support::waitForRun(*m_window);
        QVERIFY(curves().empty());
        m_window.reset(); // in the middle of it
    }
};

QTEST_MAIN(TestTrainingGuide)
#include "tst_training_guide.moc"
