// One token: the router's logits, the selected experts, what each adds, and their sum, the output of the layer.

#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"
#include "widgets/views/mixture/data.h"
#include "widgets/views/mixture/flow.h"
#include "widgets/views/mixture/pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/side_panel.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct MixtureToken
{
    Q_DECLARE_TR_FUNCTIONS(MixtureToken)
};

constexpr int maxBars = 16;    // in the order of the experts
constexpr double besideEachOther = 400, barPitch = 14, headingHeight = 22; // of charts of differences, px of ordinary type
constexpr double minRow = 26;   // px of a row of the sum
constexpr double highestRow = 88;
constexpr double minHeight = 400; // of a narrow picture that has rows too
constexpr double highForLine = 100; // of one with a line on what has no room: in less the heading says it

std::optional<core::TokenMixture> mixtureOf(const RunResult& run, int layer, int token)
{
    return core::tokenMixture(*run.trace, core::blockName(layer, "mlp"), token);
}

/// The parts that have a row, the others as one: the sum stays whole.
struct Rows
{
    std::vector<core::ExpertPart> shown;
    int folded = 0;
    std::vector<float> rest; // sum of the folded ones
};

Rows rowsOf(const core::TokenMixture& mixture, std::size_t most)
{
    Rows rows;
    const std::size_t keep = mixture.parts.size() <= most ? mixture.parts.size() : most - 1;
    rows.shown.assign(mixture.parts.begin(), mixture.parts.begin() + std::ptrdiff_t(keep));
    rows.folded = int(mixture.parts.size() - keep);
    if (rows.folded > 0)
        rows.rest.assign(mixture.out.size(), 0.f);
    for (std::size_t i = keep; i < mixture.parts.size(); ++i)
        for (std::size_t d = 0; d < rows.rest.size(); ++d)
            rows.rest[d] += d < mixture.parts[i].weighted.size() ? mixture.parts[i].weighted[d] : 0.f;
    return rows;
}

std::size_t maxRows(const FigureStyle& style)
{
    const double height = roomOf(style).height() * (roomOf(style).width() >= 640 ? 0.75 : 0.3);
    return std::max<std::size_t>(3, std::size_t(height / minRow) - 1);
}

/// Rows: the parts, the rest of many, the sum. [part, d_model]
Grid sumGrid(const core::TokenMixture& mixture, const Rows& rows)
{
    std::vector<float> values;
    const std::size_t width = mixture.out.size();
    const auto append = [&](const std::vector<float>& row) {
        for (std::size_t d = 0; d < width; ++d)
            values.push_back(d < row.size() ? row[d] : -std::numeric_limits<float>::infinity());
    };
    for (const core::ExpertPart& part : rows.shown)
        append(part.weighted);
    if (rows.folded > 0)
        append(rows.rest);
    append(mixture.out);
    return gridOf(std::move(values), core::Index(values.size() / std::max<std::size_t>(1, width)), core::Index(width));
}

QString normText(double norm)
{
    return MixtureToken::tr("length %1").arg(std::isfinite(norm) ? formatNumber(norm) : maskedText());
}

double normOf(const std::vector<float>& values)
{
    double squares = 0;
    for (const float value : values)
        squares += double(value) * double(value);
    return std::sqrt(squares);
}

