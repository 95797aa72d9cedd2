// The gradients of weights: what a step along them gains, and that each matrix is there once.

#include "core/experiments/weight_gradients.h"

#include "core/run/gradient_trace.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace core;
using namespace support;

namespace {

double norm(std::span<const float> numbers)
{
    double squares = 0;
    for (const float number : numbers)
        squares += double(number) * double(number);
    return std::sqrt(squares);
}

} // namespace

class TestWeightGradients : public QObject
{
    Q_OBJECT
private slots:
    void everyMatrixIsThereOnce_data()
    {
        QTest::addColumn<QString>("choices");
        QTest::newRow("decoder") << "";
        QTest::newRow("untied") << "output.tied=false";
        QTest::newRow("two stacks") << "topology=encoder_decoder";
        QTest::newRow("mixture") << "feed_forward.kind=mixture mixture.experts=4 mixture.top_k=2";
    }

    void everyMatrixIsThereOnce()
    {
        QFETCH(QString, choices);
        const SetupPtr setup = smallSetup(support::choices(choices.toStdString()));
        Measurement measured{*setup, {.ids = smallText()}, parseMetric("loss", *setup)};
        if (setup->config.hasEncoder())
            measured.input.decoderIds = {2, 7, 1, 3};
        const WeightGradients result = weightGradients(measured);
        const auto trace = traceWithGradients(*setup, measured.input, {.patterns = {"grad.weights.*"}}, measured.metric);
        std::size_t matrices = 0;
        double all = 0;
        for (const TraceEntry& entry : trace->entries())
            if (entry.tensor.rank() == 2 && entry.name().ends_with(".weight")) {
                ++matrices;
                all += std::pow(norm(entry.tensor.values()), 2);
            }
        QCOMPARE(result.matrices.size(), matrices);
        double shares = 0;
        for (const WeightGradient& one : result.matrices) {
            const double expected = norm(trace->at("grad.weights." + one.name).values());
            QVERIFY2(std::abs(one.norm - expected) <= 1e-9 * expected, one.name.c_str());
            QVERIFY(std::abs(one.share - expected * expected / all) < 1e-9);
            QVERIFY2(std::abs(one.size - norm(setup->weights.at(one.name).values().values())) < 1e-9 * one.size, one.name.c_str());
            shares += one.share;
        }
        QVERIFY(std::abs(shares - 1) < 1e-9);
    }

    void namesArePlaces()
    {
        const SetupPtr setup = smallSetup(choices("topology=encoder_decoder"));
        const WeightGradients result
            = weightGradients({*setup, {.ids = smallText(), .decoderIds = {2, 7, 1}}, parseMetric("loss", *setup)});
        const auto found = std::ranges::find(result.matrices, "encoder.blocks.1.attn.q.weight", &WeightGradient::name);
        QVERIFY(found != result.matrices.end());
        QCOMPARE(found->part, std::string("attn.q"));
        QCOMPARE(found->layer, Index(1));
        QVERIFY(found->isOfEncoder);
        const auto table = std::ranges::find(result.matrices, "embed.weight", &WeightGradient::name);
        QVERIFY(table != result.matrices.end());
        QCOMPARE(table->layer, Index(-1));
        QCOMPARE(table->part, std::string("embed"));
    }
};

QTEST_GUILESS_MAIN(TestWeightGradients)
#include "tst_weight_gradients.moc"
