#pragma once

// TabOrder: Tab follows the eye: the controls of an area come in the order in which its layouts place them, whenever they were made.

class QWidget;

namespace widgets {

/// Orders what takes the focus in this area and in all that is in it, hidden parts too: along boxes, line by line in grids; what is
/// in no layout comes last. To be called again after parts were made or moved.
void followTheEye(QWidget& area);

} // namespace widgets
