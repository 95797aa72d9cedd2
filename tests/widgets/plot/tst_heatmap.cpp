#include "widgets/plot/heatmap_plottable.h"

#include "tests/widgets/support/quiet.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/svg_paint_device.h"

#include <cmath>
#include <limits>

using namespace widgets;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();

/// A plot of its own with room for cells.
struct Page
{
    Page(QSize size, int rows, int columns, const FigureStyle& like = {})
        : style(like)
    {
        style.size = size;
        plot.reset(style);
        plot.resize(size);
        plot.setViewport(QRect(QPoint(), size));
        rect = plot.addGridRect(0, 0, style);
        rect->setCells(rows, columns);
    }

    MapWall* addWall() { return new MapWall(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style); }

    QImage picture()
    {
        plot.replot();
        QImage image(style.size.toSize(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QCPPainter painter(&image);
        plot.toPainter(&painter, image.width(), image.height());
        return image;
    }

    FigureStyle style;
    Plot plot;
    GridAxisRect* rect = nullptr;
};

/// With one map.
struct Scene : Page
{
    explicit Scene(Grid grid, ColorMapId map = ColorMapId::RdBu, QSize size = {400, 400}, const FigureStyle& like = {})
        : Page(size, int(grid.rows), int(grid.columns), like)
    {
        heatmap = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
        heatmap->setData(grid, makeScale({map, ScalePolicy::SymmetricMax}, grid));
        heatmap->setNumbers(false);
    }

    HeatmapPlottable* heatmap = nullptr;
};

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
    void ofOldRecipesMoreCellsThanPixelsAreAveraged();
    void aBlockShowsItsLargestMagnitude();
    void blocksStayTheSameWhereverTheyAreLookedAt();
    void aPartHasTheCellsThatTheWholeHas();
    void pinnedCellHasItsRing();
    void cellAtInvertsCellRect();
    void zoomCutsAtTheAxisRect();
    void wallDrawsItsTilesInPlace();
    void wallKeepsTheColourOfNarrowLines();
    void rowsThatCountUpwardsBeginAtTheLowest();
    void rectanglesCoverWhatTheImageShows();
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

void TestHeatmap::ofOldRecipesMoreCellsThanPixelsAreAveraged()
{
    constexpr int side = 1000;
    std::vector<float> board;
    for (int i = 0; i < side * side; ++i)
        board.push_back((i + i / side) % 2 == 0 ? 1.0f : -1.0f);
    FigureStyle old;
    old.blocks = MapBlocks::Mean;
    Scene scene(gridOf(std::move(board), side, side), ColorMapId::RdBu, {280, 280}, old);
    const QImage image = scene.picture();
    QVERIFY(scene.heatmap->isReduced());
    // Blocks of 4 × 4 hold as many of the one as of the other; none may look like either.
    const QRgb pixel = image.pixel(scene.heatmap->mapRect().center().toPoint());
    QVERIFY(std::abs(qRed(pixel) - qBlue(pixel)) < 60);
    Scene small(gridOf({1, -1}, 1, 2));
    small.picture();
    QVERIFY(!small.heatmap->isReduced());
}

void TestHeatmap::aBlockShowsItsLargestMagnitude()
{
    // One cell in a thousand rows and columns, as a stripe of weight on one token would be.
    constexpr int side = 1000;
    std::vector<float> numbers(std::size_t(side) * side, 0.01F);
    for (int row = 0; row < side; ++row)
        numbers[std::size_t(row) * side + 501] = -1;
    const Grid grid = gridOf(numbers, side, side);
    Scene scene(grid, ColorMapId::RdBu, {280, 280});
    const QImage image = scene.picture();
    QVERIFY(scene.heatmap->isReduced());
    const QPoint stripe = scene.heatmap->cellRect({300, 501}).center().toPoint();
    QCOMPARE(image.pixel(stripe), scene.heatmap->scale().color(-1));
    // The picture says so, above the map: in words that are as long as there is room.
    QCOMPARE(scene.heatmap->block(), QSize(5, 5));
    SvgOptions options;
    options.size = scene.style.size;
    SvgPaintDevice device(options);
    QCPPainter painter(&device);
    painter.setMode(QCPPainter::pmVectorized);
    scene.plot.toPainter(&painter, 280, 280);
    painter.end();
    QCOMPARE(scene.heatmap->block(), QSize(2, 2)); // a file is looked at closer
    QVERIFY(device.document().contains("largest magnitude of 2 × 2"));
    QVERIFY(scene.rect->top() - scene.rect->outerRect().top() >= GridAxisRect::noteHeight(scene.style, &scene.plot));
}

void TestHeatmap::blocksStayTheSameWhereverTheyAreLookedAt()
{
    constexpr int side = 300;
    std::vector<float> numbers;
    for (int i = 0; i < side * side; ++i)
        numbers.push_back(i % 97 == 0 ? -inf : std::sin(float(i) * 0.37F));
    const Grid grid = gridOf(numbers, side, side), across = grid.transposed();
    const ColorScale scale = makeScale({ColorMapId::RdBu, ScalePolicy::MinusOneToOne}, grid);
    const CellRaster all = blocksOf(grid, {}, scale, {0, 0, side, side}, {60, 60});
    QCOMPARE(all.block, QSize(5, 5));
    const CellRaster part = blocksOf(grid, {}, scale, {103, 57, 290 - 103, 200}, {40, 40});
    QCOMPARE(part.block, QSize(5, 5));
    QCOMPARE(part.range.firstRow, 100);
    QCOMPARE(part.range.firstColumn, 55);
    for (int row = 0; row < part.rows; ++row)
        for (int column = 0; column < part.columns; ++column)
            QCOMPARE(part.at(row, column), all.at(row + 20, column + 11));
    // By hand, with the mask, and the other way through memory.
    const CellRaster masked = blocksOf(grid, grid, scale, {0, 0, side, side}, {60, 60});
    const CellRaster turned = blocksOf(across, {}, scale, {0, 0, side, side}, {60, 60});
    for (int row = 0; row < 60; ++row)
        for (int column = 0; column < 60; ++column) {
            float largest = 0;
            for (int r = 5 * row; r < 5 * row + 5; ++r)
                for (int c = 5 * column; c < 5 * column + 5; ++c)
                    if (std::isfinite(grid.at(r, c)) && std::abs(grid.at(r, c)) > std::abs(largest))
                        largest = grid.at(r, c);
            QCOMPARE(int(all.at(row, column)), scale.index(double(largest)));
            QCOMPARE(masked.at(row, column), all.at(row, column));
            QCOMPARE(turned.at(column, row), all.at(row, column));
        }
}

void TestHeatmap::aPartHasTheCellsThatTheWholeHas()
{
    constexpr int side = 100;
    std::vector<float> numbers;
    for (int i = 0; i < side * side; ++i)
        numbers.push_back(float(i % 11) / 5 - 1);
    Scene scene(gridOf(numbers, side, side));
    scene.picture();
    scene.rect->showPart({9.7, 29.7}, {49.5, 69.5});
    const QImage image = scene.picture();
    for (int row = 50; row < 69; ++row)
        for (int column = 11; column < 29; ++column) {
            const QPointF centre = scene.heatmap->cellRect({row, column}).center();
            if (scene.heatmap->cellAt(centre).isNone()) // under the small map of the whole
                continue;
            QCOMPARE(scene.heatmap->cellAt(centre), (Cell{row, column}));
            QCOMPARE(image.pixel(centre.toPoint()), scene.heatmap->scale().color(double(scene.heatmap->grid().at(row, column))));
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
        const CellRaster lines = rasterOf(grid, {}, scale, {0, 0, side, side}, {50, 50}, BlockValue::Largest);
        QVERIFY(lines.isReduced());
        for (int i = 0; i < 50; ++i)
            QCOMPARE(int(lines.at(i, i)), scale.index(largest));
        const CellRaster means = rasterOf(grid, {}, scale, {0, 0, side, side}, {50, 50}, BlockValue::Mean);
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

void TestHeatmap::rectanglesCoverWhatTheImageShows()
{
    // Few values in many cells: long runs, merged both ways, with holes.
    std::vector<float> values;
    for (int i = 0; i < 24 * 24; ++i)
        values.push_back(i % 7 == 0 ? -inf : float((i / 24 / 5 + i % 24 / 6) % 3));
    const Grid grid = gridOf(std::move(values), 24, 24);
    const ColorScale scale = makeScale({ColorMapId::Viridis, ScalePolicy::ZeroToMax}, grid);
    const CellRaster raster = rasterOf(grid, {}, scale, {0, 0, 24, 24}, {24, 24}, BlockValue::Mean);
    std::vector<double> edges;
    for (int i = 0; i <= 24; ++i)
        edges.push_back(i);
    QImage drawn(24, 24, QImage::Format_ARGB32_Premultiplied);
    drawn.fill(Qt::transparent);
    QPainter painter(&drawn);
    drawAsRectangles(painter, raster, colorTable(ColorMapId::Viridis), edges, edges, 0);
    painter.end();
    QCOMPARE(drawn, imageOf(raster, colorTable(ColorMapId::Viridis)));
}

QUIET_TEST_MAIN(TestHeatmap)
#include "tst_heatmap.moc"
