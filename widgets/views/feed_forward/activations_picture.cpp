// Every activation with its slope on the same numbers before it, and how many of them each leaves silent.

#include "widgets/plot/counting.h"
#include "widgets/views/feed_forward/pages.h"

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/feed_forward/numbers.h"
#include "widgets/views/feed_forward/slope_histogram.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double minWidth = 100, minHeight = 62, highHeading = 30; // of a chart, px of ordinary type
constexpr double shape = 1.6; // width to height

/// One of the kinds, and what it does to the numbers of the layer.
struct ShownKind
{
    core::Activation kind;
    core::SlopeShares shares;
    bool isOwn = false;
};
using Kinds = std::vector<ShownKind>;

/// What it is run with, others with their usual parameters.
Kinds kindsOf(const core::Activation& own)
{
    Kinds kinds;
    for (const core::KindInfo& info : core::kindInfos<core::Activation>()) {
        const bool isOwn = info.id == core::infoOf(own).id;
        kinds.push_back({isOwn ? own : *core::findKind<core::Activation>(info.id), {}, isOwn});
    }
    return kinds;
}

NeedId idOf(const RunPtr& run, int layer) { return {run->trace, {}, "every activation on layer " + std::to_string(layer)}; }

Needs feedForwardActivationsNeeds(const FigureData& data)
{
    Needs all;
    FigureData ofLayer = data; // the histogram is that of the layer
    ofLayer.options.remove(valuesOption.name());
    for (Need& need : activationUseNeeded(ofLayer))
        all.push_back(std::move(need));
    for (const RunPtr& run : drawnRuns(data))
        if (const auto layer = feedForwardOf(data, *run))
            all.push_back(derivedNeed(idOf(run, layer->layer), [run, layer = *layer](const core::RunControl& control) {
                Kinds kinds = kindsOf(layer.kind);
                for (ShownKind& one : kinds)
                    for (core::Index token = 0; token < layer.pre.rows; ++token) {
                        control.check();
                        one.shares.add(core::slopeShares(
                            one.kind, {layer.pre.data + token * layer.pre.rowStride, std::size_t(layer.pre.columns)}));
                    }
                return kinds;
            }));
    return all;
}

const Kinds& kindsOf(const FigureData& data, const RunPtr& run)
{
    static const Kinds nothing;
    const auto* const found = data.results.value<Kinds>(idOf(run, data.selection.layer));
    return found ? *found : nothing;
}

const Kinds& shownKinds(const FigureData& data) { return kindsOf(data, shownRun(data)); }

/// How differently two treat the values.
double distance(const core::SlopeShares& a, const core::SlopeShares& b)
{
    const auto part = [](core::Index count, const core::SlopeShares& of) {
        return double(count) / double(std::max<core::Index>(1, of.all()));
    };
    return std::hypot(part(a.silent, a) - part(b.silent, b), part(a.passing, a) - part(b.passing, b));
}

/// Places of the kinds, alike for A and B beside each other: what either runs with, then always the one that is least like those
/// before it.
std::vector<std::size_t> rankedKinds(const FigureData& data)
{
    const Kinds& kinds = kindsOf(data, showsBoth(data) ? data.a : shownRun(data));
    const Kinds& others = showsBoth(data) ? kindsOf(data, data.b) : kinds;
    std::vector<std::size_t> ranked, rest;
    for (std::size_t i = 0; i < kinds.size(); ++i)
        (kinds[i].isOwn || (i < others.size() && others[i].isOwn) ? ranked : rest).push_back(i);
    while (!rest.empty()) {
        const auto novelty = [&](std::size_t one) {
            double nearest = 2;
            for (const std::size_t before : ranked)
                nearest = std::min(nearest, distance(kinds[one].shares, kinds[before].shares));
            return nearest;
        };
        const auto next = std::ranges::max_element(rest, {}, novelty);
        ranked.push_back(*next);
        rest.erase(next);
    }
    return ranked;
}

core::ValueCounts countsOf(const FigureData& data)
{
    FigureData ofLayer = data;
    ofLayer.options.remove(valuesOption.name());
    const core::ActivationUse* const use = activationUse(ofLayer, shownRun(data));
    return use ? use->values : core::ValueCounts();
}

QString shareOf(core::Index count, const core::SlopeShares& shares)
{
    return formatPercent(double(count) / double(std::max<core::Index>(1, shares.all())));
}

/// The kinds that have room, in the order of their family, and those that have none.
struct Wall
{
    std::vector<std::size_t> shown, leftOut;
    int columns = 1;
    QStringList namesLeftOut(const Kinds& kinds) const
    {
        QStringList names;
        for (const std::size_t i : leftOut)
            names << activationName(kinds[i].kind);
        return names;
    }
};

