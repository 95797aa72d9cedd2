#pragma once

// AccessiblePlot: a picture as screen readers meet it: a table of its numbers with a header for each row and column, the parts of
// the picture (maps, lines, bars) below each other. Installed by the first Plot.

#include <QStringList>

namespace widgets {

class Plot;

void installAccessiblePlots();

/// The number at the cursor of the keyboard, exactly: of a line its place and its value. Empty: none is there.
QStringList numbersAt(const Plot& plot);

/// Says the number at the cursor of the keyboard to screen readers, with its headers.
void tellNumber(Plot& plot);

} // namespace widgets
