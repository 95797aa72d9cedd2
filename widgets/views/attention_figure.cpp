// One head: the square of queries and keys at one stage of its computation, its weights as lines and its row as bars.

#include "core/analysis/statistics.h"
#include "widgets/figure/panel_layout.h"
#include "widgets/figure/sides.h"
#include "widgets/panels/read_out.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/token_lines.h"
#include "widgets/views/attention_figures.h"
#include "widgets/views/attention_scale.h"
#include "widgets/views/attention_sentences.h"
#include "widgets/views/attention_stage.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/head_scores.h"
#include "widgets/views/side_panel.h"
#include "widgets/views/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct Attention
{
    Q_DECLARE_TR_FUNCTIONS(Attention)
};

constexpr double roomForSide = 600;    // px of ordinary type: from here on something stands beside the map
constexpr double roomForColumns = 1000; // lines and bars in columns of their own
constexpr int mostLineTokens = 48;     // more texts than that do not stand under each other
constexpr int mostLinesBelow = 16;     // the same under a map
constexpr int mostBars = 10;
constexpr double farApart = 8;         // times: terms that differ by more have a scale each

bool isWeights(const FigureData& data) { return stageOf(data).step == AttentionStep::Weights; }

/// The places of the axes: put together only where adding up means something.
TokenGroups groupsOf(const FigureData& data)
{
    return tokenGroups(*shownRun(data)->trace, sumsBrackets(data) && isWeights(data));
}

Grid gridFrom(const FigureData& data, const RunResult& run)
{
    const Grid grid = stageGrid(run, data.selection, stageOf(data));
    return isWeights(data) && sumsBrackets(data) ? groupedPattern(grid, tokenGroups(*run.trace, true)) : grid;
}

Grid shownGrid(const FigureData& data)
{
    return sideGrid(data, [&](const RunResult& run) { return gridFrom(data, run); });
}

ColorScale shownScale(const FigureData& data)
{
    return sideScale(data, stageScale(data, stageOf(data)), [&](const RunResult& run) { return gridFrom(data, run); });
}

QString whyNot(const FigureData& data)
{
    if (QString reason = whyNoWeights(data, data.selection.layer); !reason.isEmpty())
        return reason;
    if (QString reason = whyNoStage(*shownRun(data), data.selection, stageOf(data)); !reason.isEmpty())
        return reason;
    if (data.side != Side::Delta)
        return {};
    if (QString reason = whyNoStage(*data.b, data.selection, stageOf(data)); !reason.isEmpty())
        return Attention::tr("B: %1").arg(reason);
    if (stageOf(data).step != AttentionStep::Output)
        if (QString reason = whyHeadsDiffer(data); !reason.isEmpty())
            return reason + QLatin1Char(' ') + Attention::tr("Look at A | B.");
    const Grid a = gridFrom(data, *data.a), b = gridFrom(data, *data.b);
    if (a.rows == b.rows && a.columns != b.columns)
        return Attention::tr("A has %1 numbers a token here and B has %2. Look at A | B.").arg(a.columns).arg(b.columns);
    return {};
}

// --- The parts of the picture ----------------------------------------------------------------------------------------------

/// The pinned cell in places of the axes.
Cell pinnedCell(const FigureData& data, const TokenGroups& groups)
{
    if (!isSquare(stageOf(data)))
        return {data.selection.query, data.selection.dim};
    return {groups.placeOf(data.selection.query), groups.placeOf(data.selection.key)};
}

void labelAxes(GridAxisRect& rect, const Grid& grid, const TokenGroups& groups)
{
    const auto hidden = int(groups.count() - grid.rows); // queries of a cache that were there before
    rect.setColumnTokens(groups.texts.mid(0, grid.columns));
    rect.setRowTokens(groups.texts.mid(std::max(0, hidden)));
    if (hidden == 0) {
        rect.setRowBrackets(groups.brackets);
        rect.setColumnBrackets(groups.brackets);
    }
    rect.setAxisTitles(Attention::tr("key"), Attention::tr("query"));
}

