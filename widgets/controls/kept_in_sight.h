#pragma once

// Kept in sight: controls of a page that its line has before the choices beside them are open (control_line.h), and words of a
// switch that it has before the others (segmented_switch.h).

#include <QWidget>

namespace widgets {

/// To be called before the control is added to a line.
inline void keepInSight(QWidget* control, bool isKept = true) { control->setProperty("isKeptInSight", isKept); }

inline bool isKeptInSight(const QWidget& control) { return control.property("isKeptInSight").toBool(); }

} // namespace widgets
