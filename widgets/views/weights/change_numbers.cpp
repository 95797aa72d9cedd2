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
#include <limits>

namespace widgets {

namespace {

using Changes = std::vector<core::MatrixChange>;
using Spectra = std::vector<core::Spectrum>;

core::Index expertOf(const FigureData& data) { return std::max(0, expertOption.in(data, 0)); }

bool hasBoth(const FigureData& data) { return data.a && data.b && data.a->setup && data.b->setup; }

NeedId idOf(const FigureData& data, const std::string& what)
{
    return {data.a->trace, data.b->trace, "change of weights " + what + " expert " + std::to_string(expertOf(data))};
}

std::string spectraName(int layer) { return "spectra of layer " + std::to_string(layer); }

Need spectraNeed(const FigureData& data, int layer)
{
    return derivedNeed(idOf(data, spectraName(layer)),
        [a = data.a, b = data.b, layer, expert = expertOf(data)](
            const core::RunControl& control) { return core::changeSpectra(*a->setup, *b->setup, layer, expert, control); });
}

QString whyNoSpectrum(const FigureData& data)
{
    const Spectra* const all = changeSpectraOf(data, changedLayer(data));
    if (!all)
        return {};
    if (all->empty())
        return WeightWords::tr("Layer %1 has no matrices.").arg(counted(changedLayer(data)));
    return std::ranges::all_of(*all, [](const core::Spectrum& one) { return one.values.empty(); })
        ? WeightWords::tr("Every matrix here has more than %1 singular values, which would take minutes.").arg(core::maxSpectrum)
        : QString();
}

/// NaN: not computed.
double stableRank(const FigureData& data, const std::string& matrix, int layer)
{
    if (const Spectra* const all = changeSpectraOf(data, layer))
        if (const auto found = std::ranges::find(*all, matrix, &core::Spectrum::name);
            found != all->end() && !found->values.empty())
            return found->stableRank();
    return std::numeric_limits<double>::quiet_NaN();
}

double valueOf(const FigureData& data, const core::MatrixChange& change, int layer)
{
    return changeOption.is(data, "rank") ? stableRank(data, change.name, layer) : change.relative(layer);
}

} // namespace

int changedLayer(const FigureData& data)
{
    return std::clamp(data.selection.layer, 0, std::max(0, int(data.a->setup->config.layers()) - 1));
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
    const Changes* const all = changesOf(data);
    if (!all)
        return {};
    double largest = -1;
    for (const core::MatrixChange& one : *all)
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
        derivedNeed(idOf(data, "norms"), [a = data.a, b = data.b, expert = expertOf(data)](const core::RunControl& control) {
            return core::weightChange(*a->setup, *b->setup, expert, control);
        })};
    if (changeOption.is(data, "norm"))
        return all;
    const int shown = changedLayer(data);
    all.push_back(spectraNeed(data, shown));
    const int layers = changeOption.is(data, "rank") ? int(data.a->setup->config.layers()) : 0;
    for (int layer = 0; layer < layers; ++layer)
        if (layer != shown) {
            all.push_back(spectraNeed(data, layer));
            all.back().isPart = true;
        }
    return all;
}

const Changes* changesOf(const FigureData& data)
{
    return hasBoth(data) ? data.results.value<Changes>(idOf(data, "norms")) : nullptr;
}

const Spectra* changeSpectraOf(const FigureData& data, int layer)
{
    return hasBoth(data) ? data.results.value<Spectra>(idOf(data, spectraName(layer))) : nullptr;
}

Grid changeGrid(const FigureData& data)
{
    const Changes* const all = changesOf(data);
    if (!all || all->empty())
        return {};
    const auto layers = int(all->front().norms.size());
    std::vector<float> values;
    for (int layer = layers; layer-- > 0;)
        for (const core::MatrixChange& one : *all)
            values.push_back(float(valueOf(data, one, layer)));
    return gridOf(std::move(values), layers, core::Index(all->size()));
}

std::vector<ChangedCell> changedMost(const FigureData& data)
{
    const bool isRank = changeOption.is(data, "rank");
    std::vector<ChangedCell> cells;
    if (const Changes* const all = changesOf(data))
        for (const core::MatrixChange& one : *all)
            for (int layer = 0; layer < int(one.norms.size()); ++layer)
                if (const double value = valueOf(data, one, layer); std::isfinite(value) && (!isRank || value > 0))
                    cells.push_back({one.name, layer, value});
    if (isRank)
        std::ranges::stable_sort(cells, std::less(), &ChangedCell::value);
    else
        std::ranges::stable_sort(cells, std::greater(), &ChangedCell::value);
    return cells;
}

} // namespace widgets
