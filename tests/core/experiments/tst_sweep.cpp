// Sweeps: each row is the run of that choice; bands are those of its seeds.

#include "core/experiments/sweep.h"

#include "core/base/engine_use.h"
#include "core/experiments/steering.h"
#include "core/files/library/built_in_models.h"
#include "core/run/metric.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <cmath>

using namespace core;

namespace {

const ForwardInput text{.ids = {300, 301, 310, 305}};

const ModelPtr& untrained()
{
    static const ModelPtr model = makeBuiltInModel("untrained");
    return model;
}

Choices small()
{
    Choices choices;
    choices.setText("sizes.d_model=32", 2);
    return choices;
}

SweepRequest requestOf(const std::string& over, const std::string& measured, int seeds = 0)
{
    SweepRequest request = sweepOver(over);
    request.measured = measured;
    request.seeds = seeds;
    request.input = text;
    return request;
}

} // namespace

class TestSweep : public QObject
{
    Q_OBJECT
private slots:
    void everyRowIsARunOfItsOwn()
    {
        const SweepRequest request = requestOf("sizes.layers=1,3", "loss", 2);
        const std::vector<SweepRow> rows = sweep(untrained(), small(), request);
        QCOMPARE(rows.size(), std::size_t(4));
        for (const SweepRow& row : rows) {
            Choices choices = small();
            choices.setText("sizes.layers=" + row.value, 2);
            choices.setText("seed=" + std::to_string(*row.seed), 2);
            const SetupPtr setup = configure(untrained(), choices);
            const auto trace = forward(*setup, text, {.patterns = {"logits"}});
            const std::vector<TokenId> targets = targetsOf(parseMetric("loss", *setup), setup->config, text.ids);
            QCOMPARE(row.result, valueOf(parseMetric("loss", *setup), {trace->at("logits"), targets}));
        }
    }

    void aTensorIsItsMean()
    {
        const std::vector<SweepRow> rows = sweep(untrained(), small(), requestOf("norm.eps=1e-5,1", "blocks.0.ln1.scale"));
        QVERIFY(rows[1].result > rows[0].result); // a larger eps, a larger scale
        const std::vector<SweepRow> pattern
            = sweep(untrained(), small(), requestOf("mask.kind=causal,bidirectional", "blocks.0.attn.pattern[0]"));
        QVERIFY(std::abs(pattern[0].result - 0.25) < 1e-6); // rows of 4 that sum to 1
    }

    void theUntouchedRunIsTheOneWithoutTheKey()
    {
        const std::vector<SweepRow> rows = sweep(untrained(), small(), requestOf("norm.placement=pre,post", "kl"));
        QCOMPARE(rows[0].result, 0.0);
        QVERIFY(rows[1].result > 0);
    }

