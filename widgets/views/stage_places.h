#pragma once

// Where the maps of a chain of stages stand on a page: squares as large as it allows, all equal, in rows from left to right;
// the wide matrices below or beside in the room that remains. Geometry only.

#include <QRectF>

#include <functional>
#include <vector>

namespace widgets {

struct StageNeeds
{
    int squares = 0;
    int wides = 0;
    double line = 0;              // px: height of a line of headings
    double rowTokens = 0;         // left of a row of maps
    double legend = 0;            // below a map, with its distance
    double arrow = 0;             // least distance of two neighbours
    double wide = 0;              // least width of a wide map: of its heading
    std::vector<double> notes;    // of each square: the width of what is said in the gap before it; 0: nothing
    std::vector<double> headings; // of each square: the width of its name and the chosen number on one line
    std::vector<double> words;    // of each square: the wider of the two, where they stand under each other
    std::function<double(double tile)> columnTokens; // height below a map of this width
};

struct StagePlaces
{
    std::vector<QRectF> squares; // the maps themselves
    std::vector<QRectF> wides;
    int columns = 0;             // of squares
    bool isOneLine = true;       // headings: the number stands beside the name, else under it
    bool hasColumnTokens = true;
    double heading = 0;          // px of a heading over a square

    /// Whether the square is the first of its row: its arrow stands beside its heading.
    bool startsRow(int square) const { return columns > 0 && square % columns == 0; }
    /// Whether no square stands below it: it has the tokens of its column where there are any.
    bool endsColumn(int square) const { return hasColumnTokens && square + columns >= int(squares.size()); }
    bool wideStartsRow(int wide) const { return wide == 0 || wides[std::size_t(wide)].left() <= wides[0].left(); }
};

StagePlaces placeStages(const StageNeeds& needs, const QRectF& room);

} // namespace widgets
