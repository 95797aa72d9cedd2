#pragma once

#include "core/trace/trace.h"

namespace core {

/// The ids that the blocks and the logits of a trace speak of: in an encoder–decoder those of the target. None in a file of
/// another program that does not say them.
inline const std::vector<TokenId>& streamIds(const Trace& trace)
{
    return trace.decoderTokens.empty() ? trace.ids : trace.decoderIds;
}

/// How many tokens they are.
inline Index streamLength(const Trace& trace)
{
    return Index((trace.decoderTokens.empty() ? trace.tokens : trace.decoderTokens).size());
}

} // namespace core
