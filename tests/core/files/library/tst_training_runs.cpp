// What can be looked at on the page of trainings.

#include "core/files/library/training_runs.h"

#include "core/files/library/training_history.h"

#include <QTest>

#include <algorithm>

using namespace core;

class TestTrainingRuns : public QObject
{
    Q_OBJECT

private slots:
    void mainIsFirstAndEveryHistoryCanBeRead();
    void eachIsFoundByItsName();
    void noTrainingEndsBelowTheEntropyOfTheCorpus();
    void aSnapshotBelongsToItsModel();
};

void TestTrainingRuns::mainIsFirstAndEveryHistoryCanBeRead()
{
    const std::vector<TrainingRun> runs = trainingRuns();
    QVERIFY(!runs.empty());
    QCOMPARE(runs.front().name, std::string("main"));
    for (const TrainingRun& run : runs)
        QVERIFY2(readTrainingHistory(run.path).points() > 0, run.name.c_str());
    const auto firstSweep = std::find_if(runs.begin(), runs.end(), [](const TrainingRun& run) { return run.isSweep; });
    QVERIFY(std::all_of(firstSweep, runs.end(), [](const TrainingRun& run) { return run.isSweep; }));
}

void TestTrainingRuns::eachIsFoundByItsName()
{
    for (const TrainingRun& run : trainingRuns()) {
        const std::optional<TrainingRun> found = trainingRun(run.name);
        QVERIFY2(found.has_value(), run.name.c_str());
        QCOMPARE(found->path, run.path);
        QCOMPARE(found->isSweep, run.isSweep);
    }
    for (const char* other : {"", "untrained", "sweeps", "../models/main", "no such training"})
        QVERIFY2(!trainingRun(other), other);
}

void TestTrainingRuns::noTrainingEndsBelowTheEntropyOfTheCorpus()
{
    QVERIFY(corpusEntropy().has_value());
    for (const TrainingRun& run : trainingRuns()) {
        const TrainingHistory history = readTrainingHistory(run.path);
        const auto loss = history.last("held_out");
        if (loss && history.training.value("task", "next") == "next")
            QVERIFY2(*loss > *corpusEntropy(), run.name.c_str());
    }
}

void TestTrainingRuns::aSnapshotBelongsToItsModel()
{
    QCOMPARE(withoutStep("main@1100"), std::string("main"));
    QCOMPARE(withoutStep("main"), std::string("main"));
}

QTEST_GUILESS_MAIN(TestTrainingRuns)
#include "tst_training_runs.moc"
