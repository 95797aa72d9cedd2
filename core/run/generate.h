#pragma once

// Token by token: pass, pick, append.

#include "core/base/run_control.h"
#include "core/run/model.h"
#include "core/run/sampler.h"

#include <functional>
#include <span>
#include <vector>

namespace core {

struct GenerateOptions
{
    Index count = 32;
    SamplerOptions sampler;
    bool stopAtEnd = true; // at the tokenizer's end of sequence
};

struct Prompt
{
    std::vector<TokenId> ids;             // the source of an encoder–decoder
    std::vector<TokenId> decoderIds = {}; // what its target begins with, empty: the model's start token
};

/// Throws Error{Usage} for a model that does not generate: an encoder, one without logits, a norm over all tokens.
void requireGenerating(const ModelConfig& config);

/// Ids of the new tokens only; the end of sequence, when it comes, is the last of them. onToken is called with each as soon
/// as it is picked, on the computing thread. Throws Error{Usage} for a model that does not
/// generate, Error{BadInput} for an empty prompt or when
/// the text outgrows a learned table, Stopped.
std::vector<TokenId> generate(const Setup& setup, const Prompt& prompt, const GenerateOptions& options,
    const RunControl& control = {}, const std::function<void(TokenId)>& onToken = {});

} // namespace core
