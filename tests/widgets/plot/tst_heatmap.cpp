#include "tests/widgets/support/map_page.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"

using namespace support;
using namespace widgets;

namespace {

/// Different colours inside a rectangle.
int colours(const QImage& image, const QRectF& rect)
{
    QSet<QRgb> seen;
    const QRect area = rect.toRect().adjusted(2, 2, -2, -2);
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            seen << image.pixel(x, y);
    return int(seen.size());
}

bool isNear(QRgb a, QRgb b)
{
    return std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) + std::abs(qBlue(a) - qBlue(b)) < 24;
}

} // namespace

class TestHeatmap : public QObject
{
    Q_OBJECT

private slots:
    void everyCellHasTheColourOfItsNumber();
    void rowZeroIsOnTop();
    void maskedCellsAreHatchedNotGrey();
    void maskOfAnotherGridHides();
    void nanIsNamedAndHarmsNoOther();
    void linesAndSinglesAreDrawn_data();
    void linesAndSinglesAreDrawn();
    void nothingIsDrawnOfNothing();
    void pinnedCellHasItsRing();
    void cellAtInvertsCellRect();
    void zoomCutsAtTheAxisRect();
    void wallDrawsItsTilesInPlace();
    void wallKeepsTheColourOfNarrowLines();
    void rowsThatCountUpwardsBeginAtTheLowest();
    void labelsOfFewWordsArePlaces();
    void placesOfShortWordsDoNotTouch();
    void numbersLeaveTheEdgesOfTheirCellsFree();
    void theKeyBelowIsAsWideAsItsMap();
};

void TestHeatmap::everyCellHasTheColourOfItsNumber()
{
    Scene scene(gridOf({-1, 0, 0.5f, 1, 0.25f, -0.5f}, 2, 3));
    const QImage image = scene.picture();
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 3; ++column)
            QCOMPARE(image.pixel(scene.heatmap->cellRect({row, column}).center().toPoint()),
                scene.heatmap->scale().color(double(scene.heatmap->grid().at(row, column))));
}

void TestHeatmap::rowZeroIsOnTop()
{
    Scene scene(gridOf({-1, 1}, 2, 1));
    scene.picture();
    QVERIFY(scene.heatmap->cellRect({0, 0}).bottom() <= scene.heatmap->cellRect({1, 0}).top() + 0.5);
}

void TestHeatmap::maskedCellsAreHatchedNotGrey()
{
    Scene scene(gridOf({1, -inf, -1, 0}, 2, 2));
    const QImage image = scene.picture();
    QCOMPARE(colours(image, scene.heatmap->cellRect({0, 0})), 1);
    QVERIFY(colours(image, scene.heatmap->cellRect({0, 1})) > 2);
    int surface = 0;
    const QRect area = scene.heatmap->cellRect({0, 1}).toRect().adjusted(2, 2, -2, -2);
    for (int x = area.left(); x <= area.right(); ++x)
        surface += image.pixel(x, area.center().y()) == themeOf(scene.style).surface.rgb();
    QVERIFY(surface > area.width() / 3); // the ground shows between the lines
    QVERIFY(surface < area.width());
}

void TestHeatmap::maskOfAnotherGridHides()
{
    Scene scene(gridOf({0.5f, 0, 0.5f, 0.5f}, 2, 2));
    const QImage open = scene.picture();
    QCOMPARE(colours(open, scene.heatmap->cellRect({0, 1})), 1);
    scene.heatmap->setMask(gridOf({0, -inf, 0, 0}, 2, 2));
    const QImage hidden = scene.picture();
    QVERIFY(colours(hidden, scene.heatmap->cellRect({0, 1})) > 2);
}

