// Every head of every layer as a small map, and the heads that stand out.

#include "core/analysis/statistics.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention_figures.h"
#include "widgets/views/attention_scale.h"
#include "widgets/views/attention_sentences.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/head_scores.h"
#include "widgets/views/side_panel.h"
#include "widgets/views/wall_order.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct AttentionWall
{
    Q_DECLARE_TR_FUNCTIONS(AttentionWall)
};

constexpr std::size_t kBest = 5;
constexpr double roomForCharts = 600; // px of ordinary type
constexpr double roomForChart = 130;  // of height
constexpr double roomForKey = 110;    // of width
constexpr QLatin1String kChanged("changed"); // the chart of a difference

QString headName(int layer, int head) { return AttentionWall::tr("L%1 H%2").arg(layer).arg(head); }

/// The tiles of a run in the order of the wall, empty where it has no such head.
std::vector<Grid> tilesOf(const WallOrder& order, const RunResult& run, const char* tensor)
{
    std::vector<Grid> tiles;
    for (const HeadPlace& place : order.places)
        tiles.push_back(place.layer < 0 ? Grid() : headGrid(*run.trace, place.layer, tensor, place.head));
    return tiles;
}

ScaleChoice scaleChoice(const FigureData& data, const WallOrder& order)
{
    std::vector<Grid> patterns;
    const bool isShared = data.isLocked && data.a && data.b && data.mode != SlotMode::A;
    for (const RunPtr& run : isShared ? std::vector{data.a, data.b} : std::vector{shownRun(data)})
        for (const Grid& tile : tilesOf(order, *run, "attn.pattern"))
            patterns.push_back(tile);
    return weightScale(patterns, data.options.value(QStringLiteral("scale")).toString());
}

struct NamedNumber
{
    int layer = 0;
    int head = 0;
    double value = 0;
};

/// The heads that stand out: highest scores, or lowest entropy.
std::vector<NamedNumber> bestHeads(const FigureData& data, const QString& chart)
{
    std::vector<NamedNumber> heads;
    if (chart == kChanged && data.a && data.b) {
        for (const ChangedHead& head : changedHeads(*data.a, *data.b))
            heads.push_back({head.layer, head.head, head.divergence});
    } else if (const WallScore* score = findWallScore(chart); score && shownRun(data)) {
        for (const ScoredHead& head : scoredHeads(*shownRun(data)))
            heads.push_back({head.layer, head.head, score->of(head.scores)});
        std::stable_sort(heads.begin(), heads.end(), [&](const NamedNumber& x, const NamedNumber& y) {
            return score->isLowFirst ? x.value < y.value : x.value > y.value;
        });
    }
    heads.resize(std::min(heads.size(), kBest));
    return heads;
}

