// Gradients of metrics with respect to the logits, against difference quotients; traces with gradients, and what is refused.

#include "core/run/gradient_trace.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "core/run/metric_gradient.h"
#include "core/run/stream_ids.h"
#include "core/text/mask_token.h"
#include "tests/core/support/intervention_runs.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace core;
using namespace support;

class TestMetricGradient : public QObject
{
    Q_OBJECT

private slots:
    void everyMetricGainsWhatItsGradientSays();
    void theLossOfAHiddenTokenIsThatOfWhatItHides();
    void aTraceHasWhatWasAskedFor();
    void aTraceIsUnderItsInterventions();
    void whatCannotBeIsRefused_data();
    void whatCannotBeIsRefused();
    void tooLargeIsRefusedWithItsSize();
};

void TestMetricGradient::everyMetricGainsWhatItsGradientSays()
{
    const SetupPtr setup = smallSetup(smallChoices());
    const auto trace = run(*setup, smallText());
    const Tensor& logits = trace->at("logits");
    Tensor other("untouched", logits.axes(), logits.shape());
    for (Index i = 0; i < other.size(); ++i)
        other.data()[i] = std::sin(float(i));
    const std::vector<TokenId> targets = targetsOf(Metric{}, setup->config, smallText());
    for (const char* text : {"loss", "kl", "logit:#3@2", "log_prob:#3@-1", "logit_difference:#3,#9@0", "entropy@4"}) {
        const Metric metric = parseMetric(text, *setup);
        const Tensor gradient = gradientOf(metric, {logits, targets, &other});
        for (Index i = 0; i < logits.size(); i += 7) {
            const auto at = [&](float step) {
                Tensor moved("logits", logits.axes(), logits.shape());
                std::copy_n(logits.data(), logits.size(), moved.data());
                moved.data()[i] += step;
                return valueOf(metric, {moved, targets, &other});
            };
            const double slope = (at(1e-2f) - at(-1e-2f)) / 2e-2;
            QVERIFY2(std::abs(slope - double(gradient.data()[i])) < 2e-4, text);
        }
    }
}

/// Of one hidden token it is −log p at its place, and so are its gradients.
void TestMetricGradient::theLossOfAHiddenTokenIsThatOfWhatItHides()
{
    const SetupPtr setup = configure(openModel(bundledModelsFolder() + "/encoder"), {});
    const ForwardInput input{setup->model->tokenizer->encode("The<mask> sees the dog."), {}};
    const auto place = std::ranges::find(input.ids, *maskToken(*setup->model->tokenizer)) - input.ids.begin();
    const TraceRequest request{.patterns = {"grad.logits", "grad.blocks.0.resid_pre"}};
    const auto trace = [&](const std::string& metric) { return traceWithGradients(*setup, input, request, parseMetric(metric, *setup)); };
    const auto loss = trace("loss: cat"), answer = trace("log_prob: cat@" + std::to_string(place));
    QVERIFY(std::abs(loss->metricValue + answer->metricValue) < 1e-6);
    for (const TraceEntry& entry : loss->entries()) {
        const Tensor& other = answer->at(entry.name());
        for (Index i = 0; i < other.size(); ++i)
            QVERIFY(std::abs(entry.tensor.data()[i] + other.data()[i]) < 1e-6f);
    }
    QVERIFY(refusalOf([&] { trace("loss: cat, dog"); }).problem.find("hidden tokens") != std::string::npos);
}

void TestMetricGradient::aTraceHasWhatWasAskedFor()
{
    const SetupPtr setup = smallSetup(choices("position.kind=alibi"));
    const ForwardInput input{smallText(), {}};
    const Metric metric = parseMetric("logit:#3@-1", *setup);
    const auto all = traceWithGradients(*setup, input, {}, metric);
    const auto plain = forward(*setup, input);
    QCOMPARE(all->metric, std::string("logit:#3@-1"));
    QCOMPARE(all->metricValue, double(plain->at("logits").at({6, 3})));
    for (const TraceEntry& entry : plain->entries()) {
        QVERIFY2(all->find(entry.name()), entry.name().c_str());
        if (entry.name() != "log_z")
            QVERIFY2(all->find("grad." + entry.name()), entry.name().c_str());
    }
    QCOMPARE(all->entries().size(), 2 * plain->entries().size() - 1);
    QCOMPARE(relativeDifference(all->at("grad.blocks.1.resid_pre").values(), all->at("grad.blocks.0.resid_post").values()), 0.0);

    const auto some = traceWithGradients(*setup, input,
        {.patterns = {"blocks.1.attn.pattern[2]", "grad.blocks.0.mlp.input", "grad.weights.blocks.*.attn.q.*"}}, metric);
    std::vector<std::string> names;
    for (const TraceEntry& entry : some->entries())
        names.push_back(entry.name());
    std::sort(names.begin(), names.end());
    QCOMPARE(names,
        (std::vector<std::string>{"blocks.1.attn.pattern", "grad.blocks.0.mlp.input", "grad.blocks.1.attn.pattern",
            "grad.weights.blocks.0.attn.q.bias", "grad.weights.blocks.0.attn.q.weight", "grad.weights.blocks.1.attn.q.bias",
            "grad.weights.blocks.1.attn.q.weight"}));
    QCOMPARE(some->findEntry("grad.blocks.1.attn.pattern")->heads, (std::vector<Index>{2}));
}

