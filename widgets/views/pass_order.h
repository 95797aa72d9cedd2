#pragma once

// The pages in the order of a forward pass: which page shows what the numbers of a page come from, and which what becomes of
// them. The order itself is data in view_registry.cpp.

#include "widgets/run/run_result.h"
#include "widgets/views/shared/view.h"

#include <span>

namespace widgets {

/// A page in this order.
struct PassStop
{
    const ViewInfo* view;
    const char* part = nullptr; // pattern of tensors ('*' any text) without which the pass goes by the page; null: it never does
};

/// From the model as a whole to what is said of it, over the pass from the tokens to the output (view_registry.cpp).
std::span<const PassStop> passOrder();

struct PassNeighbours
{
    const ViewInfo* before = nullptr; // null: the page is the first
    const ViewInfo* after = nullptr; // null: the last
};

/// The pages on both sides of the one with this id, without those of parts that none of these runs has; null runs have every
/// part. A page that passOrder() does not list stands after the one before it in the tabs. Of an unknown id: none.
PassNeighbours neighboursOf(const QString& view, std::span<const RunPtr> runs);

} // namespace widgets
