#pragma once

// The pages of the figure of many texts, one a file.

#include "widgets/views/shared/figure_pages.h"

namespace widgets {

extern const FigurePage textHeadsPage;   // heads_page.cpp
extern const FigurePage textHeadPage;    // head_page.cpp
extern const FigurePage textAnswersPage; // answers_page.cpp

} // namespace widgets
