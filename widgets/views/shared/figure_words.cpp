#include "widgets/views/shared/figure_words.h"

#include "core/analysis/norm_steps.h"
#include "widgets/figure/both_sides.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/theme.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace widgets {

namespace {

class FigureWords
{
    Q_DECLARE_TR_FUNCTIONS(widgets::FigureWords)
};

} // namespace

QString recordedNorms(const RunResult& run)
{
    QStringList names;
    const std::vector<core::NormSlot> places = core::normSlots(*run.trace);
    core::Index expected = 0;
    for (core::Index layer = 0; run.setup && layer < run.setup->config.layers(); ++layer) {
        expected += core::traitsOf(run.setup->config.block(layer).norm).normalizes;
        if (std::ranges::find(places, layer, &core::NormSlot::layer) != places.end())
            names << layerLabel(int(layer));
    }
    return names.size() < expected ? names.join(FigureWords::tr(", ")) : QString();
}

QString contextMark(const core::Setup& setup)
{
    const bool isLearned = setup.origin.how != core::WeightsOrigin::How::Seeded;
    return (isLearned ? QCoreApplication::translate("plot", "trained %1") : FigureWords::tr("context %1")).arg(setup.config.context);
}

QString whyNoTokens(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || streamTokens(*run->trace).empty())
        return FigureWords::tr("Nothing has run yet: type a sentence or pick an example.");
    return {};
}

QString whyNoAttention(const RunResult& run, int layer)
{
    if (!run.setup)
        return {};
    const std::vector<core::BlockConfig>& blocks = run.setup->config.blocks;
    const auto first
        = std::find_if(blocks.begin(), blocks.end(), [](const auto& block) { return core::isAttention(block.mixer); });
    const bool isMixed
        = layer < 0 ? first == blocks.end() : layer < int(blocks.size()) && !core::isAttention(blocks[std::size_t(layer)].mixer);
    if (!isMixed)
        return {};
    const core::BlockConfig& block = blocks[std::size_t(std::max(layer, 0))];
    const QString mixer = QCoreApplication::translate("core", std::string(core::infoOf(block.mixer).label).c_str());
    if (first == blocks.end())
        return FigureWords::tr(
            "This model mixes its tokens by %1, which has no attention weights. Choose “Attention” as its mixer.")
            .arg(mixer);
    return FigureWords::tr("Layer %1 mixes its tokens by %2, which has no attention weights. Layer %3 has some.")
        .arg(counted(layer))
        .arg(mixer)
        .arg(counted(first - blocks.begin()));
}

QString whyOneWeight(const RunResult& run)
{
    const auto hasSinks = [](const core::BlockConfig& block) { return block.sinks; };
    if (streamTokens(*run.trace).size() != 1 || (run.setup && std::ranges::any_of(run.setup->config.blocks, hasSinks)))
        return {}; // a sink takes its part
    return run.trace->decoderIds.empty()
        ? FigureWords::tr("Self-attention over one token is always 1: add a word.")
        : FigureWords::tr("Self-attention over one token is always 1: add a word to the target.");
}

QString whyNoWeights(const FigureData& data, int layer)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    if (QString reason = whyNoAttention(run, layer); !reason.isEmpty())
        return reason;
    return whyOneWeight(run);
}

QString whyNoGenerating(const core::ModelConfig& config)
{
    if (config.topology == core::Topology::Encoder)
        return FigureWords::tr("An encoder reads a whole text and writes none: its positions see the tokens after them.");
    if (config.outputHead == core::OutputHead::None)
        return FigureWords::tr(
            "This model has no output head, so no token can be drawn. Choose “Output matrix” as its output head.");
    return config.generates()
        ? QString()
        : FigureWords::tr("BatchNorm takes its mean over all tokens, later ones too, so no text can be written token by token.");
}

QString whyNotRecorded(const std::string& name)
{
    return FigureWords::tr("This run did not record %1.").arg(QString::fromStdString(name));
}

QString sentenceOfSides(const FigureData& data, QString (*sentenceOf)(const FigureData& data, const RunPtr& run))
{
    if (data.side != Side::Delta && data.side != Side::Both)
        return sentenceOf(data, shownRun(data));
    return captionOfBoth(sentenceOf(data, data.a), sentenceOf(data, data.b));
}

std::vector<Caveat> caveatsOfWidths(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || !run->setup || run->setup->origin.how != core::WeightsOrigin::How::Trained)
        return {};
    const core::Setup& setup = *run->setup;
    const core::Json own = setup.model->choices.value("sizes.d_ff"), now = core::describe(setup.config).value("sizes.d_ff");
    if (setup.said.has("sizes.d_ff") || !own.is_number() || !now.is_number() || own == now)
        return {};
    return {{FigureWords::tr("Its feed-forward is %1 wide, that of %2 %3: both have about as many parameters.")
                 .arg(now.get<int>())
                 .arg(QString::fromStdString(setup.model->name))
                 .arg(own.get<int>())}};
}

QStringList tokenTexts(const core::Trace& trace) { return tokenGroups(trace, false).texts; }

} // namespace widgets