/// The charts that the option names, or the first `room`: what the wall is sorted by, then as the table has them.
QStringList chartsOf(const FigureData& data, int room)
{
    if (data.side == Side::Delta)
        return {kChanged};
    QStringList charts;
    for (const QString& said :
        data.options.value(QStringLiteral("charts")).toString().split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (findWallScore(said.trimmed()))
            charts << said.trimmed();
    if (!charts.isEmpty())
        return charts;
    const auto hasMeaning = [&](const QString& id) { return id != QLatin1String("induction") || canInduce(*shownRun(data)); };
    if (const QString sort = data.options.value(QStringLiteral("sort")).toString(); findWallScore(sort) && hasMeaning(sort))
        charts << sort;
    for (const WallScore& score : wallScores())
        if (const QString id = QString::fromLatin1(score.id); !charts.contains(id) && hasMeaning(id))
            charts << id;
    return charts.mid(0, std::max(1, room));
}

QString whyNot(const FigureData& data)
{
    if (QString reason = whyNoWeights(data, -1); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    if (scoredHeads(run).empty())
        return whyNotRecorded("blocks.*.attn.pattern");
    if (data.side != Side::Delta)
        return {};
    const bool sameLength = streamTokens(*data.a->trace).size() == streamTokens(*data.b->trace).size();
    for (int layer = 0; sameLength && layer < std::min(layersOf(*data.a), layersOf(*data.b)); ++layer)
        if (headsOf(*data.a, layer) == headsOf(*data.b, layer))
            return {};
    return !sameLength ? QString() : whyHeadsDiffer(data) + QLatin1Char(' ') + AttentionWall::tr("Look at A | B.");
}

void addChart(SidePanel& panel, const FigureData& data, const FigureStyle& style, const QString& id)
{
    const WallScore* score = findWallScore(id);
    const bool isDelta = id == kChanged;
    QCPAxisRect* rect = panel.add(isDelta ? AttentionWall::tr("Changed most: mean KL, nat") : AttentionWall::tr(score->heading));
    auto* chart = new BarChart(rect, style);
    chart->setName(id);
    QVector<Bar> bars;
    if (id == QLatin1String("induction") && !canInduce(*shownRun(data)))
        bars << Bar{AttentionWall::tr("no token occurs twice"), 0, QStringLiteral(" ")};
    else
        for (const NamedNumber& head : bestHeads(data, id))
            bars << Bar{headName(head.layer, head.head), head.value,
                isDelta ? formatNumber(head.value) : formatFixed(head.value, 2),
                head.layer == data.selection.layer && head.head == data.selection.head};
    chart->setBars(bars, isDelta ? 0 : score->full);
}

void drawWall(Plot& plot, const FigureData& data, const FigureStyle& style, const WallOrder& order)
{
    const auto patterns = [&](const RunResult& run) { return tilesOf(order, run, "attn.pattern"); };
    std::vector<Grid> tiles = sideGrids(data, patterns);
    if (data.side == Side::Delta) // heads of layers that have another number of them are not the same heads
        for (std::size_t i = 0; i < tiles.size(); ++i)
            if (const int layer = order.places[i].layer; layer >= 0 && headsOf(*data.a, layer) != headsOf(*data.b, layer))
                tiles[i] = {};
    const ColorScale scale = sideScale(data, scaleChoice(data, order), patterns);
    GridAxisRect* rect = plot.addGridRect(0, 0, style);
    rect->setCells(order.rows, order.columns, CellShape::Square);
    auto* wall = new MapWall(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    if (order.isSorted) {
        QStringList labels;
        for (const HeadPlace& place : order.places)
            labels << (place.layer < 0 ? QString() : QStringLiteral("%1.%2").arg(place.layer).arg(place.head));
        wall->setLabels(labels);
        for (QCPAxis* const axis : rect->axes())
            axis->setTickLabels(false);
    } else {
        rect->setRowNumbers(order.rows, order.isTransposed ? QStringLiteral("H") : QStringLiteral("L"));
        rect->setColumnNumbers(order.columns, order.isTransposed ? QStringLiteral("L") : QStringLiteral("H"));
        rect->setAxisTitles(order.isTransposed ? AttentionWall::tr("layer") : AttentionWall::tr("head"),
            order.isTransposed ? AttentionWall::tr("head") : AttentionWall::tr("layer"));
    }
    wall->setName(QStringLiteral("wall"));
    wall->setTiles(order.rows, order.columns, tiles, scale, tilesOf(order, *shownRun(data), "attn.scores"));
    wall->setPinned(order.cellOf(data.selection.layer, data.selection.head));
    new ColorBar(
        rect, scale, data.side == Side::Delta ? AttentionWall::tr("change of weight") : AttentionWall::tr("weight"), style);
}

void draw(Plot& plot, const FigureData& data, const FigureStyle& style)
{
    const WallOrder order = wallOrder(data);
    drawWall(plot, data, style, order);
    if (roomOf(style).width() < roomForCharts)
        return; // room for the wall only
    // Beside a wall that is about square, below one that is wide.
    const bool isWide = order.columns > 1.6 * order.rows + 0.5;
    const double height = roomOf(style).height() - (style.showTitle ? 120 : 20);
    const QStringList charts = chartsOf(data, isWide ? 3 : int(height / roomForChart));
    QCPLayoutGrid* page = plot.panel();
    auto* strip = plot.makeGrid();
    strip->setColumnSpacing(space::xl);
    if (isWide)
        page->addElement(1, 0, strip);
    SidePanel beside(isWide ? *strip : *page, plot, 0, isWide ? 0 : 1, style);
    for (int i = 0; i < charts.size(); ++i) {
        SidePanel next = !isWide || i == 0 ? beside : SidePanel(*strip, plot, 0, i, style);
        addChart(isWide ? next : beside, data, style, charts[i]);
    }
    if (isWide) {
        page->setRowStretchFactor(0, 2);
        return;
    }
    if (double(charts.size()) * roomForChart < height)
        beside.addSpace((height - double(charts.size()) * roomForChart) / roomForChart);
    // The charts stand where the wall ends: as wide as it is high, with its names and its key.
    const double wall = height * order.columns / order.rows + roomForKey;
    const double share = std::clamp(wall / roomOf(style).width(), 0.5, 0.75);
    page->setColumnStretchFactor(0, share);
    page->setColumnStretchFactor(1, 1 - share);
}

QString subtitle(const FigureData& data)
{
    const WallOrder order = wallOrder(data);
    if (!order.isSorted)
        return AttentionWall::tr("Each small square is one head: rows are queries, columns are keys.");
    const WallScore* sort = findWallScore(data.options.value(QStringLiteral("sort")).toString());
    return (sort->isLowFirst ? AttentionWall::tr("Each small square is one head, named layer.head, sorted by %1, smallest first.")
                             : AttentionWall::tr("Each small square is one head, named layer.head, sorted by %1, largest first."))
        .arg(AttentionWall::tr(sort->name));
}

/// Layers that have no attention weights, or another number of heads than in A.
QStringList exceptions(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    QStringList without, others, sentences;
    for (int layer = 0; layer < layersOf(run); ++layer) {
        if (!whyNoAttention(run, layer).isEmpty())
            without << QString::number(layer);
        else if (data.side == Side::B && layer < layersOf(*data.a) && headsOf(*data.a, layer) != headsOf(run, layer))
            others << QString::number(layer);
    }
    if (!without.isEmpty())
        sentences << AttentionWall::tr("Without attention weights: layers %1.").arg(without.join(QStringLiteral(", ")));
    if (!others.isEmpty())
        sentences << AttentionWall::tr("B has another number of heads than A in layers %1: a place there is not the same head.")
                         .arg(others.join(QStringLiteral(", ")));
    if (data.side == Side::B && layersOf(run) != layersOf(*data.a))
        sentences << AttentionWall::tr("A has %1 layers, B has %2.").arg(layersOf(*data.a)).arg(layersOf(run));
    return sentences;
}

QString caption(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    if (data.side == Side::Delta) {
        const std::vector<NamedNumber> changed = bestHeads(data, kChanged);
        return changed.empty()
            ? QString()
            : AttentionWall::tr("%1 changed most: its rows are %2 nat apart on average.")
                  .arg(headName(changed.front().layer, changed.front().head), formatNumber(changed.front().value));
    }
    QStringList sentences;
    if (const core::HeadScores* now = scoresOf(run, data.selection.layer, data.selection.head))
        sentences << AttentionWall::tr("%1: entropy %2 nat, %3 of its attention on the previous token, %4 on the first.")
                         .arg(headName(data.selection.layer, data.selection.head), formatFixed(now->entropy, 2),
                             formatFixed(now->previousToken, 2), formatFixed(now->firstToken, 2));
    const bool induces = canInduce(run);
    if (const std::vector<NamedNumber> best = bestHeads(data, QStringLiteral("previous")); !best.empty())
        sentences << AttentionWall::tr("The strongest previous-token head is %1 with %2.")
                         .arg(headName(best.front().layer, best.front().head), formatFixed(best.front().value, 2));
    if (const std::vector<NamedNumber> best = bestHeads(data, QStringLiteral("induction")); induces && !best.empty())
        sentences << AttentionWall::tr("The strongest induction head is %1 with %2.")
                         .arg(headName(best.front().layer, best.front().head), formatFixed(best.front().value, 2));
    if (!induces)
        sentences << AttentionWall::tr("No token occurs twice, so induction cannot be seen.");
    if (const QString reason = whyNotSorted(data); !reason.isEmpty())
        sentences << reason;
    const ScaleChoice choice = scaleChoice(data, wallOrder(data));
    if (choice.transform == ScaleTransform::Log || choice.withoutFirst) {
        FigureData said = data;
        said.options[QStringLiteral("scale")] = choice.withoutFirst ? QStringLiteral("without_first") : QStringLiteral("log");
        const std::vector<Grid> patterns = tilesOf(wallOrder(data), run, "attn.pattern");
        sentences << scaleSentence(said, patterns);
    }
    return (sentences + exceptions(data)).join(QLatin1Char(' '));
}

std::vector<Metric> metrics(const FigureData& data)
{
    std::vector<Metric> best;
    double largest = -1;
    for (const ScoredHead& head : scoredHeads(*data.a)) {
        if (headsOf(*data.a, head.layer) != headsOf(*data.b, head.layer))
            continue;
        const Grid a = headGrid(*data.a->trace, head.layer, "attn.pattern", head.head);
        const Grid b = headGrid(*data.b->trace, head.layer, "attn.pattern", head.head);
        const Grid difference = differenceOf(a, b);
        if (difference.isEmpty())
            continue;
        const core::Statistics change = core::statisticsOf({difference.data, std::size_t(difference.size())});
        const double most = std::max(-change.min, change.max);
        if (!(most > largest))
            continue;
        largest = most;
        best = gridMetrics(a, b, [&](int row, int column) {
            Selection at = data.selection;
            at.layer = head.layer;
            at.head = head.head;
            at.query = row;
            at.key = column;
            return at;
        });
        best.resize(std::min<std::size_t>(best.size(), 1)); // of all heads only the largest change has a place
    }
    if (const std::vector<NamedNumber> changed = bestHeads(data, kChanged); !changed.empty()) {
        Selection at = data.selection;
        at.layer = changed.front().layer;
        at.head = changed.front().head;
        best.push_back({AttentionWall::tr("largest mean KL"),
            AttentionWall::tr("%1 nat, %2").arg(formatNumber(changed.front().value), headName(at.layer, at.head)), at, true});
    }
    return best;
}

} // namespace

std::vector<std::pair<int, int>> headsOfChart(const FigureData& data, const QString& chart)
{
    std::vector<std::pair<int, int>> heads;
    for (const NamedNumber& head : bestHeads(data, chart))
        heads.emplace_back(head.layer, head.head);
    return heads;
}

const FigureInfo attentionWallFigure{.id = "attention_wall",
    .title = QT_TRANSLATE_NOOP("figures", "Where does every head look?"),
    .draw = draw,
    .caption = caption,
    .whyNot = whyNot,
    .subtitle = subtitle,
    .difference = Difference::ByIndex,
    .metrics = metrics};

} // namespace widgets
