#pragma once

// The input of the first block and its addends: x_t = v_t + p_t. All of it is read from a trace; where a run has
// two stacks, of the one that its blocks and logits are about.

#include "core/trace/trace.h"

#include <optional>

namespace core {

/// How the sum of token embedding, position and token type becomes what enters.
enum class InputEnd
{
    Summed, // it is what enters
    Normed, // a norm of it enters
    Projected, // a product of it with a matrix enters, of another width
    Unknown // something that was not recorded is between
};

struct InputVectors
{
    Tensor token; // embed [token, d_model or d_embed], after the embedding multiplier
    Tensor position; // pos_embed, of the same shape; empty: none is added, or none was recorded
    Tensor type; // token_type_embed; the same
    Tensor normed; // ln_embed.out; empty: no norm
    Tensor entering; // blocks.0.resid_pre [token, d_model]
    bool normsFirst = false; // the norm is before the position is added
    InputEnd end = InputEnd::Summed;

    /// Whether something is added to the token embedding.
    bool isAdded() const { return position || type; }

    /// Whether the token embedding itself enters.
    bool isPlain() const { return !isAdded() && !normed && end == InputEnd::Summed; }

    /// What positions are added to: the token embedding, or its norm.
    const Tensor& start() const { return normsFirst ? normed : token; }

    /// start + position + token type [token, d_model or d_embed], summed in this order.
    Matrix sum() const;
};

/// Nothing where embed or blocks.0.resid_pre was not recorded, or their tokens are not of one number.
std::optional<InputVectors> inputVectors(const Trace& trace);

/// ‖row‖ of each row; NaN where the row is not finite.
std::vector<double> rowLengths(const Tensor& vectors);

} // namespace core
