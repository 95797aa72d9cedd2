#pragma once

// RepeatedEnd: the last tokens of a text as they stood in it before, and what followed them there. A model that copies goes on with that.

#include "core/base/tensor.h"
#include "core/base/token_id.h"

#include <optional>
#include <span>

namespace core {

struct RepeatedEnd
{
    Index length = 0; // so many of the last tokens stood there before
    Index next = 0;   // the position of the token that followed them
};

/// The longest end of two tokens or more that stands in the text before, of equals the nearest. Empty: there is none.
std::optional<RepeatedEnd> repeatedEnd(std::span<const TokenId> ids);

} // namespace core
