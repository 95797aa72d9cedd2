// Every token and every expert: the routing of one layer, its gates as a map, and the same map of every layer.

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/visible_token.h"
#include "widgets/views/mixture/data.h"
#include "widgets/views/mixture/expert_links.h"
#include "widgets/views/mixture/figure.h"
#include "widgets/views/mixture/gate_map.h"
#include "widgets/views/mixture/pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct MixtureMap
{
    Q_DECLARE_TR_FUNCTIONS(MixtureMap)
};

constexpr core::Index maxLinkedTokens = 64, maxLinkedExperts = 32;

const char* tensorOf(const FigureData& data)
{
    const QString cells = cellsOption.in(data);
    return cells == QLatin1String("probs") ? "router_probs" : cells == QLatin1String("logits") ? "router_logits" : "gates";
}

QString quantity(const FigureData& data)
{
    const QByteArrayView tensor(tensorOf(data));
    return tensor == "gates"       ? MixtureMap::tr("gate")
        : tensor == "router_probs" ? MixtureMap::tr("probability")
                                   : MixtureMap::tr("logit");
}

/// Of all layers, so that their maps and the large one mean the same.
ScaleChoice choiceFor(const FigureData& data)
{
    if (QByteArrayView(tensorOf(data)) == "router_logits")
        return scaleChoiceFor("router_logits");
    std::vector<Grid> grids;
    for (const RunPtr& run : scaledRuns(data))
        for (const int layer : mixtureLayers(*run))
            grids.push_back(routerGrid(*run, layer, tensorOf(data)));
    return gateScale(grids);
}

ExpertLinks* linksOf(const Drawing& drawing, int layer)
{
    const auto& [plot, data, style] = drawing;
    const RunResult& run = *shownRun(data);
    const Grid gates = routerGrid(run, layer, "gates");
    LinksContent content;
    for (const QString& token : tokenGroups(*run.trace, false).texts)
        content.tokens << visibleToken(token);
    for (core::Index t = 0; t < gates.rows; ++t) {
        std::vector<double> row;
        for (core::Index e = 0; e < gates.columns; ++e)
            row.push_back(double(gates.at(t, e)));
        content.gates.push_back(std::move(row));
    }
    for (core::Index e = 0; e < gates.columns; ++e)
        content.colors.push_back(expertColor(e, style));
    content.counts = tokensOfExperts(run, layer);
    for (const RunPtr& other : scaledRuns(data))
        for (const double count : tokensOfExperts(*other, layer))
            content.maxCount = std::max(content.maxCount, count);
    content.marked = data.selection.query;
    content.countHead = MixtureMap::tr("tokens");
    return new ExpertLinks(&plot, style, std::move(content));
}

void addMap(const Drawing& drawing, QCPLayoutGrid& in, int column)
{
    const auto& [plot, data, style] = drawing;
    const int layer = shownMixtureLayer(data);
    const RunResult& run = *shownRun(data);
    const char* const tensor = tensorOf(data);
    const Grid grid = sideGrid(data, [&](const RunResult& one) { return routerGrid(one, layer, tensor); });
    GridAxisRect* rect = plot.addGridRect(plot.panel()->rowCount(), 0, style);
    in.addElement(1, column, rect);
    plot.panel()->simplify();
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    labelRows(*rect, *run.trace);
    rect->setColumnNumbers(int(grid.columns), QStringLiteral("E"));
    rect->setMaximumSize(int(72.0 * double(grid.columns)), std::max(320, int(56.0 * double(grid.rows))));
    const ColorScale scale = sideScale(data, choiceFor(data), [&](const RunResult& one) {
        std::vector<Grid> layers;
        for (const int i : mixtureLayers(one))
            layers.push_back(routerGrid(one, i, tensor));
        return layers;
    });
    auto* map = new GateMap(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("gates"));
    map->setData(grid, scale);
    if (data.side != Side::Delta)
        map->setLit(routerGrid(run, layer, "gates"), routerGrid(run, layer, "dropped"),
            QByteArrayView(tensor) == "gates" ? GateMap::Ground::Empty : GateMap::Ground::Numbers);
    map->setPinned({data.selection.query, -1});
    if (data.selection.query >= 0 && grid.columns > 0) { // a whole row is pinned: mark the best expert of it
        int best = 0;
        for (int e = 1; e < int(grid.columns) && data.selection.query < int(grid.rows); ++e)
            if (grid.at(data.selection.query, e) > grid.at(data.selection.query, best))
                best = e;
        map->setPinned({data.selection.query, best});
    }
    new ColorBar(rect, scale, quantity(data), style);
}

QString mixtureWallTitle() { return MixtureMap::tr("Every layer"); }

/// What a table calls the maps.
TileNames wallNames(const core::Trace& trace, std::pair<int, int> shape)
{
    TileNames names{{"layer", "token", "expert"}, std::vector<QStringList>(3)};
    for (int i = 0; i < int(trace.layers()); ++i)
        names.labels[0] << layerLabel(i);
    for (const QString& token : tokenGroups(trace, false).texts)
        names.labels[1] << visibleToken(token);
    for (int i = 0; i < shape.first * shape.second; ++i)
        names.places.push_back(layerOnWall(shape, i / shape.second, i % shape.second)); // behind the last layer: no place
    return names;
}

