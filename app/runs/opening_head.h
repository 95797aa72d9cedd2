#pragma once

// The head that is shown of a text unless another is selected: the same in the window and for `cutaway export`.

#include "core/analysis/head_table.h"
#include "core/files/library/curated_prompts.h"
#include "widgets/run/run_result.h"
#include "widgets/run/selection_model.h"

#include <QString>

#include <optional>

namespace app {

/// core::scoredHeads() of the run.
using HeadTable = std::vector<core::ScoredHead>;

/// The head of the guide for this very text, with the two tokens to look at; without a guide the head of a trained model that
/// copies best, where the text lets one copy visibly. Nothing when no head has a reason to be shown before the others.
std::optional<widgets::Selection> openingHead(
    const widgets::RunResult& run, const HeadTable& heads, const core::CuratedPrompt* guide);

/// Why a head that copies was chosen, a sentence with its number; empty for any other head.
QString copyingSentence(const widgets::RunResult& run, const HeadTable& heads, int layer, int head);

} // namespace app
