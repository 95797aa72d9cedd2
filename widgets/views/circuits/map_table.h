#pragma once

// MapTable: a measured map as the rows and columns of a heat map. Rows go upwards with depth, cells are changes of the metric.

#include "core/experiments/measured_map.h"
#include "widgets/plot/grid.h"

#include <QStringList>

#include <vector>

namespace widgets {

struct MapTable
{
    Grid grid; // value − untouched; −inf where the model has no such place, or the value is not there yet
    QStringList rows, columns; // in the order of the grid; no columns: they are tokens
    int rowsOfLayer = 1;
    std::vector<int> places; // of each cell, row by row; −1: none

    /// The place of a cell; nullptr outside, or where there is none.
    const core::MeasuredPlace* placeAt(const core::MeasuredMap& map, int row, int column) const;

    /// Its row and column; −1, −1: it is not shown.
    std::pair<int, int> cellOf(int place) const;
};

/// Layers by heads, branches or experts; of one layer's neurons rows of so many that they make a square, the first one below.
MapTable tableOfLayers(const core::MeasuredMap& map);

/// Places by tokens.
MapTable tableOfTokens(const core::MeasuredMap& map);

/// The places that change the metric most, at most so many, largest change first; of those whose value is there.
std::vector<int> mostChanged(const core::MeasuredMap& map, std::size_t most);

/// How the value of a place differs from that of the untouched run; not finite: not known.
double changeAt(const core::MeasuredMap& map, int place);

/// Its name in the current language, without its token: "L3 H2", "L1 attention", "L3 #17" of a neuron.
QString placeName(const core::MeasuredPlace& place);

/// The same in a sentence: "neuron 17 of L3", "expert 2 of L1", "the attention of L0"; "L3 H2" of a head.
QString placeWords(const core::MeasuredPlace& place);

} // namespace widgets
