#include "widgets/plot/theme.h"

#include "widgets/plot/outlined_style.h"
#include "widgets/plot/strong_type.h"

#include <QApplication>
#include <QEvent>
#include <QLocale>
#include <QPointer>
#include <QWidget>

#include <algorithm>
#include <vector>

namespace widgets {

namespace {

constexpr QColor rgb(QRgb value) { return QColor(qRed(value), qGreen(value), qBlue(value)); }

Theme lightTheme()
{
    Theme t;
    t.id = ThemeId::Light;
    t.window = rgb(0xF4F5F7);
    t.surface = rgb(0xFFFFFF);
    t.surfaceAlt = rgb(0xEBEEF2);
    t.border = rgb(0xC9CED6);
    t.borderStrong = rgb(0x727C8B);
    t.text = rgb(0x1B1F24);
    t.text2 = rgb(0x4A5361);
    t.disabled = rgb(0x8A93A1);
    t.accent = rgb(0x0B5CAD);
    t.onAccent = rgb(0xFFFFFF);
    t.selection = rgb(0xCFE3F8);
    t.selectionText = rgb(0x0B2E52);
    t.ok = rgb(0x18713A);
    t.okSurface = rgb(0xE3F5E8);
    t.warning = rgb(0x855800);
    t.warningSurface = rgb(0xFFF4D6);
    t.error = rgb(0xB42318);
    t.errorSurface = rgb(0xFDE7E4);
    t.info = rgb(0x0B5CAD);
    t.infoSurface = rgb(0xE3EFFB);
    t.slotA = rgb(0x0067A6);
    t.slotB = rgb(0xB84A00);
    t.q = rgb(0x2873D5);
    t.k = rgb(0xBE450B);
    t.v = rgb(0x064226);
    t.o = rgb(0x6A0E6C);
    t.hatch = rgb(0x8A93A1);
    return t;
}

Theme darkTheme()
{
    Theme t;
    t.id = ThemeId::Dark;
    t.window = rgb(0x1B1E23);
    t.surface = rgb(0x14171B);
    t.surfaceAlt = rgb(0x252A31);
    t.border = rgb(0x3A414B);
    t.borderStrong = rgb(0x818B9A);
    t.text = rgb(0xE8EBEF);
    t.text2 = rgb(0xB3BBC6);
    t.disabled = rgb(0x6F7885);
    t.accent = rgb(0x6CB2F5);
    t.onAccent = rgb(0x0B1B2B);
    t.selection = rgb(0x1F4A75);
    t.selectionText = rgb(0xFFFFFF);
    t.ok = rgb(0x5CC777);
    t.okSurface = rgb(0x16321F);
    t.warning = rgb(0xE3B341);
    t.warningSurface = rgb(0x3A2F12);
    t.error = rgb(0xFF8A80);
    t.errorSurface = rgb(0x421E1B);
    t.info = rgb(0x6CB2F5);
    t.infoSurface = rgb(0x16304A);
    t.slotA = rgb(0x5AB4F0);
    t.slotB = rgb(0xFF9A4D);
    t.q = rgb(0x2B85E4);
    t.k = rgb(0xEE682B);
    t.v = rgb(0x70FB9E);
    t.o = rgb(0xD695B8);
    t.hatch = rgb(0x6F7885);
    return t;
}

/// White on black. What is marked has a light colour or a strong edge, never a shade of grey alone.
Theme highContrastTheme()
{
    Theme t;
    t.id = ThemeId::HighContrast;
    t.window = t.surface = rgb(0x000000);
    t.surfaceAlt = rgb(0x141414);
    t.border = rgb(0xB0B0B0);
    t.borderStrong = rgb(0xFFFFFF);
    t.text = rgb(0xFFFFFF);
    t.text2 = rgb(0xE6E6E6);
    t.disabled = t.hatch = rgb(0xA6A6A6);
    t.accent = rgb(0xFFD600);
    t.onAccent = rgb(0x000000);
    t.selection = rgb(0x0058AA);
    t.selectionText = rgb(0xFFFFFF);
    t.ok = rgb(0x6FE08A);
    t.okSurface = rgb(0x00280F);
    t.warning = rgb(0xFFD24D);
    t.warningSurface = rgb(0x2E2400);
    t.error = rgb(0xFF9C94);
    t.errorSurface = rgb(0x3A0A06);
    t.info = rgb(0x8CCBFF);
    t.infoSurface = rgb(0x002038);
    t.slotA = rgb(0x5CC8FF);
    t.slotB = rgb(0xFF9F40);
    t.q = rgb(0x3F9CFE);
    t.k = rgb(0xF57249);
    t.v = rgb(0xD3FEB8);
    t.o = rgb(0xF1C2E8);
    return t;
}

/// Light, with the contrast a beamer in a bright room leaves nothing of otherwise.
Theme projectorTheme()
{
    Theme t = lightTheme();
    t.id = ThemeId::Projector;
    t.window = t.surface = rgb(0xFFFFFF);
    t.text = rgb(0x000000);
    t.text2 = rgb(0x333333);
    t.accent = t.info = rgb(0x00478F);
    t.border = t.borderStrong = t.disabled = t.hatch = rgb(0x59636F); // no grey is lighter
    t.selection = rgb(0xB3D4F5);
    t.selectionText = rgb(0x000000);
    t.scale = 1.6;
    return t;
}

Theme& themeInForce()
{
    static Theme theme = lightTheme();
    return theme;
}

double& factorInForce()
{
    static double factor = 1;
    return factor;
}

Script& scriptInForce()
{
    static Script script = Script::Latin;
    return script;
}

void applyFont()
{
    if (qobject_cast<QApplication*>(QCoreApplication::instance()))
        QApplication::setFont(fontOf(TextRole::Body, currentTheme()));
}

} // namespace

const Theme& themeOf(ThemeId id)
{
    static const Theme themes[] = {lightTheme(), darkTheme(), highContrastTheme(), projectorTheme()};
    return themes[std::size_t(id)];
}

QString themeWord(ThemeId id)
{
    static const QString words[]
        = {QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("high_contrast"), QStringLiteral("projector")};
    return words[std::size_t(id)];
}

std::span<const ThemeId> allThemes()
{
    static constexpr ThemeId all[] = {ThemeId::Light, ThemeId::Dark, ThemeId::HighContrast, ThemeId::Projector};
    return all;
}

QString themeWords()
{
    QStringList words;
    for (const ThemeId theme : allThemes())
        words << themeWord(theme);
    return words.join(QStringLiteral(", "));
}

QPalette paletteOf(const Theme& t)
{
    QPalette p;
    p.setColor(QPalette::Window, t.window);
    p.setColor(QPalette::WindowText, t.text);
    p.setColor(QPalette::Base, t.surface);
    p.setColor(QPalette::AlternateBase, t.surfaceAlt);
    p.setColor(QPalette::Text, t.text);
    p.setColor(QPalette::PlaceholderText, t.disabled);
    p.setColor(QPalette::Button, t.surfaceAlt);
    p.setColor(QPalette::ButtonText, t.text);
    p.setColor(QPalette::BrightText, t.error);
    p.setColor(QPalette::Highlight, t.accent);
    p.setColor(QPalette::HighlightedText, t.onAccent);
    p.setColor(QPalette::Link, t.accent);
    p.setColor(QPalette::LinkVisited, t.accent);
    p.setColor(QPalette::ToolTipBase, t.surface);
    p.setColor(QPalette::ToolTipText, t.text);
    p.setColor(QPalette::Light, t.surface);
    p.setColor(QPalette::Midlight, t.surfaceAlt);
    p.setColor(QPalette::Mid, t.border);
    p.setColor(QPalette::Dark, t.border);
    p.setColor(QPalette::Shadow, t.borderStrong);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, t.disabled);
    p.setColor(QPalette::Disabled, QPalette::Highlight, t.border);
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, t.text2);
    return p;
}

