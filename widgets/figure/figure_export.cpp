#include "widgets/figure/figure_export.h"

#include "core/base/error.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/latex_text.h"
#include "widgets/figure/number_files.h"
#include "widgets/figure/page_words.h"
#include "widgets/figure/pdf_page.h"
#include "widgets/figure/pdf_text.h"
#include "widgets/figure/word_room.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/svg_paint_device.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImageReader>
#include <QJsonDocument>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QXmlStreamReader>

#include <cmath>
#include <optional>

namespace widgets {

namespace {

constexpr qsizetype maxRecipeBytes = 16 << 20;
const char* const pngKey = "cutaway-recipe";

/// QCustomPlot measures text at the widget's dpi, so every device paints at that dpi; the page stays style.size.
double dpiOf(const Plot& plot) { return plot.logicalDpiY(); }

void paint(Plot& plot, QPaintDevice& device, const FigureStyle& style, double scale, bool isVector)
{
    QCPPainter painter;
    if (!painter.begin(&device))
        throw core::Error({.kind = core::ErrorKind::Output, .problem = CUTAWAY_TR("cannot draw the figure")});
    if (isVector)
        painter.setMode(QCPPainter::pmVectorized);
    paintFigure(plot, painter, style, scale);
    painter.end();
}

QByteArray recipeText(const RenderOptions& options)
{
    return options.recipe.isEmpty() ? QByteArray() : QJsonDocument(options.recipe).toJson(QJsonDocument::Compact);
}

QByteArray renderSvg(Plot& plot, const FigureStyle& style, const RenderOptions& options)
{
    SvgPaintDevice device({.size = style.size,
        .dpi = dpiOf(plot),
        .outlines = style.outlines,
        .hasSerifs = style.face != FontFace::Inter,
        .title = options.title,
        .description = options.description,
        .metadata = recipeText(options)});
    paint(plot, device, style, 1, true);
    return device.document();
}

QByteArray renderPdf(Plot& plot, const FigureStyle& style, const RenderOptions& options)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        const QPageSize page(style.size * 72 / 96, QPageSize::Point, QString(), QPageSize::ExactMatch);
        writer.setPageLayout(QPageLayout(page, QPageLayout::Portrait, {}, QPageLayout::Point));
        writer.setResolution(int(std::lround(dpiOf(plot))));
        writer.setTitle(options.title);
        writer.setCreator(QStringLiteral("Cutaway"));
        if (const QByteArray recipe = recipeText(options); !recipe.isEmpty())
            writer.addFileAttachment(QStringLiteral("recipe.json"), recipe, QStringLiteral("application/json"));
        paint(plot, writer, style, dpiOf(plot) / 96, true);
    }
    repairPdfText(bytes);
    setPdfPageSize(bytes, style.size * 72 / 96);
    return bytes;
}

QImage pixels(Plot& plot, const FigureStyle& style, double dpi)
{
    const double scale = dpi / 96.0;
    const QSizeF size = style.size * scale;
    QImage image(std::max(1, int(std::lround(size.width()))), std::max(1, int(std::lround(size.height()))),
        style.transparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
    if (image.isNull())
        throw core::Error({.kind = core::ErrorKind::Output, .problem = CUTAWAY_TR("the picture is too large")});
    image.fill(style.transparent ? QColor(Qt::transparent) : themeOf(style).surface);
    image.setDotsPerMeterX(int(std::lround(dpiOf(plot) / 0.0254))); // while painting, for the fonts
    image.setDotsPerMeterY(int(std::lround(dpiOf(plot) / 0.0254)));
    paint(plot, image, style, scale, false);
    return image;
}

QByteArray renderPng(Plot& plot, const FigureStyle& style, const RenderOptions& options)
{
    QImage image = pixels(plot, style, options.pngDpi);
    image.setDotsPerMeterX(int(std::lround(options.pngDpi / 0.0254)));
    image.setDotsPerMeterY(int(std::lround(options.pngDpi / 0.0254)));
    if (!options.title.isEmpty())
        image.setText(QStringLiteral("Title"), options.title);
    if (!options.description.isEmpty())
        image.setText(QStringLiteral("Description"), options.description);
    if (const QByteArray recipe = recipeText(options); !recipe.isEmpty())
        image.setText(QLatin1String(pngKey), QString::fromUtf8(recipe));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        throw core::Error({.kind = core::ErrorKind::Output, .problem = CUTAWAY_TR("cannot write the picture")});
    return bytes;
}

QJsonObject parsed(const QByteArray& text)
{
    return text.size() > maxRecipeBytes ? QJsonObject() : QJsonDocument::fromJson(text).object();
}

QJsonObject recipeOfSvg(const QByteArray& file)
{
    QXmlStreamReader xml(file);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("metadata"))
            return parsed(xml.readElementText(QXmlStreamReader::SkipChildElements).toUtf8());
        if (xml.name() == QLatin1String("defs") || xml.name() == QLatin1String("g"))
            break; // the drawing has begun
    }
    return {};
}

