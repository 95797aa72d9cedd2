#include "widgets/views/maps/stage.h"

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/figure_export.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/views/alibi/figure.h"
#include "widgets/views/maps/words.h"

#include <QTest>

#include <memory>

using namespace widgets;

/// The pictures of the ALiBi room on the pages that people make of them.
class TestMapStage : public QObject
{
    Q_OBJECT

    RunPtr m_run = support::tinyRun("The cat sat on the mat and the dog sat on it", {"position.kind=alibi"});

    std::unique_ptr<Plot> pageOf(const char* show, const FigureStyle& style) const
    {
        FigureData data{m_run, nullptr, {}, {}};
        data.options[QStringLiteral("show")] = QString::fromLatin1(show);
        return buildFigure(alibiFigure, support::fulfilled(alibiFigure, data), style);
    }

    static FigureStyle narrow(double width)
    {
        FigureStyle style;
        style.size = {width, 520};
        style.showTitle = style.showCaption = false;
        return style;
    }

    static MapStage* stageOf(const Plot& plot)
    {
        for (QCPLayoutElement* element : plot.plotLayout()->elements(true))
            if (auto* stage = qobject_cast<MapStage*>(element))
                return stage;
        return nullptr;
    }

    static bool areApart(const Plot& plot)
    {
        const QList<CellPlottable*> maps = plot.cellMaps();
        for (int i = 0; i < maps.size(); ++i)
            for (int j = 0; j < i; ++j)
                if (maps[i]->mapRect().intersects(maps[j]->mapRect()))
                    return false;
        return true;
    }

private slots:
    void aSlideIsFilled_data()
    {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QByteArray>("show");
        QTest::addColumn<double>("maps"); // at least so much of the stage
        QTest::addColumn<int>("charts");
        for (const char* preset : {"slide-16x9", "slide-4x3", "a4", "paper-2col"}) {
            QTest::addRow("penalty %s", preset) << QString::fromLatin1(preset) << QByteArray("penalty") << 0.15 << 2;
            QTest::addRow("terms %s", preset) << QString::fromLatin1(preset) << QByteArray("terms") << 0.15 << 3;
            QTest::addRow("beyond %s", preset) << QString::fromLatin1(preset) << QByteArray("beyond") << 0.15 << 2;
        }
    }
    void aSlideIsFilled()
    {
        QFETCH(QString, preset);
        QFETCH(QByteArray, show);
        QFETCH(double, maps);
        QFETCH(int, charts);
        const auto plot = pageOf(show.constData(), findPreset(preset)->style);
        const MapStage* stage = stageOf(*plot);
        QVERIFY(stage);
        const QRect room = stage->rect();
        double ofMaps = 0, used = 0;
        for (const CellPlottable* map : plot->cellMaps()) {
            const QRectF place = map->mapRect();
            QVERIFY(QRectF(room).adjusted(-1, -1, 1, 1).contains(place));
            QCOMPARE(place.size(), plot->cellMaps().front()->mapRect().size());
            ofMaps += place.width() * place.height();
            used = std::max(used, place.bottom() - room.top());
        }
        QCOMPARE(stage->arrangement().charts.size(), std::size_t(charts));
        for (const QRectF& chart : stage->arrangement().charts)
            used = std::max(used, chart.bottom());
        const double share = ofMaps / (room.width() * room.height());
        QVERIFY2(share >= maps, qPrintable(QString::number(share)));
        QVERIFY2(used >= 0.85 * room.height(), qPrintable(QString::number(used / room.height())));
        QVERIFY(areApart(*plot));
    }

    void narrowPanelsKeepEveryMapApartAndReadable()
    {
        for (const double width : {280, 360})
            for (const char* show : {"penalty", "terms", "beyond"}) {
                const auto plot = pageOf(show, narrow(width));
                QVERIFY(areApart(*plot));
                for (const CellPlottable* map : plot->cellMaps())
                    QVERIFY2(map->mapRect().width() >= 56 && map->mapRect().right() <= width,
                        qPrintable(
                            QStringLiteral("%1 at %2: %3").arg(QLatin1String(show)).arg(width).arg(map->mapRect().width())));
            }
    }

    void chartsWithoutRoomAreNotDrawn()
    {
        FigureStyle small = narrow(280);
        small.size.setHeight(170);
        const auto plot = pageOf("penalty", small);
        QVERIFY(stageOf(*plot)->arrangement().charts.empty());
        for (int i = 0; i < plot->plottableCount(); ++i)
            if (!qobject_cast<CellPlottable*>(plot->plottable(i)))
                QVERIFY(!plot->plottable(i)->realVisibility());
        for (QCPAxisRect* rect : plot->axisRects())
            for (const LineChart* chart : rect->findChildren<LineChart*>())
                QVERIFY(!chart->realVisibility());
    }

