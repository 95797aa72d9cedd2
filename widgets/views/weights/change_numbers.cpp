#include "widgets/views/weights/change_numbers.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "widgets/figure/offers.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/weights/numbers.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace widgets {

namespace {

using Spectra = std::vector<core::Spectrum>;

core::Index expertOf(const FigureData& data) { return std::max(0, expertOption.in(data, 0)); }

bool hasBoth(const FigureData& data) { return data.a && data.b && data.a->setup && data.b->setup; }

NeedId idOf(const FigureData& data, const std::string& what)
{
    const auto [base, tuned] = changeRuns(data);
    return {base->trace, tuned->trace, "change of weights " + what + " expert " + std::to_string(expertOf(data))};
}

std::string spectraName(const core::BlockPlace& block) { return "spectra of " + block.nameOf(""); }

const std::string spectraOutside = "spectra outside of blocks";

Need spectraNeed(const FigureData& data, const core::BlockPlace& block)
{
    return derivedNeed(idOf(data, spectraName(block)),
        [runs = changeRuns(data), block, expert = expertOf(data)](const core::RunControl& control) {
            return core::changeSpectra(*runs.base->setup, *runs.tuned->setup, block, expert, control);
        });
}

Need outsideNeed(const FigureData& data)
{
    return derivedNeed(idOf(data, spectraOutside), [runs = changeRuns(data)](const core::RunControl& control) {
        return core::outsideSpectra(*runs.base->setup, *runs.tuned->setup, control);
    });
}

QString whyNoSpectrum(const FigureData& data)
{
    const Spectra* const all = changeSpectraOf(data, shownBlock(data, *data.a));
    if (!all)
        return {};
    if (all->empty())
        return WeightWords::tr("Layer %1 has no matrices.").arg(shownLayerText(data));
    return std::ranges::all_of(*all, [](const core::Spectrum& one) { return one.values.empty(); })
        ? WeightWords::tr("Every matrix here has more than %1 singular values, which would take minutes.").arg(core::maxSpectrum)
        : QString();
}

/// NaN: not computed.
double stableRank(const Spectra* all, const std::string& matrix)
{
    if (!all)
        return std::numeric_limits<double>::quiet_NaN();
    const auto found = std::ranges::find(*all, matrix, &core::Spectrum::name);
    return found == all->end() || found->values.empty() ? std::numeric_limits<double>::quiet_NaN() : found->stableRank();
}

double valueIn(const FigureData& data, const core::MatrixChange& change, std::size_t row)
{
    return changeOption.is(data, "rank") ? stableRank(changeSpectraOf(data, changeOf(data)->rows[row]), change.name)
                                         : change.relative(row);
}

double valueOutside(const FigureData& data, const core::MatrixChange& change)
{
    return changeOption.is(data, "rank") ? stableRank(outsideSpectraOf(data), change.name) : change.relative(0);
}

} // namespace

ChangeRuns changeRuns(const FigureData& data)
{
    const auto placeOf = [](const RunPtr& run) { // the last step has no number
        const std::optional<core::SnapshotName> snapshot = core::snapshotName(run->trace->model);
        constexpr long end = std::numeric_limits<long>::max();
        const std::filesystem::path model
            = snapshot ? snapshot->model : run->trace->model; // a step may have the path of its model
        return std::pair(model.filename().string(), snapshot ? QString::fromStdString(snapshot->step).toLong() : end);
    };
    const auto [a, stepOfA] = placeOf(data.a);
    const auto [b, stepOfB] = placeOf(data.b);
    return a == b && stepOfB < stepOfA ? ChangeRuns{data.b, data.a} : ChangeRuns{data.a, data.b};
}

QString whyNoChange(const FigureData& data)
{
    if (!data.a)
        return whyNoTokens(data);
    if (!data.b)
        return WeightWords::tr(
            "There is one model: choose as B another with the same sizes, a step of its training or what was trained from it.");
    if (!hasBoth(data))
        return WeightWords::tr("A recorded run has no weights: open the model that it is of.");
    if (data.side == Side::Delta && data.mode == SlotMode::All)
        return WeightWords::tr("The picture is of both models already.");
    const core::WeightChange* const all = changeOf(data);
    if (!all)
        return {};
    double largest = -1;
    for (const auto* const part : {&all->blocks, &all->outside})
        for (const core::MatrixChange& one : *part)
            for (const double norm : one.norms)
                if (std::isfinite(norm))
                    largest = std::max(largest, norm);
    if (largest < 0)
        return WeightWords::tr("No matrix of A has the shape of that of B: choose as B a model with the same sizes.");
    if (largest == 0)
        return WeightWords::tr(
            "The weights of A and B are the same: choose as B a step of the training, or what was trained from A.");
    return changeOption.is(data, "norm") ? QString() : whyNoSpectrum(data);
}