HeatmapPlottable* addMap(
    GridAxisRect& rect, const Grid& grid, const ColorScale& scale, const FigureStyle& style, const char* name)
{
    auto* map = new HeatmapPlottable(rect.axis(QCPAxis::atBottom), rect.axis(QCPAxis::atLeft), style);
    map->setName(QString::fromLatin1(name));
    map->setData(grid, scale);
    return map;
}

void drawSquare(Plot& plot, const FigureData& data, const FigureStyle& style, const Grid& grid)
{
    const TokenGroups groups = groupsOf(data);
    const ColorScale scale = shownScale(data);
    GridAxisRect* rect = plot.addGridRect(0, 0, style);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Square);
    labelAxes(*rect, grid, groups);
    HeatmapPlottable* map = addMap(*rect, grid, scale, style, "head");
    const Grid mask = isWeights(data)
        ? groupedMask(headMask(*shownRun(data)->trace, data.selection.layer, data.selection.head), groups)
        : Grid();
    map->setMask(mask);
    map->setPinned(pinnedCell(data, groups));
    auto* bar = new ColorBar(rect, scale, quantityText(stageOf(data)), style);
    if (!mask.isEmpty())
        bar->setShowsMasked(makeScale(scale.choice, mask).masked > 0);
}

/// Rows are tokens, columns are dimensions.
void drawDimensions(Plot& plot, const FigureData& data, const FigureStyle& style, const Grid& grid)
{
    GridAxisRect* rect = plot.addGridRect(0, 0, style);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    const TokenGroups groups = groupsOf(data);
    rect->setRowTokens(groups.texts.mid(std::max(0, int(groups.count() - grid.rows))));
    rect->setColumnNumbers(int(grid.columns));
    rect->setAxisTitles(Attention::tr("dimension"), Attention::tr("token"));
    const ColorScale scale = shownScale(data);
    addMap(*rect, grid, scale, style, "dimensions")->setPinned(pinnedCell(data, groups));
    new ColorBar(rect, scale, quantityText(stageOf(data)), style);
}

/// The colours of each term: one scale, or where the largest numbers of two terms are far apart one each.
std::vector<ColorScale> termScales(const FigureData& data, const std::vector<ScoreTerm>& terms)
{
    const ScaleChoice choice = stageScale(data, stageOf(data));
    std::vector<ColorScale> own;
    double least = 0, most = 0;
    for (const ScoreTerm& term : terms) {
        own.push_back(sideScale(data, choice, [&](const RunResult& run) { return termGrid(run, data.selection, term); }));
        const double largest = std::max(std::abs(own.back().low), std::abs(own.back().high));
        least = own.size() == 1 ? largest : std::min(least, largest);
        most = std::max(most, largest);
    }
    if (most > farApart * least)
        return own;
    const ColorScale shared = sideScale(data, choice, [&](const RunResult& run) {
        std::vector<Grid> grids;
        for (const ScoreTerm& term : terms)
            grids.push_back(termGrid(run, data.selection, term));
        return grids;
    });
    return std::vector<ColorScale>(terms.size(), shared);
}

/// What the score is made of, part by part, and their sum.
void drawTerms(Plot& plot, const FigureData& data, const FigureStyle& style, const std::vector<ScoreTerm>& terms)
{
    const auto gridsOf = [&](const RunResult& run) {
        std::vector<Grid> grids;
        for (const ScoreTerm& term : terms)
            grids.push_back(termGrid(run, data.selection, term));
        return grids;
    };
    const std::vector<Grid> grids = sideGrids(data, gridsOf);
    const std::vector<ColorScale> scales = termScales(data, terms);
    const bool areApart = std::any_of(scales.begin(), scales.end(),
        [&](const ColorScale& scale) { return scale.low != scales.front().low || scale.high != scales.front().high; });
    const TokenGroups groups = groupsOf(data);
    const int columns = terms.size() <= 3 ? int(terms.size()) : int((terms.size() + 1) / 2);
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const int row = 2 * (int(i) / columns), column = int(i) % columns;
        const QString sign = i == 0 ? QString() : i + 1 == terms.size() ? QStringLiteral("= ") : QStringLiteral("+ ");
        const QString heading = sign + terms[i].name;
        plot.addPanelTitle(row, column, areApart ? Attention::tr("%1 (own scale)").arg(heading) : heading, style);
        GridAxisRect* rect = plot.addGridRect(row + 1, column, style);
        rect->setCells(int(grids[i].rows), int(grids[i].columns), CellShape::Square);
        labelAxes(*rect, grids[i], groups);
        addMap(*rect, grids[i], scales[i], style, "head")->setPinned(pinnedCell(data, groups));
        if (areApart || i + 1 == terms.size() || column + 1 == columns)
            new ColorBar(rect, scales[i], Attention::tr("score"), style);
        plot.panel()->setRowStretchFactor(row, 0.001);
        // One bar takes its room from the last column only.
        plot.panel()->setColumnStretchFactor(
            column, !areApart && column + 1 == columns ? 1 + 90.0 * columns / style.size.width() : 1);
    }
}

