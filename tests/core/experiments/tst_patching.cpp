// Patches against a plain loop of interventions that take a place from the other run.

#include "core/experiments/patching.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <cmath>

using namespace core;
using namespace support;

namespace {

struct Pair
{
    SetupPtr setup;
    ForwardInput clean, other;
    std::string metric;
};

Pair pairOf(const std::string& which)
{
    if (which == "main" || which == "SmolLM2") {
        SetupPtr setup;
        try {
            setup = configure(openModel(which == "main" ? bundledModelsFolder() + "/main" : "smollm2"), {});
        } catch (const Error&) { // SmolLM2 is not everywhere
            return {};
        }
        const Tokenizer& tokenizer = *setup->model->tokenizer;
        return {setup, {.ids = tokenizer.encode("The capital of France is Paris. The capital of Italy is")},
            {.ids = tokenizer.encode("The capital of France is Paris. The capital of Spain is")},
            "logit_difference: Rome, Madrid@-1"};
    }
    if (which == "pair")
        return {smallSetup(choices("topology=encoder_decoder")), {.ids = smallText(), .decoderIds = {2, 4, 1}},
            {.ids = {1, 4, 6, 2, 9, 3, 5}, .decoderIds = {2, 7, 1}}, "entropy@-1"};
    return {smallSetup(choices("feed_forward.kind=mixture mixture.capacity=1")), {.ids = smallText()},
        {.ids = {1, 4, 6, 2, 9, 3, 5}}, "kl"};
}

} // namespace

class TestPatching : public QObject
{
    Q_OBJECT
private slots:
    void everyMapIsAPlainLoop_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("over");
        for (const char* model : {"main", "pair", "mixture", "SmolLM2"}) // CUTAWAY_DATA_DIR says where the last one is
            for (const char* over : {"stream", "attention", "feed_forward", "heads"})
                QTest::addRow("%s %s", model, over) << model << over;
    }

    void everyMapIsAPlainLoop()
    {
        QFETCH(QString, model);
        QFETCH(QString, over);
        const Pair pair = pairOf(model.toStdString());
        if (!pair.setup)
            QSKIP("SmolLM2 is not there");
        const Measurement other{*pair.setup, pair.other, parseMetric(pair.metric, *pair.setup)};
        const Patches patches = patch(other, {pair.clean, patchedPart(over.toStdString())});
        const std::shared_ptr<const Trace> clean = forward(*pair.setup, pair.clean, {});
        const auto untouched = forward(*pair.setup, pair.other, {.patterns = {"logits"}});
        const std::vector<TokenId> targets
            = targetsOf(other.metric, pair.setup->config, pair.setup->config.hasEncoder() ? pair.other.decoderIds : pair.other.ids);
        QVERIFY(patches.map.places.size() > 10);
        for (const MeasuredPlace& place : patches.map.places) {
            TraceRequest request{.patterns = {"logits"},
                .interventions = {{.at = place.at,
                    .slice = {{axis::token, place.token, place.token}},
                    .op = InterventionOp::From,
                    .source = {"", "", "", clean}}}};
            const auto trace = forward(*pair.setup, pair.other, request);
            const double expected = valueOf(other.metric, {trace->at("logits"), targets, &untouched->at("logits")});
            QVERIFY2(std::abs(place.value - expected) < 5e-5 * std::max(1.0, std::abs(expected)),
                (place.at + ": " + std::to_string(place.value) + " " + std::to_string(expected)).c_str());
        }
    }

    void eachTextIsUnderWhatIsInForceInItsRun()
    {
        const Pair pair = pairOf("main");
        Measurement other{*pair.setup, pair.other, parseMetric(pair.metric, *pair.setup)};
        other.inForce = {{.at = "blocks.1.attn.z[2]"}};
        const Changes inClean{{.at = "blocks.0.mlp_out", .op = InterventionOp::Scale, .value = {{}, {0.5f}}}};
        const Patches patches = patch(other, {pair.clean, PatchedPart::Stream, inClean});
        const std::shared_ptr<const Trace> clean = forward(*pair.setup, pair.clean, {.patterns = {}, .interventions = inClean});
        const auto metricOf = [&](const Trace& trace) { return valueOf(other.metric, {trace.at("logits"), {}, nullptr}); };
        QVERIFY(std::abs(patches.clean - metricOf(*clean)) < 1e-3);
        for (const MeasuredPlace& place : patches.map.places) {
            TraceRequest request{.patterns = {"logits"}, .interventions = other.inForce};
            request.interventions.push_back(
                {.at = place.at, .slice = place.slice, .op = InterventionOp::From, .source = {"", "", "", clean}});
            const double expected = metricOf(*forward(*pair.setup, pair.other, request));
            QVERIFY2(std::abs(place.value - expected) < 1e-3, place.at.c_str());
        }
    }

    void theWholeStreamOfTheLastTokenBringsTheAnswerBack()
    {
        const Pair pair = pairOf("main");
        const Measurement other{*pair.setup, pair.other, parseMetric(pair.metric, *pair.setup)};
        const Patches patches = patch(other, {pair.clean, PatchedPart::Stream});
        QVERIFY(patches.clean > 2 && patches.map.untouched < -2);
        const MeasuredPlace& last = patches.map.places.back();
        QCOMPARE(last.at, std::string("blocks.3.resid_post"));
        QCOMPARE(last.token, Index(pair.clean.ids.size()) - 1);
        QVERIFY(std::abs(last.value - patches.clean) < 1e-3);
        // The word that differs carries the whole answer before any block has moved it.
        Index differs = 0;
        while (pair.clean.ids[std::size_t(differs)] == pair.other.ids[std::size_t(differs)])
            ++differs;
        QVERIFY(std::abs(patches.map.places[std::size_t(differs)].value - patches.clean) < 1e-3);
    }

    void textsOfDifferentLengthAreRefused()
    {
        Pair pair = pairOf("mixture");
        pair.clean.ids.pop_back();
        const Measurement other{*pair.setup, pair.other, parseMetric("loss", *pair.setup)};
        const Error::Parts parts = refusalOf([&] { patch(other, {pair.clean, PatchedPart::Stream}); });
        QCOMPARE(parts.expected, std::string("6"));
        QCOMPARE(parts.found, std::string("7"));
        QVERIFY(!refusalOf([] { patchedPart("blocks"); }).problem.empty());
    }
};

QTEST_GUILESS_MAIN(TestPatching)
#include "tst_patching.moc"
