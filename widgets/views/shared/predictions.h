#pragma once

// The model's predictions of the next token, read from the logits of a trace.

#include "core/analysis/logit_lens.h"
#include "core/analysis/top_k.h"
#include "widgets/figure/figure.h"

#include <QString>

#include <span>
#include <vector>

namespace widgets {

/// An encoder sees the whole text: its logits are about the token that is there, not of the next one.
bool speaksOfHere(const core::Trace& trace);

/// Whether all positions have logits, or the last one only.
bool hasAllLogits(const core::Trace& trace);

using core::logitsAfter;

/// The most probable next tokens after `position`, best first. Empty without logits there.
std::vector<core::TokenProbability> nextTokens(const core::Trace& trace, int position, int count);

/// Probability of one token after `position`; NaN without logits.
double probabilityOf(const core::Trace& trace, int position, core::TokenId id);

/// "12.3 %"; what would round to 0.0 % is "< 0.1 %".
QString probabilityText(double probability);

/// For a model without an output head: the stream is read with the matrix that embeds the tokens. Empty when it has one.
ChoiceOffer outputOffer(const FigureData& data);

/// Its text as people read it; "#123" without a tokenizer.
QString tokenText(const RunResult& run, core::TokenId id);

} // namespace widgets
