#pragma once

// Operation cost: what each operation of a pass has in parameters, FLOPs and bytes, gathered from the steps of the plan that the
// pass itself runs, so that the sums are those of core/run/cost.h.
//
// To add an operation: its row in the enumeration, and the names of its tensors in operationOf().

#include "core/run/forward.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace core {

/// In the order of a pass.
enum class Operation
{
    Embedding,
    Norms,
    Projection, // queries, keys and values, latents too
    Rotation,   // of queries and keys
    Attention,  // scores, softmax and the mix of values, which a pass computes tile by tile
    AttentionOut,
    OtherMixer, // what is in place of attention
    Router,
    FeedForwardIn, // up, and the gate
    Nonlinearity, // activation and gate
    FeedForwardOut, // down, and the sum of experts
    Residual,
    Unembedding // the head before it, the logits and their softmax
};
inline constexpr int operationKinds = int(Operation::Unembedding) + 1;

/// The operation that a tensor of a pass comes from, by its name: "blocks.3.attn.q" from Projection.
Operation operationOf(std::string_view tensor);

/// "attention_out": for files, the same in every language.
const char* wordOf(Operation operation);

/// One operation in one layer.
struct OperationCost
{
    Operation operation = Operation::Embedding;
    int layer = -1;              // −1: outside of the blocks
    bool isOfEncoder = false;    // of an encoder–decoder
    std::int64_t parameters
        = 0; // that no earlier operation has: the tables that the embedding and the output matrix share count once
    double productFlops = 0;     // 2 · numbers of the matrix · tokens
    double attentionFlops = 0;   // what grows with pairs of tokens; nothing subtracted for the mask
    double otherFlops = 0;       // number by number: norms, softmax, activations, biases, sums, as flopsOfNumber() counts them
    double bytes = 0;            // of the weights that it reads and of the numbers that it writes, float32, added up

    double flops() const { return productFlops + attentionFlops + otherFlops; }
};

/// How long a text is; an encoder–decoder reads `sourceTokens`.
struct TextLength
{
    Index tokens = 1;
    Index sourceTokens = 1;
};

/// What a pass over a text records for its costs: logits of all tokens, where the model has any and they are not too many.
TraceRequest costRequest(const ModelConfig& config, const TextLength& length);

/// The operations of a pass, in the order of their first step. Nothing is computed.
std::vector<OperationCost> operationCosts(const ModelConfig& config, const TextLength& length);

/// FLOPs for each number of a norm's output: subtract, multiply and add count one each, a root and a division of a row none.
double flopsOfNumber(const Norm& norm);

/// How attention's and the feed-forward's FLOPs grow with the text: `pairs`·T² and `feedForward`·T.
struct GrowthOfCost
{
    double pairs = 0;       // scores, softmax, values; FLOPs for each pair of tokens
    double projections = 0; // q, k, v, out; FLOPs for each token
    double feedForward = 0; // with its activation; FLOPs for each token

    double crossover() const; // tokens at which pairs·T² = feedForward·T; 0: never
};
GrowthOfCost growthOfCost(const ModelConfig& config);

} // namespace core
