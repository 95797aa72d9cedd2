// Our files as programs of others read them: XML parser, two renderers, text with its boxes. The figures are real ones.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "tests/widgets/support/tool.h"
#include "widgets/figure/figure_export.h"

#include <QDir>
#include <QImage>
#include <QPainterPath>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

using namespace widgets;
using support::runTool;
using support::written;

namespace {

constexpr double pixelsAway = 60;   // of 255, in one channel: clearly another colour
constexpr double maxDifference = 0.035;   // of the pixels: letters are drawn a little differently by each program

FigureData data()
{
    static const RunPtr run = support::tinyRun();
    FigureData all;
    all.a = run;
    all.selection = {.layer = 1, .head = 2, .query = 3, .key = 1};
    return all;
}

FigureStyle page(const char* preset)
{
    FigureStyle style = findPreset(QString(preset))->style;
    style.language = "en";
    style.showTitle = style.showCaption = true; // also where a paper begins without
    return style;
}

QByteArray file(const char* figure, FigureFormat format, const FigureStyle& style)
{
    RenderOptions options{
        .pngDpi = 96, .recipe = {{"figure", figure}}, .title = "注意力", .description = "A & B", .caption = {}, .file = {}};
    return renderFigure(
        *findFigure(QString(figure)), support::fulfilled(*findFigure(QString(figure)), data()), style, format, options);
}

/// How much of the two pictures differs clearly, after both were made a little blurred: 0 … 1.
double difference(const QImage& ours, const QImage& theirs)
{
    const QSize small = ours.size() / 2;
    const QImage a = ours.convertToFormat(QImage::Format_RGB32).scaled(small, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    const QImage b = theirs.convertToFormat(QImage::Format_RGB32).scaled(small, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    int away = 0;
    for (int y = 0; y < small.height(); ++y)
        for (int x = 0; x < small.width(); ++x) {
            const QRgb p = a.pixel(x, y), q = b.pixel(x, y);
            away += std::abs(qRed(p) - qRed(q)) > pixelsAway || std::abs(qGreen(p) - qGreen(q)) > pixelsAway
                || std::abs(qBlue(p) - qBlue(q)) > pixelsAway;
        }
    return double(away) / (small.width() * small.height());
}

/// Boxes of path data that the writer makes: M x y, L x y, h, v, C, z.
QRectF boundsOf(const QString& d)
{
    static const QRegularExpression part("([MLCHVhvz])([^MLCHVhvz]*)");
    static const QRegularExpression number("-?\\d*\\.?\\d+");
    QRectF box;
    QPointF at;
    bool isFirst = true;
    const auto reach = [&](const QPointF& p) {
        at = p;
        box = isFirst ? QRectF(p, QSizeF())
                      : QRectF(QPointF(std::min(box.left(), p.x()), std::min(box.top(), p.y())),
                          QPointF(std::max(box.right(), p.x()), std::max(box.bottom(), p.y())));
        isFirst = false;
    };
    for (auto parts = part.globalMatch(d); parts.hasNext();) {
        const QRegularExpressionMatch match = parts.next();
        QList<double> values;
        for (auto numbers = number.globalMatch(match.captured(2)); numbers.hasNext();)
            values << numbers.next().captured().toDouble();
        if (match.captured(1) == "h" && !values.isEmpty())
            reach(at + QPointF(values[0], 0));
        else if (match.captured(1) == "v" && !values.isEmpty())
            reach(at + QPointF(0, values[0]));
        else
            for (qsizetype i = 0; i + 1 < values.size(); i += 2)
                reach({values[i], values[i + 1]});
    }
    return box;
}

} // namespace

class TestOtherReaders : public QObject
{
    Q_OBJECT

private slots:
    void svgIsWellFormed();
    void anotherRendererDrawsTheSameSvg_data() { figures(); }
    void anotherRendererDrawsTheSameSvg();
    void anotherRendererDrawsTheSamePdf_data() { figures(); }
    void anotherRendererDrawsTheSamePdf();
    void whatIsDrawnLiesInItsClip_data() { figures(); }
    void whatIsDrawnLiesInItsClip();
    void theTypeOfThePageIsAsThePresetSays();
    void pagesAreAsLargeAsThePresetSays();
    void chineseIsFoundInPdf();
    void noSignIsMissingInTheTextOfAPdf();
    void cellsOfPdfAreVectors();

private:
    void figures()
    {
        QTest::addColumn<QString>("figure");
        for (const char* id : {"attention", "attention_wall", "residual", "output"})
            QTest::newRow(id) << id;
    }
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

void TestOtherReaders::svgIsWellFormed()
{
    for (const bool outlines : {false, true}) {
        FigureStyle style = page("beamer");
        style.outlines = outlines;
        const auto result
            = runTool("xmllint", {"--noout", "--nonet", written(path("a.svg"), file("attention", FigureFormat::Svg, style))});
        QVERIFY2(result.exitCode == 0 && result.err.isEmpty(), result.err.constData());
    }
}

void TestOtherReaders::anotherRendererDrawsTheSameSvg()
{
    QFETCH(QString, figure);
    FigureStyle style = page("beamer");
    style.outlines = true; // so that letters are compared, not fonts
    const QByteArray id = figure.toLatin1();
    const QImage ours = QImage::fromData(file(id.constData(), FigureFormat::Png, style));
    const QString svg = written(path("a.svg"), file(id.constData(), FigureFormat::Svg, style));
    const auto result = runTool(
        "rsvg-convert", {svg, "-w", QString::number(ours.width()), "-h", QString::number(ours.height()), "-o", path("a.png")});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const double away = difference(ours, QImage(path("a.png")));
    QVERIFY2(away < maxDifference, qPrintable(QString::number(away)));
    QVERIFY(difference(ours, QImage::fromData(file("diagram", FigureFormat::Png, style)))
        > maxDifference); // it can tell pictures apart
}

void TestOtherReaders::anotherRendererDrawsTheSamePdf()
{
    QFETCH(QString, figure);
    FigureStyle style = page("beamer");
    style.plainLetters = true; // as in PDF
    const QByteArray id = figure.toLatin1();
    const QImage ours = QImage::fromData(file(id.constData(), FigureFormat::Png, style));
    const QString pdf = written(path("a.pdf"), file(id.constData(), FigureFormat::Pdf, style));
    const auto result = runTool("pdftoppm",
        {"-r", "96", "-png", "-singlefile", "-scale-to-x", QString::number(ours.width()), "-scale-to-y",
            QString::number(ours.height()), pdf, path("b")});
    QVERIFY2(result.exitCode == 0 && result.err.isEmpty(), result.err.constData());
    const double away = difference(ours, QImage(path("b.png")));
    QVERIFY2(away < maxDifference, qPrintable(QString::number(away)));
}

void TestOtherReaders::whatIsDrawnLiesInItsClip()
{
    QFETCH(QString, figure);
    const FigureStyle style = page("paper-1col");
    QXmlStreamReader xml(file(figure.toLatin1().constData(), FigureFormat::Svg, style));
    const QRectF paper(QPointF(), style.size);
    QMap<QString, QRectF> clips;
    QString open, defined;
    int drawn = 0;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const QString name = xml.name().toString();
        if (name == "clipPath") {
            defined = "url(#" + xml.attributes().value("id").toString() + ")";
        } else if (name == "g") {
            open = xml.attributes().value("clip-path").toString();
            defined.clear();
        } else if (name == "path" && !defined.isEmpty()) {
            clips[defined] = boundsOf(xml.attributes().value("d").toString());
            // No clip reaches over the page, so nothing is drawn outside of it.
            QVERIFY2(paper.adjusted(-1, -1, 1, 1).contains(clips[defined]), qPrintable(defined));
        } else if (name == "path" && xml.attributes().value("fill") != QLatin1String("none")) {
            // Filled cells and bars: the part that is seen is not empty, and nothing lies wholly outside.
            const QRectF box = boundsOf(xml.attributes().value("d").toString());
            QVERIFY2(clips.contains(open) && clips[open].adjusted(-1, -1, 1, 1).intersects(box.adjusted(0, 0, 0.01, 0.01)),
                qPrintable(xml.attributes().value("d").toString().left(80)));
            ++drawn;
        } else if (name == "text" && xml.attributes().hasAttribute("x")) {
            const QPointF at(xml.attributes().value("x").toDouble(), xml.attributes().value("y").toDouble());
            QVERIFY2(clips[open].adjusted(-1, -1, 1, 1).contains(at),
                qPrintable(xml.readElementText(QXmlStreamReader::IncludeChildElements)));
            ++drawn;
        }
    }
    QVERIFY(!xml.hasError());
    QVERIFY(drawn > 20);
}

void TestOtherReaders::theTypeOfThePageIsAsThePresetSays()
{
    for (const char* preset : {"paper-1col", "slide-16x9"}) {
        const FigureStyle style = page(preset);
        const auto result
            = runTool("pdftotext", {"-bbox-layout", written(path("a.pdf"), file("attention", FigureFormat::Pdf, style)), "-"});
        // A word's box is as high as its face says; of all three sizes it is the same multiple.
        static const QRegularExpression word(
            "<word xMin=\"[\\d.]+\" yMin=\"([\\d.]+)\" xMax=\"[\\d.]+\" yMax=\"([\\d.]+)\">([^<]*)</word>");
        QMap<QString, double> heights;
        for (auto words = word.globalMatch(QString::fromUtf8(result.out)); words.hasNext();) {
            const QRegularExpressionMatch match = words.next();
            const double height = match.captured(2).toDouble() - match.captured(1).toDouble();
            double& least = heights[match.captured(3)];
            least = least > 0 ? std::min(least, height) : height; // under the columns words are slanted
        }
        QVERIFY2(heights.contains("key") && heights.contains("mat"), result.out.constData());
        const double label = heights["key"] / style.labelPoints, tick = heights["mat"] / style.tickPoints;
        QVERIFY2(std::abs(label / tick - 1) < 0.03, qPrintable(QString("%1 %2").arg(label).arg(tick)));
        QVERIFY2(tick > 0.9 && tick < 1.5, qPrintable(QString::number(tick)));
    }
}

void TestOtherReaders::pagesAreAsLargeAsThePresetSays()
{
    for (const FigurePreset& preset : figurePresets()) {
        const auto result = runTool("pdfinfo", {written(path("a.pdf"), file("output", FigureFormat::Pdf, preset.style))});
        QVERIFY2(result.err.isEmpty(), result.err.constData());
        static const QRegularExpression size("Page size: +([\\d.]+) x ([\\d.]+) pts");
        const QRegularExpressionMatch match = size.match(QString::fromUtf8(result.out));
        QVERIFY2(std::abs(match.captured(1).toDouble() - preset.style.size.width() * 0.75) < 0.001, preset.id);
        QVERIFY2(std::abs(match.captured(2).toDouble() - preset.style.size.height() * 0.75) < 0.001, preset.id);
    }
}

void TestOtherReaders::chineseIsFoundInPdf()
{
    const FigureStyle style = page("a4");
    RenderOptions options;
    options.title = "注意力";
    const FigureInfo& figure = *findFigure("attention");
    FigureStyle said = style;
    said.language = "zh_CN";
    said.caption = "注意力：自入文高大小方一行目口"; // each has a radical that shares its glyph
    const QString pdf
        = written(path("a.pdf"), renderFigure(figure, support::fulfilled(figure, data()), said, FigureFormat::Pdf, options));
    const QString text = QString::fromUtf8(runTool("pdftotext", {pdf, "-"}).out);
    QVERIFY2(text.contains("注意力：自入文高大小方一行目口"), qPrintable(text));
    for (const QChar c : text)
        QVERIFY(c.unicode() < 0x2e80 || c.unicode() > 0x2fdf);
    QVERIFY(runTool("pdfinfo", {pdf}).out.contains("注意力"));
}

void TestOtherReaders::noSignIsMissingInTheTextOfAPdf()
{
    FigureStyle style = page("a4");
    style.caption = QStringLiteral("−5.0 +10.2 (x + 1) A < B, 0.1 × 3 1:2 ≤ 4 [−1] {8} a → B"); // each beside a digit or a capital
    const QString pdf = written(path("a.pdf"), file("attention", FigureFormat::Pdf, style));
    const QString text = QString::fromUtf8(runTool("pdftotext", {pdf, "-"}).out).simplified();
    QVERIFY2(text.contains(style.caption), qPrintable(text));
}

void TestOtherReaders::cellsOfPdfAreVectors()
{
    const QString pdf = written(path("a.pdf"), file("attention_wall", FigureFormat::Pdf, page("slide-16x9")));
    const QByteArray images = runTool("pdfimages", {"-list", pdf}).out;
    QVERIFY2(!images.contains("jpeg"), images.constData());
    QVERIFY(runTool("pdfdetach", {"-list", pdf}).out.contains("recipe.json"));
}

QUIET_TEST_MAIN(TestOtherReaders)
#include "tst_other_readers.moc"