    /// Words below the maps: charts by their names, scales by their ends.
    void whatHasNoRoomIsSaid()
    {
        const auto saidOf = [&](const char* show, const QSizeF& size) {
            FigureStyle style = narrow(size.width());
            style.size = size;
            const auto plot = pageOf(show, style);
            plot->setViewport(QRect(QPoint(), size.toSize()));
            plot->replot(QCustomPlot::rpImmediateRefresh);
            QStringList said;
            for (QCPLayoutElement* const element : stageOf(*plot)->elements(false))
                if (const auto* const words = qobject_cast<const MapWords*>(element); words && words->realVisibility())
                    for (const MapWords::Part& part : words->parts())
                        said << part.text;
            return said.join(u'|');
        };
        QVERIFY2(!saidOf("beyond", {1000, 520}).contains("No room"), qPrintable(saidOf("beyond", {1000, 520})));
        QVERIFY2(saidOf("beyond", {800, 240}).contains("No room for Penalty −m·d over the distance d"),
            qPrintable(saidOf("beyond", {800, 240})));
        QVERIFY2(!saidOf("terms", {1000, 520}).contains("Colours:"), qPrintable(saidOf("terms", {1000, 520})));
        const QString low = saidOf("terms", {410, 230});
        QVERIFY2(low.contains(QStringLiteral("Colours: w · w, score ±")) && low.contains(QStringLiteral("with place ±")),
            qPrintable(low));
    }

    void aRoomThatGrowsBringsThemBack()
    {
        FigureStyle small = narrow(280);
        small.size.setHeight(170);
        const auto plot = pageOf("penalty", small);
        plot->setViewport(QRect(0, 0, 900, 600));
        plot->replot(QCustomPlot::rpImmediateRefresh);
        QCOMPARE(stageOf(*plot)->arrangement().charts.size(), std::size_t(2));
        for (QCPAxisRect* rect : plot->axisRects())
            QVERIFY(rect->realVisibility());
    }

    void thoseOfAAndOfBAreArrangedAlike()
    {
        const auto rowsOf = [](const QString& word) { // words of one side may have room where those of the other have none
            MapRows rows;
            rows.rowTokens = rows.columnTokens = QStringList(12, QStringLiteral("token"));
            rows.rows.emplace_back();
            for (int i = 0; i < 6; ++i)
                rows.rows[0].push_back({word, {}, QString::number(i), i == 5 ? QStringLiteral("weight") : QString(),
                    gridOf(std::vector<float>(144, 0.5F), 12, 12),
                    makeScale({ColorMapId::Viridis, ScalePolicy::Fixed01}, std::vector<Grid>()), {}, {}});
            return rows;
        };
        int others = 0; // pages on which each alone would be arranged in its own way
        for (int width = 500; width < 1500; width += 40)
            for (const int height : {300, 420, 560}) {
                const auto columnsOf = [&](const QStringList& words) {
                    Plot plot;
                    plot.setViewport({0, 0, width, height});
                    FigureStyle style;
                    plot.reset(style);
                    for (int side = 0; side < words.size(); ++side) {
                        plot.beginPanel(0, side, QString::number(side));
                        new MapStage(plot, 0, 0, rowsOf(words[side]), style);
                        plot.endPanels();
                    }
                    plot.replot();
                    QList<std::pair<int, double>> columns;
                    for (QCPLayoutElement* element : plot.plotLayout()->elements(true))
                        if (const auto* stage = qobject_cast<MapStage*>(element))
                            columns << std::pair(stage->arrangement().columns, stage->arrangement().side);
                    return columns;
                };
                const QString brief = QStringLiteral("QK"), wordy = QStringLiteral("selective state space");
                const auto both = columnsOf({brief, wordy});
                QCOMPARE(both.size(), 2);
                QCOMPARE(both[0], both[1]);
                others += columnsOf({brief, brief})[0].first != columnsOf({wordy, wordy})[0].first;
            }
        QVERIFY(others > 0);
    }

    void withoutColourBarsTheMapsTakeTheirRoom()
    {
        FigureStyle plain = findPreset(QStringLiteral("slide-16x9"))->style;
        const double with = pageOf("terms", plain)->cellMaps().front()->mapRect().width();
        plain.showColorBar = false;
        QVERIFY(pageOf("terms", plain)->cellMaps().front()->mapRect().width() >= with);
    }
};

QUIET_TEST_MAIN(TestMapStage)
#include "tst_map_stage.moc"
