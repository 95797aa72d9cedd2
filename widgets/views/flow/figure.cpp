// The flow: the prediction of each layer at each position, what the selected head attends to there, and how much
// each layer and head adds to the answer.

#include "widgets/views/flow/figure.h"

#include "widgets/figure/number_files.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"
#include "widgets/views/flow/difference.h"
#include "widgets/views/flow/grid.h"
#include "widgets/views/flow/numbers.h"
#include "widgets/views/flow/parts.h"
#include "widgets/views/flow/sentences.h"
#include "widgets/views/flow/shown.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/side_panel.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

struct Flow
{
    Q_DECLARE_TR_FUNCTIONS(Flow)
};

constexpr int maxHeads = 12;
constexpr double roomForWords = 150, roomForBars = 440; // px of ordinary type, beside the grid

QString whyNotFlow(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    if (!run.setup)
        return Flow::tr("This trace came without its model. What a layer predicts needs the output matrix: open the model and "
                        "run the text there.");
    if (run.setup->config.outputHead == core::OutputHead::None)
        return Flow::tr(
            "This model has no output head, so no layer predicts a token. Choose “Output matrix” as its output head.");
    if (flowLayers(run, -1, std::numeric_limits<int>::max()).empty())
        return whyNotRecorded("blocks.*.resid_post");
    if (data.side == Side::Delta)
        return whyNoFlowDifference(data);
    return {};
}

int rowsThatFit(const FigureStyle& style)
{
    const double used = style.showTitle ? 190 : 84; // titles, labels, margins
    return std::max(4, int((roomOf(style).height() - used) / 23));
}

void fillGrid(FlowGrid& grid, const FlowShown& shown, const std::vector<int>& rows)
{
    std::vector<FlowCell> cells;
    for (const int layer : rows)
        for (int position = 0; position < shown.tokens; ++position) {
            const LensTokens* best = shown.at(layer, position);
            const LensTokens* last = shown.at(shown.layers - 1, position);
            if (!best || best->empty()) {
                cells.push_back({{}, std::numeric_limits<double>::quiet_NaN(), false});
                continue;
            }
            const bool isFinal = last && !last->empty() && last->front().id == best->front().id;
            cells.push_back({tokenText(shown.run, best->front().id), best->front().probability, isFinal});
        }
    grid.setCells(rows, shown.tokens, std::move(cells));
    grid.setPinned({grid.rowOf(shown.layer), shown.position});

    std::vector<FlowArc> arcs;
    if (shown.tokens > 1)
        arcs = flowArcs(shown.run, shown.layer, shown.head, shown.position);
    std::erase_if(arcs, [&](const FlowArc& arc) { return arc.key >= shown.tokens; });
    const auto named = std::find_if(arcs.begin(), arcs.end(), [](const FlowArc& arc) { return !arc.isSink; });
    const QString label = named == arcs.end()
        ? QString()
        : QStringLiteral("L%1 H%2 · %3").arg(counted(shown.layer)).arg(counted(shown.head)).arg(formatNumber(named->weight, 2));
    grid.setArcs(grid.rowOf(shown.layer), shown.position, std::move(arcs), label);
}

QStringList columnWords(const FlowGrid& grid, const FlowShown& shown)
{
    QStringList words;
    for (int row = 0; row < grid.rows(); ++row)
        words << grid.cell({row, shown.position}).text;
    return words;
}

QString flowNextHeading(const FlowShown& shown)
{
    const QString title = speaksOfHere(*shown.run.trace) ? Flow::tr("Token at %1") : Flow::tr("Next token after %1");
    return title.arg(quotedToken(*shown.run.trace, shown.position));
}

QString flowHeadsHeading(const FlowShown& shown, const core::TokenProbability& answer)
{
    return Flow::tr("Heads of L%1, to “%2”").arg(counted(shown.layer)).arg(tokenText(shown.run, answer.id));
}

