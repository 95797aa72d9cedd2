#include "widgets/plot/plot.h"

#include "tests/widgets/support/quiet.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/title_element.h"

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
    void amongManyTokensWordsAreNamed();
    void layoutDoesNotDependOnThePast();
    void titlesDoNotEndInOneWord();
    void aTitleLongerThanItsAxisIsBrokenOrLeftOut();
    void aFlatMapHasTheHeightOfItsKey();
    void wordsOfAScaleStayTogether();
    void wordsOfAMarkKeepClearOfOthers();
    void numbersOfALowerAxisDoNotTouch();
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

    // The end is said of a map, too, that was drawn anew meanwhile.
    moveMouse(plot, map->cellRect({2, 1}).center());
    plot.reset({});
    addMap(plot, 4, 4);
    moveMouse(plot, {2, 2});
    QCOMPARE(spy.size(), 4);
    QCOMPARE(spy.at(3).at(1).toInt(), -1);
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

void TestPlot::amongManyTokensWordsAreNamed()
{
    QStringList tokens;
    for (int i = 0; i < 300; ++i)
        tokens << (i % 4 == 0 ? QStringLiteral(" ") : QStringLiteral("w%1").arg(i));
    Plot plot;
    addMap(plot, 300, 300);
    auto* const rect = qobject_cast<GridAxisRect*>(plot.axisRect(0));
    rect->setRowTokens(tokens);
    rect->setColumnTokens(tokens);
    plot.replot();
    for (const QCPAxis::AxisType side : {QCPAxis::atLeft, QCPAxis::atBottom}) {
        const auto ticks = rect->axis(side)->ticker().dynamicCast<QCPAxisTickerText>()->ticks();
        QVERIFY(ticks.size() > 5 && ticks.size() < 60);
        for (auto tick = ticks.begin(); tick != ticks.end(); ++tick) {
            const QString word = tokens[int(tick.key())], place = QString::number(int(tick.key()));
            QVERIFY2(word.startsWith(QLatin1Char('w')), qPrintable(word));
            // Of rows so far apart a word alone does not say which of them it is.
            QCOMPARE(tick.value(), side == QCPAxis::atLeft ? place + QLatin1Char(' ') + word : word);
        }
    }
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

void TestPlot::aTitleLongerThanItsAxisIsBrokenOrLeftOut()
{
    Plot plot;
    const FigureStyle style;
    plot.reset(style);
    QCPAxis* const bottom = plot.addAxisRect(0, 0, style)->axis(QCPAxis::atBottom);
    const QString whole = QStringLiteral("dimension (each column is the mean of 2)");
    bottom->setLabel(whole);
    const auto shownAt = [&](int width) {
        plot.resize(width, 300);
        plot.setViewport({0, 0, width, 300});
        plot.replot();
        return bottom->label();
    };
    QCOMPARE(shownAt(600), whole);
    QCOMPARE(shownAt(230), QStringLiteral("dimension\n(each column is the mean of 2)"));
    QCOMPARE(shownAt(110), QString());
    QCOMPARE(shownAt(600), whole); // nothing is lost
    bottom->setLabel(QStringLiteral("key")); // also after another was set while it was left out
    shownAt(30);
    QCOMPARE(shownAt(600), QStringLiteral("key"));
}

void TestPlot::aFlatMapHasTheHeightOfItsKey()
{
    Plot plot;
    FigureStyle style;
    plot.reset(style);
    plot.resize(400, 360);
    plot.setViewport({0, 0, 400, 360});
    QList<GridAxisRect*> rects;
    const Grid grid = gridOf({1, 2, 3, 4}, 1, 4);
    const ColorScale scale = makeScale({}, grid);
    for (int row = 0; row < 4; ++row) {
        rects << plot.addGridRect(row, 0, style);
        rects.last()->setCells(1, 4, CellShape::Fill);
        auto* const map = new HeatmapPlottable(rects.last()->axis(QCPAxis::atBottom), rects.last()->axis(QCPAxis::atLeft), style);
        map->setData(grid, scale);
    }
    auto* const bar = new ColorBar(rects[0], scale, QStringLiteral("weight"), style);
    plot.replot();
    QVERIFY(bar->minHeight() > 90);
    QVERIFY(rects[0]->rect().top() + bar->minHeight() <= rects[1]->outerRect().top());
    delete bar; // gives its room back
    plot.replot();
    QCOMPARE(rects[0]->outerRect().height(), rects[1]->outerRect().height());
    QCOMPARE(rects[0]->roomRight(), 0);
}

void TestPlot::titlesDoNotEndInOneWord()
{
    const QString words = QStringLiteral("Each cell is one number of the stream after so many blocks of the model.");
    FigureStyle style;
    int broken = 0;
    for (int width = 180; width < 460; width += 9) {
        Plot plot;
        style.size = QSizeF(width, 300);
        plot.reset(style);
        const auto* title = qobject_cast<TitleElement*>(plot.addTitle(0, words, style));
        plot.setViewport({0, 0, width, 300});
        plot.replot();
        const QStringList lines = title->drawnText().split(QLatin1Char('\n'));
        QCOMPARE(lines.join(QLatin1Char(' ')), words);
        broken += lines.size() > 1;
        QVERIFY2(lines.size() == 1 || lines.last().contains(QLatin1Char(' ')), qPrintable(lines.last()));
    }
    QVERIFY(broken >= 3);
}

void TestPlot::wordsOfAScaleStayTogether()
{
    Plot plot;
    HeatmapPlottable* map = addMap(plot, 4, 4);
    auto* rect = qobject_cast<GridAxisRect*>(map->keyAxis()->axisRect());
    ColorScale scale;
    scale.choice = {ColorMapId::Cividis, ScalePolicy::MinToRobust, ScaleTransform::Log, true};
    scale.low = 0.1;
    scale.clippedHigh = 3;
    FigureStyle style;
    const auto* bar = new ColorBar(rect, scale, QStringLiteral("RMS"), style);
    QCOMPARE(bar->title(), QStringLiteral("RMS\nlog · P99.5\nwithout first"));
}

void TestPlot::wordsOfAMarkKeepClearOfOthers()
{
    for (const double end : {-10.0, 0.0, 10.0}) {
        Plot plot;
        FigureStyle style;
        style.size = {420, 160};
        plot.reset(style);
        QCPAxisRect* rect = plot.addAxisRect(0, 0, style);
        auto* chart = new LineChart(rect, style);
        chart->addLine({0.0, 60.0, 200.0}, {20.0, 18.0, end}, {}, {.color = Qt::blue});
        chart->fitAxes();
        addVerticalMark(rect, 20, QStringLiteral("trained: 128"), style);
        addLevelMark(rect, 15, QStringLiteral("level: 15"), style);
        chart->setMark(6, 19.8, QStringLiteral("10 → 4: 19.9"));
        plot.setViewport({0, 0, 420, 160});
        plot.replot();
        const QRectF mark = chart->markPlace();
        QVERIFY(QRectF(rect->rect()).contains(mark));
        const auto* other = qobject_cast<QCPItemText*>(plot.item(1));
        QVERIFY(other);
        QVERIFY(!mark.intersects(QRectF(other->topLeft->pixelPosition(), other->bottomRight->pixelPosition())));
        const auto* level = qobject_cast<QCPItemText*>(plot.item(3));
        const double words = level->bottomRight->pixelPosition().y() - level->padding().bottom();
        QVERIFY(words <= rect->axis(QCPAxis::atLeft)->coordToPixel(15) - 6); // a point on the level does not reach them
    }
}

void TestPlot::numbersOfALowerAxisDoNotTouch()
{
    for (int width = 120; width < 500; width += 40) {
        Plot plot;
        FigureStyle style;
        style.size = QSizeF(width, 160);
        plot.reset(style);
        QCPAxisRect* rect = plot.addAxisRect(0, 0, style);
        rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
        auto* chart = new LineChart(rect, style);
        chart->addLine({0.0, 16384.0}, {0.0, 1.0}, {}, {.color = Qt::blue});
        chart->fitAxes();
        plot.setViewport({0, 0, width, 160});
        plot.replot();
        const QFontMetricsF metrics(rect->axis(QCPAxis::atBottom)->tickLabelFont(), &plot);
        double taken = 0;
        for (const QString& label : rect->axis(QCPAxis::atBottom)->tickVectorLabels())
            taken += metrics.horizontalAdvance(label);
        QVERIFY2(taken < 0.95 * rect->width(), qPrintable(QStringLiteral("%1 of %2").arg(taken).arg(rect->width())));
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
