#pragma once

// ShownPanels: what is known of a picture before it is drawn: its panels, why one of them stays empty, and what is said
// above them. Found out once for a drawing; its words, its layout and its panels are all made from that.

#include "widgets/figure/caveats.h"
#include "widgets/figure/figure.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace widgets {

struct ShownPanels
{
    const FigureInfo& info;
    FigureData data;
    std::vector<Side> sides;     // shownSides(); one of A and B where the other lacks what a picture of both needs; a missing
                                 // difference leaves its room to A and B
    QStringList whyNot;          // of each of them why it has no picture; empty when it has one
    QString missing;             // what is said above the panels in place of a side or difference; else empty
    std::vector<Caveat> caveats; // of all panels; none when the figure is not of a run
    bool hasChips = true;        // these stand above the panels; false: the window has a place of its own for them

    bool areSeveral() const { return sides.size() > 1; }

    /// A and B beside each other, in panels or in one picture: the page has to have room for both.
    bool areCompared() const { return areSeveral() || sides.front() == Side::Both; }

    /// One picture over the whole page, without a heading: a difference has one even alone.
    bool isWholePage() const { return sides.size() == 1 && sides.front() != Side::Delta; }
};

/// The one of A and B that has a picture where the other has none, so that a picture of both is that one's; else nothing.
std::optional<Side> loneSide(const FigureInfo& info, const FigureData& data);

/// The same without the difference, said to have no room. REQUIRES: several, the last of them the difference.
ShownPanels withoutDelta(const ShownPanels& shown);

/// REQUIRES: `info` lives as long as what is returned.
ShownPanels shownPanels(const FigureInfo& info, const FigureData& data);

} // namespace widgets
