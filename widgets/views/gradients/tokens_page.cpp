// What each token brings to the metric: gradient × stream at every depth, and integrated gradients of the embeddings.

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/gradients/numbers.h"
#include "widgets/views/gradients/pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/side_panel.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace widgets {

namespace {

struct Gradients
{
    Q_DECLARE_TR_FUNCTIONS(Gradients)
};

constexpr ScaleChoice kScale{ColorMapId::RdBu, ScalePolicy::SymmetricMax};

/// The stream of each depth, the deepest on top.
GridOf streamOf(const FigureData& data)
{
    return [data](const RunResult& run) {
        const core::TokenAttribution* const found = attributionOf(data, pointerTo(data, run));
        if (!found)
            return Grid();
        std::vector<float> values;
        for (core::Index place = found->stream.rows(); place-- > 0;)
            for (core::Index token = 0; token < found->stream.cols(); ++token)
                values.push_back(found->stream(place, token));
        return gridOf(std::move(values), found->stream.rows(), found->stream.cols());
    };
}

QString whyNotGradientTokens(const FigureData& data)
{
    if (data.side == Side::Delta && attributionOf(data, data.a) && attributionOf(data, data.b)
        && sideGrid(data, streamOf(data)).isEmpty())
        return Gradients::tr("A and B do not have the same tokens and depths. Look at A | B.");
    return {};
}

void drawStream(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const RunResult& run = *shownRun(data);
    const Grid grid = sideGrid(data, streamOf(data));
    const bool isDelta = data.side == Side::Delta;
    const ColorScale scale
        = sideScale(data, isDelta ? ScaleChoice{ColorMapId::Vik, ScalePolicy::SymmetricMax} : kScale, streamOf(data));
    GridAxisRect* const rect = plot.addGridRect(0, 0, style);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    QStringList depths;
    for (core::Index row = grid.rows; row-- > 0;)
        depths << QString::number(row);
    rect->setRowsUpwards(depths);
    labelColumns(*rect, *run.trace);
    rect->setAxisTitles(QString(), Gradients::tr("depth in blocks"));
    auto* const map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("stream"));
    map->setData(grid, scale);
    map->setPinned({int(grid.rows) - 1 - std::clamp(data.selection.layer, 0, int(grid.rows) - 1), data.selection.query});
    (new ColorBar(rect, scale, isDelta ? Gradients::tr("Δ contribution") : Gradients::tr("contribution"), style))
        ->setShowsMasked(false);
}

/// Tokens by the size of their integrated gradient, the largest first.
std::vector<std::size_t> largestFirst(const std::vector<double>& shares)
{
    std::vector<std::size_t> order(shares.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return std::abs(shares[a]) > std::abs(shares[b]); });
    return order;
}

void drawGradientTokens(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    drawStream(drawing);
    const RunPtr& run = shownRun(data);
    const core::TokenAttribution& found = *attributionOf(data, run);
    const bool isToCome = isIntegrating(data, run);
    if ((found.integrated.empty() && !isToCome) || data.side == Side::Delta)
        return;
    const QString heading = Gradients::tr("Integrated gradients of the embeddings");
    if (!hasRoomForBars(style))
        return sayNoRoomFor(plot, {heading}, style);
    SidePanel beside(*plot.panel(), plot, 0, 1, style);
    auto* const chart
        = new BarChart(beside.add(isToCome ? Gradients::tr("Integrated gradients are being computed …") : heading), style);
    chart->setName(QStringLiteral("integrated"));
    QVector<Bar> bars;
    for (const std::size_t token : largestFirst(found.integrated)) {
        if (std::size_t(bars.size()) >= barsFitting(style))
            break;
        bars << Bar{QStringLiteral("%1 %2").arg(counted(token)).arg(quotedToken(*run->trace, int(token))),
            found.integrated[token], formatDifference(found.integrated[token]), int(token) == data.selection.query};
    }
    chart->setBars(bars);
    plot.panel()->setColumnStretchFactor(0, 2.2);
    plot.panel()->setColumnSpacing(space::xl);
}

QString gradientTokensSubtitle(const FigureData& data)
{
    const core::TokenAttribution* const found = attributionOf(data, shownRun(data));
    return found ? Gradients::tr("Each cell: stream times gradient, Σ x · ∂m/∂x over a token’s vector; m: the %1.")
                       .arg(metricWords(found->metric, *shownRun(data)))
                 : QString();
}

QString sentenceOf(const FigureData& data, const RunPtr& run)
{
    const core::TokenAttribution& found = *attributionOf(data, run);
    const QString value = Gradients::tr("The %1 is %2.").arg(metricWords(found.metric, *run), formatNumber(found.value));
    if (found.integrated.empty())
        return value;
    const std::size_t most = largestFirst(found.integrated).front();
    const double sum = std::accumulate(found.integrated.begin(), found.integrated.end(), 0.0);
    return joinedSentences({value,
        Gradients::tr(
            "With the mean of all tokens in every place it is %1; of the difference %2, the integrated gradients add up "
            "to %3, of which token %4 %5 brings %6.")
            .arg(formatNumber(found.reference), formatDifference(found.value - found.reference), formatDifference(sum))
            .arg(counted(most))
            .arg(quotedToken(*run->trace, int(most)), formatDifference(found.integrated[most]))});
}

QString gradientTokensCaption(const FigureData& data) { return sentenceOfSides(data, sentenceOf); }

QString gradientTokensTable(const FigureData& data)
{
    const core::TokenAttribution* const found = attributionOf(data, shownRun(data));
    if (!found)
        return {};
    QString text = QStringLiteral("depth,position,gradient_x_stream\n");
    for (core::Index place = 0; place < found->stream.rows(); ++place)
        for (core::Index token = 0; token < found->stream.cols(); ++token)
            text += QStringLiteral("%1,%2,%3\n").arg(place).arg(token).arg(exactText(found->stream(place, token)));
    for (std::size_t token = 0; token < found->integrated.size(); ++token)
        text += QStringLiteral("integrated,%1,%2\n").arg(token).arg(exactText(float(found->integrated[token])));
    return text;
}

std::vector<Metric> gradientTokensMetrics(const FigureData& data)
{
    if (!attributionOf(data, data.a) || !attributionOf(data, data.b))
        return {};
    const GridOf numbers = streamOf(data);
    const Grid a = numbers(*data.a);
    return gridMetrics(a, numbers(*data.b), [&](int row, int column) {
        Selection at = data.selection;
        at.layer = std::clamp(int(a.rows) - 1 - row, 0, int(a.rows) - 2);
        at.query = column;
        return at;
    });
}

std::vector<Caveat> gradientTokensCaveats(const FigureData& data)
{
    std::vector<Caveat> all = caveatsOfMeasuredGradient(data);
    if (const core::TokenAttribution* const found = attributionOf(data, shownRun(data)); found && found->isCoarse())
        all.push_back({Gradients::tr("Integrated gradients: %1 steps are too few here").arg(found->steps), true});
    return all;
}

} // namespace

const FigurePage gradientTokensPage{.id = "tokens",
    .draw = drawGradientTokens,
    .caption = gradientTokensCaption,
    .whyNot = whyNotGradientTokens,
    .subtitle = gradientTokensSubtitle,
    .table = gradientTokensTable,
    .metrics = gradientTokensMetrics,
    .needs = attributionNeeds,
    .options = [](const FigureData&) -> FigureOptions { return {metricOption}; },
    .caveats = gradientTokensCaveats,
    .concepts = "C44"};

} // namespace widgets
