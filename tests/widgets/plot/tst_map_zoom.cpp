// A large map is looked at in parts: by wheel, drag and keys, with axes that follow and cells that stay what they are.

#include "widgets/plot/map_zoom.h"

#include "tests/widgets/support/quiet.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/token_lines.h"

#include <QSignalSpy>
#include <QStyleHints>
#include <QWheelEvent>

using namespace widgets;

namespace {

constexpr int side = 400;

/// A plot on screen with maps beside each other, each of so many rows and columns.
struct Scene
{
    explicit Scene(std::vector<int> sizes = {side})
    {
        plot.resize(400 * int(sizes.size()), 400);
        plot.show();
        draw(sizes);
    }

    void draw(const std::vector<int>& sizes)
    {
        const FigureStyle style = screenStyle(plot.size());
        plot.reset(style);
        maps.clear();
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const int cells = sizes[i];
            GridAxisRect* const rect = plot.addGridRect(0, int(i), style);
            rect->setCells(cells, cells);
            rect->setColumnNumbers(cells);
            rect->setRowNumbers(cells);
            auto* const map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
            map->setName(QStringLiteral("map"));
            const Grid grid = gridOf(std::vector<float>(std::size_t(cells) * std::size_t(cells), 1.0F), cells, cells);
            map->setData(grid, makeScale({ColorMapId::Viridis, ScalePolicy::Fixed01}, grid));
            maps.push_back(map);
        }
        plot.replot();
    }

    QPointF middle(int map = 0) const { return QRectF(maps[std::size_t(map)]->keyAxis()->axisRect()->rect()).center(); }

    void turn(const QPointF& at, int notches)
    {
        QWheelEvent wheel(at, at, {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&plot, &wheel);
        plot.replot();
    }

    void drag(const QPoint& from, const QPoint& to)
    {
        QTest::mousePress(&plot, Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, to, to, Qt::LeftButton, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&plot, &move);
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, to);
        plot.replot();
    }

    QRectF part(int map = 0) { return plot.zoom().partOf(*maps[std::size_t(map)]); }

    Plot plot;
    std::vector<HeatmapPlottable*> maps;
};

const QRectF whole(-0.5, -0.5, side, side);

} // namespace

class TestMapZoom : public QObject
{
    Q_OBJECT

private slots:
    void ofAWallAPartIsSomeOfItsMaps()
    {
        Plot plot;
        plot.resize(400, 400);
        plot.show();
        const FigureStyle style = screenStyle(plot.size());
        plot.reset(style);
        GridAxisRect* const rect = plot.addGridRect(0, 0, style);
        rect->setCells(6, 6);
        auto* const wall = new MapWall(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
        wall->setName(QStringLiteral("wall"));
        const Grid tile = gridOf(std::vector<float>(64, 1.0F), 8, 8);
        wall->setTiles(6, 6, std::vector<Grid>(36, tile), makeScale({ColorMapId::Viridis, ScalePolicy::Fixed01}, tile));
        plot.replot();
        const QPointF at = wall->cellRect({4, 1}).center();
        QWheelEvent wheel(at, at, {}, {0, 1200}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&plot, &wheel);
        plot.replot();
        QCOMPARE(wall->keyAxis()->range().size(), 1.0); // one map as large as the wall
        QVERIFY(wall->cellAt(at) == (Cell{4, 1}));
        QVERIFY(wall->cellRect({4, 1}).width() > 200);

        QSignalSpy clicks(&plot, &Plot::cellClicked);
        QTest::mouseClick(&plot, Qt::LeftButton, {}, at.toPoint());
        QTRY_COMPARE(clicks.count(), 1); // when it is clear that it is none of two
        QTest::qWait(QGuiApplication::styleHints()->mouseDoubleClickInterval());
        QTest::mousePress(&plot, Qt::LeftButton, {}, at.toPoint());
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, at.toPoint());
        QTest::mouseDClick(&plot, Qt::LeftButton, {}, at.toPoint());
        QTest::qWait(2 * QGuiApplication::styleHints()->mouseDoubleClickInterval());
        QCOMPARE(clicks.count(), 1); // it would have opened the map
        QCOMPARE(wall->keyAxis()->range().size(), 6.0);
    }