    /// A run goes on without what its choices leave without a tensor.
    void whatIsInForceIsInEveryRun()
    {
        SweepRequest request = requestOf("sizes.layers=1,3", "loss");
        const std::vector<SweepRow> untouched = sweep(untrained(), small(), request);
        const Intervention first{.at = "blocks.0.attn.z[1]"}, third{.at = "blocks.2.mlp_out"};
        request.inForce = {first, third};
        const std::vector<SweepRow> rows = sweep(untrained(), small(), request);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            Choices choices = small();
            choices.setText("sizes.layers=" + rows[row].value, 2);
            const SetupPtr setup = configure(untrained(), choices);
            TraceRequest under{.patterns = {"logits"}};
            under.interventions = row == 0 ? std::vector{first} : std::vector{first, third};
            const auto trace = forward(*setup, text, under);
            const std::vector<TokenId> targets = targetsOf(parseMetric("loss", *setup), setup->config, text.ids);
            QCOMPARE(rows[row].result, valueOf(parseMetric("loss", *setup), {trace->at("logits"), targets}));
            QVERIFY(rows[row].result != untouched[row].result);
        }
    }

    /// A direction is that of each run's own model.
    void aDirectionIsThatOfTheModelOfEachValue()
    {
        SweepRequest request = requestOf("seed=1,2", "loss");
        Intervention direction{.at = "blocks.1.resid_pre", .op = InterventionOp::Add, .value = {{}, {2.f}}};
        setDirection(direction, {DirectionKind::Embedding, "#300"});
        request.inForce = {direction};
        const std::vector<SweepRow> rows = sweep(untrained(), small(), request);
        for (const SweepRow& row : rows) {
            Choices choices = small();
            choices.setText("seed=" + row.value, 2);
            const SetupPtr setup = configure(untrained(), choices);
            TraceRequest under{.patterns = {"logits"}};
            under.interventions = request.inForce;
            under.interventions.front().value = directionNumbers(*setup, request.inForce.front());
            const auto trace = forward(*setup, text, under);
            const std::vector<TokenId> targets = targetsOf(parseMetric("loss", *setup), setup->config, text.ids);
            QCOMPARE(row.result, valueOf(parseMetric("loss", *setup), {trace->at("logits"), targets}));
        }
    }

    void aValueIsItsRowsOfTheWhole()
    {
        const SweepRequest request = requestOf("sizes.layers=1,3", "loss", 2);
        const SetupPtr setup = configure(untrained(), small());
        const std::vector<SweepRow> whole = sweep(untrained(), small(), request);
        for (std::size_t value = 0; value < 2; ++value) {
            const std::vector<SweepRow> rows = sweepValue(*setup, request, value, nullptr);
            QCOMPARE(rows.size(), std::size_t(2));
            for (std::size_t i = 0; i < rows.size(); ++i) {
                QCOMPARE(rows[i].result, whole[2 * value + i].result);
                QVERIFY(rows[i].value == whole[2 * value + i].value && rows[i].seed == whole[2 * value + i].seed);
            }
        }
        const SweepRequest wrong = requestOf("sizes.layers=1,many", "loss");
        QVERIFY(!refusalOf([&] { checkSweep(*setup, wrong); }).problem.empty());
        checkSweep(*setup, request); // does not throw
        QCOMPARE(sweepValue(*setup, wrong, 0, nullptr).size(), std::size_t(1)); // which is its own
    }

    void theUntouchedRunIsComputedOnce()
    {
        const SweepRequest request = requestOf("norm.placement=pre,post", "kl");
        const SetupPtr setup = configure(untrained(), small());
        const auto work = [](const auto& run) {
            const std::uint64_t before = engineUses();
            run();
            return engineUses() - before;
        };
        std::shared_ptr<const Trace> untouched;
        const std::uint64_t ofARun = work([&] { untouched = sweepUntouched(*setup, request); });
        QVERIFY(ofARun > 0);
        const std::vector<SweepRow> whole = sweep(untrained(), small(), request);
        for (std::size_t value = 0; value < 2; ++value) // as many products as the untouched run has
            QCOMPARE(work([&] { QCOMPARE(sweepValue(*setup, request, value, untouched).front().result, whole[value].result); }),
                ofARun);
        QVERIFY(!sweepUntouched(*setup, requestOf("norm.placement=pre,post", "loss")));
    }

    void bandsAreOverSeeds()
    {
        const std::vector<SweepRow> rows{{"a", 0, 1}, {"a", 1, 3}, {"b", 0, std::nan("")}, {"b", 1, 2}};
        const std::vector<SweepBand> bands = bandsOf(rows);
        QCOMPARE(bands.size(), std::size_t(2));
        QCOMPARE(bands[0].mean, 2.0);
        QCOMPARE(bands[0].most, 3.0);
        QCOMPARE(bands[1].mean, 2.0);
        const Json json = toJson(requestOf("x=a,b", "loss", 2), rows);
        QVERIFY(json["rows"][1]["x"] == Json("a") && json["rows"][1]["seed"] == Json(1) && json["rows"][2]["value"].is_null());
        QVERIFY(json["bands"][0]["mean"] == Json(2.0));
        QCOMPARE(toCsv(requestOf("x=a,b", "loss", 2), rows), std::string("x,seed,value\na,0,1\na,1,3\nb,0,\nb,1,2\n"));
    }

    void whatCannotBeIsRefusedBeforeAnythingRuns()
    {
        for (const char* wrong : {"", "sizes.layers", "sizes.layers=", "=1"})
            QVERIFY2(!refusalOf([&] { sweepOver(wrong); }).problem.empty(), wrong);
        int rows = 0;
        QVERIFY(!refusalOf([&] {
            sweep(untrained(), small(), requestOf("sizes.layers=2,many", "loss"), {}, [&](const SweepRow&) { ++rows; });
        }).problem.empty());
        QCOMPARE(rows, 0);
        QVERIFY(!refusalOf([] { sweep(untrained(), small(), requestOf("seed=1", "blocks.9.attn.z")); }).problem.empty());
    }
};

QTEST_GUILESS_MAIN(TestSweep)
#include "tst_sweep.moc"
