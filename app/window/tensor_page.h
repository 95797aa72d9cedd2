#pragma once

// Which page a tensor opens in the window: that of a box in the diagram, and of a step.

#include <QString>

namespace app {

class MainWindow;

/// The page that shows it best, of those that are there; false: none shows it of the run on screen.
bool showPageOf(MainWindow& window, const QString& tensor);

} // namespace app
