#pragma once

// The pages of the figure "weights".

#include "widgets/views/shared/figure_pages.h"

namespace widgets {

extern const FigurePage weightsMapsPage;
extern const FigurePage weightsSpectrumPage;
extern const FigurePage weightsNormsPage;
extern const FigurePage weightsSpreadPage;

} // namespace widgets
