#pragma once

// The parts of the page of relative positions: tables of distances as maps, the staircase of buckets, the bias of all heads, and
// a term of the score of the selected head over the distance.

#include "widgets/views/positions/relative_runs.h"

#include <vector>

class QCPLayoutGrid;

namespace widgets {

/// How the line of a term's means is named, before the term.
inline constexpr QLatin1String meanOfTerm("mean ");

struct RelativeCell
{
    enum What
    {
        Table,   // rows of vectors by distance
        Vectors, // u and v
        Steps,   // distance → row
        Heads,   // bias of each head
        Term     // of the selected head
    };
    What what = Term;
    std::size_t index = 0; // of the table, or of the term
    int rank = 0;          // lower: it is kept where there is less room
};

/// All parts of a kind, in the order of the page.
std::vector<RelativeCell> relativeCells(const core::RelativeTerms& terms);

/// What a part is called above it.
QString headingOf(const RelativeRun& shown, const RelativeCell& cell);

/// Draws a part with its heading below what is in the column. REQUIRES: shown.terms.
void drawRelativeCell(const Drawing& drawing, QCPLayoutGrid& column, const RelativeRun& shown, const RelativeCell& cell);

} // namespace widgets
