#pragma once

// keptApart: where labels in a column stand when there is no room for each beside what it names.

#include <vector>

namespace widgets {

/// Ascending places, `step` apart, as near to the wanted ones (ascending) as they can be so: where some would touch, their middle
/// is that of the places they want. None is behind `last`, nor before `first` unless there are too many.
std::vector<double> keptApart(const std::vector<double>& wanted, double step, double first, double last);

} // namespace widgets
