#include "widgets/views/flow/shown.h"

#include "widgets/figure/sides.h"
#include "widgets/views/flow/figure.h"
#include "widgets/views/shared/head_scores.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct FlowLabels
{
    Q_DECLARE_TR_FUNCTIONS(Flow)
};

constexpr double atOnce = 1.2e8; // multiplications that take no noticeable time

} // namespace

FlowShown::FlowShown(const FigureData& data)
    : run(*shownRun(data))
    , layer(0)
    , head(std::max(0, data.selection.head))
    , position(shownPosition(*shownRun(data), data.selection))
    , layers(layersOf(run))
    , tokens(int(streamTokens(*run.trace).size()))
{
    layer = std::clamp(data.selection.layer, 0, std::max(0, layers - 1));
    head = std::min(head, std::max(0, headsOf(run, layer) - 1));
}

const core::TokenProbability* FlowShown::answer() const
{
    const LensTokens* last = at(layers - 1, position);
    return last && !last->empty() ? &last->front() : nullptr;
}

std::vector<core::LensPlace> FlowShown::column() const
{
    std::vector<core::LensPlace> places;
    for (int each = layers - 1; each >= 0; --each)
        places.push_back({each, position});
    return places;
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

QString flowLayerLabel(int layer) { return layer < 0 ? FlowLabels::tr("embed") : QStringLiteral("L%1").arg(layer); }

QStringList flowRowLabels(const std::vector<int>& rows)
{
    QStringList labels;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const int lowest = row + 1 < rows.size() ? rows[row + 1] + 1 : rows[row];
        labels << (lowest < rows[row] ? QStringLiteral("L%1–%2").arg(lowest).arg(rows[row]) : flowLayerLabel(rows[row]));
    }
    return labels;
}

std::vector<core::LensPlace> readFlow(const FigureData& data, const FlowShown& shown, std::vector<core::LensPlace> places)
{
    std::erase_if(places, [&](const core::LensPlace& place) {
        const core::Tensor* stream = core::streamAfter(*shown.run.trace, place.layer);
        return !stream || place.position >= stream->rows();
    });
    const bool inTurns = data.options.value(QStringLiteral("reading")).toString() == QLatin1String("turns");
    const core::ModelConfig& config = shown.run.setup->config;
    const double cost = double(places.size()) * double(config.vocabulary) * double(config.dModel);
    readLens(shown.run, places, !inTurns ? 1e30 : cost <= atOnce ? atOnce : 0);
    std::erase_if(places, [&](const core::LensPlace& place) { return lensTokens(shown.run, place) != nullptr; });
    return places;
}

} // namespace widgets