void TestHeatmap::nanIsNamedAndHarmsNoOther()
{
    Scene withNan(gridOf({std::nanf(""), 1, inf, -1}, 2, 2));
    Scene masked(gridOf({-inf, 1, -inf, -1}, 2, 2));
    const QImage nan = withNan.picture();
    const QImage plain = masked.picture();
    QCOMPARE(nan.pixel(withNan.heatmap->cellRect({0, 1}).center().toPoint()), withNan.heatmap->scale().color(1));
    // The same hatch, and over it the word.
    for (const Cell cell : {Cell{0, 0}, Cell{1, 0}}) {
        const QRect area = withNan.heatmap->cellRect(cell).toRect();
        QVERIFY(nan.copy(area) != plain.copy(area));
    }
}

void TestHeatmap::linesAndSinglesAreDrawn_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::newRow("1 x 1") << 1 << 1;
    QTest::newRow("1 x n") << 1 << 7;
    QTest::newRow("n x 1") << 7 << 1;
    QTest::newRow("1 x 768") << 1 << 768;
}

void TestHeatmap::linesAndSinglesAreDrawn()
{
    QFETCH(int, rows);
    QFETCH(int, columns);
    Scene scene(gridOf(std::vector<float>(std::size_t(rows) * std::size_t(columns), 1.0f), rows, columns));
    const QImage image = scene.picture();
    const QRectF map = scene.heatmap->mapRect();
    QVERIFY(map.width() >= 20 && map.height() >= 20);
    const Cell middle{rows / 2, columns / 2};
    QCOMPARE(image.pixel(scene.heatmap->cellRect(middle).center().toPoint()), scene.heatmap->scale().color(1));
}

void TestHeatmap::nothingIsDrawnOfNothing()
{
    for (const Grid& grid : {Grid(), gridOf({}, 0, 5), gridOf({}, 5, 0)}) {
        Scene scene(grid);
        scene.picture();
        QVERIFY(scene.heatmap->cellAt({200, 200}).isNone());
    }
}

void TestHeatmap::pinnedCellHasItsRing()
{
    Scene scene(gridOf({1, 1, 1, 1}, 2, 2));
    const QImage before = scene.picture();
    scene.heatmap->setPinned({1, 1});
    const QImage after = scene.picture();
    const QRectF cell = scene.heatmap->cellRect({1, 1});
    bool hasBlack = false, hasWhite = false;
    for (int dx = -3; dx <= 3; ++dx) {
        const QColor pixel = after.pixelColor(int(cell.left()) + dx, int(cell.center().y()));
        hasBlack |= pixel.lightness() < 40;
        hasWhite |= pixel.lightness() > 215;
    }
    QVERIFY(hasBlack && hasWhite);
    QCOMPARE(after.pixel(cell.center().toPoint()), before.pixel(cell.center().toPoint()));
    scene.heatmap->setPinned({7, 7});
    QCOMPARE(scene.picture(), before);
}

void TestHeatmap::cellAtInvertsCellRect()
{
    Scene scene(gridOf(std::vector<float>(35, 0.0f), 5, 7));
    scene.picture();
    for (int row = 0; row < 5; ++row)
        for (int column = 0; column < 7; ++column)
            QCOMPARE(scene.heatmap->cellAt(scene.heatmap->cellRect({row, column}).center()), (Cell{row, column}));
    QVERIFY(scene.heatmap->cellAt({1, 1}).isNone());
}

void TestHeatmap::zoomCutsAtTheAxisRect()
{
    Scene scene(gridOf(std::vector<float>(100, 1.0f), 10, 10));
    scene.picture();
    scene.rect->axis(QCPAxis::atBottom)->setRange(2.25, 5.25);
    const QImage image = scene.picture();
    const QRect rect = scene.rect->rect();
    QVERIFY(image.pixel(rect.left() - 6, rect.center().y()) == qRgb(255, 255, 255));
    QVERIFY(image.pixel(rect.right() + 6, rect.center().y()) == qRgb(255, 255, 255));
}