FlowContent contentOf(const FigureData& data, const core::TokenMixture& mixture, const Rows& rows, const FigureStyle& style)
{
    const RunResult& run = *shownRun(data);
    const int layer = shownMixtureLayer(data);
    const core::MixtureOfExperts* kind = mixtureAt(run, layer);
    FlowContent content;
    content.token = tokenLabel(run, shownToken(data));
    content.logits = mixture.logits;
    content.probs = mixture.probs;
    content.logitsHead = mixture.logits.empty() ? QString() : MixtureToken::tr("router logits l");
    const bool hasRoom = roomOf(style).width() >= 560 || mixture.logits.empty();
    const bool isSigmoid = kind && kind->routing.isSigmoid();
    if (hasRoom && (!kind || !kind->routing.choosesByLogits() || mixture.logits.empty()))
        content.probsHead = isSigmoid ? QStringLiteral("p = σ(l)") : QStringLiteral("p = softmax(l)");
    content.gatesShort = MixtureToken::tr("gates");
    content.gatesHead = kind ? routingFormula(kind->routing) : content.gatesShort;
    for (const core::ExpertPart& part : rows.shown) {
        FlowBox box;
        box.expert = int(part.expert);
        box.isShared = part.isShared;
        box.isDropped = part.isDropped;
        box.gate = part.gate;
        // Of many experts two kept ones could have the same colour: then by rank.
        const auto colorOf = mixture.gates.size() > 8 ? core::Index(content.boxes.size()) : part.expert;
        box.color = part.isShared ? themeOf(style).text2 : expertColor(colorOf, style);
        const QString name = expertName(part.expert, part.isShared);
        box.name = part.isDropped ? MixtureToken::tr("%1 full").arg(name)
            : part.isShared       ? MixtureToken::tr("%1 shared").arg(name)
                                  : QStringLiteral("%1 × %2").arg(formatFixed(part.gate, 2), name);
        box.detail = part.isDropped ? MixtureToken::tr("dropped")
            : part.weighted.empty() ? normText(qQNaN())
                                    : normText(normOf(part.weighted));
        content.boxes.push_back(box);
    }
    if (rows.folded > 0)
        content.boxes.push_back({.name = MixtureToken::tr("%1 more").arg(rows.folded),
            .detail = normText(normOf(rows.rest)),
            .color = themeOf(style).borderStrong});
    content.boxes.push_back({.name = QStringLiteral("Σ = mlp.out"), .detail = normText(mixture.outNorm), .isSum = true});
    content.logitReach = content.probReach = 0;
    for (const RunPtr& other : scaledRuns(data))
        if (const auto same = mixtureOf(*other, layer, shownToken(data))) {
            for (const double logit : same->logits)
                content.logitReach = std::max(content.logitReach, std::abs(logit));
            for (const double prob : same->probs)
                content.probReach = std::max(content.probReach, prob);
        }
    return content;
}

/// What each expert adds, and the sum, as rows of colours.
GridAxisRect* addSum(QCPLayoutGrid& in, const Drawing& drawing, const Grid& grid)
{
    const auto& [plot, data, style] = drawing;
    const int below = plot.panel()->rowCount();
    GridAxisRect* rect = plot.addGridRect(below, 0, style);
    in.addElement(in.rowCount(), 0, rect);
    plot.panel()->simplify();
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    rect->setColumnNumbers(int(grid.columns));
    rect->setAxisTitles(MixtureToken::tr("dimension"), QString());
    rect->setMaximumSize(QWIDGETSIZE_MAX, int(highestRow * double(grid.rows) * typeScale(style)));
    const int layer = shownMixtureLayer(data), token = shownToken(data);
    const ColorScale scale = sideScale(data, scaleChoiceFor("mlp.out"), [&](const RunResult& run) {
        const auto mixture = mixtureOf(run, layer, token);
        return mixture ? sumGrid(*mixture, rowsOf(*mixture, maxRows(style))) : Grid();
    });
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("sum"));
    map->setData(grid, scale);
    map->setPinned({int(grid.rows) - 1, data.selection.dim});
    (new ColorBar(rect, scale, MixtureToken::tr("value"), style))->setShowsMasked(false);
    return rect;
}

