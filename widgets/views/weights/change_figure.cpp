// ΔW: how far the weights of B are from those of A, as maps of layers by matrices and of what is in no layer, or as singular
 // values.

#include "widgets/figure/number_files.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/side_panel.h"
#include "widgets/views/weights/change_numbers.h"
#include "widgets/views/weights/figure.h"
#include "widgets/views/weights/numbers.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <cmath>

namespace widgets {

namespace {

constexpr std::size_t maxBars = 12;

QString valueText(const FigureData& data, double value)
{
    return changeOption.is(data, "rank") ? formatNumber(value) : formatPercent(value);
}

void drawBars(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const QString heading
        = changeOption.is(data, "rank") ? WeightWords::tr("In the fewest directions") : WeightWords::tr("Changed most");
    if (!hasRoomForBars(style))
        return sayNoRoomFor(plot, {heading}, style);
    std::vector<ChangedCell> most = changedMost(data);
    most.resize(std::min(most.size(), barsFitting(style, maxBars)));
    SidePanel beside(*plot.panel(), plot, 0, 1, style);
    auto* chart = new BarChart(beside.add(heading), style);
    chart->setName(QStringLiteral("most"));
    QVector<Bar> bars;
    for (const ChangedCell& one : most)
        bars << Bar{weightText(one.weight), one.value, valueText(data, one.value)};
    chart->setBars(bars);
    plot.panel()->setColumnStretchFactor(0, 2.2);
    plot.panel()->setColumnSpacing(space::xl);
}

QStringList namesOf(const std::vector<core::MatrixChange>& matrices)
{
    QStringList names;
    constexpr std::string_view encoder = "encoder."; // of what is in no block
    for (const core::MatrixChange& one : matrices)
        names << (one.name.starts_with(encoder) ? QStringLiteral("E ") + matrixText(one.name.substr(encoder.size()))
                                                : matrixText(one.name));
    return names;
}

HeatmapPlottable* addMap(const Drawing& drawing, int row, const char* name, const Grid& grid, const ColorScale& scale)
{
    const auto& [plot, data, style] = drawing;
    GridAxisRect* const rect = plot.addGridRect(row, 0, style);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    auto* const map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QString::fromLatin1(name));
    map->setData(grid, scale);
    return map;
}

GridAxisRect* rectOf(const HeatmapPlottable& map) { return qobject_cast<GridAxisRect*>(map.keyAxis()->axisRect()); }

/// The blocks, and in a row of its own what is in none.
void drawMap(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const core::WeightChange& change = *changeOf(data);
    const std::array grids{changeGrid(data), outsideGrid(data)};
    const ColorScale scale = makeScale({ColorMapId::Viridis, ScalePolicy::ZeroToMax}, grids);
    QStringList rows;
    for (auto block = change.rows.rbegin(); block != change.rows.rend(); ++block)
        rows << (block->isOfEncoder ? WeightWords::tr("E%1").arg(counted(block->layer)) : layerLabel(block->layer));
    GridAxisRect* const rect = rectOf(*addMap(drawing, 0, "change", grids[0], scale));
    rect->setRowsUpwards(rows);
    rect->setColumnTokens(namesOf(change.blocks));
    new ColorBar(
        rect, scale, changeOption.is(data, "rank") ? WeightWords::tr("stable rank of ΔW") : QStringLiteral("‖ΔW‖ / ‖W‖"), style);
    if (!grids[1].isEmpty()) {
        GridAxisRect* const outside = rectOf(*addMap(drawing, 1, "outside", grids[1], scale));
        outside->setRowTokens({WeightWords::tr("outside")});
        outside->setColumnTokens(namesOf(change.outside));
        auto* const aligned = new QCPMarginGroup(&plot);
        for (GridAxisRect* const one : {rect, outside})
            one->setMarginGroup(QCP::msLeft | QCP::msRight, aligned);
        plot.panel()->setRowStretchFactor(0, std::max(2.0, double(grids[0].rows)));
    }
    drawBars(drawing);
}

void drawSpectrum(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    QCPAxisRect* rect = plot.addAxisRect(0, 0, style);
    rect->axis(QCPAxis::atBottom)->setLabel(WeightWords::tr("singular value, largest first"));
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<IndexTicker>::create());
    rect->axis(QCPAxis::atLeft)->setLabel(WeightWords::tr("size in ΔW"));
    auto* chart = new LineChart(rect, style);
    for (const core::Spectrum& one : *changeSpectraOf(data, shownBlock(data, *data.a))) {
        if (one.values.empty())
            continue;
        QVector<double> x;
        for (std::size_t i = 0; i < one.values.size(); ++i)
            x << double(i);
        chart->addLine(x, {one.values.begin(), one.values.end()}, matrixText(one.name), matrixLine(one.name, style))
            ->setName(QString::fromStdString(one.name));
    }
    chart->fitAxes(true);
}

