// The files of a training in the window: what is taken over from the training before, and what is kept where there is no room.

#include "app/runs/training_files.h"

#include "app/runs/training_runner.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "core/io/json.h"
#include "tests/core/train/small_trainings.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include <filesystem>

using namespace app;

class TestTrainingFiles : public QObject
{
    Q_OBJECT

    TemporaryFolder m_files;
    std::string m_text = m_files.write("cats.txt", support::tinyText());

    TrainingPlan plan(const std::vector<std::string>& names, core::Index steps, std::vector<core::Index> snapshots) const
    {
        TrainingPlan made{.lanes = {}, .recipe = support::tinyRecipe(steps), .text = m_text};
        made.recipe.snapshots = std::move(snapshots);
        for (const std::string& name : names) {
            TrainingLane lane;
            lane.slot.model = "untrained";
            for (const char* said : {"sizes.layers=2", "sizes.d_model=16", "sizes.heads=2", "sizes.d_ff=32", "sizes.context=64"})
                lane.slot.said.setText(said, 2);
            lane.name = name;
            made.lanes.push_back(lane);
        }
        return made;
    }

    static bool isOver(const TrainingRunner& runner)
    {
        const TrainingPhase phase = runner.state().phase;
        return phase == TrainingPhase::Finished || phase == TrainingPhase::Failed;
    }

    static QByteArray bytesOf(const std::string& file)
    {
        QFile read(QString::fromStdString(file));
        return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
    }

    static std::string keptBy(TrainingRunner& runner)
    {
        QSignalSpy kept(&runner, &TrainingRunner::kept);
        runner.keep();
        return kept.wait() ? kept[0][0].toStringList().first().toStdString() : std::string();
    }

private slots:
    void initTestCase()
    {
        qputenv("CUTAWAY_DATA_DIR", QByteArray::fromStdString(m_files.path("data")));
        QVERIFY(std::filesystem::create_directories(m_files.path("scratch")));
        qputenv("TMPDIR", QByteArray::fromStdString(m_files.path("scratch")));
    }

    void aCopyIsWholeAndLeavesTheLock()
    {
        const std::string from = m_files.path("from"), to = m_files.path("to");
        std::filesystem::create_directories(from + "/deep");
        for (const char* name : {"/a", "/deep/b", "/training.lock", "/model.safetensors"})
            QVERIFY(QFile(QString::fromStdString(from) + QLatin1String(name)).open(QIODevice::WriteOnly));
        m_files.write("from/a", "new");
        std::filesystem::create_directories(to);
        m_files.write("to/a", "old");
        copyFiles(from, to);
        QCOMPARE(bytesOf(to + "/a"), QByteArray("new"));
        QVERIFY(std::filesystem::exists(to + "/deep/b") && !std::filesystem::exists(to + "/training.lock"));
        QVERIFY_EXCEPTION_THROWN(copyFiles(m_files.path("nowhere"), to), core::Error);
        QVERIFY_EXCEPTION_THROWN(makeFolder(to + "/a/under"), core::Error);
        QVERIFY(newScratchFolder() != newScratchFolder());
    }

    void snapshotsCountOnFromTheTrainingBefore()
    {
        TrainingRunner runner;
        runner.begin(plan({"one"}, 5, {0, 2}), true);
        QTRY_VERIFY(isOver(runner));
        const std::string first = keptBy(runner);
        TrainingPlan next = plan({"one"}, 3, {0, 1});
        next.lanes[0].from = runner.state().live[0];
        next.lanes[0].isFresh = false;
        next.lanes[0].before = runner.histories()[0];
        runner.begin(std::move(next), true);
        QTRY_VERIFY(isOver(runner) && runner.plan().recipe.steps == 3);
        const std::string second = keptBy(runner);
        QCOMPARE(core::snapshotSteps(second), (std::vector<long>{0, 2, 5, 6}));
        for (const char* step : {"0", "2"})
            QCOMPARE(bytesOf(core::snapshotFile(second, {second, step})), bytesOf(core::snapshotFile(first, {first, step})));
        QVERIFY(bytesOf(core::snapshotFile(second, {second, "5"})) != bytesOf(core::snapshotFile(second, {second, "0"})));
        // From what is kept: the same.
        TrainingLane later;
        later.slot.model = std::filesystem::path(second).filename().string();
        later.isFresh = false;
        later.before = historyBefore(later.slot, m_text);
        QCOMPARE(QString::fromStdString(keptFolder(later)), QString::fromStdString(second));
        bringSnapshots(later, m_files.path("third"));
        QCOMPARE(core::snapshotSteps(m_files.path("third")), (std::vector<long>{0, 2, 5, 6}));
        later.before = nullptr; // it learns another text
        bringSnapshots(later, m_files.path("fourth"));
        QVERIFY(!std::filesystem::exists(m_files.path("fourth")));
    }

    void oneModelsChangeIsNotTheOthers()
    {
        TrainingRunner runner;
        runner.begin(plan({"one", "two"}, 2, {}), true);
        QTRY_VERIFY(isOver(runner));
        TrainingPlan next = plan({"one", "two"}, 2, {});
        for (std::size_t lane = 0; lane < 2; ++lane) {
            next.lanes[lane].from = runner.state().live[lane];
            next.lanes[lane].isFresh = false;
            next.lanes[lane].before = runner.histories()[lane];
        }
        next.lanes[0].change = "norm.placement=post";
        runner.begin(std::move(next), true);
        QTRY_VERIFY(isOver(runner) && core::lastStepOf(runner.plan().lanes[0].before) == 2);
        const auto changeOf = [&](std::size_t lane) {
            return QString::fromStdString(runner.histories()[lane]["training"]["changes"][0]["change"].get<std::string>());
        };
        QCOMPARE(changeOf(0), QStringLiteral("norm.placement=post"));
        QCOMPARE(changeOf(1), QString());
    }

    void whatCouldNotBeWrittenIsKeptAllTheSame()
    {
        TrainingRunner runner;
        runner.begin(plan({"crowded"}, 20, {3}), false);
        QTRY_VERIFY(!runner.state().live.empty() && runner.state().live[0]);
        const QDir scratch(QString::fromStdString(m_files.path("scratch")));
        const QStringList courses = scratch.entryList({QStringLiteral("cutaway-training-*")}, QDir::Dirs);
        QCOMPARE(courses.size(), 1);
        const QString folder = scratch.filePath(courses.first()) + QStringLiteral("/crowded");
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(QFile(folder + QStringLiteral("/snapshots")).open(QIODevice::WriteOnly)); // where a folder is to be
        runner.go();
        QTRY_VERIFY(isOver(runner));
        QCOMPARE(runner.state().phase, TrainingPhase::Failed);
        QCOMPARE(QString::fromStdString(runner.state().error.file), scratch.path()); // where room is to be made
        const std::string kept = keptBy(runner);
        QVERIFY(!kept.empty());
        QCOMPARE(core::openModel(kept)->weights.at("embed.weight").shape(),
            runner.state().live[0]->model->weights.at("embed.weight").shape());
        QVERIFY(core::readTrainingHistory(kept + "/history.json").points() > 0);
    }
};

QTEST_GUILESS_MAIN(TestTrainingFiles)
#include "tst_training_files.moc"
