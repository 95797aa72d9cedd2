#pragma once

// The titles of the axes of a picture, where they have room: a long title would run into the headings and the charts
// around its own.

class QCPAxisRect;

namespace widgets {

/// Each axis has its whole title again: before a layout, which is where fitAxisTitles finds out what has room.
void restoreAxisTitles(QCPAxisRect& rect);

/// A title that is longer than its axis and what is free at both ends of it is broken before its brackets: "dimension" over
/// "(each column is the mean of 2)"; one that is still too long is left out. REQUIRES: the rect was laid out.
void fitAxisTitles(QCPAxisRect& rect);

} // namespace widgets
