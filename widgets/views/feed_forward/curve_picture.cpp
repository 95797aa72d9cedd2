// The activation of a layer, its slope, and the numbers of this text that meet it.

#include "widgets/views/feed_forward/curve_picture.h"

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/feed_forward/dot_cloud.h"
#include "widgets/views/feed_forward/gate_picture.h"
#include "widgets/views/feed_forward/maps_picture.h"
#include "widgets/views/feed_forward/numbers.h"
#include "widgets/views/feed_forward/pages.h"
#include "widgets/views/feed_forward/slope_histogram.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/read_out.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr int curvePoints = 241;
constexpr double smallChart = 240; // px of ordinary type: what is narrower has no words at its marks

/// The numbers that the histogram counts, and the shares of their zones.
core::ActivationUse usedBy(const FigureData& data, const RunPtr& run, const FeedForwardLayer& layer)
{
    if (!valuesOption.is(data, "neuron")) {
        const core::ActivationUse* const use = activationUse(data, run);
        return use ? *use : core::ActivationUse();
    }
    std::vector<float> values; // of one neuron
    for (core::Index token = 0; token < layer.pre.rows; ++token)
        values.push_back(layer.pre.at(token, layer.neuron));
    const std::span<const float> parts[] = {values};
    return {core::valueCounts(parts, 24), core::slopeShares(layer.kind, values)};
}

/// The widest columns of A and B: locked, both are counted in them, so that their heights can be compared.
double columnWidth(const FigureData& data)
{
    double width = 0;
    for (const RunPtr& run : scaledRuns(data))
        if (const auto layer = run ? feedForwardOf(data, *run) : std::nullopt)
            width = std::max(width, usedBy(data, run, *layer).values.width());
    return width;
}

/// Both axes hold the usual numbers and those of the neuron.
QCPRange keyRange(const core::ActivationUse& use, const FeedForwardLayer& layer)
{
    QCPRange range = use.values.edges.empty() ? QCPRange(-1, 1) : QCPRange(use.values.edges.front(), use.values.edges.back());
    range.expand(QCPRange(-1, 1));
    for (int token = 0; token < int(layer.pre.rows); ++token)
        if (const double x = layer.before(token); std::isfinite(x))
            range.expand(x);
    const double margin = 0.02 * range.size();
    return {range.lower - margin, range.upper + margin};
}

/// Locked, A and B run over the same numbers.
QCPRange sharedKeyRange(const FigureData& data)
{
    QCPRange range;
    bool isFirst = true;
    for (const RunPtr& run : scaledRuns(data))
        if (const auto layer = run ? feedForwardOf(data, *run) : std::nullopt) {
            const QCPRange one = keyRange(usedBy(data, run, *layer), *layer);
            if (isFirst)
                range = one;
            else
                range.expand(one);
            isFirst = false;
        }
    return range;
}

/// What the columns count.
QString countWords(const FigureData& data, const core::ActivationUse& use, const FeedForwardLayer& layer)
{
    const QString count = formatCount(use.shares.all());
    if (valuesOption.is(data, "neuron"))
        return FeedForward::tr("neuron %1 of L%2 at %3 tokens").arg(counted(layer.neuron)).arg(counted(layer.layer)).arg(count);
    if (valuesOption.is(data, "all"))
        return FeedForward::tr("%1 values of all layers").arg(count);
    return FeedForward::tr("%1 values of L%2").arg(count).arg(counted(layer.layer));
}

/// The same, and of one layer what makes the count.
QString valuesWords(const FigureData& data, const RunPtr& run, const FeedForwardLayer& layer)
{
    const QString count = countWords(data, usedBy(data, run, layer), layer);
    if (valuesOption.is(data, "neuron") || valuesOption.is(data, "all"))
        return count;
    return FeedForward::tr("%1: %2 tokens × %3 neurons").arg(count).arg(layer.pre.rows).arg(layer.pre.columns);
}

/// A chart with its heading, in a column of its own.
QCPAxisRect* addPart(const Drawing& drawing, QCPLayoutGrid* in, int column, const QString& heading)
{
    const auto& [plot, data, style] = drawing;
    const int below = plot.panel()->rowCount();
    in->addElement(0, column, plot.addPanelTitle(below, 0, heading, style));
    in->setRowStretchFactor(0, 0.001);
    QCPAxisRect* rect = plot.addAxisRect(below + 1, 0, style);
    in->addElement(1, column, rect);
    return rect;
}

