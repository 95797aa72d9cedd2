#include "widgets/views/feed_forward/numbers.h"

#include "widgets/figure/choice_text.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/views/feed_forward/pages.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/read_out.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

QString labelOf(std::string_view label) { return QCoreApplication::translate("core", std::string(label).c_str()); }

bool isDense(const RunResult& run, int layer) { return core::traitsOf(run.setup->config.block(layer).feedForward).isDense; }

bool isLayer(const RunResult& run, int layer) { return run.setup && layer >= 0 && layer < int(run.setup->config.layers()); }

/// Why the selected layer has no dense feed-forward; empty when it has one.
QString whyNotDense(const RunResult& run, int layer)
{
    if (isDense(run, layer))
        return {};
    const core::FeedForward& kind = run.setup->config.block(layer).feedForward;
    QString text = core::expertsOf(kind).experts > 0
        ? FeedForward::tr("Layer %1 is a mixture of experts: the page Mixture shows what each of them does.").arg(counted(layer))
        : core::hasFeedForward(kind)
        ? FeedForward::tr("The feed-forward of layer %1 is “%2”, which has no neurons behind one activation.")
              .arg(counted(layer))
              .arg(labelOf(core::infoOf(kind).label))
        : FeedForward::tr("Layer %1 has no feed-forward: its mixer is the whole block.").arg(counted(layer));
    for (int other = 0; other < int(run.setup->config.layers()); ++other)
        if (isDense(run, other))
            return text + QLatin1Char(' ') + FeedForward::tr("Layer %1 has a feed-forward of neurons.").arg(counted(other));
    return text;
}

Grid gridNamed(const RunResult& run, int layer, const char* rest)
{
    const core::Tensor* tensor = run.trace->find(core::blockName(layer, rest));
    return tensor && tensor->rank() == 2 ? gridOf(*tensor) : Grid();
}

std::vector<core::Index> layersShown(const FigureData& data, const RunResult& run)
{
    if (!valuesOption.is(data, "all"))
        return {core::Index(data.selection.layer)};
    std::vector<core::Index> layers;
    for (int layer = 0; layer < int(run.setup->config.layers()); ++layer)
        if (isDense(run, layer))
            layers.push_back(layer);
    return layers;
}

NeedId useId(const FigureData& data, const RunPtr& run)
{
    return {run->trace, {},
        valuesOption.is(data, "all") ? "activation use of all layers"
                                     : "activation use of layer " + std::to_string(data.selection.layer)};
}

NeedId neuronsId(const FigureData& data, const RunPtr& run)
{
    return {run->trace, {}, "neurons of layer " + std::to_string(data.selection.layer)};
}

} // namespace

std::optional<FeedForwardLayer> feedForwardOf(const FigureData& data, const RunResult& run)
{
    FeedForwardLayer shown;
    shown.layer = data.selection.layer;
    if (!isLayer(run, shown.layer) || !isDense(run, shown.layer))
        return std::nullopt;
    shown.isGated = core::traitsOf(run.setup->config.block(shown.layer).feedForward).isGated;
    shown.pre = gridNamed(run, shown.layer, "mlp.pre");
    shown.post = gridNamed(run, shown.layer, "mlp.post");
    shown.up = shown.isGated ? gridNamed(run, shown.layer, "mlp.pre_linear") : Grid();
    shown.out = gridNamed(run, shown.layer, "mlp.out");
    const auto isLikePre = [&](const Grid& grid) { return grid.rows == shown.pre.rows && grid.columns == shown.pre.columns; };
    if (shown.pre.isEmpty() || !isLikePre(shown.post) || (shown.isGated && !isLikePre(shown.up)))
        return std::nullopt;
    shown.kind = core::activationOf(*run.setup, shown.layer);
    shown.token = std::clamp(shownPosition(run, data.selection), 0, int(shown.pre.rows) - 1);
    shown.isNeuronChosen = data.selection.dim >= 0 && data.selection.dim < int(shown.pre.columns);
    shown.neuron = shown.isNeuronChosen ? data.selection.dim : int(largestInRow(shown.post, shown.token));
    if (!shown.isNeuronChosen && &run == data.b.get() && data.a != data.b && areNeuronsShared(data))
        if (const auto ofA = feedForwardOf(data, *data.a); ofA && ofA->neuron < int(shown.pre.columns))
            shown.neuron = ofA->neuron;
    return shown;
}

bool areNeuronsShared(const FigureData& data)
{
    if (!data.a || !data.b || !data.a->setup || !data.b->setup)
        return false;
    const std::string name = core::blockName(data.selection.layer, "mlp.down.weight");
    const core::WeightPtr down = data.a->setup->weights.share(name);
    return down && down == data.b->setup->weights.share(name);
}

int otherNeuron(const FigureData& data)
{
    const auto a = showsBoth(data) ? feedForwardOf(data, *data.a) : std::nullopt;
    const auto b = a ? feedForwardOf(data, *data.b) : std::nullopt;
    if (!b)
        return -1;
    const bool isChosen = a->isNeuronChosen || b->isNeuronChosen;
    return b->neuron != a->neuron || (!isChosen && !areNeuronsShared(data)) ? b->neuron : -1;
}

