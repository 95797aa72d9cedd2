// Every head of every layer as a small map, and the heads that stand out.

#include "core/analysis/statistics.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/column_brackets.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"
#include "widgets/run/unfinished.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/key_sharing.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/attention/wall_charts.h"
#include "widgets/views/attention/wall_order.h"
#include "widgets/views/attention/wall_tiles.h"
#include "widgets/views/attention/wall_words.h"
#include "widgets/views/attention/weighing.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/side_panel.h"

#include <QCoreApplication>

#include <algorithm>
#include <ranges>

namespace widgets {

namespace {

struct AttentionWall
{
    Q_DECLARE_TR_FUNCTIONS(AttentionWall)
};

constexpr double roomForCharts = 600; // px of ordinary type
constexpr double roomForChart = 130;  // of height
constexpr double roomForKey = 110;    // of width
// What names, titles and key take of a panel of three: px, and px of ordinary type.
constexpr QSizeF besideWall{60, 80}, belowWall{20, 28};
constexpr double moreNames = 14;
constexpr int maxParts = 4, fewLayers = 6; // these are below each other, whatever is chosen: each is found where it was
constexpr double clearlyLarger = 1.2; // times
constexpr double besideCharts = 0.75; // of the width, at most
constexpr double aboveCharts = 2.0 / 3; // of the height
constexpr double noteOfParts = 22, overHeads = 20; // px of ordinary type: which layers are where; brackets with their names

QString whyNotAttentionWall(const FigureData& data)
{
    if (QString reason = whyNoPart(data, -1); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    const core::AttentionPart part = partOf(data);
    PartPlace at = placeOf(data);
    const auto hasPattern = [&](int layer) {
        at.layer = layer;
        return run.trace->find(tensorAt(run, at, "attn.pattern")) != nullptr;
    };
    if (!isUnfinished(run) && std::ranges::none_of(std::views::iota(0, layersOf(run, part)), hasPattern))
        return whyNotRecorded(std::string(part == core::AttentionPart::Encoder ? "encoder." : "")
            + (part == core::AttentionPart::Cross ? "blocks.*.cross_attn.pattern" : "blocks.*.attn.pattern"));
    for (const RunPtr& one : panelRuns(data))
        if (QString reason = whyNoWeighing(data, *one, -1); !reason.isEmpty())
            return reason;
    if (data.side != Side::Delta)
        return {};
    if (QString reason = whyTokensDiffer(data); !reason.isEmpty())
        return reason;
    const bool sameLength = streamTokens(*data.a->trace).size() == streamTokens(*data.b->trace).size();
    for (int layer = 0; sameLength && layer < std::min(layersOf(*data.a, part), layersOf(*data.b, part)); ++layer)
        if (headsOf(*data.a, layer, part) == headsOf(*data.b, layer, part))
            return {};
    return !sameLength ? QString() : joinedSentences({whyHeadsDiffer(data), AttentionWall::tr("Look at A | B.")});
}

/// The heads of the wall that share their keys, of this run; none where layers differ or what is drawn is of no single head.
std::vector<AxisBracket> bracketsOf(const FigureData& data, const WallOrder& order, const RunResult& run)
{
    const auto sharing = keySharingOfWall(run, order, partOf(data));
    return sharing && weighingOf(data) != Weighing::Rollout ? sharingBrackets(order, *sharing) : std::vector<AxisBracket>();
}

/// How the page is divided: the layers in parts beside each other, the bars below the wall or beside it.
struct WallPlan
{
    int parts = 1;
    bool isBelow = false;
};

/// Each as the maps are largest: in one part, unless several are clearly better.
WallPlan planOf(const FigureData& data, const FigureStyle& style)
{
    const WallOrder plain = wallOrder(data);
    if (plain.rows == 0)
        return {};
    const double unit = typeScale(style);
    const bool hasCharts = weighingOf(data) == Weighing::Raw && roomOf(style).width() >= roomForCharts;
    const bool hasBrackets = !bracketsOf(data, plain, *shownRun(data)).empty();
    const auto side = [&](const WallPlan& plan) {
        const double width = (hasCharts && !plan.isBelow ? besideCharts : 1) * style.size.width() - besideWall.width()
            - unit * (besideWall.height() + (plan.parts - 1) * moreNames);
        const double height = (hasCharts && plan.isBelow ? aboveCharts : 1) * style.size.height() - belowWall.width()
            - unit * (belowWall.height() + (plan.parts > 1 ? noteOfParts : 0) + (hasBrackets ? overHeads : 0));
        return std::min(width / (plan.parts * plain.columns), height / ((plain.rows + plan.parts - 1) / plan.parts));
    };
    const auto better = [&](int parts) { return WallPlan{parts, side({parts, true}) > side({parts, false})}; };
    WallPlan best = better(1);
    for (int parts = 2; !plain.isSorted && plain.rows > fewLayers && parts <= maxParts; ++parts)
        if (const WallPlan plan = better(parts); side(plan) > clearlyLarger * side(best))
            best = plan;
    return best;
}

/// "0 · 15"
QString layersOfRow(const WallOrder& order, int row)
{
    QStringList layers;
    for (int part = 0; part < order.parts; ++part)
        if (const HeadPlace place = order.at(row, part * order.columnsOfPart()); place.layer >= 0)
            layers << countedText(place.layer);
    return layers.join(QStringLiteral(" · "));
}

/// From the last on top down to L0.
QStringList layersUpwards(int layers)
{
    QStringList names;
    for (int layer = layers - 1; layer >= 0; --layer)
        names << layerLabel(layer);
    return names;
}

/// Layers that are in one row, and the heads of each part.
void labelParts(GridAxisRect& rect, const WallOrder& order)
{
    QStringList rows, columns;
    for (int row = 0; row < order.rows; ++row)
        rows << layersOfRow(order, row);
    for (int column = 0; column < order.columns; ++column)
        columns << countedText(column % order.columnsOfPart()); // short: each has room
    rect.setRowTokens(rows);
    rect.setColumnNumbers(columns);
}

void addDividers(Plot& plot, GridAxisRect& rect, const WallOrder& order, const FigureStyle& style)
{
    for (int part = 1; part < order.parts; ++part) {
        auto* line = new QCPItemLine(&plot);
        line->setClipAxisRect(&rect);
        for (QCPItemPosition* position : line->positions())
            position->setAxes(rect.axis(QCPAxis::atBottom), rect.axis(QCPAxis::atLeft));
        const double at = part * order.columnsOfPart() - 0.5;
        line->start->setCoords(at, -0.5);
        line->end->setCoords(at, order.rows - 0.5);
        line->setPen(QPen(themeOf(style).text2, 0.6 * style.lineWidth));
        line->setSelectable(false);
    }
}

/// Brackets over heads that share their keys, where A or B has such heads: both walls begin at the same height.
void addBrackets(const Drawing& drawing, GridAxisRect& rect, const WallOrder& order)
{
    const auto& [plot, data, style] = drawing;
    const std::vector<RunPtr> runs = drawnRuns(data);
    if (std::ranges::all_of(runs, [&](const RunPtr& run) { return bracketsOf(data, order, *run).empty(); }))
        return;
    auto* const column = plot.makeGrid();
    column->setRowSpacing(0);
    auto* const brackets
        = new ColumnBrackets(&rect, order.columns, bracketsOf(data, order, *shownRun(data)), style, BracketSide::Above);
    column->addElement(0, 0, brackets);
    column->addElement(1, 0, &rect);
    column->setRowStretchFactor(0, 0.001);
    plot.panel()->addElement(0, 0, column);
}

void drawWall(const Drawing& drawing, const WallOrder& order)
{
    const auto& [plot, data, style] = drawing;
    const core::AttentionPart part = partOf(data);
    const auto patterns = [&](const RunResult& run) { return shownTiles(data, order, run); };
    std::vector<Grid> tiles = sideGrids(data, patterns);
    if (data.side == Side::Delta) // heads of layers that have another number of them are not the same heads
        for (std::size_t i = 0; i < tiles.size(); ++i)
            if (const int layer = order.places[i].layer;
                layer >= 0 && headsOf(*data.a, layer, part) != headsOf(*data.b, layer, part))
                tiles[i] = {};
    const ColorScale scale = sideScale(data, wallScale(data, order), patterns);
    GridAxisRect* rect = plot.addGridRect(0, 0, style);
    rect->setCells(order.rows, order.columns, CellShape::Square);
    auto* wall = new MapWall(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    if (order.isSorted) {
        QStringList labels;
        for (const HeadPlace& place : order.places)
            labels << (place.layer < 0 ? QString() : QStringLiteral("%1.%2").arg(counted(place.layer)).arg(counted(place.head)));
        wall->setLabels(labels);
        for (QCPAxis* const axis : rect->axes())
            axis->setTickLabels(false);
    } else {
        if (order.parts > 1) {
            labelParts(*rect, order);
            addDividers(plot, *rect, order, style);
        } else {
            rect->setRowsUpwards(layersUpwards(order.rows));
            rect->setColumnNumbers(order.columns, QStringLiteral("H"));
        }
        const bool isOfHeads = weighingOf(data) != Weighing::Rollout;
        rect->setAxisTitles(isOfHeads ? AttentionWall::tr("head") : QString(), AttentionWall::tr("layer"));
        if (!isOfHeads) {
            QStringList columns;
            for (int column = 0; column < order.columns; ++column)
                columns << AttentionWall::tr("all heads");
            rect->setColumnNumbers(columns);
        }
    }
    wall->setName(QStringLiteral("wall"));
    wall->setTiles(order.rows, order.columns, tiles, scale, wallMasks(order, *shownRun(data), part));
    wall->setNames(wallNames(data, order, tiles));
    if (data.selection.isHeadChosen)
        wall->setPinned(order.cellOf(data.selection.layer, data.selection.head));
    const QString quantity = weighingOf(data) == Weighing::Raw ? AttentionWall::tr("weight") : weighingQuantity(weighingOf(data));
    const QString change = weighingOf(data) == Weighing::Raw ? AttentionWall::tr("Δ weight") : QStringLiteral("Δ ") + quantity;
    new ColorBar(rect, scale, data.side == Side::Delta ? change : quantity, style);
    addBrackets(drawing, *rect, order);
}

void drawAttentionWall(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const auto [parts, isBelow] = planOf(data, style);
    const WallOrder order = wallOrder(data, parts);
    drawWall(drawing, order);
    if (order.parts > 1) {
        plot.addPanelTitle(
            1, 0, AttentionWall::tr("Layers %1: left to right").arg(layersOfRow(order, order.rows - 1)), style, true);
        plot.panel()->setRowStretchFactor(1, 0.001);
    }
    if (weighingOf(data) != Weighing::Raw)
        return; // the charts are of the weights
    if (roomOf(style).width() < roomForCharts)
        return wallCharts(data, 1).isEmpty() ? void() : sayNoRoomFor(plot, {AttentionWall::tr("bars of the heads")}, style);
    const double height = roomOf(style).height() - (style.showTitle ? 120 : 20);
    const QStringList charts = wallCharts(data, isBelow ? 3 : int(height / roomForChart));
    QCPLayoutGrid* page = plot.panel();
    auto* strip = plot.makeGrid();
    strip->setColumnSpacing(space::xl);
    if (isBelow)
        page->addElement(page->rowCount(), 0, strip);
    SidePanel beside(isBelow ? *strip : *page, plot, 0, isBelow ? 0 : 1, style);
    for (int i = 0; i < charts.size(); ++i) {
        SidePanel next = !isBelow || i == 0 ? beside : SidePanel(*strip, plot, 0, i, style);
        addWallChart(isBelow ? next : beside, data, style, charts[i]);
    }
    if (isBelow) {
        page->setRowStretchFactor(0, aboveCharts / (1 - aboveCharts));
        return;
    }
    if (double(charts.size()) * roomForChart < height)
        beside.addSpace((height - double(charts.size()) * roomForChart) / roomForChart);
    // The charts are where the wall ends: as wide as it is high, with its names and its key.
    const double wall = height * order.columns / order.rows + roomForKey;
    const double share = std::clamp(wall / roomOf(style).width(), 0.5, besideCharts);
    page->setColumnStretchFactor(0, share);
    page->setColumnStretchFactor(1, 1 - share);
}

Needs attentionWallNeeds(const FigureData& data)
{
    Needs needs;
    if (isUnfinished(data.a, data.b))
        return needs; // they are of all layers
    for (const RunPtr& run : drawnRuns(data))
        needs.push_back(scoredHeadsNeed(run, partOf(data)));
    if (data.a && data.b)
        needs.push_back(changedHeadsNeed(data.a, data.b, partOf(data)));
    if (data.a && whyNoPart(data, -1).isEmpty())
        for (Need& need : weighingNeeds(data, -1))
            needs.push_back(std::move(need));
    return needs;
}

std::vector<Metric> attentionWallMetrics(const FigureData& data)
{
    std::vector<Metric> best;
    if (weighingOf(data) != Weighing::Raw)
        return best; // they are of the weights
    double largest = -1;
    const core::AttentionPart part = partOf(data);
    for (const ScoredHead& head : scoredHeads(data.results, data.a, part)) {
        if (headsOf(*data.a, head.layer, part) != headsOf(*data.b, head.layer, part))
            continue;
        PartPlace place = placeOf(data);
        place.layer = head.layer;
        place.head = head.head;
        const Grid a = headGridAt(*data.a, place, "attn.pattern"), b = headGridAt(*data.b, place, "attn.pattern");
        const Grid difference = differenceOf(a, b);
        if (difference.isEmpty())
            continue;
        const core::Statistics change = core::statisticsOf({difference.data, std::size_t(difference.size())});
        const double most = std::max(-change.min, change.max);
        if (!(most > largest))
            continue;
        largest = most;
        best = gridMetrics(a, b, [&](int row, int column) {
            Selection at = selectionAt(data, row, column, true);
            at.layer = head.layer;
            at.head = head.head;
            return at;
        });
        best.resize(std::min<std::size_t>(best.size(), 1)); // of all heads only the largest change has a place
    }
    if (const std::vector<NamedHead> changed = bestHeads(data, changedChart); !changed.empty()) {
        Selection at = data.selection;
        at.layer = changed.front().layer;
        at.head = changed.front().head;
        best.push_back({AttentionWall::tr("largest mean KL"),
            AttentionWall::tr("%1 nat, %2").arg(formatNumber(changed.front().value), headLabel(at.layer, at.head)), at, true});
    }
    return best;
}

FigureOptions options(const FigureData&)
{
    return {sortOption.oneOf(QStringList{QStringLiteral("layer")} + wallScoreIds()), scaleOption,
        chartsOption.someOf(wallScoreIds()), partOption, weighingOption};
}

} // namespace

const FigureInfo attentionWallFigure{.id = "attention_wall",
    .title = QT_TRANSLATE_NOOP("figures", "Where does every head look?"),
    .draw = drawAttentionWall,
    .caption = wallCaption,
    .whyNot = whyNotAttentionWall,
    .subtitle = wallSubtitle,
    .difference = Difference::ByIndex,
    .metrics = attentionWallMetrics,
    .needs = attentionWallNeeds,
    .options = options,
    .variants =
        [] {
            return std::vector<QVariantMap>{
                {}, {{partOption.name(), QStringLiteral("encoder")}}, {{partOption.name(), QStringLiteral("cross")}}};
        },
    .offer = partOffer,
    .caveats = wallCaveats,
    .concepts = [](const FigureData& data) { return partOf(data) == core::AttentionPart::Self ? "C13 C14" : "C13 C14 C18"; }};

} // namespace widgets
