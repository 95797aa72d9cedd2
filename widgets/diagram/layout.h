#pragma once

// Where the nodes of a diagram stand.

#include "widgets/diagram/structure.h"

#include <QFont>

namespace widgets {

/// Places the nodes of a strip inside `area`; returns the height that it needs at this size of type.
double layOutStrip(Diagram& strip, const QRectF& area, const QFont& font, double scale);

/// The rectangle turned over between two edges, of which this is the sum: 2 to 3 of 0 to 10 becomes 7 to 8.
QRectF mirrored(const QRectF& rect, double edges);

/// Places the nodes inside `area`, the input at the bottom and the output on top; returns the height that they need at this size
/// of type (gaps shrink first, then boxes, down to their text).
double layOut(Diagram& diagram, const QRectF& area, const QFont& font, double scale);

/// Px of a width, times `scale`, from which on the model and the spread out block are side by side.
inline constexpr double minWideDiagram = 400;

/// The same for a wide area: on the left the model, its blocks on the stream; on the right one of them spread out.
double layOutWide(Diagram& diagram, const QRectF& area, const QFont& font, double scale);

} // namespace widgets