void TestHeatmap::wallDrawsItsTilesInPlace()
{
    Page page({300, 300}, 2, 3);
    MapWall* const wall = page.addWall();
    std::vector<Grid> tiles;
    for (int i = 0; i < 6; ++i)
        tiles.push_back(i == 4 ? Grid() : gridOf(std::vector<float>(4, float(i) / 5), 2, 2));
    wall->setTiles(2, 3, tiles, makeScale({ColorMapId::Viridis, ScalePolicy::Fixed01}, tiles));
    const QImage image = page.picture();
    for (int i = 0; i < 6; ++i) {
        const QPoint centre = wall->cellRect({i / 3, i % 3}).center().toPoint();
        QCOMPARE(image.pixel(centre), i == 4 ? themeOf(page.style).surface.rgb() : wall->scale().color(double(float(i) / 5)));
        QCOMPARE(wall->cellAt(centre), (Cell{i / 3, i % 3}));
    }
}

void TestHeatmap::wallKeepsTheColourOfNarrowLines()
{
    // All weight on the previous token: 1 beside 0 in each row, many more rows than pixels.
    constexpr int side = 1500;
    std::vector<float> weights(std::size_t(side) * side, 0.0F), changes;
    for (int i = 1; i < side; ++i)
        weights[std::size_t(i) * side + std::size_t(i) - 1] = 1.0F;
    for (const float weight : weights)
        changes.push_back(-weight);
    for (const auto& [numbers, largest] : {std::pair{weights, 1.0}, {changes, -1.0}}) {
        const Grid grid = gridOf(numbers, side, side);
        const ColorScale scale = makeScale({ColorMapId::RdBu, ScalePolicy::MinusOneToOne}, grid);
        const CellRaster lines = rasterOf({grid, {}, scale}, {0, 0, side, side}, {50, 50}, BlockValue::Largest);
        QVERIFY(lines.isReduced());
        for (int i = 0; i < 50; ++i)
            QCOMPARE(int(lines.at(i, i)), scale.index(largest));
        const CellRaster means = rasterOf({grid, {}, scale}, {0, 0, side, side}, {50, 50}, BlockValue::Mean);
        QVERIFY(means.at(25, 25) != lines.at(25, 25));

        Page page({300, 300}, 1, 1);
        MapWall* const wall = page.addWall();
        wall->setTiles(1, 1, {grid}, scale);
        const QImage image = page.picture();
        QCOMPARE(image.pixel(wall->cellRect({0, 0}).center().toPoint()), scale.color(largest));
    }
}

void TestHeatmap::rowsThatCountUpwardsBeginAtTheLowest()
{
    // Depths in half blocks, 16 on top.
    QStringList names;
    for (int half = 32; half >= 0; --half)
        names << QString::number(half / 2.0);
    Scene scene(gridOf(std::vector<float>(33, 1.0F), 33, 1), ColorMapId::RdBu, {200, 150});
    scene.rect->setCells(33, 1, CellShape::Fill);
    scene.rect->setRowsUpwards(names, 2);
    scene.picture();
    const auto ticker = scene.rect->axis(QCPAxis::atLeft)->ticker().dynamicCast<QCPAxisTickerText>();
    const QStringList shown = ticker->ticks().values();
    QVERIFY(shown.size() >= 3 && shown.size() < 12);
    QVERIFY(shown.contains(QStringLiteral("0")));
    for (const QString& name : shown)
        QVERIFY2(!name.contains(u'.'), qPrintable(name));
}

void TestHeatmap::labelsOfFewWordsArePlaces()
{
    const auto shown = [](int other) { // different words
        QStringList tokens;
        for (int i = 0; i < 100; ++i)
            tokens << QStringLiteral("word") + QChar(u'a' + i * other / 100);
        Scene scene(gridOf(std::vector<float>(100, 1.0F), 1, 100), ColorMapId::RdBu, {400, 120});
        scene.rect->setCells(1, 100, CellShape::Fill);
        scene.rect->setColumnTokens(tokens);
        scene.picture();
        const auto ticker = scene.rect->axis(QCPAxis::atBottom)->ticker().dynamicCast<QCPAxisTickerText>();
        return QStringList(ticker->ticks().values());
    };
    for (const int few : {1, 2}) {
        const QStringList places = shown(few);
        QVERIFY(places.size() > 4);
        QCOMPARE(places[0], QStringLiteral("0"));
        QVERIFY(places[1].toInt() > 1);
    }
    QCOMPARE(shown(26).first(), QStringLiteral("worda"));
}