QJsonObject recipeOfPng(const QByteArray& file)
{
    QBuffer buffer;
    buffer.setData(file);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, "png");
    return parsed(reader.text(QLatin1String(pngKey)).toUtf8());
}

/// The picture as a file has it, whose page cannot be made larger.
std::unique_ptr<Plot> buildPage(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    FigureStyle page = style;
    page.showLeftOut = false;
    return buildFigure(info, data, page);
}

void removeColorBars(Plot& plot)
{
    for (QCPAxisRect* const rect : plot.axisRects())
        qDeleteAll(rect->findChildren<ColorBar*>(QString(), Qt::FindDirectChildrenOnly));
}

constexpr std::pair<const char*, FigureFormat> formatWords[] = {{"svg", FigureFormat::Svg}, {"pdf", FigureFormat::Pdf},
    {"png", FigureFormat::Png}, {"csv", FigureFormat::Csv}, {"npy", FigureFormat::Npy},
    {"safetensors", FigureFormat::Safetensors}, {"json", FigureFormat::Recipe}, {"tex", FigureFormat::Latex}};

} // namespace

void paintFigure(Plot& plot, QCPPainter& painter, const FigureStyle& style, double scale)
{
    painter.setRenderHint(QPainter::LosslessImageRendering);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.scale(scale, scale);
    if (!style.transparent)
        painter.fillRect(QRectF(QPointF(), style.size), themeOf(style).surface);
    plot.setBackground(QBrush(Qt::NoBrush)); // the page, also its last fraction of a pixel, was filled above
    plot.toPainter(&painter, plot.viewport().width(), plot.viewport().height());
}

QString formatWord(FigureFormat format)
{
    for (const auto& [word, known] : formatWords)
        if (known == format)
            return QLatin1String(word);
    return {};
}

QStringList allFormatWords()
{
    QStringList words;
    for (const auto& [word, format] : formatWords)
        words << QLatin1String(word);
    return words;
}

std::unique_ptr<Plot> buildFigure(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    auto plot = std::make_unique<Plot>();
    FigureStyle page = style;
    page.dpiFactor = 96.0 / dpiOf(*plot);
    const QSize size(std::max(1, int(style.size.width())), std::max(1, int(style.size.height())));
    plot->setBufferDevicePixelRatio(1);
    plot->resize(size);
    plot->setViewport(QRect(QPoint(), size));
    plot->reset(page);

    const QString reason = whyNothing(info, data);
    const auto panels = reason.isEmpty() ? std::optional(shownPanels(info, data)) : std::nullopt;
    const PageWords words = panels ? pageWords(*panels, page) : PageWords{titleText(info, data), {}, {}, {}};
    QString ofKeys;
    if (panels) {
        composeFigure(*plot, *panels, page, words.height);
        if (!style.showColorBar) {
            ofKeys = keyWords(*plot);
            removeColorBars(*plot);
        }
    } else {
        plot->showMessage(reason, page);
    }

    QCPLayoutGrid* const layout = plot->plotLayout();
    QCPTextElement *subtitle = nullptr, *title = nullptr;
    if (style.showTitle && !words.subtitle.isEmpty()) {
        layout->insertRow(0);
        subtitle = plot->addTitle(0, words.subtitle, page, true);
    }
    if (style.showTitle && !words.title.isEmpty()) {
        layout->insertRow(0);
        title = plot->addTitle(0, words.title, page);
    }
    if (!ofKeys.isEmpty())
        plot->addTitle(layout->rowCount(), ofKeys, page, true);
    if (!words.fairness.isEmpty())
        plot->addTitle(layout->rowCount(), words.fairness, page, true);
    const int kept = style.showCaption ? int(std::ceil(style.room.caption - space::s)) : 0;
    QCPTextElement* const caption
        = words.caption.isEmpty() && kept <= 0 ? nullptr : plot->addTitle(layout->rowCount(), words.caption, page, true);
    if (kept > 0)
        setHeight(*caption, kept);
    plot->replot(QCustomPlot::rpImmediateRefresh);
    // A picture that cannot be as small as that keeps its room: the caption only its first sentences; then go what a cell is and
    // the title.
    const auto isTooHigh
        = [&] { return static_cast<QCPLayoutElement*>(layout)->minimumOuterSizeHint().height() > size.height(); };
    if (caption && panels && style.caption.isEmpty())
        shortenCaption(fittingPanels(*panels, page, words.height), isTooHigh, [&](const QString& sentences) {
            caption->setText(sentences);
            plot->replot(QCustomPlot::rpImmediateRefresh);
        });
    for (QCPTextElement* const text : {subtitle, title})
        if (text && panels && isTooHigh()) {
            layout->remove(text);
            layout->simplify();
            plot->replot(QCustomPlot::rpImmediateRefresh);
        }
    return plot;
}

