#include "widgets/figure/figure_export.h"

#include "core/base/error.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <limits>
#include <random>

using namespace widgets;

namespace {

int cells = 12; // of the side of the map

void drawMap(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    std::mt19937 random(7);
    std::vector<float> values;
    for (int i = 0; i < cells * cells; ++i)
        values.push_back(
            cells <= 16 && i % cells > i / cells ? -std::numeric_limits<float>::infinity() : float(random() % 2000) / 1000 - 1);
    const Grid grid = gridOf(std::move(values), cells, cells);
    plot.reset(style);
    GridAxisRect* const rect = plot.addGridRect(0, 0, style);
    rect->setCells(cells, cells);
    rect->setColumnTokens(QStringList(cells <= 16 ? cells : 0, QStringLiteral("词")));
    rect->setAxisTitles(QStringLiteral("key"), QStringLiteral("query"));
    auto* const map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setData(grid, makeScale({ColorMapId::RdBu, ScalePolicy::SymmetricMax}, grid));
    new ColorBar(rect, map->scale(), QStringLiteral("score"), style);
}

QString caption(const FigureData&) { return QStringLiteral("The head attends 71 % to “巴黎” & <Paris>."); }

const FigureInfo info{"test", "Attention 注意力", drawMap, caption, nullptr};

QByteArray rendered(FigureFormat format, const FigureStyle& style = findPreset(QStringLiteral("beamer"))->style)
{
    RenderOptions options;
    options.recipe = {{QStringLiteral("schema"), 1}, {QStringLiteral("text"), QStringLiteral("注意力 </metadata>")}};
    options.title = QStringLiteral("注意力");
    options.description = QStringLiteral("A & B");
    return renderFigure(info, {}, style, format, options);
}

/// Output of a program of poppler-utils over a file; the test fails when it is missing.
QString toolOutput(const QString& tool, const QStringList& arguments)
{
    if (QStandardPaths::findExecutable(tool).isEmpty()) {
        QTest::qFail("poppler-utils is needed by this test", __FILE__, __LINE__);
        return {};
    }
    QProcess process;
    process.start(tool, arguments);
    process.waitForFinished();
    return QString::fromUtf8(process.readAllStandardOutput());
}

} // namespace

class TestFigureExport : public QObject
{
    Q_OBJECT

private slots:
    void svgHoldsOnlyWhatEveryProgramReads();
    void svgTextNamesItsFamilies();
    void svgIsTheSameEveryTime();
    void svgOfRandomMapStaysSmall();
    void outlinesLeaveNoText();
    void hugeMapsLeaveAsALosslessImage();
    void pdfHasItsSizeItsFontsAndNoJpeg();
    void pdfTextCanBeSearchedInChinese();
    void pngHasItsSizeAndResolution();
    void everyFormatGivesItsRecipeBack();
    void foreignFilesHaveNoRecipe();
    void lightFigureComesOutOfADarkWindow();
    void transparentMeansTransparent();
    void unwritablePlacesAreOutputErrors_data();
    void unwritablePlacesAreOutputErrors();
    void writingReplacesTheFileWhole();
    void everyPresetDraws();
    void everyCellIsThereWhenItIsAskedFor();
    void papersEmbedTheirFace();
    void trainingsHaveTitleAndCaption();
};

