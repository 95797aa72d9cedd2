// Without positions the order of the tokens has no effect: one token is moved, and its results move with it.

#include "widgets/figure/choice_text.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/alibi/numbers.h"
#include "widgets/views/alibi/order.h"
#include "widgets/views/alibi/order_strip.h"
#include "widgets/views/alibi/pictures.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/maps/stage.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double kStripFrom = 190; // px of ordinary type: on a lower page the caption alone says what was moved
constexpr double minChart = 380;        // px of ordinary type: its names and a dozen tokens
constexpr double kLowStrip = 380;     // px of ordinary type: of a lower page, whose strip is lower
constexpr QSizeF kMapsFrom{480, 500}; // px of ordinary type: a smaller page shows the changes alone

QString labelOf(const OrderOfKind& kind)
{
    const QString name = choiceText("position.kind", kind.kind);
    return kind.seesAll ? name : Alibi::tr("%1, own mask").arg(name);
}

QString whyNotAlibiOrder(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const auto count = int(streamIds(*run.trace).size());
    if (data.side == Side::Delta)
        return Alibi::tr("Both orders of one run are compared here: look at A | B.");
    if (!blockOf(run, data.selection.layer))
        return Alibi::tr("Moving a token needs another run, and the model of this trace is not open.");
    if (count > maxMovedTokens)
        return Alibi::tr("%1 tokens are too many to move one by one: shorten the text to %2.").arg(count).arg(maxMovedTokens);
    if (count < 2)
        return Alibi::tr("One token has no order: add a word.");
    if (!shownKind(data))
        return Alibi::tr("This model cannot be run with another position encoding.");
    return {};
}

void addStrip(Plot& plot, const FigureStyle& style, const QStringList& tokens, const OrderExperiment& experiment)
{
    GridAxisRect* rect = plot.addGridRect(0, 0, style);
    rect->setCells(2, int(tokens.size()), CellShape::Fill);
    rect->setRowTokens({Alibi::tr("typed"), Alibi::tr("moved")});
    const int height = int(OrderStrip::heightFor(style) * (roomOf(style).height() < kLowStrip ? 0.65 : 1.0));
    QMargins around = rect->minimumMargins();
    around.setTop(0);
    around.setBottom(0);
    rect->setMinimumMargins(around);
    rect->setMinimumSize(40, height);
    rect->setMaximumSize(QWIDGETSIZE_MAX, height);
    auto* strip = new OrderStrip(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    strip->setName(QStringLiteral("strip"));
    strip->setTokens(tokens, {experiment.order.begin(), experiment.order.end()}, experiment.from);
}

MapRows mapsOf(const FigureData& data, const OrderExperiment& experiment, const OrderOfKind& kind, const TokenGroups& tokens)
{
    MapRows rows;
    rows.rowTokens = tokens.texts;
    rows.columnTokens = tokens.texts;
    rows.brackets = tokens.brackets;
    const TokenGroups moved = inOrder(tokens, experiment.order);
    const OrderMaps maps = orderMaps(experiment, kind, data.selection.head);
    // One scale over all kinds, so that a difference of rounding looks like what it is.
    std::vector<Grid> weights, differences;
    for (const RunPtr& run : scaledRuns(data))
        for (const OrderOfKind& each : orderExperiment(data, run).kinds) {
            const OrderMaps of = orderMaps(orderExperiment(data, run), each, data.selection.head);
            weights.push_back(of.before);
            differences.push_back(of.difference);
        }
    const ColorScale scale = makeScale(weightScale(weights, scaleOption.in(data)), weights);
    const QString mark = scaleMark(scale.choice); // in place of a sentence: a small page has no such maps
    const ColorScale difference = makeScale({ColorMapId::Vik, ScalePolicy::SymmetricMax}, differences);
    rows.rows = {
        {{Alibi::tr("attention as typed") + mark, {}, QStringLiteral("typed"), Alibi::tr("weight"), maps.before, scale, {}, {}},
            {Alibi::tr("token moved") + mark, QStringLiteral("→"), QStringLiteral("moved"), Alibi::tr("weight"), maps.after,
                scale, {}, moved.texts, moved.brackets},
            {Alibi::tr("put back, minus typed"), QStringLiteral("Δ"), QStringLiteral("difference"), Alibi::tr("Δ weight"),
                maps.difference, difference, {}, {}}}};
    return rows;
}

/// How far each kind moves each token: [kind, token].
Grid changesOf(const OrderExperiment& experiment)
{
    std::vector<float> values;
    for (const OrderOfKind& kind : experiment.kinds)
        for (const double change : kind.change)
            values.push_back(float(change));
    const auto kinds = core::Index(experiment.kinds.size());
    const core::Index tokens = kinds > 0 ? core::Index(values.size()) / kinds : 0;
    return gridOf(std::move(values), kinds, tokens);
}

void addKinds(const Drawing& drawing, QCPLayoutGrid& in, const TokenGroups& tokens)
{
    const auto& [plot, data, style] = drawing;
    const OrderExperiment& experiment = orderExperiment(data);
    const OrderOfKind* shown = shownKind(data);
    QStringList labels;
    int pinned = -1;
    for (std::size_t i = 0; i < experiment.kinds.size(); ++i) {
        labels << labelOf(experiment.kinds[i]);
        if (&experiment.kinds[i] == shown)
            pinned = int(i);
    }
    const Grid grid = changesOf(experiment);
    std::vector<Grid> scaled;
    for (const RunPtr& run : scaledRuns(data))
        scaled.push_back(changesOf(orderExperiment(data, run)));
    const ColorScale scale = makeScale({ColorMapId::Cividis, ScalePolicy::ZeroToMax}, scaled);
    const int below = plot.panel()->rowCount();
    in.setRowSpacing(space::s);
    in.addElement(0, 0,
        plot.addPanelTitle(below, 0,
            Alibi::tr("Change of each token's vector after block %1, relative to its length").arg(counted(experiment.layers - 1)),
            style));
    in.setRowStretchFactor(0, 0.001);
    GridAxisRect* rect = plot.addGridRect(below, 0, style);
    in.addElement(1, 0, rect);
    plot.panel()->simplify();
    QMargins around = rect->minimumMargins();
    around.setTop(0); // below its heading: each row keeps its name on a low page
    rect->setMinimumMargins(around);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    rect->setRowTokens(labels);
    rect->setColumnTokens(tokens.texts);
    rect->setColumnBrackets(tokens.brackets);
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("kinds"));
    map->setData(grid, scale);
    map->setPinned({pinned, experiment.from});
    new ColorBar(rect, scale, Alibi::tr("change"), style);
}