/// The page of one run shows where the values go, too: through the gate, and to the neurons, once these are counted.
bool showsAll(const FigureData& data)
{
    return data.side != Side::Delta && !showsBoth(data) && !neuronUse(data, shownRun(data)).empty();
}

bool hasRoomForAll(const FigureStyle& style) { return roomOf(style).width() >= 760 && pictureHeight(style) >= 360; }

QString headingOfProducts(bool isGated)
{
    return isGated ? FeedForward::tr("What is left: the product of each neuron at each token")
                   : FeedForward::tr("What is left: each neuron at each token");
}

/// What one run has below where there is room has pages of its own, which compare, too.
void sayOtherPages(Plot& plot, bool isGated, const FigureStyle& style)
{
    sayBelow(plot,
        isGated ? FeedForward::tr("Where the values go: “gate × up” and “maps”.")
                : FeedForward::tr("Where the values go: “maps”."),
        style);
}

void drawFeedForwardCurve(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const bool isGated = shownFeedForward(data).isGated;
    if (!showsAll(data)) {
        addActivationCurve(drawing, plot.addAxisRect(0, 0, style));
        if (showsBoth(data) && saysNoRoom(style))
            sayOtherPages(plot, isGated, style);
        return;
    }
    if (!hasRoomForAll(style)) {
        addActivationCurve(drawing, plot.addAxisRect(0, 0, style));
        return saysNoRoom(style) ? sayOtherPages(plot, isGated, style) : void();
    }
    auto* top = plot.makeGrid();
    top->setColumnSpacing(space::xl);
    top->setRowSpacing(space::xs);
    addActivationCurve(drawing, addPart(drawing, top, 0, FeedForward::tr("The activation and what meets it")));
    if (isGated) {
        addGateCloud(drawing, addPart(drawing, top, 1, gateCloudHeading(data)));
        top->setColumnStretchFactor(0, 1.25);
    }
    auto* below = plot.makeGrid();
    below->setRowSpacing(0);
    below->addElement(0, 0,
        plot.addPanelTitle(plot.panel()->rowCount(), 0,
            FeedForward::tr("%1 (ticks: never above 0 before the activation)").arg(headingOfProducts(isGated)), style));
    below->setRowStretchFactor(0, 0.001);
    FigureData products = data;
    products.options.remove(mapOption.name());
    addNeuronMap({plot, products, style}, below, 1);
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, top);
    plot.panel()->addElement(1, 0, below);
    plot.panel()->setRowStretchFactor(0, 1.35);
}

Needs feedForwardCurveNeeds(const FigureData& data)
{
    Needs all = activationUseNeeded(data);
    for (Need& need : neuronUseNeeded(data)) {
        need.isPart = true; // below the curve
        all.push_back(std::move(need));
    }
    return all;
}

QString feedForwardCurveSubtitle(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    return FeedForward::tr("%1, dashed its slope; columns: %2; diamonds: neuron %3.")
        .arg(activationFormula(layer.kind), valuesWords(data, shownRun(data), layer))
        .arg(counted(layer.neuron));
}

QString feedForwardCurveCaption(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    const core::ActivationUse use = usedBy(data, shownRun(data), layer);
    const auto share
        = [&](core::Index count) { return formatPercent(double(count) / double(std::max<core::Index>(1, use.shares.all()))); };
    QStringList sentences{showsBoth(data) // a line for each
            ? FeedForward::tr("%1: slope within ±0.1 for %2, above 0.9 for %3.")
                  .arg(activationName(layer.kind), share(use.shares.silent), share(use.shares.passing))
            : FeedForward::tr("The slope of %1 is within ±0.1 for %2 of %3, above 0.9 for %4.")
                  .arg(activationName(layer.kind), share(use.shares.silent), countWords(data, use, layer),
                      share(use.shares.passing))};
    int peak = 0;
    for (int token = 1; token < int(layer.pre.rows); ++token)
        if (layer.before(token) > layer.before(peak))
            peak = token;
    sentences << FeedForward::tr("Neuron %1 is highest at %2: %3 becomes %4.")
                     .arg(counted(layer.neuron))
                     .arg(feedForwardTokenAt(data, peak), formatNumber(layer.before(peak)),
                         formatNumber(core::activationValue(layer.kind, layer.before(peak))));
    if (const core::Index beyond = use.values.below + use.values.above; beyond > 0)
        sentences << FeedForward::tr("Values outside the histogram: %1.").arg(formatCount(beyond));
    return joinedSentences(sentences);
}

