#pragma once

// MaskedCells: which numbers of a part of a picture are none, because their cells are masked: the table on screen and screen
// readers say so. A map keeps its masks as a property, for those who read it back; how it is drawn is its own business.

#include "widgets/plot/grid.h"
#include "widgets/plot/plotted_numbers.h"

#include <vector>

class QObject;

namespace widgets {

/// The masks of a map: one, or one a tile of a wall; −∞ where a cell is masked. Empty: its own −∞ are what is masked.
void setCellMasks(QObject& map, std::vector<Grid> masks);

/// One a number of the part; empty where it is no map.
std::vector<bool> maskedCells(const PlottedPart& part);

} // namespace widgets
