#include "core/base/arena.h"

#include <QTest>

#include <cstdint>
#include <set>

class TestArena : public QObject
{
    Q_OBJECT
private slots:
    void allocationsAreAlignedAndApart();
    void memoryReturnsToThePoolWithTheLastHolder();
    void theSameSizeIsServedFromThePool();
    void whatIsBorrowedTakesAnyFreeMemory();
    void newMemoryTakesThePlaceOfTheOldest();
    void smallPassesOfTwoShapesFindTheirMemoryAgain();
    void thePoolIsCapped();
};

void TestArena::allocationsAreAlignedAndApart()
{
    const auto pool = core::ArenaPool::make(1 << 20);
    const auto arena = pool->take(256);
    float* previous = nullptr;
    for (int i = 0; i < 100; ++i) {
        float* memory = arena->allocate(33);
        QCOMPARE(reinterpret_cast<std::uintptr_t>(memory) % 64, std::uintptr_t(0));
        for (int j = 0; j < 33; ++j)
            memory[j] = float(i);
        if (previous)
            QCOMPARE(previous[32], float(i - 1));
        previous = memory;
    }
}

void TestArena::memoryReturnsToThePoolWithTheLastHolder()
{
    const auto pool = core::ArenaPool::make(1 << 20);
    auto arena = pool->take(4096);
    const std::shared_ptr<void> holder = arena;
    arena.reset();
    QCOMPARE(pool->freeBytes(), std::size_t(0));
    const_cast<std::shared_ptr<void>&>(holder).reset();
    QCOMPARE(pool->freeBytes(), std::size_t(4096));
}

void TestArena::theSameSizeIsServedFromThePool()
{
    const auto pool = core::ArenaPool::make(1 << 20);
    const float* first = pool->take(8192)->allocate(10);
    const auto again = pool->take(8192);
    QCOMPARE(static_cast<const float*>(again->allocate(10)), first);
    QCOMPARE(pool->freeBytes(), std::size_t(0));
}

void TestArena::whatIsBorrowedTakesAnyFreeMemory()
{
    const std::shared_ptr<core::ArenaPool> pool = core::ArenaPool::make(1 << 24);
    const float* large = pool->take(1 << 22)->allocate(1 << 20);
    QCOMPARE(pool->freeBytes(), std::size_t(1) << 22);
    const std::shared_ptr<core::Arena> small = pool->borrow(1 << 18);
    QCOMPARE(small->allocate(1 << 16), large);
}

void TestArena::newMemoryTakesThePlaceOfTheOldest()
{
    const std::shared_ptr<core::ArenaPool> pool = core::ArenaPool::make(1 << 20);
    pool->take(1 << 17)->allocate(1 << 15);
    pool->take(1 << 19)->allocate(1 << 17);
    QCOMPARE(pool->freeBytes(), std::size_t(1) << 19); // the slab that was too small went
    const std::shared_ptr<core::Arena> shorter = pool->take(1 << 17); // would hold much more than it needs, maybe for long
    shorter->allocate(1 << 15);
    QCOMPARE(pool->freeBytes(), std::size_t(0));
}

void TestArena::smallPassesOfTwoShapesFindTheirMemoryAgain()
{
    const std::shared_ptr<core::ArenaPool> pool = core::ArenaPool::make(1 << 24);
    const float* small = pool->take(1 << 16)->allocate(1 << 14);
    const float* large = pool->take(1 << 18)->allocate(1 << 16);
    for (int turn = 0; turn < 3; ++turn) {
        QCOMPARE(static_cast<const float*>(pool->take(1 << 16)->allocate(1 << 14)), small);
        QCOMPARE(static_cast<const float*>(pool->take(1 << 18)->allocate(1 << 16)), large);
    }
}

void TestArena::thePoolIsCapped()
{
    const auto pool = core::ArenaPool::make(10000);
    for (const std::size_t bytes : {4096u, 8192u, 64u})
        pool->take(bytes);
    QVERIFY2(pool->freeBytes() <= 10000, "a pool must not keep more than its cap");
    QVERIFY(pool->freeBytes() > 0);
}

QTEST_GUILESS_MAIN(TestArena)
#include "tst_arena.moc"