void addWall(const Drawing& drawing, int row, int layer)
{
    const auto& [plot, data, style] = drawing;
    const int layers = int(shownRun(data)->trace->layers());
    const std::pair<int, int> shape = wallOfLayers(layers);
    const int rows = shape.first, columns = shape.second;
    const char* const tensor = tensorOf(data);
    const auto tilesOf = [&](const RunResult& run) {
        std::vector<Grid> tiles;
        for (int i = 0; i < rows * columns; ++i) {
            const int of = layerOnWall(shape, i / columns, i % columns);
            tiles.push_back(of < layers ? routerGrid(run, of, tensor) : Grid());
        }
        return tiles;
    };
    const std::vector<Grid> tiles = sideGrids(data, tilesOf);
    const ColorScale scale = sideScale(data, choiceFor(data), GridsOf(tilesOf));
    plot.addPanelTitle(row, 0, mixtureWallTitle(), style);
    GridAxisRect* rect = plot.addGridRect(row + 1, 0, style);
    rect->setCells(rows, columns, CellShape::Fill);
    QStringList names;
    for (int i = 0; i < rows; ++i)
        names << layerLabel(layerOnWall(shape, i, 0));
    if (rows > 1)
        rect->setRowTokens(names);
    QStringList further; // layers from the name of the row on
    for (int i = 0; i < columns; ++i)
        further << QStringLiteral("+%1").arg(i);
    if (rows > 1)
        rect->setColumnNumbers(further);
    else
        rect->setColumnNumbers(columns, QStringLiteral("L"));
    rect->setMaximumSize(QWIDGETSIZE_MAX, 150 * rows);
    auto* wall = new MapWall(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    wall->setName(QStringLiteral("layers"));
    wall->setTiles(rows, columns, tiles, scale);
    wall->setNames(wallNames(*shownRun(data)->trace, shape));
    wall->setPinned({rows - 1 - layer / columns, layer % columns});
    plot.panel()->setRowStretchFactor(row, 0.001);
    plot.panel()->setRowStretchFactor(row + 1, rows > 1 ? 0.6 : 0.35);
}

void drawMixtureMap(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const int layer = shownMixtureLayer(data);
    const Grid gates = routerGrid(*shownRun(data), layer, "gates");
    const QSizeF room = roomOf(style);
    const bool hasLinks
        = data.side != Side::Delta && room.width() >= 700 && gates.rows <= maxLinkedTokens && gates.columns <= maxLinkedExperts;
    auto* top = plot.makeGrid();
    top->setColumnSpacing(space::xl);
    plot.panel()->addElement(0, 0, top);
    int column = 0;
    const auto title = [&](const QString& text) {
        top->addElement(0, column, plot.addPanelTitle(plot.panel()->rowCount(), 0, text, style));
        plot.panel()->simplify();
    };
    if (hasLinks) {
        title(MixtureMap::tr("Layer %1: routing").arg(counted(layer)));
        top->addElement(1, column, linksOf(drawing, layer));
        top->setColumnStretchFactor(column++, 1.1);
    }
    title(hasLinks ? MixtureMap::tr("The same as numbers") : MixtureMap::tr("Layer %1").arg(counted(layer)));
    addMap(drawing, *top, column);
    top->setRowStretchFactor(0, 0.001);
    if (shownRun(data)->trace->layers() < 2)
        return;
    if (room.height() >= 420)
        addWall(drawing, 1, layer);
    else
        sayNoRoomFor(plot, {mixtureWallTitle()}, style);
}

QString mixtureMapSubtitle(const FigureData& data)
{
    const QByteArrayView tensor(tensorOf(data));
    QString text = tensor == "gates"
        ? MixtureMap::tr("A band or a cell is the gate that a token gives an expert; where it is blank, the expert does not run.")
        : tensor == "router_probs"
        ? MixtureMap::tr("A cell is the router's probability of an expert for a token; framed ones were chosen.")
        : MixtureMap::tr("A cell is the router's logit of an expert for a token; framed ones were chosen.");
    if (const RunPtr& run = shownRun(data); !routerGrid(*run, shownMixtureLayer(data), "dropped").isEmpty())
        text += QLatin1Char(' ') + MixtureMap::tr("×: chosen, but the expert was full.");
    return text;
}

QString mixtureMapCaption(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const int layer = shownMixtureLayer(data);
    const std::vector<double> counts = tokensOfExperts(run, layer);
    double sum = 0;
    for (const double count : counts)
        sum += count;
    if (counts.empty() || sum == 0)
        return {};
    const core::Index most = busiestExpert(counts);
    const auto least = std::min_element(counts.begin(), counts.end());
    const core::MixtureOfExperts* kind = mixtureAt(run, layer);
    QString text = *least == counts[std::size_t(most)]
        ? MixtureMap::tr("In layer %1 every expert has %2 of %3 places.")
              .arg(counted(layer))
              .arg(countText(*least), countText(sum))
        : joinedSentences({MixtureMap::tr("In layer %1 the busiest expert, %2, has %3 of %4 places.")
                               .arg(counted(layer))
                               .arg(expertName(most), countText(counts[std::size_t(most)]), countText(sum)),
            MixtureMap::tr("The idlest, %1, has %2; even would be %3.")
                .arg(expertName(least - counts.begin()), countText(*least), countText(sum / double(counts.size())))});
    if (kind)
        text += QLatin1Char(' ')
            + MixtureMap::tr("For one token %1 of %2 experts run.")
                  .arg(kind->routing.chosenPerToken() + kind->shared)
                  .arg(kind->routing.experts + kind->shared);
    return text + otherLayerNote(data);
}

} // namespace

std::pair<int, int> wallOfLayers(int layers)
{
    const int rows = layers > 24 ? 3 : layers > 12 ? 2 : 1;
    return {rows, (layers + rows - 1) / rows};
}

const FigurePage mixtureMapPage{.id = "map",
    .title = QT_TRANSLATE_NOOP("figures", "Which experts work on which token?"),
    .draw = drawMixtureMap,
    .caption = mixtureMapCaption,
    .subtitle = mixtureMapSubtitle,
    .options = [](const FigureData&) -> FigureOptions { return {cellsOption}; },
    .concepts = "C29"};

} // namespace widgets
