#pragma once

#include "core/text/tokenizer.h"

#include <optional>

namespace core {

/// The token that hides others from an encoder: "<mask>" or "[MASK]" among the special ones; nothing where there is none.
std::optional<TokenId> maskToken(const Tokenizer& tokenizer);

} // namespace core
