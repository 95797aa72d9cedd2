// CircuitSteps: every step is the circuit that is found for its threshold alone.

#include "core/experiments/circuit_steps.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>
#include <stop_token>

using namespace core;
using namespace support;

namespace {

PathModel copyOfMain()
{
    static const SetupPtr setup = configure(openModel(bundledModelsFolder() + "/main"), {});
    return PathModel({*setup, {.ids = setup->model->tokenizer->encode("Repeat: red dog chair cup. Again: red dog")},
                         parseMetric("logit_difference: chair, cup@-1", *setup)},
        {}, {});
}

std::set<std::string> edgesAt(const CircuitSteps& circuits, double threshold)
{
    std::set<std::string> names;
    for (std::size_t i = 0; i < circuits.edges.size(); ++i)
        if (circuits.until[i] >= threshold)
            names.insert(circuits.edges[i].from + " " + circuits.edges[i].to);
    return names;
}

} // namespace

class TestCircuitSteps : public QObject
{
    Q_OBJECT
private slots:
    void everyStepIsTheCircuitOfItsThreshold()
    {
        const PathModel model = copyOfMain();
        const CircuitSteps circuits = circuitSteps(model);
        QVERIFY(circuits.steps.size() > 20 && circuits.steps.size() <= 40);
        for (std::size_t step = 0; step < circuits.steps.size(); step += 7) {
            const CircuitStep& one = circuits.steps[step];
            const Circuit alone = circuitOf(model, one.threshold);
            std::set<std::string> expected, nodes;
            for (const PathEdge& edge : alone.edges) {
                expected.insert(edge.from + " " + edge.to);
                nodes.insert(edge.from);
            }
            QCOMPARE(edgesAt(circuits, one.threshold), expected);
            Json json = toJson(circuitAt(circuits, step)), asAlone = toJson(alone); // but for the thresholds that were tried
            for (const char* key : {"edges", "nodes"}) {
                QCOMPARE(json[key].size(), asAlone[key].size());
                for (std::size_t i = 0; i < json[key].size(); ++i)
                    for (const auto& [word, value] : asAlone[key][i].items())
                        QVERIFY2(value.is_number() ? std::abs(value.get<double>() - json[key][i].at(word).get<double>()) < 1e-9
                                                   : value == json[key][i].at(word),
                            word.c_str());
            }
            for (const char* key : {"untouched", "replaced", "threshold", "faithfulness", "completeness"})
                QVERIFY2(std::abs(json.at(key).get<double>() - asAlone.at(key).get<double>()) < 1e-9, key);
            QCOMPARE(one.edges, alone.edges.size());
            QVERIFY(std::abs(one.faithfulness - alone.faithfulness) < 1e-9);
            QVERIFY(std::abs(one.completeness - alone.completeness) < 1e-9);
            for (std::size_t i = 0; i < circuits.senders.size(); ++i)
                QCOMPARE(circuits.lives[i] >= one.threshold, nodes.contains(circuits.senders[i].id));
            QVERIFY(step == 0 || one.threshold > circuits.steps[step - 1].threshold);
        }
        QCOMPARE(circuits.steps.back().edges, std::size_t(1));
    }

    /// What is read off a picture gives its circuit again.
    void aThresholdHasFewDigits()
    {
        const CircuitSteps circuits = circuitSteps(copyOfMain());
        for (const CircuitStep& step : circuits.steps) {
            double least = 1e9;
            for (std::size_t i = 0; i < circuits.edges.size(); ++i)
                if (circuits.until[i] >= step.threshold)
                    least = std::min(least, circuits.until[i]);
            QVERIFY(step.threshold <= least);
            QVERIFY2(numberText(step.threshold).size() <= 8, numberText(step.threshold).c_str());
        }
    }

    void partsAddUpToTheWhole()
    {
        const PathModel model = copyOfMain();
        const CircuitSteps whole = circuitSteps(model);
        CircuitSteps soFar = beginCircuits(model);
        QVERIFY(soFar.runs == 0 && soFar.allRuns > whole.edges.size() && !soFar.isComplete() && soFar.edges.empty());
        int parts = 0, beforeEdgesAreThere = 0;
        for (; !soFar.isComplete(); ++parts) {
            const CircuitSteps before = soFar;
            soFar = withNextPart(before, model);
            QVERIFY(soFar.runs > before.runs && soFar.runs <= soFar.allRuns);
            beforeEdgesAreThere += soFar.receiversLeft > 0;
            // What is there stays: an edge has its last effect, a circuit its last share.
            for (std::size_t i = 0; i < soFar.edges.size(); ++i) {
                const PathEdge& edge = soFar.edges[i];
                const auto same = std::ranges::find_if(
                    whole.edges, [&](const PathEdge& one) { return one.from == edge.from && one.to == edge.to; });
                QVERIFY(same != whole.edges.end() && same->effect == edge.effect);
                QCOMPARE(soFar.until[i], whole.until[std::size_t(same - whole.edges.begin())]);
            }
            for (std::size_t step = soFar.stepsLeft; step < soFar.steps.size(); ++step)
                QCOMPARE(soFar.steps[step].faithfulness, whole.steps[step].faithfulness);
            for (std::size_t step = 0; step < soFar.stepsLeft; ++step)
                QVERIFY(std::isnan(soFar.steps[step].faithfulness));
        }
        QVERIFY(parts > 5 && beforeEdgesAreThere > 1);
        QCOMPARE(soFar.runs, soFar.allRuns);
        QCOMPARE(soFar.edges.size(), whole.edges.size());
        for (std::size_t i = 0; i < whole.effects.size(); ++i)
            QVERIFY(whole.lives[i] == 0 || soFar.effects[i].total == whole.effects[i].total);
    }

    void aPartIsStopped()
    {
        const PathModel model = copyOfMain();
        const CircuitSteps begun = beginCircuits(model);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(Stopped, withNextPart(begun, model.under({.stop = stop.get_token(), .onProgress = {}})));
    }

    void theFewestEdgesThatKeepEnough()
    {
        CircuitSteps circuits;
        circuits.steps = {{0.1, 9, 0.97, 1}, {0.2, 5, 0.7, 1}, {0.3, 3, 0.85, 1}, {0.4, 1, 0.2, 1}};
        QCOMPARE(fewestEdgesKeeping(circuits, 0.8), std::size_t(2));
        QCOMPARE(fewestEdgesKeeping(circuits, 0.9), std::size_t(0));
        QCOMPARE(fewestEdgesKeeping(circuits, 1.5), std::size_t(0));
        circuits.steps[0] = {0.1, 900}; // not measured
        QCOMPARE(fewestEdgesKeeping(circuits, 0.9), std::size_t(1));
        circuits.steps = {{0.1, 900}, {0.2, 70}, {0.3, 30}, {0.4, 1}};
        QCOMPARE(fewestEdgesKeeping(circuits, 0.8), std::size_t(2)); // that can be told apart
    }

    void aTextOfOneTokenHasNothingToFind()
    {
        const SetupPtr setup = smallSetup(smallChoices());
        const PathModel model({*setup, {.ids = {3}}, parseMetric("logit:#3@-1", *setup)}, {}, {});
        QVERIFY(refusalOf([&] { circuitSteps(model); }).problem.find("choose another metric or text") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestCircuitSteps)
#include "tst_circuit_steps.moc"
