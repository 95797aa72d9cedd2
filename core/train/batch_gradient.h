#pragma once

// The loss of a batch of rows and its gradient by every weight: passes over a few packed rows each, their gradients added in
// order.

#include "core/base/run_control.h"
#include "core/run/forward.h"
#include "core/train/optimizer.h"

#include <span>
#include <vector>

namespace core {

/// Tokens of a row (of the target with two stacks), and what each is to say: −1 where nothing counts.
struct TrainingRow
{
    std::vector<TokenId> ids;
    std::vector<TokenId> targets;     // as many
    std::vector<TokenId> source = {}; // what the encoder of two stacks reads
    bool operator==(const TrainingRow&) const = default;
};

/// Memory of a batch that serves the next one.
struct BatchMemory
{
    std::vector<GradientList> sums;
    std::vector<Tensor> ofLogits; // of a pass of each lane
};

struct BatchRequest
{
    Index rowsPerPass = 1; // 1 where the norms mix tokens
    double zLoss = 0.0;    // factor of the mean of (log Σ exp logits)² over the tokens that count
    double balance = 0.0;  // factor of the load balancing of every mixture, loadBalancingLoss() of core/analysis/expert_load.h
                          // over the tokens of a pass, weighted by its share of the batch's tokens
    Dropout dropout = {}; // with a seed of the batch; each pass draws others
    BatchMemory* memory = nullptr; // kept from one batch to the next; null: none is
};

struct BatchGradient
{
    double loss = 0; // mean of −log p over what counts, nats, without the terms beside it
    Index counted = 0;      // tokens that count
    GradientList gradients; // of each parameter, of loss + zLoss · z + balance · Σ of the mixtures
};

/// Throws Error{BadInput} where no token counts, and what forward() throws; Stopped. REQUIRES: rows of tokens that the model has.
BatchGradient gradientOfBatch(const TrainedWeights& weights, std::span<const TrainingRow> rows, const BatchRequest& request,
    const RunControl& control = {});

/// Bytes of the sums that the passes of a batch are added up in, at most.
std::size_t batchBytes(const TrainedWeights& weights);

/// Rows of a pass: what the recipe says; where it leaves that open, passes of about 256 tokens, and of 512 where a model of so many
/// parameters has one sum only: its weights are then turned over, and its gradients read, half as often.
Index rowsPerPass(const TrainingRecipe& recipe, Index parameters);

/// Rows that a pass may take: 1 where the norms of the model mix tokens, otherwise `asked`.
Index packedRows(const ModelConfig& config, Index asked);

/// Rows [first, first + count) as one input.
ForwardInput packed(std::span<const TrainingRow> rows);

/// −1 for targets that the token sees already, in a prefix for example. An encoder has none to be hidden: each token is told at
/// its own place.
void hideSeenTargets(const ModelConfig& config, TrainingRow& row);

} // namespace core
