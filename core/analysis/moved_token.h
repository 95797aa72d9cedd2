#pragma once

// A token moved elsewhere: the same weights run on the text as typed and on the text with that token moved, without positions
// and with some; and what differs once every token is put back to its old place.

#include "core/base/run_control.h"
#include "core/run/model.h"
#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace core {

/// One kind of position, run on both orders.
struct OrderOfKind
{
    std::string id = {};               // "none", "none_masked", "alibi"
    std::string kind = {};             // of position.kind
    bool seesAll = true;               // with a mask that hides nothing; false: with the mask of the model
    TracePtr before = {}, after = {};  // as typed, and moved: the attention of `layer` and the stream after the last block
    std::vector<double> change = {};   // [token] of each token's vector, as a part of its length, by typed places
    double largest = 0;
};

struct OrderExperiment
{
    int from = 0, to = 0;
    std::vector<Index> order = {}; // [place] the old place of what stands at each place
    int layers = 0;                // blocks that were run
    int ofLayers = 0;              // blocks of the model
    int layer = 0;                 // whose attention is recorded: [head, query, key]
    std::vector<OrderOfKind> kinds = {};

    std::size_t bytes() const;
};

/// What is asked of the experiment: the token at `from` goes to `to`.
struct TokenMove
{
    int from = 0, to = 0;
    int layer = 0; // whose attention is looked at

    bool operator==(const TokenMove&) const = default;
};

/// Without positions, with ALiBi, sinusoids, RoPE and the model's own kind; a kind that does not go with the model's choices is
/// left out. Of a large model the first blocks only. REQUIRES: from and to are tokens of the trace, layer a block of the setup.
/// Throws Stopped.
OrderExperiment orderExperiment(const Setup& setup, const Trace& trace, const TokenMove& move, const RunControl& control = {});

} // namespace core
