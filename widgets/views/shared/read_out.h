#pragma once

// The text of the status bar: the value at a selection, in words and numbers.

#include "widgets/run/run_result.h"
#include "widgets/run/selection_model.h"

#include <QString>

namespace widgets {

/// Tokens of the source of a model with two stacks that a page marks; they are none of the selection. −1: none.
struct SourceTokens
{
    int query = -1, key = -1;
    bool operator==(const SourceTokens&) const = default;
};

/// What a selection means in a tensor, by its axes: of pairs of tokens "L3 H5 · query 4 “the” → key 2 “sat” · weight 0.183",
/// where a masked cell says so instead; of vectors "L3 · token 4 “the”". Parts that are not chosen are left out; an empty name
/// means the pattern of the selected layer. The tokens of tensors of a source are those of `source`. Empty without a run.
QString readOut(const RunPtr& run, const Selection& selection, const QString& tensor = {}, const SourceTokens& source = {});

/// Why the cell of this query and key has no number: "masked: a later token". Empty when it has one. `scores`: the tensor that
/// says it, with the tokens of its own rows and columns; empty: of the selected layer.
QString maskedWords(const core::Trace& trace, const Selection& selection, const std::string& scores = {});

/// The text of token `position` as the axes of pictures have it: white space visible, quoted; of a part of a character both,
/// “猫₂”. "?" outside the run.
QString quotedToken(const core::Trace& trace, int position);

/// Where a layer stands: "L2 (third of 4)". Layers count from 0.
QString layerPlace(int layer, int layers);

} // namespace widgets