// --- Beside the map --------------------------------------------------------------------------------------------------------

/// Places of the row of the shown query, the largest weight (or change) first.
std::vector<int> rowPlaces(const Grid& grid, int row)
{
    std::vector<int> places;
    for (int j = 0; j < int(grid.columns); ++j)
        if (std::isfinite(grid.at(row, j)) && grid.at(row, j) != 0)
            places.push_back(j);
    std::stable_sort(
        places.begin(), places.end(), [&](int a, int b) { return std::abs(grid.at(row, a)) > std::abs(grid.at(row, b)); });
    return places;
}

/// In rows and columns of the grid.
Cell shownPlace(const FigureData& data, const Grid& grid, const TokenGroups& groups)
{
    const auto [query, key] = shownCell(data);
    return {std::clamp(groups.placeOf(query), 0, int(grid.rows) - 1), std::clamp(groups.placeOf(key), 0, int(grid.columns) - 1)};
}

void addBars(SidePanel& panel, const FigureData& data, const FigureStyle& style, const Grid& grid, double height)
{
    const TokenGroups groups = groupsOf(data);
    const Cell cell = shownPlace(data, grid, groups);
    std::vector<int> places = rowPlaces(grid, cell.row);
    const double pitch = 27 * typeScale(style);
    const int fits = std::clamp(int(height / pitch) - 1, 3, mostBars);
    places.resize(std::min<std::size_t>(places.size(), std::size_t(fits)));
    const bool isDelta = data.side == Side::Delta;
    QVector<Bar> bars;
    for (const int j : places) {
        const auto value = double(grid.at(cell.row, j));
        bars << Bar{QStringLiteral("%1  %2").arg(visibleToken(groups.texts.value(j), 12)).arg(groups.firstToken(j)), value,
            isDelta ? formatDifference(value) : formatNumber(value), j == cell.column};
    }
    const QString query = Attention::tr("“%1”").arg(visibleToken(groups.texts.value(cell.row)));
    const QString heading
        = isDelta ? Attention::tr("Where %1 looks more or less").arg(query) : Attention::tr("Where %1 looks").arg(query);
    auto* chart = new BarChart(panel.add(heading, double(places.size()) + 0.5), style);
    chart->setName(QStringLiteral("row"));
    chart->setBars(bars);
}

