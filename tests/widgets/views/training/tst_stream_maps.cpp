// Maps of the stream over a training: the branches have one scale and one key, and columns that grow unevenly round labels.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/figure/figure_export.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/training/figure.h"

#include <QTest>

#include <cmath>

using namespace widgets;

class TestStreamMaps : public QObject
{
    Q_OBJECT

private slots:
    void branchesHaveOneScaleAndStepsRoundLabels()
    {
        const FigureData data{nullptr, nullptr, {}, {{"show", "stream"}, {"runs", "pre12,post12"}}};
        const auto plot = buildFigure(trainingFigure, support::fulfilled(trainingFigure, data), findPreset("slide-16x9")->style);
        plot->replot();
        const auto mapOf = [&](const char* name) {
            return qobject_cast<const HeatmapPlottable*>(plot->cellMap(QLatin1String(name)));
        };
        const HeatmapPlottable* const first = mapOf("pre12/attention_ratio");
        QVERIFY(first && mapOf("pre12/activation"));
        for (const char* name : {"pre12/feed_forward_ratio", "post12/attention_ratio", "post12/feed_forward_ratio"}) {
            const HeatmapPlottable* const map = mapOf(name);
            QVERIFY2(map, name);
            QCOMPARE(map->scale().low, first->scale().low);
            QCOMPARE(map->scale().high, first->scale().high);
            QVERIFY(std::abs(map->mapRect().width() - first->mapRect().width()) < 2);
        }
        QCOMPARE(plot->findChildren<ColorBar*>().size(), 4); // of the stream and of both branches
        QCPAxis* const steps = first->keyAxis();
        QVERIFY(steps->label().contains("early ones wider"));
        QStringList labels;
        for (const QString& label : steps->tickVectorLabels())
            labels << label;
        QVERIFY2(labels.contains(QStringLiteral("1,000")) && labels.size() > 2, qPrintable(labels.join(' ')));
        for (const QString& label : labels) {
            const int step = QString(label).remove(u',').toInt();
            const int power = step > 0 ? int(std::pow(10, std::floor(std::log10(step)))) : 1;
            QVERIFY2(step % power == 0, qPrintable(label));
        }
    }
};

QUIET_TEST_MAIN(TestStreamMaps)
#include "tst_stream_maps.moc"
