#include "core/files/library/kept_history.h"

#include "core/base/error.h"
#include "core/files/library/training_runs.h"

#include <QTest>

using namespace core;

class TestKeptHistory : public QObject
{
    Q_OBJECT

private slots:
    void aFileIsReadOnce()
    {
        const std::string path = trainingRuns().front().path;
        const auto history = keptTrainingHistory(path);
        QCOMPARE(history->model, std::string("main"));
        QCOMPARE(keptTrainingHistory(path).get(), history.get());
    }

    void whatCannotBeReadIsTriedAgain()
    {
        for (int i = 0; i < 2; ++i)
            QVERIFY_THROWS_EXCEPTION(Error, keptTrainingHistory("nowhere/history.json"));
    }
};

QTEST_GUILESS_MAIN(TestKeptHistory)
#include "tst_kept_history.moc"