void drawSide(SidePanel& side, const FlowShown& shown, const FigureStyle& style, const core::TokenProbability* answer)
{
    QVector<Bar> next;
    for (const core::TokenProbability& one : shown.next())
        next << Bar{tokenText(shown.run, one.id), one.probability, probabilityText(one.probability), next.isEmpty()};
    double used = 0;
    if (!next.isEmpty()) {
        auto* chart = new BarChart(side.add(flowNextHeading(shown), double(next.size())), style);
        chart->setName(QStringLiteral("next"));
        chart->setBars(next, std::max(next.front().value, 0.02));
        used += double(next.size()) + 1.5;
    }
    const core::HeadParts* heads = answer ? headPartsOf(shown.results, shown.owner, shown.layer, shown.position) : nullptr;
    if (heads) {
        std::vector<int> order(heads->heads.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = int(i);
        if (order.size() > std::size_t(maxHeads)) {
            std::stable_sort(order.begin(), order.end(),
                [&](int a, int b) { return std::abs(heads->heads[std::size_t(a)]) > std::abs(heads->heads[std::size_t(b)]); });
            order.resize(maxHeads);
            std::sort(order.begin(), order.end());
        }
        QVector<Bar> bars;
        for (const int head : order)
            bars << Bar{
                headLabel(head), heads->heads[std::size_t(head)], partText(heads->heads[std::size_t(head)]), head == shown.head};
        auto* chart = new BarChart(side.add(flowHeadsHeading(shown, *answer), double(bars.size())), style);
        chart->setName(QStringLiteral("heads"));
        chart->setBars(bars);
        used += double(bars.size()) + 1.5;
    }
    if (const double left = roomOf(style).height() / 30 - used; left > 1)
        side.addSpace(left);
}

bool addsFeedForward(const core::Attribution& parts)
{
    return std::any_of(
        parts.parts.begin(), parts.parts.end(), [](const core::LogitPart& part) { return part.of == core::PartOf::FedForward; });
}

void drawFlow(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    if (data.side == Side::Delta)
        return drawFlowDifference(drawing, rowsThatFit(style));
    const FlowShown shown(data);
    const double width = roomOf(style).width(), unit = typeScale(style);
    const std::vector<int> rows = flowLayers(shown.run, shown.layer, rowsThatFit(style));
    QCPLayoutGrid* const page = plot.panel();
    GridAxisRect* const rect = plot.addGridRect(0, 0, style);
    rect->setCells(int(rows.size()), shown.tokens, CellShape::Fill);
    rect->setRowTokens(flowRowLabels(rows));
    labelColumns(*rect, *shown.run.trace);
    const QFontMetricsF metrics(tickFont(style), &plot);
    const int above = int(metrics.height()) + space::s;
    rect->setMinimumMargins({0, above, 0, 0});

    auto* const grid = new FlowGrid(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    grid->setName(QStringLiteral("flow"));
    fillGrid(*grid, shown, rows);

    const core::TokenProbability* const answer = shown.answer();
    const core::Attribution* const parts = answer ? attributionOf(shown.results, shown.owner, shown.position) : nullptr;
    const bool hasSide = width >= 700;
    const double gridWidth = style.size.width() * (hasSide ? 0.6 : 0.75);
    const double wordWidth
        = width < roomForWords ? 0 : flowWordWidth(columnWords(*grid, shown), gridWidth / shown.tokens, style, plot);
    const bool hasBars = parts && width >= roomForBars;
    if (hasBars || wordWidth > 0) {
        const QString heading = hasBars ? Flow::tr("adds to “%1”").arg(tokenText(shown.run, answer->id)) : QString();
        const QString mixer = flowMixerName(shown.run, -1), feedForward = Flow::tr("feed-forward");
        const double most = 0.22 * style.size.width();
        const double legend = std::max(12 + metrics.horizontalAdvance(feedForward) + 2 * space::m,
            std::min(12 + metrics.horizontalAdvance(mixer) + 2 * space::m, most));
        const double named = std::min(metrics.horizontalAdvance(heading) + 2 * space::m, most);
        const double barRoom = hasBars ? std::max({unit * std::clamp(width * 0.13, 104.0, 190.0), legend, named}) : 0;
        const int room = int(barRoom + (wordWidth > 0 ? wordWidth + space::m : 0));
        rect->setRoomRight(room);
        if (hasBars)
            rect->setMinimumMargins({0, above, 0, int(2 * metrics.height()) + space::s});
        auto* const bars = new FlowParts(grid, room, style);
        bars->setName(QStringLiteral("parts"));
        if (wordWidth > 0)
            bars->setWords(columnWords(*grid, shown), wordWidth, quotedToken(*shown.run.trace, shown.position));
        if (hasBars)
            bars->setSums(flowSums(*parts, rows), heading, mixer, addsFeedForward(*parts) ? feedForward : QString());
    }
    if (!hasSide) {
        QStringList leftOut{flowNextHeading(shown)};
        if (answer && headPartsOf(shown.results, shown.owner, shown.layer, shown.position))
            leftOut << flowHeadsHeading(shown, *answer);
        if (parts && !hasBars)
            leftOut << Flow::tr("adds to “%1”").arg(tokenText(shown.run, answer->id));
        return sayNoRoomFor(plot, leftOut, style);
    }
    SidePanel side(*page, plot, 0, 1, style);
    drawSide(side, shown, style, answer);
    page->setColumnStretchFactor(0, width < 1100 ? 4.2 : 4.6);
}

QString flowSubtitle(const FigureData& data)
{
    if (data.b && data.mode == SlotMode::Delta)
        return Flow::tr(
            "Each cell is the word that B reads out after a layer, bold where A reads another; colour is how much more "
            "(B) or less (A) probability B gives this word than A does.");
    return speaksOfHere(*shownRun(data)->trace)
        ? Flow::tr("Cells: the token read from the stream after a layer (logit lens); colour: its probability, bold: the model's answer.")
        : Flow::tr("Cells: the next token read from the stream after a layer (logit lens); colour: its probability, bold: the model's answer.");
}

QString captionOfFlow(const FigureData& data)
{
    return data.side == Side::Delta ? flowDifferenceCaption(data) : flowCaption(data);
}

QString flowTable(const FigureData& data)
{
    const FlowShown shown(data);
    const std::vector<int> rows = flowLayers(shown.run, shown.layer, std::numeric_limits<int>::max());
    QString text = QStringLiteral("layer,position,token_id,probability,token\n");
    for (const int layer : rows)
        for (int position = 0; position < shown.tokens; ++position)
            if (const LensTokens* best = shown.at(layer, position))
                text += QStringLiteral("%1,%2,%3,%4,%5\n")
                            .arg(QString::number(layer), QString::number(position), QString::number(best->front().id),
                                exactText(float(best->front().probability)), csvField(tokenText(shown.run, best->front().id)));
    return text;
}

const char* titleFor(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    return run && speaksOfHere(*run->trace) ? QT_TRANSLATE_NOOP("figures", "What does each layer make of the text?") : nullptr;
}

} // namespace

const FigureInfo flowFigure{.id = "flow",
    .title = QT_TRANSLATE_NOOP("figures", "How does the text become the next token?"),
    .draw = drawFlow,
    .caption = captionOfFlow,
    .whyNot = whyNotFlow,
    .subtitle = flowSubtitle,
    .titleFor = titleFor,
    .table = flowTable,
    .difference = Difference::Any,
    .metrics = flowMetrics,
    .needs = flowNeeded,
    .offer = outputOffer};

} // namespace widgets
