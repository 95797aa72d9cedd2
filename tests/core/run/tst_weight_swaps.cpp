// Weights of another model in place of a model's own: the run is that of a setup with these weights, and what does not fit is refused.

#include "core/run/weight_swaps.h"

#include "core/files/library/model_files.h"
#include "core/trace/weight_place.h"
#include "tests/core/support/intervention_runs.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

using namespace core;
using namespace support;

namespace {

const ForwardInput text{.ids = {5, 9, 3, 77, 20, 9}};

SetupPtr setupOf(const std::vector<std::string>& assignments = {})
{
    Choices said;
    for (const std::string& assignment : assignments)
        said.setText(assignment, 4);
    return configure(openModel("untrained"), said);
}

/// "seed" is the model with other weights, "wide" one with other shapes.
ModelPtr opened(const std::string& name)
{
    if (name != "seed" && name != "wide")
        throw Error({ErrorKind::BadInput, name, "", "no such model", "", ""});
    auto model = std::make_shared<Model>(*openModel("untrained"));
    model->choices.setText(name == "seed" ? "seed=5" : "sizes.d_ff=48", 4);
    return model;
}

SwappedRun swapped(const SetupPtr& setup, const std::string& json, bool skipsUnfit = false)
{
    TraceRequest request = intervening(json);
    request.skipsUnfit = skipsUnfit;
    return forwardWithSwaps(setup, text, request, opened);
}

std::string taking(const std::string& weight, const std::string& model = "seed", const std::string& more = "")
{
    return R"({"at":"weights.)" + weight + R"(","op":"from","source":{"model":")" + model + R"("})" + more + "}";
}

std::shared_ptr<Trace> runOf(const Setup& setup) { return forward(setup, text, everything()); }

} // namespace

class TestWeightSwaps : public QObject
{
    Q_OBJECT

private slots:
    void theRunIsThatOfASetupWithTheWeight()
    {
        const SetupPtr own = setupOf(), other = setupOf({"seed=5"});
        const std::string name = "blocks.1.attn.q.weight";
        const WeightPtr before = own->weights.share(name);
        Setup expected = *own;
        expected.weights.set(name, other->weights.share(name));
        const SwappedRun run = swapped(own, "[" + taking(name) + "]");
        QCOMPARE(firstDifference(*run.trace, *runOf(expected)), std::string());
        QVERIFY(firstDifference(*run.trace, *runOf(*own)).starts_with("blocks.1."));
        QCOMPARE(own->weights.share(name), before); // what was given stays
        QVERIFY(run.trace->replaced.empty()); // no tensor was changed on the way
        QCOMPARE(run.trace->interventions.size(), std::size_t(1));
        QVERIFY(interventionsFromJson(run.trace->interventions, "").front().source.file == "seed");
    }

    void aPatternTakesAllThatItMatches()
    {
        const SetupPtr own = setupOf(), other = setupOf({"seed=5"});
        const SwappedRun run = swapped(own, "[" + taking("*") + "]");
        QCOMPARE(firstDifference(*run.trace, *runOf(*other)), std::string());
    }

    void aStrengthIsAWayBetweenTheTwo()
    {
        const SetupPtr own = setupOf(), other = setupOf({"seed=5"});
        const std::string name = "blocks.0.mlp.up.weight";
        const SwappedRun quarter = swapped(own, "[" + taking(name, "seed", R"(,"strength":0.25)") + "]");
        const Tensor &from = own->weights.at(name).values(), &to = other->weights.at(name).values();
        const Tensor& between = quarter.setup->weights.at(name).values();
        for (Index i = 0; i < from.size(); ++i)
            QCOMPARE(between.data()[i], from.data()[i] + 0.25f * (to.data()[i] - from.data()[i]));
        const SwappedRun none = swapped(own, "[" + taking(name, "seed", R"(,"strength":0)") + "]");
        QCOMPARE(firstDifference(*none.trace, *runOf(*own)), std::string());
    }

