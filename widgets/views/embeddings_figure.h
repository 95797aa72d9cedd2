#pragma once

#include "widgets/figure/figure.h"

#include <QStringList>

namespace widgets {

/// Token and position embeddings, option "show": "sum", "similarity" or "plane" (embedding_pictures.h).
extern const FigureInfo embeddingsFigure;

/// The values of its option "show", in order.
QStringList embeddingShows();

} // namespace widgets
