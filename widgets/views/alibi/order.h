#pragma once

// The picture of a token moved elsewhere: which move its options mean, the experiment (core/analysis/moved_token.h), and the
// attention of a head in it as maps.

#include "core/analysis/moved_token.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"

namespace widgets {

using core::OrderExperiment, core::OrderOfKind;

inline constexpr WholeOption fromOption{"from", 0, WholeOption::many}; // the token that is moved: the second
inline constexpr WholeOption toOption{"to", 0, WholeOption::many};     // and its new place: the end
inline constexpr TextOption orderKindOption{"kind"};                   // the position encoding whose maps are shown

/// Longer texts are refused.
inline constexpr int maxMovedTokens = 256;

/// FigurePage::needs: the experiment on the run that is shown, or on both. The moved token is options "from" and "to".
Needs orderNeeded(const FigureData& data);

/// Of the run that is shown; empty `kinds`: there is no model, nothing can be run, or it is not computed yet.
const OrderExperiment& orderExperiment(const FigureData& data);

/// The same of this run.
const OrderExperiment& orderExperiment(const FigureData& data, const RunPtr& run);

/// FigurePage::options: places in the text, kinds that the experiment has.
FigureOptions orderOptions(const FigureData& data);

/// The kind of option "kind"; nullptr when there is none at all.
const OrderOfKind* shownKind(const FigureData& data);

/// Attention of a head of experiment.layer as typed, after the move, and the second put back minus the first: [query, key] each.
struct OrderMaps
{
    Grid before, after, difference;
};
OrderMaps orderMaps(const OrderExperiment& experiment, const OrderOfKind& kind, int head);

} // namespace widgets
