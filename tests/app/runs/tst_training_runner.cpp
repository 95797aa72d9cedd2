// A training of the window: what it tells while it learns, that two that race see the same rows, and what is kept of it.

#include "app/runs/training_runner.h"

#include "app/runs/prompt_guide.h"
#include "core/files/library/model_files.h"
#include "core/io/json.h"
#include "core/train/joined_history.h"
#include "tests/core/train/small_trainings.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

using namespace app;

namespace {

constexpr const char* tiny = "sizes.layers=2 sizes.d_model=16 sizes.heads=2 sizes.d_ff=32 sizes.context=64";

core::Choices choices(const std::string& words)
{
    core::Choices made;
    std::istringstream each(words);
    for (std::string word; each >> word;)
        made.setText(word, 2);
    return made;
}

TrainingLane lane(const std::string& name, const std::string& more = {})
{
    TrainingLane made;
    made.slot.model = "untrained";
    made.slot.said = choices(std::string(tiny) + (more.empty() ? "" : " " + more));
    made.name = name;
    return made;
}

} // namespace

class TestTrainingRunner : public QObject
{
    Q_OBJECT

    TemporaryFolder m_files;
    std::string m_text = m_files.write("cats.txt", support::tinyText());

    TrainingPlan plan(std::vector<TrainingLane> lanes, core::Index steps = 5) const
    {
        return {.lanes = std::move(lanes), .recipe = support::tinyRecipe(steps), .text = m_text};
    }

    static bool isOver(const TrainingRunner& runner)
    {
        const TrainingPhase phase = runner.state().phase;
        return phase == TrainingPhase::Finished || phase == TrainingPhase::Failed;
    }

    /// Both files and weights are read by now.
    static std::vector<float> numbersOf(const LiveModel& live)
    {
        const core::Tensor& values = live.model->weights.at("embed.weight").values();
        return {values.values().begin(), values.values().end()};
    }

private slots:
    void initTestCase() { qputenv("CUTAWAY_DATA_DIR", QByteArray::fromStdString(m_files.path("data"))); }

    void theWeightsOfEachMomentStayWhatTheyWere()
    {
        TrainingRunner runner;
        QSignalSpy moved(&runner, &TrainingRunner::moved);
        runner.begin(plan({lane("one")}), false);
        QTRY_VERIFY(!moved.isEmpty());
        const auto first = runner.state().live[0];
        QVERIFY(first);
        QCOMPARE(runner.state().step, 0);
        const std::vector<float> before = numbersOf(*first);
        runner.go();
        QTRY_VERIFY(isOver(runner));
        QCOMPARE(runner.state().phase, TrainingPhase::Finished);
        QVERIFY(!runner.state().live[0]->history->training.value("under_way", true));
        const auto last = runner.state().live[0];
        QCOMPARE(last->history->points(), 6); // steps 0 to 5
        QCOMPARE(QString::fromStdString(last->model->name), QStringLiteral("one@5"));
        QVERIFY(numbersOf(*last) != before);
        QVERIFY(numbersOf(*first) == before);
        core::configure(last->model, choices(tiny)); // the choices said once more change nothing
    }

    void aModelInTheMiddleIsRequestedByName()
    {
        TrainingRunner runner;
        runner.begin(plan({lane("one")}), true);
        QTRY_VERIFY(isOver(runner));
        RunRequest request;
        request.model = addLiveModel(7, runner.state().live[0]);
        QCOMPARE(QString::fromStdString(request.model), QStringLiteral("training:7/one@5"));
        QVERIFY(isLiveName(request.model) && !isLiveName("one@5"));
        QCOMPARE(addLiveModel(7, runner.state().live[0]), request.model);
        // The last step once before it was measured and once after: what was answered for the one is no answer for the other.
        const auto again = std::make_shared<const LiveModel>(*runner.state().live[0]);
        const std::string other = addLiveModel(7, again);
        QVERIFY(other != request.model && liveModel(other) == again);
        QVERIFY(liveModel(request.model) != again);
        request.ids = {1, 2, 3};
        QCOMPARE(QString::fromStdString(RunDesk().carryOut(request)->trace->model), QStringLiteral("one@5"));
        // No folder is looked for, not even where there is one.
        const QTemporaryDir place;
        const QString here = QDir::currentPath();
        QVERIFY(QDir::setCurrent(place.path()) && QDir().mkpath(QStringLiteral("training:7/one")));
        const std::string folder = folderOfModel(QStringLiteral("training:7/one@5"));
        QDir::setCurrent(here);
        QVERIFY(folder.empty());
        for (int i = 0; i < 8; ++i)
            addLiveModel(8 + i, runner.state().live[0]);
        QVERIFY(!liveModel(request.model)); // only the newest stay
    }

