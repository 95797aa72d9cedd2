#pragma once

// compose: a figure in the mode of its slots. Draws each side in a panel of its own, with a heading, the caveats of that run,
// and what must be said when scales or weights are not shared.

#include "widgets/figure/figure.h"

#include <limits>
#include <utility>
#include <vector>

namespace widgets {

struct Chip; // widgets/plot/chip_element.h
struct ShownPanels; // widgets/figure/shown_panels.h

/// Empties the plot and draws the figure: one side over the whole page, or A | B | Δ in the
/// arrangement that the page has room for (panel_layout.h), else why it has none. The same for screen and files.
/// REQUIRES: info.whyNot(data) is empty.
void composeFigure(Plot& plot, const FigureInfo& info, const FigureData& data, const FigureStyle& style);

/// The same when words of this height (px) are to be put around it (page_words.h): 0 on screen. Result: what must not be missed
/// beside the picture, for the caller to show where the panels leave it to it (ShownPanels::hasChips).
std::vector<Chip> composeFigure(Plot& plot, const ShownPanels& shown, const FigureStyle& style, double wordsHeight);

/// Why there is nothing at all to draw; empty when at least one side has a picture.
QString whyNothing(const FigureInfo& info, const FigureData& data);

/// The caption: of the shown side, or of A and of B, each named.
QString composedCaption(const FigureInfo& info, const FigureData& data);

/// What the sides of these panels say, composed once: some is read from all of a long trace.
class Captions
{
public:
    Captions() = default;
    explicit Captions(const ShownPanels& shown);

    /// One text a side that has something to say, of at most so many sentences; where there are several, each side is named.
    QStringList ofSides(int maxSentences = std::numeric_limits<int>::max()) const;

    /// All of them together.
    QString text(int maxSentences = std::numeric_limits<int>::max()) const;

private:
    bool m_areSeveral = false;
    std::vector<std::pair<Side, QString>> m_sides;
};

} // namespace widgets