    void linesOfTokensShowAPart()
    {
        constexpr int tokens = 120;
        Plot plot;
        plot.resize(400, 400);
        plot.show();
        const FigureStyle style = screenStyle(plot.size());
        plot.reset(style);
        QCPAxisRect* const rect = plot.addAxisRect(0, 0, style);
        auto* const lines = new TokenLines(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
        QStringList words;
        for (int i = 0; i < tokens; ++i)
            words << QString::number(i);
        lines->setWeights(gridOf(std::vector<float>(std::size_t(tokens) * tokens, 0.5F), tokens, tokens), words, words);
        plot.replot();
        const QPointF at(rect->left() + 5, rect->top() + 0.6 * rect->height());
        const int before = lines->cellAt(at).row;
        for (int i = 0; i < 5; ++i) {
            QWheelEvent wheel(at, at, {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(&plot, &wheel);
            plot.replot();
        }
        QVERIFY(rect->axis(QCPAxis::atLeft)->range().size() < tokens / 2);
        QVERIFY(std::abs(lines->cellAt(at).row - before) <= 1);
        QTest::mouseDClick(&plot, Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(rect->axis(QCPAxis::atLeft)->range().size(), double(tokens));
    }

    /// Its place holds another cell than the one that was described.
    void aDoubleClickBackEndsTheHover()
    {
        Scene scene;
        scene.turn(scene.middle() + QPointF(60, -40), 3);
        const QPoint at = (scene.middle() + QPointF(20, 20)).toPoint();
        QMouseEvent move(QEvent::MouseMove, at, at, Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(&scene.plot, &move);
        QSignalSpy hovered(&scene.plot, &Plot::cellHovered);
        QTest::mouseDClick(&scene.plot, Qt::LeftButton, {}, at);
        QVERIFY(!hovered.isEmpty());
        QCOMPARE(hovered.last().at(1).toInt(), -1);
    }

    void theWheelKeepsTheCellUnderTheMouse()
    {
        Scene scene;
        const QPointF at = scene.middle() + QPointF(60, -40);
        const Cell before = scene.maps[0]->cellAt(at);
        scene.turn(at, 5);
        QVERIFY(scene.part().width() < side / 2);
        QVERIFY(whole.contains(scene.part()));
        QCOMPARE(scene.part().width(), scene.part().height()); // cells stay square
        const Cell after = scene.maps[0]->cellAt(at);
        QVERIFY(std::abs(after.row - before.row) <= 1 && std::abs(after.column - before.column) <= 1);
        scene.turn(at, 100);
        QCOMPARE(scene.part().width(), 8.0);
        scene.turn(at, -100);
        QCOMPARE(scene.part(), whole);
        QVERIFY(!scene.plot.zoom().isZoomed());
    }

    void aDragPansAndIsNoClick()
    {
        Scene scene;
        QSignalSpy clicks(&scene.plot, &Plot::cellClicked);
        const QPoint at = scene.middle().toPoint();
        scene.drag(at, at + QPoint(50, 50)); // nothing to pan: all is shown
        QCOMPARE(scene.part(), whole);
        scene.turn(at, 6);
        const QRectF before = scene.part();
        scene.drag(at, at + QPoint(30, -20));
        QVERIFY(scene.part().left() < before.left());
        QVERIFY(scene.part().top() > before.top());
        QCOMPARE(scene.part().size(), before.size());
        scene.drag(at, at + QPoint(5000, 5000));
        QVERIFY(whole.contains(scene.part()));
        QCOMPARE(clicks.count(), 0);
    }

    void aClickNamesTheCellThatIsSeen()
    {
        Scene scene;
        scene.turn(scene.middle(), 12);
        QSignalSpy clicks(&scene.plot, &Plot::cellClicked);
        const QPointF at = scene.maps[0]->cellRect(scene.maps[0]->cellAt(scene.middle())).center();
        QTest::mouseClick(&scene.plot, Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(clicks.count(), 1);
        const QRectF part = scene.part();
        const QRectF rect = scene.maps[0]->keyAxis()->axisRect()->rect();
        const auto cell = [](double from, double size, double pixel, double length) {
            return int(std::floor(from + size * pixel / length + 0.5));
        };
        QCOMPARE(clicks[0][1].toInt(), cell(part.top(), part.height(), at.y() - rect.top(), rect.height()));
        QCOMPARE(clicks[0][2].toInt(), cell(part.left(), part.width(), at.x() - rect.left(), rect.width()));
    }

    void aDoubleClickAndZeroShowAll()
    {
        Scene scene;
        scene.turn(scene.middle(), 4);
        QTest::mouseDClick(&scene.plot, Qt::LeftButton, {}, scene.middle().toPoint());
        QCOMPARE(scene.part(), whole);
        QTest::keyClick(&scene.plot, Qt::Key_Plus);
        QVERIFY(scene.part().width() < side);
        QTest::keyClick(&scene.plot, Qt::Key_Minus);
        QCOMPARE(scene.part(), whole);
        QTest::keyClick(&scene.plot, Qt::Key_Plus);
        QTest::keyClick(&scene.plot, Qt::Key_0);
        QCOMPARE(scene.part(), whole);
        scene.plot.replot();
        QCOMPARE(scene.maps[0]->keyAxis()->range().size(), double(side));
    }

    /// Also where the map is drawn anew only after the second click.
    void aDoubleClickBackLeavesWhatWasPinned()
    {
        Scene scene;
        constexpr Cell pinned{350, 20};
        scene.maps[0]->setPinned(pinned);
        scene.turn(scene.middle(), 4);
        QSignalSpy clicks(&scene.plot, &Plot::cellClicked);
        QTest::mouseClick(&scene.plot, Qt::LeftButton, {}, scene.middle().toPoint());
        QTest::mouseDClick(&scene.plot, Qt::LeftButton, {}, scene.middle().toPoint());
        QCOMPARE(scene.part(), whole);
        QCOMPARE(clicks.count(), 2);
        QCOMPARE((Cell{clicks.last()[1].toInt(), clicks.last()[2].toInt()}), pinned);
    }

    void aDoubleClickOnThePinnedCellClicksItOnceAtMost()
    {
        Scene scene;
        scene.turn(scene.middle(), 4);
        const Cell cell = scene.maps[0]->cellAt(scene.middle());
        for (HeatmapPlottable* map : scene.maps)
            map->setPinned(cell);
        QSignalSpy clicks(&scene.plot, &Plot::cellClicked);
        QTest::mouseDClick(&scene.plot, Qt::LeftButton, {}, scene.middle().toPoint());
        QCOMPARE(scene.part(), whole);
        QVERIFY2(clicks.count() <= 1, "a second click would open what is pinned");
    }

    void aPartStaysWhenDrawnAnewAndGoesWithItsSize()
    {
        Scene scene;
        scene.turn(scene.middle(), 4);
        const QRectF part = scene.part();
        scene.draw({side}); // another head
        QCOMPARE(scene.part(), part);
        QCOMPARE(scene.maps[0]->keyAxis()->range().lower, part.left());
        scene.draw({side - 100}); // another text
        QVERIFY(!scene.plot.zoom().isZoomed());
        scene.draw({side});
        QCOMPARE(scene.part(), whole);
    }

    void mapsOfOneSizeShowOnePart()
    {
        Scene scene({side, side, side / 2});
        scene.turn(scene.middle(1), 4);
        QCOMPARE(scene.part(0), scene.part(1));
        QVERIFY(scene.part(0).width() < side);
        QCOMPARE(scene.maps[0]->valueAxis()->range(), scene.maps[1]->valueAxis()->range());
        QCOMPARE(scene.part(2).width(), side / 2.0);
    }

    void smallMapsDoNotZoom()
    {
        Scene scene({20});
        scene.turn(scene.middle(), 4);
        QVERIFY(!scene.plot.zoom().isZoomed());
        QCOMPARE(scene.maps[0]->keyAxis()->range().size(), 20.0);
    }

    void labelsFollow()
    {
        Scene scene;
        const auto labels = [&] {
            const QCPAxis* const axis = scene.maps[0]->keyAxis();
            QStringList shown;
            const auto ticks = axis->ticker().dynamicCast<QCPAxisTickerText>()->ticks();
            for (auto tick = ticks.begin(); tick != ticks.end(); ++tick)
                if (axis->range().contains(tick.key()))
                    shown << tick.value();
            return shown;
        };
        scene.turn(scene.middle(), 100); // eight cells
        QVERIFY2(labels().size() >= 7, qPrintable(labels().join(' ')));
        QCOMPARE(labels().front().toInt(), int(std::ceil(scene.part().left())));
    }

    void theSmallMapOfTheWholeLiesOnNoCell()
    {
        Scene scene;
        QVERIFY(scene.maps[0]->overviewRect().isEmpty());
        scene.turn(scene.middle(), 8);
        const QRectF overview = scene.maps[0]->overviewRect();
        QVERIFY(QRectF(scene.maps[0]->keyAxis()->axisRect()->rect()).contains(overview));
        QVERIFY(scene.maps[0]->cellAt(overview.center()).isNone());
        QSignalSpy clicks(&scene.plot, &Plot::cellClicked);
        QTest::mouseClick(&scene.plot, Qt::LeftButton, {}, (overview.topLeft() + QPointF(1, 1)).toPoint());
        QCOMPARE(clicks.count(), 0);
        QCOMPARE(scene.part().topLeft(), whole.topLeft());
    }

    void arrowKeysMoveThePart()
    {
        Scene scene;
        scene.maps[0]->setPinned({0, 0});
        scene.turn(scene.middle(), 100);
        QTest::keyClick(&scene.plot, Qt::Key_Right);
        QVERIFY(scene.part().contains(QRectF(0.5, -0.5, 1, 1)));
    }
};

QUIET_TEST_MAIN(TestMapZoom)
#include "tst_map_zoom.moc"
