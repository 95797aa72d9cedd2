// Paths: the circuit of an answer as a graph in the layout of the model, and how much of the answer smaller circuits keep.

#include "widgets/views/circuits/figure.h"

#include "core/analysis/attribution.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/circuits/map_picture.h"
#include "widgets/views/circuits/path_layout.h"
#include "widgets/views/circuits/paths_numbers.h"
#include "widgets/views/circuits/step_marks.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/side_panel.h"
#include "widgets/views/shared/standard_offers.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace widgets {

namespace {

struct Circuits
{
    Q_DECLARE_TR_FUNCTIONS(Circuits)
};

constexpr double roomForSide = 580; // px of ordinary type
constexpr double graphStretch = 1.7; // of what is beside it
constexpr std::size_t maxBars = 12;

bool hasOtherMixers(const core::ModelConfig& config)
{
    for (core::Index layer = 0; layer < config.layers(); ++layer)
        if (!core::isAttention(config.block(layer).mixer))
            return true;
    return false;
}

bool isSumOfOutputs(const RunResult& run)
{
    const core::NoAttribution gap = core::attributionGap(*run.setup, *run.trace);
    return gap == core::NoAttribution::Possible || gap == core::NoAttribution::NotRecorded;
}

QString whyNoOther(const FigureData& data)
{
    if (!data.b)
        return Circuits::tr("What the text of B gives comes in place of a path: make B from A, and change a word of it.");
    if (!data.b->setup || data.a->setup->model != data.b->setup->model)
        return Circuits::tr("A and B are not the same model: paths exchange what two texts give in one.");
    if (data.a->trace->ids.size() != data.b->trace->ids.size())
        return Circuits::tr("The text of A has %1 tokens, that of B %2: paths need as many in both.")
            .arg(data.a->trace->ids.size())
            .arg(data.b->trace->ids.size());
    const bool isIntervened = !data.a->trace->replaced.empty() || !data.b->trace->replaced.empty();
    return data.a->trace->ids == data.b->trace->ids && !isIntervened
        ? Circuits::tr("A and B have the same text: change a word of B.")
        : QString();
}

QString whyNotPaths(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunPtr& run = shownRun(data);
    if (!run->setup)
        return Circuits::tr("A recorded run cannot be run again: open its model.");
    if (run->setup->config.hasEncoder())
        return Circuits::tr("This model has two stacks; paths are of models with one.");
    if (hasOtherMixers(run->setup->config))
        return Circuits::tr("A layer of this model has no attention: paths go through heads.");
    if (QString reason = whyNoMetric(*run, pathMetric(data, run)); !reason.isEmpty())
        return reason;
    if (!isSumOfOutputs(*run))
        return Circuits::tr(
            "The stream of this model is not the sum of what its layers write (a norm or a scale is on it), so that "
            "no path can be exchanged by itself. Use pre-norm.");
    if (pathOption.is(data, "b"))
        return whyNoOther(data);
    if (run->trace->ids.size() < 2)
        return Circuits::tr("The text is one token: its mean over the tokens is itself. Write a longer one.");
    return {};
}

ChoiceOffer offer(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || !run->setup || run->trace->ids.empty())
        return {};
    if (run->setup->config.hasEncoder())
        return decoderOffer();
    if (hasOtherMixers(run->setup->config))
        return attentionOffer();
    if (pathMetric(data, run).empty())
        return outputOffer(data);
    if (!isSumOfOutputs(*run))
        return {Circuits::tr("Use pre-norm"), QStringLiteral("norm.placement"), QStringLiteral("pre")};
    return pathOption.is(data, "b") && !data.b ? ChoiceOffer{Circuits::tr("Make B from A"), {}, {}} : ChoiceOffer();
}

/// "94 paths · faithfulness 0.772 · completeness 1.01 · threshold 0.0893".
QString numbersOf(const core::CircuitSteps& circuits, const FigureData& data)
{
    const core::CircuitStep& step = circuits.steps[shownStep(circuits, data)];
    const QString paths = Circuits::tr("%n path(s)", nullptr, int(step.edges)) + QStringLiteral(" · "),
                  threshold = thresholdText(circuits, data);
    return paths
        + (std::isnan(step.faithfulness) ? Circuits::tr("threshold %1").arg(threshold)
                                         : Circuits::tr("threshold %1 · faithfulness %2 · completeness %3")
                                               .arg(threshold, formatNumber(step.faithfulness), formatNumber(step.completeness)));
}

