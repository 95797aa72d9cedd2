#pragma once

// A figure is one function that draws a run into a Plot: the same for the screen, the export and the command line.

#include "widgets/run_result.h"
#include "widgets/selection_model.h"

#include <QString>
#include <QVariantMap>

#include <span>

namespace widgets {

class Plot;        // widgets/plot/plot.h
struct FigureStyle; // widgets/figure/figure_style.h

/// Everything a figure depends on besides its style.
struct FigureData
{
    RunPtr a;            // slot A; null = nothing computed yet
    RunPtr b;            // slot B; may be null
    Selection selection; // pinned
    QVariantMap options; // of this figure, e.g. {"stage": "pattern", "scale": "log"}; missing = default
};

struct FigureInfo
{
    const char* id;    // "attention", as on the command line
    const char* title; // QT_TRANSLATE_NOOP("figures", …)

    /// Empties the plot and draws the picture, without title and caption: buildFigure puts those around it when
    /// style.showTitle. Called again for every change: no state but `data`.
    void (*draw)(Plot& plot, const FigureData& data, const FigureStyle& style);

    /// One sentence with the live numbers, in the current language.
    QString (*caption)(const FigureData& data);

    /// Why there is nothing to draw (empty when there is), in the current language.
    QString (*whyNot)(const FigureData& data);

    /// One line under the title that says what a cell is, in the current language. May be null.
    QString (*subtitle)(const FigureData& data) = nullptr;

    /// Another title for this run, QT_TRANSLATE_NOOP("figures", …); null, or returning null: `title`.
    const char* (*titleFor)(const FigureData& data) = nullptr;

    /// The numbers of the picture as CSV: "." decimals, "," between, a head line with names, LF. Null: it has none.
    QString (*table)(const FigureData& data) = nullptr;

    /// Whether the picture is of the run, so that what limits the run is said in it (caveats.h).
    bool isOfRun = true;
};

/// The title in the current language.
QString titleText(const FigureInfo& figure, const FigureData& data);

/// Every figure, in the order of `cutaway list figures`: gathered from the views (view_registry.cpp).
std::span<const FigureInfo> allFigures();
const FigureInfo* findFigure(const QString& id);

} // namespace widgets
