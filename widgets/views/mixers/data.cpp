#include "widgets/views/mixers/data.h"

#include "widgets/plot/number_format.h"
#include "widgets/run/run_result.h"
#include "widgets/views/mixers/words.h"
#include "widgets/views/shared/figure_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

constexpr float hidden = -std::numeric_limits<float>::infinity();
constexpr double muchLarger = 3; // of the diagonal against the rest

NeedId idOf(const RunPtr& run, const char* what, const core::MixerPlace& place)
{
    return {run->trace, {}, std::string(what) + " " + std::to_string(place.layer) + " " + std::to_string(place.lane)};
}

/// The largest magnitude on the diagonal, and beside it.
std::pair<double, double> magnitudes(const std::vector<Grid>& grids)
{
    double diagonal = 0, rest = 0;
    for (const Grid& grid : grids)
        for (core::Index row = 0; row < grid.rows; ++row)
            for (core::Index column = 0; column < grid.columns; ++column)
                if (const double value = std::abs(double(grid.at(row, column))); std::isfinite(value)) {
                    double& most = row == column ? diagonal : rest;
                    most = std::max(most, value);
                }
    return {diagonal, rest};
}

Grid withoutDiagonalOf(const Grid& grid)
{
    std::vector<float> values;
    for (core::Index row = 0; row < grid.rows; ++row)
        for (core::Index column = 0; column < grid.columns; ++column)
            values.push_back(row == column ? std::nanf("") : grid.at(row, column));
    return gridOf(std::move(values), grid.rows, grid.columns);
}

bool hasNegative(const std::vector<Grid>& grids)
{
    for (const Grid& grid : grids)
        for (core::Index row = 0; row < grid.rows; ++row)
            for (core::Index column = 0; column < grid.columns; ++column)
                if (const float value = grid.at(row, column); std::isfinite(value) && value < 0)
                    return true;
    return false;
}

} // namespace

int mixerLayer(const RunResult& run, const Selection& selection)
{
    return std::clamp(selection.layer, 0, std::max(0, int(run.setup->config.layers()) - 1));
}

std::string mixerKind(const RunResult& run, int layer)
{
    return std::string(core::infoOf(run.setup->config.block(layer).mixer).id);
}

bool isAttentionMixer(const RunResult& run, int layer) { return core::isAttention(run.setup->config.block(layer).mixer); }

core::MixerPlace mixerPlace(const RunResult& run, const FigureData& data, bool ofOne)
{
    const int layer = mixerLayer(run, data.selection);
    if (!ofOne && lanesOption.is(data, "mean"))
        return {layer, -1};
    const bool areHeads = isAttentionMixer(run, layer) || core::mixerFormOf(*run.setup, layer).areHeads;
    const core::Index lanes = std::max<core::Index>(1, core::mixerLanes(*run.setup, layer));
    const core::Index wanted = areHeads ? data.selection.head : channelOption.in(data, 0);
    return {layer, std::clamp<core::Index>(wanted, 0, lanes - 1)};
}

QString whyNoMatrix(const RunResult& run, const FigureData& data)
{
    if (!run.setup)
        return Mixers::tr("A recorded run does not say how its mixer was computed. Open the model itself.");
    const int layer = mixerLayer(run, data.selection);
    if (core::mixerLanes(*run.setup, layer) == 0)
        return Mixers::tr("%1 does not state its operators, so it has no matrix here.").arg(mixerName(mixerKind(run, layer)));
    const std::string missing = core::missingForMixer(*run.setup, *run.trace, layer);
    return missing.empty() ? QString() : whyNotRecorded(missing);
}

Need mixerMatrixNeed(const RunPtr& run, const FigureData& data)
{
    const core::MixerPlace place = mixerPlace(*run, data);
    return derivedNeed(idOf(run, "mixer matrix", place),
        [run, place](const core::RunControl& control) { return core::mixerMatrix(*run->setup, *run->trace, place, control); });
}

const core::MixerMatrix* mixerMatrixOf(const FigureData& data, const RunPtr& run)
{
    return run && run->setup ? data.results.value<core::MixerMatrix>(idOf(run, "mixer matrix", mixerPlace(*run, data))) : nullptr;
}

Need mixerStatesNeed(const RunPtr& run, const FigureData& data)
{
    const core::MixerPlace place = mixerPlace(*run, data, true);
    return derivedNeed(idOf(run, "mixer states", place),
        [run, place](const core::RunControl& control) { return core::mixerStates(*run->setup, *run->trace, place, control); });
}

const core::MixerStates* mixerStatesOf(const FigureData& data, const RunPtr& run)
{
    return run && run->setup ? data.results.value<core::MixerStates>(idOf(run, "mixer states", mixerPlace(*run, data, true)))
                             : nullptr;
}

Need mixerRunNeed(const RunPtr& run, const std::string& kind)
{
    return runNeed(run, "mixer.kind", kind, core::mixerPatterns(kind));
}

Grid mixerGrid(const core::Matrix& matrix)
{
    bool isCausal = true;
    for (core::Index row = 0; row < matrix.rows(); ++row)
        for (core::Index column = row + 1; column < matrix.cols(); ++column)
            isCausal &= matrix(row, column) == 0.F;
    std::vector<float> values(matrix.data(), matrix.data() + matrix.size());
    for (core::Index row = 0; isCausal && row < matrix.rows(); ++row)
        for (core::Index column = row + 1; column < matrix.cols(); ++column)
            values[std::size_t(row * matrix.cols() + column)] = hidden;
    return gridOf(std::move(values), matrix.rows(), matrix.cols());
}

ColorScale mixerScale(const std::vector<Grid>& grids, bool* withoutDiagonal)
{
    const ScaleChoice choice = hasNegative(grids) ? ScaleChoice{ColorMapId::RdBu, ScalePolicy::SymmetricRobust}
                                                  : ScaleChoice{ColorMapId::Viridis, ScalePolicy::ZeroToMax};
    const auto [diagonal, rest] = magnitudes(grids);
    const bool isWithout = rest > 0 && diagonal > muchLarger * rest;
    if (withoutDiagonal)
        *withoutDiagonal = isWithout;
    if (!isWithout)
        return makeScale(choice, grids);
    std::vector<Grid> others;
    for (const Grid& grid : grids)
        others.push_back(withoutDiagonalOf(grid));
    ColorScale scale = makeScale(choice, others);
    const ColorScale whole = makeScale(choice, grids);
    scale.masked = whole.masked;
    scale.notNumbers = whole.notNumbers;
    return scale;
}

QString rangeText(const ColorScale& scale)
{
    return (scale.low < 0 ? QStringLiteral("±") : QStringLiteral("≤")) + formatNumber(scale.high, 1);
}

} // namespace widgets
