#pragma once

// Offers: the ways out of an empty page, a button each.

#include "widgets/figure/figure.h"

#include <vector>

namespace widgets {

/// Key of an offer that opens the model `value` in place of changing a choice.
inline constexpr const char* modelOffer = "model";

/// The same of an offer that opens it as B.
inline constexpr const char* otherModelOffer = "other_model";

/// Key of an offer about B, which is made from A where there is none: `value` is "KEY=VALUE …", the choices that B takes; a word
/// before them is a model, which is opened in A and in B, and one after modelOfB a model for B alone.
inline constexpr const char* comparedOffer = "compared";
inline constexpr QLatin1String modelOfB{"B:"};

/// Key of an offer of the text that the model opens with.
inline constexpr const char* openingTextOffer = "text";

/// Key of an offer of the text's first `value` tokens alone.
inline constexpr const char* firstTokensOffer = "first_tokens";

/// Key of an offer of a page of a concept: `value` is "C04 alibi show=terms" (concepts.h).
inline constexpr const char* conceptOffer = "concept";

/// "Open “main”"; nothing where no such model comes with the program.
ChoiceOffer openOffer(const QString& model);

/// FigureInfo::offer, one for each of its values: an offer of several has a line of `label` and of `value` for each,
/// and a choice that the model refuses is not offered. Empty: none.
std::vector<ChoiceOffer> offersOf(const FigureInfo& figure, const FigureData& data);

} // namespace widgets