void TestFigureExport::svgHoldsOnlyWhatEveryProgramReads()
{
    static const QSet<QString> elements{
        "svg", "title", "desc", "metadata", "defs", "clipPath", "path", "g", "text", "tspan", "image"};
    static const QSet<QString> attributes{"width", "height", "viewBox", "version", "id", "d", "clip-path", "fill", "fill-opacity",
        "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
        "shape-rendering", "x", "y", "transform", "font-family", "font-size", "font-weight", "font-style", "space", "opacity",
        "preserveAspectRatio", "image-rendering", "href"};
    QXmlStreamReader xml(rendered(FigureFormat::Svg));
    QSet<QString> clips;
    int depth = 0; // of groups with a clip
    int drawn = 0;
    bool inDefinitions = false;
    while (!xml.atEnd()) {
        const QXmlStreamReader::TokenType token = xml.readNext();
        const QString name = xml.name().toString();
        if (token == QXmlStreamReader::EndElement) {
            depth -= name == "g";
            inDefinitions = inDefinitions && name != "defs";
        }
        if (token != QXmlStreamReader::StartElement)
            continue;
        QVERIFY2(elements.contains(name), qPrintable(name));
        for (const QXmlStreamAttribute& attribute : xml.attributes())
            QVERIFY2(attributes.contains(attribute.name().toString()), qPrintable(attribute.name().toString()));
        inDefinitions = inDefinitions || name == "defs";
        if (name == "clipPath")
            clips << "url(#" + xml.attributes().value("id").toString() + ")";
        if (name == "g") {
            ++depth;
            QVERIFY(clips.contains(xml.attributes().value("clip-path").toString()));
        }
        if (!inDefinitions && (name == "path" || name == "text" || name == "image")) {
            QCOMPARE(depth, 1);
            ++drawn;
        }
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(drawn > 20 && clips.size() > 1);
}

void TestFigureExport::svgTextNamesItsFamilies()
{
    QXmlStreamReader xml(rendered(FigureFormat::Svg));
    QString chinese;
    QString latin;
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement
            && (xml.name() == QLatin1String("text") || xml.name() == QLatin1String("tspan"))) {
            const QString family = xml.attributes().value("font-family").toString();
            if (family.isEmpty())
                continue;
            const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            (text.contains(QStringLiteral("注意力")) ? chinese : latin) = family;
        }
    QVERIFY2(chinese.contains("'Noto Sans CJK SC'") && chinese.contains("'Microsoft YaHei'") && chinese.endsWith("sans-serif"),
        qPrintable(chinese));
    QVERIFY2(latin.startsWith(fontFamilies(Script::Latin).first()), qPrintable(latin));
}

void TestFigureExport::svgIsTheSameEveryTime()
{
    QCOMPARE(rendered(FigureFormat::Svg), rendered(FigureFormat::Svg));
    QCOMPARE(rendered(FigureFormat::Png), rendered(FigureFormat::Png));
}

void TestFigureExport::svgOfRandomMapStaysSmall()
{
    cells = 128;
    const QByteArray svg = rendered(FigureFormat::Svg);
    cells = 12;
    QVERIFY2(svg.size() < 700'000, qPrintable(QString::number(svg.size())));
    QVERIFY(svg.size() > 100'000);
    QVERIFY(!svg.contains("<image"));
}

void TestFigureExport::outlinesLeaveNoText()
{
    FigureStyle style = findPreset(QStringLiteral("beamer"))->style;
    style.outlines = true;
    const QByteArray svg = rendered(FigureFormat::Svg, style);
    QVERIFY(!svg.contains("<text"));
    QVERIFY(svg.size() > rendered(FigureFormat::Svg).size());
}

void TestFigureExport::hugeMapsLeaveAsALosslessImage()
{
    cells = 300;
    const QByteArray svg = rendered(FigureFormat::Svg);
    const QByteArray pdf = rendered(FigureFormat::Pdf);
    cells = 12;
    QCOMPARE(svg.count("<image"), qsizetype(1));
    QVERIFY(svg.contains("image-rendering=\"pixelated\"") && svg.contains("data:image/png"));
    QVERIFY(!pdf.contains("/DCTDecode") && pdf.contains("/Subtype /Image"));
}

void TestFigureExport::pdfHasItsSizeItsFontsAndNoJpeg()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.pdf"));
    writeFigure(path, rendered(FigureFormat::Pdf));
    const QString page = toolOutput(QStringLiteral("pdfinfo"), {path});
    QVERIFY2(page.contains(QRegularExpression(QStringLiteral("Page size: +453.543 x 255.118 pts"))),
        qPrintable(page)); // 160 x 90 mm
    const QStringList fonts = toolOutput(QStringLiteral("pdffonts"), {path}).split(QLatin1Char('\n'), Qt::SkipEmptyParts).mid(2);
    QVERIFY(!fonts.isEmpty());
    for (const QString& font : fonts)
        QVERIFY2(font.contains(QRegularExpression(QStringLiteral(" yes +(yes|no) +yes "))),
            qPrintable(font)); // embedded, with Unicode
    QCOMPARE(
        toolOutput(QStringLiteral("pdfimages"), {QStringLiteral("-list"), path}).count(QLatin1Char('\n')), 2); // the heading only
    QVERIFY(toolOutput(QStringLiteral("pdfdetach"), {QStringLiteral("-list"), path}).contains(QStringLiteral("recipe.json")));
}

void TestFigureExport::pdfTextCanBeSearchedInChinese()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.pdf"));
    writeFigure(path, rendered(FigureFormat::Pdf));
    const QString text = toolOutput(QStringLiteral("pdftotext"), {path, QStringLiteral("-")});
    QVERIFY2(text.contains(QStringLiteral("注意力")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("query")), qPrintable(text));
    for (const QChar c : text)
        QVERIFY(c.unicode() < 0x2e80 || c.unicode() > 0x2fdf);
}

