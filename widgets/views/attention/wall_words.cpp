#include "widgets/views/attention/wall_words.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/attention/sentences.h"
#include "widgets/views/attention/wall_charts.h"
#include "widgets/views/attention/wall_order.h"
#include "widgets/views/attention/wall_tiles.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/head_scores.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct AttentionWall
{
    Q_DECLARE_TR_FUNCTIONS(AttentionWall)
};

} // namespace

std::vector<Caveat> wallCaveats(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const bool isBeside = data.side == Side::B && showsBoth(data);
    QStringList without, others;
    for (int layer = 0; layer < layersOf(run); ++layer) {
        if (!whyNoAttention(run, layer).isEmpty())
            without << QString::number(layer);
        else if (isBeside && layer < layersOf(*data.a) && headsOf(*data.a, layer) != headsOf(run, layer))
            others << QString::number(layer);
    }
    std::vector<Caveat> all;
    if (!without.isEmpty())
        all.push_back({AttentionWall::tr("Without attention weights: layers %1.").arg(without.join(QStringLiteral(", ")))});
    if (!others.isEmpty())
        all.push_back({AttentionWall::tr("Layers %1 have other numbers of heads than A: a place there is another head.")
                           .arg(others.join(QStringLiteral(", ")))});
    if (isBeside && layersOf(run) != layersOf(*data.a))
        all.push_back({AttentionWall::tr("%1 layers, A has %2.").arg(layersOf(run)).arg(layersOf(*data.a))});
    return all;
}

QString wallSubtitle(const FigureData& data)
{
    const WallOrder order = wallOrder(data);
    if (!order.isSorted)
        return AttentionWall::tr("Each small square is one head: rows are queries, columns are keys.");
    const WallScore* sort = findWallScore(sortOption.in(data));
    return (sort->isLowFirst
            ? AttentionWall::tr(
                "Each small square is one head, sorted by %1, smallest first; named layer.head where it has room.")
            : AttentionWall::tr(
                "Each small square is one head, sorted by %1, largest first; named layer.head where it has room."))
        .arg(nameOf(*sort));
}

QString wallCaption(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    if (data.side == Side::Delta) {
        const std::vector<NamedHead> changed = bestHeads(data, changedChart);
        return changed.empty()
            ? QString()
            : AttentionWall::tr("%1 changed most: its rows differ by %2 nat on average.")
                  .arg(headName(changed.front().layer, changed.front().head), formatNumber(changed.front().value));
    }
    QStringList sentences;
    const std::optional<core::HeadScores> now = scoresOf(run, data.selection.layer, data.selection.head);
    if (now && data.selection.isHeadChosen)
        sentences << AttentionWall::tr("%1: entropy %2 nat, %3 of its attention on the previous token, %4 on the first.")
                         .arg(headName(data.selection.layer, data.selection.head), formatFixed(now->entropy, 2),
                             formatFixed(now->previousToken, 2), formatFixed(now->firstToken, 2));
    const bool induces = canInduce(run);
    if (const std::vector<NamedHead> best = bestHeads(data, QStringLiteral("previous")); !best.empty())
        sentences << AttentionWall::tr("The strongest previous-token head is %1 with %2.")
                         .arg(headName(best.front().layer, best.front().head), formatFixed(best.front().value, 2));
    if (const std::vector<NamedHead> best = bestHeads(data, QStringLiteral("induction")); induces && !best.empty())
        sentences << AttentionWall::tr("The strongest induction head is %1 with %2.")
                         .arg(headName(best.front().layer, best.front().head), formatFixed(best.front().value, 2));
    if (!induces)
        sentences << AttentionWall::tr("No token occurs twice, so induction cannot be seen.");
    if (const QString reason = whyNotSorted(data); !reason.isEmpty())
        sentences << reason;
    const WallOrder order = wallOrder(data);
    if (const QString scale = scaleSentence(wallScale(data, order), wallTiles(order, run, "attn.pattern")); !scale.isEmpty())
        sentences << scale;
    return sentences.join(QLatin1Char(' '));
}

} // namespace widgets
