// Labels of lines: none has a long line of its own.

#include "widgets/plot/charts.h"
#include "widgets/plot/plot.h"

#include "tests/widgets/support/quiet.h"

#include <QTest>

using namespace widgets;

class TestLineLabels : public QObject
{
    Q_OBJECT
private slots:
    void noLongLineLeadsToALabel();
};

/// A line that ends early has its words beside the chart: a line from there to them would be read as data.
void TestLineLabels::noLongLineLeadsToALabel()
{
    const auto darkIn = [](bool hasLabel) { // pixels of the colour of the short line, right of the middle
        Plot plot;
        FigureStyle style;
        style.size = {420, 200};
        plot.reset(style);
        QCPAxisRect* rect = plot.addAxisRect(0, 0, style);
        auto* chart = new LineChart(rect, style);
        QVector<double> x, y; // the long one goes through where the words would be
        for (int i = 0; i <= 400; ++i) {
            x << i;
            y << 0.06 + 0.002 * i;
        }
        chart->addLine(x, y, QStringLiteral("long"), {.color = Qt::black});
        chart->addLine({0.0, 3.0}, {0.05, 0.06}, hasLabel ? QStringLiteral("short") : QString(), {.color = Qt::red});
        chart->fitAxes();
        plot.setViewport({0, 0, 420, 200});
        plot.replot();
        const QImage image = plot.toPixmap(420, 200).toImage();
        int count = 0;
        for (int at = rect->center().x(); at < rect->right(); ++at)
            for (int row = rect->top(); row < rect->bottom(); ++row)
                count += image.pixelColor(at, row).red() > image.pixelColor(at, row).blue() + 60;
        return count;
    };
    QCOMPARE(darkIn(true), darkIn(false));
}

QUIET_TEST_MAIN(TestLineLabels)
#include "tst_line_labels.moc"
