// What each token brings to the metric, without gradients: what the metric loses when its embedding is the mean of all.

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/visible_token.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/gradients/numbers.h"
#include "widgets/views/gradients/pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/read_out.h"

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

constexpr std::size_t maxBars = 48;

/// What each token brings, as one row.
GridOf broughtTo(const FigureData& data)
{
    return [data](const RunResult& run) {
        const core::MeasuredMap* const map = occlusionOf(data, pointerTo(data, run));
        std::vector<float> values;
        for (std::size_t place = 0; map && place < map->places.size(); ++place)
            values.push_back(float(core::broughtBy(*map, place)));
        return values.empty() ? Grid() : gridOf(values, 1, core::Index(values.size()));
    };
}

QString whyNotGradientOcclusion(const FigureData& data)
{
    const core::Trace& trace = *shownRun(data)->trace;
    if (trace.ids.size() < 2 && trace.decoderIds.size() < 2)
        return Gradients::tr("One token: the mean of all is its own embedding. Add a word.");
    if (data.side == Side::Delta && occlusionOf(data, data.a) && occlusionOf(data, data.b)
        && sideGrid(data, broughtTo(data)).isEmpty())
        return Gradients::tr("A and B do not have as many tokens: look at A | B.");
    return {};
}

/// "3 “dog”"; of an encoder “source 3 “dog””.
QString nameOf(const core::MeasuredPlace& place, const core::Trace& trace)
{
    if (!place.isOfEncoder)
        return QStringLiteral("%1 %2").arg(counted(place.token)).arg(quotedToken(trace, int(place.token)));
    const auto at = std::size_t(place.token);
    const QString token = visibleToken(at < trace.tokens.size() ? QString::fromStdString(trace.tokens[at]) : QStringLiteral("?"));
    return Gradients::tr("source %1 “%2”").arg(counted(place.token)).arg(token);
}

/// The same in a sentence.
QString wordsOf(const core::MeasuredPlace& place, const core::Trace& trace)
{
    return place.isOfEncoder ? nameOf(place, trace) : Gradients::tr("token %1").arg(nameOf(place, trace));
}

/// Places by how much they bring, for or against; the largest first.
std::vector<std::size_t> largestFirst(const Grid& brought)
{
    std::vector<std::size_t> order(std::size_t(brought.size()));
    std::iota(order.begin(), order.end(), std::size_t(0));
    const auto size = [&](std::size_t place) { return std::abs(brought.at(0, core::Index(place))); };
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
    return order;
}

/// Around the bars of all runs that share a scale.
QCPRange reachOf(const FigureData& data, const Grid& shown)
{
    QCPRange reach(0, 0);
    const auto add = [&](const Grid& grid) {
        for (core::Index place = 0; place < grid.size(); ++place)
            if (const float value = grid.at(0, place); std::isfinite(value))
                reach.expand(double(value));
    };
    add(shown);
    if (data.side != Side::Delta)
        for (const RunPtr& run : scaledRuns(data))
            if (run)
                add(broughtTo(data)(*run));
    return reach.size() > 0 ? reach : QCPRange(0, 1);
}

/// In the order of the text; where not all have room those that bring most.
void drawGradientOcclusion(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const RunResult& run = *shownRun(data);
    const core::MeasuredMap& map = *occlusionOf(data, shownRun(data));
    const Grid brought = sideGrid(data, broughtTo(data));
    std::vector<std::size_t> shown = largestFirst(brought);
    shown.resize(std::min(shown.size(), barsFitting(style, maxBars)));
    std::ranges::sort(shown);
    auto* const chart = new BarChart(plot.addAxisRect(0, 0, style), style);
    chart->setName(QStringLiteral("occlusion"));
    QVector<Bar> bars;
    for (const std::size_t place : shown) {
        const core::MeasuredPlace& at = map.places[place];
        const auto value = double(brought.at(0, core::Index(place)));
        bars << Bar{nameOf(at, *run.trace), std::isfinite(value) ? value : 0, formatDifference(value),
            !at.isOfEncoder && at.token == data.selection.query};
    }
    chart->setBars(bars);
    chart->setReach(reachOf(data, brought));
}

QString gradientOcclusionSubtitle(const FigureData& data)
{
    const core::MeasuredMap* const map = occlusionOf(data, shownRun(data));
    return map ? Gradients::tr("Bars: what is lost when one token's embedding is the mean of all; of the %1.")
                     .arg(metricWords(map->metric, *shownRun(data)))
               : QString();
}

QString sentenceOf(const FigureData& data, const RunPtr& run)
{
    const core::MeasuredMap& map = *occlusionOf(data, run);
    const std::size_t most = largestFirst(broughtTo(data)(*run)).front();
    return Gradients::tr("The %1 is %2; without %3 it is %4.")
        .arg(metricWords(map.metric, *run), formatNumber(map.untouched), wordsOf(map.places[most], *run->trace),
            formatNumber(map.places[most].value));
}

QString gradientOcclusionCaption(const FigureData& data) { return sentenceOfSides(data, sentenceOf); }

QString gradientOcclusionTable(const FigureData& data)
{
    const core::MeasuredMap* const map = occlusionOf(data, shownRun(data));
    if (!map)
        return {};
    QString text = QStringLiteral("stack,position,occluded,brought\n");
    for (std::size_t place = 0; place < map->places.size(); ++place) {
        const core::MeasuredPlace& at = map->places[place];
        text += QStringLiteral("%1,%2,%3,%4\n")
                    .arg(at.isOfEncoder ? QStringLiteral("encoder") : QString())
                    .arg(at.token)
                    .arg(exactText(float(at.value)), exactText(float(core::broughtBy(*map, place))));
    }
    return text;
}

std::vector<Metric> gradientOcclusionMetrics(const FigureData& data)
{
    const core::MeasuredMap* const map = occlusionOf(data, data.a);
    if (!map || !occlusionOf(data, data.b))
        return {};
    const GridOf numbers = broughtTo(data);
    return gridMetrics(numbers(*data.a), numbers(*data.b), [&](int, int column) {
        Selection at = data.selection;
        if (const core::MeasuredPlace& place = map->places[std::size_t(column)]; !place.isOfEncoder)
            at.query = int(place.token);
        return at;
    });
}

std::vector<Caveat> gradientOcclusionCaveats(const FigureData& data)
{
    std::vector<Caveat> all = caveatsOfMetric(data);
    if (shownRun(data)->trace->find("pos_embed"))
        all.push_back({Gradients::tr("Its position is taken out with it"), false});
    return all;
}

} // namespace

const FigurePage gradientOcclusionPage{.id = "occlusion",
    .title = QT_TRANSLATE_NOOP("figures", "Without which tokens does this answer change?"),
    .draw = drawGradientOcclusion,
    .caption = gradientOcclusionCaption,
    .whyNot = whyNotGradientOcclusion,
    .subtitle = gradientOcclusionSubtitle,
    .table = gradientOcclusionTable,
    .metrics = gradientOcclusionMetrics,
    .needs = occlusionNeeds,
    .options = [](const FigureData&) -> FigureOptions { return {metricOption}; },
    .minPanel = minPanelOf<220, 160>,
    .caveats = gradientOcclusionCaveats,
    .concepts = "C44"};

} // namespace widgets
