#include "widgets/views/attention/key_sharing.h"

#include "widgets/plot/counting.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/shared/head_scores.h"

#include <QCoreApplication>

namespace widgets {

namespace {

struct Sharing
{
    Q_DECLARE_TR_FUNCTIONS(KeySharing)
};

constexpr int fewHeads = 4; // are named one by one

QString latentSentence()
{
    return Sharing::tr("Latent attention: each head has keys and values of its own, expanded from one vector per token.");
}

} // namespace

KeySharing keySharingOf(const RunResult& run, int layer, core::AttentionPart part)
{
    const PartPlace at(Selection{.layer = layer}, part);
    const core::BlockConfig* const block = blockAt(run, at);
    KeySharing sharing{.heads = headsOf(run, layer, part), .isLatent = block && core::isLatent(block->sharing)};
    const core::TraceEntry* const keys = run.trace->findEntry(tensorAt(run, at, "attn.k"));
    if (keys && keys->heads.empty() && keys->tensor.rank() == 3)
        sharing.keyHeads = int(keys->tensor.dim(1));
    else if (block)
        sharing.keyHeads = int(block->kvHeads);
    if (sharing.keyHeads > 0 && sharing.heads % sharing.keyHeads != 0)
        sharing.keyHeads = 0;
    return sharing;
}

std::optional<KeySharing> keySharingOfWall(const RunResult& run, const WallOrder& order, core::AttentionPart part)
{
    std::optional<KeySharing> all;
    int before = -1;
    for (const HeadPlace& place : order.places) {
        if (place.layer < 0 || place.layer == before || headsOf(run, place.layer, part) == 0)
            continue;
        before = place.layer;
        const KeySharing here = keySharingOf(run, place.layer, part);
        if (all && *all != here)
            return {};
        all = here;
    }
    return all;
}

QString keyHeadLabel(int keyHead) { return Sharing::tr("kv %1").arg(counted(keyHead)); }

std::vector<AxisBracket> sharingBrackets(const WallOrder& order, const KeySharing& sharing)
{
    std::vector<AxisBracket> brackets;
    if (order.isSorted || !sharing.isShared())
        return brackets;
    for (int part = 0; part < order.parts; ++part)
        for (int group = 0; group < sharing.keyHeads; ++group) {
            const int first = part * order.columnsOfPart() + group * sharing.size();
            brackets.push_back({first, first + sharing.size() - 1, keyHeadLabel(group)});
        }
    return brackets;
}

QString sharingSentence(const KeySharing& sharing, int head)
{
    if (sharing.isLatent)
        return latentSentence();
    if (!sharing.isShared() || head >= sharing.heads)
        return {};
    if (sharing.keyHeads == 1)
        return Sharing::tr("Its keys and values are those of all %1 heads.").arg(sharing.heads);
    const int group = sharing.groupOf(head), first = group * sharing.size();
    QStringList others;
    for (int other = first; other < first + sharing.size(); ++other)
        if (other != head)
            others << headLabel(other);
    if (others.size() >= fewHeads)
        return Sharing::tr("Its keys and values are those of key–value head %1, which heads %2 to %3 share.")
            .arg(counted(group))
            .arg(counted(first))
            .arg(counted(first + sharing.size() - 1));
    return Sharing::tr("Its keys and values are those of key–value head %1, shared with %2.")
        .arg(counted(group))
        .arg(others.join(QStringLiteral(", ")));
}

QString sharingSentence(const KeySharing& sharing)
{
    if (sharing.isLatent)
        return latentSentence();
    if (!sharing.isShared())
        return {};
    return sharing.keyHeads == 1
        ? Sharing::tr("All %1 heads of a layer share one key–value head.").arg(sharing.heads)
        : Sharing::tr("Heads under one bracket share a key–value head: %1 of queries, %2 of keys and values.")
              .arg(sharing.heads)
              .arg(sharing.keyHeads);
}

} // namespace widgets
