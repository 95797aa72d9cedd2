// The residual stream as a figure: its parts have room on every page.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/plot.h"
#include "widgets/views/residual/figure.h"

#include <QTest>

using namespace widgets;

class TestStreamFigure : public QObject
{
    Q_OBJECT

private slots:
    /// Beside the maps of two runs, too, whose names stand at the ends of its lines.
    void theCurveOverDepthIsWideEnoughOnASlide()
    {
        FigureData data{support::tinyRun(), support::tinyRun("The cat sat on the mat", {"norm.placement=post"}),
            {.layer = 1, .query = 2}, {}};
        data.mode = SlotMode::SideBySide;
        data = support::fulfilled(residualFigure, data);
        for (const char* id : {"slide-16x9", "screen"}) {
            const FigureStyle& style = findPreset(QLatin1String(id))->style;
            Plot plot;
            plot.resize(style.size.toSize());
            plot.setViewport(QRect(QPoint(), style.size.toSize()));
            composeFigure(plot, residualFigure, data, style);
            plot.replot();
            int curves = 0;
            for (int i = 0; i < plot.graphCount(); ++i)
                if (plot.graph(i)->name() == QLatin1String("B mean")) {
                    const int width = plot.graph(i)->keyAxis()->axisRect()->width();
                    QVERIFY2(width > 0.14 * style.size.width(), qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(id)).arg(width)));
                    ++curves;
                }
            QCOMPARE(curves, 1);
        }
    }
};

QUIET_TEST_MAIN(TestStreamFigure)
#include "tst_stream_figure.moc"
