#pragma once

// Kind pens: the kinds of a family side by side, each with its colour, dash and sign. The first two are those of slots A and B.

#include "widgets/plot/figure_style.h"

class QCPGraph;

namespace widgets {

struct KindPen
{
    QColor color;
    Qt::PenStyle pen = Qt::SolidLine;
    QString sign; // "●", before the name
};

/// Of the kind at this place among its family's; after eight they begin again.
KindPen kindPen(int kind, const FigureStyle& style);

/// Among the lines of a family that of the kind on screen: thick.
void makeThick(QCPGraph& line);

} // namespace widgets
