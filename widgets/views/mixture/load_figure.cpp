// Are all experts used? Tokens of each expert against a fair share, in one layer and in all, and the numbers of balance.

#include "core/analysis/expert_load.h"
#include "core/run/cost.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/histogram.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/mixture/data.h"
#include "widgets/views/mixture/fact_table.h"
#include "widgets/views/mixture/pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace widgets {

namespace {

struct MixtureLoad
{
    Q_DECLARE_TR_FUNCTIONS(MixtureLoad)
};

constexpr int maxBars = 16; // of more experts columns
constexpr double lowPage = 330; // px of ordinary type

double fairShare(const std::vector<double>& counts)
{
    return counts.empty() ? 0 : std::accumulate(counts.begin(), counts.end(), 0.0) / double(counts.size());
}

double droppedOf(const RunResult& run, int layer, core::Index expert)
{
    const Grid dropped = routerGrid(run, layer, "dropped");
    double count = 0;
    for (core::Index t = 0; t < dropped.rows; ++t)
        count += dropped.at(t, expert) != 0;
    return count;
}

const core::RouterReport* reportOf(const std::vector<core::RouterReport>& reports, int layer)
{
    for (const core::RouterReport& report : reports)
        if (report.scope == core::blockName(layer, "mlp"))
            return &report;
    return nullptr;
}

/// Load over fair share: a row for each mixture layer. [layer, expert]
Grid loadGrid(const RunResult& run)
{
    const std::vector<int> layers = mixtureRows(run);
    std::vector<std::vector<double>> rows;
    std::size_t experts = 0;
    for (const int layer : layers) {
        rows.push_back(tokensOfExperts(run, layer));
        experts = std::max(experts, rows.back().size());
    }
    std::vector<float> values;
    for (const std::vector<double>& counts : rows)
        for (std::size_t e = 0; e < experts; ++e)
            values.push_back(e < counts.size() ? float(counts[e] / std::max(fairShare(counts), 1e-30))
                                               : -std::numeric_limits<float>::infinity());
    return gridOf(std::move(values), core::Index(rows.size()), core::Index(experts));
}

/// The fair share as a line over all bars: upright over lying bars.
void addFairLine(QCPAxisRect* rect, double fair, bool isUpright, const FigureStyle& style)
{
    QCustomPlot* plot = rect->parentPlot();
    const double height = QFontMetricsF(tickFont(style), plot).height();
    QMargins room = rect->minimumMargins();
    room.setTop(int(height) + space::xs);
    const QString text = MixtureLoad::tr("fair %1").arg(countText(fair));
    if (!isUpright) // beside the columns
        room.setRight(int(QFontMetricsF(tickFont(style), plot).horizontalAdvance(text)) + space::l);
    rect->setMinimumMargins(room);
    auto* line = new QCPItemLine(plot);
    auto* label = new QCPItemText(plot);
    for (QCPItemPosition* position : {line->start, line->end, label->position}) {
        position->setTypeX(isUpright ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
        position->setTypeY(isUpright ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
        position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        position->setAxisRect(rect);
    }
    const auto at = [&](double along) { return isUpright ? QPointF(fair, along) : QPointF(along, fair); };
    line->start->setCoords(at(0));
    line->end->setCoords(at(1));
    line->setPen(QPen(themeOf(style).text2, 1, Qt::DashLine));
    line->setClipToAxisRect(false);
    label->position->setCoords(at(isUpright ? 0 : 1));
    label->setPositionAlignment(isUpright ? Qt::AlignHCenter | Qt::AlignBottom : Qt::AlignLeft | Qt::AlignVCenter);
    label->setPadding({isUpright ? 0 : space::xs, 0, 0, 0});
    label->setClipToAxisRect(false);
    label->setText(text);
    label->setFont(tickFont(style));
    label->setColor(themeOf(style).text2);
}

void addBars(const Drawing& drawing, QCPLayoutGrid& in, int layer)
{
    const auto& [plot, data, style] = drawing;
    const RunResult& run = *shownRun(data);
    const bool isDelta = data.side == Side::Delta;
    std::vector<double> counts = tokensOfExperts(run, layer);
    if (isDelta) {
        const std::vector<double> other = tokensOfExperts(*data.b, layer);
        for (std::size_t e = 0; e < counts.size(); ++e)
            counts[e] = (e < other.size() ? other[e] : 0) - counts[e];
    }
    QVector<Bar> bars;
    for (std::size_t e = 0; e < counts.size(); ++e) {
        const double dropped = isDelta ? 0 : droppedOf(run, layer, core::Index(e));
        QString text = isDelta ? formatDifference(counts[e]) : countText(counts[e]);
        if (dropped > 0)
            text += QLatin1Char(' ') + MixtureLoad::tr("(%1 dropped)").arg(countText(dropped));
        bars << Bar{expertName(core::Index(e)), counts[e], text};
    }
    double full = 0;
    if (!isDelta)
        for (const RunPtr& other : scaledRuns(data))
            for (const double count : tokensOfExperts(*other, layer))
                full = std::max(full, count);
    QCPAxisRect* rect = plot.addAxisRect(plot.panel()->rowCount(), 0, style);
    in.addElement(1, 0, rect);
    plot.panel()->simplify();
    const double fair = fairShare(counts);
    const auto fitting = std::int64_t(0.5 * roomOf(style).height() / 16); // lying bars
    const bool areColumns = !isDelta && bars.size() > std::clamp<std::int64_t>(fitting, 4, maxBars);
    if (areColumns) {
        QVector<double> edges;
        for (std::size_t e = 0; e <= counts.size(); ++e)
            edges << double(e) - 0.5;
        auto* columns = new Histogram(rect, style);
        columns->setName(QStringLiteral("load"));
        columns->setCounts(edges, QVector<double>(counts.begin(), counts.end()));
        rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<IndexTicker>::create());
        rect->axis(QCPAxis::atBottom)->setLabel(MixtureLoad::tr("expert"));
        rect->axis(QCPAxis::atLeft)->setRange(0, std::max({full, fair, 1.0}) * 1.08);
        addFairLine(rect, fair, false, style);
        return;
    }
    std::stable_sort(bars.begin(), bars.end(), [&](const Bar& a, const Bar& b) {
        return bars.size() > maxBars && std::abs(a.value) > std::abs(b.value); // those that differ most
    });
    const double type = style.tickPoints * style.dpiFactor / FigureStyle().tickPoints;
    const double high
        = roomOf(style).height() < lowPage ? 20 : 27; // of a bar with its gap: a low page needs the room for the map
    rect->setMaximumSize(QWIDGETSIZE_MAX, int(high * std::max(1.0, type) * double(bars.size())));
    auto* chart = new BarChart(rect, style);
    chart->setName(QStringLiteral("load"));
    chart->setBars(bars, full);
    if (!isDelta)
        addFairLine(rect, fair, true, style);
}

void addLayers(const Drawing& drawing, QCPLayoutGrid& in, int layer)
{
    const auto& [plot, data, style] = drawing;
    const Grid grid = sideGrid(data, loadGrid);
    if (grid.isEmpty())
        return;
    GridAxisRect* rect = plot.addGridRect(plot.panel()->rowCount(), 0, style);
    in.addElement(3, 0, rect);
    plot.panel()->simplify();
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    QStringList names;
    int pinned = -1;
    const std::vector<int> layers = mixtureRows(*shownRun(data));
    for (std::size_t i = 0; i < layers.size(); ++i) {
        names << layerLabel(layers[i]);
        pinned = layers[i] == layer ? int(i) : pinned;
    }
    rect->setRowTokens(names);
    rect->setColumnNumbers(int(grid.columns), QStringLiteral("E"));
    rect->setMaximumSize(QWIDGETSIZE_MAX, int(96.0 * double(grid.rows)));
    const ColorScale scale = sideScale(data, {ColorMapId::Cividis, ScalePolicy::ZeroToMax}, loadGrid);
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("balance"));
    map->setData(grid, scale);
    int busiest = 0;
    for (int e = 1; e < int(grid.columns) && pinned >= 0; ++e)
        if (grid.at(pinned, e) > grid.at(pinned, busiest))
            busiest = e;
    map->setPinned({pinned, busiest});
    (new ColorBar(rect, scale, MixtureLoad::tr("load / fair"), style))->setShowsMasked(false);
}

/// The same facts for each run, in the same order.
QVector<Fact> factsOf(const RunResult& run, int layer)
{
    const std::vector<double> counts = tokensOfExperts(run, layer);
    const core::LoadBalance balance = core::balanceOf(counts);
    const std::vector<core::RouterReport> reports = core::routerReports(*run.trace);
    const core::RouterReport* report = reportOf(reports, layer);
    const core::MixtureOfExperts* kind = mixtureAt(run, layer);
    const auto idle = std::count(counts.begin(), counts.end(), 0.0);
    const auto number = [](double value) { return std::isfinite(value) ? formatNumber(value) : maskedText(); };
    QVector<Fact> facts{{MixtureLoad::tr("Busiest expert"), MixtureLoad::tr("%1 × fair").arg(number(balance.largestOverFair))},
        {MixtureLoad::tr("Unused experts"), MixtureLoad::tr("%1 of %2").arg(idle).arg(counts.size())},
        {MixtureLoad::tr("Variation of the load"), number(balance.variation),
            MixtureLoad::tr("standard deviation / mean; even: 0")},
        {MixtureLoad::tr("Entropy of the load"), number(balance.entropy),
            MixtureLoad::tr("nat; even: %1").arg(number(balance.evenEntropy))}};
    if (report) {
        double chosen = std::accumulate(report->load.begin(), report->load.end(), 0.0);
        facts << Fact{MixtureLoad::tr("Load-balancing loss"), number(report->balanceLoss),
            MixtureLoad::tr("N Σ f·P of arXiv 2101.03961 eq. 4, without α; even: %1").arg(number(chosen))};
        facts << Fact{MixtureLoad::tr("Router z-loss"), number(report->zLoss),
            MixtureLoad::tr("mean of (log Σ eˡ)², arXiv 2202.08906 eq. 5")};
    }
    if (kind) {
        const bool isLimited = kind->routing.capacity > 0;
        double dropped = 0;
        for (std::size_t e = 0; e < counts.size(); ++e)
            dropped += droppedOf(run, layer, core::Index(e));
        facts << Fact{MixtureLoad::tr("Dropped"), countText(dropped),
            isLimited ? MixtureLoad::tr("capacity per expert: %1")
                            .arg(core::expertPlaces(kind->routing, core::Index(streamTokens(*run.trace).size())))
                      : MixtureLoad::tr("no capacity limit"),
            -1, dropped > 0};
        facts << Fact{MixtureLoad::tr("Shared experts"), QString::number(kind->shared),
            kind->shared > 0 ? MixtureLoad::tr("every token goes there too") : QString()};
        const core::Cost cost = core::countParameters(run.setup->specs);
        facts << Fact{MixtureLoad::tr("Parameters of one token"), formatCount(cost.active),
            MixtureLoad::tr("of %1 in the model").arg(formatCount(cost.parameters)),
            double(cost.active) / std::max(1.0, double(cost.parameters))};
    }
    return facts;
}

void drawMixtureLoad(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const RunResult& run = *shownRun(data);
    const int layer = shownMixtureLayer(data);
    auto* left = plot.makeGrid();
    plot.panel()->addElement(0, 0, left);
    const auto title = [&](int row, const QString& text) {
        left->addElement(row, 0, plot.addPanelTitle(plot.panel()->rowCount(), 0, text, style));
        plot.panel()->simplify();
        left->setRowStretchFactor(row, 0.001);
    };
    title(0, MixtureLoad::tr("Layer %1: tokens of each expert").arg(counted(layer)));
    addBars(drawing, *left, layer);
    const bool hasLayers = mixtureLayers(run).size() > 1 && roomOf(style).height() >= 220;
    if (hasLayers) {
        title(2, MixtureLoad::tr("Every layer: load over fair share"));
        addLayers(drawing, *left, layer);
        left->setRowStretchFactor(1, roomOf(style).height() < lowPage ? 0.8 : 1.2);
    }
    left->addElement(4, 0, new QCPLayoutElement(&plot));
    for (int row = 2; row < 4 && !hasLayers; ++row)
        left->setRowStretchFactor(row, 0.001);
    left->setRowStretchFactor(4, 0.001);
    const QVector<Fact> facts = factsOf(run, layer);
    if (data.side == Side::Delta)
        return;
    const QString ofBalance = MixtureLoad::tr("Balance of layer %1").arg(counted(layer));
    if (roomOf(style).width() < 560)
        return sayNoRoomFor(plot, {ofBalance}, style);
    auto* right = plot.makeGrid();
    right->setRowSpacing(space::s);
    plot.panel()->addElement(0, 1, right);
    right->addElement(0, 0, plot.addPanelTitle(1, 0, ofBalance, style));
    plot.panel()->simplify();
    right->addElement(1, 0, new FactTable(&plot, style, facts));
    right->addElement(2, 0, new QCPLayoutElement(&plot));
    right->setRowStretchFactor(0, 0.001);
    plot.panel()->setColumnStretchFactor(0, 1.9);
    plot.panel()->setColumnStretchFactor(1, 1);
}

QString mixtureLoadSubtitle(const FigureData&)
{
    return MixtureLoad::tr(
        "A bar is the number of tokens that chose an expert; the dashed line is what each would have if all had the same.");
}

QString mixtureLoadCaption(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const int layer = shownMixtureLayer(data);
    const std::vector<double> counts = tokensOfExperts(run, layer);
    const core::LoadBalance balance = core::balanceOf(counts);
    if (!std::isfinite(balance.variation))
        return {};
    QString text = joinedSentences({MixtureLoad::tr("In layer %1 %2 has %3 times its fair share.")
                                        .arg(counted(layer))
                                        .arg(expertName(busiestExpert(counts)), formatNumber(balance.largestOverFair)),
        MixtureLoad::tr("The load varies by %1 around its mean.").arg(formatNumber(balance.variation))});
    if (const std::vector<core::RouterReport> reports = core::routerReports(*run.trace);
        const auto* report = reportOf(reports, layer))
        text += QLatin1Char(' ') + MixtureLoad::tr("The load-balancing loss is %1.").arg(formatNumber(report->balanceLoss));
    if (run.setup) {
        const core::Cost cost = core::countParameters(run.setup->specs);
        text += QLatin1Char(' ')
            + MixtureLoad::tr("One token uses %1 of %2 parameters.").arg(formatCount(cost.active), formatCount(cost.parameters));
    }
    return text + otherLayerNote(data);
}

} // namespace

const FigurePage mixtureLoadPage{.id = "load",
    .title = QT_TRANSLATE_NOOP("figures", "Are all experts used?"),
    .draw = drawMixtureLoad,
    .caption = mixtureLoadCaption,
    .subtitle = mixtureLoadSubtitle,
    .concepts = "C29"};

} // namespace widgets