    void oneStepIsOneStepOfEach()
    {
        TrainingRunner runner;
        runner.begin(plan({lane("a"), lane("b", "norm.placement=post")}), false);
        QTRY_VERIFY(runner.state().live.size() == 2 && runner.state().live[1]);
        runner.step();
        QTRY_COMPARE(runner.state().step, 1);
        QTest::qWait(50);
        QCOMPARE(runner.state().step, 1);
        QCOMPARE(runner.state().phase, TrainingPhase::Paused);
    }

    void twoThatRacePauseAtOneStep()
    {
        for (int round = 0; round < 6; ++round) {
            TrainingRunner runner;
            runner.begin(plan({lane("a"), lane("b", "norm.placement=post")}, 400), true);
            QTRY_VERIFY(runner.state().step >= 3);
            QTest::qWait(7 * round); // anywhere in a step
            runner.pause();
            const auto shown = [&](std::size_t i) {
                return QString::fromStdString(runner.state().live[i]->model->name).section('@', 1);
            };
            const auto areAt = [&](core::Index step) {
                return runner.state().step == step && shown(0) == shown(1) && shown(0).toInt() == int(step);
            };
            core::Index step = -1; // where both stay
            for (int tries = 0; tries < 50 && step < 0; ++tries) {
                const core::Index before = runner.state().step;
                QTest::qWait(100);
                step = areAt(before) ? before : -1;
            }
            QVERIFY2(step >= 3, qPrintable(shown(0) + QLatin1Char(' ') + shown(1)));
            QCOMPARE(runner.state().phase, TrainingPhase::Paused);
            runner.step(); // and they go on together
            QTRY_VERIFY(areAt(step + 1));
        }
    }

    void thoseThatRaceSeeTheSameRows()
    {
        TrainingRunner runner;
        runner.begin(plan({lane("a"), lane("b")}), true);
        QTRY_VERIFY(isOver(runner));
        const std::vector<core::Json> same = runner.histories();
        QVERIFY(same[0].at("points") == same[1].at("points"));
        runner.begin(plan({lane("a"), lane("b", "norm.placement=post")}), true);
        QTRY_VERIFY(isOver(runner));
        const std::vector<core::Json> other = runner.histories();
        QVERIFY(other[0].at("points") == same[0].at("points"));
        QVERIFY(other[1].at("points") != same[1].at("points"));
    }

    void aLaneHasItsOwnWordsOfTheRecipe()
    {
        TrainingPlan two = plan({lane("a"), lane("b")});
        two.lanes[1].recipe = {{"warmup", 5}, {"weight_decay", 0.5}, {"steps", 3}};
        QCOMPARE(recipeOf(two, two.lanes[1]).steps, two.recipe.steps); // those that race are at the same step
        QVERIFY(recipeOf(two, two.lanes[0]) == two.recipe);
        TrainingRunner runner;
        runner.begin(two, true);
        QTRY_VERIFY(isOver(runner));
        const std::vector<core::Json> histories = runner.histories();
        QCOMPARE(histories[0].at("training").at("warmup").get<int>(), 2);
        QCOMPARE(histories[1].at("training").at("warmup").get<int>(), 5);
        QVERIFY(histories[0].at("points").at("learning_rate") != histories[1].at("points").at("learning_rate"));
        two.lanes[1].recipe = {{"warmup", -7}};
        QSignalSpy refused(&runner, &TrainingRunner::refused);
        runner.begin(two, true);
        QTRY_COMPARE(refused.count(), 1);
    }

    /// A pause ends the step in hand, which is made anew: the weights are those of a training without.
    void pausesChangeNoNumber()
    {
        TrainingRunner runner;
        runner.begin(plan({lane("one")}, 30), true);
        QTRY_VERIFY(isOver(runner));
        const std::vector<float> whole = numbersOf(*runner.state().live[0]);
        runner.begin(plan({lane("one")}, 30), false);
        for (int i = 0; i < 20 && !isOver(runner); ++i) {
            runner.go();
            QTest::qWait(3);
            runner.pause();
        }
        runner.go();
        QTRY_VERIFY(isOver(runner));
        QCOMPARE(runner.state().step, 30);
        QVERIFY(numbersOf(*runner.state().live[0]) == whole);
    }

