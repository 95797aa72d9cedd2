#include "widgets/plot/number_format.h"

#include "tests/widgets/support/quiet.h"

#include <qcustomplot.h>

#include <cmath>
#include <limits>

using namespace widgets;

class TestNumberFormat : public QObject
{
    Q_OBJECT

private slots:
    void numbersKeepThreeDigits_data();
    void numbersKeepThreeDigits();
    void differencesAlwaysShowTheirSign();
    void fixedNegativeZeroHasNoSign();
    void exactTextReadsBackTheSameBits();
    void exactDigitsAreTypeset();
    void axesGroupThousandsAsSentencesDo();
    void percentHasASpaceThatDoesNotBreak();
    void shapesTimesAndSizes();
};

void TestNumberFormat::numbersKeepThreeDigits_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("fraction") << 0.18349 << "0.183";
    QTest::newRow("minus is U+2212") << -12.43 << "−12.4";
    QTest::newRow("small") << 0.000123 << "1.23\u2009×\u200910⁻⁴";
    QTest::newRow("large") << -123456.0 << "−1.23\u2009×\u200910⁵";
    QTest::newRow("just below the powers") << 99999.0 << "99999";
    QTest::newRow("exact zero") << 0.0 << "0";
    QTest::newRow("negative zero") << -0.0 << "0";
    QTest::newRow("exact one") << 1.0 << "1";
    QTest::newRow("nearly one") << 0.99996 << "1.000";
    QTest::newRow("infinite") << -std::numeric_limits<double>::infinity() << "−∞";
    QTest::newRow("no number") << std::nan("") << "NaN";
}

void TestNumberFormat::numbersKeepThreeDigits()
{
    QFETCH(double, value);
    QTEST(formatNumber(value), "text");
}

void TestNumberFormat::differencesAlwaysShowTheirSign()
{
    QCOMPARE(formatDifference(0.114), QStringLiteral("+0.114"));
    QCOMPARE(formatDifference(-0.114), QStringLiteral("−0.114"));
    QCOMPARE(formatDifference(0), QStringLiteral("0"));
}

void TestNumberFormat::fixedNegativeZeroHasNoSign()
{
    QCOMPARE(formatFixed(-0.0004, 3), QStringLiteral("0.000"));
    QCOMPARE(formatFixed(-0.0006, 3), QStringLiteral("−0.001"));
}

void TestNumberFormat::exactTextReadsBackTheSameBits()
{
    for (const float value : {0.1f, 1.0f / 3, 1e-40f, -3.4e38f, 16777216.0f})
        QCOMPARE(exactText(value).toFloat(), value);
    QVERIFY(!exactText(-1.5f).contains(QChar(0x2212)));
}

void TestNumberFormat::exactDigitsAreTypeset()
{
    QCOMPARE(typesetNumber(exactText(-1.5e-6f)), QStringLiteral("−1.5\u2009×\u200910⁻⁶"));
    QCOMPARE(typesetNumber(exactText(0.0625f)), QStringLiteral("0.0625"));
    QCOMPARE(typesetNumber(exactText(-0.5f)), QStringLiteral("−0.5"));
}

void TestNumberFormat::percentHasASpaceThatDoesNotBreak()
{
    QCOMPARE(formatPercent(0.1234), QStringLiteral("12.3\u00a0%")); // a language may say otherwise: tst_languages
}

void TestNumberFormat::shapesTimesAndSizes()
{
    const std::ptrdiff_t shape[] = {6, 64};
    QCOMPARE(formatShape(shape), QStringLiteral("6\u2009×\u200964"));
    QCOMPARE(formatCount(1234567), QStringLiteral("1,234,567"));
    QCOMPARE(formatCount(-123), QStringLiteral("−123"));
    QCOMPARE(formatBytes(1536), QStringLiteral("1.50\u00a0KiB"));
    QCOMPARE(formatBytes(3 << 20), QStringLiteral("3.00\u00a0MiB"));
    QCOMPARE(formatMilliseconds(12.41), QStringLiteral("12.4\u00a0ms"));
    QCOMPARE(formatMilliseconds(2500), QStringLiteral("2.50\u00a0s"));
}

void TestNumberFormat::axesGroupThousandsAsSentencesDo()
{
    const auto labelsOf = [](QCPAxisTicker& ticker, const QCPRange& range) {
        QVector<double> ticks;
        QVector<QString> labels;
        ticker.generate(range, QLocale::c(), QLatin1Char('g'), 6, ticks, nullptr, &labels);
        return labels;
    };
    NumberTicker steps(true);
    QVERIFY(labelsOf(steps, {0, 2000}).contains(formatCount(2000)));
    NumberTicker differences;
    QVERIFY(labelsOf(differences, {-2000, 0}).contains(formatCount(-2000)));
    LogTicker lengths;
    QVERIFY(labelsOf(lengths, {100, 5000}).contains(formatCount(1000)));
}

QUIET_TEST_MAIN(TestNumberFormat)
#include "tst_number_format.moc"
