#pragma once

// Dimmed: what is on screen but does not hold now, in its place and at its size.

class QWidget;

namespace widgets {

void setDimmed(QWidget* widget, bool isDimmed);

/// It, or what it is a part of.
bool isDimmed(const QWidget* widget);

} // namespace widgets
