#pragma once

// Stands for a tokenizer whose files cannot be read: the model runs all the same, from ids.

#include "core/base/error.h"
#include "core/text/tokenizer.h"

#include <memory>

namespace core {

/// encode() throws `problem`; tokens are shown as "#12". It knows no vocabulary.
std::unique_ptr<Tokenizer> makeUnreadTokenizer(const Error& problem);

} // namespace core
