#pragma once

// Intervention text: an intervention in a few words, "L1 H2 z → 0", for lists, chips and files.

#include "core/trace/intervention.h"

#include <QString>

namespace widgets {

/// The place: "L1 H2 z", "L3 mlp.post #17", "encoder L0 resid_pre, token 4". A name that is a pattern stays as it is.
QString placeText(const core::Intervention& intervention);

/// How much of the texts that numbers come from is said: some letters, of two texts those where they differ; or all.
enum class SaidTexts
{
    Short,
    Whole
};

/// The place and what happens there: "L1 H2 z → mean (strength 0.50)".
QString interventionText(const core::Intervention& intervention, SaidTexts texts = SaidTexts::Short);

/// The direction that is added: "direction towards “chair”"; empty: it has none.
QString directionText(const core::Intervention& intervention, SaidTexts texts = SaidTexts::Short);

/// All of a list, the first few by their words; `list` is that of a trace. Empty for none.
QString interventionsText(const core::Json& list);

} // namespace widgets
