#pragma once

// Dropout: in a training each number of what a branch adds to the stream, and of what enters the first block, is 0 with
// probability `rate` and is divided by 1 − rate otherwise (Vaswani et al. 2017, §5.4: "residual dropout"; Srivastava et al. 2014).
// So is each weight of an attention pattern, before it mixes the values, with probability `attentionRate` (as in GPT-2 and BERT).
// Which numbers these are follows from the seed, the name of the tensor and the place in it: the way back draws them again.

#include "core/layers/scope.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace core {

struct Dropout
{
    double rate = 0; // 0: none, < 1
    std::uint64_t seed = 0;
    double attentionRate = 0; // of the weights of every attention, < 1

    explicit operator bool() const { return rate > 0; }

    /// That of the weights of attention alone.
    Dropout ofAttention() const { return {attentionRate, seed}; }
};

/// What is dropped of the rows of one tensor: the same numbers of a row whenever it is asked for.
class DroppedRows
{
public:
    /// `name` is that of the tensor at this place.
    DroppedRows(const Scope& scope, std::string_view name, const Dropout& dropout);

    /// The first `count` numbers of a row with what is dropped; `to` may be `from`.
    void drop(Index row, const float* from, Index count, float* to) const;

private:
    std::string m_name;
    Dropout m_dropout;
};

/// x [token, …] with its dropped numbers, under a name of this place; of a gradient that of x. Recorded as `recording` says.
Tensor dropOut(const Scope& scope, std::string_view name, const Tensor& x, const Dropout& dropout,
    Recording recording = Recording::Never);

} // namespace core
