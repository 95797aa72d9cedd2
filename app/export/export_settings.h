#pragma once

// ExportSettings: how figures leave the program, as a value: the same for the dialog and the command line. With the figure on
// screen (ExportSource) it makes the list of files to write.

#include "app/export/recipe.h"
#include "widgets/figure/figure_export.h"

#include <QMap>
#include <QStringList>

#include <optional>
#include <vector>

namespace app {

struct ExportSettings
{
    std::vector<widgets::FigureFormat> formats{widgets::FigureFormat::Svg};
    QString preset = "slide-16x9";
    QSizeF millimetres;                               // of the page; not positive: as the preset
    widgets::ThemeId theme = widgets::ThemeId::Light; // light by default, even from a dark window
    QStringList languages;                            // one file each; empty: the program's
    bool transparent = false;
    bool outlines = false;                            // SVG text
    widgets::FontFace face = widgets::FontFace::Inter;
    bool everyCell = false;                           // of large maps, in SVG and PDF
    double fontScale = 1;
    int pngDpi = widgets::ordinaryPngDpi;
    std::optional<bool> showTitle, showCaption;       // nothing: as the preset
    bool showColorBar = true;
    QMap<QString, QString> captions, altTexts;        // by language, where a person wrote their own
    bool everyLayer = false, everyHead = false;
    QString pattern = "{page}-{lang}.{ext}";          // of the names of files

    widgets::FigureStyle style(const QString& language = {}) const;
};

/// What is exported: a figure of a run.
struct ExportSource
{
    RecipeInputs inputs;
    const widgets::FigureInfo* figure = nullptr;
    widgets::FigureData data; // a is null: nothing computed yet
    Fulfil fulfil = {};       // what the picture needs of other layers and heads, as far as it can be had; null: nothing
};

/// What the files of these settings need and the source cannot give yet.
widgets::Needs missingNeeds(const ExportSource& source, const ExportSettings& settings);

/// The page of a figure: style(), and in a journal's column, unless a height was said, as high as its maps or a comparison need.
widgets::FigureStyle pageOf(const ExportSource& source, const ExportSettings& settings, const QString& language = {});

/// One picture or table to write.
struct ExportItem
{
    QString path; // for NPY the name of each array is put before the extension when there are several
    widgets::FigureData data;
    widgets::FigureStyle style;
    widgets::FigureFormat format = widgets::FigureFormat::Svg;
    int pngDpi = widgets::ordinaryPngDpi;
};

/// Layer by layer, head by head, language by language, format by format. `pattern` may say {page} {figure} {layer} {head}
/// {slot} {lang} {theme} {preset} {ext}.
std::vector<ExportItem> exportItems(const ExportSource& source, const ExportSettings& settings, const QString& folder);

/// The placeholders that must be added to the pattern so that no two files share a name, e.g. "{head}"; empty when none.
QStringList missingPlaceholders(const std::vector<ExportItem>& items, const ExportSettings& settings);

/// The same before anything is computed: what the pattern lacks to tell all files of so many figures apart.
QStringList missingPlaceholders(const ExportSettings& settings, std::size_t figures = 1);

/// Words in braces that the pattern has and exportItems() does not fill in, e.g. "{ex}".
QStringList unknownPlaceholders(const QString& pattern);

/// All that it fills in.
QStringList knownPlaceholders();

/// As one word of a shell.
QString shellQuoted(const QString& text);

/// The words of `cutaway export` that give this style: "--preset paper-1col --font-scale 1.2 …".
QString styleWords(const widgets::FigureStyle& style);

} // namespace app
