#pragma once

// What a picture leaves out where its page is small, said in a line below it: the caption does not know the page.

#include <QStringList>

namespace widgets {

class Plot;
struct FigureStyle;

/// In the next row of the panel; nothing when nothing was left out.
void sayNoRoomFor(Plot& plot, const QStringList& leftOut, const FigureStyle& style);

} // namespace widgets
