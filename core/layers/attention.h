#pragma once

// Attention: projections, position, scores, mask, softmax, mix, output. One sublayer, read top to bottom.

#include "core/layers/pass.h"
#include "core/model/model_config.h"

#include <span>
#include <vector>

namespace core {

/// Where the tokens of a pass stand. Packed sequences and a cache of earlier tokens are told apart here only.
struct TokenPlaces
{
    std::vector<Index> positions;  // of each token within its sequence; with a cache, from the first new one on
    std::vector<Index> keyStart;   // first key row that the token may see: where its sequence begins
    std::vector<Index> keyEnd;     // one past the last
    std::vector<Index> keyPositions; // position of each key row within its sequence
    Index keys() const { return Index(keyPositions.size()); }
};

/// Rows of earlier tokens in a cache: keys (after rotation) and values, each [token, kv_head · d_head]. This pass writes
/// its own rows from `past` on. Null pointers: no cache.
struct CacheRows
{
    float* keys = nullptr;
    float* values = nullptr;
    Index past = 0;
};

/// x [token, d_model] -> attn.out [token, d_model], the raw output of W^O. Scope `attn` is "blocks.N.attn". Records
/// q, k, v, rot_q, rot_k, scores_content, bias, scores, pattern, z, out (DESIGN §4).
/// Weights: attn.q [heads·d_head, d_model], attn.k, attn.v [kv_heads·d_head, d_model], attn.o [d_model, heads·d_head].
Tensor runAttention(const Scope& attn, const BlockConfig& config, Index dModel, const TokenPlaces& places, const CacheRows& cache,
    const Tensor& x);

} // namespace core
