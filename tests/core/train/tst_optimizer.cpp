// The optimizers against plain loops in doubles, and against numbers made by hand.

#include "core/train/optimizer.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace core;

namespace {

Parameter parameter(std::vector<float> numbers, bool decays)
{
    const Index count = Index(numbers.size());
    return {"w", {count, 1}, decays, std::make_shared<std::vector<float>>(std::move(numbers))};
}

/// A gradient that changes from step to step.
double gradientAt(Index step, std::size_t i) { return std::sin(double(step) * 1.7 + double(i)) + 0.1 * double(i); }

/// AdamW as in Loshchilov, Hutter 2019, algorithm 2, with a rate of its own a step.
std::vector<double> plainAdam(std::vector<double> w, const TrainingRecipe& r, double decay, Index steps)
{
    std::vector<double> m(w.size(), 0.0), v = m;
    for (Index step = 0; step < steps; ++step)
        for (std::size_t i = 0; i < w.size(); ++i) {
            const double g = gradientAt(step, i), rate = r.rate / double(step + 1);
            m[i] = r.beta1 * m[i] + (1 - r.beta1) * g;
            v[i] = r.beta2 * v[i] + (1 - r.beta2) * g * g;
            const double meanOf = m[i] / (1 - std::pow(r.beta1, double(step + 1)));
            const double squareOf = v[i] / (1 - std::pow(r.beta2, double(step + 1)));
            w[i] -= rate * (meanOf / (std::sqrt(squareOf) + r.epsilon) + decay * w[i]);
        }
    return w;
}

std::vector<double> plainSgd(std::vector<double> w, const TrainingRecipe& r, double decay, Index steps)
{
    std::vector<double> m(w.size(), 0.0);
    for (Index step = 0; step < steps; ++step)
        for (std::size_t i = 0; i < w.size(); ++i) {
            m[i] = r.momentum * m[i] + gradientAt(step, i);
            w[i] -= r.rate / double(step + 1) * (m[i] + decay * w[i]);
        }
    return w;
}

} // namespace

class TestOptimizer : public QObject
{
    Q_OBJECT
private slots:
    void theFirstStepOfAdamIsTheRate()
    {
        TrainingRecipe recipe;
        recipe.weightDecay = 0;
        std::vector<Parameter> parameters{parameter({1.f, 1.f}, false)};
        Optimizer optimizer(recipe, parameters);
        optimizer.update(parameters, {{5.f, -0.01f}}, 0.1, 0); // m̂/√v̂ is the sign of the gradient
        QVERIFY(std::abs((*parameters[0].numbers)[0] - 0.9f) < 1e-6f);
        QVERIFY(std::abs((*parameters[0].numbers)[1] - 1.1f) < 1e-5f);
    }

    void updatesEqualThePlainLoops_data()
    {
        QTest::addColumn<bool>("isSgd");
        QTest::newRow("AdamW") << false;
        QTest::newRow("SGD") << true;
    }

    void updatesEqualThePlainLoops()
    {
        QFETCH(bool, isSgd);
        TrainingRecipe recipe;
        recipe.optimizer = isSgd ? OptimizerKind::Sgd : OptimizerKind::AdamW;
        recipe.rate = 0.05;
        recipe.weightDecay = 0.3;
        const std::vector<double> begin{0.5, -1.25, 2.0, 0.0, 3.5};
        const std::vector<float> start(begin.begin(), begin.end());
        std::vector<Parameter> parameters{parameter(start, true), parameter(start, false)};
        Optimizer optimizer(recipe, parameters);
        const Index steps = 20;
        for (Index step = 0; step < steps; ++step) {
            std::vector<float> g;
            for (std::size_t i = 0; i < begin.size(); ++i)
                g.push_back(float(gradientAt(step, i)));
            optimizer.update(parameters, {g, g}, recipe.rate / double(step + 1), step);
        }
        for (const std::size_t p : {std::size_t(0), std::size_t(1)}) {
            const double decay = p == 0 ? recipe.weightDecay : 0.0;
            const std::vector<double> expected
                = isSgd ? plainSgd(begin, recipe, decay, steps) : plainAdam(begin, recipe, decay, steps);
            for (std::size_t i = 0; i < begin.size(); ++i)
                QVERIFY2(std::abs(double((*parameters[p].numbers)[i]) - expected[i]) < 1e-5,
                    qPrintable(QString("%1: %2, %3").arg(i).arg(double((*parameters[p].numbers)[i])).arg(expected[i])));
        }
        QVERIFY(optimizer.second().empty() == isSgd);
    }

    void theNormIsOfAllTogether()
    {
        QCOMPARE(gradientNorm({{3.f}, {0.f, 4.f}}), 5.0);
        QVERIFY(!std::isfinite(gradientNorm({{3.f, std::numeric_limits<float>::quiet_NaN()}})));
    }

    void clippingShortensWhatIsLongerThanTheLimit()
    {
        QCOMPARE(clipFactor(5.0, 10.0), 1.f);
        QCOMPARE(clipFactor(5.0, 0.0), 1.f);
        QCOMPARE(clipFactor(5.0, 1.0), 0.2f);
    }

    void theFactorIsOfTheGradientOnly()
    {
        for (const OptimizerKind kind : {OptimizerKind::AdamW, OptimizerKind::Sgd}) {
            TrainingRecipe recipe;
            recipe.optimizer = kind;
            const auto updated = [&](const std::vector<float>& first, float factor) {
                std::vector<Parameter> parameters{parameter({1.f, -2.f}, true)};
                Optimizer optimizer(recipe, parameters);
                optimizer.update(parameters, {first}, 0.1, 0, factor);
                optimizer.update(parameters, {{4.f, -8.f}}, 0.1, 1); // AdamW sees how one step is to the next
                return *parameters[0].numbers;
            };
            QCOMPARE(updated({4.f, -8.f}, 0.25f), updated({1.f, -2.f}, 1.f));
            QVERIFY(updated({4.f, -8.f}, 0.25f) != updated({4.f, -8.f}, 1.f));
        }
    }

    void whatWasTakenOverGoesOnAsIfNothingHappened()
    {
        for (const OptimizerKind kind : {OptimizerKind::AdamW, OptimizerKind::Sgd}) {
            TrainingRecipe recipe;
            recipe.optimizer = kind;
            std::vector<Parameter> whole{parameter({1.f, -2.f, 3.f}, true)};
            whole[0].name = "w";
            const auto gradient = [](Index step) {
                return GradientList{{float(gradientAt(step, 0)), float(gradientAt(step, 1)), 0.5f}};
            };
            Optimizer first(recipe, whole);
            for (Index step = 0; step < 5; ++step)
                first.update(whole, gradient(step), 0.1, step);
            std::vector<Parameter> parts{whole[0], parameter({1.f}, false)}; // and one that is new
            parts[0].numbers = std::make_shared<std::vector<float>>(*whole[0].numbers);
            Optimizer second(recipe, parts);
            second.takeOver({{"other", "w"}, {{1.f}, first.first()[0]},
                                kind == OptimizerKind::Sgd ? GradientList{} : GradientList{{1.f}, first.second()[0]}, 5},
                parts);
            QCOMPARE(second.before(), Index(5));
            for (Index step = 5; step < 9; ++step) {
                first.update(whole, gradient(step), 0.1, step);
                GradientList both = gradient(step);
                both.push_back({0.25f});
                second.update(parts, both, 0.1, step - 5);
            }
            QCOMPARE(*parts[0].numbers, *whole[0].numbers);
        }
    }
};

QTEST_GUILESS_MAIN(TestOptimizer)
#include "tst_optimizer.moc"
