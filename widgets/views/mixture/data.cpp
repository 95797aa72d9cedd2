#include "widgets/views/mixture/data.h"

#include "widgets/plot/counting.h"
#include "widgets/plot/figure_style.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/shared/token_groups.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace widgets {

namespace {

QColor between(const QColor& a, const QColor& b)
{
    return QColor((a.red() + b.red()) / 2, (a.green() + b.green()) / 2, (a.blue() + b.blue()) / 2);
}

} // namespace

std::vector<int> mixtureLayers(const RunResult& run)
{
    std::vector<int> layers;
    for (int layer = 0; layer < int(run.trace->layers()); ++layer) {
        const core::Tensor* gates = run.trace->find(core::blockName(layer, "mlp.gates"));
        const core::Tensor* probs = run.trace->find(core::blockName(layer, "mlp.router_probs"));
        if (gates && probs && gates->shape() == probs->shape() && gates->size() > 0)
            layers.push_back(layer);
    }
    return layers;
}

int shownMixtureLayer(const FigureData& data)
{
    const std::vector<int> layers = mixtureLayers(*shownRun(data));
    int best = -1;
    for (const int layer : layers)
        if (best < 0 || std::abs(layer - data.selection.layer) < std::abs(best - data.selection.layer))
            best = layer;
    return best;
}

int shownToken(const FigureData& data) { return shownPosition(*shownRun(data), data.selection); }

const core::MixtureOfExperts* mixtureAt(const RunResult& run, int layer)
{
    if (!run.setup || layer < 0 || layer >= int(run.setup->config.blocks.size()))
        return nullptr;
    return std::get_if<core::MixtureOfExperts>(&run.setup->config.blocks[std::size_t(layer)].feedForward);
}

Grid routerGrid(const RunResult& run, int layer, const char* tensor)
{
    const core::Tensor* found = run.trace->find(core::blockName(layer, std::string("mlp.") + tensor));
    return found ? gridOf(*found) : Grid();
}

std::vector<double> tokensOfExperts(const RunResult& run, int layer)
{
    const Grid gates = routerGrid(run, layer, "gates"), dropped = routerGrid(run, layer, "dropped");
    std::vector<double> tokens(std::size_t(gates.columns), 0);
    for (core::Index t = 0; t < gates.rows; ++t)
        for (core::Index e = 0; e < gates.columns; ++e)
            tokens[std::size_t(e)] += gates.at(t, e) != 0 || (!dropped.isEmpty() && dropped.at(t, e) != 0);
    return tokens;
}

core::Index busiestExpert(const std::vector<double>& tokens)
{
    return std::max_element(tokens.begin(), tokens.end()) - tokens.begin();
}

QString expertName(core::Index expert, bool isShared)
{
    return (isShared ? QStringLiteral("S%1") : QStringLiteral("E%1")).arg(counted(expert));
}

ScaleChoice gateScale(std::span<const Grid> gates)
{
    ScaleChoice choice = scaleChoiceFor("gates");
    const ColorScale largest = makeScale({choice.map, ScalePolicy::ZeroToMax}, gates);
    if (largest.high > 1 || largest.high < 0.5)
        choice.policy = ScalePolicy::ZeroToMax;
    return choice;
}

QString countText(double count) { return count == std::floor(count) ? formatCount(std::int64_t(count)) : formatNumber(count); }

QColor expertColor(core::Index expert, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    const std::array colors{theme.slotA, theme.slotB, theme.ok, theme.o, theme.warning, between(theme.error, theme.o),
        between(theme.slotA, theme.ok), theme.borderStrong};
    return colors[std::size_t(expert) % colors.size()];
}

QString tokenLabel(const RunResult& run, int token) { return visibleToken(tokenWord(*run.trace, token), 12); }

QString otherLayerNote(const FigureData& data)
{
    const int layer = shownMixtureLayer(data);
    return layer == data.selection.layer ? QString()
                                         : QLatin1Char(' ')
            + Mixture::tr("Layer %1 has no mixture: this is layer %2.").arg(counted(data.selection.layer)).arg(counted(layer));
}

QString routingFormula(const core::RoutingRule& rule)
{
    const qlonglong k = rule.chosenPerToken();
    switch (rule.kind) {
    case core::Routing::SoftmaxThenTopK:
        return rule.renormalise ? Mixture::tr("gates: the %1 largest p, divided by their sum").arg(k)
                                : Mixture::tr("gates: the %1 largest p").arg(k);
    case core::Routing::TopKThenSoftmax:
        return Mixture::tr("gates: softmax of the %1 largest logits").arg(k);
    case core::Routing::SigmoidBiasGroups:
        return rule.renormalise ? Mixture::tr("gates: p of the %1 largest p + b, divided by their sum").arg(k)
                                : Mixture::tr("gates: p of the %1 largest p + b").arg(k);
    case core::Routing::SparseMixer:
        return Mixture::tr("gates: the largest logit, softmax among those near it, %1 times").arg(k);
    }
    return {};
}

} // namespace widgets
