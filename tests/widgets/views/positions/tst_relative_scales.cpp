// The terms of relative positions of A and B run over the same numbers while the slots are locked, and their tables have one
// scale of colours.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/positions/figure.h"
#include "widgets/views/positions/relative_runs.h"
#include "widgets/views/shared/figure_pages.h"

#include <QTest>

using namespace widgets;

class TestRelativeScales : public QObject
{
    Q_OBJECT

private slots:
    void aAndBShareTheirScales_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* const kind : {"transformer_xl", "shaw", "t5_buckets"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }
    void aAndBShareTheirScales()
    {
        QFETCH(QString, kind);
        const auto run = [&](int seed) {
            return support::tinyRun(
                "The cat sat on the mat", {"position.kind=" + kind.toStdString(), "seed=" + std::to_string(seed)});
        };
        FigureData data{run(1), run(2), {.layer = 1, .head = 2, .query = 3},
            {{showOption.name(), QStringLiteral("relative")}, {relativeKindOption.name(), kind}}};
        data.mode = SlotMode::SideBySide;
        for (const bool isLocked : {true, false}) {
            data.isLocked = isLocked;
            data = support::fulfilled(positionsFigure, data);
            Plot plot;
            const QSize size(1800, 900);
            plot.resize(size);
            plot.setViewport(QRect(QPoint(), size));
            composeFigure(plot, positionsFigure, data, screenStyle(size));
            QMap<QString, QList<QCPRange>> ranges; // of A, then of B
            for (int i = 0; i < plot.graphCount(); ++i)
                ranges[plot.graph(i)->name()] << plot.graph(i)->valueAxis()->range();
            for (CellPlottable* const cells : plot.cellMaps())
                if (const auto* const map = qobject_cast<HeatmapPlottable*>(cells))
                    ranges[map->name()] << QCPRange(map->scale().low, map->scale().high);
            int equal = 0, all = 0;
            for (const QList<QCPRange>& both : std::as_const(ranges))
                if (both.size() == 2) {
                    ++all;
                    equal += both[0] == both[1];
                }
            QVERIFY(all > 1);
            QVERIFY2(isLocked ? equal == all : equal < all, qPrintable(QStringLiteral("%1 of %2").arg(equal).arg(all)));
        }
    }
};

QUIET_TEST_MAIN(TestRelativeScales)
#include "tst_relative_scales.moc"
