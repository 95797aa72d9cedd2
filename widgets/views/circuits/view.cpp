#include "widgets/views/circuits/view.h"

#include "core/experiments/measured_map.h"
#include "core/run/forward.h"
#include "widgets/controls/control_line.h"
#include "widgets/controls/dial.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/plot.h"
#include "widgets/views/circuits/figure.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/circuits/map_picture.h"
#include "widgets/views/circuits/metric_choice.h"
#include "widgets/views/circuits/path_layout.h"
#include "widgets/views/circuits/paths_numbers.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/texts_choice.h"

#include <QSlider>

#include <algorithm>

namespace widgets {

namespace {

const QString kAblation = QStringLiteral("ablation"), kPatching = QStringLiteral("patching"), kPaths = QStringLiteral("paths");

std::size_t headCount(const core::ModelConfig& config)
{
    std::size_t heads = 0;
    for (core::Index layer = 0; layer < config.layers(); ++layer)
        heads += std::size_t(config.block(layer).heads);
    return heads;
}

const FigureInfo* const kFigures[] = {&ablationFigure, &patchingFigure, &pathsFigure};

} // namespace

CircuitsView::CircuitsView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch({kAblation, kPatching, kPaths}, this))
    , m_ablated(new SegmentedSwitch(ablatedOption.list(), this))
    , m_patched(new SegmentedSwitch(patchedOption.list(), this))
    , m_with(new SegmentedSwitch(replacementOption.list(), this))
    , m_instead(new SegmentedSwitch(pathOption.list(), this))
    , m_heads(new SegmentedSwitch(pathHeadsOption.list(), this))
    , m_texts(new TextsChoice(defaultReferenceTexts, this))
    , m_threshold(new Dial(0, 0, this))
{
    for (SegmentedSwitch* part : {m_show, m_ablated, m_patched, m_with, m_instead, m_heads})
        controls()->addWidget(part);
    controls()->addWidget(m_texts);
    connect(m_texts, &TextsChoice::chosen, this, &CircuitsView::redraw);
    m_metric = new MetricChoice(metricsOfRuns(), *controls(), this);
    controls()->addWidget(m_threshold);
    connect(m_threshold, &Dial::moved, this, &CircuitsView::takeStep);
    connect(m_threshold, &Dial::settled, this, &CircuitsView::whatIfChanged);
    for (SegmentedSwitch* part : {m_show, m_ablated, m_patched, m_with, m_instead, m_heads})
        connect(part, &SegmentedSwitch::chosen, this, &CircuitsView::redraw);
    connect(m_metric, &MetricChoice::chosen, this, &CircuitsView::redraw);
    connect(m_metric, &MetricChoice::tokensChosen, this, &CircuitsView::whatIfChanged);
    CircuitsView::retranslate();
}

bool CircuitsView::shows(const FigureInfo& figure) const { return m_show->current() == QLatin1String(figure.id); }

bool CircuitsView::showsTexts() const { return shows(ablationFigure) && m_with->current() == QLatin1String("reference"); }

const FigureInfo& CircuitsView::figure() const
{
    for (const FigureInfo* const figure : kFigures)
        if (shows(*figure))
            return *figure;
    return ablationFigure;
}

bool CircuitsView::showFigure(const QString& figureId)
{
    for (const FigureInfo* const figure : kFigures)
        if (figureId == QLatin1String(figure->id)) {
            m_show->setCurrent(figureId);
            return true;
        }
    return false;
}

bool CircuitsView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!FigureView::restore(figureId, options))
        return false;
    if (shows(patchingFigure))
        m_patched->setCurrent(patchedOption.in(options));
    else if (shows(ablationFigure))
        m_ablated->setCurrent(ablatedOption.in(options));
    if (shows(ablationFigure)) {
        m_with->setCurrent(replacementOption.in(options));
        m_texts->restore(textsOption.in(options));
    } else if (shows(pathsFigure)) {
        m_instead->setCurrent(pathOption.in(options));
        m_heads->setCurrent(pathHeadsOption.in(options));
    }
    m_smallest = std::max(0.0, options.value(thresholdOption.name()).toDouble());
    m_metric->restore(metricOption.in(options));
    redraw();
    return true;
}