void drawWeightChange(const Drawing& drawing)
{
    changeOption.is(drawing.data, "spectrum") ? drawSpectrum(drawing) : drawMap(drawing);
}

const char* titleOf(const FigureData& data)
{
    return changeOption.is(data, "norm") ? nullptr
                                         : QT_TRANSLATE_NOOP("figures", "In how many directions were the weights changed?");
}

/// Of a trained sibling that came with a choice its own name.
QString modelName(const RunPtr& run)
{
    const bool isSiblings = run->setup && !run->setup->origin.model.empty();
    return QFileInfo(QDir::cleanPath(QString::fromStdString(isSiblings ? run->setup->origin.model : run->trace->model)))
        .fileName();
}

QString weightChangeSubtitle(const FigureData& data)
{
    if (!data.a || !data.b)
        return {};
    const QString each = changeOption.is(data, "spectrum")
        ? WeightWords::tr("Each line: the singular values of ΔW of a matrix of the layer")
        : changeOption.is(data, "rank")
        ? WeightWords::tr("Each cell: ‖ΔW‖² over its largest squared singular value")
        : WeightWords::tr("Each cell: the norm of ΔW, tuned − base, as a share of that of the base");
    const auto [base, tuned] = changeRuns(data);
    return joinedSentences({WeightWords::tr("Base %1, tuned %2.").arg(modelName(base), modelName(tuned)), each});
}

QString normCaption(const FigureData& data)
{
    const std::vector<ChangedCell> cells = changedMost(data);
    const ChangedCell &most = cells.front(), &least = cells.back();
    QStringList sentences{
        WeightWords::tr("%1 is changed most: ‖ΔW‖ is %2 of ‖W‖; %3 least, %4.")
            .arg(weightText(most.weight), formatPercent(most.value), weightText(least.weight), formatPercent(least.value))};
    if (cells[cells.size() / 2].value > 1)
        sentences << WeightWords::tr("Weights of equal norm that have nothing in common are 141 % apart.");
    return joinedSentences(sentences);
}

QString rankCaption(const FigureData& data)
{
    const std::vector<ChangedCell> cells = changedMost(data);
    if (cells.empty())
        return {};
    const ChangedCell &least = cells.front(), &most = cells.back();
    return WeightWords::tr("%1 is changed in the fewest directions, a stable rank of %2; %3 in the most, %4.")
        .arg(weightText(least.weight), formatNumber(least.value), weightText(most.weight), formatNumber(most.value));
}

QString spectrumCaption(const FigureData& data)
{
    QStringList ranks, without;
    for (const core::Spectrum& one : *changeSpectraOf(data, shownBlock(data, *data.a)))
        if (one.values.empty())
            without << matrixText(one.name);
        else
            ranks << WeightWords::tr("%1 %2 of %3").arg(matrixText(one.name)).arg(one.rank()).arg(one.values.size());
    QStringList sentences{WeightWords::tr("The rank of ΔW: %1.").arg(ranks.join(WeightWords::tr(", ")))};
    if (!without.isEmpty())
        sentences << WeightWords::tr("Larger than %1 and not computed: %2.")
                         .arg(core::maxSpectrum)
                         .arg(without.join(WeightWords::tr(", ")));
    return joinedSentences(sentences);
}

QString weightChangeCaption(const FigureData& data)
{
    if (!changeOf(data) || !whyNoChange(ofSide(data, Side::Both)).isEmpty())
        return {};
    const QString numbers = changeOption.is(data, "spectrum") ? spectrumCaption(data)
        : changeOption.is(data, "rank")                       ? rankCaption(data)
                                                              : normCaption(data);
    QStringList sentences{numbers};
    if (const QString expert = expertSentence(data); !expert.isEmpty())
        sentences << expert;
    return joinedSentences(sentences);
}

std::vector<Caveat> weightChangeCaveats(const FigureData& data)
{
    QStringList others;
    if (const core::WeightChange* const all = changeOf(data))
        for (const auto* const part : {&all->blocks, &all->outside})
            for (const core::MatrixChange& one : *part)
                if (std::ranges::all_of(one.norms, [](double norm) { return std::isnan(norm); }))
                    others << matrixText(one.name);
    if (others.isEmpty())
        return {};
    return {{WeightWords::tr("Without ΔW, as B has no such matrix of this shape: %1").arg(others.join(WeightWords::tr(", ")))}};
}

