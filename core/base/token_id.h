#pragma once

// The number of a token in the vocabulary of a model.

#include <cstdint>

namespace core {

using TokenId = std::int32_t;

} // namespace core
