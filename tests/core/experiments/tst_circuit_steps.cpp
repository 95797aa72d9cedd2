// CircuitSteps: every step is the circuit that is found for its threshold alone.

#include "core/experiments/circuit_steps.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <cmath>
#include <set>

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
            QCOMPARE(one.edges, alone.edges.size());
            QVERIFY(std::abs(one.faithfulness - alone.faithfulness) < 1e-9);
            QVERIFY(std::abs(one.completeness - alone.completeness) < 1e-9);
            for (std::size_t i = 0; i < circuits.senders.size(); ++i)
                QCOMPARE(circuits.lives[i] >= one.threshold, nodes.contains(circuits.senders[i].id));
            QVERIFY(step == 0 || one.threshold > circuits.steps[step - 1].threshold);
        }
        QCOMPARE(circuits.steps.back().edges, std::size_t(1));
    }

    void theFewestEdgesThatKeepEnough()
    {
        CircuitSteps circuits;
        circuits.steps = {{0.1, 9, 0.97, 1}, {0.2, 5, 0.7, 1}, {0.3, 3, 0.85, 1}, {0.4, 1, 0.2, 1}};
        QCOMPARE(fewestEdgesKeeping(circuits, 0.8), std::size_t(2));
        QCOMPARE(fewestEdgesKeeping(circuits, 0.9), std::size_t(0));
        QCOMPARE(fewestEdgesKeeping(circuits, 1.5), std::size_t(0));
    }

    void aTextOfOneTokenHasNothingToFind()
    {
        const SetupPtr setup = smallSetup(smallChoices());
        const PathModel model({*setup, {.ids = {3}}, parseMetric("logit:#3@-1", *setup)}, {}, {});
        QVERIFY(refusalOf([&] { circuitSteps(model); }).problem.find("nothing to find") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestCircuitSteps)
#include "tst_circuit_steps.moc"