void TestFigureExport::pngHasItsSizeAndResolution()
{
    const QImage image = QImage::fromData(rendered(FigureFormat::Png));
    const QSizeF size = findPreset(QStringLiteral("beamer"))->style.size;
    QCOMPARE(image.size(), QSize(qRound(size.width() * 2), qRound(size.height() * 2)));
    QCOMPARE(image.dotsPerMeterX(), qRound(192 / 0.0254));
    QCOMPARE(image.text(QStringLiteral("Title")), QStringLiteral("注意力"));
    QCOMPARE(image.text(QStringLiteral("Description")), QStringLiteral("A & B"));
}

void TestFigureExport::everyFormatGivesItsRecipeBack()
{
    for (const FigureFormat format : {FigureFormat::Svg, FigureFormat::Pdf, FigureFormat::Png}) {
        const QJsonObject recipe = readRecipe(rendered(format));
        QCOMPARE(recipe.value(QStringLiteral("schema")).toInt(), 1);
        QCOMPARE(recipe.value(QStringLiteral("text")).toString(), QStringLiteral("注意力 </metadata>"));
    }
}

void TestFigureExport::foreignFilesHaveNoRecipe()
{
    for (const QByteArray& file :
        {QByteArray(), QByteArray("hello"), QByteArray("%PDF-1.4 /EF <</F 1 0 R"), QByteArray("\x89PNG\r\n\x1a\n"),
            QByteArray("<svg><metadata>{</metadata></svg>"), QByteArray("<svg><metadata>[1,2]</metadata>"), QByteArray("<svg><")})
        QVERIFY(readRecipe(file).isEmpty());
    const QByteArray png = rendered(FigureFormat::Png);
    readRecipe(png.left(100));
}

void TestFigureExport::lightFigureComesOutOfADarkWindow()
{
    const QByteArray fromLight = rendered(FigureFormat::Png);
    setCurrentTheme(ThemeId::Dark);
    const QByteArray fromDark = rendered(FigureFormat::Png);
    setCurrentTheme(ThemeId::Light);
    QCOMPARE(fromDark, fromLight);
    QCOMPARE(QImage::fromData(fromDark).pixelColor(1, 1), QColor(Qt::white));
}

void TestFigureExport::transparentMeansTransparent()
{
    FigureStyle style = findPreset(QStringLiteral("beamer"))->style;
    style.transparent = true;
    const QImage image = QImage::fromData(rendered(FigureFormat::Png, style));
    QCOMPARE(image.pixelColor(1, 1).alpha(), 0);
    QVERIFY(!rendered(FigureFormat::Svg, style).contains("fill=\"#ffffff\""));
}

void TestFigureExport::unwritablePlacesAreOutputErrors_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("full disk") << "/dev/full";
    QTest::newRow("no such folder") << "/no/such/folder/a.svg";
    QTest::newRow("a folder") << QDir::tempPath();
}

