// The sentences below the pictures of cost say what is seen: the largest shares, the norms' FLOPs against their time, and of two
// models what differs, what that changes and what lies within the noise.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/cost/cost_words.h"
#include "widgets/views/cost/figure.h"
#include "widgets/views/cost/numbers.h"

#include <QTest>

#include <algorithm>
#include <functional>

using namespace widgets;

namespace {

constexpr const char* kText = "The cat sat on the mat";

/// Times as a recipe has them: so many ns an operation, a tenth around the middle.
QVariantMap timesOf(const RunPtr& run, const std::function<double(core::Operation)>& each)
{
    const auto costs = core::operationCosts(run->setup->config, {core::Index(run->trace->ids.size()), 0});
    const auto range = [](double middle) { return QVariantList{0.9 * middle, middle, 1.1 * middle}; };
    QVariantList operations;
    double whole = 0;
    for (const core::OperationCost& one : costs) {
        operations << QVariant(range(each(one.operation)));
        whole += each(one.operation);
    }
    return {{"passes", 9}, {"whole_ns", range(whole)}, {"operations_ns", operations}};
}

/// How often a pass has this operation.
int countOf(const RunPtr& run, core::Operation operation)
{
    const auto costs = core::operationCosts(run->setup->config, {core::Index(run->trace->ids.size()), 0});
    return int(std::ranges::count(costs, operation, &core::OperationCost::operation));
}

FigureData dataOf(const RunPtr& a, const QVariantMap& timesOfA, const RunPtr& b = nullptr, const QVariantMap& timesOfB = {})
{
    FigureData asked{a, b, {}, {}, b ? SlotMode::SideBySide : SlotMode::A};
    asked.measured = {{"a", timesOfA}, {"b", timesOfB}};
    if (b)
        asked.options = {{"show", "saved"}};
    return support::fulfilled(costFigure, asked);
}

} // namespace

class TestCostWords : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { speak(QStringLiteral("en")); }

    void theLargestSharesAreNamed()
    {
        const RunPtr run = support::tinyRun(kText);
        const auto slowRotation = [](core::Operation one) { return one == core::Operation::Rotation ? 9000.0 : 100.0; };
        const FigureData data = dataOf(run, timesOf(run, slowRotation));
        const MeasuredCost& cost = *widgets::costOf(data, run);
        const CostSum whole = wholeCost(cost);
        const std::vector<NamedCost> rows = costsByOperation(cost);
        const auto most = std::ranges::max_element(rows, {}, [](const NamedCost& row) { return row.sum.flops; });
        const QString caption = costFigure.caption(data);
        const QString flops = QStringLiteral("of the FLOPs: “%1” %2").arg(most->name, formatPercent(most->sum.flops / whole.flops));
        QVERIFY2(caption.contains(flops), qPrintable(caption));
        QVERIFY2(caption.contains("of the time: “Rotation” 9"), qPrintable(caption));
        QVERIFY2(!caption.section('.', 0, 0).contains("noise"), qPrintable(caption));
        const auto equal = [&](core::Operation operation) { return 1000.0 / countOf(run, operation); };
        QVERIFY(costFigure.caption(dataOf(run, timesOf(run, equal))).contains("in this order within the noise"));
    }

    void normsAreFlopsAgainstTime_data()
    {
        QTest::addColumn<QByteArray>("norm");
        QTest::addColumn<double>("factor"); // of the time of a norm over its share of the FLOPs
        QTest::addColumn<QString>("words");
        QTest::newRow("none") << QByteArray("none") << 1.0 << QStringLiteral("This model has no norms.");
        QTest::newRow("five times") << QByteArray("rms_norm") << 5.0 << QStringLiteral("times their share of the FLOPs");
        QTest::newRow("as much") << QByteArray("rms_norm") << 1.0 << QStringLiteral("within the noise the same share");
    }
    void normsAreFlopsAgainstTime()
    {
        QFETCH(QByteArray, norm);
        QFETCH(double, factor);
        QFETCH(QString, words);
        const RunPtr run = support::tinyRun(kText, {"norm.kind=" + norm.toStdString()});
        const auto costs = core::operationCosts(run->setup->config, {core::Index(run->trace->ids.size()), 0});
        const auto time = [&, factor](core::Operation operation) { // each as long as its FLOPs, but the norms
            double flops = 0;
            int count = 0;
            for (const core::OperationCost& one : costs)
                if (one.operation == operation) {
                    flops += one.flops();
                    ++count;
                }
            return (operation == core::Operation::Norms ? factor : 1.0) * flops / count;
        };
        const QString caption = costFigure.caption(dataOf(run, timesOf(run, time)));
        QVERIFY2(caption.contains(words), qPrintable(caption));
        QCOMPARE(caption.contains("The norms have"), norm != "none");
    }

    void whatDiffersIsNamed_data()
    {
        QTest::addColumn<QStringList>("a");
        QTest::addColumn<QStringList>("b");
        QTest::addColumn<QString>("words");
        const QStringList biased{"bias.attention=true", "bias.feed_forward=true"},
            unbiased{"bias.attention=false", "bias.feed_forward=false"};
        QTest::newRow("dropped") << biased << unbiased << "B (biases dropped): −";
        QTest::newRow("added") << unbiased << biased << "B (biases added): +";
        QTest::newRow("parallel") << QStringList{"block.layout=sequential"} << QStringList{"block.layout=parallel_shared_norm"}
                                  << "B (Parallel, one norm instead of Sequential): −";
        QTest::newRow("norm") << QStringList{"norm.kind=layer_norm"} << QStringList{"norm.kind=rms_norm"}
                              << "B (RMSNorm instead of LayerNorm): −";
    }
    void whatDiffersIsNamed()
    {
        QFETCH(QStringList, a);
        QFETCH(QStringList, b);
        QFETCH(QString, words);
        const auto run = [](const QStringList& choices) {
            std::vector<std::string> said;
            for (const QString& choice : choices)
                said.push_back(choice.toStdString());
            return support::tinyRun(kText, said);
        };
        const RunPtr one = run(a), other = run(b);
        for (const bool isNoise : {true, false}) {
            const auto time = [](core::Operation) { return 1000.0; };
            const auto timeOfB = [isNoise](core::Operation) { return isNoise ? 1010.0 : 500.0; };
            const FigureData data = dataOf(one, timesOf(one, time), other, timesOf(other, timeOfB));
            const CostSum ofA = passCost(*widgets::costOf(data, one)), ofB = passCost(*widgets::costOf(data, other));
            const QString caption = costFigure.caption(data), first = caption.section(QStringLiteral(". "), 0, 0);
            QVERIFY2(caption.startsWith(words), qPrintable(caption));
            for (const QString& number : {signedCount(ofB.parameters - ofA.parameters) + " parameters",
                     signedFlops(ofB.flops - ofA.flops) + " FLOPs", formatMilliseconds(ofA.milliseconds()) + " in A",
                     formatMilliseconds(ofB.milliseconds()) + " in B"})
                QVERIFY2(caption.contains(number), qPrintable(number + " | " + caption));
            QCOMPARE(first.contains("(within the noise)"), isNoise);
        }
    }
};

QUIET_TEST_MAIN(TestCostWords)
#include "tst_cost_words.moc"
