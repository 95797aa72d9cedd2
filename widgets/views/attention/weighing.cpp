#include "widgets/views/attention/weighing.h"

#include "core/analysis/attention_flow.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/head_scores.h"

#include <QCoreApplication>

#include <memory>

namespace widgets {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(AttentionWeighing)
};

using Values = std::shared_ptr<const core::WeightedValues>;
using Rolled = std::shared_ptr<const core::Matrix>;

core::AttentionPart partIn(const RunResult& run, core::AttentionPart part) { return core::partIn(*run.trace, part); }

NeedId idOf(const RunPtr& run, Weighing weighing, core::AttentionPart part, int layer)
{
    return {run->trace, {},
        std::string(weighing == Weighing::Values ? "weighted values " : "rollout ") + core::wordOf(part) + " "
            + std::to_string(layer)};
}

Need needOf(const RunPtr& run, Weighing weighing, core::AttentionPart asked, int layer)
{
    const core::AttentionPart part = partIn(*run, asked);
    const NeedId id = idOf(run, weighing, part, layer);
    if (weighing == Weighing::Rollout)
        return derivedNeed(id, [run, part, layer](const core::RunControl& control) -> Rolled {
            return std::make_shared<const core::Matrix>(core::rollout(*run->trace, part, layer, control));
        });
    return derivedNeed(id, [run, part, layer](const core::RunControl& control) -> Values {
        return std::make_shared<const core::WeightedValues>(core::weightedValues(*run->trace, *run->setup, part, layer, control));
    });
}

Grid gridOfMatrix(const std::shared_ptr<const void>& owner, const core::Matrix* cells)
{
    return cells && cells->size() > 0 ? Grid{owner, cells->data(), cells->rows(), cells->cols(), cells->cols()} : Grid();
}

} // namespace

Weighing weighingOf(const FigureData& data)
{
    return weighingOption.is(data, "values") ? Weighing::Values
        : weighingOption.is(data, "rollout") ? Weighing::Rollout
                                             : Weighing::Raw;
}

Needs weighingNeeds(const FigureData& data, int layer)
{
    Needs all;
    const Weighing weighing = weighingOf(data);
    if (weighing == Weighing::Raw)
        return all;
    const core::AttentionPart part = partOf(data);
    for (const RunPtr& run : drawnRuns(data)) {
        const int first = layer < 0 ? 0 : layer, end = layer < 0 ? layersOf(*run, part) : layer + 1;
        for (int one = first; one < end; ++one)
            if (whyNoWeighing(data, *run, one).isEmpty())
                all.push_back(needOf(run, weighing, part, one));
    }
    return all;
}

Grid weighedGrid(const FigureData& data, const RunResult& run, const PartPlace& at)
{
    const Weighing weighing = weighingOf(data);
    const NeedId id = idOf(pointerTo(data, run), weighing, partIn(run, at.part), at.layer);
    if (weighing == Weighing::Rollout) {
        const auto* const found = data.results.value<Rolled>(id);
        return found ? gridOfMatrix(*found, found->get()) : Grid();
    }
    const auto* const found = data.results.value<Values>(id);
    return found ? gridOfMatrix(*found, (*found)->of(at.head)) : Grid();
}

QString whyNoWeighing(Weighing weighing, const RunResult& run, const PartPlace& at)
{
    const core::AttentionPart part = partIn(run, at.part);
    if (weighing == Weighing::Raw)
        return {};
    if (weighing == Weighing::Rollout) {
        if (part == core::AttentionPart::Cross)
            return Words::tr("Rollout follows the tokens of one text through its layers.");
        for (int layer = 0; layer <= at.layer; ++layer) {
            const core::Tensor* const pattern = run.trace->find(core::attentionName(part, layer, "pattern"));
            if (!pattern || pattern->rank() != 3 || pattern->dim(1) != pattern->dim(2))
                return Words::tr("Rollout needs the weights of every layer up to this one: layer %1 has none.")
                    .arg(counted(layer));
        }
        return {};
    }
    if (!run.setup)
        return Words::tr("A recorded run has no output matrix: open the model that it is of.");
    const std::string missing = core::missingForValues(*run.trace, *run.setup, part, at.layer);
    return missing.empty() ? QString() : whyNotRecorded(missing);
}

QString whyNoWeighing(const FigureData& data, const RunResult& run, int layer)
{
    PartPlace at = placeOf(data);
    at.layer = layer;
    if (layer >= 0)
        return whyNoWeighing(weighingOf(data), run, at);
    QString reason;
    for (at.layer = 0; at.layer < layersOf(run, at.part); ++at.layer)
        if (reason = whyNoWeighing(weighingOf(data), run, at); reason.isEmpty())
            return {};
    return reason;
}

ScaleChoice weighingScale(Weighing weighing)
{
    return weighing == Weighing::Values ? ScaleChoice{ColorMapId::Viridis, ScalePolicy::ZeroToMax} : scaleChoiceFor("rollout");
}

QString weighingQuantity(Weighing weighing) { return weighing == Weighing::Values ? Words::tr("length") : Words::tr("share"); }

QString weighingMeaning(Weighing weighing)
{
    return weighing == Weighing::Values
        ? Words::tr("Each cell is the length of what a key brings to a query: ‖α · v · Wᴼ‖, its weighted value after the output "
                    "matrix.")
        : Words::tr("Each row is a token after this layer: the share of each token in it when every layer keeps half and mixes "
                    "half by the mean of its heads.");
}

QString firstKeySentence(std::span<const Grid> weights, std::span<const Grid> lengths)
{
    return Words::tr("The first key takes %1 of all weight and %2 of all lengths.")
        .arg(formatFixed(firstKeyShare(weights), 2), formatFixed(firstKeyShare(lengths), 2));
}

} // namespace widgets
