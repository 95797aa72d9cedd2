// What of the pages of gradients has room: the rows of a mixture's weights can be read, and a slide of A | B | Δ has all three.

#include "tests/widgets/support/drawn_figure.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/figure_export.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/gradients/figure.h"
#include "widgets/views/gradients/numbers.h"
#include "widgets/views/shared/figure_pages.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace widgets;

class TestGradientRoom : public QObject
{
    Q_OBJECT

    static FigureData dataOf(const char* page, const RunPtr& a, const RunPtr& b = nullptr)
    {
        FigureData data{a, b, {.layer = 1, .head = 2}, {{showOption.name(), QString::fromLatin1(page)}}};
        data.mode = b ? SlotMode::All : SlotMode::A;
        return support::fulfilled(gradientsFigure, data);
    }

private slots:
    void initTestCase() { speak(QStringLiteral("en")); }

    void rowsOfAMixtureCanBeRead()
    {
        const RunPtr run = support::tinyRun("The cat sat on the mat", {"feed_forward.kind=mixture", "mixture.experts=8"});
        const FigureData data = dataOf("steps", run);
        const core::WeightGradients& found = *weightGradientsOf(data, run);
        const auto matrices = std::ranges::count(found.matrices, core::Index(0), &core::WeightGradient::layer);
        double ofAll = 0;
        for (const core::WeightGradient& one : found.matrices)
            ofAll += one.layer >= 0 ? one.norm * one.norm : 0;
        QList<int> rows;
        for (const QSizeF size : {QSizeF(1200, 1000), QSizeF(1200, 360), QSizeF(1200, 230)}) {
            const auto plot = support::drawnOnScreen(gradientsFigure, data, size);
            const auto* const map = qobject_cast<const HeatmapPlottable*>(plot->cellMap(QStringLiteral("map")));
            QVERIFY(map);
            rows << map->rows();
            const double high = double(map->keyAxis()->axisRect()->height()) / map->rows();
            QVERIFY2(high >= 12, qPrintable(QStringLiteral("%1 rows of %2 px").arg(map->rows()).arg(high)));
            double sum = 0; // whatever a row is of, none is lost
            for (int row = 0; row < map->rows(); ++row)
                for (int column = 0; column < map->columns(); ++column)
                    if (const double value = map->grid().at(row, column); std::isfinite(value))
                        sum += value * value;
            QVERIFY2(std::abs(sum / ofAll - 1) < 1e-4, qPrintable(QString::number(sum / ofAll)));
        }
        QCOMPARE(rows[0], int(matrices));
        QVERIFY(rows[1] < rows[0] && rows[1] > 8); // an expert a row
        QVERIFY(rows[2] < 8);                      // all of them
    }

    void aSlideHasRoomForTheDifference_data()
    {
        QTest::addColumn<QString>("page");
        for (const char* page : {"tokens", "occlusion", "steps"})
            QTest::newRow(page) << QString(page);
    }
    void aSlideHasRoomForTheDifference()
    {
        QFETCH(QString, page);
        const RunPtr a = support::tinyRun("The cat sat on the mat", {"norm.placement=pre"}),
                     b = support::tinyRun("The cat sat on the mat", {"norm.placement=post"});
        const QByteArray svg = renderFigure(gradientsFigure, dataOf(qPrintable(page), a, b),
            findPreset(QStringLiteral("slide-16x9"))->style, FigureFormat::Svg, {});
        QVERIFY(svg.contains("Post")); // its words are text
        QVERIFY(!svg.contains("there is no room for it"));
    }
};

QUIET_TEST_MAIN(TestGradientRoom)
#include "tst_gradient_room.moc"
