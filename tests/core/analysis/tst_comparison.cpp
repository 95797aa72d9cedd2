#include "core/analysis/comparison.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using core::Tensor;

class TestComparison : public QObject
{
    Q_OBJECT
private slots:
    void equalTensorsDifferByNothing();
    void theDifferenceIsRelativeToA();
    void maskedCellsAreLeftOut();
    void whatCannotBeComparedIsNoNumber();
};

namespace {

Tensor tensorOf(std::initializer_list<float> values)
{
    Tensor tensor("x", {core::axis::token}, {core::Index(values.size())});
    std::copy(values.begin(), values.end(), tensor.data());
    return tensor;
}

constexpr float masked = -std::numeric_limits<float>::infinity();

} // namespace

void TestComparison::equalTensorsDifferByNothing()
{
    QCOMPARE(core::relativeDifference(tensorOf({1, -2, 3}), tensorOf({1, -2, 3})), 0.0);
    QCOMPARE(core::relativeDifference(tensorOf({0, 0}), tensorOf({0, 0})), 0.0);
}

void TestComparison::theDifferenceIsRelativeToA()
{
    QCOMPARE(core::relativeDifference(tensorOf({3, 4}), tensorOf({3, 9})), 1.0); // 5 of 5
    QCOMPARE(core::relativeDifference(tensorOf({6, 8}), tensorOf({6, 13})), 0.5);
}

void TestComparison::maskedCellsAreLeftOut()
{
    QCOMPARE(core::relativeDifference(tensorOf({3, 4, masked}), tensorOf({3, 9, masked})), 1.0);
    QCOMPARE(core::relativeDifference(tensorOf({3, 4, 7}), tensorOf({3, 9, masked})), 1.0);
}

void TestComparison::whatCannotBeComparedIsNoNumber()
{
    QVERIFY(std::isnan(core::relativeDifference(tensorOf({1, 2}), tensorOf({1, 2, 3}))));
    QVERIFY(std::isnan(core::relativeDifference(tensorOf({0, 0}), tensorOf({0, 1}))));
    QVERIFY(std::isnan(core::relativeDifference(tensorOf({masked}), tensorOf({masked}))));
}

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"
