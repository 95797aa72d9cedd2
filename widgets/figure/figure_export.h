#pragma once

// Figures as files: SVG, PDF, PNG, with their recipe inside; and the numbers in them as CSV, NPY, safetensors.

#include "widgets/figure/figure.h"
#include "widgets/plot/figure_style.h"

#include <QByteArray>
#include <QImage>
#include <QJsonObject>

#include <memory>
#include <vector>

class QCPPainter;

namespace widgets {

/// The figure in a fresh off-screen plot (never the one on screen), laid out at style.size.
std::unique_ptr<Plot> buildFigure(const FigureInfo& info, const FigureData& data, const FigureStyle& style);

enum class FigureFormat
{
    Svg,
    Pdf,
    Png,
    Csv,        // the numbers only: the figure's own table, or those that are drawn (figure_numbers.h)
    Npy,        // one file for each array
    Safetensors, // the recipe is in its metadata
    Recipe,      // alone, without a picture
    Latex        // the environment that shows the picture with its caption (latex_text.h)
};

/// "svg" -> Svg …, "json" -> Recipe, "tex" -> Latex; false when the word is unknown.
bool parseFormat(const QString& word, FigureFormat* format);
QString formatWord(FigureFormat format);
QStringList allFormatWords();
inline bool isPicture(FigureFormat format) { return format <= FigureFormat::Png; }
inline bool hasLanguage(FigureFormat format) { return isPicture(format) || format == FigureFormat::Latex; }

// What a person may choose for a page: in the form, on the command line and in a recipe.
inline constexpr int minPngDpi = 30, maxPngDpi = 1200, ordinaryPngDpi = 192;
inline constexpr double minPageMillimetres = 10, maxPageMillimetres = 2000;
inline constexpr double minFontScale = 0.5, maxFontScale = 3;

struct RenderOptions
{
    int pngDpi = ordinaryPngDpi;
    QJsonObject recipe; // embedded: SVG <metadata>, PDF attachment recipe.json, PNG text chunk "cutaway-recipe"
    QString title, description; // SVG <title>/<desc>, PDF title, PNG Description
    QString caption;            // of LaTeX
    QString file;               // name of the picture that LaTeX shows, without its extension
};

/// The bytes of the file. Deterministic but for PDF's creation date. Throws core::Error{Usage} when numbers are wanted of a
/// figure that has none, and for NPY unless there is one array.
QByteArray renderFigure(
    const FigureInfo& info, const FigureData& data, const FigureStyle& style, FigureFormat format, const RenderOptions& options);

/// The same where a format may need several files (NPY): `part` names the array, empty when there is one file only.
struct FigureFile
{
    QString part;
    QByteArray bytes;
};
std::vector<FigureFile> renderFigureFiles(
    const FigureInfo& info, const FigureData& data, const FigureStyle& style, FigureFormat format, const RenderOptions& options);

/// Draws such a plot onto a page, this many device units a px. REQUIRES: buildFigure() made it in this style.
void paintFigure(Plot& plot, QCPPainter& painter, const FigureStyle& style, double scale);

/// The figure as pixels, as in a PNG file of this resolution.
/// What the page has no room for is the image's text of this key: advice for who chooses the page, which no file has.
inline constexpr const char* leftOutKey = "leftOut"; // and the property of the panel that knows it
QImage figureImage(const FigureInfo& info, const FigureData& data, const FigureStyle& style, double dpi);

/// What a drawn picture has no room for, in a sentence; empty: it has all.
QString leftOutOf(const Plot& plot);

/// Writes atomically. Throws core::Error{Output} naming the file.
void writeFigure(const QString& path, const QByteArray& bytes);

/// The recipe inside an exported file, or alone in it; empty when it has none.
QJsonObject readRecipe(const QByteArray& file);

} // namespace widgets
