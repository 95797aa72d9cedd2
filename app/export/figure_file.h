#pragma once

// FigureFile: an exported figure, or its recipe alone, read back: what drew it. For `verify` and `render`, and for opening a
// figure in the window.

#include "app/export/recipe.h"

#include <QByteArray>

#include <string>

namespace app {

struct FigureFile
{
    QByteArray bytes;
    widgets::FigureFormat format = widgets::FigureFormat::Svg;
    const widgets::FigureInfo* figure = nullptr;
    RecipeContents contents;
    int pngDpi = widgets::ordinaryPngDpi;
};

/// A file that begins like an SVG, PDF or PNG, or is a recipe. False for what cannot be read.
bool isFigureFile(const std::string& path);

/// Throws core::Error{BadInput}: cannot be read, another format, no recipe inside, an unknown figure.
FigureFile readFigureFile(const std::string& path);

} // namespace app