FeedForwardLayer shownFeedForward(const FigureData& data) { return *feedForwardOf(data, *shownRun(data)); }

QString whyNoFeedForward(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    for (const RunPtr& run : data.side == Side::Delta ? std::vector{data.a, data.b} : std::vector{shownRun(data)}) {
        const int layer = data.selection.layer;
        if (!run->setup)
            return FeedForward::tr("This trace comes from a file whose model is not open, so its activation is not known.");
        if (!isLayer(*run, layer))
            return FeedForward::tr("This model has no layer %1.").arg(counted(layer));
        if (QString reason = whyNotDense(*run, layer); !reason.isEmpty())
            return reason;
        for (const char* rest : {"mlp.pre", "mlp.post", "mlp.pre_linear"}) {
            const bool isNeeded = core::traitsOf(run->setup->config.block(layer).feedForward).isGated
                || QLatin1String(rest) != QLatin1String("mlp.pre_linear");
            if (isNeeded && !run->trace->find(core::blockName(layer, rest)))
                return whyNotRecorded(core::blockName(layer, rest));
        }
        if (!feedForwardOf(data, *run))
            return whyNotRecorded(core::blockName(layer, "mlp.pre"));
    }
    return {};
}

ChoiceOffer gatedOffer(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || streamTokens(*run->trace).empty() || !isLayer(*run, data.selection.layer))
        return {};
    const core::FeedForward& kind = run->setup->config.block(data.selection.layer).feedForward;
    if (core::traitsOf(kind).isGated)
        return {};
    return {FeedForward::tr("Use a gated feed-forward"), QStringLiteral("feed_forward.kind"), QStringLiteral("gated")};
}

Needs activationUseNeeded(const FigureData& data)
{
    Needs needs;
    for (const RunPtr& run : drawnRuns(data))
        if (feedForwardOf(data, *run))
            needs.push_back(
                derivedNeed(useId(data, run), [run, layers = layersShown(data, *run)](const core::RunControl& control) {
                    return core::activationUse(*run->setup, *run->trace, layers, control);
                }));
    return needs;
}

const core::ActivationUse* activationUse(const FigureData& data, const RunPtr& run)
{
    return data.results.value<core::ActivationUse>(useId(data, run));
}

Needs neuronUseNeeded(const FigureData& data)
{
    Needs needs;
    for (const RunPtr& run : drawnRuns(data))
        if (feedForwardOf(data, *run))
            needs.push_back(
                derivedNeed(neuronsId(data, run), [run, layer = data.selection.layer](const core::RunControl& control) {
                    return core::neuronUse(*run->setup, *run->trace, layer, control);
                }));
    return needs;
}

const std::vector<core::NeuronUse>& neuronUse(const FigureData& data, const RunPtr& run)
{
    static const std::vector<core::NeuronUse> nothing;
    const auto* const found = data.results.value<std::vector<core::NeuronUse>>(neuronsId(data, run));
    return found ? *found : nothing;
}

QuietNeurons quietNeurons(const std::vector<core::NeuronUse>& neurons)
{
    QuietNeurons quiet;
    for (const core::NeuronUse& neuron : neurons) {
        quiet.neverPositive += neuron.isNeverPositive;
        quiet.neverPositiveLater += neuron.isNeverPositiveLater;
        quiet.silent += neuron.isSilent;
    }
    return quiet;
}

QString activationName(const core::Activation& kind) { return labelOf(core::infoOf(kind).label); }

QString activationFormula(const core::Activation& kind)
{
    const std::string_view formula = core::infoOf(kind).formula;
    return QStringLiteral("%1(x) = %2").arg(activationName(kind), QString::fromUtf8(formula.data(), qsizetype(formula.size())));
}

QString beforeName(const FeedForwardLayer& layer)
{
    return layer.isGated ? FeedForward::tr("gate value before the activation") : FeedForward::tr("value before the activation");
}

QString feedForwardTokenAt(const FigureData& data, int position)
{
    return FeedForward::tr("%1 at %2").arg(quotedToken(*shownRun(data)->trace, position), countedText(position));
}

QString trainedActivation(const RunResult& run, const FeedForwardLayer& layer)
{
    if (!run.setup || run.setup->origin.how == core::WeightsOrigin::How::Seeded)
        return {};
    for (const core::ChangedChoice& changed : run.setup->origin.changed)
        if (changed.key == "activation.kind")
            return changed.trainedWith.is_string() ? choiceText("activation.kind", changed.trainedWith) : QString();
    return activationName(layer.kind);
}

QString whyNoFeedForwardDifference(const FigureData& data)
{
    return data.side == Side::Delta ? FeedForward::tr("What this page shows of A and B cannot be subtracted: look at A | B.") : QString();
}

} // namespace widgets
