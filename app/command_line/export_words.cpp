#include "app/command_line/export_words.h"

#include "app/base/languages.h"

#include "core/base/error.h"
#include "core/io/shown_text.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/offers.h"
#include "widgets/figure/page_words.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <cstdio>

namespace app {

namespace {

/// What --format says, else what the ending of the files means. A file's ending never says another format than it has.
std::vector<widgets::FigureFormat> formatsOf(const Arguments& arguments, const QString& pattern)
{
    const std::string known = widgets::allFormatWords().join(QStringLiteral(", ")).toStdString();
    const bool isFilledIn = pattern.contains(QStringLiteral("{ext}"));
    widgets::FigureFormat ofEnding{};
    const bool isKnown = !isFilledIn && widgets::parseFormat(QFileInfo(pattern).suffix(), &ofEnding);
    if (!arguments.has("--format") && !isFilledIn && !isKnown)
        refuse("-o", CUTAWAY_TR("no format has this extension"), known + ", {ext}", pattern.toStdString());
    if (!arguments.has("--format"))
        return {isKnown ? ofEnding : widgets::FigureFormat::Svg};

    std::vector<widgets::FigureFormat> formats;
    for (const std::string& word : splitWords(arguments.required("--format"))) {
        widgets::FigureFormat format{};
        if (!widgets::parseFormat(QString::fromStdString(word), &format))
            refuse("--format", CUTAWAY_TR("unknown format"), known, word);
        if (std::find(formats.begin(), formats.end(), format) == formats.end())
            formats.push_back(format);
    }
    if (isKnown && formats.size() == 1 && formats.front() != ofEnding)
        refuse("-o", CUTAWAY_TR("the extension is of another format"), *arguments.text("--format"), pattern.toStdString());
    return formats;
}

QString presetOf(const Arguments& arguments)
{
    const std::string id = arguments.text("--preset").value_or("slide-16x9");
    if (!widgets::findPreset(QString::fromStdString(id)))
        refuse("--preset", CUTAWAY_TR("unknown preset"), core::joinedWords(widgets::figurePresets(), &widgets::FigurePreset::id),
            id);
    return QString::fromStdString(id);
}

widgets::ThemeId themeOf(const Arguments& arguments)
{
    const std::string word = arguments.text("--theme").value_or("light");
    for (const widgets::ThemeId theme : widgets::allThemes())
        if (widgets::themeWord(theme).toStdString() == word)
            return theme;
    refuse("--theme", CUTAWAY_TR("unknown theme"), widgets::themeWords().toStdString(), word);
}

/// Falls back to the nearest face that this machine has; with a line on standard error.
widgets::FontFace faceOf(const Arguments& arguments)
{
    const std::string word = arguments.text("--font").value_or("inter");
    const std::optional<widgets::FontFace> face = widgets::fontFaceOf(QString::fromStdString(word));
    if (!face) {
        QStringList known;
        for (const widgets::FontFace one : widgets::fontFaces())
            known << widgets::fontFaceWord(one);
        refuse("--font", CUTAWAY_TR("unknown font"), known.join(QStringLiteral(", ")).toStdString(), word);
    }
    if (const QString package = widgets::missingPackage(*face); !package.isEmpty())
        std::fprintf(stderr, "%s\n",
            QCoreApplication::translate("errors", "--font %1: this font is not installed; the nearest one is used (Debian: %2)")
                .arg(QString::fromStdString(word), package)
                .toUtf8()
                .constData());
    return *face;
}

/// What one of two words says; nothing when neither was said.
std::optional<bool> saidOf(const Arguments& arguments, const char* with, const char* without)
{
    if (arguments.has(with) && arguments.has(without))
        refuse(with, CUTAWAY_TR("contradicts another option"), {}, without);
    return arguments.has(with) ? std::optional(true) : arguments.has(without) ? std::optional(false) : std::nullopt;
}

QStringList languagesOf(const Arguments& arguments)
{
    QStringList languages;
    for (const std::string& word : splitWords(arguments.text("--languages").value_or(""))) {
        if (!isLanguage(QString::fromStdString(word)))
            refuse("--languages", CUTAWAY_TR("unknown language"), languageWords(), word);
        if (!languages.contains(QString::fromStdString(word)))
            languages << QString::fromStdString(word);
    }
    return languages.isEmpty() ? QStringList{currentLanguage()} : languages;
}

} // namespace

ExportSettings exportSettingsOf(const Arguments& arguments, std::size_t figures)
{
    ExportSettings settings;
    settings.preset = presetOf(arguments);
    settings.theme = themeOf(arguments);
    settings.languages = languagesOf(arguments);
    settings.millimetres = {arguments.number("--width", 0, widgets::minPageMillimetres, widgets::maxPageMillimetres),
        arguments.number("--height", 0, widgets::minPageMillimetres, widgets::maxPageMillimetres)};
    settings.fontScale = arguments.number("--font-scale", 1, widgets::minFontScale, widgets::maxFontScale);
    settings.pngDpi = int(arguments.integer("--dpi", widgets::ordinaryPngDpi, widgets::minPngDpi, widgets::maxPngDpi));
    settings.transparent = arguments.has("--transparent");
    settings.outlines = arguments.has("--outlines");
    settings.face = faceOf(arguments);
    settings.everyCell = arguments.has("--every-cell");
    settings.showTitle = saidOf(arguments, "--with-title", "--no-title");
    settings.showCaption = saidOf(arguments, "--with-caption", "--no-caption");
    if (arguments.has("--caption") && !settings.showCaption)
        settings.showCaption = true; // who writes one wants it
    settings.showColorBar = !arguments.has("--no-color-bar");
    for (const QString& language : settings.languages) {
        if (const auto caption = arguments.text("--caption"))
            settings.captions[language] = QString::fromStdString(*caption);
        if (const auto altText = arguments.text("--alt-text"))
            settings.altTexts[language] = QString::fromStdString(*altText);
    }
    settings.everyHead = arguments.text("--head") == "all";
    settings.everyLayer = arguments.text("--layer") == "all";
    for (const std::string& word : splitWords(arguments.text("--all").value_or(""))) {
        if (word != "heads" && word != "layers")
            refuse("--all", CUTAWAY_TR("unknown word"), "heads, layers", word);
        (word == "heads" ? settings.everyHead : settings.everyLayer) = true;
    }

    settings.pattern
        = QString::fromStdString(arguments.text("-o").value_or(std::string("{figure}") + (settings.everyLayer ? "-L{layer}" : "")
            + (settings.everyHead ? "-H{head}" : "") + (settings.languages.size() > 1 ? "-{lang}" : "") + ".{ext}"));
    if (const QStringList unknown = unknownPlaceholders(settings.pattern); !unknown.isEmpty())
        refuse("-o", CUTAWAY_TR("unknown word of the template"), knownPlaceholders().join(QStringLiteral(", ")).toStdString(),
            unknown.join(QStringLiteral(", ")).toStdString());
    settings.formats = formatsOf(arguments, settings.pattern);
    if (const QStringList missing = missingPlaceholders(settings, figures); !missing.isEmpty())
        refuse("-o", CUTAWAY_TR("several files would have this name"), missing.join(QStringLiteral(", ")).toStdString(),
            settings.pattern.toStdString());
    return settings;
}

ExportSettings pageStyleOf(const Arguments& arguments)
{
    ExportSettings settings;
    settings.preset = presetOf(arguments);
    settings.theme = themeOf(arguments);
    return settings;
}

/// The words of a command line that do what an offer does.
static QString wordsOf(const widgets::ChoiceOffer& offer, bool isB)
{
    if (offer.key.isEmpty() || offer.key == QLatin1String(widgets::modelOffer))
        return offer.key.isEmpty() ? QString() : offer.value;
    if (offer.key == QLatin1String(widgets::conceptOffer)) {
        QStringList words = offer.value.split(QLatin1Char(' ')).mid(1);
        words[0].prepend(QLatin1String("--figure "));
        return words.join(QLatin1String(" --option "));
    }
    if (offer.key == QLatin1String(widgets::openingTextOffer))
        return QStringLiteral("--text TEXT");
    if (offer.key == QLatin1String(widgets::otherModelOffer))
        return QStringLiteral("--b-model ") + offer.value;
    if (offer.key != QLatin1String(widgets::comparedOffer))
        return QStringLiteral("%1 %2=%3").arg(isB ? QStringLiteral("--b-set") : QStringLiteral("--set"), offer.key, offer.value);
    QStringList words = offer.value.split(QLatin1Char(' '));
    for (QString& word : words)
        if (word.contains(QLatin1Char('=')))
            word.prepend(QLatin1String("--b-set "));
    return words.join(QLatin1Char(' '));
}

core::Error nothingToDraw(
    const QString& path, const widgets::FigureInfo& figure, const widgets::FigureData& data, const QString& reason)
{
    const std::vector<widgets::ChoiceOffer> offers = widgets::offersOf(figure, data);
    const QString wanted = wordsOf(offers.empty() ? widgets::ChoiceOffer() : offers.front(), data.mode == widgets::SlotMode::B);
    return core::Error({core::ErrorKind::Usage, path.toStdString(), figure.id,
        QCoreApplication::translate("errors", "there is nothing to draw: %1").arg(reason).toStdString(), wanted.toStdString()});
}

void writeAll(const ExportSource& source, const ExportSettings& settings, const core::RunControl& control)
{
    QString reason, path;
    bool isDrawn = false;
    for (const ExportItem& item : exportItems(source, settings, {})) {
        control.check();
        QString why = widgets::whyNothing(*source.figure, item.data);
        if (why.isEmpty() && widgets::isPicture(item.format))
            why = widgets::whyNoRoom(*source.figure, item.data, item.style);
        if (!why.isEmpty()) {
            reason = reason.isEmpty() ? why : reason;
            path = path.isEmpty() ? item.path : path;
            continue;
        }
        exportFigure(item.path, source.inputs, {*source.figure, item.data, item.style, item.format, item.pngDpi});
        isDrawn = true;
    }
    if (!isDrawn)
        throw nothingToDraw(path, *source.figure, source.data, reason);
}

} // namespace app
