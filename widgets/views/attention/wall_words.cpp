#include "widgets/views/attention/wall_words.h"

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/attention/key_sharing.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/attention/sentences.h"
#include "widgets/views/attention/wall_charts.h"
#include "widgets/views/attention/wall_order.h"
#include "widgets/views/attention/wall_tiles.h"
#include "widgets/views/attention/weighing.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/growing_view.h"
#include "widgets/views/shared/head_scores.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct AttentionWall
{
    Q_DECLARE_TR_FUNCTIONS(AttentionWall)
};

/// Of lengths, and of rollout, which is said of the last token.
QString weighedCaption(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const WallOrder order = wallOrder(data);
    const std::vector<Grid> tiles = shownTiles(data, order, run);
    QStringList sentences;
    if (weighingOf(data) == Weighing::Values)
        sentences << firstKeySentence(wallTiles(order, run, partOf(data), "attn.pattern"), tiles);
    else if (const auto top = std::ranges::find_if(tiles, [](const Grid& tile) { return !tile.isEmpty(); }); top != tiles.end())
        sentences << AttentionWall::tr("After the last layer %1 of the last token is its own and %2 of the first token.")
                         .arg(formatPercent(double(top->at(top->rows - 1, top->columns - 1))),
                             formatPercent(double(top->at(top->rows - 1, 0))));
    if (const QString reason = whyNotSorted(data); !reason.isEmpty())
        sentences << reason;
    return joinedSentences(sentences);
}

/// Which heads share their keys: of the selected one, else of all.
QString keysSentence(const FigureData& data)
{
    const auto all = keySharingOfWall(*shownRun(data), wallOrder(data), partOf(data));
    if (data.selection.isHeadChosen)
        if (const QString own
            = sharingSentence(keySharingOf(*shownRun(data), data.selection.layer, partOf(data)), data.selection.head);
            !own.isEmpty())
            return own;
    return all ? sharingSentence(*all) : QString();
}

/// What can be said of the heads from one text to another.
QStringList focusSentences(const FigureData& data)
{
    const std::vector<ScoredHead>& heads = scoredHeads(data.results, shownRun(data), core::AttentionPart::Cross);
    const auto [low, high] = std::minmax_element(
        heads.begin(), heads.end(), [](const ScoredHead& a, const ScoredHead& b) { return a.scores.entropy < b.scores.entropy; });
    if (low == heads.end())
        return {};
    QStringList sentences;
    const auto now = scoresOf(*shownRun(data), data.selection.layer, data.selection.head, core::AttentionPart::Cross);
    if (now && data.selection.isHeadChosen)
        sentences << AttentionWall::tr("%1: entropy %2 nat.")
                         .arg(headLabel(data.selection.layer, data.selection.head), formatFixed(now->entropy, 2));
    const std::size_t source = core::tokensOfPart(*shownRun(data)->trace, core::AttentionPart::Cross, false).size();
    sentences << AttentionWall::tr("The most focused head is %1 with entropy %2 nat, the least %3 with %4; weight spread evenly "
                                   "over the source has %5.")
                     .arg(headLabel(low->layer, low->head), formatFixed(low->scores.entropy, 2),
                         headLabel(high->layer, high->head), formatFixed(high->scores.entropy, 2),
                         formatFixed(std::log(double(source)), 2));
    return sentences;
}

} // namespace

std::vector<Caveat> wallCaveats(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const bool isBeside = data.side == Side::B && showsBoth(data);
    QStringList without, others;
    const core::AttentionPart part = partOf(data);
    for (int layer = 0; layer < layersOf(run, part); ++layer) {
        if (part == core::AttentionPart::Self && !whyNoAttention(run, layer).isEmpty())
            without << countedText(layer);
        else if (isBeside && layer < layersOf(*data.a, part) && headsOf(*data.a, layer, part) != headsOf(run, layer, part))
            others << countedText(layer);
    }
    std::vector<Caveat> all;
    if (!without.isEmpty())
        all.push_back({AttentionWall::tr("Without attention weights: layers %1.").arg(without.join(QStringLiteral(", ")))});
    if (!others.isEmpty())
        all.push_back({AttentionWall::tr("Layers %1 have other numbers of heads than A: a place there is another head.")
                           .arg(others.join(QStringLiteral(", ")))});
    if (isBeside && layersOf(run, part) != layersOf(*data.a, part))
        all.push_back({AttentionWall::tr("%1 layers, A has %2.").arg(layersOf(run, part)).arg(layersOf(*data.a, part))});
    return all;
}

