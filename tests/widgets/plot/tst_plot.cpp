#include "widgets/plot/plot.h"

#include "tests/widgets/support/quiet.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"

#include <QAccessible>
#include <QProcess>
#include <QScreen>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QWindow>

using namespace widgets;

namespace {

HeatmapPlottable* addMap(Plot& plot, int rows, int columns)
{
    FigureStyle style;
    style.size = {400, 400};
    plot.reset(style);
    plot.resize(400, 400);
    GridAxisRect* const rect = plot.addGridRect(0, 0, style);
    rect->setCells(rows, columns);
    auto* const map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("map"));
    const Grid grid = gridOf(std::vector<float>(std::size_t(rows) * std::size_t(columns), 0.5f), rows, columns);
    map->setData(grid, makeScale({}, grid));
    plot.setViewport({0, 0, 400, 400});
    plot.replot();
    return map;
}

/// The real mouse is not there; the widget gets what it would send.
void moveMouse(Plot& plot, const QPointF& to)
{
    QMouseEvent event(QEvent::MouseMove, to, plot.mapToGlobal(to), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&plot, &event);
}

} // namespace

class TestPlot : public QObject
{
    Q_OBJECT

private slots:
    void hoverNamesTheCellAndItsLeaving();
    void clickNamesTheCellAndDragsDoNot();
    void arrowKeysMoveThePinnedCellAndStopAtTheEdge();
    void cellsOfAMapAreSquare();
    void labelsLieSlantedOnlyWhenTheyMust();
    void layoutDoesNotDependOnThePast();
    void tokensShowTheirWhiteSpace();
    void screenReadersSeeAChartWithItsName();
    void bufferFollowsTheScreen();
    void twoScreens(); // runs bufferFollowsTheScreen in a process that has two
};

void TestPlot::hoverNamesTheCellAndItsLeaving()
{
    Plot plot;
    HeatmapPlottable* const map = addMap(plot, 4, 4);
    QSignalSpy spy(&plot, &Plot::cellHovered);
    moveMouse(plot, map->cellRect({2, 1}).center());
    moveMouse(plot, map->cellRect({2, 1}).center() + QPointF(1, 1));
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy.at(0), (QVariantList{QStringLiteral("map"), 2, 1}));
    QCOMPARE(map->hovered(), (Cell{2, 1}));
    moveMouse(plot, {2, 2});
    QCOMPARE(spy.size(), 2);
    QCOMPARE(spy.at(1), (QVariantList{QStringLiteral("map"), -1, -1}));
    QVERIFY(map->hovered().isNone());
}

void TestPlot::clickNamesTheCellAndDragsDoNot()
{
    Plot plot;
    HeatmapPlottable* const map = addMap(plot, 4, 4);
    QSignalSpy spy(&plot, &Plot::cellClicked);
    QTest::mouseClick(&plot, Qt::LeftButton, Qt::ShiftModifier, map->cellRect({3, 0}).center().toPoint());
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy.at(0).at(1).toInt(), 3);
    QCOMPARE(spy.at(0).at(2).toInt(), 0);
    QCOMPARE(spy.at(0).at(3).value<Qt::KeyboardModifiers>(), Qt::KeyboardModifiers(Qt::ShiftModifier));
    QTest::mousePress(&plot, Qt::LeftButton, {}, map->cellRect({0, 0}).center().toPoint());
    QTest::mouseRelease(&plot, Qt::LeftButton, {}, map->cellRect({2, 2}).center().toPoint());
    QCOMPARE(spy.size(), 1);
}

void TestPlot::arrowKeysMoveThePinnedCellAndStopAtTheEdge()
{
    Plot plot;
    HeatmapPlottable* const map = addMap(plot, 3, 3);
    QObject::connect(&plot, &Plot::cellClicked, &plot, [&](const QString& name, int row, int column) {
        plot.setPinned(name, {row, column});
    });
    plot.setPinned({}, {1, 1});
    QTest::keyClick(&plot, Qt::Key_Right);
    QCOMPARE(map->pinned(), (Cell{1, 2}));
    QTest::keyClick(&plot, Qt::Key_Right);
    QCOMPARE(map->pinned(), (Cell{1, 2}));
    QTest::keyClick(&plot, Qt::Key_Up);
    QCOMPARE(map->pinned(), (Cell{0, 2}));
}

void TestPlot::cellsOfAMapAreSquare()
{
    Plot plot;
    const HeatmapPlottable* const map = addMap(plot, 3, 12);
    const QRectF cell = map->cellRect({1, 1});
    QVERIFY(std::abs(cell.width() - cell.height()) < 0.2);
    QCOMPARE(map->cellRect({2, 11}).width(), cell.width());
}

