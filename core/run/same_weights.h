#pragma once

// The same weights under another position encoding or mask, for small experiments with a run. Unlike configure() nothing is
// resolved, read or seeded: the setup keeps every weight that it has.

#include "core/run/forward.h"
#include "core/run/model.h"

#include <optional>

namespace core {

struct SameWeights
{
    PositionEncoding position;     // one without weights of its own, or that of the setup
    bool seesAll = false;          // every token sees every token; otherwise the mask stays
    Index layers = 0;              // blocks to keep, from the first; 0: all
    bool hasOutput = false;        // logits are computed
};

/// Throws Error{Usage} when the choices do not go together (latent attention with ALiBi).
Setup withSameWeights(const Setup& setup, const SameWeights& change);

/// The tokens of a run, for another pass over them.
ForwardInput inputOf(const Trace& trace);

/// How many blocks of a configuration a pass over `tokens` can compute with about so many floating point operations; at least 1.
Index affordableLayers(const ModelConfig& config, Index tokens, double flops);

} // namespace core
