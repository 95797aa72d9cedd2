#pragma once

// The texts that a run's model writes on, as the figure looks at them.

#include "core/run/continuations.h"
#include "widgets/figure/figure.h"
#include "widgets/views/writing/options.h"

#include <optional>
#include <vector>

namespace widgets {

/// A text as far as it is shown.
struct ShownText
{
    const core::Continuation* text = nullptr;
    std::vector<core::Index> nodes; // from the first token on, as far as they are shown
    bool isWhole = false;           // all that was written is shown
    double logBefore = 0;           // Σ log of the branches, NextToken::before
    double logModel = 0;            // Σ log of NextToken::model
};

struct Writing
{
    RunPtr run;
    core::ContinuationOptions options;
    const core::ContinuationTree* tree = nullptr; // null: not there yet, or refused
    QString why;                                  // it was refused
    core::ContinuationNode prompt;                // what follows the prompt; there without the tree, too
    core::Index selected = 0;                     // node: the deepest that the option names and that is shown
    std::vector<ShownText> texts;                 // without the tree none

    /// What follows the selected node.
    const core::ContinuationNode& node() const { return tree ? tree->nodes[std::size_t(selected)] : prompt; }

    /// Texts that draw this token after the selected node.
    int drawnBy(core::TokenId id) const;

    /// The tokens up to the selected node, the prompt's last one where that is the prompt.
    QString selectedWord() const;
};

Writing writingOf(const FigureData& data);

/// Why a run's model writes nothing; empty: it writes.
QString whyNotWriting(const RunResult& run);

/// FigureInfo::needs.
Needs writingNeeds(const FigureData& data);

/// log Z after the tokens of the run's text, by position; NaN where it was not recorded.
std::vector<double> logZOfText(const RunResult& run);

} // namespace widgets