    void aTensorWithTwoNamesIsTakenUnderBoth()
    {
        auto own = std::make_shared<Setup>(*setupOf({"output.tied=false"}));
        own->weights.set("unembed.weight", own->weights.share("embed.weight"));
        const SwappedRun run = swapped(own, "[" + taking("embed.weight") + "]");
        QCOMPARE(run.setup->weights.share("unembed.weight"), run.setup->weights.share("embed.weight"));
        QVERIFY(run.setup->weights.share("embed.weight") != own->weights.share("embed.weight"));
    }

    void theListKeepsItsOrderAndWhatIsOffIsNotInIt()
    {
        const SwappedRun run = swapped(setupOf(),
            "[" + taking("blocks.0.attn.q.weight") + R"(,{"at":"blocks.0.attn.z","op":"zero"},)"
                + taking("blocks.1.attn.q.weight", "seed", R"(,"off":true)") + "," + taking("blocks.1.attn.k.weight") + "]");
        const std::vector<Intervention> list = interventionsFromJson(run.trace->interventions, "");
        QCOMPARE(list.size(), std::size_t(3));
        QCOMPARE(list[0].at, std::string("weights.blocks.0.attn.q.weight"));
        QCOMPARE(list[1].at, std::string("blocks.0.attn.z"));
        QCOMPARE(list[2].at, std::string("weights.blocks.1.attn.k.weight"));
        QCOMPARE(run.trace->replaced, std::vector<std::string>{"blocks.0.attn.z"});
    }

    void whatDoesNotFitIsRefused_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("says");
        QTest::newRow("no such weight") << QString::fromStdString(taking("blocks.0.attn.qq.weight")) << "[0].at" << "no weight";
        QTest::newRow("another shape") << QString::fromStdString(taking("blocks.0.mlp.up.weight", "wide")) << "[0].source"
                                       << "another shape";
        QTest::newRow("no such model") << QString::fromStdString(taking("embed.weight", "none")) << "" << "no such model";
        QTest::newRow("it has none") << R"({"at":"weights.embed.weight","op":"from","source":{"model":"seed","name":"x"}})" << "x"
                                     << "no such weight";
    }
    void whatDoesNotFitIsRefused()
    {
        QFETCH(QString, json);
        QFETCH(QString, where);
        QFETCH(QString, says);
        const std::string list = "[" + json.toStdString() + "]";
        const SetupPtr own = setupOf();
        const Error::Parts parts = refusalOf([&] { swapped(own, list); });
        QCOMPARE(QString::fromStdString(parts.where), where);
        QVERIFY2(QString::fromStdString(parts.problem).contains(says), parts.problem.c_str());

        const SwappedRun skipping = swapped(own, list, true); // a window goes on without it
        QCOMPARE(firstDifference(*skipping.trace, *runOf(*own)), std::string());
        QVERIFY(skipping.trace->interventions.is_null());
        QCOMPARE(skipping.setup, own);
    }

    void aPassAloneRefusesIt()
    {
        QVERIFY(!refusalOf([&] { forward(*setupOf(), text, intervening("[" + taking("embed.weight") + "]")); }).problem.empty());
    }

    void blocksBelowAreTakenFromTheRunBefore()
    {
        const SetupPtr own = setupOf();
        const auto before = forward(*own, text);
        ForwardInput again = text;
        again.earlier = before;
        again.earlierSetup = own;
        TraceRequest request;
        request.interventions = intervening("[" + taking("blocks.1.attn.q.weight") + "]").interventions;
        const SwappedRun run = forwardWithSwaps(own, again, request, opened);
        QCOMPARE(run.trace->at("blocks.0.resid_post").data(), before->at("blocks.0.resid_post").data());
        QVERIFY(run.trace->at("blocks.1.attn.q").data() != before->at("blocks.1.attn.q").data());
    }
};

QTEST_APPLESS_MAIN(TestWeightSwaps)
#include "tst_weight_swaps.moc"
