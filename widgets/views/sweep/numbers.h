#pragma once

// What the figure of a sweep needs: the rows of each value, measured by the worker.

#include "core/experiments/sweep.h"
#include "widgets/figure/figure.h"
#include "widgets/figure/options.h"

#include <optional>

namespace widgets {

/// The setup of a run with weights=keep: every value of a sweep has the weights of the run, as in `sweep`, and none those of a
/// sibling that was trained with it. Throws core::Error.
core::SetupPtr sweptSetup(const core::Setup& setup);

/// "KEY=V,V,…", as `sweep --over` has it; missing: up to all layers of the model.
inline constexpr TextOption sweptOption{"over"};

/// Each value with the seeds 0 to N − 1; 0: the seed of the model.
inline constexpr WholeOption seedsOption{"seeds", 0, 64};

/// What is measured in a run, as text. "answer" is what A says next, in B too where B is beside it and has that token. REQUIRES:
/// the run has a model.
std::string measuredIn(const FigureData& data, const RunPtr& run);

/// What the options say, or begin with, for a run: "sizes.layers=1,2,4". REQUIRES: it has a model.
QString sweptWords(const FigureData& data, const RunPtr& run);

/// The same as `sweep` has it, with the metric of Circuits (metricOption) or a name of the trace; nothing where the words are no
/// key with values. REQUIRES: it has a model.
std::optional<core::SweepRequest> sweepOf(const FigureData& data, const RunPtr& run);

/// FigureInfo::needs: the values one by one, the first of them before the picture.
Needs sweepNeeds(const FigureData& data);

/// The rows that have come, in the order of the values; a value that could not be run has one of NaN.
std::vector<core::SweepRow> sweptRows(const FigureData& data, const RunPtr& run);

/// Those of the side: of a difference B − A of rows that both have.
std::vector<core::SweepRow> sideRows(const FigureData& data);

/// What is measured, in words: "log p of “chair”", "the mean of blocks.0.attn.pattern".
QString measuredWords(const FigureData& data, const RunPtr& run);

/// A value of a key in words: "Pre", "yes", "4".
QString sweptValueText(const std::string& key, const std::string& value);

} // namespace widgets
