#include "widgets/views/circuits/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/plot.h"
#include "widgets/views/circuits/figure.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/circuits/map_picture.h"

namespace widgets {

namespace {

const QString kAblation = QStringLiteral("ablation"), kPatching = QStringLiteral("patching");
const QStringList kMetrics{QLatin1String(answerMetric), QStringLiteral("loss"), QStringLiteral("kl"), QStringLiteral("entropy@-1")};

/// The map on screen; nullptr: none.
const core::MeasuredMap* shownMap(const FigureData& now, bool isPatching)
{
    if (!now.a || (isPatching && !now.b))
        return nullptr;
    if (!isPatching)
        return ablationOf(now, shownRun(now));
    const core::Patches* const patches = patchesOf(now);
    return patches ? &patches->map : nullptr;
}

} // namespace

CircuitsView::CircuitsView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch({kAblation, kPatching}, this))
    , m_ablated(new SegmentedSwitch(ablatedOption.list(), this))
    , m_patched(new SegmentedSwitch(patchedOption.list(), this))
    , m_with(new SegmentedSwitch(replacementOption.list(), this))
    , m_metric(new SegmentedSwitch(kMetrics, this))
{
    m_with->setObjectName(replacementOption.name());
    for (SegmentedSwitch* part : {m_show, m_ablated, m_patched, m_with, m_metric})
        controls()->addWidget(part);
    for (SegmentedSwitch* part : {m_show, m_ablated, m_patched, m_with})
        connect(part, &SegmentedSwitch::chosen, this, &CircuitsView::redraw);
    connect(m_metric, &SegmentedSwitch::chosen, this, [this] {
        m_otherMetric.clear();
        redraw();
    });
    CircuitsView::retranslate();
}

bool CircuitsView::isPatching() const { return m_show->current() == kPatching; }

const FigureInfo& CircuitsView::figure() const { return isPatching() ? patchingFigure : ablationFigure; }

bool CircuitsView::showFigure(const QString& figureId)
{
    if (figureId != QLatin1String(ablationFigure.id) && figureId != QLatin1String(patchingFigure.id))
        return false;
    m_show->setCurrent(figureId);
    return true;
}

bool CircuitsView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!FigureView::restore(figureId, options))
        return false;
    SegmentedSwitch* const over = isPatching() ? m_patched : m_ablated;
    over->setCurrent(isPatching() ? patchedOption.in(options) : ablatedOption.in(options));
    const QString metric = metricOption.in(options);
    m_otherMetric = kMetrics.contains(metric) ? QString() : metric;
    m_metric->setCurrent(kMetrics.contains(metric) ? metric : kMetrics.front());
    redraw();
    return true;
}

QVariantMap CircuitsView::options() const
{
    QVariantMap all{{ablatedOption.name(), (isPatching() ? m_patched : m_ablated)->current()},
        {metricOption.name(), m_otherMetric.isEmpty() ? m_metric->current() : m_otherMetric}};
    if (!isPatching())
        all[replacementOption.name()] = m_with->current();
    return all;
}

void CircuitsView::refreshControls(const FigureData&)
{
    m_ablated->setVisible(!isPatching());
    m_with->setVisible(!isPatching());
    m_patched->setVisible(isPatching());
}

void CircuitsView::retranslate()
{
    m_show->setLabel(kAblation, tr("Ablation"), tr("One part after the other is taken out of the run"));
    m_show->setLabel(kPatching, tr("Patching"), tr("One place after the other of A's run is put into B's"));
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
    m_metric->setLabel(kMetrics[0], tr("answer"), tr("The log probability of the likeliest next token; the logit difference of two"));
    m_metric->setLabel(kMetrics[1], tr("loss"), tr("The mean loss of the text"));
    m_metric->setLabel(kMetrics[2], tr("KL"), tr("How far the predictions are from those of the untouched run"));
    m_metric->setLabel(kMetrics[3], tr("entropy"), tr("How undecided the next token is"));
}

void CircuitsView::hoverCell(const QString&, int row, int column, Selection& hovered)
{
    const FigureData now = figureData();
    const core::MeasuredMap* const map = shownMap(now, isPatching());
    if (!map)
        return;
    const MapTable table = isPatching() ? tableOfTokens(*map) : tableOfLayers(*map);
    const core::MeasuredPlace* const place = table.placeAt(*map, row, column);
    if (!place || place->isOfEncoder)
        return;
    hovered.layer = int(place->layer);
    if (place->head >= 0)
        hovered.head = int(place->head);
    if (place->token >= 0)
        hovered.query = int(place->token);
}

/// The tensor that was changed for the number of a cell, and its place.
QString CircuitsView::partOf(const QString&, int row, int column, Selection& at) const
{
    const FigureData now = figureData();
    const core::MeasuredMap* const map = shownMap(now, isPatching());
    const core::MeasuredPlace* const place
        = map ? (isPatching() ? tableOfTokens(*map) : tableOfLayers(*map)).placeAt(*map, row, column) : nullptr;
    if (!place)
        return {};
    at.head = place->head >= 0 ? int(place->head) : at.head;
    at.query = int(place->token);
    at.key = -1;
    at.dim = int(place->neuron);
    return QString::fromStdString(place->at).section(QLatin1Char('['), 0, 0);
}

QString CircuitsView::barPart(const QString&, int bar, Selection& at)
{
    const FigureData now = figureData();
    const core::MeasuredMap* const map = shownMap(now, isPatching());
    const std::vector<int> order = map ? mostChanged(*map, std::size_t(bar) + 1) : std::vector<int>();
    if (bar < 0 || std::size_t(bar) >= order.size())
        return {};
    const auto [row, column] = (isPatching() ? tableOfTokens(*map) : tableOfLayers(*map)).cellOf(order[std::size_t(bar)]);
    return partOf({}, row, column, at);
}

void CircuitsView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    // The first click looks at a place, the second opens what is behind it.
    const Selection before = pinned;
    hoverCell(map, row, column, pinned);
    const bool isHead = isPatching() ? m_patched->current() == QLatin1String("heads") : m_ablated->current() == QLatin1String("heads");
    if (isHead && pinned == before)
        emit viewWanted(QStringLiteral("attention"));
    pinned.isHeadChosen |= isHead;
}

void CircuitsView::clickBar(const QString&, int bar, Selection& pinned)
{
    const FigureData now = figureData();
    const core::MeasuredMap* const map = shownMap(now, isPatching());
    const std::vector<int> order = map ? mostChanged(*map, std::size_t(bar) + 1) : std::vector<int>();
    if (bar < 0 || std::size_t(bar) >= order.size())
        return;
    const MapTable table = isPatching() ? tableOfTokens(*map) : tableOfLayers(*map);
    const auto [row, column] = table.cellOf(order[std::size_t(bar)]);
    clickCell({}, row, column, {}, pinned);
}

const ViewInfo circuitsView{.id = "circuits",
    .title = QT_TRANSLATE_NOOP("views", "Circuits"),
    .create = createView<CircuitsView>,
    .figures = {&ablationFigure, &patchingFigure}};

} // namespace widgets
