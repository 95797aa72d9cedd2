#pragma once

// Marks on charts: a named place on an axis, and charts that are under each other with one left and right edge.

#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

#include <vector>

namespace widgets {

/// A thin vertical line at x with its name at the top, or at the foot where the lines drawn before leave more room; nothing
/// outside the range of the axis.
void addVerticalMark(QCPAxisRect* rect, double x, const QString& text, const FigureStyle& style);

/// A thin horizontal line at y with its name above it at the left.
void addLevelMark(QCPAxisRect* rect, double y, const QString& text, const FigureStyle& style);

/// Where the words of its marks are, px: other words keep clear of them.
std::vector<QRectF> wordsOfMarks(const QCPAxisRect& rect);

/// One left and one right edge for all. REQUIRES: they are in one plot and go together.
void alignSides(const QList<QCPAxisRect*>& rects);

} // namespace widgets
