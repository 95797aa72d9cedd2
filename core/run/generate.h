#pragma once

// Token by token: pass, pick, append.

#include "core/base/run_control.h"
#include "core/model/model.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace core {

/// How the next token is picked. temperature 0 is greedy; topK 0 and topP 1 switch the cuts off.
struct SamplerOptions
{
    double temperature = 0.0;
    Index topK = 0;
    double topP = 1.0;
    std::uint64_t seed = 0;
};

/// The picked token. `step` makes the draw of each position its own; the same options and step pick the same token on
/// every platform. Greedy ties go to the lower id.
TokenId sample(std::span<const float> logits, const SamplerOptions& options, std::uint64_t step);

struct GenerateOptions
{
    Index count = 32;
    SamplerOptions sampler;
    bool stopAtEnd = true; // at the tokenizer's end of sequence
};

/// Ids of the new tokens only. onToken is called with each. Throws Error{Usage} for an encoder, Error{BadInput} when the
/// text outgrows a learned table.
std::vector<TokenId> generate(const Setup& setup, std::span<const TokenId> prompt, const GenerateOptions& options,
    const RunControl& control = {}, const std::function<void(TokenId)>& onToken = {});

} // namespace core
