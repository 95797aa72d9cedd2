#pragma once

// FigureStyle: how a figure looks, apart from what it shows. The screen is one style, each export preset another.

#include "widgets/plot/font_face.h"
#include "widgets/plot/theme.h"

#include <QSizeF>
#include <QString>

#include <span>

namespace widgets {

/// What stands for the cells of a map that has more of them than its place on the page can show.
enum class MapBlocks
{
    Mean,     // of a block: what a recipe means that does not say it
    Largest,  // magnitude of a block, with its sign: a narrow line of large numbers keeps its colour
    EveryCell // SVG and PDF hold all of them, whatever the page can show; PNG has the largest
};

/// Pictures of a series, one that changes, have one layout: the chips above them and the sentence below have the room of those
/// that need most, whatever each of them says. px of the page, with the space beside them.
struct WordRoom
{
    double chips = 0, caption = 0;
    bool operator==(const WordRoom&) const = default;
};

struct FigureStyle
{
    ThemeId theme = ThemeId::Light;
    QSizeF size{1280, 720};     // px at 96 dpi
    double tickPoints = 9;      // fonts in pt on the page
    double labelPoints = 10;
    double titlePoints = 12;
    double lineWidth = 1.5;     // data lines, px at 96 dpi
    bool transparent = false;
    FontFace face = FontFace::Inter;
    MapBlocks blocks = MapBlocks::Largest;
    bool plainLetters = false;  // of PDF: a "−" in the form that a digit beside it gives it is none in the text of the file
    bool outlines = false;      // SVG text as outlines instead of editable text
    bool showTitle = true;      // title and subtitle inside the picture (off on screen, where widgets show them)
    bool showCaption = true;    // the sentence below it
    bool showColorBar = true;
    bool showLeftOut = true;    // a line that says what has no room: advice to who can make the page larger
    QString language;           // "en" or "zh_CN"; empty = the program's
    QString caption;            // a person's own sentence instead of the figure's; empty = the figure's
    QString altText;            // for screen readers; empty = the caption
    WordRoom room;              // at least this around the picture
    double dpiFactor = 1;       // 96 / dpi of the plot's widget in files, so that points are points; 1 on screen
};

/// The size nearest to `points` that is whole pixels at 96 dpi: Qt draws no type between them (multiples of 0.75 pt).
double drawnPoints(double points);

/// The screen's style: the theme and language in force, no title.
FigureStyle screenStyle(const QSizeF& size);

/// What drawing code asks a style for.
const Theme& themeOf(const FigureStyle& style);
Script scriptOf(const FigureStyle& style);
QFont figureFont(const FigureStyle& style, double points, QFont::Weight weight = QFont::Normal);
inline QFont tickFont(const FigureStyle& style) { return figureFont(style, style.tickPoints); }
inline QFont labelFont(const FigureStyle& style) { return figureFont(style, style.labelPoints); }
inline QFont titleFont(const FigureStyle& style) { return figureFont(style, style.titlePoints, QFont::DemiBold); }

/// A size with its type scale: "slide-16x9", "slide-half", "slide-4x3", "beamer", "paper-1col", "paper-1.5col",
/// "paper-2col", "neurips", "icml", "a4", "screen".
struct FigurePreset
{
    const char* id;
    const char* title; // QT_TRANSLATE_NOOP("figures", …)
    FigureStyle style;
    bool isColumn = false; // of a journal, which gives the width: comparisons may be higher (withRoom)
};

std::span<const FigurePreset> figurePresets();
const FigurePreset* findPreset(const QString& id);

} // namespace widgets
