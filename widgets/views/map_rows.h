#pragma once

// MapRows: rows of square maps of one size with signs between them ("+", "=", "softmax →"), that share their tokens: rows are
// named at the left edge only, columns below the last row only. Where it is narrow, names and signs stand above the maps, and
// maps in two lines when they are larger so.

#include "widgets/plot/color_scale.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"

#include <vector>

namespace widgets {

struct SquareMap
{
    QString heading;  // above it: "score"
    QString sign;     // between it and the one before: "="; may be empty
    QString name;     // of the plottable
    QString quantity; // of its colour bar; neighbours of one quantity share one bar
    Grid grid;
    ColorScale scale;
    Cell pinned;
    QStringList tokens; // of its rows and columns, when they are not those of all
};

/// What stands left of a row: a heading and lines below it.
struct RowName
{
    QString heading;
    QStringList lines; // names muted, numbers bold, alternating
    bool isMarked = false;
};

struct MapRows
{
    QStringList rowTokens, columnTokens;
    std::vector<RowName> names;             // one a row; may be empty
    std::vector<std::vector<SquareMap>> rows; // as many maps in each
    double width = 0;  // px for all of it
    double height = 0;
};

/// Rows of at least `side` px that the height has room for.
int rowsThatFit(const MapRows& rows, const FigureStyle& style, double side);

/// A layout with the maps in row `row` of the panel. Takes no more room than it needs.
void addMapRows(Plot& plot, int row, const MapRows& rows, const FigureStyle& style);

} // namespace widgets
