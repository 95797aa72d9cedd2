// Packed and re-used runs against whole ones, for an intervention on every tensor of every kind of model.

#include "core/experiments/changed_runs.h"

#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>
#include <stop_token>

using namespace core;
using namespace support;

namespace {

const char* const metrics[] = {"loss", "kl", "logit:#3@2", "entropy@-1"};

Measurement measurementOf(const Setup& setup, const std::string& metric)
{
    return {setup,
        {.ids = smallText(), .decoderIds = setup.config.hasEncoder() ? std::vector<TokenId>{2, 5, 1} : std::vector<TokenId>{}},
        parseMetric(metric, setup)};
}

/// A run for each tensor that may be changed, and some with several interventions.
std::vector<Changes> someRuns(const std::vector<PlannedTensor>& planned)
{
    std::vector<Changes> runs{{}};
    for (const PlannedTensor& tensor : planned)
        if (tensor.changeInstead.empty())
            runs.push_back({{.at = tensor.name,
                .op = runs.size() % 2 == 0 ? InterventionOp::Zero : InterventionOp::Scale,
                .value = {.shape = {}, .numbers = {0.6f}}}});
    runs.push_back({{.at = "blocks.*.attn.z[1]", .op = InterventionOp::Mean},
        {.at = "blocks.1.resid_pre", .slice = {{axis::token, 1, 1}}, .op = InterventionOp::Zero}});
    return runs;
}

/// A run for each tensor that has tokens: one of them is changed.
std::vector<Changes> runsOfOneToken(const std::vector<PlannedTensor>& planned)
{
    std::vector<Changes> runs;
    for (const PlannedTensor& tensor : planned) {
        const int axis = tokenAxis(tensor.axes);
        if (axis < 0 || !tensor.changeInstead.empty() || tensor.axes[std::size_t(axis)] == axis::routedToken)
            continue;
        const Index token = Index(runs.size()) % tensor.shape[std::size_t(axis)];
        runs.push_back({{.at = tensor.name, // scaled: a zero could be divided by
            .slice = {{tensor.axes[std::size_t(axis)], token, token}},
            .op = InterventionOp::Scale,
            .value = {.shape = {}, .numbers = {0.6f}}}});
    }
    runs.push_back({{.at = "blocks.1.resid_post", .slice = {{axis::token, 2, 2}}},
        {.at = "blocks.0.resid_post", .slice = {{axis::token, 1, 2}}, .op = InterventionOp::Mean}});
    return runs;
}

/// The first run whose value is another one; "" for none.
std::string firstDifference(const ChangedRuns& runs, const std::vector<Changes>& changes, RunWay way)
{
    const std::vector<double> expected = runs.values(changes, RunWay::Plain), found = runs.values(changes, way);
    for (std::size_t i = 0; i < changes.size(); ++i)
        if ((std::isfinite(found[i]) || std::isfinite(expected[i]))
            && !(std::abs(found[i] - expected[i]) <= 2e-5 * std::max(1.0, std::abs(expected[i]))))
            return (changes[i].empty() ? "nothing" : changes[i].front().at) + ": " + std::to_string(found[i]) + " instead of "
                + std::to_string(expected[i]);
    return "";
}

} // namespace

class TestChangedRuns : public QObject
{
    Q_OBJECT
private slots:
    void everyWayGivesTheSameValues_data()
    {
        QTest::addColumn<QString>("assignments");
        for (const std::string& assignments : everySetOfNames())
            QTest::newRow(assignments.c_str()) << QString::fromStdString(assignments);
        for (const char* more : {"norm.kind=batch_norm", "topology=encoder_decoder position.kind=t5_buckets",
                 "topology=encoder output.head=masked_language", "feed_forward.kind=mixture mixture.capacity=0.5",
                 "position.kind=learned sizes.context=7", "mask.kind=sliding_window mask.window=2 position.kind=alibi",
                 "position.kind=rope rope.scaling=dynamic_ntk rope.original_context=4", "score.sinks=true position.kind=shaw",
                 "attention.kind=latent position.kind=rope", "embedding.padding_id=3 position.kind=learned"})
            QTest::newRow(more) << more;
    }

    void everyWayGivesTheSameValues()
    {
        QFETCH(QString, assignments);
        const SetupPtr setup = smallSetup(choices(assignments.toStdString()));
        if (setup->config.outputHead == OutputHead::None)
            return;
        static std::size_t next = 0;
        const ChangedRuns runs(measurementOf(*setup, metrics[next++ % std::size(metrics)]));
        std::vector<Changes> changes = someRuns(runs.planned());
        if (!isAttention(setup->config.block(0).mixer))
            changes.pop_back();
        for (const RunWay way : {RunWay::Packed, RunWay::Reused}) {
            std::string difference;
            try {
                difference = firstDifference(runs, changes, way);
            } catch (const Error& error) {
                difference = error.what();
            }
            QVERIFY2(difference.empty(),
                (assignments.toStdString() + " " + runs.measured().metric.text + " "
                    + (way == RunWay::Packed ? "packed " : "re-used ") + difference)
                    .c_str());
        }
    }

