#include "core/base/engine_use.h"

#include "core/files/library/model_files.h"
#include "core/run/forward.h"

#include <QTest>

#include <thread>

using namespace core;

class TestEngineUse : public QObject
{
    Q_OBJECT

private slots:
    void aPassIsCountedOnItsThread()
    {
        const SetupPtr setup = configure(openModel("untrained"), {});
        const std::uint64_t before = engineUses();
        std::uint64_t there = 0;
        std::thread([&] {
            forward(*setup, {.ids = {1, 2, 3}});
            there = engineUses();
        }).join();
        QVERIFY(there > 1); // the pass, and products in it
        QCOMPARE(engineUses(), before);
        forward(*setup, {.ids = {1, 2, 3}});
        QVERIFY(engineUses() > before);
    }
};

QTEST_GUILESS_MAIN(TestEngineUse)
#include "tst_engine_use.moc"
