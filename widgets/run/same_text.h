#pragma once

// Whether two runs read the same text: a model that learns reads one many times.

#include "widgets/run/run_result.h"

namespace widgets {

/// Whether two runs, of models of one stack each, have the same tokens with all that is said of them.
inline bool isOfSameText(const RunResult& one, const RunResult& other)
{
    const core::Trace &a = *one.trace, &b = *other.trace;
    const auto &unseen = one.unseenIds, &also = other.unseenIds;
    return a.decoderTokens.empty() && b.decoderTokens.empty() && a.ids == b.ids && a.tokens == b.tokens
        && one.leftOut == other.leftOut && (unseen == also || (unseen && also && *unseen == *also));
}

} // namespace widgets
