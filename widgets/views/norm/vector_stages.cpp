#include "widgets/views/norm/vector_stages.h"

#include "widgets/figure/sides.h"
#include "widgets/views/norm/parts.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct NormVector
{
    Q_DECLARE_TR_FUNCTIONS(NormVector)
};

} // namespace

std::optional<core::NormSteps> stepsOf(const RunPtr& run, const FigureData& data)
{
    if (!run)
        return std::nullopt;
    const std::optional<core::NormSlot> slot = chosenSlot(*run, data);
    if (!slot)
        return std::nullopt;
    const core::NormWeights weights = run->setup ? core::normWeights(*run->setup, *slot) : core::NormWeights();
    return core::normSteps(*run->trace, *slot, shownPosition(*run, data.selection), weights);
}

std::vector<Stage> stagesOf(const core::NormSteps& steps)
{
    const bool hasGain = !steps.gained.empty(), isCentred = steps.subtractsMean;
    std::vector<Stage> stages{{NormStep::Before, "before", NormVector::tr("before"), QStringLiteral("x"), steps.before, !isCentred}};
    if (isCentred)
        stages.push_back({NormStep::Centred, "centred", NormVector::tr("centred"), QStringLiteral("x − μ"), steps.centred, true});
    stages.push_back({NormStep::Scaled, "scaled", NormVector::tr("scaled"),
        isCentred ? QStringLiteral("(x − μ) ÷ σ") : QStringLiteral("x ÷ RMS"), steps.scaled, true});
    const QString gained = hasGain ? NormVector::tr("with gain") : NormVector::tr("out");
    const QString gain = hasGain ? QStringLiteral("· w") : QString();
    if (!steps.hasBias) {
        stages.push_back({NormStep::Gained, "out", gained, gain, steps.out});
        return stages;
    }
    if (hasGain)
        stages.push_back({NormStep::Gained, "gained", gained, gain, steps.gained});
    stages.push_back({NormStep::Shifted, "out", NormVector::tr("with bias"), QStringLiteral("+ b"), steps.out});
    return stages;
}

std::vector<StageRow> stageRows(const std::vector<Stage>& a, const std::vector<Stage>& b)
{
    std::vector<StageRow> rows;
    for (const NormStep step :
        {NormStep::Before, NormStep::Centred, NormStep::Scaled, NormStep::Gained, NormStep::Shifted}) {
        const auto find = [&](const std::vector<Stage>& stages) {
            const auto found = std::ranges::find(stages, step, &Stage::step);
            return found == stages.end() ? nullptr : &*found;
        };
        if (const StageRow row{find(a), find(b)}; row.a || row.b)
            rows.push_back(row);
    }
    return rows;
}

QString whyNoStage(const StageRow& row)
{
    const NormStep step = row.first().step;
    return step == NormStep::Centred ? NormVector::tr("keeps μ")
        : step == NormStep::Shifted  ? NormVector::tr("has no bias")
                                     : NormVector::tr("no such step");
}

} // namespace widgets
