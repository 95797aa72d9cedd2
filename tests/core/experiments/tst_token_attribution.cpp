// Attribution by gradients against finite differences of whole runs, and against what the integrals of a way must add up to.

#include "core/experiments/token_attribution.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "core/run/gradient_trace.h"
#include "core/run/stream_ids.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace core;
using namespace support;

namespace {

Measurement measurementOf(const Setup& setup, const std::string& metric, std::vector<TokenId> ids = smallText())
{
    Measurement measured{setup, {.ids = std::move(ids)}, parseMetric(metric, setup)};
    if (setup.config.hasEncoder())
        measured.input.decoderIds = {2, 7, 1, 3};
    return measured;
}

/// The metric of a run with this intervention.
double valueUnder(const Measurement& measured, const Intervention& change)
{
    const auto trace = forward(measured.setup, measured.input, {.patterns = {"logits"}, .interventions = {change}});
    const Tensor& logits = trace->at("logits");
    return valueOf(measured.metric, {logits, targetsOf(measured.metric, measured.setup.config, streamIds(*trace)), &logits});
}

Intervention scaled(const std::string& at, Index token, float factor)
{
    return {.at = at, .slice = {{"token", token, token}}, .op = InterventionOp::Scale, .value = {{}, {factor}}};
}

} // namespace

class TestTokenAttribution : public QObject
{
    Q_OBJECT
private slots:
    void gradientTimesStreamIsTheGainOfGrowing_data()
    {
        QTest::addColumn<QString>("choices");
        QTest::newRow("decoder") << "";
        QTest::newRow("post, learned positions") << "norm.placement=post position.kind=learned";
        QTest::newRow("two stacks") << "topology=encoder_decoder";
        QTest::newRow("mixer") << "mixer.kind=gated_recurrence";
    }

    void gradientTimesStreamIsTheGainOfGrowing()
    {
        QFETCH(QString, choices);
        const SetupPtr setup = smallSetup(support::choices(choices.toStdString()));
        const Measurement measured = measurementOf(*setup, "logit:#4@-1");
        const TokenAttribution result = attributeTokens(measured);
        QCOMPARE(result.stream.rows(), setup->config.layers() + 1);
        constexpr float step = 1e-2f;
        for (Index place = 0; place < result.stream.rows(); ++place)
            for (Index token = 0; token < result.stream.cols(); ++token) {
                const std::string at
                    = place < setup->config.layers() ? blockName(place, "resid_pre") : blockName(place - 1, "resid_post");
                const double more = valueUnder(measured, scaled(at, token, 1 + step));
                const double less = valueUnder(measured, scaled(at, token, 1 - step));
                const double expected = (more - less) / (2 * double(step));
                QVERIFY2(std::abs(double(result.stream(place, token)) - expected) < 2e-2 * std::max(0.2, std::abs(expected)),
                    qPrintable(QStringLiteral("place %1 token %2: %3, %4")
                                   .arg(place)
                                   .arg(token)
                                   .arg(double(result.stream(place, token)))
                                   .arg(expected)));
            }
    }

    void integratedGradientsAddUp()
    {
        const SetupPtr setup = configure(openModel(bundledModelsFolder() + "/main"), {});
        const std::vector<TokenId> ids = setup->model->tokenizer->encode("Repeat: red dog chair cup. Again: red dog");
        const Measurement measured = measurementOf(*setup, "logit_difference: chair, cup@-1", ids);
        const TokenAttribution result = attributeTokens(measured);
        const double sum = std::accumulate(result.integrated.begin(), result.integrated.end(), 0.0);
        QVERIFY(std::abs(result.value - result.reference) > 3);
        QVERIFY2(std::abs(sum - (result.value - result.reference)) <= 0.011 * std::abs(result.value - result.reference),
            qPrintable(QStringLiteral("%1 of %2").arg(sum).arg(result.value - result.reference)));
        QVERIFY(!result.isCoarse() && result.steps < maxAttributionSteps);
        const double mean = valueUnder(measured, {.at = "blocks.0.resid_pre", .op = InterventionOp::Mean});
        QVERIFY2(std::abs(result.reference - mean) < 1e-3 * std::max(1.0, std::abs(mean)),
            qPrintable(QStringLiteral("%1, %2").arg(result.reference).arg(mean)));
    }

