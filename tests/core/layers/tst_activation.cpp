// Activations: the float loops against the formulas, the formulas against their slopes and against numbers of the papers.

#include "core/layers/activation.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace core;
using namespace support;

namespace {

/// Every kind, those with β at a few of them.
std::vector<Activation> everyActivation()
{
    std::vector<Activation> result(FamilyTraits<Activation>::defaults().begin(), FamilyTraits<Activation>::defaults().end());
    for (const double beta : {-1.5, 0.0, 0.3, 4.0}) {
        result.push_back(Swish{beta});
        result.push_back(XIelu{beta, 0.7, -0.4});
        result.push_back(SwigluClamped{beta, 2.5});
    }
    return result;
}

} // namespace

class TestActivation : public QObject
{
    Q_OBJECT

private slots:
    void loopsAreTheFormulaAndItsSlope();
    void valuesAreThoseOfTheFormulas_data();
    void valuesAreThoseOfTheFormulas();
    void kindsThatMeetAreTheSame();
    void gatingWithAConstantGateIsLinear();
    void xieluTakesItsLearnedNumbers();
    void clampedGatesHoldBothHalves();
};

void TestActivation::loopsAreTheFormulaAndItsSlope()
{
    for (const Activation& kind : everyActivation()) {
        std::vector<float> x, y;
        for (int i = -3000; i <= 3000; ++i)
            x.push_back(float(i) * 0.01f);
        y.resize(x.size());
        applyActivation(kind, x.data(), y.data(), Index(x.size()));
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double value = activationValue(kind, double(x[i])); // x² of some is larger than x
            QVERIFY2(std::abs(double(y[i]) - value) <= 1e-6 * std::max({1.0, std::abs(double(x[i])), std::abs(value)}),
                infoOf(kind).id.data());
        }
        for (double at = -6.05; at < 6; at += 0.1) {
            const double slope = (activationValue(kind, at + 1e-6) - activationValue(kind, at - 1e-6)) / 2e-6;
            QVERIFY2(
                std::abs(activationDerivative(kind, at) - slope) < 1e-6 * std::max(1.0, std::abs(slope)), infoOf(kind).id.data());
        }
        applyActivation(kind, x.data(), x.data(), Index(x.size())); // in place
        QVERIFY(x == y);
    }
}

void TestActivation::valuesAreThoseOfTheFormulas_data()
{
    // At −2, 0, 0.5 and 3, computed by other means (Python, 12 digits).
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QList<double>>("values");
    const auto row = [](const char* kind, QList<double> values) { QTest::newRow(kind) << kind << values; };
    row("relu", {0, 0, 0.5, 3});
    row("relu_squared", {0, 0, 0.25, 9});
    row("gelu", {-0.045500263896, 0, 0.345731230637, 2.995950305905});
    row("gelu_tanh", {-0.045402305912, 0, 0.345714009825, 2.996362607918});
    row("quick_gelu", {-0.064341376856, 0, 0.350388436606, 2.981928690292});
    row("silu", {-0.238405844044, 0, 0.311229665601, 2.857722380467});
    row("swish", {-0.238405844044, 0, 0.311229665601, 2.857722380467});
    row("elu", {-0.864664716763, 0, 0.5, 3});
    row("selu", {-1.520166468596, 0, 0.525350493678, 3.152102962066});
    row("sigmoid", {0.119202922022, 0.5, 0.622459331202, 0.952574126822});
    row("tanh", {-0.964027580076, 0, 0.462117157260, 0.995054753687});
    row("linear", {-2, 0, 0.5, 3});
    // αp = ln 2, αn = 0.5 + ln 2
    row("swiglu_clamped", {-0.064341376856, 0, 0.350388436606, 2.981928690292});
    row("xielu", {0.354622092184, 0, 0.423286795140, 7.738324625040});
}

