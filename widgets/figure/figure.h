#pragma once

// A figure is one function that draws a run into a Plot: the same for the screen, the export and the command line.

#include "widgets/figure/needs.h"
#include "widgets/figure/options.h"
#include "widgets/run/run_result.h"
#include "widgets/run/selection_model.h"

#include <QJsonObject>
#include <QSizeF>
#include <QString>
#include <QVariantMap>

#include <span>

namespace widgets {

class Plot;        // widgets/plot/plot.h
struct FigureStyle; // widgets/plot/figure_style.h

/// How two slots are shown: --slot a|b|ab|delta|abdelta of the command line.
enum class SlotMode
{
    A,
    B,
    SideBySide,
    Delta, // B − A
    All
};

/// What draw() is to draw now: compose.h calls it once for each panel.
enum class Side
{
    A,
    B,
    Delta,
    Both // one picture that holds both runs (Comparing::Overlay)
};

/// Everything a figure depends on besides its style.
struct FigureData
{
    RunPtr a;            // slot A; null = nothing computed yet
    RunPtr b;            // slot B; may be null
    Selection selection; // pinned
    QVariantMap options; // of this figure, e.g. {"stage": "pattern", "scale": "log"}; missing = default
    SlotMode mode = SlotMode::A;     // without b it is A
    bool isLocked = true;            // A and B share their scales
    NeedResults results = {};        // of FigureInfo::needs, as far as they have come
    Side side = Side::A;             // set by compose.h
    QVariantMap measured = {};       // of a recipe: what FigureInfo::measured said; empty: it is measured
};

/// A number that measures the difference of A and B, and where it is.
struct Metric
{
    QString name;  // "max |Δ|", in the current language
    QString value;
    Selection at;  // the place that a click leads to
    bool hasPlace = false;
};

/// A choice that would give the figure something to draw: the button under the words of the empty state.
struct ChoiceOffer
{
    QString label; // "Use RoPE", in the current language
    QString key;   // "position.kind"
    QString value; // "rope"
};

/// What must be known before reading anything into a picture: a chip above it, on screen and in every file (caveats.h).
struct Caveat
{
    QString text; // in the current language
    bool isWarning = false;
};

/// What a picture is drawn from, and into: handed from function to function.
struct Drawing
{
    Plot& plot;
    const FigureData& data;
    const FigureStyle& style;
};

enum class Comparing
{
    Sides,   // draw() draws one run, or their difference, in a panel each
    Overlay, // draw() draws both runs in one picture
    Nothing  // what it shows has no slots: a training, the model's table
};

enum class Difference
{
    None,    // numbers that cannot be subtracted
    ByIndex, // of heads or components: only where the two share their weights
    Any      // of lengths, losses, probabilities
};

struct FigureInfo
{
    const char* id;    // "attention", as on the command line
    const char* title; // QT_TRANSLATE_NOOP("figures", …)

    /// Draws the picture into plot.panel(), which is empty, without title and caption: compose.h and buildFigure put those
    /// around it. Called again for every change: no state but `data`.
    void (*draw)(const Drawing& drawing);

    /// One sentence with the live numbers, in the current language.
    QString (*caption)(const FigureData& data);

    /// Why there is nothing to draw (empty when there is), in the current language.
    QString (*whyNot)(const FigureData& data);

    /// One line under the title that says what a cell is, in the current language: nothing that a picture without it would
    /// mislead about (caveats). May be null.
    QString (*subtitle)(const FigureData& data) = nullptr;

    /// Another title for this run, QT_TRANSLATE_NOOP("figures", …); null, or returning null: `title`.
    const char* (*titleFor)(const FigureData& data) = nullptr;

    /// The numbers of the picture as CSV: "." decimals, "," between, a head line with names, LF. Null: it has none.
    QString (*table)(const FigureData& data) = nullptr;

    /// Whether the picture is of the run, so that what limits the run is said in it (caveats.h).
    bool isOfRun = true;

    /// Whether it draws numbers that the pass computed, not what is known without them: a cost, the text's tokens.
    bool isOfNumbers = true;

    Comparing comparing = Comparing::Sides;
    Difference difference = Difference::None;

    /// How far apart A and B are, at most five; null: nothing to say. Called with both runs only.
    std::vector<Metric> (*metrics)(const FigureData& data) = nullptr;

    /// What must be computed before draw() and the words above can be asked for (but for parts, which may come later), of both
    /// slots; asked again with every result that comes, as one need may follow from another. Null: nothing but the runs.
    Needs (*needs)(const FigureData& data) = nullptr;

    /// The numbers of its data that no computation gives twice, times, for the recipe: drawn again, the figure is of them and
    /// its `needs` do not ask for others. Null: it has none.
    QVariantMap (*measured)(const FigureData& data) = nullptr;

    /// What a recipe that leaves alone says besides, by its words. Null: nothing.
    QJsonObject (*details)(const FigureData& data) = nullptr;

    /// The options that it understands: without a run all that they can be, with runs what these leave. Null: none.
    FigureOptions (*options)(const FigureData& data) = nullptr;

    /// The variants of this figure by its options, one map each, for the gallery and for tests; null: one, without options.
    std::vector<QVariantMap> (*variants)() = nullptr;

    /// The choice that removes the reason of whyNot(); null, or without a key: none.
    ChoiceOffer (*offer)(const FigureData& data) = nullptr;

    /// The least panel of a comparison that the picture can be read in, px of ordinary type; null: what a map with its labels and
    /// its key needs.
    QSizeF (*minPanel)(const FigureData& data) = nullptr;

    /// What this picture shows that the run did not do, or leaves out of it: of the side that is drawn. Null: nothing. Asked
    /// where whyNot() is empty.
    std::vector<Caveat> (*caveats)(const FigureData& data) = nullptr;

    /// What it shows of docs/concepts.md with these options, "C08 C11" (concepts.h). Null: none of it.
    const char* (*concepts)(const FigureData& data) = nullptr;
};

/// The title in the current language.
QString titleText(const FigureInfo& figure, const FigureData& data);

/// Every figure, in the order of `cutaway list figures`: gathered from the views (view_registry.cpp).
std::span<const FigureInfo> allFigures();
const FigureInfo* findFigure(const QString& id);

} // namespace widgets
