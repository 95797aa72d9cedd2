// Maps of more cells than pixels: blocks of cells, and maps as rectangles.

#include "tests/widgets/support/map_page.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/svg_paint_device.h"

#include <QPaintEngine>

#include <cmath>

using namespace support;
using namespace widgets;

class TestCellRaster : public QObject
{
    Q_OBJECT

private slots:
    void ofOldRecipesMoreCellsThanPixelsAreAveraged();
    void aBlockShowsItsLargestMagnitude();
    void blocksStayTheSameWhereverTheyAreLookedAt();
    void aPartHasTheCellsThatTheWholeHas();
    void rectanglesCoverWhatTheImageShows();
    void aPdfHasNoHairlinesBetweenEntries();
};

void TestCellRaster::ofOldRecipesMoreCellsThanPixelsAreAveraged()
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

void TestCellRaster::aBlockShowsItsLargestMagnitude()
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

void TestCellRaster::blocksStayTheSameWhereverTheyAreLookedAt()
{
    constexpr int side = 300;
    std::vector<float> numbers;
    for (int i = 0; i < side * side; ++i)
        numbers.push_back(i % 97 == 0 ? -inf : std::sin(float(i) * 0.37F));
    const Grid grid = gridOf(numbers, side, side), across = grid.transposed();
    const ColorScale scale = makeScale({ColorMapId::RdBu, ScalePolicy::MinusOneToOne}, grid);
    const CellRaster all = blocksOf({grid, {}, scale}, {0, 0, side, side}, {60, 60}, BlockValue::Largest);
    QCOMPARE(all.block, QSize(5, 5));
    const CellRaster part = blocksOf({grid, {}, scale}, {103, 57, 290 - 103, 200}, {40, 40}, BlockValue::Largest);
    QCOMPARE(part.block, QSize(5, 5));
    QCOMPARE(part.range.firstRow, 100);
    QCOMPARE(part.range.firstColumn, 55);
    for (int row = 0; row < part.rows; ++row)
        for (int column = 0; column < part.columns; ++column)
            QCOMPARE(part.at(row, column), all.at(row + 20, column + 11));
    // By hand, with the mask, and the other way through memory.
    const CellRaster masked = blocksOf({grid, grid, scale}, {0, 0, side, side}, {60, 60}, BlockValue::Largest);
    const CellRaster turned = blocksOf({across, {}, scale}, {0, 0, side, side}, {60, 60}, BlockValue::Largest);
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

void TestCellRaster::aPartHasTheCellsThatTheWholeHas()
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

void TestCellRaster::rectanglesCoverWhatTheImageShows()
{
    // Few values in many cells: long runs, merged both ways, with holes.
    std::vector<float> values;
    for (int i = 0; i < 24 * 24; ++i)
        values.push_back(i % 7 == 0 ? -inf : float((i / 24 / 5 + i % 24 / 6) % 3));
    const Grid grid = gridOf(std::move(values), 24, 24);
    const ColorScale scale = makeScale({ColorMapId::Viridis, ScalePolicy::ZeroToMax}, grid);
    const CellRaster raster = rasterOf({grid, {}, scale}, {0, 0, 24, 24}, {24, 24}, BlockValue::Mean);
    std::vector<double> edges;
    for (int i = 0; i <= 24; ++i)
        edges.push_back(i);
    QImage drawn(24, 24, QImage::Format_ARGB32_Premultiplied);
    drawn.fill(Qt::transparent);
    QPainter painter(&drawn);
    drawAsRectangles(painter, raster, colorTable(ColorMapId::Viridis), {edges, edges}, 0);
    painter.end();
    QCOMPARE(drawn, imageOf(raster, colorTable(ColorMapId::Viridis)));
}

namespace {

/// The rectangles of a PDF, in their order.
class PdfRectangles : public QPaintEngine, public QPaintDevice
{
public:
    std::vector<std::pair<QRectF, QBrush>> all;

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    Type type() const override { return Pdf; }
    void updateState(const QPaintEngineState& state) override { m_brush = state.brush(); }
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override { }
    void drawRects(const QRectF* rects, int count) override
    {
        for (int i = 0; i < count; ++i)
            all.emplace_back(rects[i], m_brush);
    }
    QPaintEngine* paintEngine() const override { return const_cast<PdfRectangles*>(this); }

protected:
    int metric(PaintDeviceMetric metric) const override { return metric == PdmWidth || metric == PdmHeight ? 100 : 96; }

private:
    QBrush m_brush;
};

} // namespace

/// As a viewer draws it that smooths every edge.
void TestCellRaster::aPdfHasNoHairlinesBetweenEntries()
{
    std::vector<float> values;
    for (int i = 0; i < 12 * 12; ++i)
        values.push_back(i % 12 > i / 12 ? -inf : float(i * 7 % 11));
    const Grid grid = gridOf(std::move(values), 12, 12);
    const ColorScale scale = makeScale({ColorMapId::Viridis, ScalePolicy::ZeroToMax}, grid);
    const CellRaster raster = rasterOf({grid, {}, scale}, {0, 0, 12, 12}, {12, 12}, BlockValue::Mean);
    std::vector<double> edges;
    for (int i = 0; i <= 12; ++i)
        edges.push_back(1.3 + 3.7 * i);
    PdfRectangles file;
    QPainter writer(&file);
    drawAsRectangles(writer, raster, colorTable(ColorMapId::Viridis), {edges, edges}, 0);
    writer.end();
    QVERIFY(!file.all.empty());

    constexpr double zoom = 1.7;
    QImage seen(90, 90, QImage::Format_ARGB32_Premultiplied);
    seen.fill(Qt::transparent);
    QPainter viewer(&seen);
    viewer.setRenderHint(QPainter::Antialiasing);
    viewer.scale(zoom, zoom);
    viewer.setPen(Qt::NoPen);
    for (const auto& [rect, brush] : file.all) {
        viewer.setBrush(brush);
        viewer.drawRect(rect);
    }
    viewer.end();
    const auto entryAt = [&](double pixel) { return int(std::floor((pixel / zoom - edges.front()) / 3.7)); };
    for (int y = 4; y < 74; ++y)
        for (int x = 4; x < 74; ++x) {
            const bool isInside = entryAt(x + 1) < entryAt(y) && entryAt(x) >= 0; // off the diagonal and the border
            const bool isMasked = entryAt(x) > entryAt(y + 1) && entryAt(x) < 12;
            if (isInside)
                QVERIFY2(qAlpha(seen.pixel(x, y)) >= 254, qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
            if (isMasked)
                QCOMPARE(qAlpha(seen.pixel(x, y)), 0);
        }
}

QUIET_TEST_MAIN(TestCellRaster)
#include "tst_cell_raster.moc"
