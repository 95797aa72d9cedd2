#pragma once

// Metric: one number of a run, computed from its logits. Ablation, patching, sweeps, attribution, gradients and training use
// the same ones. As text (docs/contract.md §6):
//
//   loss · loss:TOKEN,TOKEN · kl · logit:TOKEN@POS · log_prob:TOKEN@POS · logit_difference:TOKEN,TOKEN@POS · entropy@POS · rank:TOKEN@POS
//
// To add a metric: its kind, its row in kinds() of metric.cpp, and its case in valueOf().

#include "core/base/tensor.h"
#include "core/run/forward.h"
#include "core/run/model.h"

#include <span>
#include <string>
#include <vector>

namespace core {

enum class MetricKind
{
    Loss,            // mean −log p of what each position should say (targetsOf), nats
    Kl,              // mean over positions of KL(untouched run ‖ run), nats
    Logit,           // of a token
    LogProb,         // log p of a token, nats
    LogitDifference, // of the first token minus that of the second
    Entropy,         // of the next token, nats
    Rank             // how many tokens have a larger logit, equal ones of lower id with them: 0 is the likeliest. Has no gradient
};

struct Metric
{
    MetricKind kind = MetricKind::Loss;
    TokenId token = -1; // of those that have one
    TokenId other = -1;  // of a difference: the one that is subtracted
    Index position = -1; // of those that have one; negative: from the end, −1 is the last
    std::vector<TokenId> hidden = {}; // of a loss: what stands behind the tokens that hide others, in the order of the text
    TokenId mask = -1;   // of a loss: the token that hides others; −1: the tokenizer has none
    std::string text;    // as it was said
    bool operator==(const Metric&) const = default;
};

/// Whether the metric is of one position; otherwise it needs the logits of all.
bool hasPosition(MetricKind kind);
bool hasGradient(MetricKind kind);

/// Its word: "logit_difference".
const char* wordOf(MetricKind kind);

/// A metric from its text, for the model of a setup. TOKEN is an id (`#123`) or a text that is one token of the tokenizer. A loss
/// has tokens for a masked-language head only.
/// Throws Error{Usage} for an unknown word or a missing part, Error{BadInput} for a model without logits, a text that is not one
/// token (with the tokens that it is), an id outside the vocabulary.
Metric parseMetric(const std::string& text, const Setup& setup);

/// What each position of a text should say: the next token, −1 (it does not count) after the last one; with a masked-language
/// head each token itself, or where the loss names them (loss:TOKEN,TOKEN) what stands behind each token that hides another and
/// −1 elsewhere. `ids` are those that the logits belong to: of an encoder–decoder the target's. Throws Error{BadInput} for a loss
/// that names more or fewer tokens than are hidden.
std::vector<TokenId> targetsOf(const Metric& metric, const ModelConfig& config, std::span<const TokenId> ids);

/// The logits of a run, and what a metric compares them with.
struct MetricInput
{
    const Tensor& logits;                // [token, vocabulary], of every position
    std::span<const TokenId> targets;    // of each position, as targetsOf() gives them; for a loss only
    const Tensor* untouched = nullptr;   // the logits of the untouched run [token, vocabulary]; REQUIRED by kl
};

/// The position of a metric in a text of so many tokens. Throws Error{BadInput} when the text does not have it.
Index positionOf(const Metric& metric, Index tokens);

/// The number. NaN where logits are not finite, and of a loss of one token. Throws Error{BadInput} as positionOf() does.
double valueOf(const Metric& metric, const MetricInput& input);

/// The same of one row of logits [vocabulary]. REQUIRES: hasPosition(metric.kind).
double valueOf(const Metric& metric, std::span<const float> logits);

} // namespace core
