#pragma once

// PageWords: title, caption and notes around a figure in a file, and how much of the page is left for the picture. The words have
// the lines they need; a caption that would take too much of the page is shortened, whole sentences only. Where the panels of a
// comparison need more, the caption goes and then what a cell is; then the difference, which is said; then title and fairness.

#include "widgets/figure/shown_panels.h"
#include "widgets/plot/chip_element.h"
#include "widgets/plot/panel_layout.h"

#include <functional>

namespace widgets {

class Plot;

struct PageWords
{
    QString title, subtitle, fairness, caption; // empty: not written
    double height = 0; // px of all of them with the space between
};

/// REQUIRES: whyNothing() is empty.
PageWords pageWords(const ShownPanels& shown, const FigureStyle& style);

/// Gives `set` fewer and fewer whole sentences of the caption, at last none, as long as `isTooMuch` is true of what was set last.
void shortenCaption(
    const ShownPanels& shown, const std::function<bool()>& isTooMuch, const std::function<void(const QString&)>& set);

/// What of them the page has room for beside words of this height (0 on screen): all, or all but the difference. Where there is
/// room for neither, all.
ShownPanels fittingPanels(const ShownPanels& shown, const FigureStyle& style, double wordsHeight);

/// Whether a page of this style has room for all of them.
bool fitAll(const ShownPanels& shown, const FigureStyle& style);

/// Where the panels are on the page, less words of this height and the caveats.
PanelLayout panelsOf(const ShownPanels& shown, const FigureStyle& style, double wordsHeight);

/// What is above the panels: what must be known before reading them.
std::vector<Chip> chipsOf(const ShownPanels& shown, bool scalesDiffer);

/// px that they take of the page at most; 0 without any.
double chipsHeight(const ShownPanels& shown, const FigureStyle& style);

/// What the keys of the plot say of colours that are not plain, "Colours: weight log": for a page without keys, whose caption may
/// have no room. Empty: all are plain.
QString keyWords(const Plot& plot);

/// The page, as high as the panels of a comparison need it, up to three times its height; as it is where that is not enough.
FigureStyle withRoom(const FigureInfo& info, const FigureData& data, const FigureStyle& style);

/// Why the panels of a comparison cannot be drawn on a page of this size, and which width they need; empty when they can.
QString whyNoRoom(const FigureInfo& info, const FigureData& data, const FigureStyle& style);
QString whyNoRoom(const ShownPanels& shown, const FigureStyle& style);

/// The same when words of this height are around the picture: 0 on screen.
QString whyNoRoom(const ShownPanels& shown, const FigureStyle& style, double wordsHeight);

} // namespace widgets
