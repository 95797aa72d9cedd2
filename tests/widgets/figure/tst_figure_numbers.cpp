#include "widgets/figure/figure_numbers.h"

#include "core/base/error.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/number_files.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/histogram.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtEndian>

#include <limits>

using namespace widgets;

namespace {

constexpr float masked = -std::numeric_limits<float>::infinity();

/// A map, a wall, a line, bars and a histogram.
void drawAll(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    GridAxisRect* const rect = plot.addGridRect(0, 0, style);
    rect->setCells(2, 3);
    rect->setColumnTokens({"The", " \"cat\"", "，"});
    rect->setRowNumbers(2, "L");
    auto* const map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName("map");
    const Grid grid = gridOf(std::vector<float>{data.side == Side::B ? 7.F : 0.1F, masked, 3, 4, 5, -6.5F}, 2, 3);
    map->setData(grid, makeScale({ColorMapId::RdBu, ScalePolicy::SymmetricMax}, grid));
    new ColorBar(rect, map->scale(), "score", style);

    GridAxisRect* const wallRect = plot.addGridRect(1, 0, style);
    wallRect->setCells(1, 2);
    auto* const wall = new MapWall(wallRect->axis(QCPAxis::atBottom), wallRect->axis(QCPAxis::atLeft), style);
    wall->setName("wall");
    wall->setTiles(1, 2, {gridOf({1, 2}, 1, 2), gridOf({3, 4}, 1, 2)}, map->scale());

    auto* const lines = new LineChart(plot.addAxisRect(2, 0, style), style);
    lines->addLine({0, 1, 2}, {0.5, 1.0 / 3, -1}, "loss", {Qt::black});
    auto* const bars = new BarChart(plot.addAxisRect(3, 0, style), style);
    bars->setBars({{"Paris", 0.75, {}, false}, {"a, b", 0.25, {}, false}});
    auto* const histogram = new Histogram(plot.addAxisRect(4, 0, style), style);
    histogram->setCounts({0, 1, 2}, {10, 20});
}

const FigureInfo everything{.id = "everything", .title = "", .draw = drawAll, .caption = nullptr, .whyNot = nullptr};

FigureStyle page() { return findPreset("a4")->style; }

QByteArray csv() { return csvOf(figureNumbers(everything, {}, page())); }

} // namespace

class TestFigureNumbers : public QObject
{
    Q_OBJECT

private slots:
    void everyPartIsReadBack()
    {
        const std::vector<NumberSet> sets = figureNumbers(everything, {}, page());
        QStringList names;
        for (const NumberSet& set : sets)
            names << set.name;
        QCOMPARE(names, QStringList({"map", "wall", "loss", "values", "values 2"}));
        QCOMPARE(sets[0].shape, (std::vector<core::Index>{2, 3}));
        QCOMPARE(sets[0].values[3], 4.0);
        QVERIFY(std::isinf(sets[0].values[1]));
        QCOMPARE(sets[0].labels[0], QStringList({"L0", "L1"}));
        QCOMPARE(sets[1].shape, (std::vector<core::Index>{1, 2, 1, 2}));
        QCOMPARE(sets[1].values, (std::vector<double>{1, 2, 3, 4}));
        QCOMPARE(sets[2].shape, (std::vector<core::Index>{3, 2}));
        QCOMPARE(sets[2].values[3], 1.0 / 3);
        QCOMPARE(sets[3].labels[0], QStringList({"Paris", "a, b"}));
        QCOMPARE(sets[4].values, (std::vector<double>{0, 1, 10, 1, 2, 20}));
    }

    void slotsAreToldApart()
    {
        const RunPtr run = support::tinyRun("The cat");
        FigureData data;
        data.a = data.b = run;
        data.mode = SlotMode::SideBySide;
        const std::vector<NumberSet> sets = figureNumbers(everything, data, page());
        QCOMPARE(sets.size(), std::size_t(10));
        QCOMPARE(sets[0].name, QString("A: map"));
        QCOMPARE(sets[0].values[0], double(0.1F));
        QCOMPARE(sets[5].name, QString("B: map"));
        QCOMPARE(sets[5].values[0], 7.0);
    }

    void wordsThatASpreadsheetWouldCalculateAreTexts()
    {
        QCOMPARE(csvField(QStringLiteral("is")), QStringLiteral("is"));
        QCOMPARE(csvField(QStringLiteral("a,\"b\"")), QStringLiteral("\"a,\"\"b\"\"\""));
        for (const char* word : {"=1+1", "+1", "-1", "@SUM(A1)", "\tx"})
            QCOMPARE(csvField(QLatin1String(word)), QLatin1Char('\'') + QLatin1String(word));
        QCOMPARE(csvField(QStringLiteral("=A1,B1")), QStringLiteral("\"'=A1,B1\""));
    }

