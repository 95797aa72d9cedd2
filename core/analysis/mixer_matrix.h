#pragma once

// MixerMatrix: what a mixer does to its values as a matrix [query, key], as attention's pattern is one: computed from its own
// operators as they were in the run (core/layers/mixer_lane.h; Dao and Gu 2024, arXiv 2405.21060, eq. 3; Ali et al. 2024, The
// Hidden Attention of Mamba Models, arXiv 2403.01590).

#include "core/base/run_control.h"
#include "core/run/model.h"
#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace core {

/// The mixer of a layer: a head or a channel of it, counted from 0.
struct MixerPlace
{
    Index layer = 0;
    Index lane = 0; // −1: the mean of magnitudes over all lanes
};

struct MixerMatrix
{
    Matrix effective; // [query, key]; attention's is its pattern
    Matrix decay; // [query, key]: what is left of a key's writing at the query, mean over the state; empty for attention
    Index lanes = 0;
    double rowSumLeast = 0, rowSumMost = 0; // of effective
    double error = 0; // largest |effective · values − result| over the largest |result|, in all lanes asked for; NaN of attention

    std::size_t bytes() const { return std::size_t(effective.size() + decay.size()) * sizeof(float); }
};

/// How many heads or channels have a matrix of their own; 0: this kind states none.
Index mixerLanes(const Setup& setup, Index layer);

/// The sizes and names of a layer's mixer; lanes 0 for attention.
MixerForm mixerFormOf(const Setup& setup, Index layer);

/// The name of a tensor that is needed and was not recorded, "blocks.3.mixer.rot_q"; empty: all are there.
std::string missingForMixer(const Setup& setup, const Trace& trace, Index layer);

/// Patterns of the tensors that a mixer of this kind ("retention") needs for its matrix (TraceRequest::patterns).
std::vector<std::string> mixerPatterns(std::string_view kind);

/// Of a run of one text. Throws Stopped. REQUIRES: mixerLanes() > lane, missingForMixer() is empty.
MixerMatrix mixerMatrix(const Setup& setup, const Trace& trace, const MixerPlace& place, const RunControl& control = {});

/// The tensors and weights of a layer for mixerLane(). REQUIRES: setup and trace live as long as what is returned.
MixerRecord mixerRecord(const Setup& setup, const Trace& trace, Index layer);

} // namespace core
