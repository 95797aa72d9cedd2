#pragma once

// The caption of the Flow: the prediction and since which layer, what the selected head adds, what adds most.

#include "widgets/figure/figure.h"

namespace widgets {

QString flowCaption(const FigureData& data);

} // namespace widgets
