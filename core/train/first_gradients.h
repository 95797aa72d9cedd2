#pragma once

// FirstGradients: what reaches each layer before anything is learned, on one text, for every placement of the norms
// (Xiong et al. 2020, On Layer Normalization in the Transformer Architecture, §3 and figure 3).

#include "core/base/run_control.h"
#include "core/run/model.h"

#include <string>
#include <vector>

namespace core {

struct FirstGradient
{
    std::string placement;      // "post", a word of norm.placement
    double loss = 0;            // mean −log p of the next token, nats
    std::vector<double> layers; // √Σ g² of all weights of each layer; empty: this placement cannot be run, `why`
    std::string why = {};       // English, context "core"
};

/// More numbers than this would take minutes.
inline constexpr Index maxFirstWeights = 30'000'000;

/// Of a seeded model of the same choices but for the placement, scaled as a training begins (TrainedWeights). The metric is the
/// loss of the text. Throws Error{BadInput} for two stacks, more than maxFirstWeights, a text of one token (where the next is
/// said); Stopped.
std::vector<FirstGradient> firstGradients(
    const Setup& setup, const std::vector<TokenId>& ids, const RunControl& control = {});

} // namespace core
