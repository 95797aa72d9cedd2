#pragma once

// Scores of a head (previous token, induction, entropy …), from its pattern. To add a score: a field and its sum over the rows.

#include "core/base/tensor.h"
#include "core/text/tokenizer.h"

#include <span>
#include <vector>

namespace core {

struct HeadScores
{
    double entropy = 0; // nats, −Σ p·ln p, mean over queries
    double distance = 0; // Σ p·|query − key|, mean over queries
    double previousToken = 0; // weight on the key just before, mean over queries 1…
    double firstToken = 0; // weight on key 0 (the usual sink), mean over queries 1…
    double induction = 0; // weight on the tokens that once followed the same token, mean over the queries that have one
};

/// Scores of each head. `pattern` is [head, query, key]; the last query is the last key (with a cache there are more keys
/// than queries). `ids` are those of the keys; when they are of another number, or no token occurs twice, induction is 0.
std::vector<HeadScores> attentionScores(const Tensor& pattern, std::span<const TokenId> ids);

/// Whether a token occurs twice: without that there is nothing to induce, and induction says nothing about a head.
bool hasRepeats(std::span<const TokenId> ids);

} // namespace core