    void csvIsALongTable()
    {
        const QList<QByteArray> lines = csv().split('\n');
        QCOMPARE(
            lines[0], QByteArray("series,tile_row,tile_column,row,row_label,column,column_label,point,x,from,to,count,value"));
        QCOMPARE(lines[1], QByteArray("map,,,0,L0,0,The,,,,,,0.1")); // the shortest that reads back as the same float32
        QCOMPARE(lines[2], QByteArray("map,,,0,L0,1,\"\"\"cat\"\"\",,,,,,-inf"));
        QVERIFY(lines.contains("map,,,1,L1,2,，,,,,,,-6.5"));
        QVERIFY(lines.contains("loss,,,,,,,1,1,,,,0.3333333333333333"));
        QVERIFY(lines.contains("values,,,1,\"a, b\",,,,,,,,0.25"));
        QVERIFY(lines.contains("values 2,,,1,,,,,,1,2,20,"));
        QCOMPARE(lines.size(), 1 + 6 + 4 + 3 + 2 + 2 + 1);
        QVERIFY(!csv().contains('\r'));
    }

    void npyBeginsAsNumpyWrites()
    {
        const QByteArray file = npyOf(figureNumbers(everything, {}, page())[0]);
        QVERIFY(file.startsWith(QByteArray("\x93NUMPY\x01\x00", 8)));
        const int length = uchar(file[8]) + 256 * uchar(file[9]);
        QCOMPARE((10 + length) % 64, 0);
        QCOMPARE(file.mid(10, length).trimmed(), QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"));
        QCOMPARE(file.size(), 10 + length + 6 * 4);
        QCOMPARE(qFromLittleEndian<float>(file.constData() + 10 + length + 5 * 4), -6.5F);
        // A third needs float64, and one axis a comma of its own.
        QVERIFY(npyOf({"x", {"row"}, {1}, {1.0 / 3}}).contains("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }"));
    }

    void safetensorsHoldEveryArrayWithItsLabels()
    {
        const QByteArray file = safetensorsOf(figureNumbers(everything, {}, page()), {{"figure", "everything"}});
        const qsizetype length = qsizetype(qFromLittleEndian<quint64>(file.constData()));
        QCOMPARE(length % 8, 0);
        const QJsonObject header = QJsonDocument::fromJson(file.mid(8, length)).object();
        QCOMPARE(header.size(), 6);
        QCOMPARE(header["__metadata__"].toObject()["figure"].toString(), QString("everything"));
        QCOMPARE(header["__metadata__"].toObject()["labels/values/row"].toString(), QString("[\"Paris\",\"a, b\"]"));
        QCOMPARE(header["map"].toObject()["dtype"].toString(), QString("F32"));
        QCOMPARE(header["loss"].toObject()["dtype"].toString(), QString("F64"));
        // No byte belongs to two arrays or to none.
        QMap<int, int> ranges;
        for (const QString& name : header.keys())
            if (name != "__metadata__") {
                const QJsonArray range = header[name].toObject()["data_offsets"].toArray();
                ranges[range[0].toInt()] = range[1].toInt();
            }
        int end = 0;
        for (auto range = ranges.begin(); range != ranges.end(); end = range.value(), ++range)
            QCOMPARE(range.key(), end);
        QCOMPARE(file.size(), 8 + length + end);
        const int at = header["map"].toObject()["data_offsets"].toArray()[0].toInt();
        QCOMPARE(qFromLittleEndian<float>(file.constData() + 8 + length + at + 3 * 4), 4.F);
    }

    void severalArraysNeedSeveralNpyFiles()
    {
        const std::vector<FigureFile> files = renderFigureFiles(everything, {}, page(), FigureFormat::Npy, {});
        QCOMPARE(files.size(), std::size_t(5));
        QCOMPARE(files[0].part, QString("map"));
        QVERIFY(renderFigureFiles(everything, {}, page(), FigureFormat::Safetensors, {}).size() == 1);
        try {
            renderFigure(everything, {}, page(), FigureFormat::Npy, {});
            QFAIL("one file of five arrays");
        } catch (const core::Error& error) {
            QCOMPARE(error.kind(), core::ErrorKind::Usage);
        }
    }

    void aPictureWithoutNumbersSaysSo()
    {
        const FigureInfo empty{.id = "empty", .title = "", .draw = [](const Drawing&) {}, .caption = nullptr, .whyNot = nullptr};
        QVERIFY_EXCEPTION_THROWN(renderFigure(empty, {}, page(), FigureFormat::Csv, {}), core::Error);
    }

    void aTableOfItsOwnComesFirst()
    {
        FigureInfo own = everything;
        own.table = [](const FigureData&) { return QString("a,b\n1,2\n"); };
        QCOMPARE(renderFigure(own, {}, page(), FigureFormat::Csv, {}), QByteArray("a,b\n1,2\n"));
    }
};

QUIET_TEST_MAIN(TestFigureNumbers)
#include "tst_figure_numbers.moc"
