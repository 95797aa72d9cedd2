#include "widgets/views/weights/numbers.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/theme.h"

#include <algorithm>
#include <array>

namespace widgets {

namespace {

/// The layer that is looked at, as far as the run has it.
int layerOf(const FigureData& data, const RunResult& run)
{
    return std::clamp(data.selection.layer, 0, std::max(0, int(run.setup->config.layers()) - 1));
}

NeedId idOf(const FigureData& data, const RunPtr& run, const std::string& what)
{
    return {run->trace, {}, "weights " + what + " " + std::to_string(layerOf(data, *run))};
}

NeedId idOfNorms(const RunPtr& run) { return {run->trace, {}, "norms of weights"}; }

template <class Make>
Needs ofRuns(const FigureData& data, Make make)
{
    Needs all;
    for (const RunPtr& run : drawnRuns(data))
        if (run && run->setup)
            all.push_back(make(run));
    return all;
}

struct Named
{
    const char* name;
    const char* text;
};

constexpr std::array names{Named{"attn.q", "W_Q"}, Named{"attn.k", "W_K"}, Named{"attn.v", "W_V"}, Named{"attn.o", "W_O"},
    Named{"attn.q_a", "W_DQ"}, Named{"attn.q_b", "W_UQ"}, Named{"attn.kv_a", "W_DKV"}, Named{"attn.kv_b", "W_UKV"},
    Named{"mlp.gate", "W_gate"}, Named{"mlp.up", "W_up"}, Named{"mlp.down", "W_down"}, Named{"mlp.router", "W_router"},
    Named{"mlp.experts.0.gate", "W_gate E0"}, Named{"mlp.experts.0.up", "W_up E0"}, Named{"mlp.experts.0.down", "W_down E0"}};

} // namespace

QString whyNoMatrices(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run)
        return WeightWords::tr("Type a sentence or pick an example.");
    if (!run->setup)
        return WeightWords::tr("A recorded run has no weights: open the model that it is of.");
    return core::blockMatrices(*run->setup, layerOf(data, *run)).empty()
        ? WeightWords::tr("Layer %1 has no matrices.").arg(layerOf(data, *run))
        : QString();
}

Needs matricesNeeds(const FigureData& data)
{
    return ofRuns(data, [&](const RunPtr& run) {
        return derivedNeed(idOf(data, run, "of layer"), [run, layer = layerOf(data, *run)](const core::RunControl& control) {
            return core::blockMatricesOf(*run->setup, layer, control);
        });
    });
}

Needs spectraNeeds(const FigureData& data)
{
    return ofRuns(data, [&](const RunPtr& run) {
        return derivedNeed(
            idOf(data, run, "spectra of layer"), [run, layer = layerOf(data, *run)](const core::RunControl& control) {
                return core::spectraOf(*run->setup, layer, control);
            });
    });
}

Needs normsNeeds(const FigureData& data)
{
    return ofRuns(data, [&](const RunPtr& run) {
        return derivedNeed(
            idOfNorms(run), [run](const core::RunControl& control) { return core::matrixNorms(*run->setup, control); });
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

const std::vector<core::NormsOfMatrix>* normsOf(const FigureData& data, const RunResult& run)
{
    return run.setup ? data.results.value<std::vector<core::NormsOfMatrix>>(idOfNorms(pointerTo(data, run))) : nullptr;
}

QString matrixText(const std::string& name)
{
    const auto found = std::ranges::find_if(names, [&](const Named& one) { return name == one.name; });
    return found == names.end() ? QString::fromStdString(name) : QString::fromLatin1(found->text);
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
