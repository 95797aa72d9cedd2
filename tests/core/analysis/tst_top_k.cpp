#include "core/analysis/top_k.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace core;

class TestTopK : public QObject
{
    Q_OBJECT

private slots:
    void probabilitiesAreTheSoftmaxOfTheWholeRow();
    void equalLogitsAreOrderedById();
    void hugeLogitsDoNotOverflow();
    void whatIsNotFiniteComesLast();
    void infinityTakesAll();
    void shortRowsGiveWhatTheyHave();
};

void TestTopK::probabilitiesAreTheSoftmaxOfTheWholeRow()
{
    const std::vector<float> logits = {std::log(1.f), std::log(4.f), std::log(2.f), std::log(3.f)};
    const std::vector<TokenProbability> top = topK(logits, 2);
    QCOMPARE(top.size(), std::size_t(2));
    QCOMPARE(top[0].id, 1);
    QVERIFY(std::abs(top[0].probability - 0.4) < 1e-7);
    QCOMPARE(top[1].id, 3);
    QVERIFY(std::abs(top[1].probability - 0.3) < 1e-7);
}

void TestTopK::equalLogitsAreOrderedById()
{
    const std::vector<float> logits(50, 1.f);
    const std::vector<TokenProbability> top = topK(logits, 10);
    for (int i = 0; i < 10; ++i)
        QCOMPARE(top[std::size_t(i)].id, i);
    QCOMPARE(top[0].probability, 0.02);
}

void TestTopK::hugeLogitsDoNotOverflow()
{
    const std::vector<float> logits = {3e38f, 3e38f, -3e38f};
    QCOMPARE(topK(logits, 3)[0].probability, 0.5);
    QCOMPARE(topK(logits, 3)[2].probability, 0.0);
}

void TestTopK::whatIsNotFiniteComesLast()
{
    const std::vector<float> logits = {std::nanf(""), -std::numeric_limits<float>::infinity(), -5.f, std::nanf("")};
    const std::vector<TokenProbability> top = topK(logits, 4);
    QCOMPARE(top[0].id, 2);
    QCOMPARE(top[0].probability, 1.0);
    QCOMPARE(top[1].id, 1);
    QCOMPARE(top[1].probability, 0.0);
    QCOMPARE(top[2].id, 0);
    QCOMPARE(top[3].id, 3);
}

void TestTopK::infinityTakesAll()
{
    const float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> logits = {1.f, infinity, infinity};
    const std::vector<TokenProbability> top = topK(logits, 3);
    QCOMPARE(top[0].probability, 0.5);
    QCOMPARE(top[2].probability, 0.0);
}

void TestTopK::shortRowsGiveWhatTheyHave()
{
    QVERIFY(topK({}, 5).empty());
    QVERIFY(topK(std::vector<float>{1.f}, 0).empty());
    QVERIFY(topK(std::vector<float>{1.f}, -1).empty());
    QCOMPARE(topK(std::vector<float>{1.f}, 5).size(), std::size_t(1));
}

QTEST_GUILESS_MAIN(TestTopK)
#include "tst_top_k.moc"
