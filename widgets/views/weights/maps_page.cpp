// The matrices of a layer as maps, [out, in], on one scale.

#include "widgets/figure/number_files.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/weights/numbers.h"
#include "widgets/views/weights/pages.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

// Px of ordinary type.
constexpr double minSide = 64; // of a map
constexpr QSizeF aroundMap{48, 52}; // numbers and heading
constexpr double besideMaps = 90; // the bar
constexpr double highForBar = 230; // of a row of maps

/// How many maps have room, and in how many columns.
struct Places
{
    int maps = 0;
    int columns = 1;
};

Places placesFor(int count, QSizeF room)
{
    for (; count > 1; --count) {
        Places best{count, 1};
        double most = -1;
        for (int columns = 1; columns <= count; ++columns) {
            const int rows = (count + columns - 1) / columns;
            const double width = (room.width() - besideMaps) / columns - aroundMap.width();
            const double height = room.height() / rows - aroundMap.height();
            if (const double side = std::min(width, height); side > most) {
                most = side;
                best.columns = columns;
            }
        }
        if (most >= minSide)
            return best;
    }
    return {count, 1};
}

std::vector<std::string> namesOf(const FigureData& data)
{
    std::vector<std::string> names;
    if (const core::BlockMatrices* const all = matricesOf(data, *shownRun(data)))
        for (const core::BlockMatrix& one : all->all)
            names.push_back(one.name);
    return names;
}

bool isReduced(const core::BlockMatrices* all)
{
    return all
        && std::ranges::any_of(all->all, [](const core::BlockMatrix& one) { return one.blockRows * one.blockColumns > 1; });
}

QString whyNotWeightsMaps(const FigureData& data)
{
    if (data.side != Side::Delta)
        return {};
    if (isReduced(matricesOf(data, *data.a)) || isReduced(matricesOf(data, *data.b)))
        return WeightWords::tr("These matrices are drawn in blocks, which are not subtracted: look at A | B.");
    bool isAny = false;
    for (const std::string& name : namesOf(data)) {
        const Grid a = matrixGrid(matricesOf(data, *data.a), name), b = matrixGrid(matricesOf(data, *data.b), name);
        isAny |= !a.isEmpty() && a.rows == b.rows && a.columns == b.columns;
    }
    return isAny || namesOf(data).empty() ? QString()
                                          : WeightWords::tr("No matrix of A has the shape of that of B: look at A | B.");
}

GridsOf gridsOf(const FigureData& data, const std::vector<std::string>& names)
{
    return [&data, names](const RunResult& run) {
        std::vector<Grid> grids;
        for (const std::string& name : names)
            grids.push_back(matrixGrid(matricesOf(data, run), name));
        return grids;
    };
}

void drawWeightsMaps(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    std::vector<std::string> names = namesOf(data);
    const auto [most, columns] = placesFor(int(names.size()), {roomOf(style).width(), pictureHeight(style)});
    if (most < int(names.size())) // the expert that was chosen is not what is left out
        std::ranges::stable_partition(
            names, [](const std::string& name) { return name.starts_with("mlp.experts.") || name.starts_with("mlp.shared."); });
    const std::vector<Grid> grids = sideGrids(data, gridsOf(data, names));
    const ColorScale scale = sideScale(data, scaleChoiceFor("weight"), gridsOf(data, names));
    const bool hasBar = pictureHeight(style) * columns / most >= highForBar; // else its ends are in the first heading
    const QString ends = hasBar ? QString() : QStringLiteral(" · ±%1").arg(formatNumber(scale.high));
    for (int i = 0; i < most; ++i) {
        const Grid& grid = grids[std::size_t(i)];
        const int row = 2 * (i / columns), column = i % columns;
        plot.addPanelTitle(row, column,
            grid.isEmpty() ? WeightWords::tr("%1: other shapes").arg(matrixText(names[std::size_t(i)]))
                           : QStringLiteral("%1 %2 × %3").arg(matrixText(names[std::size_t(i)])).arg(grid.rows).arg(grid.columns)
                    + (i == 0 ? ends : QString()),
            style);
        plot.panel()->setRowStretchFactor(row, 0.001);
        GridAxisRect* rect = plot.addGridRect(row + 1, column, style);
        rect->setCells(int(std::max<core::Index>(1, grid.rows)), int(std::max<core::Index>(1, grid.columns)), CellShape::Fill);
        rect->setRowNumbers(int(grid.rows));
        rect->setColumnNumbers(int(grid.columns));
        auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
        map->setName(QString::fromStdString(names[std::size_t(i)]));
        map->setData(grid, scale);
        if (hasBar && i + 1 == most) // one for all
            new ColorBar(rect, scale, data.side == Side::Delta ? WeightWords::tr("Δ weight") : WeightWords::tr("weight"), style);
    }
    QStringList others;
    for (int i = most; i < int(names.size()); ++i)
        others << matrixText(names[std::size_t(i)]);
    sayNoRoomFor(plot, others, style);
}

