#pragma once

// A line below a picture that names what a small page leaves out: the caption does not know the page.

#include <QStringList>

namespace widgets {

class Plot;
struct FigureStyle;

/// In the next row of the panel; nothing when nothing was left out.
void sayNoRoomFor(Plot& plot, const QStringList& leftOut, const FigureStyle& style);

} // namespace widgets
