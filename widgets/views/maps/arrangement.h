#pragma once

// MapArrangement: where square maps of one size, their colour bars, signs, names and the charts beside or below them are in a
// room. The one place that decides it: of every arrangement that the room allows the one that leaves the least of it white.
// A chain is maps that follow from each other, an arrow before each, which may go on in a next line; its charts are its wide
// maps.

#include <QRectF>

#include <vector>

namespace widgets {

/// What one map of a row asks for, px.
struct MapDemand
{
    double sign = 0;       // width of the sign before it
    double heading = 0;    // width of the words over it
    double bar = 0;        // width of its colour bar; 0 = it has none
    double barHeight = 0;  // below which the bar would not fit beside it
    bool endsQuantity = false; // the last map of its quantity: it keeps its bar where not all have one
    bool hasOwnTokens = false;
    double words = 0; // of a chain: the width of the words over it where they are in two lines
    double name = 0;  // of a chain: the width of the first of them alone
    double note = 0;  // of a chain: the width of what is said beside its arrow; 0 = nothing
};

/// What a picture asks for, px of the page.
struct StageDemand
{
    int rows = 1;               // of maps: one per head
    std::vector<MapDemand> maps; // of each row
    int cells = 1;              // rows or columns of a map
    double unit = 1;            // px of ordinary type
    double heading = 0;         // a line over the maps
    double secondLine = 0;      // of a chain: a second one where the words are too wide for one
    double nameLine = 0;        // a line of a row's name above it; 0 = none
    double nameWidth = 0;       // of the widest such line
    double nameColumn = 0;      // the same left of it; 0 = not possible
    double rowTokens = 0, columnTokens = 0; // left of the maps; below them, slanted
    double flatTokens = 0, widestToken = 0; // below them, not slanted
    double tokenLine = 0; // height of a line of them: slanted ones of two neighbours are so far apart; 0 = any distance will do
    double extraBelow = 0;      // the title of the columns; of a chain: the keys below each line of maps
    std::vector<QSizeF> charts; // the least that each is readable at; the last ones go first where there is little room
    double chartTokens = 0;     // left of the charts: the rows of wide maps
    bool areChartsMain = false; // they do not go
    bool isChain = false;
    double maxSide = 1e9;
};

/// px over maps for the note on their blocks, on a page so high: `noteHeight` where they have more cells than pixels, else 0.
inline int roomOfNote(int cells, double pageHeight, int noteHeight)
{
    constexpr double largestMap = 0.4; // of the height of a page
    return cells > largestMap * pageHeight ? noteHeight : 0;
}

/// Where everything stands: maps as [row * maps + i] without their labels.
struct MapArrangement
{
    double side = 0;
    int columns = 0, lines = 0;
    bool isOneLine = true;  // the headings of a chain
    bool hasNames = false;  // … are names alone: there is no room for more
    bool hasSigns = false;  // between the maps; otherwise in the headings
    bool hasNameColumn = false;
    double tokensBelow = 0; // height of the labels of the columns
    std::vector<QRectF> maps, headings, signs, names, charts; // headings: of those that have one, else empty; no charts: no room
    std::vector<bool> showsRows, showsColumns, showsBar;
};

MapArrangement arrangeMaps(const StageDemand& demand, QSizeF room);

} // namespace widgets
