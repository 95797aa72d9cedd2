#pragma once

// The exact numbers under the mouse.

#include <QStringList>

namespace widgets {

class Plot;

/// One number for each map of the plot that has a hovered cell, with all its digits: one, or those of A, B and their difference.
/// Cells of a wall are whole maps and have none; a masked cell is "−∞".
QStringList hoveredNumbers(const Plot& plot);

} // namespace widgets