void TestFigureExport::unwritablePlacesAreOutputErrors()
{
    QFETCH(QString, path);
    try {
        writeFigure(path, QByteArray(100'000, 'x'));
        QFAIL("written");
    } catch (const core::Error& error) {
        QCOMPARE(error.kind(), core::ErrorKind::Output);
        QCOMPARE(QString::fromStdString(error.parts().file), path);
        QCOMPARE(QFileInfo(path).isFile(), false); // a device is still a device
    }
}

void TestFigureExport::writingReplacesTheFileWhole()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.svg"));
    writeFigure(path, "a long first version");
    writeFigure(path, "short");
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("short"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
}

void TestFigureExport::everyPresetDraws()
{
    QSet<QString> ids;
    for (const FigurePreset& preset : figurePresets()) {
        ids << QLatin1String(preset.id);
        const QImage image = QImage::fromData(rendered(FigureFormat::Png, preset.style));
        QSet<QRgb> colours;
        for (int x = 0; x < image.width(); x += 3)
            for (int y = 0; y < image.height(); y += 3)
                colours << image.pixel(x, y);
        QVERIFY2(colours.size() > 30, preset.id);
        QVERIFY(findPreset(QLatin1String(preset.id)) == &preset);
    }
    QCOMPARE(ids.size(), qsizetype(figurePresets().size()));
    QVERIFY(!findPreset(QStringLiteral("none")));
}

/// The picture inside an SVG file.
static QImage embeddedImage(const QByteArray& svg)
{
    static const QRegularExpression data(QStringLiteral("data:image/png;base64,([^\"]+)"));
    return QImage::fromData(QByteArray::fromBase64(data.match(QString::fromLatin1(svg)).captured(1).toLatin1()), "PNG");
}

/// Columns that differ from the one before: an SVG file holds small images enlarged.
static int entriesAcross(const QImage& image)
{
    const auto column = [&](int x) { return image.copy(x, 0, 1, image.height()); };
    int entries = 1;
    for (int x = 1; x < image.width(); ++x)
        entries += column(x) != column(x - 1);
    return entries;
}

void TestFigureExport::everyCellIsThereWhenItIsAskedFor()
{
    cells = 2000; // more than a page of this size can print
    FigureStyle style = findPreset(QStringLiteral("paper-1col"))->style;
    const int blocks = entriesAcross(embeddedImage(rendered(FigureFormat::Svg, style)));
    QVERIFY2(blocks < 1000 && blocks > 300, qPrintable(QString::number(blocks)));
    style.blocks = MapBlocks::EveryCell;
    const QByteArray svg = rendered(FigureFormat::Svg, style);
    QCOMPARE(embeddedImage(svg).size(), QSize(2000, 2000));
    QCOMPARE(entriesAcross(embeddedImage(svg)), 2000);
    QVERIFY(!svg.contains("largest magnitude"));
    QTemporaryDir folder;
    writeFigure(folder.filePath("a.pdf"), rendered(FigureFormat::Pdf, style));
    const QString images = toolOutput("pdfimages", {"-list", folder.filePath("a.pdf")});
    cells = 12;
    QVERIFY2(images.contains("2000") && !images.contains("jpeg"), qPrintable(images));
}

void TestFigureExport::papersEmbedTheirFace()
{
    QTemporaryDir folder;
    FigureStyle style = findPreset(QStringLiteral("paper-2col"))->style;
    for (const auto& [face, name] : {std::pair{FontFace::ComputerModern, "CMU"}, {FontFace::Serif, "Liberation"}}) {
        style.face = face;
        writeFigure(folder.filePath("a.pdf"), rendered(FigureFormat::Pdf, style));
        const QStringList fonts = toolOutput("pdffonts", {folder.filePath("a.pdf")}).split('\n', Qt::SkipEmptyParts).mid(2);
        QVERIFY2(!fonts.filter(QLatin1String(name)).isEmpty(), qPrintable(fonts.join('\n')));
        for (const QString& font : fonts)
            QVERIFY2(font.contains(QRegularExpression(" yes +(yes|no) +yes ")), qPrintable(font));
        const QByteArray svg = rendered(FigureFormat::Svg, style);
        QVERIFY(svg.contains(name) && svg.contains(", serif\"") && !svg.contains("sans-serif"));
        QVERIFY(!svg.contains("attends")); // LaTeX has the caption
    }
}

void TestFigureExport::trainingsHaveTitleAndCaption()
{
    const FigureInfo& training = *findFigure(QStringLiteral("training"));
    for (const char* show : {"loss", "heads", "gradient", "stream"})
        for (const char* runs : {"main", "pre12,post12"}) {
            FigureData data;
            data.options = {{"show", show}, {"runs", runs}};
            const QByteArray svg = renderFigure(training, support::fulfilled(training, data),
                findPreset(QStringLiteral("slide-16x9"))->style, FigureFormat::Svg, {});
            QString letters;
            QXmlStreamReader xml(svg);
            while (!xml.atEnd())
                if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text"))
                    letters += xml.readElementText(QXmlStreamReader::IncludeChildElements).remove(' ');
            const auto isThere = [&](const QString& text) { return letters.contains(QString(text).remove(' ')); };
            QVERIFY2(isThere(titleText(training, data)), show);
            QVERIFY2(isThere(training.caption(data).section(QStringLiteral(". "), 0, 0)), show);
        }
}

QUIET_TEST_MAIN(TestFigureExport)
#include "tst_figure_export.moc"