QString feedForwardCurveTable(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    const core::ActivationUse use = usedBy(data, shownRun(data), layer);
    QString text = QStringLiteral("part,from,to,count\n");
    for (std::size_t i = 0; i < use.values.counts.size(); ++i)
        text += QStringLiteral("values,%1,%2,%3\n")
                    .arg(exactText(float(use.values.edges[i])), exactText(float(use.values.edges[i + 1])))
                    .arg(use.values.counts[i]);
    for (const auto& [name, count] : {std::pair{"silent", use.shares.silent}, {"bends", use.shares.bending},
             {"passes", use.shares.passing}, {"below", use.values.below}, {"above", use.values.above}})
        text += QStringLiteral("%1,,,%2\n").arg(QLatin1String(name)).arg(count);
    return text;
}

} // namespace

void addActivationCurve(const Drawing& drawing, QCPAxisRect* rect)
{
    const auto& [plot, data, style] = drawing;
    const Theme& theme = themeOf(style);
    const FeedForwardLayer layer = shownFeedForward(data);
    const core::ActivationUse use = usedBy(data, shownRun(data), layer);
    const QCPRange range = sharedKeyRange(data);
    auto* marks = new DotCloud(rect, style);
    marks->setName(QStringLiteral("neuron"));
    rect->axis(QCPAxis::atBottom)->setLabel(FeedForward::tr("x: %1").arg(beforeName(layer)));
    rect->axis(QCPAxis::atBottom)->setRange(range);
    auto* histogram = new SlopeHistogram(rect, style);
    histogram->setValues(core::inColumnsOf(use.values, columnWidth(data)), layer.kind);
    histogram->setShares(use.shares);

    QVector<double> x, value, slope;
    for (int i = 0; i < curvePoints; ++i) {
        x << range.lower + range.size() * i / (curvePoints - 1);
        value << core::activationValue(layer.kind, x.last());
        slope << core::activationDerivative(layer.kind, x.last());
    }
    auto* chart = new LineChart(rect, style);
    chart->addLine(x, slope, FeedForward::tr("its slope"), {.color = theme.text2, .pen = Qt::DashLine})
        ->setName(QStringLiteral("slope"));
    QCPGraph* const curve = chart->addLine(x, value, activationName(layer.kind), {.color = theme.slotA});
    curve->setName(QStringLiteral("activation"));
    curve->setPen(QPen(theme.slotA, 1.7 * style.lineWidth, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    chart->fitAxes(true);
    rect->axis(QCPAxis::atBottom)->setRange(range);
    QCPRange values = rect->axis(QCPAxis::atLeft)->range();
    values.lower -= 0.1 * values.size(); // the columns stand on the foot, the curve above it
    rect->axis(QCPAxis::atLeft)->setRange(values);

    QVector<CloudDot> dots;
    double most = 0;
    for (int token = 0; token < int(layer.pre.rows); ++token)
        most = std::max(most, std::abs(core::activationValue(layer.kind, layer.before(token))));
    const bool isWide = roomOf(style).width() >= smallChart;
    for (int token = 0; token < int(layer.pre.rows); ++token) {
        const double before = layer.before(token), after = core::activationValue(layer.kind, before);
        const bool hasWords = isWide && std::abs(after) > 0.12 * most; // what is silent has no name
        if (std::isfinite(before))
            dots << CloudDot{{before, after}, {token, layer.neuron}, theme.slotB,
                hasWords ? QStringLiteral("%1 %2").arg(quotedToken(*shownRun(data)->trace, token), formatNumber(after))
                         : QString(),
                true};
    }
    marks->setDots(std::move(dots), {QStringLiteral("before"), QStringLiteral("after")});
    marks->setPinned({layer.token, layer.neuron});
}

const FigurePage feedForwardCurvePage{.id = "curve",
    .draw = drawFeedForwardCurve,
    .caption = feedForwardCurveCaption,
    .whyNot = whyNoFeedForwardDifference,
    .subtitle = feedForwardCurveSubtitle,
    .table = feedForwardCurveTable,
    .needs = feedForwardCurveNeeds,
    .options = [](const FigureData&) -> FigureOptions {
        return {valuesOption, orderOption};
    },
    .minPanel = minPanelOf<200, 150>,
    .concepts = "C25 C26"};

} // namespace widgets