QString wallSubtitle(const FigureData& data)
{
    const WallOrder order = wallOrder(data);
    if (weighingOf(data) != Weighing::Raw)
        return weighingMeaning(weighingOf(data));
    if (!order.isSorted)
        switch (partOf(data)) {
        case core::AttentionPart::Self:
            return AttentionWall::tr("A square: one head; rows: queries, columns: keys.");
        case core::AttentionPart::Encoder:
            return AttentionWall::tr("A square: one head of the encoder; rows: queries, columns: keys.");
        case core::AttentionPart::Cross:
            return AttentionWall::tr("A square: one head; rows: tokens of the target, columns: of the source.");
        }
    const WallScore* sort = findWallScore(sortOption.in(data));
    return (sort->isLowFirst
            ? AttentionWall::tr(
                "Heads by %1, smallest first; named layer.head where it has room.")
            : AttentionWall::tr(
                "Heads by %1, largest first; named layer.head where it has room."))
        .arg(nameOf(*sort));
}

QString wallCaption(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    if (weighingOf(data) != Weighing::Raw)
        return data.side == Side::Delta ? QString() : weighedCaption(data);
    if (data.side == Side::Delta) {
        const std::vector<NamedHead> changed = bestHeads(data, changedChart);
        if (!changed.empty() && changed.front().value == 0)
            return AttentionWall::tr("The weights of no head changed.");
        return changed.empty()
            ? QString()
            : AttentionWall::tr("%1 changed most: its rows differ by %2 nat on average.")
                  .arg(headLabel(changed.front().layer, changed.front().head), formatNumber(changed.front().value));
    }
    QStringList sentences;
    if (isUnfinished(run))
        sentences << unfinishedSentence(run);
    const std::optional<core::HeadScores> now = scoresOf(run, data.selection.layer, data.selection.head, partOf(data));
    if (partOf(data) == core::AttentionPart::Cross)
        sentences << focusSentences(data);
    else if (now && data.selection.isHeadChosen)
        sentences << AttentionWall::tr("%1: entropy %2 nat, %3 of its attention on the previous token, %4 on the first.")
                         .arg(headLabel(data.selection.layer, data.selection.head), formatFixed(now->entropy, 2),
                             formatFixed(now->previousToken, 2), formatFixed(now->firstToken, 2));
    if (const QString keys = keysSentence(data); !keys.isEmpty())
        sentences << keys;
    const bool isAcross = partOf(data) == core::AttentionPart::Cross, induces = canInduce(run, partOf(data));
    const bool isOfPlaces = whyNoScore(*findWallScore(QStringLiteral("previous")), run, partOf(data)).isEmpty();
    if (const std::vector<NamedHead> best = bestHeads(data, QStringLiteral("previous")); isOfPlaces && !best.empty())
        sentences << AttentionWall::tr("The strongest previous-token head is %1 with %2.")
                         .arg(headLabel(best.front().layer, best.front().head), formatFixed(best.front().value, 2));
    if (const std::vector<NamedHead> best = bestHeads(data, QStringLiteral("induction")); induces && !best.empty())
        sentences << (best.front().layer == 0
                ? AttentionWall::tr("%1 looks most at what followed before (%2); in the first layer that is a distance, not induction.")
                : AttentionWall::tr(
                    "The strongest induction head is %1 with %2 on the repeats of this text (Training measures random ones)."))
                         .arg(headLabel(best.front().layer, best.front().head), formatFixed(best.front().value, 2));
    if (!induces && !isAcross)
        sentences << AttentionWall::tr("No token occurs twice, so induction cannot be seen.");
    if (const QString reason = whyNotSorted(data); !reason.isEmpty())
        sentences << reason;
    const WallOrder order = wallOrder(data);
    if (const QString scale = scaleSentence(wallScale(data, order), wallTiles(order, run, partOf(data), "attn.pattern"));
        !scale.isEmpty())
        sentences << scale;
    return joinedSentences(sentences);
}

} // namespace widgets
