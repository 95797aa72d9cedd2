#include "widgets/views/weights/numbers.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/theme.h"
#include "widgets/views/shared/figure_words.h"

#include <algorithm>

namespace widgets {

namespace {

core::Index expertOf(const FigureData& data) { return std::max(0, expertOption.in(data, 0)); }

NeedId idOf(const FigureData& data, const RunPtr& run, const std::string& what)
{
    return {run->trace, {},
        "weights " + what + " " + shownBlock(data, *run).nameOf("") + " expert " + std::to_string(expertOf(data))};
}

NeedId idOfNorms(const FigureData& data, const RunPtr& run)
{
    return {run->trace, {},
        std::string("norms of weights ") + (shownBlock(data, *run).isOfEncoder ? "of the encoder" : "") + " expert "
            + std::to_string(expertOf(data))};
}

/// As a sentence has it: in Chinese "L2".
QString layerText(core::Index layer) { return WeightWords::tr("%1", "number of a layer").arg(counted(layer)); }

template <class Make>
Needs ofRuns(const FigureData& data, Make make)
{
    Needs all;
    for (const RunPtr& run : drawnRuns(data))
        if (run && run->setup)
            all.push_back(make(run));
    return all;
}

} // namespace

core::BlockPlace shownBlock(const FigureData& data, const RunResult& run)
{
    const core::ModelConfig& config = run.setup->config;
    const bool isOfEncoder = config.hasEncoder() && weightStackOption.is(data, "encoder");
    const auto layers = int(isOfEncoder ? config.encoderBlocks.size() : config.blocks.size());
    return {std::clamp(data.selection.layer, 0, std::max(0, layers - 1)), isOfEncoder};
}

QString shownLayerText(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || !run->setup)
        return layerText(data.selection.layer);
    const core::BlockPlace block = shownBlock(data, *run);
    return block.isOfEncoder ? WeightWords::tr("E%1").arg(counted(block.layer)) : layerText(block.layer);
}

std::vector<std::string> expertsOf(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    return run && run->setup ? core::blockExperts(*run->setup, shownBlock(data, *run)) : std::vector<std::string>();
}

FigureOptions matrixOptions(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run)
        return {weightStackOption, expertOption};
    FigureOptions all;
    if (run->setup && run->setup->config.hasEncoder())
        all.push_back(weightStackOption);
    if (const auto experts = int(expertsOf(data).size()); experts > 0)
        all.push_back(expertOption.upTo(experts - 1));
    return all;
}

QString expertSentence(const FigureData& data)
{
    const std::vector<std::string> experts = expertsOf(data);
    if (experts.empty())
        return {};
    const auto at = std::min(std::size_t(expertOf(data)), experts.size() - 1);
    const auto routed = std::ranges::count_if(experts, [](const std::string& name) { return name.starts_with("mlp.experts."); });
    return at < std::size_t(routed)
        ? WeightWords::tr("Of the mixture, expert %1 out of %2 is shown.").arg(counted(at)).arg(routed)
        : WeightWords::tr("Of the mixture, shared expert %1 is shown.").arg(counted(at - std::size_t(routed)));
}

QString whyNoMatrices(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run)
        return whyNoTokens(data);
    if (!run->setup)
        return WeightWords::tr("A recorded run has no weights: open the model that it is of.");
    return core::blockMatrices(*run->setup, shownBlock(data, *run), expertOf(data)).empty()
        ? WeightWords::tr("Layer %1 has no matrices.").arg(shownLayerText(data))
        : QString();
}

Needs matricesNeeds(const FigureData& data)
{
    return ofRuns(data, [&](const RunPtr& run) {
        return derivedNeed(idOf(data, run, "of layer"),
            [run, block = shownBlock(data, *run), expert = expertOf(data)](
                const core::RunControl& control) { return core::blockMatricesOf(*run->setup, block, expert, control); });
    });
}

Needs spectraNeeds(const FigureData& data)
{
    return ofRuns(data, [&](const RunPtr& run) {
        return derivedNeed(idOf(data, run, "spectra of layer"),
            [run, block = shownBlock(data, *run), expert = expertOf(data)](
                const core::RunControl& control) { return core::spectraOf(*run->setup, block, expert, control); });
    });
}

Needs spreadNeeds(const FigureData& data)
{
    return ofRuns(data, [&](const RunPtr& run) {
        return derivedNeed(idOf(data, run, "spread of layer"),
            [run, block = shownBlock(data, *run), expert = expertOf(data)](
                const core::RunControl& control) { return core::weightSpreads(*run->setup, block, expert, control); });
    });
}

Needs normsNeeds(const FigureData& data)
{
    return ofRuns(data, [&](const RunPtr& run) {
        return derivedNeed(idOfNorms(data, run),
            [run, isOfEncoder = shownBlock(data, *run).isOfEncoder, expert = expertOf(data)](
                const core::RunControl& control) { return core::matrixNorms(*run->setup, expert, isOfEncoder, control); });
    });
}

const core::BlockMatrices* matricesOf(const FigureData& data, const RunResult& run)
{
    return run.setup ? data.results.value<core::BlockMatrices>(idOf(data, pointerTo(data, run), "of layer")) : nullptr;
}

const std::vector<core::Spectrum>* spectraOf(const FigureData& data, const RunResult& run)
{
    return run.setup ? data.results.value<std::vector<core::Spectrum>>(idOf(data, pointerTo(data, run), "spectra of layer"))
                     : nullptr;
}

const std::vector<core::WeightSpread>* spreadsOf(const FigureData& data, const RunResult& run)
{
    return run.setup ? data.results.value<std::vector<core::WeightSpread>>(idOf(data, pointerTo(data, run), "spread of layer"))
                     : nullptr;
}

const std::vector<core::NormsOfMatrix>* normsOf(const FigureData& data, const RunResult& run)
{
    return run.setup ? data.results.value<std::vector<core::NormsOfMatrix>>(idOfNorms(data, pointerTo(data, run))) : nullptr;
}

LineStyle matrixLine(const std::string& name, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    const std::string last = name.substr(name.rfind('.') + 1);
    const bool isFeedForward = name.starts_with("mlp");
    const QColor color = last == "q" || last == "q_a" || last == "q_b" ? theme.q
        : last == "k" || last == "kv_a" || last == "kv_b"              ? theme.k
        : last == "v"                                                  ? theme.v
        : last == "o" || last == "out"                                 ? theme.o
        : last == "gate"                                               ? theme.slotA
        : last == "up"                                                 ? theme.slotB
                                                                       : theme.text;
    return {.color = color, .pen = isFeedForward ? Qt::DashLine : Qt::SolidLine};
}

Grid matrixGrid(const core::BlockMatrices* all, const std::string& name)
{
    if (!all)
        return {};
    const auto found = std::ranges::find(all->all, name, &core::BlockMatrix::name);
    if (found == all->all.end())
        return {};
    const core::Matrix& cells = *found->cells;
    return {found->cells, cells.data(), cells.rows(), cells.cols(), cells.cols()};
}

} // namespace widgets
