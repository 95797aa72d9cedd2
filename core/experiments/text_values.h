#pragma once

// TextValues: what other texts give at the places of interventions, as `op set` with the texts in `source`.

#include "core/base/run_control.h"
#include "core/run/model.h"
#include "core/trace/intervention.h"
#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace core {

/// The mean over all tokens of the texts, a file, a set or typed (text_set.h), at each place; a place of several heads becomes one
/// for each. Their origin names the file without its folder, or has what was typed. Throws Error{BadInput} for texts that cannot
/// be read or have no tokens, and what forward() refuses; Stopped. REQUIRES: one stack; the first axis of each tensor counts tokens.
std::vector<Intervention> meansOverTexts(
    const Setup& setup, const std::string& texts, const std::vector<Intervention>& places, const RunControl& control);

/// How many tokens a text must have for its values at some places.
struct TokensNeeded
{
    Index count = 0;
    bool isExact = false; // a place is of all tokens, so that it must be as many
};

/// As valuesInText() asks for them, of a run that recorded the tensors; of others nothing is needed.
TokensNeeded tokensNeeded(const std::vector<Intervention>& places, const Trace& run);

/// What a run of this text has at each place. `tokens`: of the run that they are put into; a place of all tokens needs as many.
/// Throws Error{BadInput} for a text of too few or other tokens, more numbers than a list holds, and what forward() refuses;
/// Stopped. REQUIRES: one stack; each tensor is one of the setup's.
std::vector<Intervention> valuesInText(const Setup& setup, const std::string& text, const std::vector<Intervention>& places,
    Index tokens, const RunControl& control);

} // namespace core
