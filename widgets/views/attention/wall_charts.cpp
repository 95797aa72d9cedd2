#include "widgets/views/attention/wall_charts.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/attention/wall_order.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/side_panel.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct AttentionWall
{
    Q_DECLARE_TR_FUNCTIONS(AttentionWall)
};

constexpr std::size_t kBest = 5;

} // namespace

std::vector<NamedHead> bestHeads(const FigureData& data, const QString& chart)
{
    std::vector<NamedHead> heads;
    if (chart == changedChart && data.a && data.b) {
        for (const ChangedHead& head : changedHeads(data.results, data.a, data.b, partOf(data)))
            heads.push_back({head.layer, head.head, head.divergence});
    } else if (const WallScore* score = findWallScore(chart); score && shownRun(data)) {
        for (const ScoredHead& head : scoredHeads(data.results, shownRun(data), partOf(data)))
            heads.push_back({head.layer, head.head, score->of(head.scores)});
        std::stable_sort(heads.begin(), heads.end(),
            [&](const NamedHead& x, const NamedHead& y) { return score->isLowFirst ? x.value < y.value : x.value > y.value; });
    }
    heads.resize(std::min(heads.size(), kBest));
    return heads;
}

QStringList wallCharts(const FigureData& data, int room)
{
    if (data.side == Side::Delta)
        return {changedChart};
    QStringList charts;
    for (const QString& said : chartsOption.listIn(data))
        if (findWallScore(said))
            charts << said;
    if (!charts.isEmpty())
        return charts;
    const auto hasMeaning = [&](const WallScore& score) { return whyNoScore(score, *shownRun(data), partOf(data)).isEmpty(); };
    if (const WallScore* const sort = findWallScore(sortOption.in(data)); sort && hasMeaning(*sort))
        charts << QString::fromLatin1(sort->id);
    for (const WallScore& score : wallScores())
        if (const QString id = QString::fromLatin1(score.id); !charts.contains(id) && hasMeaning(score))
            charts << id;
    return charts.mid(0, std::max(1, room));
}

void addWallChart(SidePanel& panel, const FigureData& data, const FigureStyle& style, const QString& id)
{
    const WallScore* score = findWallScore(id);
    const bool isDelta = id == changedChart;
    QCPAxisRect* rect = panel.add(isDelta ? AttentionWall::tr("Changed most: mean KL, nat") : headingOf(*score));
    auto* chart = new BarChart(rect, style);
    chart->setName(id);
    QVector<Bar> bars;
    if (const bool isAcross = partOf(data) == core::AttentionPart::Cross;
        !isDelta && !whyNoScore(*score, *shownRun(data), partOf(data)).isEmpty())
        bars << Bar{isAcross ? AttentionWall::tr("not of two texts") : AttentionWall::tr("no token occurs twice"), 0,
            QStringLiteral(" ")};
    else {
        const std::vector<NamedHead> heads = bestHeads(data, id);
        const double largest = heads.empty() ? 0 : std::ranges::max_element(heads, {}, &NamedHead::value)->value;
        const bool isFixed // else a whole bar would say 0.00
            = !isDelta && (score->full > 0 || formatFixed(largest, 2) != formatFixed(0, 2));
        for (const NamedHead& head : heads)
            bars << Bar{headLabel(head.layer, head.head), head.value,
                isFixed ? formatFixed(head.value, 2) : formatNumber(head.value),
                data.selection.isHeadChosen && head.layer == data.selection.layer && head.head == data.selection.head};
    }
    chart->setBars(bars, isDelta ? 0 : score->full);
}

std::vector<std::pair<int, int>> headsOfChart(const FigureData& data, const QString& chart)
{
    std::vector<std::pair<int, int>> heads;
    for (const NamedHead& head : bestHeads(data, chart))
        heads.emplace_back(head.layer, head.head);
    return heads;
}

} // namespace widgets
