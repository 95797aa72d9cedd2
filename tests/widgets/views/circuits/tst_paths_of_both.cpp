// The circuits of A and of B in one picture are those of one threshold; each alone has its own.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/sides.h"
#include "widgets/views/circuits/figure.h"
#include "widgets/views/circuits/paths_numbers.h"

#include <QTest>

using namespace widgets;

namespace {

FigureData dataOf(SlotMode mode, const QVariantMap& options = {})
{
    static const RunPtr a = support::tinyRun("The cat sat on the mat"), b = support::tinyRun("The dog ran to a house");
    FigureData data{a, b, {}, options};
    data.mode = mode;
    return support::fulfilled(pathsFigure, data);
}

double threshold(const FigureData& data)
{
    const core::CircuitSteps& circuits = *circuitsOf(data, shownRun(data));
    return circuits.steps[shownStep(circuits, data)].threshold;
}

} // namespace

class TestPathsOfBoth : public QObject
{
    Q_OBJECT

private slots:
    void twoGraphsHaveOneThreshold()
    {
        const FigureData both = dataOf(SlotMode::SideBySide);
        const double ofA = threshold(ofSide(dataOf(SlotMode::A), Side::A)), ofB = threshold(ofSide(dataOf(SlotMode::B), Side::B));
        QVERIFY(ofA != ofB); // each alone
        QString words;
        for (const Side side : {Side::A, Side::B}) {
            const FigureData data = ofSide(both, side);
            const core::CircuitSteps& circuits = *circuitsOf(data, shownRun(data));
            const std::size_t step = shownStep(circuits, data);
            QVERIFY(circuits.steps[step].threshold >= std::min(ofA, ofB));
            QVERIFY(step == 0 || circuits.steps[step - 1].threshold < std::min(ofA, ofB));
            QCOMPARE(thresholdText(circuits, data).toDouble(), std::min(ofA, ofB)); // which the page says of both
            words += side == Side::A ? thresholdText(circuits, data) : QString();
            QCOMPARE(thresholdText(circuits, data), words);
        }
    }

    void aThresholdThatIsSaidIsThatOfBoth()
    {
        const FigureData both = dataOf(SlotMode::SideBySide, {{thresholdOption.name(), 0.05}});
        for (const Side side : {Side::A, Side::B}) {
            const FigureData data = ofSide(both, side);
            QCOMPARE(thresholdText(*circuitsOf(data, shownRun(data)), data).toDouble(), 0.05);
        }
    }

    void whereScalesAreNotSharedEachHasItsOwn()
    {
        FigureData both = dataOf(SlotMode::SideBySide);
        both.isLocked = false;
        QVERIFY(threshold(ofSide(both, Side::A)) != threshold(ofSide(both, Side::B)));
    }
};

QUIET_TEST_MAIN(TestPathsOfBoth)
#include "tst_paths_of_both.moc"
