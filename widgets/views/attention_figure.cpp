// One head: the square of queries and keys at one stage of its computation, and the row of the pinned query as bars.

#include "widgets/panels/read_out.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention_figures.h"
#include "widgets/views/attention_scale.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/head_scores.h"
#include "widgets/views/side_panel.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace widgets {

namespace {

struct Attention
{
    Q_DECLARE_TR_FUNCTIONS(Attention)
};

struct Stage
{
    const char* id;
    const char* tensor; // after "blocks.N."
    const char* quantity;
    const char* meaning;
};

constexpr std::array kStages{
    Stage{"content", "attn.scores_content", QT_TRANSLATE_NOOP("Attention", "q · k · scale"),
        QT_TRANSLATE_NOOP("Attention", "Each cell is q · k of a query and a key, times the scale, before bias and mask.")},
    Stage{"bias", "attn.bias", QT_TRANSLATE_NOOP("Attention", "bias"),
        QT_TRANSLATE_NOOP("Attention", "Each cell is what the position encoding adds to the score.")},
    Stage{"scores", "attn.scores", QT_TRANSLATE_NOOP("Attention", "score"),
        QT_TRANSLATE_NOOP("Attention", "Each cell is the score that enters the softmax; hatched cells are masked.")},
    Stage{"pattern", "attn.pattern", QT_TRANSLATE_NOOP("Attention", "weight"),
        QT_TRANSLATE_NOOP("Attention", "Each row is a query and sums to 1; a cell is the weight that it gives to a key.")},
};

const Stage& stageOf(const FigureData& data)
{
    const QString id = data.options.value(QStringLiteral("stage")).toString();
    for (const Stage& stage : kStages)
        if (id == QLatin1String(stage.id))
            return stage;
    return kStages.back();
}

Grid shownGrid(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    return run ? headGrid(*run->trace, data.selection.layer, stageOf(data).tensor, data.selection.head) : Grid();
}

ColorScale shownScale(const FigureData& data, const Grid& grid)
{
    const Stage& stage = stageOf(data);
    const bool isWeight = QLatin1String(stage.id) == QLatin1String("pattern");
    return makeScale(
        isWeight ? weightScale({&grid, 1}, data.options.value(QStringLiteral("scale")).toString()) : scaleChoiceFor(stage.tensor),
        grid);
}

QString whyNot(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    for (const QString& reason : {whyNoAttention(run, data.selection.layer), whyOneWeight(run)})
        if (!reason.isEmpty())
            return reason;
    if (shownGrid(data).isEmpty())
        return whyNotRecorded(core::blockName(data.selection.layer, stageOf(data).tensor));
    return {};
}

/// Where the pinned query looks, largest first.
void addRow(Plot& plot, const FigureData& data, const FigureStyle& style, const Grid& grid)
{
    const core::Trace& trace = *shownRun(data)->trace;
    const auto [query, key] = shownCell(data);
    std::vector<core::Index> keys;
    for (core::Index j = 0; j < grid.columns; ++j)
        if (std::isfinite(grid.at(query, j)) && grid.at(query, j) != 0)
            keys.push_back(j);
    std::stable_sort(
        keys.begin(), keys.end(), [&, q = query](core::Index a, core::Index b) { return grid.at(q, a) > grid.at(q, b); });
    keys.resize(std::min<std::size_t>(keys.size(), 10));
    QVector<Bar> bars;
    for (const core::Index j : keys)
        bars << Bar{
            QStringLiteral("%1  %2").arg(visibleToken(QString::fromStdString(streamTokens(trace)[std::size_t(j)]), 12)).arg(j),
            double(grid.at(query, j)), formatNumber(double(grid.at(query, j))), int(j) == key};
    SidePanel panel(*plot.panel(), plot, 0, 1, style);
    auto* chart = new BarChart(
        panel.add(Attention::tr("Where %1 looks").arg(quotedToken(trace, query)), double(keys.size()) + 0.5), style);
    chart->setName(QStringLiteral("row"));
    chart->setBars(bars);
    panel.addSpace(std::max(0.001, 14.0 - double(keys.size())));
    plot.panel()->setColumnStretchFactor(0, 1.9);
    plot.panel()->setColumnStretchFactor(1, 1);
}

void draw(Plot& plot, const FigureData& data, const FigureStyle& style)
{
    const core::Trace& trace = *shownRun(data)->trace;
    const Grid grid = shownGrid(data);
    const ColorScale scale = shownScale(data, grid);
    GridAxisRect* rect = plot.addGridRect(0, 0, style);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Square);
    const QStringList tokens = tokenTexts(trace);
    rect->setColumnTokens(tokens.mid(0, grid.columns));
    rect->setRowTokens(tokens.mid(tokens.size() - grid.rows));
    rect->setAxisTitles(Attention::tr("key"), Attention::tr("query"));

    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("head"));
    map->setData(grid, scale);
    const bool showsMask = QLatin1String(stageOf(data).id) == QLatin1String("pattern");
    const Grid mask = headMask(trace, data.selection.layer, data.selection.head);
    if (showsMask)
        map->setMask(mask);
    map->setPinned({data.selection.query, data.selection.key});
    auto* bar = new ColorBar(rect, scale, Attention::tr(stageOf(data).quantity), style);
    if (showsMask && !mask.isEmpty())
        bar->setShowsMasked(makeScale(scale.choice, mask).masked > 0);

    if (showsMask && roomOf(style).width() >= 600)
        addRow(plot, data, style, grid);
}