/// Of a model with more heads only some have been measured.
QString headsSentence(const core::CircuitSteps& circuits)
{
    const auto heads = std::size_t(std::ranges::count_if(circuits.senders, [](const auto& sender) { return sender.head >= 0; }));
    return heads < circuits.heads
        ? Circuits::tr("Paths of %1 of %2 heads: those without which the metric changes most.").arg(heads).arg(circuits.heads)
        : QString();
}

Cell pinnedCell(const PathLayout& layout, const core::CircuitSteps& circuits, const Selection& selection)
{
    for (const core::PathSender& sender : circuits.senders)
        if (selection.isHeadChosen && sender.head >= 0 && sender.layer == selection.layer && sender.head == selection.head)
            return layout.cellOf(sender);
    return {};
}

/// Whether the graph is one of two or three.
bool isBesideOthers(const FigureData& data) { return data.mode == SlotMode::SideBySide || data.mode == SlotMode::All; }

/// Whether the curve and the largest paths are asked for and have room.
bool hasSide(const FigureData& data, const FigureStyle& style)
{
    return !isBesideOthers(data) && roomOf(style).width() >= roomForSide;
}

void drawGraph(const Drawing& drawing, const core::CircuitSteps& circuits, std::size_t step)
{
    const auto& [plot, data, style] = drawing;
    const RunResult& run = *shownRun(data);
    const PathLayout layout = pathLayout(circuits, step);
    GridAxisRect* const rect = plot.addGridRect(1, 0, style);
    rect->setCells(layout.rows(), layout.columns, CellShape::Fill);
    rect->setRowsUpwards(layout.rowNames());
    rect->setColumnTokens(layout.columnNames());
    QStringList key{Circuits::tr("query"), Circuits::tr("keys"), Circuits::tr("values"),
        Circuits::tr("feed-forward, logits"), Circuits::tr("works against it")};
    const QFontMetricsF metrics(tickFont(style), &plot);
    const double share
        = hasSide(data, style) ? graphStretch / (graphStretch + 1) : 1; // of the width, known only when it is laid out
    const double width = share * style.size.width() - metrics.horizontalAdvance(layout.rowNames().value(1)) - 2 * space::xl;
    constexpr double surely = 0.85; // that the key needs no more lines than are kept for it
    const auto below = [&] { return PathGraph::keyIn(key, surely * width, style, &plot).places.back().y(); };
    while (isBesideOthers(data) && key.size() > 3 && below() > 0) // the graphs need the height
        key.removeLast();
    const double lines = below() + metrics.height();
    rect->setMinimumMargins({0, int(std::ceil(lines)) + space::s, 0, 0});
    auto* const graph = new PathGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    graph->setName(QStringLiteral("paths"));
    const core::TokenId token = circuits.metric.token;
    fillGraph(*graph, circuits, step, token >= 0 ? tokenText(run, token).trimmed() : Circuits::tr("logits"));
    graph->setKeyWords(key);
    graph->setPinned(pinnedCell(layout, circuits, data.selection));
}

QString headingOfCurve() { return Circuits::tr("Faithfulness over all thresholds; 1: the whole model"); }
QString headingOfLargest() { return Circuits::tr("Largest paths"); }