void TestHeatmap::placesOfShortWordsDoNotTouch()
{
    constexpr int count = 1024;
    Scene scene(gridOf(std::vector<float>(count, 1.0F), 1, count), ColorMapId::RdBu, {400, 120});
    scene.rect->setCells(1, count, CellShape::Fill);
    scene.rect->setColumnTokens(QStringList(count, QStringLiteral("a")));
    scene.picture();
    const QCPAxis* const axis = scene.rect->axis(QCPAxis::atBottom);
    QCOMPARE(axis->tickLabelRotation(), 0.0);
    const QFontMetricsF metrics(axis->tickLabelFont());
    const QMap<double, QString> places = axis->ticker().dynamicCast<QCPAxisTickerText>()->ticks();
    QVERIFY(places.size() > 3);
    double end = -1e9;
    for (auto place = places.begin(); place != places.end(); ++place) {
        const double half = metrics.horizontalAdvance(place.value()) / 2, at = axis->coordToPixel(place.key());
        QVERIFY2(at - half > end, qPrintable(place.value()));
        end = at + half;
    }
}

/// Whichever digits they have: a 1 is narrower than a 0.
void TestHeatmap::numbersLeaveTheEdgesOfTheirCellsFree()
{
    std::vector<float> values(36, 0.0F);
    values[0] = 1;
    const Grid grid = gridOf(values, 6, 6);
    bool hasNumbers = false;
    for (int side = 260; side <= 460; side += 2) {
        Scene scene(grid, ColorMapId::Viridis, {side, side});
        scene.heatmap->setData(grid, makeScale({ColorMapId::Viridis, ScalePolicy::ZeroToMax}, grid));
        scene.heatmap->setNumbers(true);
        const QImage image = scene.picture();
        const QRectF cell = scene.heatmap->cellRect({3, 3});
        hasNumbers = hasNumbers || colours(image, cell) > 1;
        const int left = int(cell.left()) + 2, top = int(cell.top()) + 3;
        for (int y = top; y < int(cell.bottom()) - 3; ++y)
            QVERIFY2(image.pixel(left, y) == image.pixel(left, top), qPrintable(QString::number(side)));
    }
    QVERIFY(hasNumbers);
}

void TestHeatmap::theKeyBelowIsAsWideAsItsMap()
{
    Scene scene(gridOf({-1, 0.5F, 0, 1}, 2, 2), ColorMapId::RdBu, {300, 500});
    auto* const bar = new ColorBar(scene.rect, scene.heatmap->scale(), QStringLiteral("weight"), scene.style);
    scene.picture();
    const double beside = scene.heatmap->mapRect().width();
    bar->setBelow(true);
    const QImage image = scene.picture();
    const QRectF map = scene.heatmap->mapRect();
    QVERIFY(map.width() > beside + 30);
    // A line of the picture holds the colours of the scale from edge to edge.
    const ColorScale& scale = scene.heatmap->scale();
    int line = -1;
    for (int y = int(map.bottom()) + 2; y < image.height() && line < 0; ++y)
        if (isNear(image.pixel(int(map.left()) + 1, y), colorTable(scale.choice.map).front()))
            line = y;
    QVERIFY(line > 0);
    line += 4; // well within it
    QVERIFY(isNear(image.pixel(int(map.right()) - 2, line), colorTable(scale.choice.map).back()));
    QVERIFY(isNear(image.pixel(int(map.center().x()), line), scale.color(0)));
    delete bar;
    QCOMPARE(scene.rect->roomRight(), 0);
}

QUIET_TEST_MAIN(TestHeatmap)
#include "tst_heatmap.moc"
