#include "core/base/tensor.h"

#include <QTest>

using core::Tensor;

class TestTensor : public QObject
{
    Q_OBJECT
private slots:
    void indexesRowMajor();
    void copiesShareTheNumbers();
    void emptyAndScalarShapesAreSafe();
};

void TestTensor::indexesRowMajor()
{
    Tensor tensor("x", {"head", "query", "key"}, {2, 3, 4});
    for (core::Index i = 0; i < tensor.size(); ++i)
        tensor.data()[i] = float(i);
    QCOMPARE(tensor.at({1, 2, 3}), 23.f);
    QCOMPARE(tensor.slice(1)(2, 3), 23.f);
    QCOMPARE(tensor.matrix()(5, 3), 23.f);
    QCOMPARE(tensor.row(4)[1], 17.f);
    QCOMPARE(tensor.axisIndex("query"), 1);
    QCOMPARE(tensor.axisIndex("token"), -1);
}

void TestTensor::copiesShareTheNumbers()
{
    Tensor tensor("x", {"token"}, {2});
    tensor.data()[0] = 1.f;
    const Tensor other = tensor.renamed("y");
    tensor.data()[0] = 5.f;
    QCOMPARE(other.at({0}), 5.f);
    QCOMPARE(other.name(), std::string("y"));
    QCOMPARE(tensor.name(), std::string("x"));
}

void TestTensor::emptyAndScalarShapesAreSafe()
{
    const Tensor empty("e", {"token", "d_model"}, {0, 4});
    QCOMPARE(empty.size(), core::Index(0));
    QCOMPARE(empty.rows(), core::Index(0));
    const Tensor scalar("s", {}, {});
    QCOMPARE(scalar.size(), core::Index(1));
    QCOMPARE(core::shapeText({6, 64}), std::string("6 × 64"));
    QVERIFY(!Tensor());
}

QTEST_GUILESS_MAIN(TestTensor)
#include "tst_tensor.moc"
