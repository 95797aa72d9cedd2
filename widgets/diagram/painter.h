#pragma once

// Paints a laid-out diagram, on screen and in files.

#include "widgets/diagram/layout.h"
#include "widgets/plot/theme.h"

#include <QPainter>

namespace widgets {

/// What is special about some nodes, by index; -1 = none.
struct DiagramMarks
{
    int current = -1;  // keyboard focus: a ring
    int hovered = -1;
    int selected = -1; // filled
    std::vector<bool> differs = {}; // framed twice; empty: none
    bool areOfA = false; // framed in the colour of A, else of B
};

/// The type in which the words have so many px, or the smallest that is read beside the others.
QFont fontInside(const QFont& font, const QString& words, double room);

void paintDiagram(
    QPainter& painter, const Diagram& diagram, const Theme& theme, const QFont& font, const DiagramMarks& marks = {});

} // namespace widgets
