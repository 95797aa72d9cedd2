#pragma once

// Cost: the memory of a model and the work per token, from the same plan that the forward pass runs.

#include "core/run/model.h"

#include <cstdint>

namespace core {

struct Cost
{
    std::int64_t parameters = 0; // each stored number once; the sum of the six below
    std::int64_t embedding = 0;  // tables of tokens, positions and token types
    std::int64_t attention = 0;  // cross-attention included
    std::int64_t mixer = 0;      // what stands in place of attention
    std::int64_t feedForward = 0;
    std::int64_t norm = 0;
    std::int64_t output = 0;     // an output matrix of its own, its bias, and the layer of a head before it
    std::int64_t active = 0;     // those that one token uses

    double flopsPerToken = 0;                     // 2 · parameters in products, output matrix included
    double attentionFlopsPerTokenPerPosition = 0; // for each position that a token attends to
    std::int64_t cacheBytesPerToken = 0;          // keys and values of all layers, float32; 0 in an encoder
    std::int64_t weightBytes = 0;                 // all parameters as float32
};

/// Nothing is computed or read.
Cost costOf(const ModelConfig& config);

/// Numbers that the caches of all layers hold behind a text of so many tokens: of a layer with a window those that its newest
/// token sees. 0 in an encoder; states that do not grow are not counted.
std::int64_t cacheNumbers(const ModelConfig& config, Index tokens);

/// The parameters of these tensors only, by part; those of a setup include what its file brings besides.
Cost countParameters(const std::vector<WeightSpec>& specs);

} // namespace core