    void whatIsKeptOpensWithItsCurve()
    {
        TrainingRunner runner;
        QSignalSpy kept(&runner, &TrainingRunner::kept);
        runner.begin(plan({lane("trained")}), false);
        QTRY_VERIFY(!runner.state().live.empty() && runner.state().live[0]);
        runner.step();
        QTRY_COMPARE(runner.state().step, 1);
        QVERIFY(runner.state().live[0]->history->training.value("under_way", false));
        runner.keep(); // while it is paused
        QTRY_COMPARE(kept.count(), 1);
        const std::string folder = kept[0][0].toStringList().first().toStdString();
        QCOMPARE(QString::fromStdString(core::openModel("trained")->path), QString::fromStdString(folder));
        QVERIFY(std::filesystem::exists(folder + "/checkpoint.safetensors"));
        QVERIFY(std::filesystem::exists(folder + "/snapshots") == !runner.plan().recipe.snapshots.empty());
        RunRequest request;
        request.model = folder;
        request.ids = {1, 2, 3};
        const widgets::RunPtr run = RunDesk().carryOut(request);
        QCOMPARE(core::readTrainingHistory(folder + "/history.json").points(), 1);
        QVERIFY(!core::readTrainingHistory(folder + "/history.json").training.contains("under_way"));
        QCOMPARE(run->trace->ids.size(), std::size_t(3));
        runner.keep();
        QTRY_COMPARE(kept.count(), 2); // beside the first
        QVERIFY(kept[1][0].toStringList() != kept[0][0].toStringList());
    }

    void aCurveGoesOnUnderAnotherChoice()
    {
        TrainingRunner runner;
        runner.begin(plan({lane("one")}, 3), true);
        QTRY_VERIFY(isOver(runner));
        TrainingPlan next = plan({lane("one", "norm.placement=post")}, 2);
        next.lanes[0].from = runner.state().live[0];
        next.lanes[0].isFresh = false;
        next.lanes[0].before = runner.histories()[0];
        next.lanes[0].change = "norm.placement=post";
        runner.begin(std::move(next), true);
        QTRY_VERIFY(isOver(runner));
        const auto live = runner.state().live[0];
        QCOMPARE(live->history->last("step").value(), 5.0);
        QCOMPARE(live->history->points(), 6);
        const core::Json& changes = live->history->training.at("changes");
        QCOMPARE(changes.size(), 1U);
        QCOMPARE(changes[0].at("step").get<int>(), 3);
    }

    void whatGoesOnRemembersItsOptimizer()
    {
        TrainingRunner runner;
        QSignalSpy kept(&runner, &TrainingRunner::kept);
        runner.begin(plan({lane("remembered")}, 50), true);
        QTRY_VERIFY(runner.state().step >= 3);
        runner.pause();
        QTRY_VERIFY(runner.state().live[0]->memory); // nothing is copied while it runs
        const core::Index updates = runner.state().step;
        TrainingLane next = lane("next");
        next.isFresh = false;
        next.from = runner.state().live[0];
        QCOMPARE(memoryOf(next)->updates, updates);
        runner.keep();
        QTRY_COMPARE(kept.count(), 1);
        next.from = nullptr;
        next.slot.model = std::filesystem::path(kept[0][0].toStringList().front().toStdString()).filename().string();
        next.before = historyBefore(next.slot, m_text);
        QVERIFY(!next.before.is_null());
        QVERIFY(memoryOf(next));
        QCOMPARE(memoryOf(next)->updates, updates);
        next.before = nullptr; // it learns another text
        QVERIFY(!memoryOf(next));
        next.isFresh = true;
        QVERIFY(!memoryOf(next));
    }

    void aLaneMayHaveTheCharactersOfItsTextAsTokens()
    {
        TrainingRunner runner;
        TrainingPlan byCharacters = plan({lane("by-characters")}, 2);
        byCharacters.lanes[0].charactersOf = m_text;
        runner.begin(std::move(byCharacters), true);
        QTRY_COMPARE(runner.state().phase, TrainingPhase::Finished);
        const core::ModelPtr model = runner.state().live[0]->model;
        QVERIFY(model->tokenizer->vocabularySize() < 40);
        QCOMPARE(model->tokenizer->encode("cat", false).size(), std::size_t(3));
    }

