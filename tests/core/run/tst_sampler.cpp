#include "core/base/error.h"
#include "core/run/sampler.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace core;

namespace {

std::vector<double> probabilities(const std::vector<float>& logits, SamplerOptions options)
{
    return samplingProbabilities(logits, options);
}

void compare(const std::vector<double>& actual, const std::vector<double>& expected, double tolerance = 1e-9)
{
    QCOMPARE(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i)
        QVERIFY2(std::abs(actual[i] - expected[i]) < tolerance, std::to_string(actual[i]).c_str());
}

/// Logits of these probabilities.
std::vector<float> logitsOf(const std::vector<double>& p)
{
    std::vector<float> logits;
    for (const double probability : p)
        logits.push_back(float(std::log(probability)));
    return logits;
}

} // namespace

class TestSampler : public QObject
{
    Q_OBJECT

private slots:
    void greedyTakesTheFirstOfTheLargest();
    void temperatureSharpens();
    void topKKeepsTies();
    void topPKeepsTheFewestThatReachIt();
    void topPCountsWhatTopKLeft();
    void minPKeepsAShareOfTheLargest();
    void thePenaltyLowersWhatTheTextHas();
    void theCutSaysWhatItDid();
    void drawsFollowTheProbabilities();
    void theSameSeedAndStepPickTheSame();
    void strangeLogitsAreSurvived();
    void strangeOptionsAreRefused();
};

void TestSampler::greedyTakesTheFirstOfTheLargest()
{
    QCOMPARE(sample(std::vector<float>{1, 3, 2, 3}, {}, 0), TokenId(1));
    QCOMPARE(sample(std::vector<float>{-5}, {}, 0), TokenId(0));
}

void TestSampler::temperatureSharpens()
{
    // Logits 0 and ln 3: 1/4 and 3/4; at half the temperature 1/10 and 9/10.
    const std::vector<float> logits{0.f, std::log(3.f)};
    const auto near = [](double a, double b) { return std::abs(a - b) < 1e-6; };
    QVERIFY(near(probabilities(logits, {.temperature = 1.0, .topK = 0, .topP = 1.0, .seed = 0})[0], 0.25));
    QVERIFY(near(probabilities(logits, {.temperature = 0.5, .topK = 0, .topP = 1.0, .seed = 0})[1], 0.9));
}

void TestSampler::topKKeepsTies()
{
    compare(probabilities({5, 1, 5, 0}, {.temperature = 1, .topK = 1, .topP = 1, .seed = 0}), {0.5, 0, 0.5, 0});
    compare(probabilities({0, 0, 0, -9}, {.temperature = 2, .topK = 3, .topP = 1, .seed = 0}), {1 / 3.0, 1 / 3.0, 1 / 3.0, 0});
    const std::vector<double> all = probabilities({1, 2, 3}, {.temperature = 1, .topK = 99, .topP = 1, .seed = 0});
    QVERIFY(all[0] > 0);
}

void TestSampler::topPKeepsTheFewestThatReachIt()
{
    const std::vector<float> logits = logitsOf({0.1, 0.5, 0.25, 0.15});
    const auto kept = [&](double p) {
        std::string result;
        for (const double probability : probabilities(logits, {.temperature = 1, .topK = 0, .topP = p, .seed = 0}))
            result += probability > 0 ? '1' : '0';
        return result;
    };
    QCOMPARE(kept(0.01), std::string("0100")); // at least one
    QCOMPARE(kept(0.45), std::string("0100"));
    QCOMPARE(kept(0.55), std::string("0110"));
    QCOMPARE(kept(0.80), std::string("0111"));
    QCOMPARE(kept(0.95), std::string("1111"));
    QCOMPARE(kept(1.00), std::string("1111"));
    // Of equal ones the lower id first.
    compare(probabilities({0, 0, 0, 0}, {.temperature = 1, .topK = 0, .topP = 0.4, .seed = 0}), {0.5, 0.5, 0, 0});
}

void TestSampler::topPCountsWhatTopKLeft()
{
    // After top-2 the probabilities are 2/3 and 1/3, so 0.6 is reached by the first alone (of all four it would take two).
    const std::vector<double> p
        = probabilities(logitsOf({0.1, 0.5, 0.25, 0.15}), {.temperature = 1, .topK = 2, .topP = 0.6, .seed = 0});
    compare(p, {0, 1, 0, 0});
}

void TestSampler::minPKeepsAShareOfTheLargest()
{
    const std::vector<float> logits = logitsOf({0.1, 0.5, 0.25, 0.15});
    compare(probabilities(logits, {.temperature = 1, .minP = 0.25}), {0, 5 / 9.0, 2.5 / 9, 1.5 / 9}, 1e-6);
    compare(probabilities(logits, {.temperature = 1, .minP = 1}), {0, 1, 0, 0});
    // Of what top-p has left: 5/9 and 2.5/9 and 1.5/9 of which 0.4 · 5/9 takes the last.
    compare(probabilities(logits, {.temperature = 1, .topP = 0.85, .minP = 0.4}), {0, 2 / 3.0, 1 / 3.0, 0}, 1e-6);
}

