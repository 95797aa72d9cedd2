#pragma once

// The pages of the figure "cost".

#include "widgets/views/shared/figure_pages.h"

namespace widgets {

extern const FigurePage costOperationsPage;
extern const FigurePage costLengthPage;
extern const FigurePage costSavedPage;

inline constexpr WordOption costRowsOption{"rows", {"operation", "layer"}};

} // namespace widgets
