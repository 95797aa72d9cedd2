#pragma once

// The room of the words around a picture (WordRoom, widgets/plot/figure_style.h): kept free, and measured.

#include "widgets/figure/figure.h"
#include "widgets/plot/figure_style.h"

class QCPLayoutElement;

namespace widgets {

/// Gives a row of the page this height, px, whatever it says.
void setHeight(QCPLayoutElement& row, int height);

/// px of the sentence below a picture with the space above it, or that are kept for it (page_words.cpp).
double captionHeight(const QString& caption, const FigureStyle& style);

/// What this picture needs, and not less than style.room.
WordRoom roomFor(const FigureInfo& info, const FigureData& data, const FigureStyle& style);

} // namespace widgets
