// The mask of a run is a line beside the masks that are tried on its weights; buckets of distances lie on an axis that grows with
// them, and the heads of a bias differ in their lines.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/positions/figure.h"
#include "widgets/views/positions/loss_lines.h"
#include "widgets/views/positions/relative_runs.h"
#include "widgets/views/shared/figure_pages.h"

#include <QSet>
#include <QTest>

using namespace widgets;

namespace {

RunPtr runOf(const char* model)
{
    const core::ModelPtr opened = core::openModel(model);
    const core::SetupPtr setup = core::configure(opened, {});
    auto trace = core::forward(*setup, {.ids = opened->tokenizer->encode("The cat sat on the mat")});
    for (const core::TokenId id : trace->ids)
        trace->tokens.push_back(opened->tokenizer->tokenText(id));
    return std::make_shared<RunResult>(RunResult{trace, setup});
}

} // namespace

class TestOwnMask : public QObject
{
    Q_OBJECT

private slots:
    void aWindowOfItsOwnIsALine()
    {
        const auto dataOf = [](const char* model) {
            return support::fulfilled(positionsFigure,
                FigureData{runOf(model), nullptr, {.layer = 1}, {{showOption.name(), QStringLiteral("window")}}});
        };
        const FigureData data = dataOf("mask-window");
        const QString said = positionsFigure.caption(data);
        QVERIFY2(said.contains("with its own window of 16"), qPrintable(said));
        const core::LossByPosition expected = core::lossByPosition(*data.a->setup, heldOutRows(*data.a->setup, 8));
        const QString line
            = QStringLiteral("\nA,own,,0,%1,400,%2\n").arg(expected.rows).arg(exactText(float(expected.mean[400])));
        QVERIFY(positionsFigure.table(data).contains(line));
        QVERIFY(!positionsFigure.table(dataOf("main")).contains("own")); // it sees all earlier tokens
    }

    void bucketsLieOnAnAxisThatGrowsWithThem()
    {
        const FigureData data = support::fulfilled(positionsFigure,
            FigureData{support::tinyRun("The cat sat on the mat", {"position.kind=t5_buckets"}), nullptr, {.layer = 1},
                {{showOption.name(), QStringLiteral("relative")}, {relativeKindOption.name(), QStringLiteral("t5_buckets")}}});
        Plot plot;
        const QSize size(1280, 720);
        plot.resize(size);
        plot.setViewport(QRect(QPoint(), size));
        composeFigure(plot, positionsFigure, data, screenStyle(size));
        QSet<QString> looks;
        int lines = 0;
        for (int i = 0; i < plot.graphCount(); ++i) {
            const QCPGraph* const graph = plot.graph(i);
            QCOMPARE(graph->keyAxis()->scaleType(), QCPAxis::stLogarithmic);
            if (graph->name().startsWith("bias of head")) {
                ++lines;
                looks << graph->pen().color().name() + QString::number(int(graph->pen().style()));
            }
        }
        QVERIFY(lines > 1);
        QCOMPARE(int(looks.size()), lines);
    }
};

QUIET_TEST_MAIN(TestOwnMask)
#include "tst_own_mask.moc"
