// What the softmax of a head passes back: with scores divided by √d, and without.

#include "widgets/figure/by_index.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/gradients/numbers.h"
#include "widgets/views/gradients/pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/side_panel.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <memory>

namespace widgets {

namespace {

struct Gradients
{
    Q_DECLARE_TR_FUNCTIONS(Gradients)
};

// Px of ordinary type: of a page with the charts beside the maps; of one with both charts below them, and of a chart there.
constexpr double roomBeside = 700, highForBelow = 400, roomBelow = 380, highOfChart = 104;
constexpr double wideOfWords = 100; // beside a map: its tokens and its key
constexpr double withBar = 1.25;     // a map with its key, beside one without
constexpr double stackedBelow = 1.3; // of width to height: narrower panels have the maps below each other
constexpr ScaleChoice kScale{ColorMapId::Viridis, ScalePolicy::Fixed01, ScaleTransform::SquareRoot};

/// With ÷√d and without.
enum class Scores
{
    Divided,
    Plain
};

const core::SoftmaxGradient& sideOf(const core::SoftmaxGradients& both, Scores scores)
{
    return scores == Scores::Divided ? both.divided : both.plain;
}

/// In names of parts and in files.
QString wordOf(Scores scores) { return scores == Scores::Divided ? QStringLiteral("divided") : QStringLiteral("plain"); }

QString nameOf(Scores scores) { return scores == Scores::Divided ? Gradients::tr("÷√d") : Gradients::tr("not divided"); }

GridOf patternOf(const FigureData& data, Scores scores)
{
    return [data, scores](const RunResult& run) {
        const core::SoftmaxGradients* const found = softmaxGradientsOf(data, pointerTo(data, run));
        return found ? gridOf(core::Matrix(sideOf(*found, scores).pattern)) : Grid();
    };
}

QString whyNotGradientSoftmax(const FigureData& data)
{
    const core::HeadPlace at = shownHead(data, *shownRun(data));
    if (QString reason = whyNoWeights(data, int(at.layer)); !reason.isEmpty())
        return reason;
    if (data.side == Side::Delta)
        if (QString reason = whyNotByIndex(data); !reason.isEmpty())
            return reason;
    if (data.side == Side::Delta && softmaxGradientsOf(data, data.a) && softmaxGradientsOf(data, data.b)
        && sideGrid(data, patternOf(data, Scores::Divided)).isEmpty())
        return Gradients::tr("A and B do not have the same tokens. Look at A | B.");
    return {};
}

/// Alone the key of the second map serves both.
bool sharesBar(const FigureData& data) { return data.mode == SlotMode::A; }

void drawPattern(const Drawing& drawing, Scores scores, const PanelPlace& at, const std::shared_ptr<QSizeF>& cells)
{
    const auto& [plot, data, style] = drawing;
    const RunResult& run = *shownRun(data);
    const bool isDelta = data.side == Side::Delta;
    plot.addPanelTitle(at.row, at.column, nameOf(scores), style);
    plot.panel()->setRowStretchFactor(at.row, 0.001);
    GridAxisRect* const rect = plot.addGridRect(at.row + 1, at.column, style);
    const Grid grid = sideGrid(data, patternOf(data, scores));
    const ColorScale scale
        = sideScale(data, isDelta ? ScaleChoice{ColorMapId::Vik, ScalePolicy::SymmetricMax} : kScale, patternOf(data, scores));
    rect->setCells(int(grid.rows), int(grid.columns));
    rect->shareCells(cells);
    labelColumns(*rect, *run.trace);
    labelRows(*rect, *run.trace);
    auto* const map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(wordOf(scores));
    map->setData(grid, scale);
    const core::HeadPlace head = shownHead(data, run);
    map->setMask(headMask(run, core::AttentionPart::Self, int(head.layer), int(head.head)));
    map->setPinned({data.selection.query, data.selection.key});
    if (!sharesBar(data) || scores == Scores::Plain)
        new ColorBar(rect, scale, isDelta ? Gradients::tr("Δ weight") : Gradients::tr("weight"), style);
}

QString jacobianTitle() { return Gradients::tr("Size of the derivative of each row"); }
QString sizesTitle() { return Gradients::tr("Gradient that arrives, root mean square"); }

void drawJacobian(SidePanel& side, const core::SoftmaxGradients& both, const FigureStyle& style)
{
    QCPAxisRect* const rect = side.add(jacobianTitle());
    rect->axis(QCPAxis::atBottom)->setLabel(Gradients::tr("query"));
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<IndexTicker>::create());
    auto* const chart = new LineChart(rect, style);
    const QColor colors[] = {themeOf(style).accent, themeOf(style).warning};
    for (const Scores scores : {Scores::Divided, Scores::Plain}) {
        const std::vector<double>& jacobian = sideOf(both, scores).jacobian;
        QVector<double> x, y(jacobian.begin(), jacobian.end());
        for (qsizetype query = 0; query < y.size(); ++query)
            x << double(query);
        chart
            ->addLine(x, y, nameOf(scores),
                {.color = colors[int(scores)],
                    .pen = scores == Scores::Divided ? Qt::SolidLine : Qt::DashLine,
                    .points = y.size() == 1})
            ->setName(QStringLiteral("jacobian ") + wordOf(scores));
    }
    chart->fitAxes(true);
}

void drawSizes(SidePanel& side, const core::SoftmaxGradients& both, const FigureStyle& style)
{
    auto* const chart = new BarChart(side.add(sizesTitle()), style);
    chart->setName(QStringLiteral("sizes"));
    QVector<Bar> bars;
    const std::array parts{std::pair{QStringLiteral("q"), &core::SoftmaxGradient::query},
        std::pair{QStringLiteral("k"), &core::SoftmaxGradient::key}};
    for (const auto& [name, member] : parts)
        for (const Scores scores : {Scores::Divided, Scores::Plain}) {
            const double size = sideOf(both, scores).*member;
            bars << Bar{QStringLiteral("%1 %2").arg(name, nameOf(scores)), size, formatNumber(size), false};
        }
    chart->setBars(bars);
}

QStringList chartTitles() { return {jacobianTitle(), sizesTitle()}; }

/// Px of ordinary type that two maps beside each other need of the height: they are square and no higher than the page leaves
/// them.
double mapHeight(const FigureStyle& style)
{
    constexpr double words = 56; // the title above a map, the tokens below it
    const double side = roomOf(style).width() / 2 - wideOfWords;
    return std::min(side + words, pictureHeight(style) - highOfChart);
}

void drawGradientSoftmax(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const auto cells = std::make_shared<QSizeF>();
    const bool isNarrow = roomOf(style).width() < stackedBelow * pictureHeight(style);
    drawPattern(drawing, Scores::Divided, {0, 0}, cells);
    drawPattern(drawing, Scores::Plain, isNarrow ? PanelPlace{2, 0} : PanelPlace{0, 1}, cells);
    if (isNarrow)
        return data.side == Side::Delta ? void() : sayNoRoomFor(plot, chartTitles(), style);
    plot.panel()->setColumnStretchFactor(0, 1);
    plot.panel()->setColumnStretchFactor(1, sharesBar(data) ? withBar : 1);
    plot.panel()->setColumnSpacing(space::l);
    if (data.side == Side::Delta)
        return;
    const double high = pictureHeight(style);
    const bool areBeside = roomOf(style).width() >= roomBeside && high < highForBelow;
    const double below = high - mapHeight(style); // what square maps leave
    if (!areBeside && (roomOf(style).width() < roomBelow || below < highOfChart))
        return sayNoRoomFor(plot, chartTitles(), style);
    const core::SoftmaxGradients& both = *softmaxGradientsOf(data, shownRun(data));
    SidePanel first(*plot.panel(), plot, areBeside ? 1 : 2, areBeside ? 2 : 0, style);
    drawJacobian(first, both, style);
    if (!areBeside) {
        SidePanel second(*plot.panel(), plot, 2, 1, style);
        drawSizes(second, both, style);
        plot.panel()->setRowStretchFactor(1, std::min(1.6, mapHeight(style) / below));
    } else {
        drawSizes(first, both, style);
    }
}

QString gradientSoftmaxSubtitle(const FigureData& data)
{
    const core::HeadPlace at = shownHead(data, *shownRun(data));
    return Gradients::tr(
        "A weight p changes with its own score by p (1 − p). Cells: weights of keys; layer %1, head %2.")
        .arg(counted(at.layer))
        .arg(counted(at.head));
}

double meanOf(const std::vector<double>& numbers)
{
    double sum = 0;
    for (const double number : numbers)
        sum += number;
    return sum / double(std::max<std::size_t>(1, numbers.size()));
}

QString sentenceOf(const FigureData& data, const RunPtr& run)
{
    const core::SoftmaxGradients& both = *softmaxGradientsOf(data, run);
    return joinedSentences({Gradients::tr("Divided by √d the derivative of the softmax is %1 on average, the gradient of q %2.")
                                .arg(formatNumber(meanOf(both.divided.jacobian)), formatNumber(both.divided.query)),
        Gradients::tr("Not divided they are %1 and %2.")
            .arg(formatNumber(meanOf(both.plain.jacobian)), formatNumber(both.plain.query))});
}

QString gradientSoftmaxCaption(const FigureData& data) { return sentenceOfSides(data, sentenceOf); }

QString gradientSoftmaxTable(const FigureData& data)
{
    const core::SoftmaxGradients* const both = softmaxGradientsOf(data, shownRun(data));
    if (!both)
        return {};
    QString text = QStringLiteral("scores,query,jacobian,gradient_scores,gradient_q,gradient_k\n");
    for (const Scores scores : {Scores::Divided, Scores::Plain}) {
        const core::SoftmaxGradient& one = sideOf(*both, scores);
        for (std::size_t query = 0; query < one.jacobian.size(); ++query)
            text += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                        .arg(wordOf(scores))
                        .arg(query)
                        .arg(exactNumber(one.jacobian[query]), exactNumber(one.scores), exactNumber(one.query),
                            exactNumber(one.key));
    }
    return text;
}

} // namespace

const FigurePage gradientSoftmaxPage{.id = "softmax",
    .title = QT_TRANSLATE_NOOP("figures", "What does the softmax pass back?"),
    .draw = drawGradientSoftmax,
    .caption = gradientSoftmaxCaption,
    .whyNot = whyNotGradientSoftmax,
    .subtitle = gradientSoftmaxSubtitle,
    .table = gradientSoftmaxTable,
    .needs = softmaxNeeds,
    .options = [](const FigureData&) -> FigureOptions { return {metricOption}; },
    .minPanel = minPanelOf<250, 150>,
    .caveats = caveatsOfGradient,
    .concepts = "C12"};

} // namespace widgets