QVariantMap CircuitsView::options() const
{
    QVariantMap all{{metricOption.name(), m_metric->current()}};
    if (shows(pathsFigure)) {
        all[pathOption.name()] = m_instead->current();
        all[pathHeadsOption.name()] = m_heads->current();
        if (m_smallest > 0)
            all[thresholdOption.name()] = m_smallest;
        return all;
    }
    all[ablatedOption.name()] = (shows(patchingFigure) ? m_patched : m_ablated)->current();
    if (shows(ablationFigure))
        all[replacementOption.name()] = m_with->current();
    if (showsTexts())
        all[textsOption.name()] = m_texts->current();
    return all;
}

QVariantMap CircuitsView::whatIf() const
{
    QVariantMap chosen = m_metric->whatIf();
    if (m_smallest > 0)
        chosen[thresholdOption.name()] = m_smallest;
    return chosen;
}

void CircuitsView::setWhatIf(const QVariantMap& numbers)
{
    if (numbers == whatIf())
        return;
    m_smallest = std::max(0.0, numbers.value(thresholdOption.name()).toDouble());
    m_metric->setWhatIf(numbers);
    redraw();
}

/// A step of the slider is one of the circuits that were measured.
void CircuitsView::takeStep(int step)
{
    if (const core::CircuitSteps* const circuits = shownCircuits(figureData());
        circuits && step >= 0 && std::size_t(step) < circuits->steps.size()) {
        m_smallest = circuits->steps[std::size_t(step)].threshold;
        redraw();
    }
}

const core::CircuitSteps* CircuitsView::shownCircuits(const FigureData& now) const
{
    return shows(pathsFigure) && now.a && shownRun(now)->setup ? circuitsOf(now, shownRun(now)) : nullptr;
}

/// The metric of the picture of the shown run; empty where it has none.
std::string CircuitsView::measuredOf(const FigureData& now) const
{
    const RunPtr& shown = shownRun(now);
    if (!shown || !shown->setup || (shows(patchingFigure) && !(now.a && now.b)))
        return {};
    return shows(pathsFigure) ? pathMetric(now, shown) : shows(patchingFigure) ? patchingMetric(now) : ablationMetric(now, shown);
}

/// The map on screen, as far as it has come.
std::optional<core::MeasuredMap> CircuitsView::shownMap(const FigureData& now) const
{
    if (!now.a || shows(pathsFigure) || (shows(patchingFigure) && !now.b))
        return {};
    std::optional<MapSoFar> all = shows(ablationFigure) ? ablationOf(now, shownRun(now)) : patchesOf(now);
    return all ? std::optional(std::move(all->map)) : std::nullopt;
}

MapTable CircuitsView::tableOf(const core::MeasuredMap& map) const
{
    return shows(patchingFigure) ? tableOfTokens(map) : tableOfLayers(map);
}

void CircuitsView::refreshControls(const FigureData& now)
{
    m_ablated->setVisible(shows(ablationFigure));
    const core::Setup* const setup = now.a ? shownRun(now)->setup.get() : nullptr;
    const bool hasExperts = setup && !core::expertsIn(core::plan(setup->config, 1).tensors).empty();
    m_ablated->setAvailable(QStringLiteral("experts"), hasExperts, tr("This model has no experts."));
    m_with->setVisible(shows(ablationFigure));
    m_texts->setVisible(showsTexts());
    m_patched->setVisible(shows(patchingFigure));
    m_instead->setVisible(shows(pathsFigure));
    m_heads->setVisible(
        shows(pathsFigure) && now.a && shownRun(now)->setup && headCount(shownRun(now)->setup->config) > rankedHeads);
    m_threshold->setVisible(shows(pathsFigure));
    if (const core::CircuitSteps* const circuits = shownCircuits(now)) {
        const std::size_t step = shownStep(*circuits, now);
        m_threshold->setRange(0, int(circuits->steps.size()) - 1);
        m_threshold->setValue(int(step), tr("threshold %1").arg(thresholdText(*circuits, now)));
    }
    m_threshold->setEnabled(shownCircuits(now) != nullptr);
    m_metric->show(now, measuredOf(now));
}

