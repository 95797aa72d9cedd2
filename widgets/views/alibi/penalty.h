#pragma once

// The penalty picture (penalty_picture.cpp) and its words (penalty_words.cpp).

#include "widgets/figure/figure.h"
#include "widgets/plot/color_scale.h"

#include <vector>

namespace widgets {

/// The same data with the runs of both slots with ALiBi: what the picture draws. Null where there is none.
FigureData withAlibi(const FigureData& data);

/// The selected head, or the nearest that exists.
int shownHead(const FigureData& data, const std::vector<double>& slopes);

/// The colours of the attention: survive a sink of the selected head, in both slots where these share them.
ScaleChoice penaltyWeightScale(const FigureData& now, int head);

/// As the functions of FigureInfo.
QString whyNoPenalty(const FigureData& data);
QString penaltySubtitle(const FigureData& data);
QString penaltyCaption(const FigureData& data);
QString penaltyTable(const FigureData& data);

} // namespace widgets
