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

/// The first tokens alone of a text that has more than a page can take; nothing where it has no more.
ChoiceOffer shorterTextOffer(const FigureData& data, core::Index tokens);

/// What makes whyNoGenerating() empty; where it is, a text behind which there is room for a token, or nothing.
ChoiceOffer generatingOffer(const FigureData& data);

/// What makes whyNoWeights() of all layers empty; nothing where it is, or where there is no text at all: the line above has that.
ChoiceOffer weightsOffer(const FigureData& data);

} // namespace widgets
