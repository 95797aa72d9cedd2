#pragma once

// WrittenWords: what a vector of the stream writes into the logits, read by the logit lens (nostalgebraist 2020): any one, or that
// with which one number of a tensor is multiplied (of single neurons: Geva et al. 2022).

#include "core/base/run_control.h"
#include "core/base/token_id.h"
#include "core/run/model.h"

#include <string>
#include <vector>

namespace core {

/// A token and how much one unit of the number adds to its logit, less what it adds to the logits of all tokens in the mean:
/// softmax does not see what is common to all.
struct TokenLift
{
    TokenId id = 0;
    double lift = 0;
};

struct WrittenWords
{
    std::vector<TokenLift> up, down; // the largest, and the lowest, first
    double length = 0;               // root mean square of the vector that it writes
};

/// Whether each number of a tensor has such a vector, in a model with a linear output head: a neuron of a dense feed-forward
/// (mlp.post: column of W_down), a number of heads (attn.z, or "attn.z[2]" of one: column of W_O), a dimension of the stream or
/// of what a branch adds to it (itself).
bool writesWords(const Setup& setup, const std::string& at);

/// As the branch adds the vector to the stream, times the gain of the final norm, through the output matrix. The final norm's
/// division, which differs from token to token, and a norm on the branch are left out. REQUIRES: writesWords(setup, at); the
/// tensor has more numbers a token. Throws Stopped.
WrittenWords writtenWords(
    const Setup& setup, const std::string& at, Index number, Index depth = 8, const RunControl& control = {});

/// The same of a vector that is added to the stream [d_model]. REQUIRES: a linear output head. Throws Stopped.
WrittenWords wordsOfVector(
    const Setup& setup, const std::vector<float>& vector, Index depth = 8, const RunControl& control = {});

} // namespace core
