#include "core/analysis/token_order.h"

#include <QTest>

#include <cmath>

using namespace core;

class TestTokenOrder : public QObject
{
    Q_OBJECT

private slots:
    void aMovedTokenPushesTheOthersTogether();
    void puttingBackUndoesTheMove();
    void changeIsByTypedPlaces();
};

void TestTokenOrder::aMovedTokenPushesTheOthersTogether()
{
    QCOMPARE(movedOrder(5, 1, 4), (std::vector<Index>{0, 2, 3, 4, 1}));
    QCOMPARE(movedOrder(5, 4, 0), (std::vector<Index>{4, 0, 1, 2, 3}));
    QCOMPARE(movedOrder(3, 1, 1), (std::vector<Index>{0, 1, 2}));
    const std::vector<int> words{10, 11, 12};
    const std::vector<Index> order = movedOrder(3, 0, 2);
    QCOMPARE(reordered<int>(words, order), (std::vector<int>{11, 12, 10}));
}

void TestTokenOrder::puttingBackUndoesTheMove()
{
    const std::vector<Index> order = movedOrder(4, 3, 1);
    std::vector<float> typed, moved;
    for (int i = 0; i < 16; ++i)
        typed.push_back(float(i * i));
    for (const Index row : order)
        for (const Index column : order)
            moved.push_back(typed[std::size_t(row * 4 + column)]);
    QVERIFY(moved != typed);
    QCOMPARE(putBack(moved, order), typed);
}

void TestTokenOrder::changeIsByTypedPlaces()
{
    const std::vector<Index> order = movedOrder(3, 0, 2); // 1, 2, 0
    Tensor before("x", {"token", "d_model"}, {3, 2}), after("x", {"token", "d_model"}, {3, 2});
    const float was[]{3, 4, 1, 0, 0, 0}, is[]{1, 0, 0, 0, 3, 1};
    std::copy_n(was, 6, before.data());
    std::copy_n(is, 6, after.data());
    const std::vector<double> change = changeOfMoved(before, after, order);
    QCOMPARE(change[0], 0.6); // from (3, 4) to (3, 1)
    QCOMPARE(change[1], 0.0);
    QCOMPARE(change[2], 0.0);
    after.data()[3] = 1; // of a vector of zeros there is no part
    QVERIFY(std::isinf(changeOfMoved(before, after, order)[2]));
}

QTEST_GUILESS_MAIN(TestTokenOrder)
#include "tst_token_order.moc"