ChoiceOffer changeOffer(const FigureData& data)
{
    if (!data.a || !data.a->setup)
        return {};
    const std::string& model = data.a->trace->model;
    const QString key = QLatin1String(otherModelOffer);
    if (model == core::defaultModel() && data.a->setup->model->trained)
        return {
            WeightWords::tr("Compare with the start of its training"), key, QString::fromStdString(model) + QStringLiteral("@0")};
    if (const auto snapshot = core::snapshotName(model))
        return {WeightWords::tr("Compare with the end of its training"), key, QString::fromStdString(snapshot->model)};
    return {};
}

Needs changeNeeds(const FigureData& data)
{
    if (!hasBoth(data))
        return {};
    Needs all{
        derivedNeed(idOf(data, "norms"), [runs = changeRuns(data), expert = expertOf(data)](const core::RunControl& control) {
            return core::weightChange(*runs.base->setup, *runs.tuned->setup, expert, control);
        })};
    if (changeOption.is(data, "norm"))
        return all;
    const core::BlockPlace shown = shownBlock(data, *data.a);
    all.push_back(spectraNeed(data, shown));
    if (!changeOption.is(data, "rank"))
        return all;
    for (const core::BlockPlace& block : core::blockPlaces(*data.a->setup))
        if (block.isOfEncoder != shown.isOfEncoder || block.layer != shown.layer) {
            all.push_back(spectraNeed(data, block));
            all.back().isPart = true;
        }
    all.push_back(outsideNeed(data));
    all.back().isPart = true;
    return all;
}

const core::WeightChange* changeOf(const FigureData& data)
{
    return hasBoth(data) ? data.results.value<core::WeightChange>(idOf(data, "norms")) : nullptr;
}

const Spectra* changeSpectraOf(const FigureData& data, const core::BlockPlace& block)
{
    return hasBoth(data) ? data.results.value<Spectra>(idOf(data, spectraName(block))) : nullptr;
}

const Spectra* outsideSpectraOf(const FigureData& data)
{
    return hasBoth(data) ? data.results.value<Spectra>(idOf(data, spectraOutside)) : nullptr;
}

Grid changeGrid(const FigureData& data)
{
    const core::WeightChange* const all = changeOf(data);
    if (!all || all->blocks.empty())
        return {};
    std::vector<float> values;
    for (std::size_t row = all->rows.size(); row-- > 0;)
        for (const core::MatrixChange& one : all->blocks)
            values.push_back(float(valueIn(data, one, row)));
    return gridOf(std::move(values), core::Index(all->rows.size()), core::Index(all->blocks.size()));
}

Grid outsideGrid(const FigureData& data)
{
    const core::WeightChange* const all = changeOf(data);
    if (!all || all->outside.empty())
        return {};
    std::vector<float> values;
    for (const core::MatrixChange& one : all->outside)
        values.push_back(float(valueOutside(data, one)));
    return gridOf(std::move(values), 1, core::Index(all->outside.size()));
}

std::string weightAt(const FigureData& data, const QString& map, int row, int column)
{
    const core::WeightChange* const all = changeOf(data);
    if (!all || row < 0 || column < 0)
        return {};
    const bool isOutside = map == QLatin1String("outside");
    const std::vector<core::MatrixChange>& matrices = isOutside ? all->outside : all->blocks;
    const std::size_t rows = isOutside ? 1 : all->rows.size();
    if (std::size_t(column) >= matrices.size() || std::size_t(row) >= rows)
        return {};
    const core::MatrixChange& matrix = matrices[std::size_t(column)];
    const std::size_t block = rows - 1 - std::size_t(row);
    if (std::isnan(matrix.before[block]))
        return {};
    return (isOutside ? matrix.name : all->rows[block].nameOf(matrix.name)) + ".weight";
}

std::vector<ChangedCell> changedMost(const FigureData& data)
{
    const bool isRank = changeOption.is(data, "rank");
    std::vector<ChangedCell> cells;
    for (const auto& [map, grid] : {std::pair{"change", changeGrid(data)}, {"outside", outsideGrid(data)}})
        for (int row = int(grid.rows); row-- > 0;)
            for (int column = 0; column < int(grid.columns); ++column)
                if (const double value = double(grid.at(row, column)); std::isfinite(value) && (!isRank || value > 0))
                    cells.push_back({weightAt(data, QString::fromLatin1(map), row, column), value});
    if (isRank)
        std::ranges::stable_sort(cells, std::less(), &ChangedCell::value);
    else
        std::ranges::stable_sort(cells, std::greater(), &ChangedCell::value);
    return cells;
}

} // namespace widgets
