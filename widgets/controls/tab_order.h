#pragma once

// TabOrder: Tab follows the eye: the controls of an area come in the order in which its layouts place them, whenever they were made.

class QStackedWidget;
class QWidget;

namespace widgets {

/// Orders what takes the focus in this area and in all that is in it, hidden parts too: along boxes, line by line in grids; what is
/// in no layout comes last. Of `pages` only the one on screen: the others when they are shown. To be called again after parts were
/// made, moved or shown.
void followTheEye(QWidget& area, const QStackedWidget* pages = nullptr);

} // namespace widgets
