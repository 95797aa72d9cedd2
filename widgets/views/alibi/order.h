#pragma once

// A token moved elsewhere: the same weights run on the text as typed and on the text with that token moved, without positions
// and with some; and what differs once every token is put back to its old place.

#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"

#include <vector>

namespace widgets {

/// One kind of position, run on both orders.
struct OrderOfKind
{
    std::string id = {};     // "none", "none_masked", "alibi"
    std::string kind = {};   // of position.kind
    bool seesAll = true; // with a mask that hides nothing; false: with the mask of the model
    core::TracePtr before = {}, after = {}; // as typed, and moved
    std::vector<double> change = {};   // of each token's vector, as a part of its length, by typed places
    double largest = 0;
};

struct OrderExperiment
{
    int from = 0, to = 0;
    std::vector<core::Index> order = {}; // the old place of what is at each place
    int layers = 0;                 // blocks that were run
    int ofLayers = 0;               // blocks of the model
    int layer = 0;                  // whose attention is shown
    std::vector<OrderOfKind> kinds = {};
};

/// For the run that is shown; the moved token is options "from" and "to" (by default the second token goes to the end).
/// Cached. Empty `kinds`: there is no model, or nothing can be run.
const OrderExperiment& orderExperiment(const FigureData& data);

/// The kind of option "kind"; nullptr when there is none at all.
const OrderOfKind* shownKind(const FigureData& data);

/// Attention of a head of experiment.layer as typed, after the move, and the second put back minus the first: [query, key] each.
struct OrderMaps
{
    Grid before, after, difference;
};
OrderMaps orderMaps(const OrderExperiment& experiment, const OrderOfKind& kind, int head);

} // namespace widgets
