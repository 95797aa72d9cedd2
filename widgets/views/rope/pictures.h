#pragma once

// The pictures of the figure "rope", one for each value of its option "show". To add one: its file, its row in figure.cpp.

#include "widgets/plot/figure_style.h"
#include "widgets/views/rope/head.h"
#include "widgets/views/shared/figure_pages.h"

namespace widgets {

class GridAxisRect;

extern const FigurePage ropePlanePage;    // pairs as planes, the score over distance, the angles
extern const FigurePage ropeAnglesPage;   // angle of every pair at every position, and its wavelength
extern const FigurePage ropeRelativePage; // R_i R_jᵀ = R_{i−j}, and the score when both move
extern const FigurePage ropePairingPage;  // interleaved and half-split on the same vector
extern const FigurePage ropeDistancePage; // score over distance: this pair of tokens, and the mean
extern const FigurePage ropeScalingPage;  // every kind of scaling, with the trained length

/// FigurePage::draw from a function that draws a head.
template <auto drawHead>
void drawOf(const Drawing& drawing)
{
    drawHead(drawing, *ropeHeadOf(drawing.data));
}

/// FigurePage::caption, subtitle or table from a function that describes a head; empty when nothing turns.
template <auto wordsOfHead>
QString wordsOf(const FigureData& data)
{
    const std::optional<RopeHead> head = ropeHeadOf(data);
    return head ? wordsOfHead(*head, data) : QString();
}

/// FigurePage::whyNot of pages that show B − A where both turn, and of those that never do.
QString whyNoAngleDifference(const FigureData& data);
QString whyNeverDifference(const FigureData& data);

/// The angle of every pair at positions 0 … as colours of −π … π: [position, pair].
Grid angleGrid(const RopeHead& head);

/// The map "angles" in a new grid rect in this row of the panel; of the difference where that is drawn.
GridAxisRect* addAngleMap(const Drawing& drawing, int row, const RopeHead& head);

/// Where a chart is: its heading, and itself in the row below.
struct ChartPlace
{
    QCPLayoutGrid* in;
    int row = 0, column = 0;
};

/// Px of ordinary type: a panel of a comparison that has room for one thing beside its words.
inline constexpr double narrowRope = 260;

/// The pairs that have a plane in this style, in the order of the cells of "planes".
std::vector<int> ropeShownPairs(const RopeHead& head, const FigureStyle& style);

/// Score of the chosen query and key at distances 0 …: times the scale of the scores.
QVector<double> scoreCurve(const RopeHead& head, const core::PairProducts& products);

/// “is” at 11.
QString tokenAt(const FigureData& data, int position);

/// "one turn in 78 tokens"; long ones in thousands.
QString turnLength(double wavelength);

} // namespace widgets
