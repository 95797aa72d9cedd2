// The arrow keys and a screen reader in a picture: every number is reached, and said with its headers.

#include "widgets/plot/plot_cursor.h"

#include "tests/widgets/support/quiet.h"
#include "widgets/plot/accessible_plot.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/plotted_numbers.h"

#include <QAccessibleTableCellInterface>
#include <QAccessibleTableInterface>
#include <QSignalSpy>

using namespace widgets;

namespace {

HeatmapPlottable* addMap(Plot& plot, int column, const char* name, const Grid& grid)
{
    const FigureStyle style;
    GridAxisRect* const rect = plot.addGridRect(0, column, style);
    rect->setCells(int(grid.rows), int(grid.columns));
    rect->setRowTokens({"the", " cat"});
    rect->setColumnTokens({"x", "y", "z"});
    auto* const map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QString::fromLatin1(name));
    map->setData(grid, makeScale({}, grid));
    return map;
}

/// Two maps beside each other, bars below.
void drawMapsAndBars(Plot& plot)
{
    FigureStyle style;
    style.size = {600, 500};
    plot.reset(style);
    plot.resize(600, 500);
    addMap(plot, 0, "left", gridOf({0.1F, 2, 3, 4, 5, 6}, 2, 3));
    addMap(plot, 1, "right", gridOf({7, 8, 9, 10, 11, 12}, 2, 3));
    auto* const bars = new BarChart(plot.addAxisRect(1, 0, style), style);
    bars->setName(QStringLiteral("next"));
    bars->setBars({{"Paris", 0.75, {}, false}, {"London", 0.25, {}, false}});
    plot.setViewport({0, 0, 600, 500});
    plot.replot();
}

QString place(const Plot& plot)
{
    const auto* const part = plot.cursor().part();
    return part ? QStringLiteral("%1 %2 %3").arg(part->name()).arg(plot.cursor().cell().row).arg(plot.cursor().cell().column)
                : QString();
}

QAccessibleTableInterface* tableOf(Plot& plot) { return QAccessible::queryAccessibleInterface(&plot)->tableInterface(); }

} // namespace

class TestPlotCursor : public QObject
{
    Q_OBJECT

private slots:
    void arrowsReachEveryPart()
    {
        Plot plot;
        drawMapsAndBars(plot);
        connect(&plot, &Plot::cellClicked, &plot, [&](const QString& name, int row, int column) {
            plot.setPinned(name, {row, column});
        });
        QSignalSpy marked(&plot, &Plot::numberMarked);
        QSignalSpy clicked(&plot, &Plot::barClicked);
        const auto press = [&](int key) {
            QTest::keyClick(&plot, Qt::Key(key));
            return place(plot);
        };
        QCOMPARE(press(Qt::Key_Right), QStringLiteral("left 0 0"));
        QCOMPARE(plot.cellMap("left")->hovered(), (Cell{0, 0})); // its number is in the status line
        press(Qt::Key_Right);
        QCOMPARE(press(Qt::Key_Right), QStringLiteral("left 0 2"));
        QCOMPARE(press(Qt::Key_Right), QStringLiteral("right 0 0"));
        QVERIFY(plot.cellMap("right")->pinned().isNone()); // looked at, not chosen
        QCOMPARE(press(Qt::Key_Down), QStringLiteral("right 1 0"));
        QCOMPARE(plot.cellMap("right")->pinned(), (Cell{1, 0}));
        press(Qt::Key_Right);
        press(Qt::Key_Right);
        QCOMPARE(press(Qt::Key_Right), QStringLiteral("right 1 2")); // nothing is behind it
        for (int i = 0; i < 3; ++i)
            press(Qt::Key_Left);
        QCOMPARE(place(plot), QStringLiteral("left 0 2"));
        press(Qt::Key_Down);
        QCOMPARE(press(Qt::Key_Down), QStringLiteral("next 0 0"));
        QCOMPARE(press(Qt::Key_Down), QStringLiteral("next 1 0"));
        QCOMPARE(marked.last().at(0).toStringList(), QStringList("0.25"));
        QVERIFY(!plot.cursor().ring().isEmpty());
        QTest::keyClick(&plot, Qt::Key_Return);
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(clicked.at(0).at(1).toInt(), 1);
        QCOMPARE(press(Qt::Key_Up), QStringLiteral("next 0 0"));
        QVERIFY(press(Qt::Key_Up).startsWith("left"));
    }

    void aPlaceSurvivesTheNextDrawing()
    {
        Plot plot;
        drawMapsAndBars(plot);
        connect(&plot, &Plot::cellClicked, &plot, [&](const QString& name, int row, int column) {
            drawMapsAndBars(plot);
            plot.setPinned(name, {row, column});
        });
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(&plot, Qt::Key_Right);
        QTest::keyClick(&plot, Qt::Key_Right);
        QCOMPARE(place(plot), QStringLiteral("right 0 1"));
    }

