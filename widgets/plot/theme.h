#pragma once

// Theme: the one place for colours, fonts, spacing and line widths. Light, dark, high contrast, projector.

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

#include <span>

namespace widgets {

enum class ThemeId
{
    Light,
    Dark,
    HighContrast, // white on black, every text at 7 : 1 or more
    Projector
};

struct Theme
{
    ThemeId id = ThemeId::Light;
    QColor window, surface, surfaceAlt, border, borderStrong, text, text2, disabled, accent, onAccent, selection, selectionText;
    QColor ok, okSurface, warning, warningSurface, error, errorSurface, info, infoSurface;
    QColor slotA, slotB, q, k, v, o; // categorical colours with redundant codes
    QColor hatch;                    // masked cells
    double scale = 1.0;              // of type, lines and hit targets: 1.6 for the projector; in force, times typeFactor()
};

/// Spacing in px before `scale`: the 4-px grid.
namespace space {
inline constexpr int xs = 4, s = 8, m = 12, l = 16, xl = 24, xxl = 32;
}

enum class TextRole
{
    Caption,
    Body,
    Label,
    Section,
    Title,
    Display,
    Mono
};

const Theme& themeOf(ThemeId id);
QString themeWord(ThemeId id); // "light", "dark", "high_contrast", "projector"

/// Every theme, in the order of menus.
std::span<const ThemeId> allThemes();
QString themeWords(); // of all: "light, dark, …"

QPalette paletteOf(const Theme& theme);

/// What a language is written with: its faces come first, at a size of their own.
enum class Script
{
    Latin, // and every other whose letters the Latin faces have
    Han
};
Script scriptOf(const QString& language); // "zh_CN": Han

/// The theme and script in force; widgets repaint on changeEvent(PaletteChange / LanguageChange).
const Theme& currentTheme();
Script currentScript();

/// Families that show Simplified Chinese shapes under every locale; those of the script first.
QStringList fontFamilies(Script script);
QFont fontOf(TextRole role, const Theme& theme, Script script = currentScript());
void setCurrentTheme(ThemeId id);        // also sets QApplication's palette, font and style (Fusion)
void setTypeFactor(double factor); // how large a person wants all type, 1 … 2 whatever the theme; the same notices
double typeFactor();
void setCurrentLanguage(const QString& language); // its script only; the app installs translators
void speak(const QString& language); // the same for a while, widgets are not notified: a figure in another language

} // namespace widgets
