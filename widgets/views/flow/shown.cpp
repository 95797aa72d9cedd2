#include "widgets/views/flow/shown.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/views/flow/figure.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/predictions.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct FlowLabels
{
    Q_DECLARE_TR_FUNCTIONS(Flow)
};

} // namespace

FlowShown::FlowShown(const FigureData& data)
    : FlowShown(data, shownRun(data))
{
}

FlowShown::FlowShown(const FigureData& data, const RunPtr& of)
    : owner(of)
    , results(data.results)
    , lens(results, of)
    , run(*of)
    , layer(0)
    , head(std::max(0, data.selection.head))
    , position(shownPosition(*of, data.selection))
    , layers(layersOf(*of))
    , tokens(int(streamTokens(*of->trace).size()))
{
    layer = std::clamp(data.selection.layer, 0, std::max(0, layers - 1));
    head = std::min(head, std::max(0, headsOf(run, layer) - 1));
}

std::vector<core::TokenProbability> FlowShown::next() const
{
    constexpr int shown = 6;
    const LensTokens* const last = at(layers - 1, position);
    if (!last)
        return {};
    std::vector<core::TokenProbability> best = nextTokens(*run.trace, position, shown);
    return best.empty() ? *last : best;
}

const core::TokenProbability* FlowShown::answer() const
{
    const LensTokens* last = at(layers - 1, position);
    return last && !last->empty() ? &last->front() : nullptr;
}

QString flowMixerName(const RunResult& run, int layer)
{
    const std::vector<core::BlockConfig>& blocks = run.setup->config.blocks;
    const core::Mixer& mixer = blocks[std::size_t(std::max(layer, 0))].mixer;
    const auto isOther = [&](const core::BlockConfig& block) { return block.mixer.index() != mixer.index(); };
    if (layer < 0 && std::any_of(blocks.begin(), blocks.end(), isOther))
        return FlowLabels::tr("mixer");
    if (core::isAttention(mixer))
        return FlowLabels::tr("attention");
    QString name = QCoreApplication::translate("core", std::string(core::infoOf(mixer).label).c_str());
    name[0] = name[0].toLower();
    return name;
}

QString flowLayerLabel(int layer) { return layer < 0 ? FlowLabels::tr("embed") : layerLabel(layer); }

QStringList flowRowLabels(const std::vector<int>& rows)
{
    QStringList labels;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const int lowest = row + 1 < rows.size() ? rows[row + 1] + 1 : rows[row];
        labels << (lowest < rows[row] ? QStringLiteral("L%1–%2").arg(counted(lowest)).arg(counted(rows[row]))
                                      : flowLayerLabel(rows[row]));
    }
    return labels;
}

} // namespace widgets
