// The mean and the spread of a score of every head over many texts.

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/wall_charts.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/side_panel.h"
#include "widgets/views/texts/numbers.h"
#include "widgets/views/texts/pages.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace widgets {

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(Texts)
};

bool isOfSpread(const FigureData& data) { return spreadOption.is(data, "spread"); }

/// Layers upwards by heads; −inf where a layer has fewer heads.
Grid gridOfHeads(const FigureData& data, const core::TextStatistics& all)
{
    int layers = 0, heads = 0;
    for (const core::HeadOverTexts& head : all.heads) {
        layers = std::max(layers, head.layer + 1);
        heads = std::max(heads, head.head + 1);
    }
    std::vector<float> values(std::size_t(layers * heads), -std::numeric_limits<float>::infinity());
    const auto number = shownNumber(data);
    for (const core::HeadOverTexts& head : all.heads)
        values[std::size_t((layers - 1 - head.layer) * heads + head.head)] = float(number(head));
    return gridOf(std::move(values), layers, heads);
}

GridOf numbersOf(const FigureData& data)
{
    return [data](const RunResult& run) {
        const core::TextStatistics* const all = statisticsOf(data, pointerTo(data, run));
        return all ? gridOfHeads(data, *all) : Grid();
    };
}

QString whyNotTextHeads(const FigureData& data)
{
    if (QString reason = whyNoHeads(data); !reason.isEmpty())
        return reason;
    if (data.side == Side::Delta && statisticsOf(data, data.a) && statisticsOf(data, data.b)
        && sideGrid(data, numbersOf(data)).isEmpty())
        return Texts::tr("A and B do not have the same heads: look at A | B.");
    return {};
}

void drawTextHeads(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const core::TextStatistics& all = *statisticsOf(data, shownRun(data));
    const bool isDelta = data.side == Side::Delta;
    const Grid grid = isDelta ? sideGrid(data, numbersOf(data)) : gridOfHeads(data, all);
    const ScaleChoice choice = isDelta ? ScaleChoice{ColorMapId::Vik, ScalePolicy::SymmetricMax}
        : shownScore(data).full > 0 && !isOfSpread(data)
        ? ScaleChoice{ColorMapId::Viridis, ScalePolicy::Fixed01}
        : ScaleChoice{ColorMapId::Viridis, ScalePolicy::ZeroToMax};
    GridAxisRect* const rect = plot.addGridRect(0, 0, style);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    QStringList rows, columns;
    for (int layer = int(grid.rows) - 1; layer >= 0; --layer)
        rows << layerLabel(layer);
    for (int head = 0; head < int(grid.columns); ++head)
        columns << headLabel(head);
    rect->setRowTokens(rows);
    rect->setColumnTokens(columns);
    auto* const map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("heads"));
    const ColorScale scale = sideScale(data, choice, numbersOf(data));
    map->setData(grid, scale);
    if (data.selection.isHeadChosen)
        map->setPinned({int(grid.rows) - 1 - data.selection.layer, data.selection.head});
    const QString name = nameOf(shownScore(data));
    (new ColorBar(rect, scale, isDelta ? QStringLiteral("Δ ") + name : isOfSpread(data) ? Texts::tr("spread of %1").arg(name) : name, style))
        ->setShowsMasked(false);
    const QString heading = isOfSpread(data) ? Texts::tr("Differs most from text to text") : headingOf(shownScore(data));
    if (isDelta)
        return;
    if (!hasRoomForBars(style))
        return sayNoRoomFor(plot, {heading}, style);
    SidePanel beside(*plot.panel(), plot, 0, 1, style);
    auto* const chart = new BarChart(beside.add(heading), style);
    chart->setName(QStringLiteral("best"));
    QVector<Bar> bars;
    const std::size_t most = barsFitting(style);
    const auto number = shownNumber(data);
    for (const core::HeadOverTexts* const head : headsInOrder(data, all)) {
        if (std::size_t(bars.size()) == most)
            break;
        bars << Bar{headLabel(head->layer, head->head), number(*head),
            spreadText(shownScore(data).of(head->mean), shownScore(data).of(head->spread)),
            data.selection.isHeadChosen && head->layer == data.selection.layer && head->head == data.selection.head};
    }
    chart->setBars(bars, isOfSpread(data) ? 0 : shownScore(data).full);
    plot.panel()->setColumnStretchFactor(0, 2.2);
    plot.panel()->setColumnSpacing(space::xl);
}

QString textHeadsSubtitle(const FigureData& data)
{
    return isOfSpread(data) ? Texts::tr("Each cell: how much a head's score differs from text to text (standard deviation).")
                            : Texts::tr("Each cell: the mean over the texts of a head's score.");
}

QString sentenceOf(const FigureData& data, const RunPtr& run)
{
    const core::TextStatistics& all = *statisticsOf(data, run);
    const std::vector<const core::HeadOverTexts*> heads = headsInOrder(data, all);
    if (heads.empty())
        return {};
    const core::HeadOverTexts& first = *heads.front();
    const QString value = spreadText(shownScore(data).of(first.mean), shownScore(data).of(first.spread));
    const QString what = (isOfSpread(data) ? Texts::tr("%1 differs most in %2: %3.")
            : shownScore(data).isLowFirst  ? Texts::tr("%1 has the lowest %2: %3.")
                                           : Texts::tr("%1 has the highest %2: %3."))
                             .arg(headLabel(first.layer, first.head), nameOf(shownScore(data)), value);
    return joinedSentences({what, Texts::tr("Mean ± standard deviation over %1.").arg(overScoredTexts(all, data, first))});
}

QString textHeadsCaption(const FigureData& data) { return sentenceOfSides(data, sentenceOf); }

QString textHeadsTable(const FigureData& data)
{
    const core::TextStatistics* const all = statisticsOf(data, shownRun(data));
    if (!all)
        return {};
    QStringList columns{QStringLiteral("layer"), QStringLiteral("head")};
    for (const WallScore& score : wallScores())
        columns << QLatin1String(score.id) << QLatin1String(score.id) + QStringLiteral("_spread");
    QString text = columns.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (const core::HeadOverTexts& head : all->heads) {
        QStringList row{QString::number(head.layer), QString::number(head.head)};
        for (const WallScore& score : wallScores())
            row << exactNumber(score.of(head.mean)) << exactNumber(score.of(head.spread));
        text += row.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return text;
}

std::vector<Metric> textHeadsMetrics(const FigureData& data)
{
    const core::TextStatistics *const a = statisticsOf(data, data.a), *const b = statisticsOf(data, data.b);
    if (!a || !b)
        return {};
    const Grid grid = gridOfHeads(data, *a);
    return gridMetrics(grid, gridOfHeads(data, *b), [&](int row, int column) {
        Selection at = data.selection;
        at.layer = int(grid.rows) - 1 - row;
        at.head = column;
        return at;
    });
}

} // namespace

const FigurePage textHeadsPage{.id = "heads",
    .draw = drawTextHeads,
    .caption = textHeadsCaption,
    .whyNot = whyNotTextHeads,
    .subtitle = textHeadsSubtitle,
    .table = textHeadsTable,
    .metrics = textHeadsMetrics,
    .needs = statisticsNeeds,
    .options = statisticsOptions,
    .minRoom = {260, 130},
    .concepts = "C13"};

} // namespace widgets
