#pragma once

// What the pages of many texts need: the statistics of a set or file, read by the worker, and which score of heads is shown.

#include "core/experiments/text_statistics.h"
#include "widgets/figure/figure.h"
#include "widgets/figure/options.h"
#include "widgets/views/attention/wall_order.h"
#include "widgets/views/scan/numbers.h"

#include <functional>

namespace widgets {

inline constexpr const char* defaultStatisticsTexts = "repeats";

/// A score of heads, as the wall of all heads names it; missing: induction.
inline constexpr TextOption scoreOption{"score"};
inline constexpr WordOption spreadOption{"statistic", {"mean", "spread"}};

const WallScore& shownScore(const FigureData& data);

/// What is shown of a head: the mean or the spread of that score.
std::function<double(const core::HeadOverTexts& head)> shownNumber(const FigureData& data);

/// The heads that have it, those that stand out first.
std::vector<const core::HeadOverTexts*> headsInOrder(const FigureData& data, const core::TextStatistics& all);

/// FigurePage::options, of all pages.
FigureOptions statisticsOptions(const FigureData& data);

/// FigurePage::needs.
Needs statisticsNeeds(const FigureData& data);

/// Of a run's model; nullptr: not there.
const core::TextStatistics* statisticsOf(const FigureData& data, const RunPtr& run);

/// The name of the set or file, as a person reads it.
QString textsName(const FigureData& data);

/// Why a model cannot read texts. For whyNot() of the figure.
QString whyNoStatistics(const FigureData& data);

/// Why no head has this score over these texts; empty: one has.
QString whyNoHeads(const FigureData& data);

/// "40 texts (repeats)"; of a long file "the first 1,000 of 5,000 texts (…)".
QString overTexts(const core::TextStatistics& all, const FigureData& data);

/// The same of those that say something of the shown score of a head of `all`: "2 of 4 texts (…) that have this score".
QString overScoredTexts(const core::TextStatistics& all, const FigureData& data, const core::HeadOverTexts& head);

/// The end of a text, short enough for an axis.
QString shortText(const core::TextResult& text, int most);

/// "0.83 ± 0.12".
QString spreadText(double mean, double spread);

} // namespace widgets
