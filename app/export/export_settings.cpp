#include "app/export/export_settings.h"

#include "app/base/languages.h"

#include "widgets/figure/column_page.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/sides.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/head_scores.h"

#include <QDir>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <cmath>

namespace app {

namespace {

constexpr double pixelsOfMillimetre = 96 / 25.4;

/// The layers and heads that are drawn, as (layer, head).
std::vector<std::pair<int, int>> places(const ExportSource& source, const ExportSettings& settings)
{
    const widgets::Selection& at = source.data.selection;
    const widgets::RunPtr& run = source.data.a;
    std::vector<std::pair<int, int>> all;
    const core::AttentionPart part = core::attentionPart(widgets::partOption.in(source.data.options).toStdString());
    const int layers = run ? widgets::layersOf(*run, part) : 0;
    const auto headsOf = [&](int layer) { return run ? std::max(1, widgets::headsOf(*run, layer, part)) : 1; };
    for (int layer = settings.everyLayer ? 0 : at.layer; layer < (settings.everyLayer ? layers : at.layer + 1); ++layer)
        for (int head = settings.everyHead ? 0 : at.head; head < (settings.everyHead ? headsOf(layer) : at.head + 1); ++head)
            all.emplace_back(layer, head);
    return all;
}

/// With what its picture needs.
widgets::FigureData dataAt(const ExportSource& source, int layer, int head)
{
    widgets::FigureData data = source.data;
    data.selection.layer = layer;
    data.selection.head = head;
    if (source.fulfil && source.figure)
        source.fulfil(*source.figure, data);
    return data;
}

/// "alibi-terms": the figure and, where it has several, its page.
QString pageName(const ExportSource& source)
{
    const QString figure = QString::fromLatin1(source.figure->id), page = widgets::showOption.in(source.data.options);
    return page.isEmpty() ? figure : figure + QLatin1Char('-') + page;
}

QString fileName(const QString& pattern, const ExportSource& source, const ExportSettings& settings, const ExportItem& item)
{
    return QString(pattern)
        .replace("{page}", pageName(source))
        .replace("{figure}", source.figure->id)
        .replace("{layer}", QString::number(item.data.selection.layer))
        .replace("{head}", QString::number(item.data.selection.head))
        .replace("{slot}", widgets::slotModeWord(item.data.b ? item.data.mode : widgets::SlotMode::A))
        .replace("{lang}", item.style.language)
        .replace("{theme}", widgets::themeWord(item.style.theme))
        .replace("{preset}", settings.preset)
        .replace("{ext}", widgets::formatWord(item.format));
}

} // namespace

widgets::FigureStyle ExportSettings::style(const QString& language) const
{
    const widgets::FigurePreset* found = widgets::findPreset(preset);
    widgets::FigureStyle style = found ? found->style : widgets::FigureStyle{};
    if (millimetres.width() > 0)
        style.size.setWidth(millimetres.width() * pixelsOfMillimetre);
    if (millimetres.height() > 0)
        style.size.setHeight(millimetres.height() * pixelsOfMillimetre);
    style.theme = theme;
    style.language = !language.isEmpty() ? language : languages.isEmpty() ? currentLanguage() : languages.first();
    for (double* points : {&style.tickPoints, &style.labelPoints, &style.titlePoints})
        *points = widgets::drawnPoints(*points * fontScale);
    style.transparent = transparent;
    style.outlines = outlines;
    style.face = face;
    style.blocks = everyCell ? widgets::MapBlocks::EveryCell : widgets::MapBlocks::Largest;
    style.showTitle = showTitle.value_or(style.showTitle);
    style.showCaption = showCaption.value_or(style.showCaption);
    style.showColorBar = showColorBar;
    style.caption = captions.value(style.language);
    style.altText = altTexts.value(style.language);
    return style;
}

widgets::Needs missingNeeds(const ExportSource& source, const ExportSettings& settings)
{
    widgets::Needs missing;
    if (!source.figure || !source.figure->needs)
        return missing;
    for (const auto& [layer, head] : places(source, settings))
        for (widgets::Need& need : widgets::missingNeeds(*source.figure, dataAt(source, layer, head)))
            if (std::ranges::find(missing, need.id, &widgets::Need::id) == missing.end())
                missing.push_back(std::move(need));
    return missing;
}

widgets::FigureStyle pageOf(const ExportSource& source, const ExportSettings& settings, const QString& language)
{
    const widgets::FigureStyle style = settings.style(language);
    const widgets::FigurePreset* preset = widgets::findPreset(settings.preset);
    if (!preset || !preset->isColumn || settings.millimetres.height() > 0 || !source.figure
        || !widgets::whyNothing(*source.figure, source.data).isEmpty())
        return style;
    const Speaking speaking(style.language); // the words decide
    return widgets::columnPage(*source.figure, source.data, style);
}

std::vector<ExportItem> exportItems(const ExportSource& source, const ExportSettings& settings, const QString& folder)
{
    std::vector<ExportItem> items;
    const QStringList languages = settings.languages.isEmpty() ? QStringList{currentLanguage()} : settings.languages;
    for (const auto& [layer, head] : places(source, settings)) {
        ExportSource one = source;
        one.data = dataAt(source, layer, head);
        for (const QString& language : languages) {
            const widgets::FigureStyle page = pageOf(one, settings, language);
            for (const widgets::FigureFormat format : settings.formats) {
                // Numbers are the same in every language.
                if (!widgets::hasLanguage(format) && language != languages.first())
                    continue;
                ExportItem item{{}, one.data, page, format, settings.pngDpi};
                const QString name = fileName(settings.pattern, source, settings, item);
                item.path = folder.isEmpty() ? name : QDir(folder).filePath(name);
                items.push_back(std::move(item));
            }
        }
    }
    return items;
}

QStringList knownPlaceholders()
{
    return {"{page}", "{figure}", "{layer}", "{head}", "{slot}", "{lang}", "{theme}", "{preset}", "{ext}"};
}

QStringList unknownPlaceholders(const QString& pattern)
{
    static const QRegularExpression braces("\\{[^{}/]*\\}");
    QStringList unknown;
    for (auto each = braces.globalMatch(pattern); each.hasNext();)
        if (const QString word = each.next().captured(); !knownPlaceholders().contains(word))
            unknown << word;
    return unknown;
}

QString shellQuoted(const QString& text) { return "'" + QString(text).replace("'", "'\\''") + "'"; }

QStringList missingPlaceholders(const ExportSettings& settings, std::size_t figures)
{
    QStringList missing;
    const auto need = [&](bool wanted, const char* placeholder) {
        if (wanted && !settings.pattern.contains(placeholder))
            missing << placeholder;
    };
    need(figures > 1 && !settings.pattern.contains("{page}"), "{figure}");
    need(settings.everyLayer, "{layer}");
    need(settings.everyHead, "{head}");
    need(settings.languages.size() > 1, "{lang}");
    need(settings.formats.size() > 1, "{ext}");
    return missing;
}

QStringList missingPlaceholders(const std::vector<ExportItem>& items, const ExportSettings& settings)
{
    QSet<QString> paths;
    for (const ExportItem& item : items)
        paths << item.path;
    return std::size_t(paths.size()) == items.size() ? QStringList() : missingPlaceholders(settings);
}

/// The enlargement in whole percent, nearest to none, that makes the type of one style that of another; 0: there is none.
static double scaleBetween(const widgets::FigureStyle& from, const widgets::FigureStyle& to)
{
    const std::pair<double, double> sizes[]
        = {{from.tickPoints, to.tickPoints}, {from.labelPoints, to.labelPoints}, {from.titlePoints, to.titlePoints}};
    for (int away = 0; away <= 200; ++away)
        for (const int percent : {100 + away, 100 - away})
            if (percent >= 50 && percent <= 300 && std::ranges::all_of(sizes, [&](const auto& size) {
                    return std::abs(widgets::drawnPoints(size.first * percent / 100.0) - size.second) < 1e-6;
                }))
                return percent / 100.0;
    return 0;
}

QString styleWords(const widgets::FigureStyle& style)
{
    QString words;
    widgets::FigureStyle ofPreset;
    const auto same = [](double a, double b) { return std::abs(a - b) < 1e-6 * std::abs(b); };
    // The first preset whose type and lines these are, all enlarged alike.
    for (const widgets::FigurePreset& preset : widgets::figurePresets()) {
        const double scale = scaleBetween(preset.style, style);
        if (scale == 0 || !same(style.lineWidth, preset.style.lineWidth))
            continue;
        const bool isItsSize
            = same(style.size.width(), preset.style.size.width()) && same(style.size.height(), preset.style.size.height());
        if (!isItsSize && !words.isEmpty())
            continue;
        words = QString(" --preset ") + preset.id;
        if (style.blocks != widgets::MapBlocks::Mean) // else from before papers left their words to LaTeX
            ofPreset = preset.style;
        if (!same(scale, 1))
            words += QString(" --font-scale %1").arg(scale);
        if (!isItsSize)
            words += QString(" --width %1 --height %2")
                         .arg(style.size.width() / pixelsOfMillimetre)
                         .arg(style.size.height() / pixelsOfMillimetre);
        if (isItsSize)
            break;
    }
    words += " --theme " + widgets::themeWord(style.theme);
    const auto say = [&](bool is, const char* word) { words += is ? QString(" ") + word : QString(); };
    say(style.transparent, "--transparent");
    say(style.outlines, "--outlines");
    if (style.face != widgets::FontFace::Inter)
        words += " --font " + widgets::fontFaceWord(style.face);
    say(style.blocks == widgets::MapBlocks::EveryCell, "--every-cell");
    say(!style.showTitle && ofPreset.showTitle, "--no-title");
    say(style.showTitle && !ofPreset.showTitle, "--with-title");
    say(!style.showCaption && (ofPreset.showCaption || !style.caption.isEmpty()), "--no-caption");
    say(style.showCaption && !ofPreset.showCaption && style.caption.isEmpty(), "--with-caption");
    say(!style.showColorBar, "--no-color-bar");
    if (!style.caption.isEmpty())
        words += " --caption " + shellQuoted(style.caption);
    if (!style.altText.isEmpty())
        words += " --alt-text " + shellQuoted(style.altText);
    return words + " --lang " + style.language;
}

} // namespace app
