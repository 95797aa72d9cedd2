#include "widgets/views/shared/standard_offers.h"

#include "core/run/forward.h"
#include "widgets/figure/sides.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/predictions.h"

#include <QCoreApplication>

#include <optional>

namespace widgets {

namespace {

struct FigureWords
{
    Q_DECLARE_TR_FUNCTIONS(widgets::FigureWords)
};

} // namespace

ChoiceOffer decoderOffer()
{
    return {FigureWords::tr("Use a causal decoder"), QStringLiteral("topology"), QStringLiteral("causal_decoder")};
}

ChoiceOffer attentionOffer()
{
    return {FigureWords::tr("Use attention"), QStringLiteral("mixer.kind"), QStringLiteral("attention")};
}

ChoiceOffer layerNormOffer()
{
    return {FigureWords::tr("Use LayerNorm"), QStringLiteral("norm.kind"), QStringLiteral("layer_norm")};
}

ChoiceOffer textOffer() { return {FigureWords::tr("Use an example text"), QLatin1String(openingTextOffer), {}}; }

ChoiceOffer oneTokenOffer(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    return run && run->setup && streamTokens(*run->trace).size() == 1 ? textOffer() : ChoiceOffer();
}

ChoiceOffer shorterTextOffer(const FigureData& data, core::Index tokens)
{
    const RunPtr& run = shownRun(data);
    if (!run || !run->setup || tokens < 1 || core::Index(streamTokens(*run->trace).size()) <= tokens)
        return {};
    return {FigureWords::tr("Keep the first %1 tokens").arg(tokens), QLatin1String(firstTokensOffer), QString::number(tokens)};
}

ChoiceOffer generatingOffer(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || !run->setup)
        return {};
    const core::ModelConfig& config = run->setup->config;
    if (whyNoGenerating(config).isEmpty()) {
        const std::optional<core::Index> longest = core::longestText(config);
        return longest ? shorterTextOffer(data, *longest - 1) : ChoiceOffer();
    }
    if (config.topology == core::Topology::Encoder)
        return decoderOffer();
    if (config.outputHead == core::OutputHead::None)
        return outputOffer(data);
    return layerNormOffer();
}

ChoiceOffer weightsOffer(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || !run->setup || !whyNoTokens(data).isEmpty())
        return {};
    return whyNoAttention(*run, -1).isEmpty() ? oneTokenOffer(data) : attentionOffer();
}

} // namespace widgets