void drawCurve(SidePanel& side, const core::CircuitSteps& circuits, std::size_t shown, const FigureStyle& style)
{
    QCPAxisRect* const rect = side.add(headingOfCurve(), 1.1);
    QVector<double> x, y;
    QVector<StepMark> marks;
    for (std::size_t i = circuits.stepsLeft; i < circuits.steps.size(); ++i) {
        x << circuits.steps[i].threshold;
        y << circuits.steps[i].faithfulness;
        const std::vector<std::size_t> heads = headsEntering(circuits, i);
        marks << StepMark{x.last(), y.last(),
            heads.empty()           ? QString()
                : heads.size() == 1 ? senderName(circuits.senders[heads.front()])
                                    : Circuits::tr("%n head(s)", nullptr, int(heads.size())),
            i == shown};
    }
    rect->axis(QCPAxis::atBottom)->setScaleType(QCPAxis::stLogarithmic);
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<LogTicker>::create());
    rect->axis(QCPAxis::atBottom)->setLabel(Circuits::tr("threshold; a ring: heads leave"));
    auto* const chart = new LineChart(rect, style);
    chart->addLine(x, y, {}, {.color = themeOf(style).accent, .points = x.size() == 1})->setName(QStringLiteral("faithfulness"));
    chart->fitAxes(true);
    const double least = x.front(), most = std::max(x.last(), 1.01 * least);
    rect->axis(QCPAxis::atBottom)->setRange(least / 1.06, most * 1.06);
    const QCPRange range = rect->axis(QCPAxis::atLeft)->range();
    rect->axis(QCPAxis::atLeft)->setRange(range.lower - 0.12 * range.size(), range.upper + 0.12 * range.size());
    addLevelMark(rect, 1, {}, style);
    new StepMarks(rect, style, marks);
}

void drawLargest(SidePanel& side, const core::CircuitSteps& circuits, std::size_t step, const FigureStyle& style)
{
    auto* const chart = new BarChart(side.add(headingOfLargest()), style);
    chart->setName(QStringLiteral("largest"));
    QVector<Bar> bars;
    const std::size_t fitting = std::min(maxBars, barsFitting(style) / 2);
    for (const std::size_t i : shownEdges(circuits, step)) {
        if (std::size_t(bars.size()) >= fitting)
            break;
        const core::PathEdge& edge = circuits.edges[i];
        bars << Bar{
            senderName(circuits.senders[edge.sender]) + QStringLiteral(" → ") + receiverName(circuits.receivers[edge.receiver]),
            edge.effect, formatNumber(edge.effect), false};
    }
    chart->setBars(bars);
}

void drawPaths(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const core::CircuitSteps& circuits = *circuitsOf(data, shownRun(data));
    const std::size_t step = shownStep(circuits, data);
    plot.addPanelTitle(0, 0, numbersOf(circuits, data), style);
    plot.panel()->setRowStretchFactor(0, 0.001);
    drawGraph(drawing, circuits, step);
    if (isBesideOthers(data))
        return;
    if (!hasSide(data, style))
        return sayNoRoomFor(plot, {headingOfCurve(), headingOfLargest()}, style);
    SidePanel side(*plot.panel(), plot, 1, 1, style);
    if (circuits.stepsLeft < circuits.steps.size()) // from the highest on
        drawCurve(side, circuits, step, style);
    drawLargest(side, circuits, step, style);
    plot.panel()->setColumnStretchFactor(0, graphStretch);
    plot.panel()->setColumnSpacing(space::xl);
}

QString pathsSubtitle(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    const core::CircuitSteps* const circuits = circuitsOf(data, run);
    if (!circuits)
        return {};
    const QString measured = metricWords(circuits->metric, *run);
    return pathOption.is(data, "b")
        ? Circuits::tr("Width: what the %1 loses with the other text’s path in its place.").arg(measured)
        : Circuits::tr("Width: what the %1 loses with the path’s mean in its place.").arg(measured);
}

/// The head that was chosen, or that of the circuit whose total effect is largest: a place in `senders`; −1: none.
int shownSender(const core::CircuitSteps& circuits, std::size_t step, const Selection& selection)
{
    int largest = -1;
    const auto size = [&](int sender) { return std::abs(circuits.effects[std::size_t(sender)].total); };
    for (int i = 0; i < int(circuits.senders.size()); ++i) {
        const core::PathSender& sender = circuits.senders[std::size_t(i)];
        if (sender.head < 0)
            continue;
        if (selection.isHeadChosen && sender.layer == selection.layer && sender.head == selection.head)
            return i;
        if (circuits.lives[std::size_t(i)] >= circuits.steps[step].threshold && (largest < 0 || size(i) > size(largest)))
            largest = i;
    }
    return largest;
}

