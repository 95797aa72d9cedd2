// Where A and B part: what is drawn and said is what the traces hold.

#include "core/analysis/comparison.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/residual/figure.h"
#include "widgets/views/residual/view.h"

#include <QTest>

using namespace widgets;

namespace {

FigureData dataOf(const RunPtr& a, const RunPtr& b, SlotMode mode = SlotMode::SideBySide)
{
    FigureData data{.a = a, .b = b, .selection = {.layer = 1}, .options = {}};
    data.mode = mode;
    return support::fulfilled(divergenceFigure, data);
}

} // namespace

class TestDivergenceFigure : public QObject
{
    Q_OBJECT

private slots:
    void dotsAreTheRelativeDifferences()
    {
        const RunPtr a = support::tinyRun(), b = support::tinyRun("The cat sat on the mat", {"activation.kind=relu"});
        const FigureData data = dataOf(a, b);
        std::size_t dots = 0;
        for (const NumberSet& set : figureNumbers(divergenceFigure, data, screenStyle({1100, 600}))) {
            if (set.name.contains(QLatin1String("tensors")))
                continue;
            for (std::size_t at = 0; at + 1 < set.values.size(); at += 2, ++dots) {
                const core::TraceEntry& entry = a->trace->entries()[std::size_t(set.values[at])];
                const double expected = core::relativeDifference(entry.tensor, b->trace->at(entry.name()));
                QVERIFY(std::abs(set.values[at + 1] - expected) < 1e-9 * expected);
            }
        }
        QVERIFY(dots > 20);
        QVERIFY2(divergenceFigure.caption(data).contains(QLatin1String("part at L0 mlp.post")),
            qPrintable(divergenceFigure.caption(data)));
        QCOMPARE(tensorOfDivergence(data, 0), QStringLiteral("blocks.0.mlp.post"));
        QVERIFY(tensorOfDivergence(data, 1000).isEmpty());
    }

    void theTableHasEveryTensor()
    {
        const RunPtr a = support::tinyRun(), b = support::tinyRun("The cat sat on the mat", {"norm.placement=post"});
        const QString table = divergenceFigure.table(dataOf(a, b));
        for (const core::TraceEntry& entry : a->trace->entries())
            QCOMPARE(table.contains(QString::fromStdString("\n" + entry.name() + ",")), b->trace->find(entry.name()) != nullptr);
    }

    void equalRunsAreSaidToBeEqual()
    {
        const RunPtr a = support::tinyRun(), b = support::tinyRun();
        const FigureData data = dataOf(a, b);
        QVERIFY(whyNothing(divergenceFigure, data).contains(QLatin1String("are the same")));
        QVERIFY(divergenceFigure.metrics(data).empty());
    }

    void oneRunSaysAWayOut()
    {
        const QString reason = whyNothing(divergenceFigure, dataOf(support::tinyRun(), nullptr, SlotMode::A));
        QVERIFY2(reason.contains(QLatin1String("compare")), qPrintable(reason));
    }

    void everyModeHasOnePicture()
    {
        const RunPtr a = support::tinyRun(), b = support::tinyRun("The cat sat on the mat", {"norm.placement=post"});
        for (const SlotMode mode : {SlotMode::A, SlotMode::B, SlotMode::SideBySide, SlotMode::Delta, SlotMode::All}) {
            const auto sets = figureNumbers(divergenceFigure, dataOf(a, b, mode), screenStyle({1100, 600}));
            QCOMPARE(std::count_if(sets.begin(), sets.end(),
                         [](const NumberSet& set) { return set.name.endsWith(QLatin1String("stream")); }),
                1);
        }
    }

    void theViewShowsIt()
    {
        SelectionModel selection;
        ResidualView view(&selection, nullptr);
        support::answer(view);
        view.resize(1000, 640);
        view.setRun(support::tinyRun(), support::tinyRun("The cat sat on the mat", {"norm.placement=post"}));
        view.show();
        QVERIFY(view.restore(QStringLiteral("divergence"), {}));
        QCOMPARE(QString::fromLatin1(view.figure().id), QStringLiteral("divergence"));
        QVERIFY(!view.isEmpty());
        QVERIFY(view.restore(QStringLiteral("residual"), {}));
        QCOMPARE(QString::fromLatin1(view.figure().id), QStringLiteral("residual"));
        QVERIFY(!view.restore(QStringLiteral("attention"), {}));
    }
};

QUIET_TEST_MAIN(TestDivergenceFigure)
#include "tst_divergence_figure.moc"