/// B − A as bars: of the gates, and of the logits beside or below them where there is room.
void drawDifference(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const int layer = shownMixtureLayer(data), token = shownToken(data);
    const auto row = [&](const char* tensor) {
        return sideGrid(data, [&](const RunResult& run) {
            const Grid grid = routerGrid(run, layer, tensor);
            return token < grid.rows ? Grid{grid.owner, grid.data + token * grid.rowStride, 1, grid.columns, grid.rowStride, 1}
                                     : Grid();
        });
    };
    const bool isBeside = roomOf(style).width() >= besideEachOther;
    int charts = 0;
    QStringList leftOut;
    for (const auto& [tensor, heading] :
        {std::pair{"gates", MixtureToken::tr("Δ gates")}, std::pair{"router_logits", MixtureToken::tr("Δ router logits")}}) {
        const Grid grid = row(tensor);
        const double high = barPitch * double(std::min<core::Index>(grid.columns, maxBars)) + headingHeight;
        const bool fits = charts == 0 || isBeside || roomOf(style).height() >= 2 * high;
        if (!grid.isEmpty() && !fits)
            leftOut << heading;
        if (grid.isEmpty() || !fits)
            continue;
        QVector<Bar> bars;
        for (core::Index e = 0; e < grid.columns; ++e)
            bars << Bar{expertName(e), double(grid.at(0, e)), formatDifference(double(grid.at(0, e)))};
        std::stable_sort(bars.begin(), bars.end(), [&](const Bar& a, const Bar& b) {
            return bars.size() > maxBars && std::abs(a.value) > std::abs(b.value); // those that differ most
        });
        SidePanel panel(*plot.panel(), plot, isBeside ? 0 : charts, isBeside ? charts : 0, style);
        ++charts;
        auto* chart = new BarChart(panel.add(heading), style);
        chart->setName(QString::fromLatin1(tensor));
        chart->setBars(bars);
    }
    if (charts == 0)
        plot.showMessage(MixtureToken::tr("A and B have different numbers of experts: look at A | B."), style);
    sayNoRoomFor(plot, leftOut, style);
}

void drawMixtureToken(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    if (data.side == Side::Delta)
        return drawDifference(drawing);
    const RunResult& run = *shownRun(data);
    const int layer = shownMixtureLayer(data);
    const auto mixture = mixtureOf(run, layer, shownToken(data));
    if (!mixture)
        return plot.showMessage(whyNotRecorded(core::blockName(layer, "mlp.gates")), style);
    const Rows rows = rowsOf(*mixture, maxRows(style));
    const bool isWide = roomOf(style).width() >= 640;
    auto* flow = new MixtureFlow(&plot, style, contentOf(data, *mixture, rows, style));
    const bool hasNoLine = !mixture->out.empty() && !isWide && saysNoRoom(style) && roomOf(style).height() < highForLine;
    plot.addPanelTitle(0, 0,
        (hasNoLine ? MixtureToken::tr("Layer %1: the router (no room for the sum)") : MixtureToken::tr("Layer %1: the router"))
            .arg(counted(layer)),
        style);
    plot.panel()->addElement(1, 0, flow);
    plot.panel()->setRowStretchFactor(0, 0.001);
    if (mixture->out.empty())
        return;
    const QString heading = MixtureToken::tr("Gate × output of each expert, and the sum");
    if (!isWide && roomOf(style).height() < minHeight)
        return sayNoRoomFor(plot, {heading}, style);
    if (!isWide)
        plot.addPanelTitle(2, 0, heading, style);
    else
        plot.addPanelTitle(0, 1, heading, style);
    auto* place = plot.makeGrid();
    plot.panel()->addElement(isWide ? 1 : 3, isWide ? 1 : 0, place);
    if (isWide)
        place->addElement(0, 0, new QCPLayoutElement(&plot));
    GridAxisRect* rect = addSum(*place, drawing, sumGrid(*mixture, rows));
    if (isWide) {
        place->addElement(place->rowCount(), 0, new QCPLayoutElement(&plot));
        place->setRowStretchFactor(0, 0.01);
        place->setRowStretchFactor(2, 0.01);
        flow->setRows(rect);
        plot.panel()->setColumnSpacing(0);
        plot.panel()->setColumnStretchFactor(0, 1.35);
        return;
    }
    QStringList names;
    for (const FlowBox& box : flow->content().boxes)
        names << (box.isSum ? QStringLiteral("Σ") : box.expert < 0 ? box.name : expertName(box.expert, box.isShared));
    rect->setRowTokens(names);
    plot.panel()->setRowStretchFactor(1, 1.6);
    plot.panel()->setRowStretchFactor(2, 0.001);
}