    void pointsOfLinesAreWalked()
    {
        Plot plot;
        FigureStyle style;
        style.size = {400, 300};
        plot.reset(style);
        plot.resize(400, 300);
        auto* const lines = new LineChart(plot.addAxisRect(0, 0, style), style);
        lines->addLine({0, 10, 20}, {3, 2, 1}, "train", {Qt::black});
        lines->addLine({0, 10, 20}, {4, 3, 2.5}, "held out", {Qt::black});
        lines->fitAxes();
        plot.setViewport({0, 0, 400, 300});
        plot.replot();
        QSignalSpy marked(&plot, &Plot::numberMarked);
        QTest::keyClick(&plot, Qt::Key_Right);
        QTest::keyClick(&plot, Qt::Key_Right);
        QCOMPARE(marked.last().at(0).toStringList(), QStringList({"10", "2"}));
        QTest::keyClick(&plot, Qt::Key_Down); // the other line, at the same point
        QCOMPARE(marked.last().at(0).toStringList(), QStringList({"10", "3"}));
    }

    void aScreenReaderMeetsATable()
    {
        Plot plot;
        drawMapsAndBars(plot);
        plot.setDescription(QStringLiteral("Two maps"), QStringLiteral("The largest is 12."));
        QAccessibleInterface* const reader = QAccessible::queryAccessibleInterface(&plot);
        QCOMPARE(reader->role(), QAccessible::Table);
        QCOMPARE(reader->text(QAccessible::Name), QStringLiteral("Two maps"));
        QAccessibleTableInterface* const table = reader->tableInterface();
        QVERIFY(table);
        QCOMPARE(table->rowCount(), 2 + 2 + 2);
        QCOMPARE(table->columnCount(), 3);
        QCOMPARE(table->rowDescription(1), QStringLiteral("left: cat"));
        QCOMPARE(table->columnDescription(2), QStringLiteral("z"));
        QAccessibleInterface* const cell = table->cellAt(0, 0);
        QCOMPARE(cell->role(), QAccessible::Cell);
        QCOMPARE(cell->text(QAccessible::Name), QStringLiteral("0.1000"));
        QCOMPARE(cell->text(QAccessible::Value), QStringLiteral("0.1"));
        QCOMPARE(cell->text(QAccessible::Description), QStringLiteral("left: the, x"));
        QAccessibleTableCellInterface* const place = cell->tableCellInterface();
        QCOMPARE(place->rowHeaderCells().first()->text(QAccessible::Name), QStringLiteral("left: the"));
        QCOMPARE(place->rowHeaderCells().first()->role(), QAccessible::RowHeader);
        QCOMPARE(place->columnHeaderCells().first()->text(QAccessible::Name), QStringLiteral("x"));
        QCOMPARE(place->table(), reader);
        QCOMPARE(table->cellAt(4, 0)->text(QAccessible::Name), QStringLiteral("0.7500"));
        QCOMPARE(table->rowDescription(4), QStringLiteral("next: Paris"));
        QCOMPARE(table->cellAt(4, 2)->text(QAccessible::Name), QString()); // bars have one column
        QCOMPARE(table->cellAt(6, 0), nullptr);
        for (int i = 0; i < reader->childCount(); ++i) {
            QVERIFY(reader->child(i));
            QCOMPARE(reader->indexOfChild(reader->child(i)), i);
            QCOMPARE(reader->child(i)->parent(), reader);
        }
        const QRect cellOnScreen = cell->rect();
        QCOMPARE(cellOnScreen.center(),
            plot.mapToGlobal(plot.cellMap("left")->cellRect({0, 0}).toAlignedRect().center()));
        QCOMPARE(reader->childAt(cellOnScreen.center().x(), cellOnScreen.center().y()), cell);

        FigureStyle style; // another picture: nothing of the old one is left
        plot.reset(style);
        plot.replot();
        QCOMPARE(reader->role(), QAccessible::Chart);
        QVERIFY(!reader->tableInterface());
        QVERIFY(!cell->isValid());
    }

    void everyTileOfAWallHasItsRows()
    {
        Plot plot;
        const FigureStyle style;
        plot.reset(style);
        GridAxisRect* const rect = plot.addGridRect(0, 0, style);
        rect->setCells(1, 2);
        rect->setRowNumbers(1, "L");
        rect->setColumnNumbers(2, "H");
        auto* const wall = new MapWall(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
        wall->setName("wall");
        const Grid tile = gridOf({1, 2}, 1, 2);
        wall->setTiles(1, 2, {tile, gridOf({3, 4}, 1, 2)}, makeScale({}, tile));
        plot.replot();
        QAccessibleTableInterface* const table = tableOf(plot);
        QCOMPARE(table->rowCount(), 2);
        QCOMPARE(table->rowDescription(1), QStringLiteral("L0 · H1 · row 0"));
        QCOMPARE(table->cellAt(1, 1)->text(QAccessible::Value), QStringLiteral("4"));
    }

    /// What a screen reader is told has the focus.
    void arrowsSayTheNumber()
    {
        Plot plot;
        drawMapsAndBars(plot);
        plot.show();
        plot.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&plot));
        plot.setFocus();
        QAccessibleInterface* const reader = QAccessible::queryAccessibleInterface(&plot);
        QCOMPARE(reader->focusChild(), nullptr);
        QTest::keyClick(&plot, Qt::Key_Right);
        QTest::keyClick(&plot, Qt::Key_Right);
        QAccessibleInterface* const cell = reader->focusChild();
        QVERIFY(cell);
        QCOMPARE(cell, tableOf(plot)->cellAt(0, 1));
        QCOMPARE(cell->text(QAccessible::Name), QStringLiteral("2.000"));
        QVERIFY(cell->state().focused);
    }
};

QUIET_TEST_MAIN(TestPlotCursor)
#include "tst_plot_cursor.moc"
