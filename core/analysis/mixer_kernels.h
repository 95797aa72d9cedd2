#pragma once

// MixerKernels: the short convolutions of a mixer as weights over the last tokens: the causal convolution in front of a state
// space or a gated recurrence (Gu and Dao 2023, arXiv 2312.00752, §3.4), and the token shift of RWKV (Peng et al. 2023, arXiv
// 2305.13048, eq. 11–13), which is one of two taps.

#include "core/run/model.h"

#include <string>
#include <vector>

namespace core {

struct MixerKernel
{
    std::string weight; // "blocks.3.mixer.conv.weight"
    bool isShift = false; // μ of the token, 1 − μ of the one before
    Matrix taps; // [tap, channel]; row 0 of the token itself, row i of the token i before it

    double meanMagnitude(Index tap) const { return double(taps.row(tap).cwiseAbs().mean()); }
    std::size_t bytes() const { return std::size_t(taps.size()) * sizeof(float); }
};

/// Those of a layer; none where its mixer states none. Reads the weights. Throws Error where they cannot be read.
std::vector<MixerKernel> mixerKernels(const Setup& setup, Index layer);

} // namespace core
