#pragma once

// Cache growth: how many bytes a running model keeps of its text, read from its key–value cache while it really generates, and
// the numbers of one token by the formulas: 2 · n_h · d_h with keys and values of each head (Vaswani et al. 2017), 2 · n_g · d_h
// of each group (Ainslie et al. 2023), 2 · d_h with one (Shazeer 2019), d_c + d_rope with latents (DeepSeek-V2 2024, §2.1).

#include "core/base/run_control.h"
#include "core/run/generate.h"

#include <cstdint>
#include <vector>

namespace core {

/// The cache after a pass.
struct CacheSize
{
    Index tokens = 0;
    std::int64_t bytes = 0; // KvCache::bytes()
};

struct CacheGrowth
{
    Index promptTokens = 0; // written by the first pass
    std::vector<CacheSize> sizes; // after the prompt, then after each generated token
    std::int64_t weightBytes = 0; // weightBytesPerStep()

    std::int64_t bytesPerToken() const; // what the last token added; 0 after the prompt alone
    std::size_t bytes() const { return sizes.size() * sizeof(CacheSize); }
};

/// Runs the prompt, then generates greedily (the end of a text does not stop it) until the cache holds `tokens`; at least one
/// token is generated. Throws Error{Usage} for a model that does not generate, Error{BadInput} where a table is too short,
/// Stopped.
CacheGrowth measuredCacheGrowth(const Setup& setup, const Prompt& prompt, Index tokens, const RunControl& control = {});

/// How many tokens a cache is worth growing to: `wanted`, less where a table of the model ends before, or where the steps of a
/// large model would take long (some 4e9 operations in all), but at least a few beyond the prompt.
Index growthWithinReason(const Setup& setup, Index promptTokens, Index wanted);

/// Numbers that all layers keep of one token, by the formulas.
std::int64_t cacheNumbersPerToken(const ModelConfig& config);

/// Bytes of the weights that one token uses, as float32: what a step reads besides the cache.
std::int64_t weightBytesPerStep(const ModelConfig& config);

/// Query–key pairs that a mask lets through among `tokens`.
std::int64_t pairsSeen(const AttentionMask& mask, Index tokens);

} // namespace core
