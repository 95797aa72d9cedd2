#include "widgets/plot/figure_style.h"

#include "widgets/plot/strong_type.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace widgets {

namespace {

constexpr double inch = 96;         // px
constexpr double mm = inch / 25.4;  // px
constexpr double pt = inch / 72;    // px

FigureStyle preset(QSizeF size, double tick, double label, double title, double linePoints)
{
    FigureStyle style;
    style.size = size;
    style.tickPoints = drawnPoints(tick);
    style.labelPoints = drawnPoints(label);
    style.titlePoints = drawnPoints(title);
    style.lineWidth = linePoints * pt;
    return style;
}

/// Of a paper, whose LaTeX sets title and caption: the picture has the page.
FigureStyle paper(QSizeF size, double tick, double label, double title)
{
    FigureStyle style = preset(size, tick, label, title, 0.75);
    style.showTitle = style.showCaption = false;
    return style;
}

} // namespace

FigureStyle screenStyle(const QSizeF& size)
{
    FigureStyle style;
    const Theme& theme = currentTheme();
    style.theme = theme.id;
    style.size = size;
    style.tickPoints *= theme.scale;
    style.labelPoints *= theme.scale;
    style.titlePoints *= theme.scale;
    style.lineWidth *= themeOf(theme.id).scale > 1 ? 2 : 1; // from afar; large type is read from near
    style.showTitle = false;
    style.showCaption = false;
    return style;
}

const Theme& themeOf(const FigureStyle& style) { return themeOf(style.theme); }

Script scriptOf(const FigureStyle& style) { return style.language.isEmpty() ? currentScript() : scriptOf(style.language); }

double drawnPoints(double points) { return 0.75 * std::max(1.0, std::round(points / 0.75)); }

QFont figureFont(const FigureStyle& style, double points, QFont::Weight weight)
{
    QFont font;
    font.setFamilies(familiesOf(style.face, scriptOf(style)));
    font.setPointSizeF(points * style.dpiFactor);
    if (style.plainLetters)
        font.setStyleStrategy(QFont::PreferNoShaping); // scripts that need shaping have it all the same
    // Free Chinese faces and faces with serifs have no semibold, and nothing is made up for it; bold is.
    const bool hasSemibold = style.face == FontFace::Inter && scriptOf(style) != Script::Han;
    if (weight == QFont::DemiBold && scriptOf(style) == Script::Han)
        makeBold(font);
    else
        font.setWeight(weight == QFont::DemiBold && !hasSemibold ? QFont::Bold : weight);
    return font;
}

std::span<const FigurePreset> figurePresets()
{
    // Journals give the width of a column; the height is what the pictures need beside their words.
    static const std::array presets{
        FigurePreset{"slide-16x9", QT_TRANSLATE_NOOP("figures", "Slide 16:9"), preset({1280, 720}, 16, 18, 24, 2.25)},
        FigurePreset{"slide-half", QT_TRANSLATE_NOOP("figures", "Half a slide"), preset({6.2 * inch, 5.6 * inch}, 14, 16, 20, 2)},
        FigurePreset{"slide-4x3", QT_TRANSLATE_NOOP("figures", "Slide 4:3"), preset({10 * inch, 7.5 * inch}, 16, 18, 24, 2.25)},
        FigurePreset{"beamer", QT_TRANSLATE_NOOP("figures", "Beamer 16:9"), preset({160 * mm, 90 * mm}, 8, 9, 11, 1)},
        FigurePreset{"paper-1col", QT_TRANSLATE_NOOP("figures", "Paper, 1 column"), paper({88 * mm, 66 * mm}, 6.5, 7, 8), true},
        FigurePreset{
            "paper-1.5col", QT_TRANSLATE_NOOP("figures", "Paper, 1.5 columns"), paper({130 * mm, 90 * mm}, 6.5, 7, 8), true},
        FigurePreset{
            "paper-2col", QT_TRANSLATE_NOOP("figures", "Paper, 2 columns"), paper({180 * mm, 120 * mm}, 7, 7.5, 8.5), true},
        FigurePreset{
            "neurips", QT_TRANSLATE_NOOP("figures", "NeurIPS text width"), paper({5.5 * inch, 3.6 * inch}, 7, 8, 9), true},
        FigurePreset{"icml", QT_TRANSLATE_NOOP("figures", "ICML column"), paper({3.25 * inch, 3.25 * inch}, 7, 8, 9), true},
        FigurePreset{"a4", QT_TRANSLATE_NOOP("figures", "A4 handout"), preset({170 * mm, 110 * mm}, 9, 10, 12, 1)},
        FigurePreset{"screen", QT_TRANSLATE_NOOP("figures", "Screen 1:1"), FigureStyle{}},
    };
    return presets;
}

const FigurePreset* findPreset(const QString& id)
{
    for (const FigurePreset& preset : figurePresets())
        if (id == QLatin1String(preset.id))
            return &preset;
    return nullptr;
}

} // namespace widgets