void TestSampler::thePenaltyLowersWhatTheTextHas()
{
    const std::vector<float> logits{2, -1, 2, 0};
    const std::vector<TokenId> seen{0, 1, 0, 99, -1}; // each once; what is no token is nothing
    const std::vector<double> p = samplingProbabilities(logits, {.temperature = 1, .repetitionPenalty = 2}, seen);
    const double sum = std::exp(1) + std::exp(-2) + std::exp(2) + 1;
    compare(p, {std::exp(1) / sum, std::exp(-2) / sum, std::exp(2) / sum, 1 / sum});
    QCOMPARE(sample(logits, {.repetitionPenalty = 2}, 0, seen), TokenId(2)); // greedy, too
    QCOMPARE(sample(logits, {}, 0, seen), TokenId(0));
}

void TestSampler::theCutSaysWhatItDid()
{
    const std::vector<float> logits = logitsOf({0.1, 0.5, 0.25, 0.15});
    const NextTokenCut cut = nextTokenCut(logits, {.temperature = 1, .topP = 0.6});
    compare(cut.before, {0.1, 0.5, 0.25, 0.15}, 1e-6);
    compare(cut.after, {0, 2 / 3.0, 1 / 3.0, 0}, 1e-6);
    QCOMPARE(cut.kept, Index(2));
    QVERIFY(std::abs(cut.keptBefore - 0.75) < 1e-6);
    const NextTokenCut greedy = nextTokenCut(logits, {}); // its distribution is that of temperature 1
    compare(greedy.before, {0.1, 0.5, 0.25, 0.15}, 1e-6);
    compare(greedy.after, {0, 1, 0, 0}, 1e-6);
    QCOMPARE(greedy.kept, Index(1));
}

void TestSampler::drawsFollowTheProbabilities()
{
    const std::vector<float> logits = logitsOf({0.1, 0.5, 0.25, 0.15});
    const SamplerOptions options{.temperature = 1, .topK = 0, .topP = 1, .seed = 42};
    std::vector<double> share(4, 0.0);
    for (std::uint64_t step = 0; step < 20000; ++step)
        share[std::size_t(sample(logits, options, step))] += 1 / 20000.0;
    const std::vector<double> expected{0.1, 0.5, 0.25, 0.15};
    for (std::size_t i = 0; i < 4; ++i)
        QVERIFY2(std::abs(share[i] - expected[i]) < 0.015, std::to_string(share[i]).c_str());
}

void TestSampler::theSameSeedAndStepPickTheSame()
{
    const std::vector<float> logits(50, 0.f);
    std::vector<TokenId> a, b, other;
    for (std::uint64_t step = 0; step < 20; ++step) {
        a.push_back(sample(logits, {.temperature = 1, .topK = 0, .topP = 1, .seed = 7}, step));
        b.push_back(sample(logits, {.temperature = 1, .topK = 0, .topP = 1, .seed = 7}, step));
        other.push_back(sample(logits, {.temperature = 1, .topK = 0, .topP = 1, .seed = 8}, step));
    }
    QVERIFY(a == b);
    QVERIFY(a != other);
    QVERIFY(std::count(a.begin(), a.end(), a[0]) < 20);
}

void TestSampler::strangeLogitsAreSurvived()
{
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    const SamplerOptions warm{.temperature = 1, .topK = 2, .topP = 0.5, .seed = 0};
    QCOMPARE(sample(std::vector<float>{nan, 1.f, nan}, warm, 0), TokenId(1));
    QCOMPARE(sample(std::vector<float>{-inf, 1.f, -inf}, warm, 3), TokenId(1));
    QCOMPARE(sample(std::vector<float>{0.f, inf, 1.f}, warm, 0), TokenId(1));
    QCOMPARE(sample(std::vector<float>{nan, nan}, {}, 0), TokenId(0));
    QCOMPARE(sample(std::vector<float>{1.f, 2.f}, {.temperature = 1e-300, .topK = 0, .topP = 1, .seed = 0}, 0), TokenId(1));
}

void TestSampler::strangeOptionsAreRefused()
{
    const auto isRefused = [](SamplerOptions options) {
        try {
            validate(options);
            return false;
        } catch (const Error& error) {
            return error.kind() == ErrorKind::Usage;
        }
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(isRefused({.temperature = -1, .topK = 0, .topP = 1, .seed = 0}));
    QVERIFY(isRefused({.temperature = nan, .topK = 0, .topP = 1, .seed = 0}));
    QVERIFY(isRefused({.temperature = 1, .topK = -1, .topP = 1, .seed = 0}));
    QVERIFY(isRefused({.temperature = 1, .topK = 0, .topP = 0, .seed = 0}));
    QVERIFY(isRefused({.temperature = 1, .topK = 0, .topP = 1.5, .seed = 0}));
    QVERIFY(isRefused({.temperature = 1, .topK = 0, .topP = nan, .seed = 0}));
    QVERIFY(isRefused({.minP = -0.1}));
    QVERIFY(isRefused({.minP = 1.1}));
    QVERIFY(isRefused({.repetitionPenalty = 0}));
    QVERIFY(isRefused({.repetitionPenalty = nan}));
    QVERIFY(!isRefused({}));
}

QTEST_GUILESS_MAIN(TestSampler)
#include "tst_sampler.moc"
