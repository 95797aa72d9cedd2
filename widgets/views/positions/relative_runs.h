#pragma once

// Relative positions of a run, or of the same tokens under another kind: what the encoding adds to the scores of the selected
// head.

#include "core/analysis/relative_terms.h"
#include "widgets/figure/figure.h"
#include "widgets/figure/options.h"

#include <string>
#include <vector>

namespace widgets {

inline constexpr TextOption relativeKindOption{"kind"};

/// Kinds that add to the scores, words of "position.kind".
const QStringList& relativeKinds();

/// "Shaw", "T5", "ALiBi", "RoPE": short names, for switches and lines.
QString shortKindName(const std::string& kind);

/// The kind of a layer of the run, "rope"; empty without a model.
std::string ownPositionKind(const RunResult& run, int layer);

/// One run as the page looks at it.
struct RelativeRun
{
    RunPtr run;
    QString slot;     // "A", "B"; empty: one run alone
    std::string kind; // that is shown
    bool isOwn = false; // the kind of the run itself
    core::RelativePlace place;
    const core::RelativeTerms* terms = nullptr; // null: not there, or refused
    const core::RelativeTerms* beside = nullptr; // of the same kind in the other slot, whose scales are shared
    QString why;                                // it was refused
};

/// The run that is shown, or A and B.
std::vector<RelativeRun> relativeRuns(const FigureData& data);

/// FigurePage::needs and whyNot.
Needs relativeNeeds(const FigureData& data);
QString whyNoRelative(const FigureData& data);

/// Why the terms of pairs of tokens are left out of its picture; empty: they are there, or are of the distance alone.
QString whyNoPairs(const RelativeRun& shown);

/// The first distance from which on all read one row of the table; −1: none does within the distances.
core::Index lastRowFrom(const core::RelativeTerms& terms);

} // namespace widgets
