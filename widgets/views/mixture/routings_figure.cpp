// The routings side by side: the same model with each of them, or each applied to the logits of one run.

#include "core/analysis/token_route.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"
#include "widgets/views/mixture/gate_map.h"
#include "widgets/views/mixture/pages.h"
#include "widgets/views/mixture/routings.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace widgets {

namespace {

struct MixtureRoutings
{
    Q_DECLARE_TR_FUNCTIONS(MixtureRoutings)
};

constexpr double minHeight = 560; // of a narrow picture with three maps

/// Bars below the maps: as many as have room beside these, gates and their sum.
int maxBars(const FigureStyle& style, double line)
{
    constexpr double share = 0.36; // of the picture's height
    return std::clamp(int(share * pictureHeight(style) * typeScale(style) / line), 3, 8);
}

struct GateBars
{
    const RoutingGates& routing;
    int token;
    double full; // of a bar over the whole width
};

/// The largest gates, the others as one, and the sum of all: nothing is left out of it.
void addBars(Plot& plot, QCPLayoutGrid& in, int column, const FigureStyle& style, const GateBars& of)
{
    const auto& [routing, token, full] = of;
    const double line = QFontMetricsF(tickFont(style), &plot).height();
    const int most = maxBars(style, line);
    QVector<Bar> bars;
    for (core::Index e = 0; token < routing.gates.rows && e < routing.gates.columns; ++e)
        if (routing.gates.at(token, e) != 0)
            bars << Bar{expertName(e), double(routing.gates.at(token, e)), {}};
    std::stable_sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) { return a.value > b.value; });
    if (const auto folded = bars.size() - (most - 2); bars.size() >= most) {
        double rest = 0;
        for (qsizetype i = most - 2; i < bars.size(); ++i)
            rest += bars[i].value;
        bars.resize(most - 2);
        bars << Bar{MixtureRoutings::tr("%1 more").arg(folded), rest, {}};
    }
    bars << Bar{QStringLiteral("Σ"), sumOfGates(routing.gates, token), {}, true};
    for (Bar& bar : bars) // parts and sum with the same decimals
        bar.text = formatFixed(bar.value, 3);
    QCPAxisRect* rect = plot.addAxisRect(plot.panel()->rowCount(), 0, style);
    rect->setMinimumSize(60, int(std::ceil(line * double(bars.size()))));
    in.addElement(4, column, rect);
    plot.panel()->simplify();
    auto* chart = new BarChart(rect, style);
    chart->setName(QStringLiteral("gates%1").arg(column));
    chart->setBars(bars, full);
}

QString shortName(core::Routing routing)
{
    return routing == core::Routing::SoftmaxThenTopK ? QStringLiteral("softmax → k")
        : routing == core::Routing::TopKThenSoftmax  ? QStringLiteral("k → softmax")
        : routing == core::Routing::SparseMixer      ? QStringLiteral("1 → softmax, k ×")
                                                     : QStringLiteral("σ + b → k");
}

/// Where there is no room for three maps: the three routings of one token as the rows of one.
void drawCompact(const Drawing& drawing, const std::vector<RoutingGates>& columns, const ColorScale& scale)
{
    const auto& [plot, data, style] = drawing;
    const int token = shownToken(data);
    std::vector<float> values;
    QStringList names;
    core::Index experts = 0;
    for (const RoutingGates& column : columns) {
        if (token >= column.gates.rows)
            continue;
        experts = column.gates.columns;
        for (core::Index e = 0; e < experts; ++e)
            values.push_back(column.gates.at(token, e));
        names << shortName(column.rule.kind);
    }
    const Grid grid = gridOf(std::move(values), core::Index(names.size()), experts);
    plot.addPanelTitle(0, 0, MixtureRoutings::tr("The gates of %1").arg(quotedToken(*shownRun(data)->trace, token)), style);
    GridAxisRect* rect = plot.addGridRect(1, 0, style);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    rect->setRowTokens(names);
    rect->setColumnNumbers(int(grid.columns), QStringLiteral("E"));
    auto* map = new GateMap(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("compact"));
    map->setData(grid, scale);
    map->setLit(grid, {}, GateMap::Ground::Empty);
    plot.panel()->setRowStretchFactor(0, 0.001);
    sayNoRoomFor(plot, {MixtureRoutings::tr("the gates of all tokens"), MixtureRoutings::tr("their sum as bars")}, style);
}

