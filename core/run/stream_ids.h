#pragma once

#include "core/trace/trace.h"

namespace core {

/// The ids that the blocks and the logits of a trace are about: in an encoder–decoder those of the target. None in a file of
/// another program that does not say them.
inline const std::vector<TokenId>& streamIds(const Trace& trace)
{
    return trace.decoderTokens.empty() ? trace.ids : trace.decoderIds;
}

/// Their texts: in an encoder–decoder those of the target, whose source has `tokens`.
inline const std::vector<std::string>& streamTokens(const Trace& trace)
{
    return trace.decoderTokens.empty() ? trace.tokens : trace.decoderTokens;
}

} // namespace core