    void aLossThatIsNoNumberSaysWhereItBegan()
    {
        TrainingRunner runner;
        TrainingPlan wild = plan({lane("wild")}, 40);
        wild.recipe.rate = 1e30;
        wild.recipe.warmup = 0;
        wild.recipe.clip = 0;
        runner.begin(std::move(wild), true);
        QTRY_VERIFY(isOver(runner));
        const TrainingState state = runner.state();
        QCOMPARE(state.phase, TrainingPhase::Failed);
        QVERIFY2(QString::fromStdString(state.error.where).startsWith("step "), state.error.where.c_str());
        QVERIFY2(QString::fromStdString(state.error.found).contains(" in "), state.error.found.c_str()); // nan or inf
        QVERIFY(state.error.file.empty());
        // What is there is the last whose loss was a number, and the next training counts on from it.
        const auto live = state.live[0];
        const core::Index made = QString::fromStdString(state.error.where).section(QLatin1Char(' '), 1).toLong() - 1;
        QCOMPARE(QString::fromStdString(live->model->name), QStringLiteral("wild@%1").arg(made));
        QVERIFY(std::ranges::all_of(numbersOf(*live), [](float number) { return std::isfinite(number); }));
        QVERIFY(live->history && !live->memory);
        QCOMPARE(core::lastStepOf(runner.histories()[0]), std::int64_t(made));
    }

    void aTrainingThatWasPausedCountsOnFromItsStep()
    {
        TrainingRunner runner;
        runner.begin(plan({lane("one")}, 400), false); // every fourth step is a point from step 24 on
        for (int step = 1; step <= 26; ++step) {
            QTRY_VERIFY(!runner.state().live.empty() && runner.state().live[0]);
            runner.step();
            QTRY_COMPARE(runner.state().step, step);
        }
        QTRY_COMPARE(QString::fromStdString(runner.state().live[0]->model->name), QStringLiteral("one@26"));
        TrainingPlan next = plan({lane("one")}, 2);
        next.lanes[0].from = runner.state().live[0];
        next.lanes[0].isFresh = false;
        next.lanes[0].before = runner.histories()[0];
        runner.begin(std::move(next), true);
        QTRY_VERIFY(isOver(runner) && runner.plan().recipe.steps == 2);
        QCOMPARE(QString::fromStdString(runner.state().live[0]->model->name), QStringLiteral("one@28"));
    }

    void whatCannotBeTrainedIsRefused()
    {
        TrainingRunner runner;
        TrainingPlan none = plan({lane("one")});
        none.text = m_files.path("not-there.txt");
        runner.begin(std::move(none), true);
        QTRY_COMPARE(runner.state().phase, TrainingPhase::Failed);
        QVERIFY(!runner.state().error.problem.empty());
        QSignalSpy failed(&runner, &TrainingRunner::keepFailed);
        runner.keep();
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(!std::filesystem::exists(m_files.path("data/models/trained-one"))); // nothing is left
    }

    void whatCannotBeginLeavesTheTrainingBefore()
    {
        TrainingRunner runner;
        QSignalSpy refused(&runner, &TrainingRunner::refused), kept(&runner, &TrainingRunner::kept);
        runner.begin(plan({lane("before")}), true);
        QTRY_VERIFY(isOver(runner));
        const auto live = runner.state().live[0];
        const std::vector<std::string> none{"", std::string("a\0b", 3), "\xff\xfe not UTF-8 \xc3\x28"};
        for (std::size_t i = 0; i < none.size(); ++i) {
            TrainingPlan next = plan({lane("next")});
            next.text = m_files.write("none.txt", none[i]);
            runner.begin(std::move(next), true);
            QTRY_COMPARE(refused.count(), qsizetype(i + 1));
            QVERIFY(runner.state().phase == TrainingPhase::Finished && runner.state().live[0] == live);
        }
        runner.keep();
        QTRY_COMPARE(kept.count(), 1);
        runner.begin(plan({lane("after")}), true);
        QTRY_VERIFY(isOver(runner) && runner.state().live[0] != live);
        QCOMPARE(refused.count(), 3);
    }

    void anEndInTheMiddleLeavesNothingBehind()
    {
        const auto trainings = [] {
            std::size_t count = 0;
            for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::temp_directory_path()))
                count += entry.path().filename().string().starts_with("cutaway-training-");
            return count;
        };
        const std::size_t before = trainings();
        {
            TrainingRunner runner;
            runner.begin(plan({lane("one")}, 10000), true);
            QTRY_VERIFY(runner.state().step > 0);
        }
        QCOMPARE(trainings(), before);
    }
};

QTEST_GUILESS_MAIN(TestTrainingRunner)
#include "tst_training_runner.moc"
