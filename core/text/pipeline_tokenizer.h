#pragma once

// The tokenizer that all kinds of files end in: added tokens, normalizer, pre-tokenizer, model,
// post-processor and decoder, one after the other.

#include "core/text/added_tokens.h"
#include "core/text/decoder.h"
#include "core/text/normalizer.h"
#include "core/text/post_processor.h"
#include "core/text/pre_tokenizer.h"
#include "core/text/token_model.h"
#include "core/text/tokenizer.h"

#include <memory>
#include <string>

namespace core {

/// The small stages of a tokenizer as tokenizer.json writes them; null: none. They are kept to be written
/// again.
struct TokenizerStages
{
    Json addedTokens;
    Json normalizer;
    Json preTokenizer;
    Json postProcessor;
    Json decoder;
};

/// Throws Error{BadInput} naming `file` and the place in it.
std::unique_ptr<Tokenizer> makePipelineTokenizer(
    TokenModel model, TokenizerStages stages, SpecialIds special, const std::string& file);

} // namespace core
