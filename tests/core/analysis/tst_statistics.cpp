#include "core/analysis/statistics.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace core;

namespace {
constexpr float infinity = std::numeric_limits<float>::infinity();
const float notANumber = std::nanf("");
} // namespace

class TestStatistics : public QObject
{
    Q_OBJECT

private slots:
    void numbersOfAHandComputedCase();
    void whatIsNotFiniteIsCountedAndLeftOut();
    void aSmallSpreadBesideALargeMeanIsExact();
    void nothingGivesZeros();
    void binsHoldWhatLiesInThem();
    void oneValueFallsIntoTheMiddleBin();
    void percentilesInterpolate();
    void percentilesOfManyValuesAreSampled();
};

void TestStatistics::numbersOfAHandComputedCase()
{
    const std::vector<float> values = {-1, 0, 2, 3};
    const Statistics s = statisticsOf(values);
    QCOMPARE(s.min, -1.0);
    QCOMPARE(s.max, 3.0);
    QCOMPARE(s.mean, 1.0);
    QCOMPARE(s.standardDeviation, std::sqrt(2.5));
    QCOMPARE(s.norm, std::sqrt(14.0));
}

void TestStatistics::whatIsNotFiniteIsCountedAndLeftOut()
{
    const std::vector<float> values = {notANumber, 4, -infinity, -infinity, infinity, 6};
    const Statistics s = statisticsOf(values);
    QCOMPARE(s.count, std::size_t(6));
    QCOMPARE(s.finite, std::size_t(2));
    QCOMPARE(s.nan, std::size_t(1));
    QCOMPARE(s.masked, std::size_t(2));
    QCOMPARE(s.infinite, std::size_t(1));
    QCOMPARE(s.min, 4.0);
    QCOMPARE(s.mean, 5.0);
}

void TestStatistics::aSmallSpreadBesideALargeMeanIsExact()
{
    std::vector<float> values;
    for (int i = 0; i < 1000; ++i)
        values.push_back(i % 2 ? 16'000'001.f : 16'000'000.f);
    QCOMPARE(statisticsOf(values).standardDeviation, 0.5);
}

void TestStatistics::nothingGivesZeros()
{
    const std::vector<float> masked(3, -infinity);
    QCOMPARE(statisticsOf(masked).max, 0.0);
    QCOMPARE(statisticsOf({}).mean, 0.0);
    QCOMPARE(percentile(masked, 0.5), 0.0);
}

void TestStatistics::binsHoldWhatLiesInThem()
{
    const std::vector<float> values = {0, 0.5f, 1, 1.5f, 2, notANumber, -infinity, -1, 3};
    QCOMPARE(histogram(values, 2, 0, 2), (std::vector<std::size_t>{2, 3})); // the last bin holds 2 itself
    QCOMPARE(histogram(values, 4, 0, 2), (std::vector<std::size_t>{1, 1, 1, 2}));
}

void TestStatistics::oneValueFallsIntoTheMiddleBin()
{
    const std::vector<float> values = {5, 5, 4};
    QCOMPARE(histogram(values, 3, 5, 5), (std::vector<std::size_t>{0, 2, 0}));
}

void TestStatistics::percentilesInterpolate()
{
    const std::vector<float> values = {30, notANumber, 10, 20, -infinity, 40};
    QCOMPARE(percentile(values, 0), 10.0);
    QCOMPARE(percentile(values, 1), 40.0);
    QCOMPARE(percentile(values, 0.5), 25.0);
    QCOMPARE(percentile(values, 1.0 / 3.0), 20.0);
}

void TestStatistics::percentilesOfManyValuesAreSampled()
{
    std::vector<float> values(1000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = float(i);
    QCOMPARE(percentile(values, 1, 10), 900.0); // every hundredth value
}

QTEST_GUILESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
