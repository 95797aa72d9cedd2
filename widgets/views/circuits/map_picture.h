#pragma once

// The picture that ablation and patching share: a heat map of changes, and the places that change the metric most beside it.

#include "widgets/views/circuits/map_table.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/color_scale.h"

namespace widgets {

struct MapPicture
{
    const core::MeasuredMap& map; // of the bars
    const MapTable& table;        // its numbers, or those of a difference
    ColorScale scale;
    QString quantity; // of the colour bar
    QStringList tokens; // of the columns; empty: the table names them
    int pinned = -1;    // a place
    bool hasBars = true;
};

/// Into the panel of the plot: the map "map", the bars "most".
void drawMap(const Drawing& drawing, const MapPicture& picture);

/// The map as CSV: core::toCsv.
QString tableText(const core::MeasuredMap& map);

} // namespace widgets
