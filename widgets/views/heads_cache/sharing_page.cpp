// Which queries share which keys, and what one token leaves in the cache.

#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/heads_cache/pages.h"
#include "widgets/views/heads_cache/sharing_links.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/read_out.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct HeadsCache
{
    Q_DECLARE_TR_FUNCTIONS(HeadsCache)
};

constexpr core::Index oneStep = 0; // tokens of the growth: the prompt and one more

QString tagOf(const CachedKind& kind)
{
    const core::BlockConfig& block = kind.block();
    if (kind.isLatent())
        return HeadsCache::tr("%1 pairs out of one short row").arg(block.heads);
    if (block.kvHeads == block.heads)
        return HeadsCache::tr("a pair for each head");
    if (block.kvHeads == 1)
        return HeadsCache::tr("all %1 share a pair").arg(block.heads);
    return HeadsCache::tr("%1 heads share a pair").arg(block.heads / block.kvHeads);
}

NumberStrip stripOf(const CachedRow& row)
{
    NumberStrip strip{row.name, int(row.heads), row.numbers};
    strip.scale
        = makeScale({ColorMapId::RdBu, ScalePolicy::SymmetricRobust}, gridOf(row.numbers, 1, core::Index(row.numbers.size())));
    return strip;
}

LinkedKind linkedKind(const Drawing& drawing, const CachedKind& kind)
{
    const auto& [plot, data, style] = drawing;
    LinkedKind linked{.name = kind.name, .slot = kind.slot, .color = kindColor(kind, data, style)};
    if (!kind.run) {
        linked.why = kind.why;
        return linked;
    }
    const int position = shownPosition(*kind.run, data.selection);
    linked.heads = int(kind.block().heads);
    linked.tag = tagOf(kind);
    linked.sum = sumText(kind) + QStringLiteral(" =");
    linked.total = HeadsCache::tr("%1 numbers").arg(formatCount(kind.block().cacheNumbersPerToken()));
    for (const CachedRow& row : cachedRows(kind, position))
        linked.kept.push_back(stripOf(row));
    for (const CachedRow& row : expandedRows(kind, position))
        linked.expanded.push_back(stripOf(row));
    if (kind.isLatent())
        linked.note = HeadsCache::tr("dashed: never kept");
    if (linked.kept.empty())
        linked.why = whyNotRecorded(keyTensor(*kind.run->trace, kind.layer));
    return linked;
}

void drawSharing(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    QCPAxisRect* rect = plot.addAxisRect(0, 0, style);
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins({space::xs, space::xs, space::xs, space::xs});
    for (QCPAxis* axis : rect->axes())
        axis->setVisible(false);
    auto* links = new SharingLinks(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    links->setName(QStringLiteral("sharing"));
    std::vector<LinkedKind> kinds;
    int own = 0;
    for (const CachedKind& kind : cachedKinds(data)) {
        if (!kind.slot.isEmpty() && kind.slot != QLatin1String("B"))
            own = int(kinds.size());
        kinds.push_back(linkedKind(drawing, kind));
    }
    links->setKinds(std::move(kinds));
    links->setPinned({own, data.selection.head});
}

QString whyNotSharing(const FigureData& data)
{
    for (const CachedKind& kind : cachedKinds(data))
        if (kind.run && !cachedRows(kind, shownPosition(*kind.run, data.selection)).empty())
            return {};
    const RunPtr& run = shownRun(data);
    return whyNotRecorded(keyTensor(*run->trace, layerWithAttention(*run, data.selection)));
}

QString sharingSubtitle(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    return HeadsCache::tr("Each cell: one number that layer %1 keeps of %2. Each strip has its own colour scale.")
        .arg(counted(layerWithAttention(*run, data.selection)))
        .arg(quotedToken(*run->trace, shownPosition(*run, data.selection)));
}

QString sharingCaption(const FigureData& data)
{
    const QString comma = HeadsCache::tr(", ");
    QStringList totals;
    bool isMeasured = true, isEqual = true;
    for (const CachedKind& kind : cachedKinds(data)) {
        if (!kind.run)
            continue;
        const std::int64_t numbers = core::cacheNumbersPerToken(kind.run->setup->config);
        totals << HeadsCache::tr("%1 under %2").arg(formatCount(numbers), kind.name);
        const core::CacheGrowth* growth = growthOf(data, kind, oneStep);
        isMeasured &= growth != nullptr;
        isEqual &= growth && growth->bytesPerToken() == numbers * std::int64_t(sizeof(float));
    }
    const auto layers = int(shownRun(data)->setup->config.layers());
    const QString text = HeadsCache::tr("One token leaves so many numbers in the cache of all %n layers: %1", "", layers)
                             .arg(totals.join(comma));
    return text
        + (isMeasured && isEqual ? HeadsCache::tr("; the running cache grew by exactly as many.")
                : isMeasured     ? HeadsCache::tr("; other mixers keep states besides.")
                                 : HeadsCache::tr(", by the formulas."));
}

QString sharingTable(const FigureData& data)
{
    QString text = QStringLiteral("kind,layer,row,head,index,value\n");
    for (const CachedKind& kind : cachedKinds(data))
        for (const CachedRow& row :
            kind.run ? cachedRows(kind, shownPosition(*kind.run, data.selection)) : std::vector<CachedRow>()) {
            const std::size_t width = row.numbers.size() / std::size_t(row.heads);
            for (std::size_t i = 0; i < row.numbers.size(); ++i)
                text += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                            .arg(QString::fromStdString(kind.value))
                            .arg(kind.layer)
                            .arg(QString::fromStdString(row.tensor.substr(row.tensor.rfind('.') + 1)))
                            .arg(i / width)
                            .arg(i % width)
                            .arg(exactText(row.numbers[i]));
        }
    return text;
}

} // namespace

const FigurePage sharingPage{.id = "sharing",
    .title = QT_TRANSLATE_NOOP("figures", "Which queries share keys, and what must be kept?"),
    .draw = drawSharing,
    .caption = sharingCaption,
    .whyNot = whyNotSharing,
    .subtitle = sharingSubtitle,
    .table = sharingTable,
    .needs = [](const FigureData& data) { return growthNeeds(data, oneStep); },
    .minPanel = minPanelOf<320, 190>,
    .caveats = kindCaveats,
    .minRoom = {500, 240}, // two rows of two
    .orRoom = {672, 150}, // one row
    .concepts = "C14 C15"};

} // namespace widgets
