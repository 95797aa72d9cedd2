#pragma once

#include "widgets/figure/figure.h"

#include <QStringList>

namespace widgets {

/// ALiBi, option "show": "penalty", "beyond", "order" or "terms" (alibi_pictures.h).
extern const FigureInfo alibiFigure;

/// The values of its option "show", in order.
QStringList alibiShows();

} // namespace widgets