    /// Each token's share against the mean of 400 gradients at equal distances.
    void aShareIsTheMeanOfManyGradients()
    {
        const SetupPtr setup = smallSetup(choices("norm.placement=post activation.kind=gelu"));
        const Measurement measured = measurementOf(*setup, "logit_difference:#4,#5@-1");
        const TokenAttribution result = attributeTokens(measured);
        const Matrix x = forward(*setup, measured.input, {.patterns = {"blocks.0.resid_pre"}})->at("blocks.0.resid_pre").matrix();
        const Matrix way = x.rowwise() - Eigen::RowVectorXf(x.colwise().mean());
        std::vector<double> expected(std::size_t(x.rows()), 0.0);
        constexpr int places = 400;
        for (int place = 0; place < places; ++place) {
            Measurement between = measured;
            Tensor stream("blocks.0.resid_pre", {axis::token, axis::dModel}, {x.rows(), x.cols()});
            stream.matrix() = x - way * float(1 - (place + 0.5) / places);
            between.input.known = {.layers = 0, .stream = stream};
            const Matrix gradient
                = traceWithGradients(*setup, between.input, {.patterns = {"grad.blocks.0.resid_pre", "logits"}}, measured.metric)
                      ->at("grad.blocks.0.resid_pre")
                      .matrix();
            for (Index token = 0; token < x.rows(); ++token)
                expected[std::size_t(token)] += double(way.row(token).dot(gradient.row(token))) / places;
        }
        const double largest = std::ranges::max(expected, {}, [](double share) { return std::abs(share); });
        for (std::size_t token = 0; token < expected.size(); ++token)
            QVERIFY2(std::abs(result.integrated[token] - expected[token]) < 0.03 * std::abs(largest),
                qPrintable(QStringLiteral("token %1: %2, %3").arg(token).arg(result.integrated[token]).arg(expected[token])));
    }

    void interventionsInForceAreInForce()
    {
        const SetupPtr setup = configure(openModel(bundledModelsFolder() + "/main"), {});
        const std::vector<TokenId> ids = setup->model->tokenizer->encode("Repeat: red dog chair cup. Again: red dog");
        Measurement measured = measurementOf(*setup, "logit_difference: chair, cup@-1", ids);
        const TokenAttribution untouched = attributeTokens(measured);
        measured.inForce = {{.at = "blocks.1.attn.z[2]", .strength = 0.5f},
            {.at = "blocks.0.resid_pre", .slice = {{axis::token, 5, 5}}, .strength = 0.5f}};
        const TokenAttribution result = attributeTokens(measured);
        QVERIFY(std::abs(result.value - untouched.value) > 1e-3);
        const double sum = std::accumulate(result.integrated.begin(), result.integrated.end(), 0.0);
        QVERIFY2(std::abs(sum - (result.value - result.reference)) <= 0.011 * std::abs(result.value - result.reference),
            qPrintable(QStringLiteral("%1 of %2").arg(sum).arg(result.value - result.reference)));

        // A token whose embedding is replaced brings nothing.
        measured.inForce = {{.at = "blocks.0.resid_pre", .slice = {{axis::token, 4, 4}}}};
        const TokenAttribution without = attributeTokens(measured);
        QCOMPARE(without.integrated[4], 0.0);
        QVERIFY(std::abs(untouched.integrated[4]) > 0.1);
    }

    void twoStacksHaveNoWay()
    {
        const SetupPtr setup = smallSetup(choices("topology=encoder_decoder"));
        const TokenAttribution result = attributeTokens(measurementOf(*setup, "loss"));
        QCOMPARE(result.stream.cols(), Index(4)); // of the target
        QVERIFY(result.integrated.empty());
    }

    void metricsWithoutGradientAreRefused()
    {
        const SetupPtr setup = smallSetup(smallChoices());
        QVERIFY_THROWS_EXCEPTION(Error, attributeTokens(measurementOf(*setup, "rank:#4@-1")));
    }
};

QTEST_GUILESS_MAIN(TestTokenAttribution)
#include "tst_token_attribution.moc"