void TestActivation::valuesAreThoseOfTheFormulas()
{
    QFETCH(QString, kind);
    QFETCH(QList<double>, values);
    const Activation* activation = findKind<Activation>(kind.toStdString());
    const double at[] = {-2, 0, 0.5, 3};
    for (int i = 0; i < 4; ++i)
        QVERIFY2(std::abs(activationValue(*activation, at[i]) - values[i]) < 1e-9,
            qPrintable(QString::number(activationValue(*activation, at[i]), 'g', 13)));
    QCOMPARE(FamilyTraits<Activation>::defaults().size(), std::size_t(14)); // each has its row
}

void TestActivation::kindsThatMeetAreTheSame()
{
    for (double x = -5; x <= 5; x += 0.25) {
        QVERIFY(std::abs(activationValue(Swish{1.702}, x) - activationValue(QuickGelu{}, x)) < 1e-12);
        QVERIFY(std::abs(activationValue(Swish{0.0}, x) - x / 2) < 1e-12);
        QVERIFY(std::abs(activationValue(Sigmoid{}, x) - (1 + activationValue(Tanh{}, x / 2)) / 2) < 1e-12);
        QVERIFY(std::abs(activationValue(Silu{}, x) - x * activationValue(Sigmoid{}, x)) < 1e-12);
    }
}

void TestActivation::gatingWithAConstantGateIsLinear()
{
    // ReLU of a gate that is 1 for every token leaves the linear half alone.
    const SetupPtr setup = smallSetup(choices("feed_forward.kind=gated activation.kind=relu"));
    TraceRequest request;
    request.interventions = {{.at = "blocks.0.mlp.pre", .op = InterventionOp::Set, .value = {{}, {1.f}}}};
    const std::shared_ptr<Trace> trace = run(*setup, smallText(), request);
    QCOMPARE(relativeDifference(trace->at("blocks.0.mlp.post").values(), trace->at("blocks.0.mlp.pre_linear").values()), 0.0);
}

void TestActivation::xieluTakesItsLearnedNumbers()
{
    const SetupPtr setup = smallSetup(choices("activation.kind=xielu activation.beta=0.3"));
    const std::shared_ptr<Trace> trace = run(*setup, smallText());
    for (const Index layer : {0, 1}) {
        const auto stored
            = [&](const char* name) { return double(setup->weights.at(blockName(layer, name)).values().data()[0]); };
        const auto softplus = [](double x) { return std::log1p(std::exp(x)); };
        const double p = softplus(stored("mlp.alpha_p.weight")), n = 0.3 + softplus(stored("mlp.alpha_n.weight"));
        const Tensor& pre = trace->at(blockName(layer, "mlp.pre"));
        const Tensor& post = trace->at(blockName(layer, "mlp.post"));
        for (Index i = 0; i < pre.size(); ++i) {
            const double x = double(pre.data()[i]);
            const double value = x > 0 ? p * x * x + 0.3 * x : n * (std::exp(x) - 1 - x) + 0.3 * x;
            QVERIFY(std::abs(double(post.data()[i]) - value) < 1e-5 * std::max(1.0, std::abs(value)));
        }
    }
}

void TestActivation::clampedGatesHoldBothHalves()
{
    // Gates of 0.5, 3 and 9 with a limit of 3: 9 is 3. Linear halves of 2, −4 and 5: 2 + 1, −3 + 1, 3 + 1.
    const Activation kind = SwigluClamped{1.702, 3.0};
    const float gate[] = {0.5f, 3.f, 9.f}, up[] = {2.f, -4.f, 5.f};
    float y[3];
    applyGate(kind, gate, up, y, 3);
    const double expected[] = {0.350388436606 * 3, 2.981928690292 * -2, 2.981928690292 * 4};
    for (int i = 0; i < 3; ++i)
        QVERIFY2(std::abs(double(y[i]) - expected[i]) < 1e-6, std::to_string(y[i]).c_str());
    QCOMPARE(linearHalf(Silu{}, -4.0), -4.0);
    QCOMPARE(linearHalf(kind, -4.0), -2.0);
}

QTEST_GUILESS_MAIN(TestActivation)
#include "tst_activation.moc"