void addLines(SidePanel& panel, const FigureData& data, const FigureStyle& style, const Grid& grid, double stretch)
{
    QCPAxisRect* rect = panel.add(Attention::tr("From query to key"), stretch);
    for (QCPAxis* const axis : rect->axes())
        axis->setVisible(false);
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins({});
    const TokenGroups groups = groupsOf(data);
    auto* lines = new TokenLines(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    lines->setName(QStringLiteral("head")); // hovering and pinning are those of the map
    lines->setWeights(grid, groups.texts.mid(std::max(0, int(groups.count() - grid.rows))), groups.texts);
    const ColorScale scale = shownScale(data);
    lines->setFull(std::max(std::abs(scale.low), std::abs(scale.high)));
    lines->setSkipsFirst(scale.choice.withoutFirst);
    lines->setDifference(data.side == Side::Delta);
    lines->setPinned(pinnedCell(data, groups));
}

bool showsLines(const FigureData& data, const FigureStyle& style)
{
    const QString option = data.options.value(QStringLiteral("lines")).toString();
    if (option == QLatin1String("on") || option == QLatin1String("off"))
        return option == QLatin1String("on");
    return whyNoLines(data, style).isEmpty();
}

/// Lines and bars: below each other beside the map, or in columns of their own where there is room.
void drawBeside(Plot& plot, const FigureData& data, const FigureStyle& style, const Grid& grid)
{
    const QSizeF room = roomOf(style);
    const bool hasLines = showsLines(data, style);
    const double height = style.size.height() - (style.showTitle ? 140 : 40);
    QCPLayoutGrid* page = plot.panel();
    if (room.width() < roomForSide) {
        if (!hasLines)
            return;
        SidePanel below(*page, plot, 1, 0, style);
        addLines(below, data, style, grid, 1);
        return;
    }
    // The map takes its square and what stands around it, the rest is for the others.
    const double width = style.size.width();
    const double others = (room.width() >= roomForColumns && hasLines ? 520 : 300) * typeScale(style);
    const double square = std::min(height + 130, width - others - 60);
    if (hasLines && room.width() >= roomForColumns) {
        SidePanel lines(*page, plot, 0, 1, style);
        addLines(lines, data, style, grid, 1);
        SidePanel bars(*page, plot, 0, 2, style);
        addBars(bars, data, style, grid, height);
        bars.addSpace(std::max(0.001, height / 27 - mostBars));
        page->setColumnStretchFactor(1, std::clamp((width - square) * 0.5, 220.0, 380.0));
        page->setColumnStretchFactor(2, std::clamp((width - square) * 0.5, 220.0, 380.0));
    } else {
        SidePanel side(*page, plot, 0, 1, style);
        const double forBars = hasLines ? height * 0.42 : height;
        if (hasLines)
            addLines(side, data, style, grid, 1.25 * forBars / 27);
        addBars(side, data, style, grid, forBars);
        side.addSpace(hasLines ? 0.001 : std::max(0.001, 14.0 - mostBars));
        page->setColumnStretchFactor(1, std::clamp(width - square, 240.0, 420.0));
    }
    page->setColumnStretchFactor(0, square);
}

void draw(Plot& plot, const FigureData& data, const FigureStyle& style)
{
    const Grid grid = shownGrid(data);
    const AttentionStage& stage = stageOf(data);
    const std::vector<ScoreTerm> terms = scoreTerms(*shownRun(data), data.selection.layer);
    if (stage.step == AttentionStep::Biased && !terms.empty() && roomOf(style).width() >= roomForSide)
        return drawTerms(plot, data, style, terms);
    if (!isSquare(stage))
        return drawDimensions(plot, data, style, grid);
    drawSquare(plot, data, style, grid);
    if (isWeights(data))
        drawBeside(plot, data, style, grid);
    if (const double most = std::min(style.size.width(), style.size.height()); double(grid.rows) > most) {
        const int row = plot.panel()->rowCount();
        plot.addPanelTitle(row, 0,
            Attention::tr("%1 × %1 cells: more than the picture has dots, so each dot is the mean of a block.").arg(grid.rows),
            style, true);
        plot.panel()->setRowStretchFactor(row, 0.001);
    }
}

// --- Words -----------------------------------------------------------------------------------------------------------------

QString subtitle(const FigureData& data)
{
    const QString meaning = QCoreApplication::translate("AttentionStage", stageOf(data).meaning);
    if (groupsOf(data).areSummed)
        return meaning + QLatin1Char(' ')
            + Attention::tr("Tokens of one character are put together: keys added up, queries averaged.");
    return meaning;
}

QString caption(const FigureData& data)
{
    const Grid grid = shownGrid(data);
    const TokenGroups groups = groupsOf(data);
    if (grid.isEmpty())
        return {};
    const Cell cell = shownPlace(data, grid, groups);
    const HeadCell at{data.selection.layer, data.selection.head,
        Attention::tr("“%1”").arg(visibleToken(groups.texts.value(cell.row + std::max(0, int(groups.count() - grid.rows))))),
        Attention::tr("“%1”").arg(visibleToken(groups.texts.value(cell.column)))};
    const double value = isSquare(stageOf(data)) ? double(grid.at(cell.row, cell.column)) : 0;
    if (data.side == Side::Delta)
        return differenceSentence(data, at, value);
    if (!isSquare(stageOf(data)))
        return dimensionSentence(data, at, grid, cell.row);
    if (!isWeights(data))
        return scoreSentence(data, at, value);
    return weightSentence(data, at, value);
}

std::vector<Metric> metrics(const FigureData& data)
{
    const AttentionStage& stage = stageOf(data);
    const Grid a = stageGrid(*data.a, data.selection, stage), b = stageGrid(*data.b, data.selection, stage);
    if (!whyHeadsDiffer(data).isEmpty())
        return {};
    std::vector<Metric> all = gridMetrics(a, b, [&](int row, int column) {
        Selection at = data.selection;
        at.query = row;
        (isSquare(stage) ? at.key : at.dim) = column;
        return at;
    });
    if (isWeights(data))
        for (Metric& metric : patternMetrics(a, b, data.selection))
            all.push_back(std::move(metric));
    return all;
}

} // namespace

