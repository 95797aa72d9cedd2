#pragma once

// Post-processors: the special tokens put around a text. Whatever the file calls them (a template, BERT's,
// RoBERTa's), for one text they are some ids before it and some behind it; a Sequence puts the later ones
// outside. To add a kind: read it in readPostProcessor() by its `type` in tokenizer.json.

#include "core/io/json_value.h"
#include "core/text/tokenizer.h"

#include <vector>

namespace core {

struct PostProcessor
{
    std::vector<TokenId> before;
    std::vector<TokenId> after;
};

/// The stage that is in the file (null: none). Throws Error{BadInput}, for a type that is not known too.
PostProcessor readPostProcessor(const JsonValue& json);

} // namespace core
