#pragma once

// Standard offers: the ways out of reasons that figures of several views have (figure_words.h).

#include "widgets/figure/offers.h"

namespace widgets {

ChoiceOffer decoderOffer();

ChoiceOffer attentionOffer();

/// It subtracts a mean, and of one token alone.
ChoiceOffer layerNormOffer();

/// The text that the model opens with.
ChoiceOffer textOffer();

/// textOffer() where there is one token, which has nothing to be compared with.
ChoiceOffer oneTokenOffer(const FigureData& data);

/// What makes whyNoGenerating() empty; nothing where it is.
ChoiceOffer generatingOffer(const FigureData& data);

/// What makes whyNoWeights() of all layers empty; nothing where it is, or where there is no text at all: the line above has that.
ChoiceOffer weightsOffer(const FigureData& data);

} // namespace widgets
