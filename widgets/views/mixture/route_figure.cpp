// One token's route through the experts of every layer, and the tokens with the most similar routes.

#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/mixture/data.h"
#include "widgets/views/mixture/gate_map.h"
#include "widgets/views/mixture/pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/read_out.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

struct MixtureRoute
{
    Q_DECLARE_TR_FUNCTIONS(MixtureRoute)
};

constexpr int maxSimilar = 10;
constexpr std::size_t maxLinksOfStep = 64; // 8 × 8; of more only the main one is drawn

} // namespace

std::vector<int> mixtureRows(const RunResult& run)
{
    std::vector<int> rows = mixtureLayers(run);
    std::reverse(rows.begin(), rows.end());
    return rows;
}

namespace {

/// A row for each mixture layer: what the tensor says of the token. Experts that a layer does not have are masked.
Grid routeGrid(const RunResult& run, int token, const char* tensor)
{
    const std::vector<int> layers = mixtureRows(run);
    core::Index experts = 0;
    for (const int layer : layers)
        experts = std::max(experts, routerGrid(run, layer, "gates").columns);
    std::vector<float> values;
    for (const int layer : layers) {
        const Grid grid = routerGrid(run, layer, tensor);
        for (core::Index e = 0; e < experts; ++e)
            values.push_back(grid.isEmpty()                 ? 0.F
                    : token < grid.rows && e < grid.columns ? grid.at(token, e)
                                                            : -std::numeric_limits<float>::infinity());
    }
    return gridOf(std::move(values), core::Index(layers.size()), experts);
}

/// From each choice of a layer to each of the next; those between the largest gates are the main route.
std::vector<GateMap::Link> linksOf(const std::vector<core::RouteStep>& route)
{
    std::vector<GateMap::Link> links;
    double largest = 0;
    for (const core::RouteStep& step : route)
        for (const auto& [expert, gate] : step.experts)
            largest = std::max(largest, std::abs(gate));
    for (std::size_t i = 0; i + 1 < route.size(); ++i) {
        const bool isMany = route[i].experts.size() * route[i + 1].experts.size() > maxLinksOfStep;
        for (std::size_t a = 0; a < route[i].experts.size(); ++a)
            for (std::size_t b = 0; b < route[i + 1].experts.size(); ++b) {
                const auto& [from, gateFrom] = route[i].experts[a];
                const auto& [to, gateTo] = route[i + 1].experts[b];
                const bool isMain = a == 0 && b == 0;
                if (gateFrom == 0 || gateTo == 0 || (isMany && !isMain))
                    continue;
                const double width = 1 + 7 * std::sqrt(std::abs(gateFrom * gateTo)) / std::max(largest, 1e-30);
                const int row = int(route.size() - 1 - i); // the last layer on top
                links.push_back({{row, int(from)}, {row - 1, int(to)}, width, isMain});
            }
    }
    return links;
}

void drawMixtureRoute(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const RunResult& run = *shownRun(data);
    const int token = shownToken(data);
    const auto gatesOf = [token](const RunResult& one) { return routeGrid(one, token, "gates"); };
    const Grid grid = sideGrid(data, gatesOf);
    if (grid.isEmpty())
        return plot.showMessage(MixtureRoute::tr("A and B have different mixtures: look at A | B."), style);
    std::vector<Grid> shared;
    for (const RunPtr& one : scaledRuns(data))
        shared.push_back(gatesOf(*one));
    const ScaleChoice choice = gateScale(shared);
    const ColorScale scale = sideScale(data, choice, gatesOf);

    const std::vector<int> layers = mixtureRows(run);
    QStringList names;
    for (const int layer : layers)
        names << layerLabel(layer);
    plot.addPanelTitle(0, 0, MixtureRoute::tr("The route of %1").arg(quotedToken(*run.trace, token)), style);
    GridAxisRect* rect = plot.addGridRect(1, 0, style);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    rect->setRowTokens(names);
    rect->setColumnNumbers(int(grid.columns), QStringLiteral("E"));
    rect->setAxisTitles(MixtureRoute::tr("expert"), MixtureRoute::tr("layer"));
    rect->setMaximumSize(int(120.0 * double(grid.columns)), int(150.0 * double(grid.rows)));
    auto* map = new GateMap(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("route"));
    map->setData(grid, scale);
    if (data.side != Side::Delta) {
        map->setLit(grid, routeGrid(run, token, "dropped"), GateMap::Ground::Empty);
        std::vector<core::RouteStep> route = core::routeOf(*run.trace, token);
        map->setLinks(linksOf(route));
    }
    (new ColorBar(rect, scale, MixtureRoute::tr("gate"), style))->setShowsMasked(false);
    plot.panel()->setRowStretchFactor(0, 0.001);

    const auto similar = similarRoutes(run, token, maxSimilar);
    if (data.side == Side::Delta || similar.empty())
        return;
    const QString ofSimilar = MixtureRoute::tr("Tokens by the share of equal choices");
    if (roomOf(style).width() < 600)
        return sayNoRoomFor(plot, {ofSimilar}, style);
    QVector<Bar> bars;
    for (const auto& [other, share] : similar)
        bars << Bar{QStringLiteral("%1  %2").arg(tokenLabel(run, other)).arg(counted(other)), share, formatFixed(share, 2)};
    plot.addPanelTitle(0, 1, ofSimilar, style);
    QCPAxisRect* beside = plot.addAxisRect(1, 1, style);
    auto* chart = new BarChart(beside, style);
    chart->setName(QStringLiteral("similar"));
    chart->setBars(bars, 1);
    plot.panel()->setColumnStretchFactor(0, 2);
    plot.panel()->setColumnStretchFactor(1, 1);
}

QString mixtureRouteSubtitle(const FigureData&)
{
    return MixtureRoute::tr(
        "Rows are layers, columns experts; a cell is the gate of one token. The strong line joins its largest gates.");
}

QString mixtureRouteCaption(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const int token = shownToken(data);
    const std::vector<core::RouteStep> route = core::routeOf(*run.trace, token);
    QStringList largest;
    bool isAnyFull = false;
    for (const core::RouteStep& step : route) {
        const bool isKept = !step.experts.empty() && step.experts.front().second != 0; // else all that it chose were full
        isAnyFull |= !isKept;
        largest << (isKept ? expertName(step.experts.front().first) : maskedText());
    }
    if (largest.size() > 12)
        largest = largest.mid(0, 11) << QStringLiteral("…") << largest.back();
    const QString experts = largest.join(QStringLiteral(" → "));
    QString text
        = (isAnyFull ? MixtureRoute::tr("The largest gates of %1 are those of %2; at %3 every expert was full.")
                           .arg(quotedToken(*run.trace, token), experts, maskedText())
                     : MixtureRoute::tr("The largest gates of %1 are those of %2.").arg(quotedToken(*run.trace, token), experts));
    if (const auto similar = similarRoutes(run, token, 1); !similar.empty())
        text += QLatin1Char(' ')
            + MixtureRoute::tr("The token with the most similar route, %1 at position %2, shares %3 of its choices.")
                  .arg(quotedToken(*run.trace, similar.front().first))
                  .arg(counted(similar.front().first))
                  .arg(formatFixed(similar.front().second, 2));
    return text;
}

} // namespace

std::vector<std::pair<int, double>> similarRoutes(const RunResult& run, int token, int most)
{
    const std::vector<core::RouteStep> route = core::routeOf(*run.trace, token);
    std::vector<std::pair<int, double>> shares;
    for (int other = 0; other < int(streamTokens(*run.trace).size()); ++other)
        if (other != token)
            if (const double share = core::sharedChoices(route, core::routeOf(*run.trace, other)); std::isfinite(share))
                shares.emplace_back(other, share);
    std::stable_sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    shares.resize(std::min(shares.size(), std::size_t(std::max(most, 0))));
    return shares;
}

const FigurePage mixtureRoutePage{.id = "route",
    .title = QT_TRANSLATE_NOOP("figures", "Which route does a token take through the experts?"),
    .draw = drawMixtureRoute,
    .caption = mixtureRouteCaption,
    .subtitle = mixtureRouteSubtitle,
    .concepts = "C29"};

} // namespace widgets