Script scriptOf(const QString& language)
{
    const QLocale::Script script = QLocale(language).script();
    return script == QLocale::SimplifiedHanScript || script == QLocale::TraditionalHanScript ? Script::Han : Script::Latin;
}

QStringList fontFamilies(Script script)
{
    // The Chinese faces are named: left to itself the system takes Japanese shapes in every locale but Chinese.
    const QStringList latin{QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")};
    const QStringList han{
        QStringLiteral("Noto Sans CJK SC"), QStringLiteral("WenQuanYi Micro Hei"), QStringLiteral("Droid Sans Fallback")};
    return script == Script::Han ? han + latin : latin + han;
}

QFont fontOf(TextRole role, const Theme& theme, Script script)
{
    const bool isHan = script == Script::Han;
    QFont font;
    font.setFamilies(role == TextRole::Mono ? QStringList{QStringLiteral("DejaVu Sans Mono"),
                         QStringLiteral("Noto Sans Mono CJK SC"), QStringLiteral("WenQuanYi Micro Hei Mono")}
                                            : fontFamilies(script));
    double points = 10;
    switch (role) {
    case TextRole::Caption:
        points = isHan ? 10 : 9;
        break;
    case TextRole::Body:
    case TextRole::Label:
    case TextRole::Mono:
        points = isHan ? 10.5 : 10;
        break;
    case TextRole::Section:
        points = 12;
        break;
    case TextRole::Title:
        points = 15;
        break;
    case TextRole::Display:
        points = 20;
        break;
    }
    font.setPointSizeF(points * theme.scale);
    if (isHan)
        font.setHintingPreference(QFont::PreferNoHinting); // words in it may be bold: see makeBold()
    if (role == TextRole::Section || role == TextRole::Title || role == TextRole::Display)
        isHan ? makeBold(font) : font.setWeight(QFont::DemiBold); // Chinese faces have no semibold
    return font;
}

const Theme& currentTheme() { return themeInForce(); }

Script currentScript() { return scriptInForce(); }

/// Times ordinary type, also where a person wants it large and presents it: larger type leaves no room for a picture.
constexpr double largestType = 2;

void setCurrentTheme(ThemeId id)
{
    themeInForce() = themeOf(id);
    themeInForce().scale = std::min(themeOf(id).scale * factorInForce(), largestType);
    if (!qobject_cast<QApplication*>(QCoreApplication::instance()))
        return;
    if (!qobject_cast<const OutlinedStyle*>(QApplication::style()))
        QApplication::setStyle(new OutlinedStyle); // the application takes it
    QApplication::setPalette(paletteOf(themeOf(id)));
    applyFont();
}

void setTypeFactor(double factor)
{
    factorInForce() = std::clamp(factor, 1.0, 2.0);
    setCurrentTheme(currentTheme().id);
    if (!qobject_cast<QApplication*>(QCoreApplication::instance()))
        return;
    // The palette is the same: who has a font of its own hears of nothing.
    std::vector<QPointer<QWidget>> all;
    for (QWidget* const widget : QApplication::allWidgets())
        all.emplace_back(widget);
    for (const QPointer<QWidget>& widget : all)
        if (widget) { // one before it may have rebuilt its parts
            QEvent change(QEvent::PaletteChange);
            QCoreApplication::sendEvent(widget, &change);
        }
}

double typeFactor() { return currentTheme().scale / themeOf(currentTheme().id).scale; }

void setCurrentLanguage(const QString& language)
{
    speak(language);
    applyFont();
}

void speak(const QString& language) { scriptInForce() = scriptOf(language); }

} // namespace widgets