void drawMixtureRoutings(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const RunResult& run = *shownRun(data);
    const std::vector<RoutingGates> columns = gatesOfRoutings(data);
    const int token = shownToken(data);
    const bool isWide = roomOf(style).width() >= 640;
    std::vector<Grid> all;
    double full = 0;
    for (const RoutingGates& column : columns) {
        all.push_back(column.gates);
        full = std::max(full, sumOfGates(column.gates, token));
    }
    const ColorScale scale = makeScale(gateScale(all), all);
    if (!isWide && roomOf(style).height() < minHeight)
        return drawCompact(drawing, columns, scale);

    auto* grid = plot.makeGrid();
    grid->setColumnSpacing(space::l);
    grid->setRowSpacing(space::xs);
    plot.panel()->addElement(0, 0, grid);
    const auto move = [&](int row, int column, QCPLayoutElement* element) {
        grid->addElement(row, column, element);
        plot.panel()->simplify();
    };
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const RoutingGates& routing = columns[i];
        // Columns with a picture and its bars each; where they would be too narrow, rows of pictures.
        const int column = isWide ? int(i) : 0, row = isWide ? 0 : 3 * int(i);
        const QString name = choiceText("mixture.routing", routing.word);
        const int below = plot.panel()->rowCount();
        move(row, column,
            plot.addPanelTitle(below, 0, routing.isOwn ? MixtureRoutings::tr("%1 (this model)").arg(name) : name, style));
        move(row + 1, column,
            plot.addPanelTitle(
                plot.panel()->rowCount(), 0, routing.gates.isEmpty() ? routing.why : routingFormula(routing.rule), style, true));
        grid->setRowStretchFactor(row, 0.001);
        grid->setRowStretchFactor(row + 1, 0.001);
        if (routing.gates.isEmpty())
            continue;
        GridAxisRect* rect = plot.addGridRect(plot.panel()->rowCount(), 0, style);
        move(row + 2, column, rect);
        rect->setCells(int(routing.gates.rows), int(routing.gates.columns), CellShape::Fill);
        labelRows(*rect, *run.trace);
        QMargins around = rect->minimumMargins();
        around.setTop(std::max(around.top(), int(QFontMetricsF(tickFont(style), &plot).height()))); // of a low row's token
        rect->setMinimumMargins(around);
        rect->setColumnNumbers(int(routing.gates.columns), QStringLiteral("E"));
        rect->setMaximumSize(QWIDGETSIZE_MAX, std::max(160, int(56.0 * double(routing.gates.rows))));
        auto* map = new GateMap(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
        map->setName(routing.isOwn ? QStringLiteral("gates") : QStringLiteral("routing")); // of a run of its own
        map->setData(routing.gates, scale);
        map->setLit(routing.gates, {}, GateMap::Ground::Empty);
        map->setPinned({data.selection.query, bestExpert(routing.gates, data.selection.query)});
        if (i + 1 == columns.size() || !isWide)
            new ColorBar(rect, scale, MixtureRoutings::tr("gate"), style);
        if (!isWide)
            continue;
        move(row + 3, column,
            plot.addPanelTitle(plot.panel()->rowCount(), 0,
                MixtureRoutings::tr("%1: its gates and their sum").arg(quotedToken(*run.trace, token)), style, true));
        grid->setRowStretchFactor(row + 3, 0.001);
        addBars(plot, *grid, column, style, {routing, token, full});
        grid->setRowStretchFactor(2, 3);
    }
}

QString mixtureRoutingsSubtitle(const FigureData& data)
{
    return MixtureRoutings::tr("The same weights and tokens with each routing in every layer. A cell is the gate that a token "
                               "gives an expert in layer %1.")
        .arg(counted(shownMixtureLayer(data)));
}

QString mixtureRoutingsCaption(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const int token = shownToken(data);
    const std::vector<RoutingGates> columns = gatesOfRoutings(data);
    QStringList sums;
    const RoutingGates* own = nullptr;
    for (const RoutingGates& column : columns) {
        if (column.isOwn)
            own = &column;
        if (!column.gates.isEmpty())
            sums << MixtureRoutings::tr("%1 (%2)").arg(
                formatFixed(sumOfGates(column.gates, token), 2), choiceText("mixture.routing", column.word));
    }
    QString text
        = MixtureRoutings::tr("The gates of %1 sum to %2.").arg(quotedToken(*run.trace, token), sums.join(QStringLiteral(", ")));
    int differ = 0;
    double largestGap = 0;
    for (const RoutingGates& column : columns)
        if (own && !column.gates.isEmpty()) {
            differ = std::max(differ, differingChoices(own->gates, column.gates));
            const Grid gap = differenceOf(own->gates, column.gates);
            for (core::Index i = 0; i < gap.rows; ++i)
                for (core::Index j = 0; j < gap.columns; ++j)
                    largestGap = std::max(largestGap, std::abs(double(gap.at(i, j))));
        }
    text += QLatin1Char(' ')
        + (differ == 0
                ? MixtureRoutings::tr("All of them pick the same experts for every token; their gates differ by at most %1.")
                      .arg(formatNumber(largestGap))
                : MixtureRoutings::tr("For %1 of %2 tokens another routing picks other experts.")
                      .arg(differ)
                      .arg(streamTokens(*run.trace).size()));
    return text + otherLayerNote(data);
}

std::vector<Caveat> mixtureRoutingsCaveats(const FigureData&)
{
    return {{MixtureRoutings::tr("What if: every routing on the same weights."), true}};
}

QString whyNotMixtureRoutings(const FigureData& data)
{
    if (data.side == Side::Delta)
        return Mixture::tr("The routings are compared with each other, in A or in B.");
    if (!mixtureAt(*shownRun(data), shownMixtureLayer(data)))
        return Mixture::tr("Only a run whose model is open can be routed another way.");
    return {};
}

} // namespace

const FigurePage mixtureRoutingsPage{.id = "routings",
    .title = QT_TRANSLATE_NOOP("figures", "What does the routing change?"),
    .draw = drawMixtureRoutings,
    .caption = mixtureRoutingsCaption,
    .whyNot = whyNotMixtureRoutings,
    .subtitle = mixtureRoutingsSubtitle,
    .needs = routingsNeeded,
    .caveats = mixtureRoutingsCaveats,
    .concepts = "C29"};

} // namespace widgets
