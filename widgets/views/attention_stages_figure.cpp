// The stages of one head, from q · k to what goes into the stream, as small maps in reading order with the formula over each.

#include "widgets/figure/sides.h"
#include "widgets/panels/read_out.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention_figures.h"
#include "widgets/views/attention_stage.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/head_scores.h"
#include "widgets/views/token_groups.h"

#include <QCoreApplication>

#include <cmath>

namespace widgets {

namespace {

struct Stages
{
    Q_DECLARE_TR_FUNCTIONS(AttentionStages)
};

constexpr double smallestTile = 150; // px of ordinary type, with its words; narrower pages have fewer columns
constexpr double roomForTokens = 210;
constexpr int mostTokens = 16;       // whose texts stand on the axes of the small maps

QString whyNot(const FigureData& data)
{
    if (QString reason = whyNoWeights(data, data.selection.layer); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    bool hasOne = false;
    for (const AttentionStage& stage : attentionStages())
        hasOne |= whyNoStage(run, data.selection, stage).isEmpty();
    if (!hasOne)
        return whyNotRecorded(core::blockName(data.selection.layer, "attn.pattern"));
    if (const QString reason = data.side == Side::Delta ? whyHeadsDiffer(data) : QString(); !reason.isEmpty())
        return reason + QLatin1Char(' ') + Stages::tr("Look at A | B.");
    return {};
}

/// What the step does, with this model's numbers; empty for steps without numbers.
QString numbersOf(const RunResult& run, const Selection& at, const AttentionStage& stage)
{
    const Scoring scoring = scoringOf(run, at.layer);
    switch (stage.step) {
    case AttentionStep::Scaled:
        return QStringLiteral("× %1").arg(formatNumber(scoring.scale));
    case AttentionStep::Capped:
        return QStringLiteral("±%1").arg(formatNumber(scoring.cap));
    case AttentionStep::Concatenated:
        return Stages::tr("%1 heads").arg(headsOf(run, at.layer));
    default:
        return {};
    }
}

QString rangeText(const ColorScale& scale)
{
    const QString range = scale.low == -scale.high
        ? QStringLiteral("±") + formatNumber(scale.high)
        : QStringLiteral("%1 … %2").arg(formatNumber(scale.low), formatNumber(scale.high));
    return scale.suffix().isEmpty() ? range : range + QStringLiteral(" · ") + scale.suffix();
}

/// Why there is no map, in a few words: the place is small.
QString shortReason(const RunResult& run, const FigureData& data, const AttentionStage& stage)
{
    if (whyNoStage(run, data.selection, stage).isEmpty())
        return Stages::tr("A and B differ in shape");
    const bool hasScores = run.trace->find(core::blockName(data.selection.layer, "attn.scores_content")) != nullptr;
    if (hasScores && stage.step == AttentionStep::Biased)
        return Stages::tr("nothing is added here");
    if (hasScores && stage.step == AttentionStep::Capped)
        return Stages::tr("no cap here");
    return Stages::tr("not recorded");
}

struct Place
{
    int row = 0;
    int column = 0;
    double width = 0; // px of ordinary type
};

/// A heading, a line of numbers or the reason, and the map or nothing.
void addStage(Plot& plot, const FigureData& data, const FigureStyle& style, const AttentionStage& stage, const Place& place)
{
    const Theme& theme = themeOf(style);
    const RunResult& run = *shownRun(data);
    const bool isChosen = data.options.contains(QStringLiteral("stage")) && stageOf(data).step == stage.step;
    const auto gridFrom = [&](const RunResult& of) { return stageGrid(of, data.selection, stage); };
    const Grid grid = sideGrid(data, gridFrom);
    const QString numbers = numbersOf(run, data.selection, stage);

    QCPTextElement* heading = plot.addPanelTitle(place.row, place.column,
        numbers.isEmpty() || grid.isEmpty() ? formulaText(stage) : QStringLiteral("%1  %2").arg(formulaText(stage), numbers),
        style);
    if (grid.isEmpty()) {
        heading->setTextColor(theme.disabled);
        plot.addPanelTitle(place.row + 1, place.column, shortReason(run, data, stage), style, true)->setTextColor(theme.disabled);
        plot.panel()->addElement(place.row + 2, place.column, new QCPLayoutElement(&plot));
        return;
    }
    if (isChosen)
        heading->setTextColor(theme.accent);
    const ColorScale scale = sideScale(data, stageScale(data, stage), gridFrom);
    plot.addPanelTitle(place.row + 1, place.column, rangeText(scale), style, true);

    GridAxisRect* rect = plot.addGridRect(place.row + 2, place.column, style);
    rect->setCells(int(grid.rows), int(grid.columns), isSquare(stage) ? CellShape::Square : CellShape::Fill);
    const TokenGroups groups = tokenGroups(*run.trace, false);
    if (isSquare(stage) && place.width >= roomForTokens && groups.count() <= mostTokens && groups.count() == grid.rows) {
        rect->setColumnTokens(groups.texts);
        rect->setRowTokens(groups.texts);
    }
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("stage_%1").arg(QLatin1String(stage.id)));
    map->setData(grid, scale);
    map->setNumbers(false);
    if (stage.step == AttentionStep::Weights)
        map->setMask(headMask(*run.trace, data.selection.layer, data.selection.head));
    const auto [query, key] = shownCell(data);
    map->setPinned(isSquare(stage) ? Cell{query, key} : Cell{query, data.selection.dim});
}

void draw(Plot& plot, const FigureData& data, const FigureStyle& style)
{
    const double width = roomOf(style).width();
    const auto count = int(attentionStages().size());
    // 9 stages in rows of 5 or 3; in one row where the page is a strip.
    const int columns = width >= count * smallestTile && style.size.height() < 0.25 * style.size.width() ? count
        : width >= 5 * smallestTile                                                                      ? 5
                                                                                                         : 3;
    int i = 0;
    for (const AttentionStage& stage : attentionStages()) {
        addStage(plot, data, style, stage, {3 * (i / columns), i % columns, width / columns});
        ++i;
    }
    QCPLayoutGrid* page = plot.panel();
    page->setColumnSpacing(space::l);
    for (int row = 0; row < page->rowCount(); ++row)
        page->setRowStretchFactor(row, row % 3 == 2 ? 1 : 0.001);
    for (int column = 0; column < page->columnCount(); ++column)
        page->setColumnStretchFactor(column, 1);
}

QString subtitle(const FigureData& data)
{
    return Stages::tr(
        "Layer %1, head %2, step by step: each small map is the matrix after that step; the last two hold all heads.")
        .arg(data.selection.layer)
        .arg(data.selection.head);
}

QString caption(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const auto [query, key] = shownCell(data);
    QStringList steps;
    for (const AttentionStage& stage : attentionStages()) {
        if (!isSquare(stage))
            break;
        const Grid grid = sideGrid(data, [&](const RunResult& of) { return stageGrid(of, data.selection, stage); });
        if (query >= grid.rows || key >= grid.columns)
            continue;
        const auto value = double(grid.at(query, key));
        const QString number = !std::isfinite(value) ? maskedText()
            : data.side == Side::Delta               ? formatDifference(value)
                                                     : formatNumber(value);
        steps << Stages::tr("%1: %2").arg(formulaText(stage), number);
    }
    return Stages::tr("From %1 to %2 — %3.")
        .arg(quotedToken(*run.trace, query), quotedToken(*run.trace, key), steps.join(QStringLiteral(" → ")));
}

std::vector<Metric> metrics(const FigureData& data)
{
    if (!whyHeadsDiffer(data).isEmpty())
        return {};
    const AttentionStage& stage = stageOf(data);
    const Grid a = stageGrid(*data.a, data.selection, stage), b = stageGrid(*data.b, data.selection, stage);
    std::vector<Metric> all = gridMetrics(a, b, [&](int row, int column) {
        Selection at = data.selection;
        at.query = row;
        (isSquare(stage) ? at.key : at.dim) = column;
        return at;
    });
    for (Metric& metric : patternMetrics(headGrid(*data.a->trace, data.selection.layer, "attn.pattern", data.selection.head),
             headGrid(*data.b->trace, data.selection.layer, "attn.pattern", data.selection.head), data.selection))
        all.push_back(std::move(metric));
    return all;
}

} // namespace

const FigureInfo attentionStagesFigure{.id = "attention_stages",
    .title = QT_TRANSLATE_NOOP("figures", "How does a product become attention?"),
    .draw = draw,
    .caption = caption,
    .whyNot = whyNot,
    .subtitle = subtitle,
    .difference = Difference::ByIndex,
    .metrics = metrics};

} // namespace widgets
