#pragma once

#include <QString>

#include <string>

namespace app {

class MainWindow;

/// Shows the window (offscreen), waits until its first result is drawn, and writes its picture. `size` is "1366x768".
/// Returns the exit code; throws core::Error for a bad size or a file that cannot be written, and when nothing is drawn.
int takeScreenshot(MainWindow& window, const QString& path, const std::string& size);

/// Runs the event loop until nothing has been painted for `quietMs`. Returns the milliseconds until the last paint ended.
double settle(int quietMs = 40);

/// Waits until the page on screen is whole: nothing is computed for it any more, and it is painted.
void settlePage(MainWindow& window, int quietMs = 40);

} // namespace app