void CircuitsView::retranslate()
{
    m_show->setLabel(kAblation, tr("Ablation"), tr("One part after the other is taken out of the run"));
    m_show->setLabel(kPatching, tr("Patching"), tr("One place after the other of A's run is put into B's"));
    m_show->setLabel(kPaths, tr("Paths"), tr("The circuit: which part is read by which, and how much that carries"));
    m_instead->setLabel(QStringLiteral("mean"), tr("mean"), tr("Its mean over the tokens of this text comes in place of a path"));
    m_instead->setLabel(
        QStringLiteral("b"), tr("other text"), tr("What the text of the other slot gives comes in place of a path"));
    m_heads->setLabel(QStringLiteral("all"), tr("all heads"), tr("Paths of every head"));
    m_heads->setLabel(QStringLiteral("32"), tr("%1 heads").arg(rankedHeads),
        tr("Paths of the heads without which the metric changes most: a fraction of the runs"));
    m_threshold->slider()->setAccessibleName(tr("Threshold of the circuit"));
    if (m_threshold->accessibleDescription().isEmpty())
        m_threshold->setValue(0, tr("threshold"));
    m_ablated->setLabel(QStringLiteral("heads"), tr("heads"), tr("Every head of every layer"));
    m_ablated->setLabel(QStringLiteral("branches"), tr("branches"), tr("Attention and feed-forward of every layer"));
    m_ablated->setLabel(QStringLiteral("experts"), tr("experts"), tr("Every expert of every mixture"));
    m_ablated->setLabel(QStringLiteral("neurons"), tr("neurons"), tr("Every neuron of the selected layer"));
    m_patched->setLabel(QStringLiteral("stream"), tr("stream"), tr("The residual stream before each block"));
    m_patched->setLabel(QStringLiteral("attention"), tr("attention"), tr("What attention adds to the stream"));
    m_patched->setLabel(QStringLiteral("feed_forward"), tr("feed-forward"), tr("What the feed-forward adds to the stream"));
    m_patched->setLabel(QStringLiteral("heads"), tr("heads"), tr("The output of each head"));
    m_with->setLabel(QStringLiteral("zero"), tr("zero"), tr("Nothing comes in its place"));
    m_with->setLabel(QStringLiteral("mean"), tr("mean"), tr("Its mean over the tokens of this text comes in its place"));
    m_with->setLabel(QStringLiteral("reference"), tr("texts"), tr("Its mean over many texts comes in its place"));
    m_texts->retranslate();
    m_metric->retranslate();
}

/// What the status line says of a cell: of a head no token where it is taken out of the whole run, of a token no head where the
/// part is that of all.
void CircuitsView::hoverCell(const QString&, int row, int column, Selection& hovered)
{
    const FigureData now = figureData();
    if (shownCircuits(now) || shownMap(now)) {
        hovered = {.layer = hovered.layer, .head = -1};
        pointAt(now, row, column, hovered);
    }
}

void CircuitsView::pointAt(const FigureData& now, int row, int column, Selection& hovered) const
{
    if (const core::CircuitSteps* const circuits = shownCircuits(now)) {
        const int sender = senderAt(*circuits, pathLayout(*circuits, shownStep(*circuits, now)), {row, column});
        if (sender < 0 || circuits->senders[std::size_t(sender)].layer < 0)
            return;
        hovered.layer = int(circuits->senders[std::size_t(sender)].layer);
        if (const core::Index head = circuits->senders[std::size_t(sender)].head; head >= 0)
            hovered.head = int(head);
        return;
    }
    const std::optional<core::MeasuredMap> map = shownMap(now);
    if (!map)
        return;
    const MapTable table = tableOf(*map);
    const core::MeasuredPlace* const place = table.placeAt(*map, row, column);
    if (!place || place->isOfEncoder)
        return;
    hovered.layer = int(place->layer);
    if (place->head >= 0)
        hovered.head = int(place->head);
    if (place->token >= 0)
        hovered.query = int(place->token);
}

