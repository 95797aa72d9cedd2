#pragma once

// Figures as files: SVG, PDF, PNG, with their recipe inside.

#include "widgets/figure/figure.h"
#include "widgets/figure/figure_style.h"

#include <QByteArray>
#include <QImage>
#include <QJsonObject>

#include <memory>

namespace widgets {

/// The figure in a fresh off-screen plot (never the one on screen), laid out at style.size.
std::unique_ptr<Plot> buildFigure(const FigureInfo& info, const FigureData& data, const FigureStyle& style);

enum class FigureFormat
{
    Svg,
    Pdf,
    Png,
    Csv // the numbers only, of figures that have a table; without a recipe
};

/// "svg" -> Svg …; false when the word is unknown.
bool parseFormat(const QString& word, FigureFormat* format);

struct RenderOptions
{
    int pngDpi = 192;
    QJsonObject recipe; // embedded: SVG <metadata>, PDF attachment recipe.json, PNG text chunk "cutaway-recipe"
    QString title, description; // SVG <title>/<desc>, PDF title, PNG Description
};

/// The bytes of the file. Deterministic but for PDF's creation date.
QByteArray renderFigure(
    const FigureInfo& info, const FigureData& data, const FigureStyle& style, FigureFormat format, const RenderOptions& options);

/// Writes atomically. Throws core::Error{Output} naming the file.
void writeFigure(const QString& path, const QByteArray& bytes);

/// The recipe inside an exported file; empty when it has none.
QJsonObject readRecipe(const QByteArray& file);

} // namespace widgets
