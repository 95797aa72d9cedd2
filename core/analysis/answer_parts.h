#pragma once

// What each branch, and each head, adds to the logit of the token that a run itself holds most probable at a position.

#include "core/analysis/attribution.h"
#include "core/analysis/top_k.h"
#include "core/base/run_control.h"

#include <optional>

namespace core {

/// What the run says at a position: of its logits, else read out of the stream after the last block. Nothing where neither was
/// recorded, or the model has no output head. Throws Stopped.
std::optional<TokenProbability> answerAt(const Setup& setup, const Trace& trace, Index position, const RunControl& control = {});

/// Nothing without an answer, and where its logit is no sum (attributionGap). Throws Stopped.
std::optional<Attribution> answerParts(const Setup& setup, const Trace& trace, Index position, const RunControl& control = {});

/// Those of the heads of a layer; the same.
std::optional<HeadParts> answerHeadParts(
    const Setup& setup, const Trace& trace, Index layer, Index position, const RunControl& control = {});

} // namespace core