std::pair<int, int> shownCell(const FigureData& data)
{
    // The same place in A and B, so that the eye compares like with like.
    const bool isShared = data.a && data.b && data.mode != SlotMode::A && data.mode != SlotMode::B
        && streamTokens(*data.a->trace).size() == streamTokens(*data.b->trace).size();
    const RunPtr& run = isShared ? data.a : shownRun(data);
    Grid grid = run ? headGrid(*run->trace, data.selection.layer, "attn.pattern", data.selection.head) : Grid();
    if (grid.isEmpty() && run)
        grid = headGrid(*run->trace, data.selection.layer, "attn.scores", data.selection.head);
    if (grid.isEmpty()) {
        const int last = run ? int(streamTokens(*run->trace).size()) - 1 : 0;
        return {std::clamp(data.selection.query, 0, std::max(0, last)), std::clamp(data.selection.key, 0, std::max(0, last))};
    }
    const int query = data.selection.query >= 0 ? std::min(data.selection.query, int(grid.rows) - 1) : int(grid.rows) - 1;
    if (data.selection.key >= 0)
        return {query, std::min(data.selection.key, int(grid.columns) - 1)};
    int best = 0;
    for (int key = 1; key < int(grid.columns); ++key)
        if (grid.at(query, key) > grid.at(query, best))
            best = key;
    return {query, best};
}

QString whyNoLines(const FigureData& data, const FigureStyle& style)
{
    const QSizeF room = roomOf(style);
    const int tokens = groupsOf(data).count();
    // Beside the map; in a narrow panel of a comparison below it, where that is high enough.
    const bool isBelow = !style.showTitle && data.b && room.height() >= 1.4 * room.width();
    if (!isBelow && room.width() < roomForSide)
        return Attention::tr("The picture is too narrow for lines beside the map.");
    const int most = room.width() < roomForSide ? mostLinesBelow : mostLineTokens;
    return tokens <= most ? QString()
                          : Attention::tr("%1 tokens: more than %2 do not stand below each other.").arg(tokens).arg(most);
}

std::vector<int> keysOfRow(const FigureData& data)
{
    const Grid grid = shownGrid(data);
    const TokenGroups groups = groupsOf(data);
    std::vector<int> keys;
    if (!grid.isEmpty())
        for (const int place : rowPlaces(grid, shownPlace(data, grid, groups).row))
            keys.push_back(groups.firstToken(place));
    return keys;
}

const FigureInfo attentionFigure{.id = "attention",
    .title = QT_TRANSLATE_NOOP("figures", "Which tokens does this head look at?"),
    .draw = draw,
    .caption = caption,
    .whyNot = whyNot,
    .subtitle = subtitle,
    .difference = Difference::ByIndex,
    .metrics = metrics};

} // namespace widgets