bool parseFormat(const QString& word, FigureFormat* format)
{
    for (const auto& [known, value] : formatWords)
        if (word.compare(QLatin1String(known), Qt::CaseInsensitive) == 0) {
            *format = value;
            return true;
        }
    return false;
}

QByteArray renderFigure(
    const FigureInfo& info, const FigureData& data, const FigureStyle& style, FigureFormat format, const RenderOptions& options)
{
    if (!isPicture(format)) {
        std::vector<FigureFile> files = renderFigureFiles(info, data, style, format, options);
        if (files.size() != 1)
            throw core::Error(
                {.kind = core::ErrorKind::Usage, .where = info.id, .problem = CUTAWAY_TR("several arrays need several files")});
        return std::move(files[0].bytes);
    }
    FigureStyle page = style;
    page.plainLetters |= format == FigureFormat::Pdf;
    const std::unique_ptr<Plot> plot = buildPage(info, data, page);
    switch (format) {
    case FigureFormat::Svg:
        return renderSvg(*plot, style, options);
    case FigureFormat::Pdf:
        return renderPdf(*plot, style, options);
    case FigureFormat::Png:
        return renderPng(*plot, style, options);
    default:
        return {};
    }
}

std::vector<FigureFile> renderFigureFiles(
    const FigureInfo& info, const FigureData& data, const FigureStyle& style, FigureFormat format, const RenderOptions& options)
{
    if (isPicture(format))
        return {{{}, renderFigure(info, data, style, format, options)}};
    if (format == FigureFormat::Recipe)
        return {{{}, QJsonDocument(options.recipe).toJson()}};
    if (format == FigureFormat::Latex)
        return {{{}, latexOf({options.file, options.title, options.caption, style.size.width() * 25.4 / 96}).toUtf8()}};
    if (format == FigureFormat::Csv && info.table)
        return {{{}, info.table(data).toUtf8()}};
    const std::vector<NumberSet> sets = figureNumbers(info, data, style);
    if (sets.empty())
        throw core::Error({.kind = core::ErrorKind::Usage, .where = info.id, .problem = CUTAWAY_TR("this figure has no table")});
    if (format == FigureFormat::Csv)
        return {{{}, csvOf(sets)}};
    if (format == FigureFormat::Safetensors)
        return {{{},
            safetensorsOf(sets,
                {{QStringLiteral("figure"), QLatin1String(info.id)}, {QStringLiteral("title"), options.title},
                    {QStringLiteral("caption"), options.description},
                    {QStringLiteral("recipe"), QString::fromUtf8(recipeText(options))}})}};
    std::vector<FigureFile> files;
    for (const NumberSet& set : sets)
        files.push_back({sets.size() == 1 ? QString() : set.name, npyOf(set)});
    return files;
}

QImage figureImage(const FigureInfo& info, const FigureData& data, const FigureStyle& style, double dpi)
{
    const std::unique_ptr<Plot> plot = buildPage(info, data, style);
    QImage image = pixels(*plot, style, dpi);
    if (const QString leftOut = leftOutOf(*plot); !leftOut.isEmpty())
        image.setText(QLatin1String(leftOutKey), leftOut);
    return image;
}

QString leftOutOf(const Plot& plot)
{
    for (const QCPLayoutGrid* const panel : plot.findChildren<QCPLayoutGrid*>())
        if (const QString words = panel->property(leftOutKey).toString(); !words.isEmpty())
            return words;
    return {};
}

void writeFigure(const QString& path, const QByteArray& bytes)
{
    const auto fail = [&](const QString& reason) {
        throw core::Error({.kind = core::ErrorKind::Output,
            .file = path.toStdString(),
            .problem = CUTAWAY_TR("cannot be written"),
            .found = reason.toStdString()});
    };
    const auto write = [&](QFileDevice& file) {
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush())
            fail(file.errorString());
    };
    // Renaming a finished file over a device such as /dev/stdout would replace the device itself.
    if (const QFileInfo info(path); info.exists() && !info.isFile() && !info.isDir()) {
        QFile device(path);
        write(device);
        return;
    }
    QSaveFile file(path);
    write(file);
    if (!file.commit())
        fail(file.errorString());
}

QJsonObject readRecipe(const QByteArray& file)
{
    if (file.startsWith("\x89PNG"))
        return recipeOfPng(file);
    if (file.startsWith("%PDF"))
        return parsed(pdfAttachment(file, maxRecipeBytes));
    if (file.startsWith('{'))
        return parsed(file);
    if (file.left(1024).contains("<svg"))
        return recipeOfSvg(file);
    return {};
}

} // namespace widgets
