#pragma once

// The heading over a panel: whose picture it is, in the colour of its slot.

#include "widgets/figure/fairness.h"
#include "widgets/plot/cell_plottable.h"

class QCPLayoutElement;

namespace widgets {

/// Puts sideHeading() into a cell of the plot's panel; that of both sides as two beside each other, each in its colour.
QCPLayoutElement* addSideHeading(const Drawing& drawing, Cell at, const std::pair<QString, QString>& names, Side side);

} // namespace widgets
