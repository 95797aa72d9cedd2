// Ablations against a plain loop of interventions, on the bundled model, a seeded encoder–decoder and a seeded mixture.

#include "core/experiments/ablation.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "core/trace/tensor_slice.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <cmath>

using namespace core;
using namespace support;

namespace {

const char* const repeated = "Repeat: red dog chair cup. Again: red dog";
const char* const capitals = "The capital of France is Paris. The capital of Italy is";

const SetupPtr& mainSetup()
{
    static const SetupPtr setup = configure(openModel(bundledModelsFolder() + "/main"), {});
    return setup;
}

/// SmolLM2 where the user has it (./dev get smollm2; tests have a data folder of their own: CUTAWAY_DATA_DIR); else null.
const SetupPtr& largeSetup()
{
    static const SetupPtr setup = [] {
        try {
            return configure(openModel("smollm2"), {});
        } catch (const Error&) {
            return SetupPtr();
        }
    }();
    return setup;
}

const SetupPtr& pairSetup()
{
    static const SetupPtr setup = smallSetup(choices("topology=encoder_decoder"));
    return setup;
}

const SetupPtr& mixtureSetup()
{
    static const SetupPtr setup = smallSetup(choices("feed_forward.kind=mixture mixture.experts=4 mixture.top_k=2"));
    return setup;
}

ChangedRuns runsOf(const SetupPtr& setup, const std::string& metric)
{
    if (setup == largeSetup())
        return ChangedRuns({*setup, {.ids = setup->model->tokenizer->encode(capitals)}, parseMetric(metric, *setup)});
    if (setup == mainSetup())
        return ChangedRuns({*setup, {.ids = setup->model->tokenizer->encode(repeated)}, parseMetric(metric, *setup)});
    ForwardInput input{.ids = smallText()};
    if (setup->config.hasEncoder())
        input.decoderIds = {2, 7, 1, 3};
    return ChangedRuns({*setup, input, parseMetric(metric, *setup)});
}

/// The value of one place by a whole pass of its own, as `trace --intervene` runs it.
double plainValue(const ChangedRuns& runs, const MeasuredPlace& place, InterventionOp op)
{
    TraceRequest request{.patterns = {"logits"}, .interventions = {{.at = place.at, .slice = place.slice, .op = op}}};
    const auto trace = forward(runs.measured().setup, runs.measured().input, request);
    const bool isPair = runs.measured().setup.config.hasEncoder();
    const std::vector<TokenId> targets
        = targetsOf(runs.measured().metric, runs.measured().setup.config, isPair ? trace->decoderIds : trace->ids);
    const auto untouched = forward(runs.measured().setup, runs.measured().input, {.patterns = {"logits"}});
    return valueOf(runs.measured().metric, {trace->at("logits"), targets, &untouched->at("logits")});
}

} // namespace

class TestAblation : public QObject
{
    Q_OBJECT
private slots:
    void everyMapIsAPlainLoop_data()
    {
        QTest::addColumn<int>("model");
        QTest::addColumn<QString>("over");
        QTest::addColumn<QString>("metric");
        QTest::newRow("main heads") << 0 << "heads"
                                    << "log_prob: chair@-1";
        QTest::newRow("main branches") << 0 << "branches"
                                       << "kl";
        QTest::newRow("main neurons") << 0 << "neurons@2"
                                      << "logit_difference: chair, cup@-1";
        QTest::newRow("pair heads") << 1 << "heads"
                                    << "loss";
        QTest::newRow("pair branches") << 1 << "branches"
                                       << "entropy@1";
        QTest::newRow("mixture experts") << 2 << "experts"
                                         << "loss";
        QTest::newRow("mixture heads") << 2 << "heads"
                                       << "rank:#4@-1";
        QTest::newRow("SmolLM2 heads") << 3 << "heads"
                                       << "log_prob: Rome@-1";
        QTest::newRow("SmolLM2 branches") << 3 << "branches"
                                          << "kl";
    }

