#include "core/base/system_memory.h"

#include <QTest>

class TestSystemMemory : public QObject
{
    Q_OBJECT
private slots:
    void thisMachineHasASensibleAmount();
};

void TestSystemMemory::thisMachineHasASensibleAmount()
{
    QVERIFY(core::systemMemoryBytes() > (std::size_t(64) << 20));
    QVERIFY(core::systemMemoryBytes() < (std::size_t(1) << 50));
}

QTEST_GUILESS_MAIN(TestSystemMemory)
#include "tst_system_memory.moc"
