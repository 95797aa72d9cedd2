// What a softmax passes back, against the matrix written out and against the gradients of a trace.

#include "core/experiments/softmax_gradient.h"

#include "core/run/gradient_trace.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>

using namespace core;
using namespace support;

class TestSoftmaxGradient : public QObject
{
    Q_OBJECT
private slots:
    void theNormIsThatOfTheWholeMatrix()
    {
        const std::vector<float> p{0.5f, 0.3f, 0.15f, 0.05f};
        double squares = 0;
        for (std::size_t i = 0; i < p.size(); ++i)
            for (std::size_t j = 0; j < p.size(); ++j)
                squares += std::pow((i == j ? double(p[i]) : 0.0) - double(p[i]) * double(p[j]), 2);
        QVERIFY(std::abs(softmaxJacobianNorm(p) - std::sqrt(squares)) < 1e-12);
        QCOMPARE(softmaxJacobianNorm(std::vector<float>{0, 1, 0}), 0.0);
        QVERIFY(std::abs(softmaxJacobianNorm(std::vector<float>{0.5f, 0.5f}) - 0.5) < 1e-12);
    }

    void aSharperSoftmaxPassesLessBack()
    {
        SoftmaxGradient soft, sharp;
        for (SoftmaxGradient* const result : {&soft, &sharp}) {
            const SetupPtr setup = smallSetup(choices(result == &soft ? "score.scale=0.1" : "score.scale=4000"));
            *result = softmaxGradient({*setup, {.ids = smallText()}, parseMetric("loss", *setup)}, {1, 2});
        }
        QCOMPARE(soft.scale, 0.1);
        QVERIFY(sharp.jacobian.back() < 0.1 * soft.jacobian.back());
        QCOMPARE(soft.jacobian.front(), 0.0); // one key only
    }

    void onlyTheLayerIsChanged()
    {
        const SetupPtr setup = smallSetup(smallChoices()), plain = smallSetup(choices("score.scale@1=1"));
        const auto measured = [](const SetupPtr& of) { return Measurement{*of, {.ids = smallText()}, parseMetric("loss", *of)}; };
        const SoftmaxGradients both = softmaxGradients(measured(setup), {1, 2});
        const SoftmaxGradient divided = softmaxGradient(measured(setup), {1, 2}), alone = softmaxGradient(measured(plain), {1, 2});
        QCOMPARE(both.divided.query, divided.query);
        QCOMPARE(both.divided.jacobian, divided.jacobian);
        QCOMPARE(both.plain.query, alone.query);
        QCOMPARE(both.plain.scale, 1.0);
        QVERIFY(both.divided.scale < 0.5);
    }

    void gradientsAreThoseOfTheHead_data()
    {
        QTest::addColumn<QString>("choices");
        QTest::addColumn<int>("keyHead");
        QTest::newRow("a head each") << "" << 3;
        QTest::newRow("grouped") << "attention.kind=grouped_query sizes.kv_heads=2" << 1; // heads 3 to 5 read the second
    }

    void gradientsAreThoseOfTheHead()
    {
        QFETCH(QString, choices);
        QFETCH(int, keyHead);
        const SetupPtr setup = smallSetup(support::choices(choices.toStdString()));
        const Measurement measured{*setup, {.ids = smallText()}, parseMetric("loss", *setup)};
        const SoftmaxGradient result = softmaxGradient(measured, {1, 3});
        const auto trace = traceWithGradients(*setup, measured.input, {}, measured.metric);
        const auto size = [&](const char* name, Index head) {
            const Tensor& gradient = trace->at(name);
            double squares = 0;
            for (Index token = 0; token < gradient.dim(0); ++token)
                for (Index d = 0; d < gradient.dim(2); ++d)
                    squares += std::pow(double(gradient.at({token, head, d})), 2);
            return std::sqrt(squares / double(gradient.dim(0) * gradient.dim(2)));
        };
        QVERIFY(result.query > 0 && result.key > 0 && result.scores > 0);
        QVERIFY(std::abs(result.query - size("grad.blocks.1.attn.q", 3)) < 1e-6 * result.query);
        QVERIFY(std::abs(result.key - size("grad.blocks.1.attn.k", keyHead)) < 1e-6 * result.key);
        QCOMPARE(result.pattern.rows(), Index(smallText().size()));
        QCOMPARE(result.pattern(2, 1), trace->at("blocks.1.attn.pattern").at({3, 2, 1}));
    }
};

QTEST_GUILESS_MAIN(TestSoftmaxGradient)
#include "tst_softmax_gradient.moc"