/// The numbers of a spectrum by matrix.
QString tableOfSpectra(const std::vector<core::Spectrum>& spectra)
{
    QString text = QStringLiteral("matrix,index,singular_value\n");
    for (const core::Spectrum& one : spectra)
        for (std::size_t i = 0; i < one.values.size(); ++i)
            text
                += QStringLiteral("%1,%2,%3\n").arg(QString::fromStdString(one.name)).arg(i).arg(exactText(float(one.values[i])));
    return text;
}

/// "encoder.attn.q,3" of a matrix of a block; in none "embed,".
QString placeCells(const core::BlockPlace& block, const std::string& matrix)
{
    return QStringLiteral("%1%2,%3").arg(block.isOfEncoder ? "encoder." : "", QString::fromStdString(matrix)).arg(block.layer);
}

QString placeCells(const std::string& matrix) { return QString::fromStdString(matrix) + QLatin1Char(','); }

QString rowOfRanks(const QString& place, const core::Spectrum& one)
{
    return QStringLiteral("%1,%2,%3,%4\n").arg(place, exactText(float(one.stableRank()))).arg(one.rank()).arg(one.values.size());
}

QString tableOfRanks(const FigureData& data)
{
    QString text = QStringLiteral("matrix,layer,stable_rank,matrix_rank,values\n");
    for (const core::BlockPlace& block : changeOf(data)->rows)
        if (const auto* const spectra = changeSpectraOf(data, block))
            for (const core::Spectrum& one : *spectra)
                if (!one.values.empty())
                    text += rowOfRanks(placeCells(block, one.name), one);
    if (const auto* const outside = outsideSpectraOf(data))
        for (const core::Spectrum& one : *outside)
            if (!one.values.empty())
                text += rowOfRanks(placeCells(one.name), one);
    return text;
}

QString rowOfNorms(const QString& place, const core::MatrixChange& one, std::size_t row)
{
    return QStringLiteral("%1,%2,%3\n").arg(place, exactText(float(one.norms[row])), exactText(float(one.relative(row))));
}

QString weightChangeTable(const FigureData& data)
{
    const core::WeightChange* const all = changeOf(data);
    if (!all)
        return {};
    if (changeOption.is(data, "rank"))
        return tableOfRanks(data);
    if (changeOption.is(data, "spectrum")) {
        const auto* const spectra = changeSpectraOf(data, shownBlock(data, *data.a));
        return spectra ? tableOfSpectra(*spectra) : QString();
    }
    QString text = QStringLiteral("matrix,layer,norm,relative\n");
    for (const core::MatrixChange& one : all->blocks)
        for (std::size_t row = 0; row < one.norms.size(); ++row)
            text += rowOfNorms(placeCells(all->rows[row], one.name), one, row);
    for (const core::MatrixChange& one : all->outside)
        text += rowOfNorms(placeCells(one.name), one, 0);
    return text;
}

FigureOptions options(const FigureData& data)
{
    FigureOptions all{changeOption};
    addOptions(all, matrixOptions(data));
    return all;
}

std::vector<QVariantMap> variants()
{
    std::vector<QVariantMap> all;
    for (const QString& of : changeOption.list())
        all.push_back({{changeOption.name(), of}});
    return all;
}

} // namespace

std::string weightAtBar(const FigureData& data, int bar)
{
    const std::vector<ChangedCell> cells = changedMost(data);
    return bar >= 0 && std::size_t(bar) < cells.size() ? cells[std::size_t(bar)].weight : std::string();
}

const FigureInfo weightChangeFigure{.id = "weight_change",
    .title = QT_TRANSLATE_NOOP("figures", "Where were the weights changed?"),
    .draw = drawWeightChange,
    .caption = weightChangeCaption,
    .whyNot = whyNoChange,
    .subtitle = weightChangeSubtitle,
    .titleFor = titleOf,
    .table = weightChangeTable,
    .comparing = Comparing::Overlay,
    .difference = Difference::Any,
    .needs = changeNeeds,
    .options = options,
    .variants = variants,
    .offer = changeOffer,
    .minPanel = minPanelOf<260, 160>,
    .caveats = weightChangeCaveats,
    .concepts = [](const FigureData&) { return "C34"; }};

} // namespace widgets
