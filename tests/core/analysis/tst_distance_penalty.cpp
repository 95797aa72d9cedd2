#include "core/analysis/distance_penalty.h"

#include "core/layers/alibi.h"

#include <QTest>

#include <cmath>

using namespace core;

class TestDistancePenalty : public QObject
{
    Q_OBJECT

private slots:
    void penaltyGrowsWithDistanceAndHidesLaterKeys();
    void reachIsTheMeanOfTheSoftmaxOfTheLastRow();
    void withoutAPenaltyHalfOfTheTextIsReached();
    void aSteepSlopeReachesNoFartherInALongerText();
    void slopesOfAPowerOfTwoHaveOneRatio();
    void aBlockHasItsFarthestPair();
    void spreadIsThatOfTheDiagonals();
    void aPenaltyHasNoSpread();
};

void TestDistancePenalty::penaltyGrowsWithDistanceAndHidesLaterKeys()
{
    const std::vector<float> causal = penaltyMatrix(0.25, 5, 1, false), all = penaltyMatrix(0.25, 5, 1, true);
    for (int query = 0; query < 5; ++query)
        for (int key = 0; key < 5; ++key) {
            const auto at = std::size_t(query * 5 + key);
            QCOMPARE(all[at], -0.25F * float(std::abs(query - key)));
            if (key <= query)
                QCOMPARE(causal[at], all[at]);
            else
                QVERIFY(std::isinf(causal[at]) && causal[at] < 0);
        }
}

void TestDistancePenalty::aBlockHasItsFarthestPair()
{
    for (const bool seesAll : {false, true}) {
        constexpr int length = 11, block = 4, side = 3;
        const std::vector<float> cells = penaltyMatrix(0.5, length, block, seesAll), pairs = penaltyMatrix(0.5, length, 1, seesAll);
        std::vector<float> farthest(side * side, -std::numeric_limits<float>::infinity());
        for (int query = 0; query < length; ++query)
            for (int key = 0; key < length; ++key) {
                const float pair = pairs[std::size_t(query * length + key)];
                float& cell = farthest[std::size_t(query / block * side + key / block)];
                if (std::isfinite(pair))
                    cell = std::isfinite(cell) ? std::min(cell, pair) : pair;
            }
        QCOMPARE(cells, farthest);
    }
}

void TestDistancePenalty::reachIsTheMeanOfTheSoftmaxOfTheLastRow()
{
    for (const double slope : {0.5, 0.01, -0.3}) {
        const int length = 40;
        double sum = 0, reach = 0;
        for (int d = 0; d < length; ++d)
            sum += std::exp(-slope * d);
        for (int d = 0; d < length; ++d)
            reach += std::exp(-slope * d) / sum * d;
        QVERIFY(std::abs(reachOfEqualContents(slope, length) - reach) < 1e-9);
    }
    QVERIFY(std::isfinite(reachOfEqualContents(-2, 5000)));
}

void TestDistancePenalty::withoutAPenaltyHalfOfTheTextIsReached()
{
    QCOMPARE(reachOfEqualContents(0, 1), 0.0);
    QCOMPARE(reachOfEqualContents(0, 101), 50.0);
}

void TestDistancePenalty::aSteepSlopeReachesNoFartherInALongerText()
{
    const double limit = 1 / (std::exp(0.5) - 1);
    QVERIFY(std::abs(reachOfEqualContents(0.5, 100) - limit) < 1e-9);
    QVERIFY(std::abs(reachOfEqualContents(0.5, 10000) - limit) < 1e-9);
}

void TestDistancePenalty::slopesOfAPowerOfTwoHaveOneRatio()
{
    QCOMPARE(commonRatio(Alibi{}.slopesOf(8)).value_or(0), 0.5);
    QCOMPARE(commonRatio(Alibi{}.slopesOf(4)).value_or(0), 0.25);
    QVERIFY(!commonRatio(Alibi{}.slopesOf(12)));
    QVERIFY(!commonRatio(Alibi{}.slopesOf(1)));
    const std::vector<double> zero{0, 0, 0}, uneven{1, 0.5, 0.2};
    QVERIFY(!commonRatio(zero));
    QVERIFY(!commonRatio(uneven));
}

void TestDistancePenalty::spreadIsThatOfTheDiagonals()
{
    const float masked = -std::numeric_limits<float>::infinity();
    const std::vector<float> scores{1, 9, 9, //
        -2, 3, 9, //
        masked, 7, 8};
    const std::vector<DistanceSpread> spreads = spreadByDistance(scores, 3);
    QCOMPARE(spreads.size(), std::size_t(2)); // of distance 2 nothing is seen
    QCOMPARE(spreads[0].pairs, Index(3));
    QCOMPARE(spreads[0].mean, 4.0);
    QCOMPARE(spreads[0].least, 1.0);
    QCOMPARE(spreads[0].most, 8.0);
    QCOMPARE(spreads[1].distance, Index(1));
    QCOMPARE(spreads[1].mean, 2.5);
    QCOMPARE(spreads[1].size, 4.5); // signs do not cancel
    QCOMPARE(spreads[1].width(), 9.0);
}

void TestDistancePenalty::aPenaltyHasNoSpread()
{
    for (const DistanceSpread& spread : spreadByDistance(penaltyMatrix(0.7, 20, 1, false), 20)) {
        QCOMPARE(spread.width(), 0.0);
        QVERIFY(std::abs(spread.mean + 0.7 * double(spread.distance)) < 1e-5);
    }
}

QTEST_GUILESS_MAIN(TestDistancePenalty)
#include "tst_distance_penalty.moc"
