#pragma once

// MixerLane: a mixer as what it does to numbers of one lane: a head, or a channel where each has coefficients of its own. All
// kinds but attention are of one form (Dao and Gu 2024, arXiv 2405.21060, eq. 3): a state that fades, is written to and is read,
//
//     S_t = decay_t ∘ S_{t−1} + write_t v_tᵀ,    y_t = read_t S_t + own_t v_t,
//
// so that y = M v with M[t, s] = Σ_i read_t[i] (Π_{s<r≤t} decay_r[i]) write_s[i], own_t added on the diagonal. What the
// coefficients are computed from, the tokens included, is held as it was in the run.
//
// To state a kind: form() and lane() as members of its struct; mixer.h finds them.

#include "core/base/tensor.h"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace core {

/// Sizes of a mixer's lanes, and which of its tensors (without "blocks.N.mixer.") are the values and the result of M.
struct MixerForm
{
    const char* values; // [token, lanes · width], the numbers of a lane side by side
    const char* result; // the same shape: M · values
    std::span<const char* const> reads; // further tensors that the coefficients are computed from
    Index lanes = 0;
    Index width = 1;  // numbers of a lane that share its coefficients
    Index states = 1; // rows of the state of a lane, d_state
    bool areHeads = false; // else channels
    bool isMean = false;   // a row of M sums to 1: the state is a sum, read as the mean of what was written
    const char* convolution = nullptr; // weight [channel, taps] before the lanes, the last tap of the token itself; null: none
    std::span<const char* const> shifts = {}; // weights μ [d_model] of two taps, μ of the token and 1 − μ of the one before
};

/// One layer of a run as its mixer reads it: recorded tensors by their names, null where they are not; values of its weights
/// ("decay.weight").
struct MixerRecord
{
    Index heads = 1, dHead = 0;
    std::function<const Tensor*(std::string_view name)> tensor;
    std::function<const float*(std::string_view name)> weight;
};

/// The coefficients of a lane over the tokens of one text.
struct MixerLane
{
    using Numbers = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

    Numbers decay, write, read; // [token, d_state]
    std::vector<double> own; // [token]
    bool readsBefore = false; // y_t reads S_{t−1} in place of S_t; own_t is then all of the token's own weight

    MixerLane(Index tokens, Index states)
        : decay(tokens, states)
        , write(tokens, states)
        , read(tokens, states)
        , own(std::size_t(tokens), 0.0)
    {
    }
    Index tokens() const { return decay.rows(); }
    Index states() const { return decay.cols(); }
};

} // namespace core
