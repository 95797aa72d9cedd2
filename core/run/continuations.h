#pragma once

// Continuations: several texts that a model writes after one prompt, as a tree: where two texts have drawn the same tokens they
// share their nodes, and each node is computed once.

#include "core/run/generate.h"

#include <cstdint>
#include <vector>

namespace core {

inline constexpr Index maxContinuations = 8, maxContinuedTokens = 48; // texts beside the greedy one · tokens of each
inline constexpr std::size_t maxNodeTokens = 40;                      // that a node lists

struct ContinuationOptions
{
    SamplerOptions sampler; // its seed draws the first text, seed + 1 the second …
    Index texts = 3;        // sampled ones, 0..maxContinuations
    Index tokens = 8;       // of each, 1..maxContinuedTokens
    std::vector<std::vector<TokenId>> branches; // beginnings chosen by hand: each one more text, drawn on from there with the
                                                // seeds after those of `texts`; at most maxContinuations − texts of them count
};

/// A token that may follow a node.
struct NextToken
{
    TokenId id = 0;
    double model = 0; // softmax of the logits as they are
    double before = 0; // NextTokenCut::before
    double after = 0; // NextTokenCut::after
    double sum = 0; // of `before` over this token and the likelier ones
};

/// A token of the tree; the first node is the end of the prompt.
struct ContinuationNode
{
    TokenId id = -1; // −1: the prompt
    Index parent = -1; // −1: none
    Index depth = 0; // tokens after the prompt
    NextToken drawn = {}; // this token as its parent has it; of the prompt nothing
    bool isRead = false; // the model has read up to here: what follows is known. False where the text ends
    double logZ = 0; // log Σ e^logit after this token
    double entropy = 0; // of the softmax of the logits, nat
    Index kept = 0; // tokens that stay
    double keptBefore = 0; // their sum before the cuts
    std::vector<NextToken> next; // the likeliest, by `before`; at most maxNodeTokens
};

enum class ContinuationEnd
{
    Length, // as many tokens as were asked for
    Ended, // the last token is the tokenizer's end of a text
    Full // the model reads no more: a learned table or the context ends
};

struct Continuation
{
    enum Kind
    {
        Greedy, // always the likeliest
        Sampled,
        Chosen // begins with a branch
    };
    Kind kind = Sampled;
    std::uint64_t seed = 0; // of the draws
    std::vector<Index> nodes; // from the first token on
    ContinuationEnd end = ContinuationEnd::Length;
    double logProbability = 0; // Σ log of NextToken::model
    double logBefore = 0; // Σ log of NextToken::before
};

struct ContinuationTree
{
    std::vector<ContinuationNode> nodes; // a parent comes before its children
    std::vector<Continuation> texts; // the greedy one, the sampled ones, those of branches
    Index promptTokens = 0;
    Index limit = 0; // tokens that the model reads at most; 0: no end

    /// The node that these tokens after the prompt lead to; −1: no text has them.
    Index find(const std::vector<TokenId>& path) const;
    std::vector<TokenId> pathTo(Index node) const;
    std::size_t bytes() const;
};

/// The most tokens that a text of this model should have: the end of a learned table, else the context; 0: neither is said.
Index readableTokens(const ModelConfig& config);

/// The numbers of a node from the logits after it, all that does not depend on its place. `text`: the tokens up to there, for the
/// repetition penalty. REQUIRES: at least one logit.
ContinuationNode nodeOf(std::span<const float> logits, const SamplerOptions& sampler, std::span<const TokenId> text);

/// Text i of the sampled ones is what generate() writes with seed + i. Progress counts nodes. Throws as generate() does, but for
/// a text that outgrows the model, which ends (ContinuationEnd::Full); Error{Usage} for counts out of range.
ContinuationTree continuations(
    const Setup& setup, const Prompt& prompt, const ContinuationOptions& options, const RunControl& control = {});

} // namespace core