void drawAlibiOrder(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const OrderExperiment& experiment = orderExperiment(data);
    const OrderOfKind& kind = *shownKind(data);
    const TokenGroups tokens = tokenGroups(*shownRun(data)->trace, false);
    QCPLayoutGrid* page = plot.panel();
    if (roomOf(style).height() >= kStripFrom) {
        addStrip(plot, style, tokens.texts, experiment);
        page->setRowStretchFactor(0, 0.001);
    }
    QCPLayoutGrid* kinds = nullptr;
    QStringList leftOut;
    if (roomOf(style).width() >= kMapsFrom.width() && pictureHeight(style) >= kMapsFrom.height()) {
        MapRows rows = mapsOf(data, experiment, kind, tokens);
        rows.names = {{Alibi::tr("%1: attention of L%2 H%3")
                           .arg(labelOf(kind))
                           .arg(counted(experiment.layer))
                           .arg(counted(data.selection.head)),
            {}, false}};
        auto* stage = new MapStage(plot, page->rowCount(), 0, rows, style);
        stage->keepCharts();
        kinds = stage->addChart({minChart, 20 * double(experiment.kinds.size()) + 78}, {});
    } else {
        kinds = plot.makeGrid();
        page->addElement(page->rowCount(), 0, kinds);
        leftOut = {Alibi::tr("the attention maps before and after the move")};
    }
    addKinds(drawing, *kinds, tokens);
    sayNoRoomFor(plot, leftOut, style);
}

QString alibiOrderSubtitle(const FigureData&)
{
    return Alibi::tr("One token moved, no mask.");
}

std::vector<Caveat> alibiOrderCaveats(const FigureData& data)
{
    std::vector<Caveat> all{{Alibi::tr("What if: without a mask and with other positions, on the same weights."), true}};
    if (const OrderExperiment& experiment = orderExperiment(data); experiment.layers < experiment.ofLayers)
        all.push_back({Alibi::tr("Computed for the first %1 of %2 blocks.").arg(experiment.layers).arg(experiment.ofLayers)});
    return all;
}

QString alibiOrderCaption(const FigureData& data)
{
    const OrderExperiment& experiment = orderExperiment(data);
    const RunResult& run = *shownRun(data);
    const auto find = [&](const char* id) -> const OrderOfKind* {
        for (const OrderOfKind& kind : experiment.kinds)
            if (kind.id == id)
                return &kind;
        return nullptr;
    };
    QStringList sentences;
    const QString token = quotedToken(*run.trace, experiment.from);
    if (const OrderOfKind* none = find("none"); none && showsBoth(data)) // the same move in both: the numbers alone
        sentences << Alibi::tr("No positions: a move changes at most %1.").arg(formatNumber(none->largest));
    else if (none)
        sentences << (none->largest < 1e-4
                ? Alibi::tr("Without positions, moving %1 from place %2 to %3 moves its results and changes none of them: by at "
                            "most %4 of their length, which is rounding.")
                : Alibi::tr(
                    "Without positions, moving %1 from place %2 to %3 changes the results by at most %4 of their length."))
                         .arg(token)
                         .arg(counted(experiment.from))
                         .arg(counted(experiment.to))
                         .arg(formatNumber(none->largest));
    if (const OrderOfKind* alibi = find("alibi"))
        sentences << Alibi::tr("With ALiBi they change by up to %1.").arg(formatNumber(alibi->largest));
    if (const OrderOfKind* masked = find("none_masked"))
        sentences << Alibi::tr("The model's own mask alone makes %1.").arg(formatNumber(masked->largest));
    return joinedSentences(sentences);
}

QString alibiOrderTable(const FigureData& data)
{
    QStringList lines{QStringLiteral("kind,token,change")};
    for (const OrderOfKind& kind : orderExperiment(data).kinds)
        for (std::size_t token = 0; token < kind.change.size(); ++token)
            lines << QStringLiteral("%1,%2,%3")
                         .arg(QString::fromStdString(kind.id))
                         .arg(token)
                         .arg(exactText(float(kind.change[token])));
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

FigureOptions options(const FigureData& data)
{
    FigureOptions all = orderOptions(data);
    all.push_back(scaleOption);
    return all;
}

} // namespace

const FigurePage alibiOrderPage{.id = "order",
    .title = QT_TRANSLATE_NOOP("figures", "Where does token order come from?"),
    .draw = drawAlibiOrder,
    .caption = alibiOrderCaption,
    .whyNot = whyNotAlibiOrder,
    .subtitle = alibiOrderSubtitle,
    .table = alibiOrderTable,
    .needs = orderNeeded,
    .options = options,
    .minPanel = minPanelOf<168, 127>, // names of the kinds, the maps and their key
    .caveats = alibiOrderCaveats,
    .concepts = "C10"};

} // namespace widgets
