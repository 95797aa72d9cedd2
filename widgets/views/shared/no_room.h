#pragma once

// A line below a picture that names what a small page leaves out: the caption does not know the page.

#include <QStringList>

namespace widgets {

class Plot;
struct FigureStyle;

/// What leftOutOf() tells of the plot, and a line in the next row of the panel where the style has it.
void sayBelow(Plot& plot, const QString& sentence, const FigureStyle& style);

/// Whether a picture has left out anything.
bool saysLeftOut(const Plot& plot);

/// "No room for the reach over depth: a larger window or page has it.", shorter where that is wider than the line, and a count where
/// the names would take more than two lines.
QString noRoomText(const Plot& plot, const QStringList& leftOut, double width, const FigureStyle& style);

/// px that the line of what was left out takes.
double noRoomHeight(Plot& plot, const QStringList& leftOut, const FigureStyle& style);

/// Whether pages of this style say so: in a column of a paper every line is one less of the picture, and its caption has words.
bool saysNoRoom(const FigureStyle& style);

/// What was left out, in such a line; nothing when nothing was, in a column of a paper, or where the picture needs the height of the line.
void sayNoRoomFor(Plot& plot, const QStringList& leftOut, const FigureStyle& style);

/// The height of that line left free: in the panel beside one that has it, so that the pictures of both stay equally large.
void leaveNoRoomLine(Plot& plot, const QStringList& leftOut, const FigureStyle& style);

} // namespace widgets
