#include "app/export/figure_file.h"

#include "core/base/error.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include <algorithm>
#include <optional>

namespace app {

namespace {

constexpr qint64 longestMark = 16; // at the beginning of a picture
constexpr qint64 maxBytes = qint64(256) << 20;
constexpr qint64 maxRecipeBytes = 16 << 20; // with what a program reads of it

/// And not any other JSON.
bool isRecipe(const QJsonObject& object) { return object.contains("figure") && object.contains("selection"); }

std::optional<widgets::FigureFormat> formatOf(const QByteArray& bytes)
{
    if (bytes.startsWith("%PDF"))
        return widgets::FigureFormat::Pdf;
    if (bytes.startsWith("\x89PNG"))
        return widgets::FigureFormat::Png;
    if (bytes.startsWith("<?xml") || bytes.startsWith("<svg"))
        return widgets::FigureFormat::Svg;
    if (bytes.startsWith('{') && isRecipe(QJsonDocument::fromJson(bytes).object()))
        return widgets::FigureFormat::Recipe;
    return std::nullopt;
}

} // namespace

bool isFigureFile(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    if (!QFileInfo(file).isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray begin = file.peek(longestMark);
    return formatOf(begin.startsWith('{') ? file.read(std::min(maxRecipeBytes, file.size())) : begin).has_value();
}

FigureFile readFigureFile(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        throw core::Error({.file = path, .problem = CUTAWAY_TR("cannot be read"), .found = file.errorString().toStdString()});
    if (file.size() > maxBytes)
        throw core::Error({.file = path,
            .problem = CUTAWAY_TR("file is too large"),
            .expected = std::to_string(maxBytes) + " bytes at most",
            .found = std::to_string(file.size())});
    FigureFile read;
    read.bytes = file.read(file.size()); // which allocates what it is requested
    const auto format = formatOf(read.bytes);
    if (!format)
        throw core::Error({.file = path,
            .problem = CUTAWAY_TR("not a figure of this program"),
            .expected = CUTAWAY_TR("SVG, PDF, PNG or the JSON of a recipe")});
    read.format = *format;
    const QJsonObject recipe = widgets::readRecipe(read.bytes);
    if (recipe.isEmpty())
        throw core::Error({.file = path,
            .problem = CUTAWAY_TR("there is no recipe inside"),
            .expected = CUTAWAY_TR("a figure that Cutaway wrote"),
            .found = widgets::formatWord(*format).toUpper().toStdString()});
    read.contents = readRecipe(recipe, path);
    read.pngDpi = std::clamp(recipe["png_dpi"].toInt(widgets::ordinaryPngDpi), widgets::minPngDpi, widgets::maxPngDpi);
    read.figure = widgets::findFigure(read.contents.figure);
    if (!read.figure)
        throw core::Error({.file = path,
            .where = "recipe: figure",
            .problem = CUTAWAY_TR("unknown figure"),
            .found = read.contents.figure.toStdString()});
    return read;
}

} // namespace app
