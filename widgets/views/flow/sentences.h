#pragma once

// The sentence under the Flow: what the model says and since which layer, what the selected head brings, what adds most.

#include "widgets/figure/figure.h"

namespace widgets {

QString flowCaption(const FigureData& data);

} // namespace widgets
