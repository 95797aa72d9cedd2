// Which matrices a small step of gradient descent on the metric would change, and by how much.

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/gradients/numbers.h"
#include "widgets/views/gradients/pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/side_panel.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

struct Gradients
{
    Q_DECLARE_TR_FUNCTIONS(Gradients)
};

constexpr ScaleChoice kScale{ColorMapId::Cividis, ScalePolicy::MinToRobust, ScaleTransform::Log};

/// What rows of a mixture are of: as many as can be read.
enum class ExpertRows
{
    Matrices,
    Experts, // all matrices of one
    All      // of all experts
};

/// Parts of blocks by layers; −inf where a layer has no such part.
struct StepTable
{
    QStringList parts;
    core::Index layers = 0;
    Grid grid;
};

QString partName(const core::WeightGradient& matrix, ExpertRows rows = ExpertRows::Matrices)
{
    static const QRegularExpression ofExpert(QStringLiteral("^mlp\\.experts\\.(\\d+)\\."));
    QString part = QString::fromStdString(matrix.part);
    if (rows != ExpertRows::Matrices)
        if (const QRegularExpressionMatch expert = ofExpert.match(part); expert.hasMatch())
            part = rows == ExpertRows::Experts ? Gradients::tr("expert %1").arg(counted(expert.captured(1).toInt()))
                                               : Gradients::tr("all experts");
    return matrix.isOfEncoder ? QStringLiteral("encoder.") + part : part;
}

StepTable tableOf(const core::WeightGradients& found, ExpertRows rows = ExpertRows::Matrices)
{
    StepTable table;
    for (const core::WeightGradient& matrix : found.matrices) {
        if (matrix.layer < 0)
            continue;
        table.layers = std::max(table.layers, matrix.layer + 1);
        if (const QString name = partName(matrix, rows); !table.parts.contains(name))
            table.parts << name;
    }
    std::vector<float> values(std::size_t(table.parts.size() * table.layers), -std::numeric_limits<float>::infinity());
    for (const core::WeightGradient& matrix : found.matrices)
        if (matrix.layer >= 0) { // the root of the sum of squares over all that a row is of
            float& value = values[std::size_t(table.parts.indexOf(partName(matrix, rows)) * table.layers + matrix.layer)];
            value = std::isinf(value) ? float(matrix.norm) : std::hypot(value, float(matrix.norm));
        }
    table.grid = gridOf(std::move(values), table.parts.size(), table.layers);
    return table;
}

/// The most of them that have a row which can be read.
ExpertRows expertRows(const core::WeightGradients& found, const FigureStyle& style)
{
    constexpr double line = 20, axis = 40; // px of ordinary type
    for (const ExpertRows rows : {ExpertRows::Matrices, ExpertRows::Experts})
        if (double(tableOf(found, rows).parts.size()) * line + axis <= pictureHeight(style))
            return rows;
    return ExpertRows::All;
}

GridOf normsOf(const FigureData& data, ExpertRows rows)
{
    return [data, rows](const RunResult& run) {
        const core::WeightGradients* const found = weightGradientsOf(data, pointerTo(data, run));
        return found ? tableOf(*found, rows).grid : Grid();
    };
}

QString whyNotGradientSteps(const FigureData& data)
{
    const core::WeightGradients *const a = data.a ? weightGradientsOf(data, data.a) : nullptr,
                                       *const b = data.b ? weightGradientsOf(data, data.b) : nullptr;
    return data.side == Side::Delta && a && b && (tableOf(*a).parts != tableOf(*b).parts || tableOf(*a).layers != tableOf(*b).layers)
        ? Gradients::tr("A and B do not have the same matrices. Look at A | B.")
        : QString();
}

std::vector<std::size_t> largestFirst(const core::WeightGradients& found)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < found.matrices.size(); ++i)
        order.push_back(i);
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return found.matrices[a].share > found.matrices[b].share; });
    return order;
}

/// "L2 attn.q", "unembed".
QString shortName(const core::WeightGradient& matrix)
{
    return matrix.layer < 0 ? partName(matrix) : QStringLiteral("L%1 %2").arg(counted(matrix.layer)).arg(partName(matrix));
}

