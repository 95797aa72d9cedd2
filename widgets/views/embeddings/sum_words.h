#pragma once

// The words and the table of the picture of what is added up (sum_picture.cpp).

#include "widgets/figure/figure.h"

namespace widgets {

/// Why there is no difference of the vectors of A and B; empty when there is one.
QString whyNoSum(const FigureData& data);

QString sumSubtitle(const FigureData& data);

/// The lengths of the vectors of the shown token, how long positions are beside tokens, and where position enters if not here.
QString sumCaption(const FigureData& data);

/// Every number of every part: tensor, position, dimension, value.
QString sumTable(const FigureData& data);

} // namespace widgets