    void everyMapIsAPlainLoop()
    {
        QFETCH(int, model);
        QFETCH(QString, over);
        QFETCH(QString, metric);
        const SetupPtr setup = model == 0 ? mainSetup() : model == 1 ? pairSetup() : model == 2 ? mixtureSetup() : largeSetup();
        if (!setup)
            QSKIP("SmolLM2 is not there");
        const ChangedRuns runs = runsOf(setup, metric.toStdString());
        for (const AblatedTo to : {AblatedTo::Zero, AblatedTo::Mean}) {
            AblationRequest request = ablationOver(over.toStdString());
            request.to = to;
            const MeasuredMap map = ablate(runs, request);
            QVERIFY(map.places.size() > 3);
            const std::size_t step = over.startsWith("neurons") ? 23 : 1;
            for (std::size_t i = 0; i < map.places.size(); i += step) {
                const double expected
                    = plainValue(runs, map.places[i], to == AblatedTo::Zero ? InterventionOp::Zero : InterventionOp::Mean);
                QVERIFY2(std::abs(map.places[i].value - expected) < 2e-5 * std::max(1.0, std::abs(expected)),
                    (map.places[i].at + ": " + std::to_string(map.places[i].value) + " " + std::to_string(expected)).c_str());
            }
        }
    }

    void theInductionHeadCarriesTheCopy()
    {
        const ChangedRuns runs = runsOf(mainSetup(), "log_prob: chair@-1");
        QVERIFY(runs.untouched() > std::log(0.9));
        const MeasuredMap map = ablate(runs, {.to = AblatedTo::Mean});
        const auto worst = std::min_element(map.places.begin(), map.places.end(),
            [](const MeasuredPlace& a, const MeasuredPlace& b) { return a.value < b.value; });
        // Which heads copy and which look at the token before is in the table of resources/models/README.md.
        QVERIFY2(worst->layer >= 1 && worst->value < runs.untouched() - 1, worst->at.c_str());
    }

    void allStacksAndCrossAttentionAppear()
    {
        const MeasuredMap map = ablate(runsOf(pairSetup(), "loss"), {.part = AblatedPart::Branches});
        std::vector<std::string> names;
        for (const MeasuredPlace& place : map.places)
            names.push_back(place.at);
        QCOMPARE(names,
            (std::vector<std::string>{"encoder.blocks.0.attn_out", "encoder.blocks.0.mlp_out", "encoder.blocks.1.attn_out",
                "encoder.blocks.1.mlp_out", "blocks.0.attn_out", "blocks.0.cross_attn_out", "blocks.0.mlp_out",
                "blocks.1.attn_out", "blocks.1.cross_attn_out", "blocks.1.mlp_out"}));
    }

    void aReferenceIsTheMeanOverTheTexts()
    {
        const ChangedRuns runs = runsOf(mixtureSetup(), "loss");
        AblationRequest request{.part = AblatedPart::Heads, .to = AblatedTo::Reference, .texts = {smallText()}};
        const MeasuredMap reference = ablate(runs, request);
        request.to = AblatedTo::Mean;
        const MeasuredMap mean = ablate(runs, request);
        for (std::size_t i = 0; i < mean.places.size(); ++i) // the same text: the same mean
            QVERIFY(std::abs(reference.places[i].value - mean.places[i].value) < 1e-5);
        request.to = AblatedTo::Reference;
        request.texts = {{1, 2}, {5, 6, 7}};
        const MeasuredMap other = ablate(runs, request);
        QVERIFY(std::abs(other.places[0].value - mean.places[0].value) > 1e-4);
    }

    void wordsAreRead()
    {
        QCOMPARE(ablationOver("neurons@12").layer, Index(12));
        for (const char* wrong : {"", "neuron", "neurons@", "neurons@-1", "neurons@1x", "heads@1"})
            QVERIFY2(!refusalOf([&] { ablationOver(wrong); }).problem.empty(), wrong);
    }

    void whatIsNotThereIsRefused()
    {
        const ChangedRuns runs = runsOf(mainSetup(), "loss");
        QVERIFY(!refusalOf([&] { ablate(runs, ablationOver("experts")); }).problem.empty());
        QVERIFY(!refusalOf([&] { ablate(runs, ablationOver("neurons@9")); }).problem.empty());
        QVERIFY(!refusalOf([&] { ablate(runs, {.to = AblatedTo::Reference}); }).problem.empty());
    }
};

QTEST_GUILESS_MAIN(TestAblation)
#include "tst_ablation.moc"
