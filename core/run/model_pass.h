#pragma once

// The model from top to bottom: embedding, the blocks of each stack, norm and unembedding. The same in a plan and in a run
// (forward.h); what is checked, refused and kept around it stands there.

#include "core/layers/token_places.h"
#include "core/run/forward.h"
#include "core/run/pass.h"

#include <span>
#include <string_view>

namespace core {

/// Where the tokens of packed sequences stand, after `past` tokens of a cache.
TokenPlaces placesOf(Index tokens, const std::vector<Index>& sequenceStarts, Index past);

/// What one run through the model is given.
struct ModelInput
{
    const ModelConfig& config;
    const ForwardInput& input;
    const TokenPlaces& places; // of the decoder's tokens, or of the only stack's
    KvCache* cache = nullptr;
    bool allLogits = true;
    std::span<const Index> logitTokens = {}; // not empty: the logits of these tokens only

    const std::vector<TokenId>& ids() const { return config.hasEncoder() ? input.decoderIds : input.ids; }
};

/// What enters the first block under dropout.
inline constexpr std::string_view embeddedDropped = "embedded_dropped";

/// The model, top to bottom. Returns the logits of the rows that were asked for [row, vocabulary], nothing where the model has
/// none.
Tensor runModel(Pass& pass, const ModelInput& in, const Known& known = {});

} // namespace core
