// Occlusion against a plain loop of whole passes under interventions, on the bundled model, a seeded mixture and a seeded
// encoder–decoder.

#include "core/experiments/occlusion.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace core;
using namespace support;

namespace {

Measurement measurementOf(const SetupPtr& setup, const std::string& metric)
{
    ForwardInput input{.ids = smallText()};
    if (setup->model && setup->model->tokenizer)
        input.ids = setup->model->tokenizer->encode("Repeat: red dog chair cup. Again: red dog");
    if (setup->config.hasEncoder())
        input.decoderIds = {2, 7, 1, 3};
    return {*setup, input, parseMetric(metric, *setup)};
}

/// The metric of a whole pass of its own in which a token of this stream is the mean of all, as `trace --intervene` runs it.
double without(const Measurement& measured, const std::string& stream, Index token)
{
    const auto untouched = forward(measured.setup, measured.input, {.patterns = {stream, "logits"}});
    const Tensor& x = untouched->at(stream);
    Intervention what{.at = stream, .slice = {{"token", token, token}}, .op = InterventionOp::Set};
    what.value.shape = {x.columns()};
    const Eigen::RowVectorXd mean = x.matrix().cast<double>().colwise().mean();
    for (Index d = 0; d < x.columns(); ++d)
        what.value.numbers.push_back(float(mean[d]));
    const auto trace = forward(measured.setup, measured.input, {.patterns = {"logits"}, .interventions = {what}});
    const bool isPair = measured.setup.config.hasEncoder();
    const std::vector<TokenId> targets
        = targetsOf(measured.metric, measured.setup.config, isPair ? trace->decoderIds : trace->ids);
    return valueOf(measured.metric, {trace->at("logits"), targets, &untouched->at("logits")});
}

} // namespace

class TestOcclusion : public QObject
{
    Q_OBJECT
private slots:
    void everyTokenIsAPlainRun_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("metric");
        QTest::newRow("main, answer") << ""
                                      << "logit_difference: chair, cup@-1";
        QTest::newRow("main, loss") << ""
                                    << "loss";
        QTest::newRow("mixture") << "feed_forward.kind=mixture mixture.experts=4 mixture.top_k=2"
                                 << "kl";
        QTest::newRow("encoder–decoder") << "topology=encoder_decoder"
                                         << "log_prob:#4@-1";
    }

    void everyTokenIsAPlainRun()
    {
        QFETCH(QString, model);
        QFETCH(QString, metric);
        const SetupPtr setup = model.isEmpty() ? configure(openModel(bundledModelsFolder() + "/main"), {})
                                               : smallSetup(choices(model.toStdString().c_str()));
        const Measurement measured = measurementOf(setup, metric.toStdString());
        const MeasuredMap packed = occludeTokens(measured), plain = occludeTokens(measured, {}, RunWay::Plain);
        const std::size_t source = setup->config.hasEncoder() ? measured.input.ids.size() : 0;
        const std::size_t text = setup->config.hasEncoder() ? measured.input.decoderIds.size() : measured.input.ids.size();
        QCOMPARE(packed.places.size(), source + text);
        bool brings = false;
        for (std::size_t i = 0; i < packed.places.size(); ++i) {
            const std::string stream = i < source ? "encoder.blocks.0.resid_pre" : "blocks.0.resid_pre";
            const auto token = Index(i < source ? i : i - source);
            QCOMPARE(packed.places[i].token, token);
            QCOMPARE(packed.places[i].isOfEncoder, i < source);
            const double expected = without(measured, stream, token);
            for (const MeasuredMap* const map : {&packed, &plain})
                QVERIFY2(std::abs(map->places[i].value - expected) < 2e-5 * std::max(1.0, std::abs(expected)),
                    (std::to_string(i) + ": " + std::to_string(map->places[i].value) + " " + std::to_string(expected)).c_str());
            QCOMPARE(broughtBy(packed, i), packed.untouched - packed.places[i].value);
            brings = brings || std::abs(broughtBy(packed, i)) > 1e-3;
        }
        QVERIFY(brings);
    }

    /// What is to be copied: without it the answer is gone.
    void theCopiedWordBringsTheAnswer()
    {
        const SetupPtr setup = configure(openModel(bundledModelsFolder() + "/main"), {});
        const Measurement measured = measurementOf(setup, "log_prob: chair@-1");
        const MeasuredMap map = occludeTokens(measured);
        const TokenId chair = setup->model->tokenizer->encode(" chair", false).front();
        const auto copied = std::size_t(std::ranges::find(measured.input.ids, chair) - measured.input.ids.begin());
        QVERIFY(copied < map.places.size());
        QVERIFY2(broughtBy(map, copied) > 1, std::to_string(broughtBy(map, copied)).c_str());
    }
};

QTEST_GUILESS_MAIN(TestOcclusion)
#include "tst_occlusion.moc"
