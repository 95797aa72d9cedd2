#pragma once

// MixerStates: what the state of a mixer is written, holds, loses and is read by, token by token (core/layers/mixer_lane.h).

#include "core/analysis/mixer_matrix.h"

namespace core {

/// Of one lane, or of all lanes where the state of each is one number.
struct MixerStates
{
    bool areLanes = false; // columns are channels; else the numbers of the state of one lane
    bool areNorms = false; // a cell of `state` is the norm over the d_head numbers of a row of the state; else the number itself
    bool isMean = false; // `state` is divided by the sum of what was written: the mean of the values so far
    Matrix written; // [token, column]: what a token's value enters with
    Matrix state; // [token, column], after the token
    Matrix read; // [token, column]: what the token reads the state with
    Matrix decay; // [token, column]: what the token leaves of the state before

    Index columns() const { return state.cols(); }
    std::size_t bytes() const { return 4 * std::size_t(state.size()) * sizeof(float); }
};

/// Of a run of one text. Throws Stopped. REQUIRES: the mixer states its lanes and is not attention, place.lane is one of them,
/// missingForMixer() is empty.
MixerStates mixerStates(const Setup& setup, const Trace& trace, const MixerPlace& place, const RunControl& control = {});

} // namespace core