void TestPlot::labelsLieSlantedOnlyWhenTheyMust()
{
    Plot plot;
    addMap(plot, 8, 8);
    auto* const rect = qobject_cast<GridAxisRect*>(plot.axisRect(0));
    rect->setColumnTokens({"a", "b", "c", "d", "e", "f", "g", "h"});
    plot.replot();
    QCOMPARE(rect->axis(QCPAxis::atBottom)->tickLabelRotation(), 0.0);
    rect->setColumnTokens({"international", "b", "c", "d", "e", "f", "g", "h"});
    plot.replot();
    QCOMPARE(rect->axis(QCPAxis::atBottom)->tickLabelRotation(), -45.0);
    QCOMPARE(rect->axis(QCPAxis::atBottom)->tickVectorLabels().size(), 8);
    QStringList chinese;
    for (int i = 0; i < 8; ++i)
        chinese << QStringLiteral("国家");
    rect->setColumnTokens(chinese);
    plot.replot();
    QCOMPARE(rect->axis(QCPAxis::atBottom)->tickLabelRotation(), 0.0);
}

void TestPlot::layoutDoesNotDependOnThePast()
{
    Plot plot;
    HeatmapPlottable* const map = addMap(plot, 8, 8);
    auto* const rect = qobject_cast<GridAxisRect*>(plot.axisRect(0));
    // Of some length on, labels fit only where no slanted ones have taken height from the map before.
    for (int letters = 1; letters <= 12; ++letters) {
        const QStringList labels(8, QString(letters, QLatin1Char('i')));
        rect->setColumnTokens(QStringList(8, QStringLiteral("a")));
        plot.replot();
        rect->setColumnTokens(labels);
        plot.replot();
        const QRectF afterShort = map->mapRect();
        rect->setColumnTokens(QStringList(8, QStringLiteral("international")));
        plot.replot();
        rect->setColumnTokens(labels);
        plot.replot();
        QCOMPARE(map->mapRect(), afterShort);
    }
}

void TestPlot::tokensShowTheirWhiteSpace()
{
    QCOMPARE(visibleToken(QStringLiteral(" capital")), QStringLiteral("capital"));
    QCOMPARE(visibleToken(QStringLiteral(" ")), QStringLiteral("␣"));
    QCOMPARE(visibleToken(QStringLiteral("\n\t")), QStringLiteral("⏎⇥"));
    QCOMPARE(visibleToken(QStringLiteral("\x1b[0m")), QStringLiteral("\\x1b[0m"));
    QCOMPARE(visibleToken(QString(100, QLatin1Char('x'))).size(), 16);
    QCOMPARE(visibleToken(QString()), QString());
}

void TestPlot::screenReadersSeeAChartWithItsName()
{
    Plot plot;
    plot.setDescription(QStringLiteral("Attention"), QStringLiteral("Head 6 looks at Paris."));
    QAccessibleInterface* const interface = QAccessible::queryAccessibleInterface(&plot);
    QVERIFY(interface);
    QCOMPARE(interface->role(), QAccessible::Chart);
    QCOMPARE(interface->text(QAccessible::Name), QStringLiteral("Attention"));
    QCOMPARE(interface->text(QAccessible::Description), QStringLiteral("Head 6 looks at Paris."));
    QCOMPARE(plot.focusPolicy(), Qt::StrongFocus);
}

void TestPlot::bufferFollowsTheScreen()
{
    const QList<QScreen*> screens = QGuiApplication::screens();
    if (screens.size() < 2)
        QSKIP("one screen; twoScreens() runs this in a process that has two");
    Plot plot;
    plot.resize(300, 200);
    plot.move(100, 100);
    plot.show();
    QTRY_COMPARE(plot.bufferDevicePixelRatio(), screens.first()->devicePixelRatio());
    plot.windowHandle()->setScreen(screens.last());
    plot.move(screens.last()->geometry().topLeft() + QPoint(50, 50));
    QTRY_COMPARE(plot.devicePixelRatioF(), screens.last()->devicePixelRatio());
    plot.update();
    QTRY_COMPARE(plot.bufferDevicePixelRatio(), screens.last()->devicePixelRatio());
}

void TestPlot::twoScreens()
{
    if (QGuiApplication::screens().size() > 1)
        QSKIP("this is the process with two screens");
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("screens.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"synchronousWindowSystemEvents":false,"windowFrameMargins":true,"screens":[
        {"name":"laptop","x":0,"y":0,"width":1600,"height":1000,"logicalDpi":96,"logicalBaseDpi":96,"dpr":2},
        {"name":"projector","x":1600,"y":0,"width":1920,"height":1080,"logicalDpi":96,"logicalBaseDpi":96,"dpr":1}]})");
    file.close();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen:configfile=") + file.fileName());
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("bufferFollowsTheScreen")});
    QVERIFY(process.waitForFinished());
    const QByteArray output = process.readAll();
    QVERIFY2(process.exitCode() == 0, output.constData());
    QVERIFY2(output.contains("PASS   : TestPlot::bufferFollowsTheScreen"), output.constData());
}

QUIET_TEST_MAIN(TestPlot)
#include "tst_plot.moc"
