// The distribution of a row of logits, against loops in double.

#include "core/base/logit_distribution.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <vector>

using namespace core;

namespace {

constexpr float none = -std::numeric_limits<float>::infinity();

} // namespace

class TestLogitDistribution : public QObject
{
    Q_OBJECT
private slots:
    void theDivergenceIsThatOfTheDistributions()
    {
        const std::vector<float> p{0.5F, -1, 2, 0}, q{0, 0.25F, 1.5F, -3};
        const auto softmax = [](const std::vector<float>& logits) {
            double sum = 0;
            for (const float logit : logits)
                sum += std::exp(double(logit));
            std::vector<double> shares;
            for (const float logit : logits)
                shares.push_back(std::exp(double(logit)) / sum);
            return shares;
        };
        const std::vector<double> a = softmax(p), b = softmax(q);
        double expected = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            expected += a[i] * std::log(a[i] / b[i]);
        QVERIFY(std::abs(divergenceOfLogits(p, q) - expected) < 1e-12);
        QCOMPARE(divergenceOfLogits(p, p), 0.0);
        const std::vector<float> shifted{100.5F, 99, 102, 100}; // the same distribution
        QVERIFY(divergenceOfLogits(p, shifted) < 1e-6);
        const std::vector<float> excluded{0, 0, none, 0};
        QVERIFY(std::isinf(divergenceOfLogits(p, excluded)));
        QVERIFY(std::isfinite(divergenceOfLogits(excluded, p)));
    }

    void surpriseAndEntropyAreThoseOfTheSoftmax()
    {
        const std::vector<float> logits{1, 2, 4, none};
        const double sum = std::exp(1.0) + std::exp(2.0) + std::exp(4.0);
        double entropy = 0;
        for (const double logit : {1.0, 2.0, 4.0}) {
            const double p = std::exp(logit) / sum;
            entropy -= p * std::log(p);
        }
        QVERIFY(std::abs(logSumOf(logits) - std::log(sum)) < 1e-12);
        QVERIFY(std::abs(surpriseOf(logits, 1) + std::log(std::exp(2.0) / sum)) < 1e-12);
        QVERIFY(std::isinf(surpriseOf(logits, 3)));
        QVERIFY(std::abs(entropyOf(logits) - entropy) < 1e-12);
        QVERIFY(std::abs(entropyOf(std::vector<float>(8, 3.f)) - std::log(8.0)) < 1e-12);
    }

    void largeLogitsDoNotOverflow()
    {
        const std::vector<float> logits{3e4F, 3e4F};
        QVERIFY(std::abs(surpriseOf(logits, 0) - std::log(2.0)) < 1e-9);
    }

    void whatIsNoDistributionIsUnknown()
    {
        const std::vector<float> nothing{none, none};
        QVERIFY(std::isnan(surpriseOf(nothing, 0)) && std::isnan(entropyOf(nothing)));
        QVERIFY(std::isnan(divergenceOfLogits(nothing, nothing)));
    }
};

QTEST_GUILESS_MAIN(TestLogitDistribution)
#include "tst_logit_distribution.moc"