QString mixtureTokenSubtitle(const FigureData&)
{
    return MixtureToken::tr("Bars: the router's output for one token. Bands: the gates of the selected experts.");
}

/// "0.67 · 0.20 + 0.33 · −0.31 = 0.032".
QString dimensionSentence(const core::TokenMixture& mixture, int dim)
{
    if (dim < 0 || dim >= int(mixture.out.size()) || mixture.sum.empty())
        return {};
    QStringList terms;
    for (const core::ExpertPart& part : mixture.parts)
        if (!part.isDropped)
            terms << formatNumber(double(part.weighted[std::size_t(dim)]));
    if (terms.size() > 6)
        terms = terms.mid(0, 5) << QStringLiteral("…");
    return QLatin1Char(' ')
        + MixtureToken::tr("Dimension %1: %2 = %3.")
              .arg(counted(dim))
              .arg(terms.join(QStringLiteral(" + ")), formatNumber(double(mixture.out[std::size_t(dim)])));
}

QString mixtureTokenCaption(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const int layer = shownMixtureLayer(data);
    const auto mixture = mixtureOf(run, layer, shownToken(data));
    if (!mixture)
        return {};
    QStringList names, dropped;
    int shared = 0;
    double gates = 0;
    for (const core::ExpertPart& part : mixture->parts) {
        shared += part.isShared;
        gates += part.isShared ? 0 : part.gate;
        if (part.isDropped)
            dropped << expertName(part.expert);
        else if (!part.isShared && names.size() < 4)
            names << (showsBoth(data) ? MixtureToken::tr("%1 (%2)") : MixtureToken::tr("%1 with gate %2"))
                         .arg(expertName(part.expert), formatNumber(part.gate));
    }
    const QString token = quotedToken(*run.trace, shownToken(data));
    QString text = names.isEmpty()
        ? MixtureToken::tr("In layer %1 every expert was full for %2.").arg(counted(layer)).arg(token)
        : MixtureToken::tr("In layer %1 %2 goes to %3.").arg(counted(layer)).arg(token, names.join(MixtureToken::tr(", ")));
    if (!names.isEmpty())
        text += QLatin1Char(' ') + MixtureToken::tr("The gates sum to %1.").arg(formatNumber(gates));
    if (!dropped.isEmpty())
        text += QLatin1Char(' ') + MixtureToken::tr("Full, so dropped: %1.").arg(dropped.join(QStringLiteral(", ")));
    if (mixture->largestError == 0)
        text += QLatin1Char(' ')
            + MixtureToken::tr("The weighted sum has length %1 and is the recorded mlp.out.").arg(formatNumber(mixture->sumNorm));
    else if (std::isfinite(mixture->largestError))
        text += QLatin1Char(' ')
            + MixtureToken::tr("The weighted sum has length %1; the recorded mlp.out differs by at most %2.")
                  .arg(formatNumber(mixture->sumNorm), formatNumber(mixture->largestError));
    return text + dimensionSentence(*mixture, data.selection.dim) + otherLayerNote(data);
}

} // namespace

const FigurePage mixtureTokenPage{.id = "token",
    .title = QT_TRANSLATE_NOOP("figures", "Which experts work on this token?"),
    .draw = drawMixtureToken,
    .caption = mixtureTokenCaption,
    .subtitle = mixtureTokenSubtitle,
    .minPanel = minPanelOf<265, 92>,
    .concepts = "C29"}; // all parts of the flow

} // namespace widgets
