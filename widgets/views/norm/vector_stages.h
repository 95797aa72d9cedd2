#pragma once

// The steps that a norm takes with one vector, by name and formula, and those of two norms row by row.

#include "core/analysis/norm_steps.h"
#include "widgets/figure/figure.h"

#include <optional>
#include <vector>

namespace widgets {

enum class NormStep
{
    Before,
    Centred,
    Scaled,
    Gained,
    Shifted
};

struct Stage
{
    NormStep step;
    const char* id; // in tables
    QString name;
    QString formula;
    std::vector<float> values;
    bool isBand = false; // a band of one standard deviation (or RMS) around 0 shows what the next step divides by
};

/// What the norm that options and selection mean does to the shown position; nothing where the trace does not hold it.
std::optional<core::NormSteps> stepsOf(const RunPtr& run, const FigureData& data);

/// The steps that this kind of norm takes, and no others.
std::vector<Stage> stagesOf(const core::NormSteps& steps);

/// One step of two norms, of which at least one takes it.
struct StageRow
{
    const Stage* a = nullptr;
    const Stage* b = nullptr;
    const Stage& first() const { return a ? *a : *b; }
    bool isOneFormula() const { return !a || !b || a->formula == b->formula; }
};

/// In order, every step of either; `b` may be empty. The rows point into both.
std::vector<StageRow> stageRows(const std::vector<Stage>& a, const std::vector<Stage>& b);

/// Why one side has no numbers of a step that the other takes.
QString whyNoStage(const StageRow& row);

} // namespace widgets
