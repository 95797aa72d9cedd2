// Softmax in float16: rounded as a table of binary16 says, and it overflows where it must.

#include "core/analysis/half_softmax.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace core;

namespace {

/// Nearest binary16, ties to even, of a number that is not negative: by its definition, in float64.
double rounded(double x)
{
    if (!std::isfinite(x) || x == 0)
        return x;
    const int exponent = std::max(-14, std::ilogb(x));
    const double step = std::ldexp(1.0, exponent - 10);
    const double down = std::floor(x / step), rest = x / step - down;
    const bool goesUp = rest > 0.5 || (rest == 0.5 && std::fmod(down, 2) != 0);
    const double nearest = (down + goesUp) * step;
    return nearest >= 65536.0 ? std::numeric_limits<double>::infinity() : nearest;
}

} // namespace

class TestHalfSoftmax : public QObject
{
    Q_OBJECT

private slots:
    void exponentialsAreRounded()
    {
        for (float x = -20; x < 12.5F; x += 0.37F) {
            const double argument = x < 0 ? -rounded(-double(x)) : rounded(double(x));
            QCOMPARE(double(halfExponential(x)), rounded(double(std::exp(float(argument)))));
        }
        QVERIFY(std::isinf(halfExponential(11.1F)) && !std::isinf(halfExponential(11.08F)));
        QCOMPARE(halfExponential(-18.F), 0.F); // below half of 2⁻²⁴
    }

    void sumAndQuotientAreThoseOfALoop()
    {
        const std::vector<float> logits{3.1F, -2.F, 7.25F, 0.F, 7.F, 5.5F};
        for (const bool subtracts : {false, true}) {
            const std::vector<TokenId> all{0, 1, 2, 3, 4, 5};
            const HalfSoftmax half = halfSoftmax(logits, {.subtractsLargest = subtracts}, all);
            double sum = 0;
            std::vector<double> powers;
            for (const float logit : logits) {
                const double below
                    = double(subtracts ? 7.25F : 0.F) - (logit < 0 ? -rounded(-double(logit)) : rounded(double(logit)));
                const double x = below < 0 ? rounded(-below) : -rounded(below);
                powers.push_back(rounded(double(std::exp(float(x)))));
                sum = rounded(sum + powers.back());
            }
            QCOMPARE(double(half.sum), sum);
            QCOMPARE(half.infinite, Index(0));
            for (std::size_t i = 0; i < powers.size(); ++i)
                QCOMPARE(double(half.probabilities[i]), rounded(double(float(powers[i]) / float(sum))));
        }
    }

    void largeLogitsOverflowUnlessTheLargestIsSubtracted()
    {
        const std::vector<float> logits{12.F, 11.5F, 4.F, -30.F};
        const std::vector<TokenId> shown{0, 2};
        const HalfSoftmax plain = halfSoftmax(logits, {}, shown),
                          shifted = halfSoftmax(logits, {.subtractsLargest = true}, shown);
        QVERIFY(std::isinf(plain.sum) && std::isnan(plain.probabilities[0]));
        QCOMPARE(plain.probabilities[1], 0.F); // finite / ∞
        QCOMPARE(plain.infinite, Index(2));
        QCOMPARE(plain.lost, Index(1));
        const double exact = 1 / (1 + std::exp(-0.5) + std::exp(-8.0));
        QVERIFY(std::abs(double(shifted.probabilities[0]) - exact) < 1e-3);
        QCOMPARE(shifted.infinite, Index(0));
        QCOMPARE(shifted.subtracted, 12.F);
        // Many small ones overflow in the sum alone.
        const HalfSoftmax many = halfSoftmax(std::vector<float>(10, 11.F), {});
        QCOMPARE(many.infinite, Index(0));
        QVERIFY(std::isinf(many.sum));
        QVERIFY(!std::isinf(halfSoftmax(std::vector<float>(10, 1.F), {}).sum));
        QVERIFY(std::isinf(halfSoftmax(std::vector<float>(10, 1.F), {.shift = 10.F}).sum)); // the same softmax
    }

    void normalisersAreThoseOfEachRow()
    {
        Tensor logits("logits", {axis::token, axis::vocabulary}, {2, 3});
        const float numbers[] = {1.F, 2.F, 3.F, 20.F, 0.F, -5.F};
        std::copy(std::begin(numbers), std::end(numbers), logits.data());
        const std::vector<Normaliser> rows = normalisers(logits, 0.F);
        QCOMPARE(rows.size(), std::size_t(2));
        QVERIFY(std::abs(rows[0].logZ - std::log(std::exp(1.0) + std::exp(2.0) + std::exp(3.0))) < 1e-12);
        QVERIFY(std::abs(rows[1].logZ - std::log(std::exp(20.0) + 1 + std::exp(-5.0))) < 1e-12);
        QVERIFY(std::isfinite(rows[0].plainSum) && std::isinf(rows[1].plainSum) && std::isfinite(rows[1].shiftedSum));
        QVERIFY(std::abs(normalisers(logits, 2.5F)[0].logZ - rows[0].logZ - 2.5) < 1e-12);
        QCOMPARE(zLoss(20.0), 0.04);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN(normalisers(logits, 0.F, {stop.get_token(), {}}), Stopped);
    }
};

QTEST_GUILESS_MAIN(TestHalfSoftmax)
#include "tst_half_softmax.moc"