QString weightsMapsSubtitle(const FigureData& data)
{
    return WeightWords::tr("The matrices of layer %1; a row makes one output, a column reads one input; one scale for all.")
        .arg(shownLayerText(data));
}

QString weightsMapsCaption(const FigureData& data)
{
    const core::BlockMatrices* const a = matricesOf(data, data.side == Side::Delta ? *data.a : *shownRun(data));
    if (!a || a->all.empty())
        return {};
    QStringList sentences;
    if (data.side == Side::Delta) {
        const std::vector<std::string> names = namesOf(data);
        const std::vector<Grid> grids = sideGrids(data, gridsOf(data, names));
        double most = -1;
        std::size_t where = 0;
        for (std::size_t i = 0; i < grids.size(); ++i) {
            double squares = 0;
            for (core::Index at = 0; at < grids[i].size(); ++at) {
                const float value = grids[i].at(at / grids[i].columns, at % grids[i].columns);
                squares += double(value) * double(value);
            }
            const double share = a->all[i].norm > 0 ? std::sqrt(squares) / a->all[i].norm : 0;
            if (!grids[i].isEmpty() && share > most) {
                most = share;
                where = i;
            }
        }
        if (most < 0)
            return {};
        return most == 0
            ? WeightWords::tr("The weights of A and B are the same.")
            : WeightWords::tr("%1 differs most: ‖B − A‖ is %2 of ‖A‖.").arg(matrixText(names[where]), formatPercent(most));
    }
    if (const QString expert = expertSentence(data); !expert.isEmpty())
        sentences << expert;
    const auto largest = std::ranges::max_element(a->all, {}, &core::BlockMatrix::largest);
    sentences << WeightWords::tr("The largest weight of layer %1 is in %2, magnitude %3.")
                     .arg(shownLayerText(data))
                     .arg(matrixText(largest->name), formatNumber(largest->largest));
    QStringList norms;
    for (const core::BlockMatrix& one : a->all)
        norms << QStringLiteral("%1 %2").arg(matrixText(one.name), formatNumber(one.norm));
    sentences << WeightWords::tr("‖W‖: %1.").arg(norms.join(WeightWords::tr(", ")));
    if (isReduced(a))
        sentences << WeightWords::tr("A cell of the largest matrices is the largest magnitude of a block, with its sign.");
    return joinedSentences(sentences);
}

QString weightsMapsTable(const FigureData& data)
{
    QString text = QStringLiteral("matrix,rows,columns,norm,largest\n");
    if (const core::BlockMatrices* const all = matricesOf(data, *shownRun(data)))
        for (const core::BlockMatrix& one : all->all)
            text += QStringLiteral("%1,%2,%3,%4,%5\n")
                        .arg(QString::fromStdString(one.name))
                        .arg(one.rows)
                        .arg(one.columns)
                        .arg(exactText(float(one.norm)), exactText(float(one.largest)));
    return text;
}

} // namespace

const FigurePage weightsMapsPage{.id = "maps",
    .draw = drawWeightsMaps,
    .caption = weightsMapsCaption,
    .whyNot = whyNotWeightsMaps,
    .subtitle = weightsMapsSubtitle,
    .table = weightsMapsTable,
    .needs = matricesNeeds,
    .options = matrixOptions,
    .minPanel = minPanelOf<260, 200>,
    .minRoom = {230, 150}};

} // namespace widgets