void drawGradientSteps(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const core::WeightGradients& found = *weightGradientsOf(data, shownRun(data));
    const ExpertRows rows = expertRows(found, style);
    const StepTable table = tableOf(found, rows);
    const bool isDelta = data.side == Side::Delta;
    const ColorScale scale
        = sideScale(data, isDelta ? ScaleChoice{ColorMapId::Vik, ScalePolicy::SymmetricMax} : kScale, normsOf(data, rows));
    GridAxisRect* const rect = plot.addGridRect(0, 0, style);
    rect->setCells(int(table.grid.rows), int(table.grid.columns), CellShape::Fill);
    rect->setRowTokens(table.parts);
    rect->setColumnNumbers(int(table.layers), QStringLiteral("L"));
    auto* const map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("map"));
    map->setData(isDelta ? sideGrid(data, normsOf(data, rows)) : table.grid, scale);
    (new ColorBar(rect, scale, isDelta ? Gradients::tr("Δ size of the gradient") : Gradients::tr("size of the gradient"), style))
        ->setShowsMasked(false);
    const QString heading = Gradients::tr("Share of what a small step brings");
    if (isDelta)
        return;
    if (!hasRoomForBars(style))
        return sayNoRoomFor(plot, {heading}, style);
    SidePanel beside(*plot.panel(), plot, 0, 1, style);
    auto* const chart = new BarChart(beside.add(heading), style);
    chart->setName(QStringLiteral("most"));
    QVector<Bar> bars;
    for (const std::size_t i : largestFirst(found)) {
        if (std::size_t(bars.size()) >= barsFitting(style))
            break;
        bars << Bar{shortName(found.matrices[i]), found.matrices[i].share, formatPercent(found.matrices[i].share), false};
    }
    chart->setBars(bars);
    plot.panel()->setColumnStretchFactor(0, 1.6);
    plot.panel()->setColumnSpacing(space::xl);
}

QString gradientStepsSubtitle(const FigureData& data)
{
    const core::WeightGradients* const found = weightGradientsOf(data, shownRun(data));
    if (!found)
        return {};
    const bool hasExperts = tableOf(*found).parts.size() > tableOf(*found, ExpertRows::All).parts.size();
    return (hasExperts ? Gradients::tr("Each cell: √Σ g² over one matrix of one layer, of an expert over all its matrices where each has "
                                       "no row; g is the gradient of the %1.")
                       : Gradients::tr("Each cell: √Σ g² over one matrix of one layer; g is the gradient of the %1."))
        .arg(metricWords(found->metric, *shownRun(data)));
}

QString sentenceOf(const FigureData& data, const RunPtr& run)
{
    const core::WeightGradients& found = *weightGradientsOf(data, run);
    if (found.matrices.empty())
        return {};
    const core::WeightGradient& most = found.matrices[largestFirst(found).front()];
    const QString first = showsBoth(data) // a line for each
        ? Gradients::tr("A descent step on the %1 acts most through %2: %3 of it.")
        : Gradients::tr("A step of gradient descent changes the %1 most through %2: %3 of it.");
    return joinedSentences({first.arg(metricWords(found.metric, *run), shortName(most), formatPercent(most.share)),
        Gradients::tr("Its gradient has size %1, its weights %2.").arg(formatNumber(most.norm), formatNumber(most.size))});
}

QString gradientStepsCaption(const FigureData& data) { return sentenceOfSides(data, sentenceOf); }

QString gradientStepsTable(const FigureData& data)
{
    const core::WeightGradients* const found = weightGradientsOf(data, shownRun(data));
    if (!found)
        return {};
    QString text = QStringLiteral("matrix,rows,columns,gradient,weights,share\n");
    for (const core::WeightGradient& matrix : found->matrices)
        text += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                    .arg(QString::fromStdString(matrix.name))
                    .arg(matrix.shape[0])
                    .arg(matrix.shape[1])
                    .arg(exactNumber(matrix.norm), exactNumber(matrix.size), exactNumber(matrix.share));
    return text;
}

} // namespace

const FigurePage gradientStepsPage{.id = "steps",
    .title = QT_TRANSLATE_NOOP("figures", "Which weights would a step of training change most?"),
    .draw = drawGradientSteps,
    .caption = gradientStepsCaption,
    .whyNot = whyNotGradientSteps,
    .subtitle = gradientStepsSubtitle,
    .table = gradientStepsTable,
    .needs = weightGradientNeeds,
    .options = [](const FigureData&) -> FigureOptions { return {metricOption}; },
    .minPanel = minPanelOf<210, 170>,
    .caveats = caveatsOfMeasuredGradient,
    .concepts = "C23"};

} // namespace widgets
