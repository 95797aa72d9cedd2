#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

/// Token and position embeddings, option "show": "sum", "similarity" or "plane" (pictures.h).
extern const FigureInfo embeddingsFigure;

} // namespace widgets
