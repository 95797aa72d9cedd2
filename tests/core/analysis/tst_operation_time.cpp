// Operation time: the clock attributes a pass to the operations of its plan, for every choice, and a measurement can be stopped.

#include "core/analysis/operation_time.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <set>
#include <tuple>

using namespace core;
using namespace support;

class TestOperationTime : public QObject
{
    Q_OBJECT

private slots:
    void theClockKnowsEveryOperationOfThePlan()
    {
        for (const std::string& said : everyChoice()) {
            const SetupPtr setup = smallSetup(choices(said));
            const auto length = Index(smallText().size());
            std::set<std::tuple<Operation, int, bool>> planned, run;
            for (const OperationCost& cost : operationCosts(setup->config, {setup->config.hasEncoder() ? 1 : length, length}))
                planned.insert({cost.operation, cost.layer, cost.isOfEncoder});
            RunControl control;
            control.onMade = [&](std::string_view name) {
                const NameParts parts = partsOfName(name);
                run.insert({operationOf(name), int(parts.layer), parts.isOfEncoder});
            };
            forward(*setup, {smallText(), {}}, costRequest(setup->config, {length, length}), control);
            QVERIFY2(run == planned, said.c_str());
        }
    }

    void theTimesOfAPassAreItsOperations()
    {
        const SetupPtr setup = smallSetup(choices(""));
        const OperationTimes times = measuredTimes({*setup, smallText()});
        QCOMPARE(times.operations.size(), operationCosts(setup->config, {7, 7}).size());
        QVERIFY(times.passes >= 1 && times.whole.low > 0);
        QVERIFY(times.sum() > 0);
        std::vector<TimeRange> all = times.operations;
        all.push_back(times.whole);
        for (const TimeRange& time : all)
            QVERIFY(0 <= time.low && time.low <= time.middle && time.middle <= time.high);
    }

    void modelsInTurnsHaveAsManyPasses()
    {
        const SetupPtr one = smallSetup(choices("")), other = smallSetup(choices("mixer.kind=retention"));
        const std::vector<OperationTimes> times = measuredInTurns({{*one, smallText()}, {*other, smallText()}});
        QCOMPARE(times.size(), std::size_t(2));
        QVERIFY(times[0].passes >= 1 && times[0].passes == times[1].passes);
        QCOMPARE(times[1].operations.size(), operationCosts(other->config, {7, 7}).size());
        for (const OperationTimes& each : times)
            QVERIFY(each.whole.low > 0 && each.whole.low <= each.whole.high);
        QVERIFY(measuredInTurns({}).empty());
    }

    void aStopEndsTheMeasurement()
    {
        const SetupPtr setup = smallSetup(choices(""));
        std::stop_source source;
        source.request_stop();
        RunControl control;
        control.stop = source.get_token();
        QVERIFY_EXCEPTION_THROWN(measuredTimes({*setup, smallText()}, control), Stopped);
    }
};

QTEST_GUILESS_MAIN(TestOperationTime)
#include "tst_operation_time.moc"
