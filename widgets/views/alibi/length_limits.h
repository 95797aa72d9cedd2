#pragma once

// Lengths of a text that matter in a chart over distance or length: where the prompt ends, and how long the texts of the
// training were. Dashed lines over the chart, named above it.

#include "widgets/plot/figure_style.h"

#include <QString>

class QCPAxisRect;

namespace widgets {

class Plot;

struct TextLengths
{
    int prompt = 0;  // tokens
    int trained = 0; // of the model; 0: not known
    int shown = 0;   // end of the axis
    QString ofTraining = {}; // the name of its line: contextMark()
};

/// Marks both on the lower axis, whose range and scale are set. Makes room for the names.
void addLengthLimits(Plot& plot, QCPAxisRect* rect, const TextLengths& lengths, const FigureStyle& style);

} // namespace widgets