/// A path is a direct effect; beside it what its sender does by way of everything behind it.
QString effectsSentence(const core::CircuitSteps& circuits, std::size_t step, const Selection& selection)
{
    const int sender = circuits.hasEffects ? shownSender(circuits, step, selection) : -1;
    if (sender < 0)
        return {};
    const core::SenderEffects& effects = circuits.effects[std::size_t(sender)];
    const QString name = senderName(circuits.senders[std::size_t(sender)]);
    return std::isnan(effects.total) ? Circuits::tr("%1 is in none of these circuits.").arg(name)
                                     : Circuits::tr("%1: direct effect %2, total effect %3.")
                                           .arg(name, formatNumber(effects.direct), formatNumber(effects.total));
}

QString pathsCaption(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    const core::CircuitSteps& circuits = *circuitsOf(data, run);
    const std::size_t shown = shownStep(circuits, data);
    const core::CircuitStep& step = circuits.steps[shown];
    const QString metric = metricWords(circuits.metric, *run), untouched = formatNumber(circuits.untouched),
                  replaced = formatNumber(circuits.replaced);
    return joinedSentences({std::isnan(step.faithfulness)
            ? Circuits::tr("The %1 is %2, with every path exchanged %3.").arg(metric, untouched, replaced)
            : Circuits::tr("The %1 is %2, with every path exchanged %3; %n path(s) keep %4 of the difference by themselves.",
                nullptr, int(step.edges))
                  .arg(metric, untouched, replaced, formatNumber(step.faithfulness)),
        headsSentence(circuits),
        step.faithfulness > 1.005 ? Circuits::tr("More than 1: what is left out works against it.") : QString(),
        soFar(circuits.isComplete() ? circuits.allRuns : circuits.runs, circuits.allRuns, whyNoMore(data, run)),
        effectsSentence(circuits, shown, data.selection),
        Circuits::tr("A circuit is not unique: other paths may keep as much.")});
}

QString pathsTable(const FigureData& data)
{
    const core::CircuitSteps* const circuits = circuitsOf(data, shownRun(data));
    if (!circuits)
        return {};
    QString text = QStringLiteral("from,to,effect,largest_threshold\n");
    for (const std::size_t i : shownEdges(*circuits, shownStep(*circuits, data))) {
        const core::PathEdge& edge = circuits->edges[i];
        text += QString::fromStdString(
            edge.from + "," + edge.to + "," + core::numberText(edge.effect) + "," + core::numberText(circuits->until[i]) + "\n");
    }
    return text;
}

std::vector<QVariantMap> variants()
{
    return {{}, {{thresholdOption.name(), 0.5}, {metricOption.name(), QStringLiteral("loss")}},
        {{pathOption.name(), QStringLiteral("b")}}};
}

QSizeF minPanel(const FigureData&) { return {300, 190}; }

/// The circuit as `paths --json` prints it.
QJsonObject pathsDetails(const FigureData& data)
{
    const core::CircuitSteps* const circuits = circuitsOf(data, shownRun(data));
    if (!circuits)
        return {};
    const core::Json json = core::toJson(core::circuitAt(*circuits, shownStep(*circuits, data)));
    return {{"circuit", QJsonDocument::fromJson(QByteArray::fromStdString(core::writeJson(json))).object()}};
}

} // namespace

const FigureInfo pathsFigure{.id = "paths",
    .title = QT_TRANSLATE_NOOP("figures", "Which paths carry the answer?"),
    .draw = drawPaths,
    .caption = pathsCaption,
    .whyNot = whyNotPaths,
    .subtitle = pathsSubtitle,
    .table = pathsTable,
    .needs = pathNeeds,
    .details = pathsDetails,
    .options = [](const FigureData&) -> FigureOptions {
        return {pathOption, pathHeadsOption, metricOption, thresholdOption};
    },
    .variants = variants,
    .offer = offer,
    .minPanel = minPanel,
    .caveats = caveatsOfMetric};

} // namespace widgets