void TestMetricGradient::aTraceIsUnderItsInterventions()
{
    const SetupPtr setup = smallSetup(choices("norm.kind=layer_norm"));
    const ForwardInput input{smallText(), {}};
    TraceRequest request = intervening(
        R"([{"at": "blocks.0.attn.z[1]", "op": "zero", "strength": 0.5}, {"at": "blocks.1.mlp_out", "op": "mean"}])");
    request.patterns.clear(); // all usual ones
    const auto run = forward(*setup, input, request);
    const Metric metric = parseMetric("logit:#3@-1", *setup);
    const auto all = traceWithGradients(*setup, input, request, metric);
    QCOMPARE(all->metricValue, double(run->at("logits").at({6, 3})));
    QVERIFY(all->interventions == run->interventions);
    QCOMPARE(all->entries().size(), 2 * run->entries().size() - 1); // nothing of the tape besides
    QVERIFY(all->findEntry("blocks.0.attn.z")->replaced);

    // The metric along a direction of the embeddings.
    const auto valueAt = [&](const Metric& of, float step) {
        TraceRequest moved = request;
        moved.interventions.push_back({.at = "embed", .op = InterventionOp::Add, .value = {{}, {step}}});
        const auto there = forward(*setup, input, moved), untouched = forward(*setup, input);
        const std::vector<TokenId> targets = targetsOf(of, setup->config, streamIds(*there));
        return valueOf(of, {there->at("logits"), targets, &untouched->at("logits")});
    };
    for (const char* words : {"logit:#3@-1", "kl"}) {
        const Metric of = parseMetric(words, *setup);
        const auto trace = traceWithGradients(*setup, input, request, of);
        double slope = 0;
        for (const float number : trace->at("grad.embed").values())
            slope += double(number);
        const double expected = (valueAt(of, 5e-3f) - valueAt(of, -5e-3f)) / 1e-2;
        QVERIFY2(std::abs(slope - expected) < 1e-2 * std::max(0.05, std::abs(expected)),
            qPrintable(QStringLiteral("%1: %2, %3").arg(words).arg(slope).arg(expected)));
        QVERIFY2(
            trace->metricValue != 0 && std::abs(trace->metricValue - valueAt(of, 0)) < 1e-6, words); // kl is to the untouched run
    }
}

void TestMetricGradient::whatCannotBeIsRefused_data()
{
    QTest::addColumn<QString>("said");
    QTest::addColumn<QString>("metric");
    QTest::addColumn<QString>("words");
    QTest::newRow("rank") << ""
                          << "rank:#3@-1"
                          << "has no gradient";
    QTest::newRow("position") << ""
                              << "logit:#3@7"
                              << "no such position";
    QTest::newRow("id") << ""
                        << "logit:#13@0"
                        << "outside the vocabulary";
    QTest::newRow("encoder without logits") << "topology=encoder output.head=none"
                                            << "loss"
                                            << "no logits";
    QTest::newRow("one token") << "one"
                               << "loss"
                               << "one token has no next one";
}

void TestMetricGradient::whatCannotBeIsRefused()
{
    QFETCH(QString, said);
    QFETCH(QString, metric);
    QFETCH(QString, words);
    const bool isOne = said == "one";
    const SetupPtr setup = smallSetup(choices(isOne ? "" : said.toStdString()));
    try {
        const std::vector<TokenId> ids = isOne ? std::vector<TokenId>{3} : smallText();
        traceWithGradients(*setup, {ids, {}}, {}, parseMetric(metric.toStdString(), *setup));
        QFAIL("not refused");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::BadInput);
        QVERIFY2(QString(error.what()).contains(words), error.what());
    }
}

void TestMetricGradient::tooLargeIsRefusedWithItsSize()
{
    const SetupPtr setup = smallSetup(smallChoices());
    const Metric metric = parseMetric("loss", *setup);
    const std::size_t trace = plan(setup->config, 7).traceBytes();
    TraceRequest request;
    request.maxBytes = trace + trace / 2; // the trace alone has room
    QVERIFY(forward(*setup, {smallText(), {}}, request) != nullptr);
    try {
        traceWithGradients(*setup, {smallText(), {}}, request, metric);
        QFAIL("not refused");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::BadInput);
        QVERIFY2(QString(error.what()).contains("KiB"), error.what());
    }
    request.maxBytes = 3 * trace;
    QVERIFY(traceWithGradients(*setup, {smallText(), {}}, request, metric) != nullptr);
}

QTEST_GUILESS_MAIN(TestMetricGradient)
#include "tst_metric_gradient.moc"