/// Of patching the part that is put in; else a cell says its own.
QString CircuitsView::markedTensor() const
{
    const std::optional<core::MeasuredMap> map = shows(patchingFigure) ? shownMap(figureData()) : std::nullopt;
    if (!map || map->places.empty())
        return {};
    const core::NameParts parts = core::partsOfName(map->places.front().at);
    const std::string rest(parts.rest.substr(0, parts.rest.find('[')));
    return QString::fromStdString(core::blockName(std::max(0, selectionModel()->pinned().layer), rest.c_str()));
}

QString CircuitsView::markedPart() const
{
    const FigureData data = figureData();
    const RunPtr& run = shownRun(data);
    if (!run || !run->setup || !shows(ablationFigure) || !ablatedOption.is(data, "heads"))
        return {};
    return readOut(run, {.layer = data.selection.layer, .head = data.selection.head});
}

/// The tensor that was changed for the number of a cell, or that a node of the graph writes, and its place.
QString CircuitsView::partOf(const QString&, int row, int column, Selection& at) const
{
    const FigureData now = figureData();
    if (const core::CircuitSteps* const circuits = shownCircuits(now)) {
        const int sender = senderAt(*circuits, pathLayout(*circuits, shownStep(*circuits, now)), {row, column});
        if (sender < 0)
            return {};
        const core::PathSender& part = circuits->senders[std::size_t(sender)];
        at.head = part.head >= 0 ? int(part.head) : at.head;
        at.query = at.key = at.dim = -1;
        return part.layer < 0 ? QStringLiteral("embed") : QString::fromStdString(part.id).section(QLatin1Char('['), 0, 0);
    }
    const std::optional<core::MeasuredMap> map = shownMap(now);
    const core::MeasuredPlace* const place = map ? tableOf(*map).placeAt(*map, row, column) : nullptr;
    if (!place)
        return {};
    at.head = place->head >= 0 ? int(place->head) : at.head;
    at.query = int(place->token);
    at.key = -1;
    at.dim = int(place->neuron);
    return QString::fromStdString(place->at).section(QLatin1Char('['), 0, 0);
}

/// The cell that a bar is about.
std::pair<int, int> CircuitsView::cellOfBar(int bar) const
{
    const FigureData now = figureData();
    if (const core::CircuitSteps* const circuits = shownCircuits(now)) {
        const std::size_t step = shownStep(*circuits, now);
        const std::vector<std::size_t> edges = shownEdges(*circuits, step);
        if (bar < 0 || std::size_t(bar) >= edges.size())
            return {-1, -1};
        const core::PathEdge& edge = circuits->edges[edges[std::size_t(bar)]];
        const Cell cell = pathLayout(*circuits, step).cellOf(circuits->senders[edge.sender]);
        return {cell.row, cell.column};
    }
    const std::optional<core::MeasuredMap> map = shownMap(now);
    const std::vector<int> order = map && bar >= 0 ? mostChanged(*map, std::size_t(bar) + 1) : std::vector<int>();
    return bar < 0 || std::size_t(bar) >= order.size() ? std::pair{-1, -1} : tableOf(*map).cellOf(order[std::size_t(bar)]);
}

QString CircuitsView::barPart(const QString&, int bar, Selection& at)
{
    const auto [row, column] = cellOfBar(bar);
    return row < 0 ? QString() : partOf({}, row, column, at);
}

void CircuitsView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    // The first click looks at a place, the second opens what is behind it.
    const Selection before = pinned;
    pointAt(figureData(), row, column, pinned);
    Selection part = pinned;
    const bool isHead = partOf(map, row, column, part).endsWith(QLatin1String(".z"));
    if (isHead && pinned == before)
        emit viewWanted(QStringLiteral("attention"));
    pinned.isHeadChosen |= isHead;
}

void CircuitsView::clickBar(const QString&, int bar, Selection& pinned)
{
    if (const auto [row, column] = cellOfBar(bar); row >= 0)
        clickCell({}, row, column, {}, pinned);
}

const ViewInfo circuitsView{.id = "circuits",
    .title = QT_TRANSLATE_NOOP("views", "Circuits"),
    .create = createView<CircuitsView>,
    .figures = {&ablationFigure, &patchingFigure, &pathsFigure}};

} // namespace widgets