    void runsFromATokenGiveTheSameValues_data() { everyWayGivesTheSameValues_data(); }

    void runsFromATokenGiveTheSameValues()
    {
        QFETCH(QString, assignments);
        const SetupPtr setup = smallSetup(choices(assignments.toStdString()));
        if (setup->config.outputHead == OutputHead::None)
            return;
        static std::size_t next = 0;
        const ChangedRuns runs(measurementOf(*setup, metrics[next++ % std::size(metrics)]), {}, {}, RunsFrom::Token);
        std::string difference;
        try {
            difference = firstDifference(runs, runsOfOneToken(runs.planned()), RunWay::Packed);
        } catch (const Error& error) {
            difference = error.what();
        }
        QVERIFY2(difference.empty(), (assignments.toStdString() + " " + runs.measured().metric.text + " " + difference).c_str());
    }

    void whatIsInForceComesBeforeTheChangesOfEveryRun_data()
    {
        QTest::addColumn<QString>("assignments");
        QTest::addColumn<QString>("metric");
        QTest::addColumn<QString>("inForce");
        const QString head = R"([{"at": "blocks.0.attn.z[1]", "op": "zero"}])";
        QTest::newRow("a head, kl") << "sizes.layers=3"
                                    << "kl" << head;
        QTest::newRow("a head, loss") << "sizes.layers=3"
                                      << "loss" << head;
        QTest::newRow("added to the stream") << "sizes.layers=3 position.kind=rope"
                                             << "logit:#3@2"
                                             << R"([{"at": "blocks.1.resid_pre", "op": "add", "value": 0.4, "strength": 0.5},
                                                    {"at": "*.mlp_out", "op": "scale", "value": 0.7}])";
        QTest::newRow("where runs begin") << "sizes.layers=3"
                                          << "loss"
                                          << R"([{"at": "blocks.1.resid_pre", "op": "scale", "value": 0.3}])";
        QTest::newRow("logits") << ""
                                << "entropy@-1"
                                << R"([{"at": "logits", "op": "scale", "value": 0.3}])";
        QTest::newRow("shared keys") << "attention.kind=latent position.kind=rope"
                                     << "loss"
                                     << R"([{"at": "blocks.0.attn.k_rope", "op": "scale", "value": 0.5}])";
        QTest::newRow("encoder") << "topology=encoder_decoder"
                                 << "loss"
                                 << R"([{"at": "encoder.blocks.0.mlp_out", "op": "scale", "value": 0.2}])";
        QTest::newRow("experts") << "feed_forward.kind=mixture mixture.capacity=1"
                                 << "kl"
                                 << R"([{"at": "blocks.1.mlp.experts.0.out", "op": "zero"}])";
    }

    void whatIsInForceComesBeforeTheChangesOfEveryRun()
    {
        QFETCH(QString, assignments);
        QFETCH(QString, metric);
        QFETCH(QString, inForce);
        const SetupPtr setup = smallSetup(choices(assignments.toStdString()));
        Measurement measured = measurementOf(*setup, metric.toStdString());
        const ChangedRuns free(measured);
        measured.inForce = interventionsFromJson(parseJson(inForce.toStdString(), ""), "");
        const ChangedRuns runs(measured), fromToken(measured, {}, {}, RunsFrom::Token);
        std::vector<Changes> changes = someRuns(free.planned()), all;
        const std::vector<Changes> ofTokens = runsOfOneToken(free.planned());
        changes.insert(changes.end(), ofTokens.begin(), ofTokens.end());
        for (const Changes& own : changes) {
            all.push_back(measured.inForce);
            all.back().insert(all.back().end(), own.begin(), own.end());
        }
        const std::vector<double> expected = free.values(all, RunWay::Plain);
        QVERIFY(std::abs(expected.front() - free.untouched()) > 1e-6); // it does something
        QVERIFY(std::abs(runs.untouched() - expected.front()) < 1e-6);
        for (const ChangedRuns* const of : {&runs, &fromToken})
            for (const RunWay way : {RunWay::Plain, RunWay::Reused, RunWay::Packed}) {
                const std::vector<double> found = of->values(changes, way);
                for (std::size_t i = 0; i < found.size(); ++i)
                    QVERIFY2((std::isnan(found[i]) && std::isnan(expected[i]))
                            || std::abs(found[i] - expected[i]) <= 2e-5 * std::max(1.0, std::abs(expected[i])),
                        ((changes[i].empty() ? "nothing" : changes[i].front().at) + ": " + std::to_string(found[i])
                            + " instead of " + std::to_string(expected[i]))
                            .c_str());
            }
    }

    void productsAreKeptWhereTokensFollowFromEarlierOnes()
    {
        const SetupPtr setup = smallSetup(choices("position.kind=rope"));
        const ChangedRuns whole(measurementOf(*setup, "loss")), fromToken(measurementOf(*setup, "loss"), {}, {}, RunsFrom::Token);
        const auto recorded = [](const ChangedRuns& runs) { return runs.base()->find("blocks.1.mlp.pre") != nullptr; };
        QVERIFY(recorded(fromToken) && !recorded(whole));
        const SetupPtr bidirectional = smallSetup(choices("mask.kind=bidirectional"));
        QVERIFY(!recorded(ChangedRuns(measurementOf(*bidirectional, "loss"), {}, {}, RunsFrom::Token)));
    }

    void reusedRunsAreTheSameBitForBit()
    {
        const SetupPtr setup = smallSetup(choices("sizes.layers=3"));
        const ChangedRuns runs(measurementOf(*setup, "loss"));
        const std::vector<Changes> changes{
            {}, {{.at = "blocks.2.mlp_out"}}, {{.at = "blocks.1.attn.z[2]"}}, {{.at = "ln_final.out"}}};
        QCOMPARE(runs.values(changes, RunWay::Reused), runs.values(changes, RunWay::Plain));
        QCOMPARE(runs.values(changes, RunWay::Reused).front(), runs.untouched());
        // A packed pass has more rows, and Eigen's products round by their number.
        QVERIFY(std::abs(runs.values(changes).front() - runs.untouched()) < 1e-6);
    }

    void manyRunsTakeFewPasses()
    {
        const SetupPtr setup = smallSetup(smallChoices());
        const ChangedRuns runs(measurementOf(*setup, "loss"));
        std::vector<Changes> changes;
        for (Index head = 0; head < 200; ++head)
            changes.push_back({{.at = "blocks.1.attn.z[" + std::to_string(head % 6) + "]"}});
        const auto passes = [&](RunWay way) {
            std::size_t blocks = 0;
            RunControl control;
            control.onMade = [&](std::string_view name) { blocks += name.ends_with(".resid_post"); };
            const ChangedRuns counted(measurementOf(*setup, "loss"), control);
            blocks = 0;
            counted.values(changes, way);
            return blocks;
        };
        QCOMPARE(passes(RunWay::Plain), std::size_t(400));
        QCOMPARE(passes(RunWay::Reused), std::size_t(200));
        QCOMPARE(passes(RunWay::Packed), std::size_t(3)); // 73 copies of 7 tokens
    }

    void valuesComeAsTheyAreThereAndStop()
    {
        const SetupPtr setup = smallSetup(smallChoices());
        std::stop_source stop;
        const ChangedRuns runs(measurementOf(*setup, "loss"), {.stop = stop.get_token(), .onProgress = {}});
        std::vector<std::size_t> seen;
        QVERIFY_THROWS_EXCEPTION(Stopped,
            runs.values({{{.at = "embed"}}, {{.at = "logits"}}, {{.at = "embed"}}}, RunWay::Plain, [&](std::size_t run, double) {
                seen.push_back(run);
                if (run == 1)
                    stop.request_stop();
            }));
        QCOMPARE(seen, (std::vector<std::size_t>{0, 1}));
    }

    void tensorsOfRunsAreTheirOwn()
    {
        const SetupPtr setup = smallSetup(smallChoices());
        const ChangedRuns runs(measurementOf(*setup, "loss"));
        const std::vector<Changes> changes{{{.at = "blocks.0.attn.z[1]"}}, {}, {{.at = "blocks.1.resid_pre"}}};
        const auto found = runs.tensors({"blocks.1.mlp_out", "blocks.1.resid_post"}, changes);
        for (std::size_t i = 0; i < changes.size(); ++i) {
            TraceRequest request{.patterns = {"blocks.1.mlp_out"}, .interventions = changes[i]};
            const auto trace = forward(*setup, {.ids = smallText()}, request);
            QVERIFY(support::relativeDifference(found[i].at("blocks.1.mlp_out").values(), trace->at("blocks.1.mlp_out").values())
                < 1e-5);
        }
    }

    void whatDoesNotFitIsRefused()
    {
        const SetupPtr setup = smallSetup(smallChoices());
        const ChangedRuns runs(measurementOf(*setup, "loss"));
        for (const char* at : {"blocks.7.attn.z", "blocks.0.attn.z[9]", "nothing"})
            QVERIFY_THROWS_EXCEPTION(Error, runs.values({{{.at = at}}}));
        QVERIFY_THROWS_EXCEPTION(Error, ChangedRuns(measurementOf(*setup, "entropy@7")));
    }
};

QTEST_GUILESS_MAIN(TestChangedRuns)
#include "tst_changed_runs.moc"
