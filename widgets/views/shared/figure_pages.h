#pragma once

// Figures of several pages: the option "show" names one, the first is shown without. To add a page to such a figure: its
// FigurePage, its place in the list of the figure, and its label in the switch of the view.

#include "widgets/figure/figure.h"
#include "widgets/plot/panel_layout.h"

#include <QStringList>

#include <span>

namespace widgets {

/// Which page is shown.
inline constexpr TextOption showOption{"show"};

/// One page: what is its own of a FigureInfo, and means the same there. What is null it does not have.
struct FigurePage
{
    const char* id;              // "token", the word of "show"
    const char* title = nullptr; // QT_TRANSLATE_NOOP("figures", …); null: that of the figure
    void (*draw)(const Drawing& drawing);
    QString (*caption)(const FigureData& data);
    QString (*whyNot)(const FigureData& data) = nullptr;
    QString (*subtitle)(const FigureData& data);
    QString (*table)(const FigureData& data) = nullptr;
    std::vector<Metric> (*metrics)(const FigureData& data) = nullptr;
    Needs (*needs)(const FigureData& data) = nullptr;
    FigureOptions (*options)(const FigureData& data) = nullptr;
    QSizeF (*minPanel)(const FigureData& data) = nullptr; // null: that of a map
    std::vector<Caveat> (*caveats)(const FigureData& data) = nullptr;
    QSizeF minRoom = {}; // px of ordinary type of the page without its words: on a smaller one a sentence is in its place
    QSizeF orRoom = {}; // or of this shape; empty: of none
    const char* concepts = ""; // "C08 C11", of docs/concepts.md
};

/// FigurePage::minPanel that is the same for all data.
template <int width, int height>
QSizeF minPanelOf(const FigureData&)
{
    return {width, height};
}

/// The page that the options name; the first for anything else.
inline const FigurePage& pageOf(std::span<const FigurePage* const> pages, const FigureData& data)
{
    const QString show = showOption.in(data);
    for (const FigurePage* page : pages)
        if (show == QLatin1String(page->id))
            return *page;
    return *pages.front();
}

/// Options that show each page once (FigureInfo::variants).
inline std::vector<QVariantMap> pageVariants(std::span<const FigurePage* const> pages)
{
    std::vector<QVariantMap> all;
    for (const FigurePage* page : pages)
        all.push_back({{showOption.name(), QString::fromLatin1(page->id)}});
    return all;
}

/// The words of "show" that a figure understands, in order: for the switch of its view. Empty: it has no pages.
inline QStringList pageIds(const FigureInfo& figure)
{
    QStringList ids;
    for (const QVariantMap& variant : figure.variants ? figure.variants() : std::vector<QVariantMap>())
        if (const QString id = showOption.in(variant); !id.isEmpty() && !ids.contains(id))
            ids << id;
    return ids;
}

/// What a function of the shown page says; nothing when the page does not have it.
template <const auto& pages, auto function>
auto ofPage(const FigureData& data)
{
    const auto ask = pageOf(pages, data).*function;
    return ask ? ask(data) : decltype(ask(data))();
}

/// "show", and the options of all pages: a value is remembered while another page is on screen.
template <const auto& pages>
FigureOptions optionsOfPages(const FigureData& data)
{
    QStringList ids;
    for (const FigurePage* page : pages)
        ids << QString::fromLatin1(page->id);
    FigureOptions all{showOption.oneOf(ids)};
    for (const FigurePage* page : pages)
        if (page->options)
            addOptions(all, page->options(data));
    return all;
}

inline QString lacksNothing(const FigureData&) { return {}; }

/// The picture of a page, or the sentence that there is no room for it.
void drawPage(const FigurePage& page, const Drawing& drawing);

/// A figure that is what its shown page is. `whyNone` says what is missing for every page, and is asked before the page.
template <const auto& pages, QString (*whyNone)(const FigureData&) = lacksNothing>
constexpr FigureInfo figureOf(const char* id, const char* title)
{
    return {.id = id,
        .title = title,
        .draw = [](const Drawing& drawing) { drawPage(pageOf(pages, drawing.data), drawing); },
        .caption = ofPage<pages, &FigurePage::caption>,
        .whyNot =
            [](const FigureData& data) {
                const QString reason = whyNone(data);
                return reason.isEmpty() ? ofPage<pages, &FigurePage::whyNot>(data) : reason;
            },
        .subtitle = ofPage<pages, &FigurePage::subtitle>,
        .titleFor = [](const FigureData& data) { return pageOf(pages, data).title; },
        .table = ofPage<pages, &FigurePage::table>,
        .metrics = ofPage<pages, &FigurePage::metrics>,
        .needs = ofPage<pages, &FigurePage::needs>,
        .options = optionsOfPages<pages>,
        .variants = [] { return pageVariants(pages); },
        .minPanel =
            [](const FigureData& data) {
                const auto least = pageOf(pages, data).minPanel;
                return least ? least(data) : panelOfMap;
            },
        .caveats = ofPage<pages, &FigurePage::caveats>,
        .concepts = [](const FigureData& data) { return pageOf(pages, data).concepts; }};
}

} // namespace widgets