QString subtitle(const FigureData& data) { return Attention::tr(stageOf(data).meaning); }

QString caption(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const Grid grid = shownGrid(data);
    const auto [query, key] = shownCell(data);
    const Selection& selection = data.selection;
    if (query >= grid.rows || key >= grid.columns)
        return {};
    const double value = double(grid.at(query, key));
    if (QLatin1String(stageOf(data).id) != QLatin1String("pattern"))
        return Attention::tr("L%1 H%2: from query %3 to key %4 the %5 is %6.")
            .arg(selection.layer)
            .arg(selection.head)
            .arg(quotedToken(*run.trace, query), quotedToken(*run.trace, key), Attention::tr(stageOf(data).quantity),
                std::isfinite(value) ? formatNumber(value) : maskedText());
    QString text = Attention::tr("L%1 H%2: %3 gives %4 of its attention to %5.")
                       .arg(selection.layer)
                       .arg(selection.head)
                       .arg(quotedToken(*run.trace, query), formatNumber(value), quotedToken(*run.trace, key));
    if (const core::HeadScores* scores = scoresOf(run, selection.layer, selection.head))
        text += QLatin1Char(' ')
            + Attention::tr("Over all queries the first token takes %1, the previous one %2; entropy %3 nat.")
                  .arg(
                      formatFixed(scores->firstToken, 2), formatFixed(scores->previousToken, 2), formatFixed(scores->entropy, 2));
    const ScaleChoice choice = shownScale(data, grid).choice;
    if (choice.transform == ScaleTransform::Log)
        text += QLatin1Char(' ') + Attention::tr("Colours are logarithmic.");
    if (choice.withoutFirst)
        text += QLatin1Char(' ') + Attention::tr("Colours leave out the first key.");
    return text;
}

} // namespace

QStringList recordedStages(const RunResult& run, int layer)
{
    QStringList stages;
    for (const Stage& stage : kStages)
        if (run.trace->find(core::blockName(layer, stage.tensor)))
            stages << QString::fromLatin1(stage.id);
    return stages;
}

std::pair<int, int> shownCell(const FigureData& data)
{
    const Grid grid = shownGrid(data);
    if (grid.isEmpty())
        return {0, 0};
    const int query = data.selection.query >= 0 ? std::min(data.selection.query, int(grid.rows) - 1) : int(grid.rows) - 1;
    if (data.selection.key >= 0)
        return {query, std::min(data.selection.key, int(grid.columns) - 1)};
    int best = 0;
    for (int key = 1; key < int(grid.columns); ++key)
        if (grid.at(query, key) > grid.at(query, best))
            best = key;
    return {query, best};
}

const FigureInfo attentionFigure{
    "attention", QT_TRANSLATE_NOOP("figures", "Which tokens does this head look at?"), draw, caption, whyNot, subtitle};

} // namespace widgets