/// Columns that make the charts as large as they can be at a shape that a curve is read in; 0: in none they can be read.
/// `names` px of ordinary type that the widest heading needs, `high` those of all charts together.
int columnsFor(const FigureStyle& style, int count, double names, double high)
{
    int best = 0;
    double largest = 0;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double width = 0.9 * roomOf(style).width() / columns - space::m, height = high / rows - highHeading;
        const double size = std::min(width, shape * height);
        if (width >= std::max(0.9 * minWidth - space::m, names) && height >= minHeight && size > largest) {
            largest = size;
            best = columns;
        }
    }
    return best;
}

Wall wallOf(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const Kinds& kinds = shownKinds(data);
    const QFontMetricsF metrics(figureFont(style, style.labelPoints, QFont::DemiBold), &plot);
    Wall wall{rankedKinds(data), {}};
    std::erase_if(wall.shown, [&](std::size_t i) { return i >= kinds.size(); }); // what is not there yet
    if (wall.shown.empty())
        return wall;
    const auto nameWidth
        = [&](std::size_t i) { return metrics.horizontalAdvance(activationName(kinds[i].kind)) / typeScale(style); };
    while (true) {
        const int count = int(wall.shown.size());
        const auto widest = std::ranges::max_element(wall.shown.begin() + (count > 1), wall.shown.end(), {}, nameWidth);
        double high = pictureHeight(style);
        if (!wall.leftOut.empty()) // which is said below
            high -= noRoomHeight(plot, wall.namesLeftOut(kinds), style) / typeScale(style);
        wall.columns = columnsFor(style, count, std::max(nameWidth(wall.shown.front()), nameWidth(*widest)), high);
        if (wall.columns > 0 || count == 1)
            break;
        const bool isNameTooLong = columnsFor(style, count, 0, high) > 0;
        const auto without = isNameTooLong ? widest : wall.shown.end() - 1; // not the own, which is the first
        wall.leftOut.push_back(*without);
        wall.shown.erase(without);
    }
    wall.columns = std::max(1, wall.columns);
    std::ranges::sort(wall.shown);
    std::ranges::sort(wall.leftOut);
    return wall;
}

void addChart(QCPAxisRect* rect, const ShownKind& shown, const core::ValueCounts& counts, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    QCPRange range = counts.edges.empty() ? QCPRange(-1, 1) : QCPRange(counts.edges.front(), counts.edges.back());
    range.expand(QCPRange(-1, 1));
    rect->axis(QCPAxis::atBottom)->setRange(range);
    auto* histogram = new SlopeHistogram(rect, style);
    histogram->setValues(counts, shown.kind);
    histogram->setName(activationName(shown.kind));
    QVector<double> x, value, slope;
    for (int i = 0; i <= 160; ++i) {
        x << range.lower + range.size() * i / 160;
        value << core::activationValue(shown.kind, x.last());
        slope << core::activationDerivative(shown.kind, x.last());
    }
    auto* chart = new LineChart(rect, style);
    chart->addLine(x, slope, {}, {.color = theme.text2, .pen = Qt::DashLine})
        ->setName(QStringLiteral("slope of %1").arg(activationName(shown.kind)));
    chart->addLine(x, value, {}, {.color = shown.isOwn ? theme.slotB : theme.slotA})
        ->setName(QStringLiteral("curve of %1").arg(activationName(shown.kind)));
    rect->axis(QCPAxis::atBottom)->setRange(range);
    rect->axis(QCPAxis::atLeft)->setRange(-1.3, std::max(2.0, 0.65 * range.upper)); // one for all: to be compared
}

/// What part of the values it leaves nearly silent, in the corner of its chart.
void addShare(QCPAxisRect* rect, const ShownKind& shown, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    auto* share = new QCPItemText(rect->parentPlot());
    share->setClipAxisRect(rect);
    share->position->setAxisRect(rect);
    share->position->setType(QCPItemPosition::ptAxisRectRatio);
    share->position->setCoords(0, 0);
    share->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    share->setPadding({space::xs, 1, 0, 0});
    share->setFont(figureFont(style, style.tickPoints, QFont::DemiBold));
    share->setColor(theme.text2);
    share->setText(shareOf(shown.shares.silent, shown.shares));
    share->setSelectable(false);
    QColor veil = theme.surface;
    veil.setAlpha(150);
    share->setBrush(veil);
}

