// Heads and cache: which queries share which keys and values, and what must be kept of them; one of five pictures.

#include "widgets/views/heads_cache/figure.h"

#include "widgets/views/heads_cache/pages.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/standard_offers.h"

#include <QCoreApplication>

#include <algorithm>
#include <ranges>

namespace widgets {

namespace {

struct HeadsCache
{
    Q_DECLARE_TR_FUNCTIONS(HeadsCache)
};

constexpr const FigurePage* kPages[] = {&sharingPage, &growthPage, &latentPage, &repeatedPage, &blocksPage};

bool isEncoder(const FigureData& data)
{
    for (const RunPtr& run : drawnRuns(data))
        if (run->setup && run->setup->config.topology == core::Topology::Encoder)
            return true;
    return false;
}

ChoiceOffer offer(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || !run->setup || !whyNoTokens(data).isEmpty())
        return {};
    if (isEncoder(data))
        return decoderOffer();
    if (layerWithAttention(*run, data.selection) < 0)
        return attentionOffer();
    if (&pageOf(kPages, data) == &growthPage)
        return generatingOffer(data);
    if (&pageOf(kPages, data) == &blocksPage)
        return core::Index(streamTokens(*run->trace).size()) <= shownBlock(data) ? textOffer() : ChoiceOffer();
    const QString lacked = lackedKind(data);
    const bool isOneHead = lacked == QLatin1String("grouped_query")
        && run->setup->config.block(layerWithAttention(*run, data.selection)).heads == 1; // which has nothing to share
    if (isOneHead)
        return openOffer(QStringLiteral("heads-gqa"));
    if (lacked == QLatin1String("latent") && run->setup->config.hasEncoder()) // which has no cross-attention
        return openOffer(QStringLiteral("heads-mla"));
    return lacked.isEmpty()
        ? ChoiceOffer()
        : ChoiceOffer{HeadsCache::tr("Use %1").arg(shortName(lacked.toStdString())), QStringLiteral("attention.kind"), lacked};
}

} // namespace

QString whyNoCache(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    for (const RunPtr& run : panelRuns(data)) {
        if (!run->setup)
            return HeadsCache::tr("A recorded run does not say what its cache would keep. Open the model itself.");
        if (QString reason = whyNoAttention(*run, -1); !reason.isEmpty())
            return reason;
        const auto isRecorded = [&](core::Index layer) { return run->trace->find(core::blockName(layer, "attn.pattern")); };
        if (std::ranges::none_of(std::views::iota(core::Index(0), run->setup->config.layers()), isRecorded))
            return whyNotRecorded("blocks.*.attn.pattern");
        if (run->setup->config.topology == core::Topology::Encoder)
            return HeadsCache::tr("An encoder reads its text at once, so it keeps no keys and values for later tokens.");
    }
    return {};
}

QString lackedKind(const FigureData& data)
{
    const FigurePage& page = pageOf(kPages, data);
    if (!page.whyNot || page.whyNot(data).isEmpty())
        return {};
    return &page == &latentPage ? QStringLiteral("latent") : &page == &repeatedPage ? QStringLiteral("grouped_query") : QString();
}

constinit const FigureInfo headsCacheFigure = [] {
    FigureInfo figure = figureOf<kPages, whyNoCache>(
        "heads_cache", QT_TRANSLATE_NOOP("figures", "Which queries share keys, and what must be kept?"));
    figure.comparing = Comparing::Overlay;
    figure.difference = Difference::None;
    figure.offer = offer;
    return figure;
}();

} // namespace widgets
