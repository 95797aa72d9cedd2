#pragma once

#include "core/text/tokenizer.h"

namespace core {

/// Ids [first, last]; none where last < first.
struct IdRange
{
    TokenId first = 0;
    TokenId last = -1;
};

/// The longest run of ids that are neither special nor a byte fall-back "<0x..>": pieces of texts of their own.
IdRange ordinaryIds(const Tokenizer& tokenizer);

} // namespace core