void drawFeedForwardActivations(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const Kinds& kinds = shownKinds(data);
    const core::ValueCounts counts = countsOf(data);
    const Wall chosen = wallOf(drawing);
    const int columns = chosen.columns, count = int(chosen.shown.size());
    auto* wall = plot.makeGrid();
    wall->setRowSpacing(space::xs);
    wall->setColumnSpacing(space::m);
    for (int i = 0; i < count; ++i) {
        const ShownKind& shown = kinds[chosen.shown[std::size_t(i)]];
        const int row = 2 * (i / columns), column = i % columns, below = plot.panel()->rowCount();
        const QFontMetricsF metrics(figureFont(style, style.labelPoints, QFont::DemiBold), &plot);
        const double width = 0.9 * style.size.width() / columns - space::m; // one line each
        QCPTextElement* title
            = plot.addPanelTitle(below, 0, metrics.elidedText(activationName(shown.kind), Qt::ElideRight, width), style);
        if (shown.isOwn)
            title->setTextColor(themeOf(style).slotB);
        wall->addElement(row, column, title);
        wall->setRowStretchFactor(row, 0.001);
        QCPAxisRect* rect = plot.addAxisRect(below + 1, 0, style);
        wall->addElement(row + 1, column, rect);
        rect->setMinimumSize(40, 30);
        addChart(rect, shown, counts, style);
        addShare(rect, shown, style);
        rect->axis(QCPAxis::atBottom)->setTickLabels(i + columns >= count);
        rect->axis(QCPAxis::atLeft)->setTickLabels(column == 0);
    }
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, wall);
    sayNoRoomFor(plot, chosen.namesLeftOut(kinds), style);
}

QString feedForwardActivationsSubtitle(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    return FeedForward::tr(
        "Grey, number: slope within ±0.1; dashed: slope; the same %1 values of L%2 for all.")
        .arg(formatCount(layer.pre.size()))
        .arg(counted(layer.layer));
}

QString feedForwardActivationsCaption(const FigureData& data)
{
    const Kinds& kinds = shownKinds(data);
    const auto own = std::ranges::find_if(kinds, [](const ShownKind& one) { return one.isOwn; });
    const auto less = [](const ShownKind& a, const ShownKind& b) { return a.shares.silent < b.shares.silent; };
    if (own == kinds.end())
        return {};
    const auto most = std::ranges::max_element(kinds, less);
    QStringList sentences{
        FeedForward::tr("%1 leaves %2 of the values nearly silent and passes %3.")
            .arg(activationName(own->kind), shareOf(own->shares.silent, own->shares), shareOf(own->shares.passing, own->shares))};
    if (const auto relu = std::ranges::find_if(kinds, [](const ShownKind& one) { return core::isZeroBelowZero(one.kind); });
        relu != kinds.end() && relu != own)
        sentences << FeedForward::tr("%1 would leave %2 silent, and pass %3.")
                         .arg(activationName(relu->kind), shareOf(relu->shares.silent, relu->shares),
                             shareOf(relu->shares.passing, relu->shares));
    if (most != own)
        sentences << FeedForward::tr("Most are silent with %1: %2.")
                         .arg(activationName(most->kind), shareOf(most->shares.silent, most->shares));
    return joinedSentences(sentences);
}

QString feedForwardActivationsTable(const FigureData& data)
{
    QString text = QStringLiteral("activation,silent,bends,passes\n");
    for (const ShownKind& one : shownKinds(data))
        text += QStringLiteral("%1,%2,%3,%4\n")
                    .arg(QString::fromUtf8(core::infoOf(one.kind).id.data(), qsizetype(core::infoOf(one.kind).id.size())))
                    .arg(one.shares.silent)
                    .arg(one.shares.bending)
                    .arg(one.shares.passing);
    return text;
}

std::vector<Caveat> feedForwardActivationsCaveats(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    const QString trained = trainedActivation(*shownRun(data), layer);
    return {{trained.isEmpty()
            ? FeedForward::tr("The values are those of a run with %1: another activation would change all that comes after.")
                  .arg(activationName(layer.kind))
            : FeedForward::tr("Trained with %1: the values of the others would differ.").arg(trained),
        false}};
}

} // namespace

const FigurePage feedForwardActivationsPage{.id = "activations",
    .title = QT_TRANSLATE_NOOP("figures", "What would another activation let through?"),
    .draw = drawFeedForwardActivations,
    .caption = feedForwardActivationsCaption,
    .whyNot = whyNoFeedForwardDifference,
    .subtitle = feedForwardActivationsSubtitle,
    .table = feedForwardActivationsTable,
    .needs = feedForwardActivationsNeeds,
    .minPanel = minPanelOf<240, 170>,
    .caveats = feedForwardActivationsCaveats,
    .concepts = "C26"};

} // namespace widgets
